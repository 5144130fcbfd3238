#include "benchmarks/pairs/primitives.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "benchmarks/common/ours.h"
#include "benchmarks/common/placing.h"
#include "glance/generate.h"
#include "measure/stopwatch.h"

namespace glance::bench {
namespace {

constexpr std::size_t kTracks = 16, kPoses = 64;
constexpr double kTolerance = 1e-6;
constexpr double kPlacingTolerance = 1e-8;
constexpr double kStep = 0.02;
constexpr double kDegree = std::numbers::pi / 180;
/// For the reference answers of one workload.
constexpr double kOracleSeconds = 0.2;
constexpr std::size_t kFewestProbes = 32;
constexpr int kHullVertices = 50;

Shape make_primitive(Kind kind, Dice& dice) {
  const auto size = [&] { return 0.55 + 0.2 * dice.coordinate(); };  // 0.35 to 0.75
  const double x = size(), y = size(), z = size();
  switch (kind) {
    case Kind::sphere: return Shape::sphere(x).value();
    case Kind::capsule: return Shape::capsule(x / 2, z).value();
    case Kind::cylinder: return Shape::cylinder(x, z).value();
    case Kind::cone: return Shape::cone(x, z).value();
    case Kind::ellipsoid: return Shape::ellipsoid({x, y, z}).value();
    case Kind::box: return Shape::box({x, y, z}).value();
    case Kind::triangle:  // about the origin
      return Shape::triangle({1.5 * x, 0, 0}, {-x, y, 0}, {-x / 2, -y, 0}).value();
    case Kind::halfspace: return Shape::halfspace({0, 0, 1}, 0).value();
    case Kind::hull: break;
  }
  return random_polytope(dice.bits(), 2 * kHullVertices - 4).value();
}

/// Where to, past or before contact.
double gap_for(Question question, Dice& dice) {
  const double part = (dice.coordinate() + 1) / 2;
  switch (question) {
    case Question::boolean: return 0.1 * part - 0.05;
    case Question::distance: return 0.02 + 0.48 * part;
    case Question::depth: break;
  }
  return -(0.02 + 0.28 * part);
}

/// How B moves: turned about an axis of its own, round A (or along the plane of a half-space).
class Route {
 public:
  Route(const Pose& pose_a, bool flat, Dice& dice) : flat_(flat), from_(pose_a.translation()) {
    turn_ = dice.rotation();
    axis_ = dice.direction();
    direction_ = flat ? pose_a.rotation().col(2) : dice.direction();
    way_ = normalized(cross(direction_, dice.direction()));
  }

  const Quat& turn() const { return turn_; }
  Line line() const { return {from_, direction_}; }

  void advance() {
    turn_ = multiply(Quat::from_rotation_vector(axis_ * kDegree), turn_);
    if (flat_) {
      from_ += way_ * kStep;
      return;
    }
    const Vec3 along = way_;
    const double angle = kStep / 2;  // the centres are not quite 2 apart
    way_ = normalized(along * std::cos(angle) - direction_ * std::sin(angle));
    direction_ = normalized(direction_ * std::cos(angle) + along * std::sin(angle));
  }

 private:
  bool flat_;
  Quat turn_;
  Vec3 from_, direction_, axis_, way_;  // unit but for the first; way across direction
};

/// From pose to pose of a coherent track the gap changes by little, too: up and down.
class Gaps {
 public:
  Gaps(Question question, bool coherent, Dice& dice)
      : question_(question),
        coherent_(coherent),
        from_(gap_for(question, dice)),
        to_(gap_for(question, dice)) {}

  double at(std::size_t pose, Dice& dice) {
    if (!coherent_) return gap_for(question_, dice);
    const double part = static_cast<double>(pose) / (kPoses - 1);
    return from_ + part * (to_ - from_);
  }

