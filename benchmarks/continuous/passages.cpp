#include "benchmarks/continuous/passages.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "benchmarks/common/ours.h"
#include "benchmarks/common/placing.h"
#include "glance/generate.h"

namespace glance::bench {
namespace {

constexpr std::size_t kPairs = 16;
constexpr double kPlacingTolerance = 1e-9;
constexpr double kDegree = std::numbers::pi / 180;
constexpr double kProjectileRadius = 0.1;
constexpr double kPlateHalfWidth = 2, kPlateHalfThickness = kProjectileRadius / 5;
/// For bodies that graze: how often their paths are shifted, and how the closest approach is looked
/// for each time: among so many times, and as often as that around the best of them.
constexpr int kShifts = 4, kLooks = 64, kZooms = 3;

double between(double low, double high, Dice& dice) {
  return low + (high - low) * (dice.coordinate() + 1) / 2;
}

double between_logarithms(double low, double high, Dice& dice) {
  return std::exp(between(std::log(low), std::log(high), dice));
}

Shape make_hull(int vertices, double radius, Dice& dice) {
  for (;;) {
    const Shape shape =
        random_polytope(dice.bits(), 2 * vertices - 4, {radius, radius, radius}).value();
    if (static_cast<int>(shape.vertex_count()) == vertices) return shape;
  }
}

Shape make_body(BodyOptions body, double radius, Dice& dice) {
  const auto size = [&] { return radius * between(0.35, 0.75, dice); };
  switch (body) {
    case BodyOptions::hull20: return make_hull(20, radius, dice);
    case BodyOptions::hull60: return make_hull(60, radius, dice);
    case BodyOptions::hull264: return make_hull(264, radius, dice);
    case BodyOptions::sphere: return Shape::sphere(size()).value();
    case BodyOptions::capsule: {
      const double thick = size() / 2, half_length = size();
      return Shape::capsule(thick, half_length).value();
    }
    case BodyOptions::box: break;
  }
  const double x = size(), y = size(), z = size();
  return Shape::box({x, y, z}).value();
}

Shape make_plate() {
  return Shape::box({kPlateHalfWidth, kPlateHalfWidth, kPlateHalfThickness}).value();
}

/// How the bodies of a flight move.
struct Course {
  double length = 0;  ///< of B's way, seen from A
  double angle_a = 0, angle_b = 0;
  double gap = 0;     ///< at the start
  double spread = 0;  ///< how far off A's centre B's aim may be, in mean radii of both
  bool a_rests = false;
};

Course draw_course(Flight flight, Dice& dice) {
  Course course;
  const auto turn_both = [&](double low, double high) {
    course.angle_a = kDegree * between(low, high, dice);
    course.angle_b = kDegree * between(low, high, dice);
  };
  double latest = 1;  // the part of its way after which B would be there
  switch (flight) {
    case Flight::translation:
      course.length = between_logarithms(0.1, 50, dice);
      course.spread = 1.35;
      latest = 1.3;
      break;
    case Flight::turning:
      course.length = between(1, 5, dice);
      turn_both(40, 120);
      course.spread = 1.2;
      latest = 1.4;
      break;
    case Flight::tumbling:
      course.length = 50;
      turn_both(179, 179);
      course.spread = 1.75;
      break;
    case Flight::grazing:
      course.length = between(2, 10, dice);
      turn_both(0, 90);
      course.spread = 1.2;
      latest = 0.8;
      break;
    case Flight::projectile:
      course.length = 100 * 2 * kProjectileRadius;
      course.angle_b = kDegree * between(0, 40, dice);
      course.spread = 3.8;
      course.a_rests = true;
      latest = 0.9;
      break;
  }
  course.gap = course.length * between(0.02, latest, dice);
  return course;
}

/// Of a ball of the same volume.
double mean_radius(const Shape& shape) {
  return std::cbrt(shape.mass().volume * 3 / (4 * std::numbers::pi));
}

Vec3 within_ball(double radius, Dice& dice) {
  const Vec3 direction = dice.direction();
  return direction * (radius * std::cbrt(between(0, 1, dice)));
}

struct Motions {
  glance::Motion a, b;
};

/// From these poses with these velocities; afterwards as everybody gets it: as two poses.
glance::Motion make_motion(const Pose& from, const Vec3& linear, const Vec3& angular) {
  if (angular == Vec3::zero()) {
    const Pose to = Pose::make(from.rotation(), from.translation() + linear).value();
    return glance::Motion::between(from, to).value();
  }
  const Pose to = glance::Motion::with_velocity(from, linear, angular).value().end();
  return glance::Motion::between(from, to).value();
}

Motions draw_motions(Flight flight, const Shape& a, const Shape& b, Dice& dice) {
  const Course course = draw_course(flight, dice);
  const Quat turn_a = dice.rotation(), turn_b = dice.rotation();
  const Pose from_a = Pose::make(turn_a, dice.direction()).value();
  const Line line{from_a.translation(), dice.direction()};
  const Pose from_b = place(a, from_a, b, turn_b, line, course.gap, kPlacingTolerance);
  const double spread = course.spread * (mean_radius(a) + mean_radius(b));
  const Vec3 aim = from_a.translation() + within_ball(spread, dice);
  const Vec3 relative = normalized(aim - from_b.translation()) * course.length;
  const Vec3 common = dice.direction() * (course.a_rests ? 0 : course.length / 4);
  const Vec3 angular_a = dice.direction() * course.angle_a;
  const Vec3 angular_b = dice.direction() * course.angle_b;
  return {make_motion(from_a, common, angular_a),
          make_motion(from_b, common + relative, angular_b)};
}

glance::Motion shifted(const glance::Motion& motion, const Vec3& by) {
  const auto moved = [&](const Pose& pose) {
    return Pose::make(pose.rotation(), pose.translation() + by).value();
  };
  return glance::Motion::between(moved(motion.start()), moved(motion.end())).value();
}

struct Nearest {
  double distance = 0;  ///< negative: how deep they overlap
  Vec3 normal = Vec3::zero();
};

Nearest find_nearest(const Approach& approach) {
  Nearest best{approach.measure(0, true).distance + 1, {}};
  double from = 0, to = 1;
  for (int zoom = 0; zoom <= kZooms; zoom++) {
    const double step = (to - from) / kLooks;
    double there = from;
    for (int i = 0; i <= kLooks; i++) {
      const Distance d = approach.measure(from + i * step, true);
      if (d.distance - d.depth > best.distance) continue;
      best = {d.distance - d.depth, d.normal};
      there = from + i * step;
    }
    from = std::max(0.0, there - step);
    to = std::min(1.0, there + step);
  }
  return best;
}

/// Shifts B's path until the two just meet, or just do not.
void make_grazing(const Shape& a, const Shape& b, Motions& motions, Dice& dice) {
  const double sign = dice.coordinate() < 0 ? -1 : 1;
  const double wanted = sign * between_logarithms(1e-4, 1e-2, dice);
  for (int shift = 0; shift < kShifts; shift++) {
    const Nearest nearest = find_nearest(Approach(a, motions.a, b, motions.b));
    motions.b = shifted(motions.b, nearest.normal * (wanted - nearest.distance));
  }
}

/// Draws until the bodies start apart, and distances tell whether they meet.
void add_motion(Flight flight, const Shape& a, const Shape& b, MovingPair& pair,
                std::vector<FirstContact>& truth, Dice& dice) {
  for (;;) {
    Motions motions = draw_motions(flight, a, b, dice);
    if (flight == Flight::grazing) make_grazing(a, b, motions, dice);
    const Approach approach(a, motions.a, b, motions.b);
    if (approach.distance(0) < 1e-3) continue;
    const auto known = find_first_contact(approach);
    if (!known) continue;
    pair.passages_a.push_back({to_placement(motions.a.start()), to_placement(motions.a.end())});
    pair.passages_b.push_back({to_placement(motions.b.start()), to_placement(motions.b.end())});
    truth.push_back(*known);
    return;
  }
}

}  // namespace

std::string to_string(Flight flight) {
  switch (flight) {
    case Flight::translation: return "translation";
    case Flight::turning: return "turning";
    case Flight::tumbling: return "tumbling";
    case Flight::grazing: return "grazing";
    case Flight::projectile: break;
  }
  return "projectile";
}

std::string to_string(BodyOptions body) {
  switch (body) {
    case BodyOptions::box: return "boxes";
    case BodyOptions::hull20: return "20 vertices";
    case BodyOptions::hull60: return "60 vertices";
    case BodyOptions::hull264: return "264 vertices";
    case BodyOptions::sphere: return "spheres";
    case BodyOptions::capsule: break;
  }
  return "capsules";
}

double Passages::hit_share() const {
  double hits = 0;
  for (const auto& contacts : truth) {
    hits += static_cast<double>(std::ranges::count_if(contacts, &FirstContact::contact));
  }
  return hits / static_cast<double>(count());
}

Passages make_passages(Flight flight, BodyOptions body, std::size_t motions_a_pair) {
  Passages passages;
  Dice dice(16 * static_cast<std::uint64_t>(flight) + static_cast<std::uint64_t>(body));
  for (std::size_t i = 0; i < kPairs; i++) {
    const bool shooting = flight == Flight::projectile;
    const Shape a = shooting ? make_plate() : make_body(body, 1, dice);
    const Shape b = make_body(body, shooting ? kProjectileRadius : 1, dice);
    MovingPair& pair = passages.pairs.emplace_back(MovingPair{to_solid(a), to_solid(b), {}, {}});
    std::vector<FirstContact>& truth = passages.truth.emplace_back();
    for (std::size_t k = 0; k < motions_a_pair; k++) add_motion(flight, a, b, pair, truth, dice);
  }
  const double share = passages.hit_share();
  if (share < 0.3 || share > 0.7) {
    throw std::runtime_error(fmt::format("{}, {}: {:.0f} % of the pairs meet", to_string(flight),
                                         to_string(body), 100 * share));
  }
  return passages;
}

double distance_at(const MovingPair& pair, std::size_t motion, double time) {
  const auto motion_of = [&](const Passage& p) {
    return glance::Motion::between(to_pose(p.from), to_pose(p.to)).value();
  };
  const Shape a = to_shape(pair.a), b = to_shape(pair.b);
  const glance::Motion motion_a = motion_of(pair.passages_a[motion]),
                       motion_b = motion_of(pair.passages_b[motion]);
  return Approach(a, motion_a, b, motion_b).distance(time);
}

}  // namespace glance::bench
