#include "benchmarks/common/workload.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "benchmarks/common/ours.h"
#include "benchmarks/common/placing.h"
#include "glance/generate.h"
#include "glance/query.h"
#include "measure/stopwatch.h"

namespace glance::bench {
namespace {

constexpr std::size_t kTracks = 16, kPoses = 64;
constexpr std::size_t kFewestPoses = 4;
constexpr double kRadius = 1;
constexpr double kStep = 0.02 * kRadius;
/// Flatter hulls are drawn anew: they could not overlap by much.
constexpr double kLeastInscribedRadius = 0.2 * kRadius;
constexpr double kGapTolerance = 1e-12 * kRadius;
constexpr double kOracleSeconds = 0.25;

double inscribed_radius(const Shape& shape) {
  double least = kRadius;
  for (std::uint32_t face = 0; face < shape.face_count(); face++) {
    const Vec3& corner = shape.vertices()[shape.face_vertices(face)[0]];
    least = std::min(least, dot(shape.face_normal(face), corner));
  }
  return least;
}

Shape make_hull(int vertices, Dice& dice) {
  for (;;) {
    const Shape shape = random_polytope(dice.bits(), 2 * vertices - 4).value();
    if (static_cast<int>(shape.vertex_count()) != vertices) continue;
    if (inscribed_radius(shape) >= kLeastInscribedRadius) return shape;
  }
}

double gap_of(Closeness closeness) {
  switch (closeness) {
    case Closeness::far: return kRadius;
    case Closeness::near: return 0.01 * kRadius;
    case Closeness::overlapping: break;
  }
  return -0.2 * kRadius;
}

/// The next turn and direction of B.
struct Path {
  Motion motion;
  double gap;
  Quat turn;
  Vec3 direction, turn_axis, way;  // unit; `way` is across `direction`

  Path(Motion motion_, double gap_, Dice& dice) : motion(motion_), gap(gap_) {
    turn = dice.rotation();
    direction = dice.direction();
    turn_axis = dice.direction();
    way = normalized(cross(direction, dice.direction()));
  }

  void advance(Dice& dice) {
    if (motion == Motion::cold) {
      *this = Path(motion, gap, dice);
      return;
    }
    const double degrees = motion == Motion::degrees_10 ? 10 : 1;
    const double angle = degrees * std::numbers::pi / 180;
    turn = multiply(Quat::from_rotation_vector(turn_axis * angle), turn);
    // B goes round A; the centres are about this far apart.
    const double turn_about_a = kStep / (2 * kRadius + gap);
    const Vec3 along = way;
    way = normalized(along * std::cos(turn_about_a) - direction * std::sin(turn_about_a));
    direction = normalized(direction * std::cos(turn_about_a) + along * std::sin(turn_about_a));
  }
};

Track make_track(const Shape& a, const Shape& b, Motion motion, double gap, std::size_t poses,
                 Dice& dice) {
  Track track{to_solid(a), to_solid(b), {}, {}};
  const auto anywhere = [&] {
    const Quat turned = dice.rotation();
    return Pose::make(turned, dice.direction()).value();
  };
  Pose pose_a = anywhere();
  Path path(motion, gap, dice);
  for (std::size_t i = 0; i < poses; i++) {
    track.poses_a.push_back(to_placement(pose_a));
    const Vec3 from = pose_a.translation();
    track.poses_b.push_back(
        to_placement(place(a, pose_a, b, path.turn, {from, path.direction}, gap, kGapTolerance)));
    path.advance(dice);
    if (motion == Motion::cold) pose_a = anywhere();
  }
  return track;
}

/// The oracle's distance, too, where it takes a millisecond: it must be what was intended.
void check_gap(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, double gap) {
  const double found =
      distance({a, pose_a}, {b, pose_b}, {.tuning = {.method = QueryMethod::oracle}}).distance;
  if (std::fabs(found - gap) > 1e-9 * kRadius) {
    throw std::runtime_error(fmt::format("a gap is {} instead of {}", found, gap));
  }
}

bool oracle_hits(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  return collide({a, pose_a}, {b, pose_b}, {.tuning = {.method = QueryMethod::oracle}}).verdict !=
         Verdict::apart;
}

/// Asks the oracle about poses that are spread evenly, as many as its time allows.
void probe(Workload& workload, std::span<const Shape> shapes) {
  const std::size_t all = workload.pose_count();
  const std::size_t length = workload.tracks[0].poses_a.size();
  std::size_t wanted = all;
  for (std::size_t i = 0; i < wanted; i++) {
    const std::size_t number = i * all / wanted, track = number / length, pose = number % length;
    const Shape &a = shapes[2 * track], &b = shapes[2 * track + 1];
    const Pose pose_a = to_pose(workload.tracks[track].poses_a[pose]);
    const Pose pose_b = to_pose(workload.tracks[track].poses_b[pose]);
    workload.probes.push_back({track, pose, oracle_hits(a, pose_a, b, pose_b), workload.gap});
    if (i == 0) {
      const double seconds = measure::least_seconds(3, [&] { oracle_hits(a, pose_a, b, pose_b); });
      wanted = std::clamp(static_cast<std::size_t>(kOracleSeconds / seconds),
                          std::min(all, kFewestPoses), all);
    }
    if (pose == 0 && workload.gap > 0 && a.vertex_count() <= 50) {
      check_gap(a, pose_a, b, pose_b, workload.gap);
    }
  }
}

}  // namespace

std::string to_string(Question question) {
  if (question == Question::depth) return "depth";
  return question == Question::boolean ? "boolean" : "distance";
}

std::string to_string(Motion motion) {
  switch (motion) {
    case Motion::cold: return "cold";
    case Motion::degrees_10: return "10 degrees";
    case Motion::degrees_1: break;
  }
  return "1 degree";
}

std::string to_string(Closeness closeness) {
  switch (closeness) {
    case Closeness::far: return "far";
    case Closeness::near: return "near";
    case Closeness::overlapping: break;
  }
  return "overlapping";
}

std::size_t Workload::pose_count() const { return tracks.size() * tracks[0].poses_a.size(); }

Workload make_workload(const Setting& setting, double seconds) {
  Workload workload;
  workload.gap = gap_of(setting.closeness);
  workload.radius = kRadius;
  Dice dice(static_cast<std::uint64_t>(setting.vertices));  // the same hulls in every setting
  std::vector<Shape> shapes;
  while (shapes.size() < 2 * kTracks) shapes.push_back(make_hull(setting.vertices, dice));

  const double allowed = seconds / measure::least_seconds(2, [&] {
                           place(shapes[0], Pose(), shapes[1], Quat(),
                                 {Vec3(0, 0, 0), Vec3(1, 0, 0)}, kRadius, kGapTolerance);
                         });
  const auto clamped = [](double x, std::size_t low, std::size_t high) {
    return static_cast<std::size_t>(
        std::clamp(x, static_cast<double>(low), static_cast<double>(high)));
  };
  const std::size_t poses = clamped(allowed / kTracks, kFewestPoses, kPoses);
  const std::size_t tracks = clamped(allowed / static_cast<double>(poses), 1, kTracks);
  for (std::size_t i = 0; i < tracks; i++) {
    workload.tracks.push_back(
        make_track(shapes[2 * i], shapes[2 * i + 1], setting.motion, workload.gap, poses, dice));
  }
  probe(workload, shapes);
  return workload;
}

}  // namespace glance::bench
