// Tested in tests/unit/world/frame_contacts_test.cpp (FrameContacts).
#include "glance/frame_contacts.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace glance::rooms::world {
namespace {

/// A triangle of a solid, in the world.
struct Side {
  Vec3 corner, outward;
};

/// Of the triangle that touches; none unless the body is a solid mesh.
std::optional<Side> side_of(const Shape& shape, const Pose& pose, const SubShape& sub) {
  const MeshView mesh = shape.mesh_view();
  // A surface has no outside.
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

void add_exact(const World& world, const FrameReport& frame, const PairReport& pair,
               std::vector<ResponseContact>& to) {
  const Shape *a = world.tested_shape(pair.a), *b = world.tested_shape(pair.b);
  if (!a || !b) return;
  const Pose &pose_a = *world.pose(pair.a), &pose_b = *world.pose(pair.b);
  for (const ContactPoint& p : frame.contacts(pair)) {
    ResponseContact& contact = to.emplace_back(ResponseContact{
        pair.a.index, pair.b.index, (p.point_a + p.point_b) / 2, pair.normal, p.depth, p.id});
    turn_outward(side_of(*a, pose_a, p.sub_a), side_of(*b, pose_b, p.sub_b), p, contact);
  }
}

/// `from`: those of this pair, or of the next one that has any; moves on behind them.
bool add_spheres(std::span<const SpherePair> spheres, std::size_t& from, const PairReport& pair,
                 std::vector<ResponseContact>& to) {
  const auto key = [](std::uint32_t a, std::uint32_t b) { return std::pair(a, b); };
  const auto wanted = key(pair.a.index, pair.b.index);
  while (from < spheres.size() && key(spheres[from].a.index, spheres[from].b.index) < wanted) {
    from++;
  }
  bool any = false;
  for (; from < spheres.size() && key(spheres[from].a.index, spheres[from].b.index) == wanted;
       from++) {
    const SpherePair& s = spheres[from];
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

/// The nearest point of a box, to a point outside of it; inside: the nearest one on its surface.
/// `away` is the direction from the box to the point.
Vec3 nearest_on_box(const Aabb& box, const Vec3& point, Vec3& away) {
  const Vec3 on = point.max(box.lower).min(box.upper);
  away = point - on;
  if (norm_sq(away) > 0) return on;
  Vec3 moved = point;
  double least = INFINITY;
  for (int k = 0; k < 3; k++) {
    for (const double side : {box.lower[k], box.upper[k]}) {
      if (!(std::fabs(side - point[k]) < least)) continue;
      least = std::fabs(side - point[k]);
      moved = point;
      moved[k] = side;
      away = Vec3::unit(k) * (side == box.lower[k] ? -1 : 1);
    }
  }
  return moved;
}

/// From the box (or the plane) of the larger body to the centre of the smaller one. Its depth is
/// not known: 0.
bool add_rough(const World& world, const PairReport& pair, std::vector<ResponseContact>& to) {
  const Shape *a = world.tested_shape(pair.a), *b = world.tested_shape(pair.b);
  if (!a || !b) return false;
  const bool plane_a = a->kind() == ShapeKind::halfspace,
             plane_b = b->kind() == ShapeKind::halfspace;
  // Two half-spaces have neither a centre nor a box to start from.
  if (plane_a && plane_b) return false;
  const bool a_is_larger = plane_a || (!plane_b && a->bounding_radius() >= b->bounding_radius());
  const Shape &large = a_is_larger ? *a : *b, &small = a_is_larger ? *b : *a;
  const Pose& large_pose = *world.pose(a_is_larger ? pair.a : pair.b);
  const Vec3 center = world.pose(a_is_larger ? pair.b : pair.a)->apply(small.mass().centroid);
  const Vec3 local = multiply_transposed(large_pose.rotation(), center - large_pose.translation());
  // At the triangle that touches, if the larger one is a mesh: its box says little.
  const SubShape& sub = a_is_larger ? pair.sub_a : pair.sub_b;
  if (const std::optional<Side> side = side_of(large, large_pose, sub)) {
    // The foot of the smaller body's centre on the plane of the triangle.
    const double height = dot(side->outward, Vec3(center - side->corner));
    to.push_back({pair.a.index, pair.b.index, Vec3(center - height * side->outward),
                  a_is_larger ? side->outward : Vec3(-side->outward), 0});
    return true;
  }
  if (!large.is_convex()) return false;
  Vec3 away, on;
  if (large.kind() == ShapeKind::halfspace) {
    away = large.sizes();  // its normal
    on = local - (dot(away, local) - large.plane_offset() - large.rounding()) * away;
  } else {
    on = nearest_on_box(large.bounds(), local, away);
  }
  const Vec3 normal = normalized(multiply(large_pose.rotation(), away));
  to.push_back(
      {pair.a.index, pair.b.index, large_pose.apply(on), a_is_larger ? normal : Vec3(-normal), 0});
  return true;
}

enum class Quality : std::uint8_t { none, coarse, spheres };

/// Of a pair without contact points: the best that is known. `spheres`: as in add_spheres.
Quality add_best(const World& world, const FrameReport& frame, const PairReport& pair,
                 std::size_t& spheres, std::vector<ResponseContact>& to) {
  if (add_spheres(frame.sphere_pairs, spheres, pair, to)) return Quality::spheres;
  const bool coarse = (!pair.touches() && add_coarse(pair, to)) || add_rough(world, pair, to);
  return coarse ? Quality::coarse : Quality::none;
}

}  // namespace
}  // namespace glance::rooms::world

namespace glance {
using namespace rooms::world;

void response_contacts(const World& world, const FrameReport& frame, FrameContacts& found) {
  found.contacts.clear();
  found.exact_pairs = found.sphere_pairs = found.coarse_pairs = found.left_out_pairs = 0;
  for (const PairReport& pair : frame.touching) {
    if (pair.contact_count == 0 || pair.sensor) continue;
    add_exact(world, frame, pair, found.contacts);
    found.exact_pairs++;
  }
  found.exact_contacts = found.contacts.size();
  const auto add_others = [&](std::span<const PairReport> pairs) {
    std::size_t spheres = 0;
    for (const PairReport& pair : pairs) {
      if (pair.contact_count > 0 || pair.sensor) continue;
      switch (add_best(world, frame, pair, spheres, found.contacts)) {
        case Quality::spheres: found.sphere_pairs++; break;
        case Quality::coarse: found.coarse_pairs++; break;
        case Quality::none: found.left_out_pairs++; break;
      }
    }
  };
  // (Without a budget whoever has no points has none: two half-spaces.)
  if (frame.budget.interrupted) add_others(frame.touching);
  if (frame.budget.taken_for == Undecided::touch) add_others(frame.undecided);
}

double fraction_until_contact(const MovingPair& pair, const ImpactOptions& options) {
  const Result<Motion> a = Motion::between(pair.previous_a, pair.current_a, pair.a.mass().centroid);
  const Result<Motion> b = Motion::between(pair.previous_b, pair.current_b, pair.b.mass().centroid);
  if (!a || !b) return 0;  // beyond what coordinates may be: not at all
  return time_of_impact({pair.a, *a}, {pair.b, *b}, options).time;
}

}  // namespace glance
