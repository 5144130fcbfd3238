#include "benchmarks/response/response.h"

#include <fmt/format.h>

#include <iostream>
#include <memory>
#include <stdexcept>

#include "benchmarks/common/output.h"
#include "benchmarks/common/roster.h"
#include "glance/glance.h"
#include "measure/progress.h"
#include "measure/statistics.h"
#include "measure/stopwatch.h"
#include "scenes/heap.h"

namespace glance::bench {
namespace {

constexpr double kTime = 1.0 / 120;
constexpr ContactMaterial kWood{.restitution = 0.1, .friction = 0.5};

template <class T>
T must(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().message);
  if constexpr (!std::is_void_v<T>) return *std::move(result);
}

/// The boxes of scenes/heap, in a loop of their own, and turned at random: so that they lie on each
/// other in a jumble, and not in columns.
struct HeapLoop {
  HeapLoop(std::uint32_t boxes, const DynamicsOptions& options)
      : dynamics(must(Dynamics::make(options))) {
    const scenes::Heap heap = must(scenes::Heap::make({.boxes = boxes}));
    const scenes::RigidBodies& rigid = heap.rigid();
    Rng rng(1);
    for (std::size_t i = 0; i < rigid.size(); i++) {
      const bool is_wall = rigid.bodies()[i].is_fixed();
      ids.push_back(must(dynamics.add(
          {.shape = rigid.shapes()[i],
           .pose = is_wall ? rigid.poses()[i] : turned(rigid.poses()[i], rng.rotation()),
           .mobility = is_wall ? Mobility::fixed : Mobility::free,
           .mass = is_wall ? 0 : rigid.bodies()[i].mass(),
           .material = kWood})));
      if (is_wall) walls = i + 1;
    }
  }

  static Pose turned(const Pose& pose, const Quat& rotation) {
    return must(Pose::make(rotation, pose.translation()));
  }

  StepReport step() { return must(dynamics.step(kTime)); }

  std::uint64_t hash() const {
    Hash hash;
    for (const BodyId id : ids) {
      const RigidState s = must(dynamics.state(id));
      for (const Vec3& v : {s.position, s.velocity, s.spin}) {
        for (int k = 0; k < 3; k++) hash.add(v[k]);
      }
      const Quat& q = s.rotation;
      for (const double x : {q.w, q.x, q.y, q.z}) hash.add(x);
    }
    return hash.value();
  }

  BoxScene scene() const {
    BoxScene made{
        .boxes = {}, .walls = {}, .restitution = kWood.restitution, .friction = kWood.friction};
    for (std::size_t i = 0; i < ids.size(); i++) {
      const Shape& shape = *dynamics.world().tested_shape(ids[i]);
      const Vec3 sizes = shape.sizes();
      if (i < walls) {
        made.walls.push_back({{sizes[0], sizes[1], sizes[2]}, shape.plane_offset()});
        continue;
      }
      const RigidState s = must(dynamics.state(ids[i]));
      const Mat3 r = rotation_matrix(s.rotation);
      BoxState box;
      for (int k = 0; k < 3; k++) {
        const auto at = static_cast<std::size_t>(k);
        box.half[at] = sizes[k];
        box.position[at] = s.position[k];
        box.velocity[at] = s.velocity[k];
        box.spin[at] = s.spin[k];
        for (int j = 0; j < 3; j++) box.rotation[3 * at + static_cast<std::size_t>(j)] = r(k, j);
      }
      box.mass = kDensity * shape.mass().volume;
      made.boxes.push_back(box);
    }
    return made;
  }

  static constexpr double kDensity = 600;
  Dynamics dynamics;
  std::vector<BodyId> ids;
  std::size_t walls = 0;
};

/// A step as it was: verdicts, contacts without what pairs remember, impulses from nothing.
class StepAsBefore {
 public:
  explicit StepAsBefore(const HeapLoop& heap) {
    const World& from = heap.dynamics.world();
    for (std::size_t i = 0; i < heap.ids.size(); i++) {
      const Shape& shape = *from.tested_shape(heap.ids[i]);
      const Pose& pose = *from.pose(heap.ids[i]);
      const bool is_wall = i < heap.walls;
      ids_.push_back(must(world_.add({.shape = shape, .pose = pose, .is_static = is_wall})));
      const RigidBody body = is_wall
                                 ? must(RigidBody::fixed(kWood))
                                 : must(RigidBody::make(shape.mass(), HeapLoop::kDensity, kWood));
      rigid_.add(shape, body, must(heap.dynamics.state(heap.ids[i])), pose);
      if (!is_wall) moving_.push_back(static_cast<std::uint32_t>(i));
    }
  }