 private:
  Question question_;
  bool coherent_;
  double from_, to_;
};

Track make_track(const Shape& a, const Shape& b, Motion motion, Question question, Dice& dice) {
  Track track{to_solid(a), to_solid(b), {}, {}};
  const bool coherent = motion != Motion::cold, flat = track.a.kind == Kind::halfspace;
  const auto anywhere = [&] {
    const Quat turned = dice.rotation();
    return Pose::make(turned, dice.direction()).value();
  };
  Pose pose_a = anywhere();
  Route route(pose_a, flat, dice);
  Gaps gaps(question, coherent, dice);
  for (std::size_t i = 0; i < kPoses; i++) {
    const double gap = gaps.at(i, dice);
    track.poses_a.push_back(to_placement(pose_a));
    track.poses_b.push_back(
        to_placement(place(a, pose_a, b, route.turn(), route.line(), gap, kPlacingTolerance)));
    route.advance();
    if (coherent) continue;
    pose_a = anywhere();
    route = Route(pose_a, flat, dice);
  }
  return track;
}

Probe ask_oracle(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                 Question question) {
  Probe probe;
  if (question == Question::boolean) {
    const Collision c =
        collide({a, pose_a}, {b, pose_b}, {.tuning = {.method = QueryMethod::oracle}});
    probe.hit = c.verdict != Verdict::apart;
    return probe;
  }
  const bool depth = question == Question::depth;
  const Distance d = distance({a, pose_a}, {b, pose_b},
                              {.depth = depth, .tuning = {.method = QueryMethod::oracle}});
  probe.hit = d.verdict != Verdict::apart;
  probe.distance = d.distance;
  probe.depth = d.depth;
  return probe;
}

/// Asks the oracle about poses that are spread evenly, as many as its time allows.
void probe(Workload& workload, std::span<const Shape> shapes, Question question) {
  const std::size_t all = workload.pose_count();
  std::size_t wanted = all;
  for (std::size_t i = 0; i < wanted; i++) {
    const std::size_t number = i * all / wanted, track = number / kPoses, pose = number % kPoses;
    const auto ask = [&] {
      return ask_oracle(shapes[2 * track], to_pose(workload.tracks[track].poses_a[pose]),
                        shapes[2 * track + 1], to_pose(workload.tracks[track].poses_b[pose]),
                        question);
    };
    Probe result = ask();
    result.track = track;
    result.pose = pose;
    workload.probes.push_back(result);
    if (i > 0) continue;
    const double seconds = measure::least_seconds(3, ask);
    wanted = std::clamp(static_cast<std::size_t>(kOracleSeconds / seconds), kFewestProbes, all);
  }
}

/// Neither answer is rare: 30 to 70 % touch.
void expect_representative(const Workload& workload, const PrimitivePair& pair) {
  const auto hits = std::ranges::count_if(workload.probes, [](const Probe& p) { return p.hit; });
  const double share = static_cast<double>(hits) / static_cast<double>(workload.probes.size());
  if (share >= 0.3 && share <= 0.7) return;
  throw std::runtime_error(fmt::format("{}: {:.0f} % of the pairs touch", pair.name, 100 * share));
}

}  // namespace

Workload make_primitive_workload(const PrimitivePair& pair, Motion motion, Question question) {
  Workload workload;
  workload.tolerance = kTolerance;
  Dice dice(static_cast<std::uint64_t>(&pair - kPrimitivePairs));  // the same bodies in each row
  std::vector<Shape> shapes;
  for (std::size_t i = 0; i < kTracks; i++) {
    shapes.push_back(make_primitive(pair.a, dice));
    shapes.push_back(make_primitive(pair.b, dice));
  }
  for (std::size_t i = 0; i < kTracks; i++) {
    workload.tracks.push_back(make_track(shapes[2 * i], shapes[2 * i + 1], motion, question, dice));
  }
  probe(workload, shapes, question);
  if (question == Question::boolean) expect_representative(workload, pair);
  return workload;
}

}  // namespace glance::bench
