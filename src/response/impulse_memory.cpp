// Tested in tests/unit/response/warm_start_test.cpp (WarmStart).
#include "response/impulse_memory.h"

#include <algorithm>
#include <tuple>

namespace glance::response {
namespace {

std::pair<std::uint32_t, std::uint64_t> key_of(std::uint32_t b, std::uint64_t id) {
  return {b, id};
}

}  // namespace

std::span<const ImpulseMemory::Entry> ImpulseMemory::of(std::uint32_t a) const {
  if (a + std::size_t{1} >= first_.size()) return {};
  return std::span(entries_).subspan(first_[a], first_[a + 1] - first_[a]);
}

const Vec3* ImpulseMemory::find(const ResponseContact& contact) const {
  if (contact.id == 0) return nullptr;
  const auto known = of(contact.a);
  const auto wanted = key_of(contact.b, contact.id);
  const auto at =
      std::ranges::lower_bound(known, wanted, {}, [](const Entry& e) { return key_of(e.b, e.id); });
  return at != known.end() && key_of(at->b, at->id) == wanted ? &at->impulse : nullptr;
}

void ImpulseMemory::add(const ResponseContact& contact, const Vec3& impulse) {
  if (contact.id == 0) return;
  const auto place = static_cast<std::uint32_t>(added_.size());
  added_.push_back({contact.a, contact.b, contact.id, place, impulse});
}

void ImpulseMemory::finish(std::size_t bodies) {
  // Each body's entries go where those of the bodies before it end. (From the back, so that
  // first_ counts down to the beginning of each.)
  first_.assign(bodies + 1, 0);
  for (const Entry& e : added_) first_[e.a]++;
  std::uint32_t sum = 0;
  for (std::uint32_t& count : first_) count = sum += count;
  entries_.resize(added_.size());
  for (std::size_t i = added_.size(); i-- > 0;) entries_[--first_[added_[i].a]] = added_[i];
  // Of a body that moves they are in the order of b already: only ids have to be sorted.
  const auto before = [](const Entry& x, const Entry& y) {
    return std::tie(x.b, x.id, x.place) < std::tie(y.b, y.id, y.place);
  };
  for (std::size_t a = 0; a + 1 < first_.size(); a++) {
    const auto begin = entries_.begin() + first_[a], end = entries_.begin() + first_[a + 1];
    if (!std::is_sorted(begin, end, before)) std::sort(begin, end, before);
  }
}

void ImpulseMemory::forget() {
  entries_.clear();
  first_.clear();
}

void ImpulseMemory::forget(std::uint32_t body) {
  if (entries_.empty()) return;
  added_.clear();
  for (const Entry& e : entries_) {
    if (e.a != body && e.b != body) added_.push_back(e);
  }
  finish(first_.size() - 1);
}

std::size_t ImpulseMemory::bytes() const {
  return (added_.capacity() + entries_.capacity()) * sizeof(Entry) +
         first_.capacity() * sizeof(std::uint32_t);
}

}  // namespace glance::response
