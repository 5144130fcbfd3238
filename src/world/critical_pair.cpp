// Tested in tests/property/critical_test.cpp (Critical.BoundsOnlyGetNarrower).
#include "world/critical_pair.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/work_limit.h"
#include "bound/part_volume.h"
#include "world/ask.h"
#include "world/placing_errors.h"

namespace glance::rooms::world {
namespace {

// What is not a test of two spheres, in units of one: measured on one machine, and the same on all.

/// An exact answer about two convex bodies: two microseconds, or less if the last one still holds.
constexpr std::uint64_t kConvexUnits = 200, kRememberedUnits = 20;
/// The contact points of two convex bodies that touch, with the verdict.
constexpr std::uint64_t kContactUnits = 400;
/// What the first try of an exact answer may take that cannot be divided (a tenth of a
/// millisecond); each next one four times as much, from the beginning. So a third of all is done in
/// vain at most.
constexpr std::uint64_t kFirstTry = 10'000;
/// Time, or units, beyond the end for the last step of a question that has steps, which would begin
/// again otherwise.
constexpr std::chrono::microseconds kGrace(50);
constexpr std::uint64_t kGraceUnits = 5000;
/// Whether a point is inside of a body.
constexpr std::uint64_t kInsideUnits = 500;
/// The children of a sphere.
constexpr std::uint64_t kStepUnits = 8;
/// Two volumes, and two triangles, of meshes; a triangle and a convex body.
constexpr std::uint64_t kVolumeUnits = 5, kTriangleUnits = 30, kPartUnits = 100;
/// Volumes that are tested in one step of an exact answer about meshes: at most, and at least, if
/// no more are left in the budget.
constexpr std::uint64_t kVolumesAStep = 128, kFewVolumes = 32;

/// Of a radius, beyond which a point is outside: much more than rotations may stretch.
constexpr double kRootMargin = 1e-3;

/// A point of the body: of a mesh its first corner, of a compound its first part's.
Vec3 some_point(const Shape& shape) {
  if (shape.kind() == ShapeKind::mesh) return shape.mesh_view().vertices[0];
  if (shape.kind() != ShapeKind::compound) return shape.mass().centroid;
  const auto parts = shape.leaf_parts();
  return multiply(parts[0].pose.rotation(), some_point(parts[0].shape)) +
         parts[0].pose.translation();
}

}  // namespace

Vec3 PairRefiner::placed(std::uint32_t body, const Vec3& point) const {
  const Pose& pose = bodies().pose[body];
  return multiply(pose.rotation(), point) + pose.translation();
}

bool PairRefiner::is_convex(const CriticalPair& pair) const {
  return bodies().shape(first_of(pair.key)).is_convex() &&
         bodies().shape(second_of(pair.key)).is_convex();
}

/// The verdict first, where contacts take much longer: some frames have time for that alone.
Question PairRefiner::next_question(const CriticalPair& pair) const {
  const Question asked = world_.asked.question;
  const bool is_open = pair.report.verdict == Verdict::undecided;
  return asked == Question::contacts && is_open && !is_convex(pair) ? Question::collide : asked;
}

bool PairRefiner::has_steps(const CriticalPair& pair) const {
  if (next_question(pair) == Question::contacts) return false;
  const auto is_mesh = [&](std::uint32_t body) {
    return bodies().shape(body).kind() == ShapeKind::mesh;
  };
  const std::uint32_t i = first_of(pair.key), j = second_of(pair.key);
  const bool compound = bodies().shape(i).kind() == ShapeKind::compound ||
                        bodies().shape(j).kind() == ShapeKind::compound;
  return (is_mesh(i) || is_mesh(j)) && !compound;
}

void PairRefiner::begin(CriticalPair& pair, PairKey key, std::uint32_t place, const BodySpheres& a,
                        const BodySpheres& b) {
  const std::uint32_t i = first_of(key), j = second_of(key);
  pair.key = key;
  pair.place = place;
  pair.tries = 0;
  pair.need.reset();
  pair.view.reset();
  pair.spheres_a = a;
  pair.spheres_b = b;
  PairReport& report = pair.report;
  report = PairReport();
  report.a = bodies().id[i];
  report.b = bodies().id[j];
  report.verdict = Verdict::undecided;
  report.lower = 0;
  report.upper = INFINITY;
  pair.centre = Vec3::zero();  // the memory may be another pair's
  pair.centres_apart = 0;
  meter_.add(1);
  if (!pair.has_spheres()) return begin_without_spheres(pair);
  pair.hits.begin(a.nodes, a.scale, bodies().pose[i], b.nodes, b.scale, bodies().pose[j]);
  take_over(pair);
}

void PairRefiner::go_on(CriticalPair& pair, std::uint32_t place, const BodySpheres& a,
                        const BodySpheres& b) {
  pair.place = place;
  pair.view.reset();  // the eye may have moved
  pair.spheres_a = a;
  pair.spheres_b = b;
  if (pair.has_spheres()) pair.hits.move_trees(a.nodes, b.nodes);
}

/// Somewhere between a point of the one and a point of the other, which bound their distance; from
/// a half-space the way goes along its normal.
void PairRefiner::begin_without_spheres(CriticalPair& pair) {
  const std::uint32_t i = first_of(pair.key), j = second_of(pair.key);
  pair.stage = CriticalPair::Stage::exact;
  const Shape &a = bodies().shape(i), &b = bodies().shape(j);
  const bool plane_a = a.kind() == ShapeKind::halfspace, plane_b = b.kind() == ShapeKind::halfspace;
  Vec3 from = Vec3::zero(), to = Vec3::zero();
  if (!plane_a) from = placed(i, some_point(a));
  if (!plane_b) to = placed(j, some_point(b));
  if (plane_a || plane_b) {
    if (plane_a && plane_b) return;
    const PlacedBox plane =
        PlacedBox::halfspace(plane_a ? a : b, bodies().pose[plane_a ? i : j], Vec3::zero());
    const Vec3& point = plane_a ? to : from;
    const Vec3& normal = plane.normal;
    const double height = std::max(dot(normal, point) - plane.offset - plane.radius, 0.0);
    (plane_a ? from : to) = point - height * normal;
    pair.report.normal = plane_a ? normal : Vec3(-normal);
    pair.report.point_a = from;
    pair.report.point_b = to;
  } else {
    const double apart = norm(to - from);
    pair.report.normal = apart > 0 ? Vec3((to - from) / apart) : Vec3(0, 0, 1);
    pair.report.point_a = pair.report.point_b = (from + to) / 2;
  }
  pair.centre = (from + to) / 2;
  pair.centres_apart = norm(to - from);
  const double error = kPlacingError * (norm(from) + norm(to));
  pair.report.upper = pair.centres_apart * (1 + kRootMargin) + error;
}

void PairRefiner::remember(CriticalPair& pair, const CriticalPair& before, double motion) {
  const bool same = pair.has_spheres() && pair.spheres_a.is_same(before.spheres_a) &&
                    pair.spheres_b.is_same(before.spheres_b) && pair.report.a == before.report.a &&
                    pair.report.b == before.report.b;
  // What was known about other spheres, or before a jump, bounds nothing now.
  if (!same || !std::isfinite(motion)) return;
  if (pair.stage == CriticalPair::Stage::spheres) {
    pair.hits.retry(before.hits.nearest());
    meter_.add(1);
    take_over(pair);
  }
  pair.report.upper =
      std::min(pair.report.upper, (std::max(before.report.upper, 0.0) + motion) * kAbove);
  // The gap changes by no more than both bodies have moved together.
  const double lower = before.report.lower / kAbove - motion * kAbove;
  if (pair.report.verdict == Verdict::undecided && lower > 0) settle_apart(pair, lower);
}

/// Whether a verdict is all that is asked for.
CriticalPair::Stage PairRefiner::after_verdict(bool touches) const {
  const Question asked = world_.asked.question;
  const bool enough = asked == Question::collide || (asked == Question::contacts && !touches);
  return enough ? CriticalPair::Stage::settled : CriticalPair::Stage::exact;
}

/// No two surfaces meet, and neither body is inside of the other.
void PairRefiner::settle_apart(CriticalPair& pair, double lower) {
  describe(pair);
  pair.stage = after_verdict(false);
  pair.report.verdict = Verdict::apart;
  pair.report.lower = lower;
  pair.report.upper = std::max(pair.report.upper, lower);
}

std::uint64_t PairRefiner::cost(const CriticalPair& pair) const {
  if (pair.stage == CriticalPair::Stage::spheres) return kStepUnits;
  if (pair.need) return need_units(pair);
  // Estimates, to decide whether a step may begin; what it took is counted afterwards.
  if (next_question(pair) == Question::contacts) return kContactUnits;
  if (!has_steps(pair)) return kConvexUnits;
  return kVolumeUnits * std::clamp(meter_.left() / kVolumeUnits, kFewVolumes, kVolumesAStep);
}

std::uint64_t PairRefiner::allowance(const CriticalPair& pair) const {
  constexpr int kMostTries = 16;
  return kFirstTry << 2 * std::min<int>(pair.tries, kMostTries);
}

const MeshBody& PairRefiner::needed_mesh(const CriticalPair& pair) const {
  return *mesh_at(bodies().shape(pair.need->body), pair.need->leaf);
}

bool PairRefiner::is_hopeless(const CriticalPair& pair) const {
  if (pair.need) {
    const std::uint64_t units = need_units(pair);
    return units > kFirstTry || !meter_.fits(units);  // what is large comes last
  }
  if (pair.tries == 0 || meter_.is_unlimited()) return false;
  return !meter_.fits(allowance(pair) / 4);
}

std::uint64_t PairRefiner::need_units(const CriticalPair& pair) const {
  const MeshBody& mesh = needed_mesh(pair);
  const MeshPart part = pair.need->part;
  return world_.critical.parts.has(mesh, part) ? 0 : units_to_make(mesh, part);
}

bool PairRefiner::make_need(CriticalPair& pair) {
  const MeshBody& mesh = needed_mesh(pair);
  const MeshPart part = pair.need->part;
  CriticalMemory& memory = world_.critical;
  if (const std::uint64_t units = need_units(pair)) {
    if (!meter_.fits(units) || memory.too_long.has(mesh, part)) return false;
    meter_.add(units);
    const WorkLimit limit(UINT64_MAX, meter_.until());
    try {
      mesh.make(part);
    } catch (const OutOfWork&) {
      memory.too_long.add(mesh, part);
      return false;
    }
    memory.parts.add(mesh, part);
  }
  pair.need.reset();
  return true;
}

void PairRefiner::step(CriticalPair& pair) {
  pair.view.reset();
  if (pair.need) {
    make_need(pair);
    return;
  }
  if (pair.stage == CriticalPair::Stage::spheres) {
    meter_.add(pair.hits.step());
    take_over(pair);
  } else {
    ask(pair);
  }
}

/// From the spheres to what is known of the pair.
void PairRefiner::take_over(CriticalPair& pair) {
  PairReport& report = pair.report;
  // Bounds only get narrower: a later sphere may bound the gap worse than an earlier one. Below 0
  // the surfaces overlap, and the gap is 0.
  report.upper = std::max(std::min(report.upper, pair.hits.upper()), 0.0);
  switch (pair.hits.state()) {
    case SphereHits::State::open: pair.stage = CriticalPair::Stage::spheres; return;
    case SphereHits::State::leaves_meet: pair.stage = CriticalPair::Stage::exact; return;
    case SphereHits::State::overlap: settle_overlap(pair); return;
    case SphereHits::State::apart: break;
  }
  // No two surfaces meet. One may still be inside of the other, where spheres leave a hollow.
  const std::uint32_t i = first_of(pair.key), j = second_of(pair.key);
  if (pair.hits.began_together() && (holds(i, pair.spheres_a, j) || holds(j, pair.spheres_b, i))) {
    pair.stage = CriticalPair::Stage::exact;
    return;
  }
  settle_apart(pair, pair.hits.lower());
}

void PairRefiner::settle_overlap(CriticalPair& pair) {
  describe(pair);
  pair.stage = after_verdict(true);
  pair.report.verdict = Verdict::overlapping;
  pair.report.upper = pair.report.lower = 0;
}

/// Whether a point of one body is inside of the other, in a place without spheres.
bool PairRefiner::holds(std::uint32_t outer, const BodySpheres& spheres, std::uint32_t inner) {
  if (spheres.covers_inside) return false;
  const Vec3 point = placed(inner, some_point(bodies().shape(inner)));
  // Mostly the sphere around all of the outer one tells, with room for rounding.
  meter_.add(1);
  const Vec3 center = placed(outer, spheres.center(0));
  const double radius = spheres.radius(0);
  const double error = kPlacingError * (norm(point) + norm(center) + radius);
  if (norm(point - center) > radius * (1 + kRootMargin) + error) return false;
  if (!meter_.fits(kInsideUnits)) return true;  // the exact test would tell
  WorkLimit limit(meter_.is_unlimited() ? UINT64_MAX : kFirstTry, meter_.until());
  const PartWatch watch(world_.critical.parts, !meter_.is_unlimited());
  bool inside = true;
  try {
    const Result<Verdict> at = locate({bodies().shape(outer), bodies().pose[outer]}, point);
    inside = !at || *at != Verdict::apart;
  } catch (const OutOfWork&) {  // not known: the exact test will tell
  }
  meter_.add(std::max(limit.spent(), kInsideUnits));
  return inside;
}

SpherePair PairRefiner::spheres(const CriticalPair& pair, const SphereHit& hit) const {
  const BodySpheres &a = pair.spheres_a, &b = pair.spheres_b;
  return {.a = pair.report.a,
          .b = pair.report.b,
          .center_a = placed(first_of(pair.key), a.center(hit.a)),
          .center_b = placed(second_of(pair.key), b.center(hit.b)),
          .radius_a = a.radius(hit.a),
          .radius_b = b.radius(hit.b)};
}

SpherePair PairRefiner::describe(CriticalPair& pair) const {
  if (!pair.has_spheres()) return {};
  const SpherePair met = spheres(pair, pair.hits.deepest());
  const Vec3 between = met.center_b - met.center_a;
  pair.centres_apart = norm(between);
  const double radii = met.radius_a + met.radius_b;
  // The line between the centres is divided in proportion to the radii.
  pair.centre = met.center_a + between * (radii > 0 ? met.radius_a / radii : 0.5);
  pair.report.normal = pair.centres_apart > 0 ? Vec3(between / pair.centres_apart) : Vec3(0, 0, 1);
  pair.report.point_a = pair.report.point_b = pair.centre;
  return met;
}

void PairRefiner::ask(CriticalPair& pair) {
  const double lower = pair.report.lower, upper = pair.report.upper;
  PairReport answer = pair.report;
  PairMemory& memory = world_.pairs.memory(pair.place);
  const Question question = next_question(pair);
  const bool steps = has_steps(pair), unlimited = meter_.is_unlimited();
  const bool whole = unlimited || question == Question::contacts;
  const std::uint64_t most = whole ? UINT32_MAX : cost(pair) / kVolumeUnits;
  // What has steps ends by itself in good time, but for what follows the last one.
  // The first of a frame has enough for most questions in any case, or small budgets would never
  // come to an end.
  const std::uint64_t least = std::exchange(has_tried_, true) ? 0 : kFirstTry;
  const std::uint64_t wanted = steps
                                   ? std::min(meter_.left(), UINT64_MAX - kGraceUnits) + kGraceUnits
                                   : std::min(allowance(pair), meter_.left());
  const std::uint64_t units = unlimited ? UINT64_MAX : std::max(least, wanted);
  const auto until = meter_.until();
  const bool timed = until != WorkLimit::Clock::time_point::max();
  const PartWatch watch(world_.critical.parts, !unlimited);
  WorkLimit limit(units, steps && timed ? until + kGrace : until);
  const bool answered =
      ask_pair(world_, world_.lanes.main(), {pair.key, question, static_cast<std::uint32_t>(most)},
               memory.cache, answer);
  if (!answered) {
    const std::uint32_t i = first_of(pair.key), j = second_of(pair.key);
    if (watch.missing()) pair.need = need_of(bodies(), i, j, *watch.missing());
    if (!pair.need) pair.tries++;
    meter_.add(limit.spent());
    return;
  }
  const bool touches = answer.touches();
  meter_.add(std::max(usual_cost(pair, question, answer.work, touches), limit.spent()));
  if (answer.verdict == Verdict::undecided && answer.work.interrupted) {
    pair.report.lower = std::max(lower, answer.lower);
    pair.report.upper = std::min(upper, answer.upper);
    return;
  }
  pair.report = answer;
  pair.stage =
      question == world_.asked.question ? CriticalPair::Stage::settled : after_verdict(touches);
  pair.tries = 0;
  if (question != Question::distance) {
    pair.report.lower = touches ? 0 : lower;
    pair.report.upper = touches ? 0 : upper;
  }
}

std::uint64_t PairRefiner::usual_cost(const CriticalPair& pair, Question question,
                                      const QueryWork& work, bool touches) const {
  const std::uint64_t points = question == Question::contacts && touches ? kContactUnits : 0;
  const std::uint64_t convex = work.from_cache ? kRememberedUnits : kConvexUnits;
  if (is_convex(pair)) return std::max(points, convex);
  const ShapeKind kind_a = bodies().shape(first_of(pair.key)).kind(),
                  kind_b = bodies().shape(second_of(pair.key)).kind();
  const bool two_meshes = kind_a == ShapeKind::mesh && kind_b == ShapeKind::mesh;
  const bool has_compound = kind_a == ShapeKind::compound || kind_b == ShapeKind::compound;
  const std::uint64_t primitive = two_meshes ? kTriangleUnits : kPartUnits;
  const std::uint64_t searched =
      points + kVolumeUnits * (1 + work.volume_tests) + primitive * work.primitive_tests;
  // Meshes that are convex were asked as such, which names a method, as no search does.
  const bool as_hulls = !has_compound && work.method != QueryMethod::automatic;
  return as_hulls ? std::max(searched, points + convex) : searched;
}

}  // namespace glance::rooms::world
