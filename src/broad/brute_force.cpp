// Every pair of boxes, every frame: too simple to be wrong, and the oracle of the others.
#include <algorithm>

#include "broad/broad_phase.h"

namespace glance::rooms::broad {
namespace {

class BruteForce final : public BroadPhase {
 public:
  void update(const BoxArrays& boxes, std::span<const std::uint8_t> is_static,
              const BodyChanges& changes) override {
    for (const std::uint32_t body : changes.removed) std::erase(bodies_, body);
    bodies_.insert(bodies_.end(), changes.added.begin(), changes.added.end());
    std::ranges::sort(bodies_);
    next_.clear();
    for (std::size_t i = 0; i < bodies_.size(); i++) {
      for (std::size_t j = i + 1; j < bodies_.size(); j++) {
        const std::uint32_t a = bodies_[i], b = bodies_[j];
        if (is_static[a] && is_static[b]) continue;
        if (boxes.overlap(a, b)) next_.push_back(pair_key(a, b));
      }
    }
    take_over();
  }

  void reserve(std::size_t bodies, std::size_t pairs) override {
    BroadPhase::reserve(bodies, pairs);
    bodies_.reserve(bodies);
  }

 private:
  std::vector<std::uint32_t> bodies_;  ///< sorted
};

}  // namespace

std::unique_ptr<BroadPhase> make_brute_force() { return std::make_unique<BruteForce>(); }

}  // namespace glance::rooms::broad
