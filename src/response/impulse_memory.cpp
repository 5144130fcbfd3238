// Tested in tests/unit/response/warm_start_test.cpp (WarmStart).
#include "response/impulse_memory.h"

#include <algorithm>
#include <tuple>

namespace glance::rooms::response {
namespace {

std::pair<std::uint32_t, std::uint64_t> key_of(std::uint32_t b, std::uint64_t id) {
  return {b, id};
}

}  // namespace

std::span<const ImpulseMemory::Entry> ImpulseMemory::of(std::uint32_t a) const {
  if (a >= ranges_.size()) return {};
  return std::span(entries_).subspan(ranges_[a].begin, ranges_[a].end - ranges_[a].begin);
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
  // Counts the entries of each body, then puts them where those of the bodies before it end.
  clear_ranges();
  ranges_.resize(bodies);
  for (const Entry& e : added_) {
    if (ranges_[e.a].end++ == 0) present_.push_back(e.a);
  }
  std::uint32_t sum = 0;
  for (const std::uint32_t a : present_) {
    const std::uint32_t count = ranges_[a].end;
    ranges_[a] = {sum, sum};
    sum += count;
  }
  entries_.resize(added_.size());
  for (const Entry& e : added_) entries_[ranges_[e.a].end++] = e;
  // Of a body that moves they are in the order of b already: only ids have to be sorted.
  const auto before = [](const Entry& x, const Entry& y) {
    return std::tie(x.b, x.id, x.place) < std::tie(y.b, y.id, y.place);
  };
  for (const std::uint32_t a : present_) {
    const auto begin = entries_.begin() + ranges_[a].begin, end = entries_.begin() + ranges_[a].end;
    if (!std::is_sorted(begin, end, before)) std::sort(begin, end, before);
  }
}

void ImpulseMemory::clear_ranges() {
  for (const std::uint32_t a : present_) ranges_[a] = {};
  present_.clear();
}

void ImpulseMemory::forget() {
  entries_.clear();
  clear_ranges();
}

void ImpulseMemory::forget(std::uint32_t body) {
  if (entries_.empty()) return;
  added_.clear();
  for (const Entry& e : entries_) {
    if (e.a != body && e.b != body) added_.push_back(e);
  }
  finish(ranges_.size());
}

std::size_t ImpulseMemory::bytes() const {
  return (added_.capacity() + entries_.capacity()) * sizeof(Entry) +
         ranges_.capacity() * sizeof(Range) + present_.capacity() * sizeof(std::uint32_t);
}

}  // namespace glance::rooms::response
