#include "response/contact_order.h"

#include <algorithm>
#include <tuple>

namespace glance {
namespace {

constexpr std::uint32_t kFixed = UINT32_MAX;  ///< the island of two fixed bodies: comes last

}  // namespace

std::span<const OrderedContact> ContactOrder::make(std::span<const RigidBody> bodies,
                                                   std::span<const ResponseContact> contacts) {
  islands_.reset(bodies.size());
  for (const ResponseContact& contact : contacts) {
    if (!bodies[contact.a].is_fixed() && !bodies[contact.b].is_fixed()) {
      islands_.join(contact.a, contact.b);
    }
  }
  ordered_.clear();
  for (std::size_t i = 0; i < contacts.size(); i++) {
    OrderedContact s{contacts[i], 0, static_cast<std::uint32_t>(i), contacts[i].a > contacts[i].b};
    if (s.flipped) {
      std::swap(s.contact.a, s.contact.b);
      s.contact.normal = -s.contact.normal;
    }
    const bool fixed_a = bodies[s.contact.a].is_fixed(), fixed_b = bodies[s.contact.b].is_fixed();
    s.island = fixed_a && fixed_b ? kFixed : islands_.find(fixed_a ? s.contact.b : s.contact.a);
    ordered_.push_back(s);
  }
  std::ranges::sort(ordered_, {}, [](const OrderedContact& s) {
    const ResponseContact& c = s.contact;
    return std::make_tuple(s.island, c.a, c.b, c.point.x(), c.point.y(), c.point.z(), c.normal.x(),
                           c.normal.y(), c.normal.z(), c.depth, s.given);
  });
  while (!ordered_.empty() && ordered_.back().island == kFixed) ordered_.pop_back();
  return ordered_;
}

}  // namespace glance
