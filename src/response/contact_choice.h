// Which contacts there is time for, under a budget.
#pragma once

#include <algorithm>
#include <numeric>
#include <span>
#include <vector>

#include "base/work_meter.h"
#include "glance/response.h"

namespace glance::rooms::response {

/// Keeps its arrays.
class ContactChoice {
 public:
  /// The most urgent ones, as many as can be put in order and swept once in half of the time, in
  /// the order in which they were given.
  template <class Urgency>
  std::span<const ResponseContact> make(std::span<const ResponseContact> contacts,
                                        const WorkMeter& meter, Urgency urgency) {
    count_ = std::min(contacts.size(), affordable(meter));
    is_all_ = count_ == contacts.size();
    if (is_all_) return contacts;
    ranked_.clear();
    for (std::uint32_t i = 0; i < contacts.size(); i++) {
      ranked_.push_back({urgency(contacts[i]), i});
    }
    const auto end = ranked_.begin() + static_cast<std::ptrdiff_t>(count_);
    std::nth_element(ranked_.begin(), end, ranked_.end(), [](const Ranked& x, const Ranked& y) {
      return x.urgency != y.urgency ? x.urgency > y.urgency : x.given < y.given;
    });
    std::sort(ranked_.begin(), end,
              [](const Ranked& x, const Ranked& y) { return x.given < y.given; });
    taken_.clear();
    for (auto r = ranked_.begin(); r != end; ++r) taken_.push_back(contacts[r->given]);
    return taken_;
  }

  /// The place of a contact that was taken among those that were given.
  std::uint32_t given(std::uint32_t taken) const { return is_all_ ? taken : ranked_[taken].given; }

  /// What it took to put them in order: for the next time.
  void measure(const WorkMeter& meter) {
    if (count_ < kFew) return;
    const double each = meter.seconds() / static_cast<double>(count_);
    seconds_each_ += 0.25 * (each - seconds_each_);
  }

  std::size_t bytes() const {
    return ranked_.capacity() * sizeof(Ranked) + taken_.capacity() * sizeof(ResponseContact);
  }

 private:
  struct Ranked {
    double urgency;
    std::uint32_t given;
  };

  /// Units of a budget to put a contact in order, and to sweep over it once, about.
  static constexpr std::uint64_t kContactUnits = 40;
  static constexpr std::size_t kFew = 64;

  std::size_t affordable(const WorkMeter& meter) const {
    if (meter.is_unlimited()) return SIZE_MAX;
    const double seconds = meter.seconds_left() / (2 * kSweptOnce * seconds_each_);
    const double most = seconds < 1e9 ? seconds : 1e9;
    return std::max(kFew, std::min(static_cast<std::size_t>(most),
                                   static_cast<std::size_t>(meter.left() / kContactUnits)));
  }

  /// How much longer than to put contacts in order it takes to make rows of them, and to sweep
  /// once.
  static constexpr double kSweptOnce = 2;

  std::vector<Ranked> ranked_;
  std::vector<ResponseContact> taken_;
  std::size_t count_ = 0;
  bool is_all_ = true;
  double seconds_each_ = 0.3e-6;  ///< as measured; at first more than on most machines
};

}  // namespace glance::rooms::response
