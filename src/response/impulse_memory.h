// The impulses of the last solve, by pair of bodies and id of the contact: where the next one
// starts from.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "glance/response.h"

namespace glance::rooms::response {

/// Flat arrays: the entries of each body a, sorted by (b, id), the same whatever order contacts
/// come in. Takes time for contacts, and not for bodies without any. Keeps its arrays.
class ImpulseMemory {
 public:
  /// On b; null if nothing is known of this contact. With a < b.
  const Vec3* find(const ResponseContact& contact) const;

  /// What a solve leaves, in place of what was there: contacts with a < b, in an order that does
  /// not depend on that in which they were given. Those without an id are not kept.
  void begin() { added_.clear(); }
  void add(const ResponseContact& contact, const Vec3& impulse);
  void finish(std::size_t bodies);

  void forget();
  void forget(std::uint32_t body);
  std::size_t bytes() const;

 private:
  struct Entry {
    std::uint32_t a, b;
    std::uint64_t id;
    std::uint32_t place;  ///< in the solve: decides between contacts with the same id
    Vec3 impulse;
  };

  struct Range {
    std::uint32_t begin = 0, end = 0;
  };

  std::span<const Entry> of(std::uint32_t a) const;
  void clear_ranges();

  std::vector<Entry> added_, entries_;
  std::vector<Range> ranges_;           ///< of each body: its entries as `a`
  std::vector<std::uint32_t> present_;  ///< bodies that have any
};

}  // namespace glance::rooms::response
