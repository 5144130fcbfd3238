#include "glance/frame_contacts.h"

#include <algorithm>

#include "glance/contact.h"

namespace glance {
namespace {

/// With the scale: what was tested.
Shape tested_shape(const Body& body) {
  if (body.scale == 1) return body.shape;
  return body.shape.scaled(body.scale).value_or(body.shape);  // it was scaled when it was added
}

bool is_decided(const PairReport& pair) {
  return pair.verdict == Verdict::touching || pair.verdict == Verdict::overlapping;
}

/// False if there is none: a shape of which no contact is known.
bool add_exact(const World& world, const PairReport& pair, std::vector<ResponseContact>& to) {
  const Result<Body> a = world.body(pair.a), b = world.body(pair.b);
  if (!a || !b) return false;
  const Contacts found = contacts(tested_shape(*a), a->pose, tested_shape(*b), b->pose,
                                  {.margin = world.options().margin});
  for (const ContactPoint& p : found.span()) {
    to.push_back(
        {pair.a.index, pair.b.index, (p.point_a + p.point_b) / 2, found.normal, p.depth});
  }
  return found.count > 0;
}

bool add_spheres(std::span<const SpherePair> spheres, const PairReport& pair,
                 std::vector<ResponseContact>& to) {
  const auto order = [](const SpherePair& s) { return BodyPair{s.a, s.b}; };
  const auto range = std::ranges::equal_range(spheres, BodyPair{pair.a, pair.b}, {}, order);
  bool any = false;
  for (const SpherePair& s : range) {
    const Result<ResponseContact> contact = contact_of_spheres(
        s.a.index, s.center_a, s.radius_a, s.b.index, s.center_b, s.radius_b);
    if (!contact) continue;  // one centre on the other: no direction
    to.push_back(*contact);
    any = true;
  }
  return any;
}

bool add_coarse(const PairReport& pair, std::vector<ResponseContact>& to) {
  // (Of a pair that no sphere was looked at, the normal is zero.)
  constexpr double kUnit = 1e-6;
  if (!(std::abs(norm(pair.normal) - 1) < kUnit)) return false;
  to.push_back({pair.a.index, pair.b.index, (pair.point_a + pair.point_b) / 2,
                normalized(pair.normal), 0});
  return true;
}

}  // namespace

void find_contacts(const World& world, const FrameReport& frame, FrameContacts& found) {
  found.contacts.clear();
  found.exact_pairs = found.sphere_pairs = found.coarse_pairs = 0;
  for (const PairReport& pair : frame.touching) {
    if (is_decided(pair)) found.exact_pairs += add_exact(world, pair, found.contacts) ? 1 : 0;
  }
  found.exact_contacts = found.contacts.size();
  for (const PairReport& pair : frame.touching) {
    if (is_decided(pair)) continue;
    if (add_spheres(frame.sphere_pairs, pair, found.contacts)) {
      found.sphere_pairs++;
    } else if (add_coarse(pair, found.contacts)) {
      found.coarse_pairs++;
    }
  }
}

double fraction_until_contact(const MovingPair& pair, const ImpactOptions& options) {
  const Result<Motion> a =
      Motion::between(pair.previous_a, pair.current_a, pair.a.mass().centroid);
  const Result<Motion> b =
      Motion::between(pair.previous_b, pair.current_b, pair.b.mass().centroid);
  if (!a || !b) return 0;  // beyond what coordinates may be: not at all
  return time_of_impact(pair.a, *a, pair.b, *b, options).time;
}

}  // namespace glance
