// The impulses of the last solve, by pair of bodies and id of the contact: where the next one
// starts from.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "glance/response.h"

namespace glance::response {

/// Flat arrays, sorted by (a, b, id): the same whatever order contacts come in. Keeps its arrays.
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

  std::span<const Entry> of(std::uint32_t a) const;

  std::vector<Entry> added_, entries_;
  std::vector<std::uint32_t> first_;  ///< of each body: its first entry as `a`; one more at the end
};

}  // namespace glance::response
