#include "glance/frame_contacts.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "glance/contact.h"

namespace glance {
namespace {

/// With the scale: what was tested.
Shape tested_shape(const Body& body) {
  if (body.scale == 1) return body.shape;
  return body.shape.scaled(body.scale).value_or(body.shape);  // it was scaled when it was added
}

/// A triangle of a solid, in the world.
struct Side {
  Vec3 corner, outward;
};

/// Of the triangle that touches; none unless the body is a solid mesh.
std::optional<Side> side_of(const Shape& shape, const Pose& pose, const SubShape& sub) {
  const MeshView mesh = shape.mesh_view();
  if (!mesh.solid || sub.triangle == SubShape::kNone) return {};
  const auto at = std::ranges::lower_bound(mesh.given, sub.triangle);
  if (at == mesh.given.end() || *at != sub.triangle) return {};
  const Triangle& t = mesh.triangles[static_cast<std::size_t>(at - mesh.given.begin())];
  const Vec3 p = pose.apply(mesh.vertices[t[0]]), q = pose.apply(mesh.vertices[t[1]]),
             r = pose.apply(mesh.vertices[t[2]]);
  const double sign = shape.mass().volume < 0 ? -1 : 1;  // a mesh may be inside out
  return Side{p, sign * normalized(cross(Vec3(q - p), Vec3(r - p)))};
}

/// Triangles are thin: the shortest way out of one may lead into the solid. Bodies that would be
/// pushed that way (or nearly so) are pushed out of the front of what they touch.
void turn_outward(const std::optional<Side>& a, const std::optional<Side>& b,
                  const ContactPoint& point, ResponseContact& contact) {
  if (!a && !b) return;
  constexpr double kOutward = 0.5;  // the cosine of 60 degrees
  const Vec3 out = a && b ? normalized(Vec3(a->outward - b->outward))
                   : a    ? a->outward
                          : Vec3(-b->outward);
  if (!(dot(contact.normal, out) < kOutward) || norm_sq(out) == 0) return;
  contact.normal = out;
  // At least as far as the shortest way was, and as the point lies behind the triangle.
  const double behind =
      a ? dot(out, Vec3(a->corner - point.point_b)) : dot(out, Vec3(point.point_a - b->corner));
  contact.depth = std::max(contact.depth, behind);
}

/// False if there is none: a shape of which no contact is known.
bool add_exact(const World& world, const PairReport& pair, std::vector<ResponseContact>& to) {
  const Result<Body> a = world.body(pair.a), b = world.body(pair.b);
  if (!a || !b) return false;
  const Shape shape_a = tested_shape(*a), shape_b = tested_shape(*b);
  const Contacts found =
      contacts(shape_a, a->pose, shape_b, b->pose, {.margin = world.options().margin});
  for (const ContactPoint& p : found.span()) {
    ResponseContact& contact = to.emplace_back(ResponseContact{
        pair.a.index, pair.b.index, (p.point_a + p.point_b) / 2, found.normal, p.depth});
    turn_outward(side_of(shape_a, a->pose, p.sub_a), side_of(shape_b, b->pose, p.sub_b), p,
                 contact);
  }
  return found.count > 0;
}

bool add_spheres(std::span<const SpherePair> spheres, const PairReport& pair,
                 std::vector<ResponseContact>& to) {
  const auto order = [](const SpherePair& s) { return BodyPair{s.a, s.b}; };
  const auto range = std::ranges::equal_range(spheres, BodyPair{pair.a, pair.b}, {}, order);
  bool any = false;
  for (const SpherePair& s : range) {
    const Result<ResponseContact> contact =
        contact_of_spheres(s.a.index, s.center_a, s.radius_a, s.b.index, s.center_b, s.radius_b);
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
  to.push_back(
      {pair.a.index, pair.b.index, (pair.point_a + pair.point_b) / 2, normalized(pair.normal), 0});
  return true;
}

}  // namespace

void find_contacts(const World& world, const FrameReport& frame, FrameContacts& found) {
  found.contacts.clear();
  found.exact_pairs = found.sphere_pairs = found.coarse_pairs = 0;
  for (const PairReport& pair : frame.touching) {
    if (pair.touches()) found.exact_pairs += add_exact(world, pair, found.contacts) ? 1 : 0;
  }
  found.exact_contacts = found.contacts.size();
  for (const PairReport& pair : frame.touching) {
    if (pair.touches()) continue;
    if (add_spheres(frame.sphere_pairs, pair, found.contacts)) {
      found.sphere_pairs++;
    } else if (add_coarse(pair, found.contacts)) {
      found.coarse_pairs++;
    }
  }
}

double fraction_until_contact(const MovingPair& pair, const ImpactOptions& options) {
  const Result<Motion> a = Motion::between(pair.previous_a, pair.current_a, pair.a.mass().centroid);
  const Result<Motion> b = Motion::between(pair.previous_b, pair.current_b, pair.b.mass().centroid);
  if (!a || !b) return 0;  // beyond what coordinates may be: not at all
  return time_of_impact(pair.a, *a, pair.b, *b, options).time;
}

}  // namespace glance
