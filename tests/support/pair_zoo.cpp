#include "support/pair_zoo.h"

#include <cmath>

#include "glance/hash.h"
#include "support/point_sets.h"
#include "support/shorthand.h"

namespace glance::test {
namespace {

std::vector<Vec3> ball_points(Rng& rng, std::uint32_t least, std::uint32_t most) {
  std::vector<Vec3> points(least + rng.below(most - least + 1));
  const Vec3 stretch{rng.uniform(0.3, 1), rng.uniform(0.3, 1), rng.uniform(0.3, 1)};
  for (Vec3& p : points) p = rng.direction().times(stretch);
  return points;
}

Pose any_pose(Rng& rng, double reach) { return posed(rng.rotation(), rng.in_box(reach)); }

/// B at a distance along a random direction from A, in units of the sum of radii.
void place(Pair& pair, Rng& rng, double nearest, double farthest) {
  const double radii = pair.a.bounding_radius() + pair.b.bounding_radius();
  pair.pose_a = any_pose(rng, 1);
  const Vec3 centre = pair.pose_a.apply(pair.a.mass().centroid);
  const Quat turn = rng.rotation();
  const Vec3 wanted = centre + rng.direction() * (radii * rng.uniform(nearest, farthest));
  pair.pose_b = posed(turn, wanted - multiply(rotation_matrix(turn), pair.b.mass().centroid));
}

/// 0, or +-1e-16 .. +-1e-3.
double small_shift(Rng& rng) {
  if (rng.chance(0.25)) return 0;
  const double size = std::pow(10, std::floor(rng.uniform(-16, -2)));
  return rng.chance(0.5) ? size : -size;
}

/// Two bodies in one frame, A below and B above the plane z = 0 but for the shift that
/// B's lowest points have. Both get the same pose, so the verdict is that of the frame.
Pair in_contact(std::vector<Vec3> below, std::vector<Vec3> above, double shift, Rng& rng) {
  Pair pair{hull(below), any_pose(rng, 2), hull(above), {}, {}, {}};
  pair.pose_b = pair.pose_a;
  pair.verdict = shift > 0 ? Verdict::apart : shift < 0 ? Verdict::overlapping : Verdict::touching;
  pair.signed_distance = shift;
  if (rng.chance(0.5)) {
    std::swap(pair.a, pair.b);
    std::swap(pair.pose_a, pair.pose_b);
  }
  return pair;
}

/// Points strictly on one side of z = 0, at least 0.2 from it.
void add_rest(std::vector<Vec3>& points, int side, Rng& rng) {
  const std::uint32_t count = 1 + rng.below(8);
  for (std::uint32_t i = 0; i < count; i++) {
    points.push_back({rng.uniform(-1, 1), rng.uniform(-1, 1), side * rng.uniform(0.2, 1.5)});
  }
}

/// A polygon around the z axis at height z: no gap between corners is half a turn.
std::vector<Vec3> polygon(double z, Rng& rng) {
  std::vector<Vec3> points;
  const std::uint32_t corners = 3 + rng.below(5);
  for (std::uint32_t i = 0; i < corners; i++) {
    const double angle = (i + rng.uniform(0, 0.3)) * 2 * 3.14159265 / corners;
    points.push_back({std::cos(angle), std::sin(angle), z});
  }
  return points;
}

Pair face_contact(Rng& rng) {
  const double shift = small_shift(rng);
  auto below = polygon(0, rng), above = polygon(shift, rng);
  add_rest(below, -1, rng);
  add_rest(above, 1, rng);
  return in_contact(below, above, shift, rng);
}

Pair edge_contact(Rng& rng) {
  const double shift = small_shift(rng);
  std::vector<Vec3> below{{-1, 0, 0}, {1, 0, 0}}, above{{0, -1, shift}, {0, 1, shift}};
  add_rest(below, -1, rng);
  add_rest(above, 1, rng);
  // Wide enough that the way out is up.
  for (double s : {-1.0, 1.0}) {
    below.push_back({s * 0.5, s, -1.6});
    below.push_back({-s * 0.5, s, -1.6});
    above.push_back({s, s * 0.5, 1.6});
    above.push_back({s, -s * 0.5, 1.6});
  }
  return in_contact(below, above, shift, rng);
}

Pair vertex_contact(Rng& rng) {
  const double shift = small_shift(rng);
  auto below = polygon(0, rng);
  std::vector<Vec3> above{{0, 0, shift}};
  add_rest(below, -1, rng);
  add_rest(above, 1, rng);
  add_rest(above, 1, rng);
  return in_contact(below, above, shift, rng);
}

Shape squeezed(const Vec3& stretch, Rng& rng) {
  auto points = ball_points(rng, 4, 24);
  const Mat3 turn = rotation_matrix(rng.rotation());
  for (Vec3& p : points) p = multiply(turn, p.times(stretch));
  return hull(points);
}

Pair squeezed_pair(const Vec3& stretch, Rng& rng, double nearest, double farthest) {
  Pair pair{squeezed(stretch, rng),
            {},
            squeezed(rng.chance(0.5) ? stretch : Vec3(1, 1, 1), rng),
            {},
            {},
            {}};
  place(pair, rng, nearest, farthest);
  return pair;
}

Shape flat_shape(Rng& rng) {
  std::vector<Vec3> points;
  switch (rng.below(4)) {
    case 0: points = {rng.in_box(0.5)}; break;
    case 1: points = {rng.in_box(1), rng.in_box(1)}; break;
    default: {
      const std::uint32_t corners = 3 + rng.below(8);
      for (std::uint32_t i = 0; i < corners; i++) {
        points.push_back({rng.uniform(-1, 1), rng.uniform(-1, 1), 0});
      }
    }
  }
  return hull(points);
}

/// Flat bodies in the same plane (where they can at most touch), crossing, or against
/// a solid.
Pair flat_pair(Rng& rng) {
  Pair pair{flat_shape(rng),
            {},
            rng.chance(0.6) ? flat_shape(rng) : hull(ball_points(rng, 4, 16)),
            {},
            {},
            {}};
  if (rng.chance(0.4)) {
    pair.pose_a = pair.pose_b = any_pose(rng, 1);
  } else {
    place(pair, rng, 0, 0.8);
  }
  return pair;
}

Pair nested(Rng& rng) {
  const Shape outer = hull(ball_points(rng, 6, 30));
  Pair pair{outer, any_pose(rng, 1), outer, {}, {}, {}};
  // The vertices of B are a tenth of A's, about A's centroid: interior for certain.
  std::vector<Vec3> inside;
  for (const Vec3& v : pair.a.vertices()) {
    inside.push_back(pair.a.mass().centroid + 0.1 * (v - pair.a.mass().centroid));
  }
  pair.b = hull(inside);
  pair.pose_b = pair.pose_a;
  pair.verdict = Verdict::overlapping;
  if (rng.chance(0.5)) {
    std::swap(pair.a, pair.b);
    std::swap(pair.pose_a, pair.pose_b);
  }
  return pair;
}

Pair identical(Rng& rng) {
  const Shape shape = hull(ball_points(rng, 4, 30));
  Pair pair{shape, any_pose(rng, 1), shape, {}, {}, {}};
  if (rng.chance(0.3)) {
    pair.pose_b = pair.pose_a;
    pair.verdict = Verdict::overlapping;
  } else {
    place(pair, rng, 0, 1.2);
    if (rng.chance(0.5)) {  // the same orientation: all edges parallel to their twins
      pair.pose_b = Pose::make(pair.pose_a.rotation(), pair.pose_b.translation()).value();
    }
  }
  return pair;
}

Pair near_parallel(Rng& rng) {
  const Vec3 ha{rng.uniform(0.3, 1), rng.uniform(0.3, 1), rng.uniform(0.3, 1)};
  const Vec3 hb{rng.uniform(0.3, 1), rng.uniform(0.3, 1), rng.uniform(0.3, 1)};
  Pair pair{Shape::box(ha).value(), {}, Shape::box(hb).value(), {}, {}, {}};
  pair.pose_a = any_pose(rng, 1);
  const double angle = std::pow(10, rng.uniform(-15, -6));
  const Mat3 turn = compose(pair.pose_a.rotation(),
                            rotation_matrix(Quat::from_rotation_vector(rng.direction() * angle)));
  Vec3 local = rng.in_box(0.3);
  const int axis = static_cast<int>(rng.below(3));
  local[axis] = ha[axis] + hb[axis] + small_shift(rng);
  pair.pose_b = Pose::make(turn, pair.pose_a.apply(local)).value();
  return pair;
}

Pair tiny_rotation(Rng& rng) {
  // Two bodies resting on each other face to face, one of them turned by next to
  // nothing about a point of the contact.
  Pair pair = face_contact(rng);
  const Mat3 turn = rotation_matrix(
      Quat::from_rotation_vector(rng.direction() * std::pow(10, rng.uniform(-16, -9))));
  pair.pose_b =
      Pose::make(compose(pair.pose_b.rotation(), turn), pair.pose_b.translation()).value();
  pair.verdict.reset();
  pair.signed_distance.reset();
  return pair;
}

Pair scales(Rng& rng) {
  const double size_a = std::pow(10, rng.uniform(-6, 6));
  const double size_b =
      rng.chance(0.5) ? size_a * rng.uniform(0.1, 10) : std::pow(10, rng.uniform(-6, 6));
  Pair pair{hull(ball_points(rng, 4, 24)), {}, hull(ball_points(rng, 4, 24)), {}, {}, {}};
  pair.a = pair.a.scaled(size_a).value();
  pair.b = pair.b.scaled(size_b).value();
  place(pair, rng, 0.4, 1.0);
  return pair;
}

Pair offsets(Rng& rng) {
  Pair pair{hull(ball_points(rng, 4, 24)), {}, hull(ball_points(rng, 4, 24)), {}, {}, {}};
  place(pair, rng, 0.4, 1.0);
  const Vec3 offset = rng.direction() * 1e6;
  pair.pose_a = Pose::make(pair.pose_a.rotation(), pair.pose_a.translation() + offset).value();
  pair.pose_b = Pose::make(pair.pose_b.rotation(), pair.pose_b.translation() + offset).value();
  return pair;
}

Pair coplanar_points(Rng& rng) {
  const auto lattice = [&] {
    std::vector<Vec3> points;
    const std::uint32_t count = 6 + rng.below(20);
    for (std::uint32_t i = 0; i < count; i++) {
      points.push_back(Vec3(rng.below(4), rng.below(4), rng.below(4)) * 0.25);
    }
    return hull(points);
  };
  Pair pair{lattice(), {}, lattice(), {}, {}, {}};
  // Lattice shifts: contacts along faces, edges and corners without any rounding.
  const Vec3 shift = Vec3(rng.below(8), rng.below(8), rng.below(8)) * 0.25 - Vec3::constant(0.75);
  pair.pose_b = Pose::make(shift).value();
  return pair;
}

}  // namespace

std::string to_string(PairClass kind) {
  static const char* const kNames[] = {
      "random_hulls",  "face_contact",  "edge_contact", "vertex_contact", "slivers",
      "needles",       "plates",        "flat",         "nested",         "identical",
      "near_parallel", "tiny_rotation", "scales",       "offsets",        "coplanar_points"};
  return kNames[static_cast<int>(kind)];
}

Pair make_pair(PairClass kind, Rng& rng) {
  switch (kind) {
    case PairClass::random_hulls: {
      Pair pair{hull(ball_points(rng, 4, 60)), {}, hull(ball_points(rng, 4, 60)), {}, {}, {}};
      place(pair, rng, 0.3, 1.1);
      return pair;
    }
    case PairClass::face_contact: return face_contact(rng);
    case PairClass::edge_contact: return edge_contact(rng);
    case PairClass::vertex_contact: return vertex_contact(rng);
    case PairClass::slivers:
      return squeezed_pair({1, 1, std::pow(10, rng.uniform(-8, -4))}, rng, 0, 0.7);
    case PairClass::needles: return squeezed_pair({1, 1e-4, 1e-4}, rng, 0, 0.4);
    case PairClass::plates: return squeezed_pair({1, 1, 1e-9}, rng, 0, 0.7);
    case PairClass::flat: return flat_pair(rng);
    case PairClass::nested: return nested(rng);
    case PairClass::identical: return identical(rng);
    case PairClass::near_parallel: return near_parallel(rng);
    case PairClass::tiny_rotation: return tiny_rotation(rng);
    case PairClass::scales: return scales(rng);
    case PairClass::offsets: return offsets(rng);
    case PairClass::coplanar_points: return coplanar_points(rng);
  }
  std::abort();
}

Pair make_pair(PairClass kind, int index) {
  Rng rng(Hash().add(std::uint64_t(kind)).add(std::uint64_t(index)).value());
  return make_pair(kind, rng);
}

}  // namespace glance::test
