#include "support/impact_zoo.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "glance/hash.h"
#include "support/kind_zoo.h"
#include "support/reference.h"
#include "support/shorthand.h"

namespace glance::test {
namespace {

using First = std::function<std::optional<double>(double)>;

double sign(Rng& rng) { return rng.chance(0.5) ? 1 : -1; }

/// A body and how it moves, in the frame of the construction.
struct Mover {
  Shape shape;
  Mat3 rotation = Mat3::identity();
  Vec3 at = Vec3::zero();      ///< world place of the centre at the start
  Vec3 linear = Vec3::zero();  ///< of the centre
  Vec3 angular = Vec3::zero();
  Vec3 centre = Vec3::zero();  ///< body frame

  Pose start() const { return Pose::make(rotation, at - multiply(rotation, centre)).value(); }
};

Motion motion_of(const Mover& m, Rng& rng) {
  const Motion motion = Motion::with_velocity(m.start(), m.linear, m.angular, m.centre).value();
  // The same motion by its two poses, where that is the shorter way round.
  if (norm(m.angular) > 3 || rng.chance(0.4)) return motion;
  return Motion::between(motion.start(), motion.end(), m.centre).value();
}

/// Between poses of single precision, which are not quite rotations.
Motion skewed(const Motion& m) {
  const auto rough = [](const Pose& pose) {
    return Pose::make(single_precision(pose.rotation()), pose.translation()).value();
  };
  return Motion::between(rough(m.start()), rough(m.end()), m.centre()).value();
}

/// What does not change the answer: a common frame, a common velocity, a unit, the order.
struct Setting {
  bool frame = true;  ///< off: as constructed, bit for bit
  bool far = true;    ///< may be a million away, in which case digits are lost
  /// The tolerance as a part of both extents (of a half-space's partner); 0: the default.
  double tolerance = 0;
};

void place(Mover& m, const Mat3& turn, const Vec3& to, const Vec3& drift, double scale) {
  m.shape = m.shape.scaled(scale).value();
  m.rotation = compose(turn, m.rotation);
  m.at = (multiply(turn, m.at) + to) * scale;
  m.linear = (multiply(turn, m.linear) + drift) * scale;
  m.angular = multiply(turn, m.angular);
  m.centre *= scale;
}

double reach_of(const Mover& m) {
  const double radius = m.shape.kind() == ShapeKind::halfspace
                            ? std::fabs(m.shape.plane_offset()) + m.shape.rounding()
                            : m.shape.bounding_radius() + norm(m.shape.mass().centroid);
  return norm(m.at) + norm(m.linear) + radius + norm(m.centre);
}

ImpactCase finish(const std::string& name, Mover a, Mover b, const First& first,
                  double start_distance, bool exact, const Setting& setting, Rng& rng) {
  double scale = 1;
  if (setting.frame) {
    scale = rng.chance(0.2) ? power_of_ten(rng, -30, 30) : 1;
    const Mat3 turn = rotation_matrix(rng.rotation());
    const Vec3 to = rng.in_box(setting.far && rng.chance(0.1) ? 1e6 : 3),
               drift = rng.chance(0.5) ? Vec3(Vec3::zero()) : rng.in_box(10);
    for (Mover* m : {&a, &b}) place(*m, turn, to, drift, scale);
  }
  Planted planted;
  planted.first = [first, scale](double d) { return first(d / scale); };
  planted.start_distance = start_distance * scale;
  planted.exact = exact;
  // The hundred or so operations behind a place, each of 2^-53.
  planted.rounding = 0x1p-46 * (reach_of(a) + reach_of(b));
  const double size = a.shape.extent() + b.shape.extent();
  const Motion motion_a = motion_of(a, rng), motion_b = motion_of(b, rng);
  const bool swapped = rng.chance(0.5);
  return {name,
          swapped ? b.shape : a.shape,
          swapped ? motion_b : motion_a,
          swapped ? a.shape : b.shape,
          swapped ? motion_a : motion_b,
          setting.tolerance * size,
          planted};
}

Setting any_setting(Rng& rng) {
  return {.tolerance = rng.chance(0.6) ? 0 : power_of_ten(rng, -8, -4)};
}

/// A ball somewhere in its own frame, spinning about its middle, which no contact sees.
Mover ball(double radius, const Vec3& at, const Vec3& linear, Rng& rng) {
  Mover m{.shape = Shape::sphere(radius).value()};
  if (rng.chance(0.5)) {
    m.centre = rng.in_box(1);
    m.shape = Shape::point(m.centre).value().rounded(radius).value();
  }
  m.rotation = rotation_matrix(rng.rotation());
  m.at = at;
  m.linear = linear;
  if (rng.chance(0.7)) m.angular = rng.direction() * rng.uniform(0, 3 * kPi);
  return m;
}

// --- Balls past each other. ---

/// The second moves along x at a height of b over the first: apart by sqrt(b^2 + x^2) - r.
ImpactCase spheres(bool grazing, Rng& rng) {
  const double r1 = rng.uniform(0.1, 1), r2 = rng.uniform(0.1, 1), r = r1 + r2;
  const double beside =
      grazing ? sign(rng) * power_of_ten(rng, -12, -3) * r : rng.uniform(-1, 0.6) * r;  // b - r
  const double b = r + beside, ahead = rng.uniform(2, 8) * r,
               speed = ahead * power_of_ten(rng, -0.3, 1.2);
  const First first = [=](double d) -> std::optional<double> {
    const double square = (d - beside) * (2 * r + d + beside);  // (r + d)^2 - b^2
    if (square < 0) return {};
    return std::max(0., (ahead - std::sqrt(square)) / speed);
  };
  const Vec3 share = Vec3(speed * rng.uniform(-1, 1), 0, 0);
  return finish(grazing ? "grazing spheres" : "spheres", ball(r1, Vec3::zero(), Vec3(-share), rng),
                ball(r2, Vec3(-ahead, b, 0), Vec3(speed, 0, 0) - share, rng), first,
                std::hypot(b, ahead) - r, true, any_setting(rng), rng);
}

// --- Translation only: the distance is a convex function of time. ---

/// Two bodies that touch at one time, at which B lies beyond A along n.
struct Contact {
  Mover a, b;  ///< at that time
  Vec3 n;
};

Vec3 end_of(const Mover& m, const Vec3& n) {
  return rounded(farthest_point(m.shape, m.start(), real(n))) + n * m.shape.rounding();
}

Contact touching(ShapeKind kind_a, ShapeKind kind_b, Rng& rng) {
  Contact c{{.shape = make_body(kind_a, 1, 10, rng.chance(0.3), rng)},
            {.shape = make_body(kind_b, power_of_ten(rng, -0.5, 0.5), 10, rng.chance(0.3), rng)},
            rng.direction()};
  for (Mover* m : {&c.a, &c.b}) {
    m->rotation = rotation_matrix(rng.rotation());
    m->at = rng.in_box(1);
    m->centre = rng.chance(0.5) ? Vec3(Vec3::zero()) : rng.in_box(1);
  }
  Vec3 on_a, on_b;
  if (kind_a == ShapeKind::halfspace) {
    c.n = multiply(c.a.rotation, c.a.shape.sizes());
    on_a = c.a.start().translation() + c.n * (c.a.shape.plane_offset() + c.a.shape.rounding());
    on_b = end_of(c.b, -c.n);
  } else if (kind_b == ShapeKind::halfspace) {
    c.n = -multiply(c.b.rotation, c.b.shape.sizes());
    on_a = end_of(c.a, c.n);
    on_b = c.b.start().translation() - c.n * (c.b.shape.plane_offset() + c.b.shape.rounding());
  } else {
    on_a = end_of(c.a, c.n);
    on_b = end_of(c.b, -c.n);
  }
  c.b.at += on_a - on_b;
  return c;
}

ShapeKind any_kind(Rng& rng) { return kAllKinds[rng.below(kConvexKinds)]; }

Contact touching(Rng& rng) {
  const ShapeKind a = any_kind(rng);
  ShapeKind b = any_kind(rng);
  while (a == ShapeKind::halfspace && b == a) b = any_kind(rng);
  return touching(a, b, rng);
}

/// Boxes with a face of each in one plane, that overlap there; or a ball on a box at a chosen face,
/// edge or vertex.
Contact on_a_box(bool with_ball, Rng& rng) {
  const Vec3 h{rng.uniform(0.2, 1), rng.uniform(0.2, 1), rng.uniform(0.2, 1)};
  Mover box{.shape = Shape::box(h).value()};
  if (!with_ball) {
    const Vec3 k{rng.uniform(0.2, 1), rng.uniform(0.2, 1), rng.uniform(0.2, 1)};
    Mover other{.shape = Shape::box(k).value()};
    if (rng.chance(0.5)) {
      other.rotation =
          rotation_matrix(Quat::from_rotation_vector(Vec3(0, 0, rng.uniform(-kPi, kPi))));
    }
    other.at = {h.x() * rng.uniform(-1, 1), h.y() * rng.uniform(-1, 1), h.z() + k.z()};
    return {box, other, Vec3::unit_z()};
  }
  const double r = rng.uniform(0.1, 1);
  const int free = static_cast<int>(rng.below(3));  // 2: a vertex, 1: an edge, 0: a face
  Vec3 n = {rng.uniform(0.1, 1), rng.uniform(0.1, 1), 1}, p = h;
  for (int i = free; i < 2; i++) {
    n[i] = 0;
    p[i] = h[i] * rng.uniform(-1, 1);
  }
  n = normalized(n);
  return {box, ball(r, Vec3(p + n * r), Vec3::zero(), rng), n};
}

/// Back from the contact. `approach` along -n; the rest of the velocity does not matter. `enters`:
/// whether they overlap after it, whatever that is.
ImpactCase moved_back(const std::string& name, Contact c, bool enters, Rng& rng) {
  const double time = rng.uniform(0.05, 1.4), approach = power_of_ten(rng, -1, 1.5);
  Vec3 across = rng.in_box(1) * power_of_ten(rng, -1, 1.3);
  across -= c.n * dot(c.n, across);
  const Vec3 relative = across - c.n * approach,
             share = rng.chance(0.3) ? Vec3(Vec3::zero()) : rng.in_box(3);
  c.a.linear = share;
  c.b.linear = share + relative;
  c.a.at -= c.a.linear * time;
  c.b.at -= c.b.linear * time;
  const First first = [=](double d) -> std::optional<double> {
    return std::max(0., time - d / approach);
  };
  ImpactCase result = finish(name, c.a, c.b, first, time * approach, false, any_setting(rng), rng);
  result.planted->enters = enters;
  return result;
}

ImpactCase receding(Rng& rng) {
  Contact c = touching(rng);
  const double gap = power_of_ten(rng, -9, 0);
  c.b.at += c.n * gap;
  Vec3 across = rng.in_box(10);
  across -= c.n * dot(c.n, across);
  c.b.linear = across + c.n * power_of_ten(rng, -2, 1.5);
  const First first = [=](double d) -> std::optional<double> {
    return d >= gap ? std::optional(0.) : std::nullopt;
  };
  return finish("receding", c.a, c.b, first, gap, true, {.far = false}, rng);
}

ImpactCase motionless(Rng& rng) {
  Contact c = touching(rng);
  const double gap = power_of_ten(rng, -9, 0);
  c.b.at += c.n * gap;
  const First first = [=](double d) -> std::optional<double> {
    return d >= gap ? std::optional(0.) : std::nullopt;
  };
  ImpactCase result = finish("motionless", c.a, c.b, first, gap, true, {.far = false}, rng);
  // Without the common velocity, by poses.
  for (Motion* m : {&result.motion_a, &result.motion_b}) {
    *m = Motion::between(m->start(), m->start()).value();
  }
  return result;
}

/// From less than the tolerance on, they come nearer.
ImpactCase near_start(Rng& rng) {
  const double r1 = rng.uniform(0.5, 1), r2 = rng.uniform(0.5, 1), tolerance = 1e-5;
  const double gap = tolerance * 2 * (r1 + r2) * power_of_ten(rng, -3, -0.05),
               speed = gap * power_of_ten(rng, -1, 5);
  const First first = [=](double d) -> std::optional<double> {
    return std::max(0., (gap - d) / speed);
  };
  return finish("near at the start", ball(r1, Vec3::zero(), Vec3::zero(), rng),
                ball(r2, Vec3(r1 + r2 + gap, 0, 0), Vec3(-speed, 0, 0), rng), first, gap, true,
                {.far = false, .tolerance = tolerance}, rng);
}

First at_once() {
  return [](double) -> std::optional<double> { return 0.; };
}

/// A point of B's surface is brought inside A.
ImpactCase overlapping(Rng& rng) {
  static constexpr ShapeKind kSolids[] = {ShapeKind::box,     ShapeKind::sphere,
                                          ShapeKind::capsule, ShapeKind::cylinder,
                                          ShapeKind::cone,    ShapeKind::ellipsoid};
  Contact c = touching(kSolids[rng.below(6)], kSolids[rng.below(6)], rng);
  const Vec3 on_a = end_of(c.a, c.n), middle = c.a.start().apply(c.a.shape.mass().centroid);
  c.b.at += (middle - on_a) * power_of_ten(rng, -2, 0);
  for (Mover* m : {&c.a, &c.b}) {
    m->linear = rng.in_box(10);
    m->angular = rng.direction() * rng.uniform(0, 4);
  }
  return finish("overlapping", c.a, c.b, at_once(), -1, true, any_setting(rng), rng);
}

/// In dyadic numbers, so that they touch in real arithmetic.
ImpactCase touching_start(Rng& rng) {
  const auto eighths = [&] { return (1 + static_cast<int>(rng.below(16))) / 8.; };
  const double r = eighths(), h = eighths();
  const Vec3 beside = Vec3(eighths(), eighths(), 0) / 16;
  Mover a{.shape = Shape::box({4, 4, h}).value()};
  Mover b{.shape = (rng.chance(0.5) ? Shape::sphere(r) : Shape::box({eighths(), h, r})).value()};
  b.at = beside + Vec3(0, 0, h + r);
  for (Mover* m : {&a, &b}) {
    m->linear = rng.in_box(10);
    m->angular = rng.chance(0.5) ? Vec3(Vec3::zero()) : Vec3(rng.direction() * 3);
  }
  return finish("touching", a, b, at_once(), 0, true, {.frame = false}, rng);
}

// --- Over, through and along. ---

/// A box over another at a constant height: nothing until it is over it, then the gap.
ImpactCase sliding_over(Rng& rng) {
  const auto any = [&] { return rng.uniform(0.2, 1); };
  const Vec3 h{any(), any(), any()}, k{any(), any(), any()};
  const double gap = power_of_ten(rng, -9, -1), ahead = rng.uniform(0.5, 4),
               speed = ahead * rng.uniform(0.8, 20);
  const First first = [=](double d) -> std::optional<double> {
    if (d < gap) return {};
    return std::max(0., (ahead - std::sqrt((d - gap) * (d + gap))) / speed);
  };
  Mover a{.shape = Shape::box(h).value()}, b{.shape = Shape::box(k).value()};
  b.at = {-h.x() - k.x() - ahead, rng.uniform(-0.9, 0.9) * (h.y() + k.y()), h.z() + k.z() + gap};
  b.linear = {speed, 0, 0};
  return finish("sliding over", a, b, first, std::hypot(gap, ahead), true, {.far = false}, rng);
}

ImpactCase bullet(Rng& rng) {
  const double thin = power_of_ten(rng, -4, -2), r = power_of_ten(rng, -2, -0.5),
               height = rng.uniform(1, 40), approach = height * power_of_ten(rng, -0.1, 2),
               half = 30;
  Mover plate{.shape = Shape::box({half, half, thin}).value()};
  plate.angular = {0, 0, rng.uniform(-20, 20)};
  const double time = (height - r - thin) / approach;
  const Vec3 across{rng.uniform(-9, 9), rng.uniform(-9, 9), 0};
  Mover shot = ball(r, Vec3(rng.uniform(-5, 5), rng.uniform(-5, 5), height),
                    Vec3(across.x(), across.y(), -approach), rng);
  if (rng.chance(0.4)) {  // a nail, tip first
    const double length = rng.uniform(1, 4) * r;
    shot.shape = Shape::cone(r, length).value();
    shot.centre = {0, 0, length};
    shot.rotation = rotation_matrix(Quat::from_rotation_vector(Vec3(kPi, 0, 0)));
    shot.at.z() -= r;
    shot.angular = {0, 0, rng.uniform(-50, 50)};
  }
  const First first = [=](double d) -> std::optional<double> {
    return std::max(0., time - d / approach);
  };
  return finish("bullet", plate, shot, first, height - r - thin, true, any_setting(rng), rng);
}

/// The ground with its surface at y = 0: a half-space, or a wide box at rest.
Mover ground(Rng& rng) {
  if (rng.chance(0.5)) {
    const Vec3 n = rng.direction();
    Mover m{.shape = Shape::halfspace(n, 0).value()};
    m.rotation = rotation_matrix(turn_onto(m.shape.sizes(), Vec3::unit_y()));
    return m;
  }
  Mover m{.shape = Shape::box({50, 0.5, 50}).value()};
  m.at = {0, -0.5, 0};
  return m;
}

// --- Turning about known axes. ---

/// A box turns about z, `height` over the ground. Turned by u it reaches a |sin u| + b |cos u|
/// down: a corner comes down at asin(height / rho) - atan(b / a).
ImpactCase spinning_box(bool grazing, Rng& rng) {
  const double a = rng.uniform(0.3, 2), b = rng.uniform(0.1, 1), rho = std::hypot(a, b),
               beta = std::atan2(b, a);
  const double excess =
      grazing ? sign(rng) * power_of_ten(rng, -12, -3) * rho : (rho - b) * rng.uniform(-0.95, 0.5);
  const double height = rho + excess,
               most = excess < 0 ? std::asin(height / rho) - beta : kPi / 2 - beta,
               from = rng.uniform(-0.9, 0.9) * most, speed = rng.uniform(0.2, 12);
  const auto reach = [=](double u) { return a * std::fabs(std::sin(u)) + b * std::cos(u); };
  const double start = height - reach(from);
  const First first = [=](double d) -> std::optional<double> {
    if (d >= start) return 0.;
    // asin(1 - x) with x = (d - excess) / rho as 2 asin of roots, for digits near the top.
    const double x = (d - excess) / rho;
    if (x < 0) return {};
    const double u = kPi / 2 - 2 * std::asin(std::sqrt(x / 2)) - beta;
    return std::max(0., (u - from) / speed);
  };
  Mover m{.shape = Shape::box({a, b, rng.uniform(0.1, 1)}).value()};
  if (rng.chance(0.4)) {  // the same somewhere else in its frame
    m.centre = rng.in_box(2);
    std::vector<Vec3> corners;
    for (const Vec3& v : m.shape.vertices()) corners.push_back(v + m.centre);
    m.shape = Shape::hull(corners).value();
  }
  m.rotation = rotation_matrix(Quat::from_rotation_vector(Vec3(0, 0, from)));
  m.at = {rng.uniform(-5, 5), height, rng.uniform(-5, 5)};
  m.linear = {rng.uniform(-5, 5), 0, rng.uniform(-5, 5)};
  m.angular = {0, 0, speed};
  return finish(grazing ? "grazing spin" : "spinning box", ground(rng), m, first, start, true,
                {.tolerance = any_setting(rng).tolerance}, rng);
}

/// A ball at the end of an arm that comes down on the ground.
ImpactCase arm(Rng& rng) {
  const double arm = rng.uniform(0.5, 5), r = rng.uniform(0.05, 0.5), speed = rng.uniform(0.3, 8),
               from = kPi / 2 + rng.uniform(0, 0.5), height = r + arm * rng.uniform(-0.5, 1.2);
  const double start = height + arm * std::sin(from) - r;
  const First first = [=](double d) -> std::optional<double> {
    if (d >= start) return 0.;
    const double k = (r + d - height) / arm;
    if (k < -1) return {};
    return (kPi - std::asin(k) - from) / speed;
  };
  Mover m{.shape = Shape::point({arm, 0, 0}).value().rounded(r).value()};
  m.rotation = rotation_matrix(Quat::from_rotation_vector(Vec3(0, 0, from)));
  m.at = {rng.uniform(-5, 5), height, 0};
  m.linear = {rng.uniform(-9, 9), 0, rng.uniform(-9, 9)};
  m.angular = {0, 0, speed};
  return finish("arm", ground(rng), m, first, start, true, any_setting(rng), rng);
}

/// A rod along x turns about z at its end; a ball at `far` from there, `ahead` radians on.
ImpactCase rod(Rng& rng) {
  const double half = rng.uniform(0.5, 3), r = rng.uniform(0.01, 0.1),
               radius = rng.uniform(0.05, 0.4), far = 2 * half * rng.uniform(0.5, 0.95),
               speed = rng.uniform(0.3, 8);
  const double least = std::asin((r + radius) / far),
               ahead = rng.uniform(least + 0.05, 2 * kPi - least - 0.05);
  const double start = (std::cos(ahead) > 0 ? far * std::fabs(std::sin(ahead)) : far) - r - radius;
  const First first = [=](double d) -> std::optional<double> {
    if (d >= start) return 0.;
    return (ahead - std::asin((r + radius + d) / far)) / speed;
  };
  // A segment along z in its own frame, rounded; or a box of that width, whose end is farther out
  // than the ball.
  const bool box = rng.chance(0.4);
  Mover m{.shape =
              (box ? Shape::box({r, rng.uniform(0.5, 1), half}) : Shape::capsule(r, half)).value()};
  m.centre = {0, 0, -half};
  m.rotation.col(0) = Vec3::unit_y();
  m.rotation.col(1) = Vec3::unit_z();
  m.rotation.col(2) = Vec3::unit_x();
  m.angular = {0, 0, speed};
  const Vec3 at{far * std::cos(ahead), far * std::sin(ahead), 0};
  return finish("rod", m, ball(radius, at, Vec3::zero(), rng), first, start, !box, any_setting(rng),
                rng);
}

constexpr int kConstructions = 18;

std::string hex_digits(const Vec3& v) {
  return fmt::format("{{{:a}, {:a}, {:a}}}", v.x(), v.y(), v.z());
}

std::string describe_motion(const Motion& m) {
  std::string text =
      fmt::format("linear {} angular {} centre {}\n    end rows", hex_digits(m.linear()),
                  hex_digits(m.angular()), hex_digits(m.centre()));
  for (int i = 0; i < 3; i++) text += " " + hex_digits(m.end().rotation().row(i));
  return text + " at " + hex_digits(m.end().translation()) + "\n";
}

}  // namespace

ImpactCase make_planted_impact(int index) {
  Rng rng(Hash().add(std::uint64_t{7771}).add(std::uint64_t(index)).value());
  switch (index % kConstructions) {
    case 0: return spheres(false, rng);
    case 1: return spheres(true, rng);
    case 2: return moved_back("kinds", touching(rng), false, rng);
    case 3: return moved_back("ball on box", on_a_box(true, rng), true, rng);
    case 4: return moved_back("box on box", on_a_box(false, rng), true, rng);
    case 5: return spinning_box(false, rng);
    case 6: return spinning_box(true, rng);
    case 7: return rod(rng);
    case 8: return bullet(rng);
    case 9: return sliding_over(rng);
    case 10: return receding(rng);
    case 11: return near_start(rng);
    case 12: return overlapping(rng);
    case 13: return touching_start(rng);
    case 14: return motionless(rng);
    case 15: return arm(rng);
    case 16: return moved_back("kinds", touching(rng), false, rng);
    default: return spinning_box(false, rng);
  }
}

ImpactCase make_random_impact(int index) {
  Rng rng(Hash().add(std::uint64_t{9991}).add(std::uint64_t(index)).value());
  const double scale = rng.chance(0.1) ? power_of_ten(rng, -30, 30) : 1,
               far = rng.chance(0.05) ? 1e6 : 3;
  const double size_b = power_of_ten(rng, -0.7, 0.7);
  const ShapeKind kind_a = any_kind(rng);
  ShapeKind kind_b = any_kind(rng);
  if (kind_a == ShapeKind::halfspace) kind_b = any_kind(rng);  // two of them less often
  Mover a{.shape = make_body(kind_a, 1, 10, rng.chance(0.3), rng)},
      b{.shape = make_body(kind_b, size_b, 10, rng.chance(0.3), rng)};
  const double meeting = rng.uniform();
  const Vec3 to = rng.in_box(far);
  Pair near{a.shape, {}, b.shape, {}, {}, {}};
  for (Mover* m : {&a, &b}) {
    const bool plane = m->shape.kind() == ShapeKind::halfspace;
    const double radius = plane ? 0.5 : std::max(0.1, m->shape.bounding_radius());
    if (rng.chance(0.85)) {
      m->linear = rng.direction() * (radius * power_of_ten(rng, -1.5, std::log10(50)));
    }
    if (rng.chance(0.85)) {
      const double most = rng.chance(0.1) ? 8 * kPi : plane ? kPi / 4 : kPi;
      m->angular = rng.direction() * (most * rng.uniform());
    }
    if (rng.chance(0.5)) m->centre = plane ? rng.in_box(1) : m->shape.mass().centroid;
    if (rng.chance(0.1)) m->centre = rng.in_box(3 * radius);
    m->rotation = rotation_matrix(rng.rotation());
  }
  // Poses at the time of meeting: along some direction, or the plane's, a gap of part of the size.
  // (Those that start there, or hardly move, would overlap too often.)
  const double smaller = std::min(a.shape.extent() > 0 ? a.shape.extent() : 1,
                                  b.shape.extent() > 0 ? b.shape.extent() : 1);
  near.pose_a = Pose::make(a.rotation, to).value();
  near.pose_b = Pose::make(b.rotation, to).value();
  Vec3 n = rng.direction();
  double reach_a = 0, reach_b = 0;
  if (kind_a == ShapeKind::halfspace) {
    n = multiply(a.rotation, a.shape.sizes());
    reach_a = a.shape.plane_offset() + a.shape.rounding();
  } else {
    if (kind_b == ShapeKind::halfspace) n = -multiply(b.rotation, b.shape.sizes());
    reach_a = static_cast<double>(reach(a.shape, near.pose_a, real(n)));
  }
  if (kind_b == ShapeKind::halfspace) {
    reach_b = b.shape.plane_offset() + b.shape.rounding();
  } else {
    reach_b = static_cast<double>(reach(b.shape, near.pose_b, real(Vec3(-n))));
  }
  const double gap = smaller * rng.uniform(-0.7, 1.3);
  const Vec3 apart = n * (reach_a + reach_b + gap);
  for (Mover* m : {&a, &b}) {
    const Vec3 at = m == &a ? to : Vec3(to + apart);
    m->at = at + multiply(m->rotation, m->centre) - m->linear * meeting;
    m->rotation =
        compose(rotation_matrix(Quat::from_rotation_vector(m->angular * -meeting)), m->rotation);
    place(*m, Mat3::identity(), Vec3::zero(), Vec3::zero(), scale);
  }
  const double tolerance = rng.chance(0.7) ? 0 : power_of_ten(rng, -9, -2) * smaller * scale;
  Motion motion_a = motion_of(a, rng), motion_b = motion_of(b, rng);
  if (rng.chance(0.1)) motion_a = skewed(motion_a);
  if (rng.chance(0.1)) motion_b = skewed(motion_b);
  return {"random", a.shape, motion_a, b.shape, motion_b, tolerance, {}};
}

ImpactCase make_impact(int index) {
  return index % 5 == 4 ? make_planted_impact(index / 5) : make_random_impact(index);
}

std::string describe(const ImpactCase& c) {
  return c.name + fmt::format(", tolerance {:a}\n", c.tolerance) +
         describe(Pair{c.a, c.motion_a.start(), c.b, c.motion_b.start(), {}, {}}) +
         "A: " + describe_motion(c.motion_a) + "B: " + describe_motion(c.motion_b);
}

}  // namespace glance::test
