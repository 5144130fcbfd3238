#include "support/kind_zoo.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "glance/hash.h"
#include "support/reference.h"
#include "support/shorthand.h"

namespace glance::test {
namespace {

Pose shifted(const Pose& p, const Vec3& by) {
  return Pose::make(p.rotation(), p.translation() + by).value();
}

/// A point inside or, of a half-space, on the boundary; in the world.
Vec3 middle_of(const Shape& shape, const Pose& at) { return at.apply(shape.mass().centroid); }

/// The direction in which B has to lie: for half-spaces there is but one.
RealVec way_to_b(const Pair& p, Rng& rng) {
  if (p.a.kind() == ShapeKind::halfspace) {
    return real(p.pose_a.rotation() * p.a.sizes()).normalized();
  }
  if (p.b.kind() == ShapeKind::halfspace) {
    return -real(p.pose_b.rotation() * p.b.sizes()).normalized();
  }
  return real(rng.direction());
}

/// The gap that B has to A along n, which is theirs alone if one is a half-space.
Real gap(const Pair& p, const RealVec& n) {
  if (p.a.kind() == ShapeKind::halfspace || p.b.kind() == ShapeKind::halfspace) {
    const Real d = reference_distance(p.a, p.pose_a, p.b, p.pose_b).signed_distance;
    return std::isfinite(d) ? d : 0;
  }
  return gap_along(p.a, p.pose_a, p.b, p.pose_b, n);
}

/// Moves B along n until the gap along n is as wanted, up to rounding.
void set_gap(Pair& p, const RealVec& n, Real wanted) {
  const RealVec by = n * (wanted - gap(p, n));
  p.pose_b = shifted(p.pose_b, rounded(by));
}

double smaller_size(const Pair& p) {
  const double a = p.a.extent(), b = p.b.extent();
  return a > 0 && b > 0 ? std::min(a, b) : a + b > 0 ? a + b : 1;
}

/// Somewhere near: the gap along some direction is a part of the smaller size.
void place(Pair& p, double reach, double nearest, double farthest, Rng& rng) {
  p.pose_a = posed(rng.rotation(), rng.in_box(reach));
  p.pose_b = posed(rng.rotation(), p.pose_a.translation());
  p.pose_b = shifted(p.pose_b, middle_of(p.a, p.pose_a) - middle_of(p.b, p.pose_b) +
                                   rng.in_box(0.2 * smaller_size(p)));
  if (p.a.kind() == ShapeKind::halfspace && p.b.kind() == ShapeKind::halfspace &&
      rng.chance(0.7)) {  // face to face: exactly so only where rotations agree
    const Vec3 n = p.a.sizes();
    p.b = Shape::halfspace(-n, p.b.plane_offset()).value().rounded(p.b.rounding()).value();
    p.pose_b = Pose::make(p.pose_a.rotation(), p.pose_b.translation()).value();
  }
  set_gap(p, way_to_b(p, rng), rng.uniform(nearest, farthest) * smaller_size(p));
}

double any_size(Rng& rng) { return rng.chance(0.2) ? power_of_ten(rng, -3, 3) : 1; }
double any_aspect(Rng& rng) { return rng.chance(0.1) ? 1e3 : 20; }

Pair two_bodies(ShapeKind a, ShapeKind b, double size_a, double size_b, Rng& rng) {
  return {make_body(a, size_a, any_aspect(rng), rng.chance(0.3), rng),
          {},
          make_body(b, size_b, any_aspect(rng), rng.chance(0.3), rng),
          {},
          {},
          {}};
}

Pair anywhere(ShapeKind a, ShapeKind b, Rng& rng) {
  const double size = any_size(rng);
  Pair p = two_bodies(a, b, size, size * power_of_ten(rng, -0.5, 0.5), rng);
  place(p, rng.chance(0.15) ? 1e4 : 2 * size, -0.8, 0.25, rng);
  return p;
}

/// One of several, so that half of them touch where they can.
Pair random_pair(ShapeKind a, ShapeKind b, Rng& rng) {
  const bool touching = rng.chance(0.5);
  constexpr int kTries = 6;
  for (int i = 0;; i++) {
    Pair p = anywhere(a, b, rng);
    const Real d = reference_distance(p.a, p.pose_a, p.b, p.pose_b).signed_distance;
    if ((d <= 0) == touching || i == kTries) return p;
  }
}

/// Moves B along the true normal until the signed distance is as wanted, up to rounding.
void bring_to(Pair& p, Real wanted) {
  for (int i = 0; i < 2; i++) {  // the second time for what rounding the first left
    const Reference r = reference_distance(p.a, p.pose_a, p.b, p.pose_b);
    if (!std::isfinite(r.signed_distance)) break;
    p.pose_b = shifted(p.pose_b, rounded(RealVec(r.normal * (wanted - r.signed_distance))));
  }
}

/// 0, +-1e-16 .. +-1e-6 of the size.
double tiny_part(const Pair& p, Rng& rng) {
  if (rng.chance(0.15)) return 0;
  const double part = std::pow(10, -6 - static_cast<int>(rng.below(11))) * size_of(p, 0);
  return rng.chance(0.5) ? part : -part;
}

Pair kissing(ShapeKind a, ShapeKind b, Rng& rng) {
  Pair p = anywhere(a, b, rng);
  bring_to(p, tiny_part(p, rng));
  return p;
}

Pair skewed(ShapeKind a, ShapeKind b, Rng& rng) {
  Pair p = anywhere(a, b, rng);
  for (Pose* at : {&p.pose_a, &p.pose_b}) {
    *at = Pose::make(single_precision(at->rotation()), at->translation()).value();
  }
  if (rng.chance(0.5)) bring_to(p, tiny_part(p, rng));
  return p;
}

/// A body whose coordinates are multiples of 1/8, the lowest point of which along one axis is
/// an exact one.
Shape dyadic_body(ShapeKind kind, int axis, Rng& rng) {
  const auto eighths = [&] { return (1 + static_cast<int>(rng.below(16))) / 8.; };
  const auto lattice = [&]() -> Vec3 {
    return Vec3(static_cast<int>(rng.below(17)) - 8, static_cast<int>(rng.below(17)) - 8,
                static_cast<int>(rng.below(17)) - 8) /
           8;
  };
  const double r = eighths(), h = eighths();
  const auto make = [&]() -> Result<Shape> {
    switch (kind) {
      case ShapeKind::point: return Shape::point(lattice());
      case ShapeKind::segment: return Shape::segment(lattice(), lattice());
      case ShapeKind::triangle: return Shape::triangle(lattice(), lattice(), lattice());
      case ShapeKind::box: return Shape::box({r, h, eighths()});
      case ShapeKind::hull: {
        std::vector<Vec3> points(4 + rng.below(8));
        for (Vec3& p : points) p = lattice();
        return Shape::hull(points);
      }
      case ShapeKind::sphere: return Shape::sphere(r);
      case ShapeKind::capsule: return Shape::capsule(r, h);
      case ShapeKind::cylinder: return Shape::cylinder(r, h);
      case ShapeKind::cone: return Shape::cone(r, h);
      case ShapeKind::ellipsoid: return Shape::ellipsoid({r, h, eighths()});
      default: break;  // a half-space
    }
    return Shape::halfspace(Vec3::unit(axis) * (rng.chance(0.5) ? 1 : -1), lattice().x());
  };
  Shape shape = make().value();
  if (rng.chance(0.3)) shape = shape.rounded(eighths()).value();
  return shape;
}

/// Both unturned; the farthest point of A along an axis is the farthest of B the other way.
Pair exact_touch(ShapeKind a, ShapeKind b, Rng& rng) {
  const int axis = static_cast<int>(rng.below(3));
  Pair p{dyadic_body(a, axis, rng), {}, dyadic_body(b, axis, rng), {}, {}, {}};
  RealVec n = RealVec::Unit(axis) * (rng.chance(0.5) ? 1 : -1);
  const bool plane_a = a == ShapeKind::halfspace, plane_b = b == ShapeKind::halfspace;
  if (plane_a) n = real(p.a.sizes());
  if (plane_b && plane_a) p.b = Shape::halfspace(-p.a.sizes(), p.b.plane_offset()).value();
  if (plane_b && !plane_a) n = -real(p.b.sizes());
  const auto end = [](const Shape& shape, const RealVec& d) -> RealVec {
    return shape.kind() == ShapeKind::halfspace ? RealVec(d * shape.plane_offset())
                                                : farthest_point(shape, {}, d);
  };
  const double shift =
      rng.chance(0.5) ? 0
                      : std::ldexp(rng.chance(0.5) ? 1 : -1, -8 - static_cast<int>(rng.below(33)));
  const RealVec to =
      end(p.a, n) - end(p.b, -n) + n * (Real(p.a.rounding()) + Real(p.b.rounding()) + shift);
  p.pose_b = Pose::make(rounded(to)).value();
  if (shift >= 0) {
    p.verdict = shift > 0 ? Verdict::apart : Verdict::touching;
    p.signed_distance = shift;
  }
  return p;
}

Pair deep(ShapeKind a, ShapeKind b, Rng& rng) {
  const double size = any_size(rng);
  Pair p = two_bodies(a, b, size, size * power_of_ten(rng, -1, 1), rng);
  place(p, size, -0.5, -0.5, rng);
  const Vec3 off = rng.in_box(0.15 * smaller_size(p));
  p.pose_b = shifted(p.pose_b, middle_of(p.a, p.pose_a) - middle_of(p.b, p.pose_b) + off);
  return p;
}

/// The same frame for both; B moved along an axis of A, or not at all.
Pair coaxial(ShapeKind a, ShapeKind b, double tilt, Rng& rng) {
  Pair p = two_bodies(a, b, 1, rng.chance(0.5) ? 1 : rng.uniform(0.3, 3), rng);
  if (a == b && rng.chance(0.5)) p.b = p.a;
  p.pose_a = rng.chance(0.3) ? Pose() : posed(rng.rotation(), rng.in_box(1));
  Mat3 turn = p.pose_a.rotation();
  if (rng.chance(0.3)) {  // a half turn about x
    turn.col(1) = -turn.col(1);
    turn.col(2) = -turn.col(2);
  }
  if (tilt > 0) {
    turn = compose(turn, rotation_matrix(Quat::from_rotation_vector(rng.direction() * tilt)));
  }
  Vec3 to = p.pose_a.translation();
  if (rng.chance(0.6)) {
    const int axis = rng.chance(0.5) ? 2 : static_cast<int>(rng.below(3));
    to += p.pose_a.rotation().col(axis) * (rng.uniform(-1, 1) * 1.5 * size_of(p, 0));
  }
  p.pose_b = Pose::make(turn, to).value();
  if (rng.chance(0.3)) {  // until they touch, but for a little
    const Real wanted = rng.chance(0.3) ? 0 : rng.uniform(-1, 1) * power_of_ten(rng, -12, -3);
    bring_to(p, wanted);
  }
  return p;
}

/// A rotation that takes one of the body's flat sides (or the nearest it has to one) to `to`.
Mat3 flat_side_along(const Shape& shape, const Vec3& to, Rng& rng) {
  Vec3 from = Vec3::unit_z() * (rng.chance(0.5) ? 1 : -1);
  if (shape.kind() == ShapeKind::cone) {
    const Vec3 side = normalized(Vec3(2 * shape.sizes().z(), 0, shape.sizes().x()));
    from = rng.chance(0.5) ? Vec3(0, 0, -1) : side;
  } else if (shape.kind() == ShapeKind::cylinder || shape.kind() == ShapeKind::capsule) {
    if (rng.chance(0.4)) from = Vec3::unit_x();
  } else if (shape.kind() == ShapeKind::halfspace) {
    from = shape.sizes();
  } else if (shape.has_flat_core() && shape.face_count() > 0) {
    from = shape.face_normal(rng.below(static_cast<std::uint32_t>(shape.face_count())));
  } else if (shape.has_flat_core() && shape.edge_count() > 0) {
    const auto [i, j] = shape.edge_vertices(0);
    from = perpendicular(shape.vertices()[j] - shape.vertices()[i]);
  }
  const Quat about = Quat::from_rotation_vector(to * rng.uniform(0, 6.28));
  return rotation_matrix(multiply(about, turn_onto(from, to)));
}

Pair face_on_face(ShapeKind a, ShapeKind b, Rng& rng) {
  Pair p = two_bodies(a, b, 1, rng.chance(0.5) ? 1 : rng.uniform(0.3, 3), rng);
  const Vec3 up = rng.chance(0.4) ? Vec3::unit_z() : rng.direction();
  Mat3 turn_a = flat_side_along(p.a, up, rng), turn_b = flat_side_along(p.b, -up, rng);
  if (rng.chance(0.5)) {
    turn_b = compose(
        rotation_matrix(Quat::from_rotation_vector(rng.direction() * power_of_ten(rng, -15, -4))),
        turn_b);
  }
  const Vec3 at = rng.in_box(rng.chance(0.15) ? 1e4 : 2);
  p.pose_a = Pose::make(turn_a, at).value();
  p.pose_b = Pose::make(turn_b, at).value();
  const Vec3 beside = perpendicular(up) * (rng.uniform(-1, 1) * 0.4 * smaller_size(p));
  p.pose_b = shifted(p.pose_b, middle_of(p.a, p.pose_a) - middle_of(p.b, p.pose_b) + beside);
  const double size = size_of(p, 0);
  const double wanted = rng.chance(0.2)   ? 0
                        : rng.chance(0.5) ? -power_of_ten(rng, -16, -1) * size
                                          : power_of_ten(rng, -16, -1) * size;
  RealVec n = real(up);
  if (a == ShapeKind::halfspace || b == ShapeKind::halfspace) n = way_to_b(p, rng);
  set_gap(p, n, wanted);
  return p;
}

Shape flat_body(ShapeKind kind, Rng& rng) {
  const double thin = power_of_ten(rng, -5, -3), r = rng.uniform(0.5, 1);
  switch (kind) {
    case ShapeKind::box: return Shape::box({r, 1, rng.chance(0.4) ? 0 : thin}).value();
    case ShapeKind::hull: {
      std::vector<Vec3> points(4 + rng.below(6));
      const double thickness = rng.chance(0.4) ? 0 : thin;
      for (Vec3& p : points) p = rng.in_box(1).times(Vec3(1, 1, thickness));
      return Shape::hull(points).value();
    }
    case ShapeKind::sphere: return Shape::sphere(thin).value();
    case ShapeKind::capsule: return Shape::capsule(thin, r).value();
    case ShapeKind::cylinder:
      return (rng.chance(0.5) ? Shape::cylinder(r, thin) : Shape::cylinder(thin, r)).value();
    case ShapeKind::cone:
      return (rng.chance(0.5) ? Shape::cone(r, thin) : Shape::cone(thin, r)).value();
    case ShapeKind::ellipsoid:
      return Shape::ellipsoid({r, rng.chance(0.5) ? 1 : thin * rng.uniform(1, 10), thin}).value();
    default: return make_body(kind, 1, 1e3, false, rng);
  }
}

Pair flat(ShapeKind a, ShapeKind b, Rng& rng) {
  Pair p{flat_body(a, rng),
         {},
         rng.chance(0.6) ? flat_body(b, rng) : make_body(b, 1, 5, false, rng),
         {},
         {},
         {}};
  const auto is_flat = [](ShapeKind kind) { return kind <= ShapeKind::hull; };
  if (is_flat(a) && is_flat(b) && rng.chance(0.3)) {  // in one plane, or one line
    p.pose_a = posed(rng.rotation(), rng.in_box(1));
    p.pose_b =
        Pose::make(p.pose_a.rotation(), p.pose_a.apply(Vec3(rng.uniform(-1, 1), 0, 0))).value();
  } else {
    place(p, 2, -0.5, 0.1, rng);
  }
  return p;
}

/// At least one of its sizes is zero, if it has any.
Shape degenerate_body(ShapeKind kind, Rng& rng) {
  // One bit a size.
  const auto zeros = [&](std::uint32_t sizes) { return 1 + rng.below((1u << sizes) - 1); };
  const auto length = [&] { return rng.uniform(0.3, 1); };
  const std::uint32_t two = zeros(2), three = zeros(3);
  const double r = two & 1 ? 0 : length(), h = two & 2 ? 0 : length();
  const Vec3 sizes{three & 1 ? 0 : length(), three & 2 ? 0 : length(), three & 4 ? 0 : length()};
  const auto make = [&]() -> Result<Shape> {
    switch (kind) {
      case ShapeKind::segment: {
        const Vec3 p = rng.in_box(1);
        return Shape::segment(p, p);
      }
      case ShapeKind::triangle: {
        const Vec3 p = rng.in_box(1);
        return Shape::triangle(p, p, rng.chance(0.5) ? p : Vec3(p + rng.in_box(1)));
      }
      case ShapeKind::box: return Shape::box(sizes);
      case ShapeKind::hull: {
        std::vector<Vec3> points(3 + rng.below(6));
        for (Vec3& p : points) p = rng.in_box(1).times(sizes);
        return Shape::hull(points);
      }
      case ShapeKind::sphere: return Shape::sphere(0);
      case ShapeKind::capsule: return Shape::capsule(r, h);
      case ShapeKind::cylinder: return Shape::cylinder(r, h);
      case ShapeKind::cone: return Shape::cone(r, h);
      case ShapeKind::ellipsoid: return Shape::ellipsoid(sizes);
      default: return make_body(kind, 1, 5, false, rng);
    }
  };
  const Shape shape = make().value();
  return rng.chance(0.2) ? shape.rounded(rng.uniform(0.05, 0.5)).value() : shape;
}

Pair degenerate(ShapeKind a, ShapeKind b, Rng& rng) {
  Pair p{degenerate_body(a, rng),
         {},
         rng.chance(0.5) ? degenerate_body(b, rng) : make_body(b, 1, 5, rng.chance(0.2), rng),
         {},
         {},
         {}};
  const bool planes = a == ShapeKind::halfspace || b == ShapeKind::halfspace;
  if (!planes && rng.chance(0.3)) {  // in one plane, or one line, or in one place
    p.pose_a = posed(rng.rotation(), rng.in_box(1));
    const double shift = rng.chance(0.3) ? 0 : rng.uniform(-1, 1);
    const Vec3 to = p.pose_a.apply(Vec3::unit(static_cast<int>(rng.below(3))) * shift);
    p.pose_b = Pose::make(p.pose_a.rotation(), to).value();
  } else {
    place(p, 2, -0.5, 0.1, rng);
  }
  if (rng.chance(0.3)) bring_to(p, tiny_part(p, rng));
  return p;
}

Pair scales(ShapeKind a, ShapeKind b, Rng& rng) {
  const double small = power_of_ten(rng, -4, -1.5);
  const bool first = rng.chance(0.5);
  Pair p = two_bodies(a, b, first ? small : 1, first ? 1 : small, rng);
  place(p, rng.chance(0.15) ? 1e4 : 1, -2, 1, rng);
  return p;
}

std::string digits(const Vec3& v) {
  return fmt::format("{{{:a}, {:a}, {:a}}}", v.x(), v.y(), v.z());
}

std::string describe_body(const Shape& s, const Pose& at) {
  std::string text =
      fmt::format("{} sizes {} offset {:a} rounding {:a} vertices", to_string(s.kind()),
                  digits(s.sizes()), s.plane_offset(), s.rounding());
  if (s.kind() != ShapeKind::box) {
    for (const Vec3& v : s.vertices()) text += " " + digits(v);
  }
  text += "\n    rotation rows";
  for (int i = 0; i < 3; i++) text += " " + digits(at.rotation().row(i));
  return text + "\n    translation " + digits(at.translation());
}

}  // namespace

Pose pose_of_rows(const Vec3& row_0, const Vec3& row_1, const Vec3& row_2,
                  const Vec3& translation) {
  const Mat3 rotation = Mat3::from_rows(row_0, row_1, row_2);
  return Pose::make(rotation, translation).value();
}

Shape make_body(ShapeKind kind, double size, double aspect, bool round, Rng& rng) {
  const auto length = [&] { return 0.5 * size * std::pow(aspect, -rng.uniform() * rng.uniform()); };
  const double r = length(), h = length();
  const auto make = [&]() -> Result<Shape> {
    switch (kind) {
      case ShapeKind::point: return Shape::point(rng.in_box(0.3 * size));
      case ShapeKind::segment: return Shape::segment(rng.in_box(h), rng.in_box(h));
      case ShapeKind::triangle: return Shape::triangle(rng.in_box(h), rng.in_box(h), rng.in_box(r));
      case ShapeKind::box: return Shape::box({r, h, length()});
      case ShapeKind::hull: {
        const Vec3 stretch{r, h, length()};
        std::vector<Vec3> points(4 + rng.below(9));
        for (Vec3& p : points) p = rng.direction().times(stretch);
        return Shape::hull(points);
      }
      case ShapeKind::sphere: return Shape::sphere(r);
      case ShapeKind::capsule: return Shape::capsule(r, h);
      case ShapeKind::cylinder: return Shape::cylinder(r, h);
      case ShapeKind::cone: return Shape::cone(r, h);
      case ShapeKind::ellipsoid: return Shape::ellipsoid({r, h, length()});
      default: break;  // a half-space
    }
    return Shape::halfspace(rng.direction(), rng.uniform(-1, 1) * size);
  };
  const Shape shape = make().value();
  return round ? shape.rounded(0.3 * size * power_of_ten(rng, -3, 0)).value() : shape;
}

double size_of(const Pair& pair, double signed_distance) {
  const double size = pair.a.extent() + pair.b.extent();
  return size + (std::isfinite(signed_distance) ? std::fabs(signed_distance) : 0);
}

std::string describe(const Pair& pair) {
  return "A: " + describe_body(pair.a, pair.pose_a) + "\nB: " + describe_body(pair.b, pair.pose_b) +
         "\n";
}

std::string to_string(Situation situation) {
  static const char* const kNames[] = {"random",  "kissing",      "exact_touch",  "deep",
                                       "coaxial", "near_coaxial", "face_on_face", "flat",
                                       "scales",  "skewed",       "degenerate"};
  return kNames[static_cast<int>(situation)];
}

Pair make_kind_pair(ShapeKind a, ShapeKind b, Situation situation, int index) {
  Rng rng(Hash()
              .add(std::uint64_t(a))
              .add(std::uint64_t(b))
              .add(std::uint64_t(situation))
              .add(std::uint64_t(index))
              .value());
  switch (situation) {
    case Situation::random: return random_pair(a, b, rng);
    case Situation::kissing: return kissing(a, b, rng);
    case Situation::exact_touch: return exact_touch(a, b, rng);
    case Situation::deep: return deep(a, b, rng);
    case Situation::coaxial: return coaxial(a, b, 0, rng);
    case Situation::near_coaxial: return coaxial(a, b, power_of_ten(rng, -12, -3), rng);
    case Situation::face_on_face: return face_on_face(a, b, rng);
    case Situation::flat: return flat(a, b, rng);
    case Situation::scales: return scales(a, b, rng);
    case Situation::skewed: return skewed(a, b, rng);
    case Situation::degenerate: return degenerate(a, b, rng);
  }
  std::abort();
}

}  // namespace glance::test
