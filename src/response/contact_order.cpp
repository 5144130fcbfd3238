// Tested in tests/unit/response/response_budget_test.cpp (ResponseBudget.TheFastestComeFirst).
#include "response/contact_order.h"

#include <algorithm>
#include <tuple>

namespace glance::rooms::response {
namespace {

auto place_of(const OrderedContact& s) {
  const ResponseContact& c = s.contact;
  return std::make_tuple(c.point.x(), c.point.y(), c.point.z(), c.normal.x(), c.normal.y(),
                         c.normal.z(), c.depth, c.id, s.given);
}

}  // namespace

std::span<const OrderedContact> ContactOrder::make(std::span<const RigidBody> bodies,
                                                   std::span<const ResponseContact> contacts) {
  islands_.reset(bodies.size());
  for (const ResponseContact& contact : contacts) {
    if (!bodies[contact.a].is_fixed() && !bodies[contact.b].is_fixed()) {
      islands_.join(contact.a, contact.b);
    }
  }
  unordered_.clear();
  keys_.clear();
  for (std::size_t i = 0; i < contacts.size(); i++) {
    OrderedContact s{contacts[i], 0, static_cast<std::uint32_t>(i), contacts[i].a > contacts[i].b};
    if (s.flipped) {
      std::swap(s.contact.a, s.contact.b);
      s.contact.normal = -s.contact.normal;
    }
    const bool fixed_a = bodies[s.contact.a].is_fixed(), fixed_b = bodies[s.contact.b].is_fixed();
    if (fixed_a && fixed_b) continue;
    s.island = islands_.find(fixed_a ? s.contact.b : s.contact.a);
    keys_.push_back(
        {s.island, s.contact.a, s.contact.b, static_cast<std::uint32_t>(unordered_.size())});
    unordered_.push_back(s);
  }
  std::ranges::sort(keys_, [&](const Key& x, const Key& y) {
    if (x.island != y.island) return x.island < y.island;
    if (x.a != y.a) return x.a < y.a;
    if (x.b != y.b) return x.b < y.b;
    return place_of(unordered_[x.place]) < place_of(unordered_[y.place]);
  });
  ordered_.clear();
  for (const Key& key : keys_) ordered_.push_back(unordered_[key.place]);
  return ordered_;
}

}  // namespace glance::rooms::response