  void step() {
    const FrameReport frame = world_.detect();
    found_.clear();
    for (const PairReport& pair : frame.touching) {
      const std::uint32_t a = pair.a.index, b = pair.b.index;
      const Contacts c =
          contacts({rigid_.shapes[a], rigid_.poses[a]}, {rigid_.shapes[b], rigid_.poses[b]});
      for (const ContactPoint& p : c.span()) {
        found_.push_back({a, b, (p.point_a + p.point_b) / 2, c.normal, p.depth});
      }
    }
    const StepSettings settings{.least_change = 0, .warm_start = false, .slop = 2e-3};
    const StepInput input{
        .time = kTime, .moving = moving_, .contacts = found_, .exact = found_.size(), .begun = {}};
    (void)must(loop_.respond(rigid_, input, settings));
    RigidStep::move(rigid_, moving_, kTime);
    must(world_.set_poses(ids_, rigid_.poses));
  }

 private:
  World world_;
  std::vector<BodyId> ids_;
  RigidArrays rigid_;
  RigidStep loop_;
  std::vector<std::uint32_t> moving_;
  std::vector<ResponseContact> found_;
};

double ms(std::vector<double> seconds) { return 1e3 * measure::median(std::move(seconds)); }

template <class QueryWork>
double timed(QueryWork work) {
  const measure::ProcessorStopwatch watch;
  work();
  return watch.seconds();
}

/// Detection of the same frames, which the heap goes through.
void measure_detection(HeapLoop& heap, int frames, ResponseFigures& figures) {
  const World& from = heap.dynamics.world();
  World verdicts, points;
  std::vector<BodyId> ids_verdicts, ids_points;
  std::vector<Pose> poses;
  for (std::size_t i = 0; i < heap.ids.size(); i++) {
    const BodyOptions body{.shape = *from.tested_shape(heap.ids[i]),
                           .pose = *from.pose(heap.ids[i]),
                           .is_static = i < heap.walls};
    ids_verdicts.push_back(must(verdicts.add(body)));
    ids_points.push_back(must(points.add(body)));
  }
  std::vector<double> seconds_verdicts, seconds_points, seconds_step;
  for (int frame = -5; frame < frames; frame++) {
    StepReport report;
    const double step = timed([&] { report = heap.step(); });
    figures.touching += frame < 0 ? 0 : static_cast<double>(report.frame.touching.size()) / frames;
    figures.points += frame < 0 ? 0 : static_cast<double>(report.contacts) / frames;
    figures.warm_residual += frame < 0 ? 0 : report.response.residual / frames;
    poses.clear();
    for (const BodyId id : heap.ids) poses.push_back(*from.pose(id));
    must(verdicts.set_poses(ids_verdicts, poses));
    must(points.set_poses(ids_points, poses));
    const double without = timed([&] { (void)verdicts.detect(); });
    const double with =
        timed([&] { (void)points.detect({.question = glance::Question::contacts}); });
    if (frame < 0) continue;
    seconds_verdicts.push_back(without);
    seconds_points.push_back(with);
    seconds_step.push_back(step);
  }
  figures.collide = ms(seconds_verdicts);
  figures.contacts = ms(seconds_points);
  figures.step = ms(seconds_step);
}

/// What a step takes besides detection; of this wall clock, as the loop says it.
double response_ms(HeapLoop& heap, int frames, double* residual) {
  std::vector<double> seconds;
  for (int frame = -5; frame < frames; frame++) {
    const StepReport report = heap.step();
    if (frame < 0) continue;
    seconds.push_back(report.times.response);
    if (residual) *residual += report.response.residual / frames;
  }
  return ms(seconds);
}

void settle(HeapLoop& heap, int frames) {
  measure::Progress progress("settling: steps done", {.total = static_cast<std::uint64_t>(frames)});
  for (int i = 0; i < frames; i++) {
    heap.step();
    progress.one_done();
  }
}

DynamicsOptions awake() {
  DynamicsOptions options;
  options.sleep_speed = 0;
  return options;
}

DynamicsOptions cold_options() {
  DynamicsOptions options = awake();
  options.step.warm_start = false;
  options.step.cold_sweeps = 0;
  return options;
}

/// Boxes in pairs, one on the other, side by side.
void add_boxes(Dynamics& dynamics, std::uint32_t boxes, const Vec3& from) {
  const Shape box = must(Shape::box(Vec3(0.5, 0.5, 0.5)));
  for (std::uint32_t i = 0; i < boxes; i++) {
    const Vec3 place(1.2 * (i / 2 % 100), 1.2 * (i / 200), 0.5 + (i % 2));
    (void)must(dynamics.add({.shape = box, .pose = must(Pose::make(Quat{}, from + place))}));
  }
}

/// So many boxes that fall asleep on a floor, and so many that stay awake, since they lie on a belt
/// that creeps.
Dynamics sleepers(std::uint32_t asleep, std::uint32_t awake) {
  Dynamics dynamics;
  (void)must(dynamics.add(
      {.shape = must(Shape::halfspace(Vec3::unit_z(), 0)), .mobility = Mobility::fixed}));
  add_boxes(dynamics, asleep, Vec3::zero());
  const Vec3 far(-500, 0, 10);
  if (awake > 0) {
    (void)must(dynamics.add({.shape = must(Shape::box(Vec3(100, 100, 0.5))),
                             .pose = must(Pose::make(far - Vec3(0, 0, 0.5))),
                             .mobility = Mobility::kinematic,
                             .velocity = Vec3(1e-3, 0, 0)}));
  }
  add_boxes(dynamics, awake, far);
  for (int i = 0; i < 200; i++) (void)must(dynamics.step(kTime));
  return dynamics;
}

void measure_sleep(std::uint32_t boxes, int steps, ResponseFigures& figures) {
  constexpr std::uint32_t kAwake = 100;
  const auto timed_steps = [&](Dynamics& dynamics) {
    return timed([&] {
      for (int i = 0; i < steps; i++) (void)dynamics.step(kTime);
    });
  };
  Dynamics all_asleep = sleepers(boxes, 0), some_awake = sleepers(boxes, kAwake),
           alone = sleepers(0, kAwake);
  const StepReport report = must(some_awake.step(kTime));
  figures.sleeping = static_cast<std::uint32_t>(report.asleep);
  figures.awake_beside = static_cast<std::uint32_t>(report.awake);
  // In turns: what disturbs the machine disturbs all of them.
  std::vector<double> asleep, more;
  constexpr int kTurns = 15;
  for (int i = 0; i < kTurns; i++) {
    asleep.push_back(timed_steps(all_asleep));
    more.push_back(timed_steps(some_awake) - timed_steps(alone));
  }
  const double each = 1e9 / steps / boxes;
  figures.sleeping_ns = each * measure::median(asleep);
  figures.sleeping_beside_ns = each * measure::median(more);
}

/// World::set_poses for all bodies, with matrices and with quaternions.
void measure_poses(std::uint32_t bodies, ResponseFigures& figures) {
  figures.posed = bodies;
  World world;
  const Shape ball = must(Shape::sphere(0.5));
  for (std::uint32_t i = 0; i < bodies; i++) (void)must(world.add({.shape = ball}));
  Rng rng(2);
  std::vector<QuatPose> turned;
  std::vector<Pose> poses;
  std::vector<double> by_matrix, by_quaternion;
  for (int turn = 0; turn < 9; turn++) {
    turned.clear();
    poses.clear();
    for (std::uint32_t i = 0; i < bodies; i++) {
      turned.push_back({rng.rotation(), rng.in_box(100)});
      poses.push_back(must(Pose::make(turned.back().rotation, rng.in_box(100))));
    }
    by_matrix.push_back(timed([&] { must(world.set_poses(poses)); }));
    by_quaternion.push_back(timed([&] { must(world.set_poses(turned)); }));
  }
  figures.pose_ns = 1e9 * measure::median(by_matrix) / bodies;
  figures.quat_pose_ns = 1e9 * measure::median(by_quaternion) / bodies;
}

void measure_peers(const BoxScene& scene, int frames, ResponseFigures& figures) {
  for (const auto& peer : load_dynamics_peers()) {
    peer->load(scene);
    std::vector<double> seconds;
    double touching = 0;
    for (int frame = -20; frame < frames; frame++) {
      const double step = timed([&] { peer->step(kTime); });
      if (frame < 0) continue;
      seconds.push_back(step);
      touching += static_cast<double>(peer->touching()) / frames;
    }
    figures.peers.push_back({peer->name(), ms(seconds), touching});
  }
}

ResponseFigures measure_all(const ResponseOptions& options) {
  ResponseFigures figures{.boxes = options.boxes, .before_then = options.before, .peers = {}};
  // Until the heap lies: ten seconds.
  const int settling = options.quick ? 120 : 1200;
  const std::uint32_t asleep = options.quick ? 2'000 : 20'000;
  measure_poses(options.quick ? 100'000 : 1'000'000, figures);
  measure_sleep(asleep, options.quick ? 20 : 100, figures);
  HeapLoop heap(options.boxes, awake());
  settle(heap, settling);
  const BoxScene scene = heap.scene();
  StepAsBefore before(heap);
  std::vector<double> seconds;
  for (int frame = 0; frame < options.frames; frame++) {
    seconds.push_back(timed([&] { before.step(); }));
  }
  figures.before = ms(seconds);
  measure_detection(heap, options.frames, figures);
  figures.warm = response_ms(heap, options.frames, nullptr);
  const std::uint64_t end = heap.hash();
  measure_peers(scene, options.frames, figures);
  {
    HeapLoop cold(options.boxes, cold_options());
    settle(cold, settling);
    figures.cold = response_ms(cold, options.frames, &figures.cold_residual);
  }
  HeapLoop again(options.boxes, awake());
  settle(again, settling);
  for (int i = 0; i < 2 * (options.frames + 5); i++) again.step();
  figures.same_again = again.hash() == end;
  return figures;
}

}  // namespace

int run_response(const ResponseOptions& options) {
  try {
    const std::string text = page(measure_all(options));
    std::cout << text;
    return !options.write || write_page("response.md", text) ? 0 : 2;
  } catch (const std::runtime_error& error) {
    std::cerr << fmt::format("bench: {}\n", error.what());
    return 2;
  }
}

}  // namespace glance::bench
