#include "world/critical_frame.h"

#include <algorithm>

#include "critical/work_meter.h"
#include "world/ask.h"
#include "world/state.h"

namespace glance {
namespace {

// What is not a test of two spheres, in units of one: measured on one machine, and the same on all.

/// An exact answer about two convex bodies: two microseconds.
constexpr std::uint64_t kConvexUnits = 200;
/// Whether a point is inside of a body.
constexpr std::uint64_t kInsideUnits = 100;
/// Of a radius, beyond which a point is outside: much more than rotations may stretch.
constexpr double kRootMargin = 1e-3;
/// Bounds what rounding does to two placed points, as a part of their coordinates.
constexpr double kPlacingError = 0x1p-46;
/// Two volumes, and two triangles, of meshes.
constexpr std::uint64_t kVolumeUnits = 5, kTriangleUnits = 30;
/// Volumes that are tested in one step of an exact answer about meshes.
constexpr std::uint32_t kVolumesAStep = 256;

class CriticalFrame {
 public:
  CriticalFrame(World::State& world, const CriticalOptions& options, FrameCounters& counters,
                CriticalReport& report)
      : world_(world),
        memory_(world.critical),
        options_(options),
        counters_(counters),
        report_(report),
        meter_(options.budget) {}

  void run() {
    if (memory_.tree_options != options_.trees) {
      memory_.tree_options = options_.trees;
      memory_.trees.clear();
      memory_.pairs.clear();
    }
    collect();
    settle();
    report_.asked = memory_.pairs.size();
    report_.units = meter_.spent();
    report_.seconds = meter_.seconds();
    finish();
  }

 private:
  const Bodies& bodies() const { return world_.bodies; }
  /// A point of a body's frame in the world.
  Vec3 placed(std::uint32_t body, const Vec3& p) const {
    const Pose& pose = bodies().pose[body];
    return multiply(pose.rotation(), p) + pose.translation();
  }

  /// All pairs that have to be asked about, in id order; those that were left open by the last
  /// frame, and have not moved since, as they are.
  void collect() {
    world_.interframe.clear();
    memory_.pairs.swap(memory_.last_pairs);
    memory_.pairs.clear();
    const auto keys = world_.broad->pairs();
    auto last = memory_.last_pairs.begin();
    for (std::size_t n = 0; n < keys.size(); n++) {
      PairMemory& memory = world_.pairs.memory(n);
      if (!memory.allowed) continue;
      const std::uint32_t i = first_of(keys[n]), j = second_of(keys[n]);
      world_.bodies.note_neighbors(i, j);
      counters_.overlapping++;
      sweep_pair(world_, keys[n], memory, counters_);
      const bool moved = bodies().changed(i) || bodies().changed(j);
      if (memory.answered && !moved) continue;
      while (last != memory_.last_pairs.end() && last->key < keys[n]) ++last;
      const bool known = !moved && last != memory_.last_pairs.end() && last->key == keys[n] &&
                         last->stage != CriticalPair::Stage::settled;
      CriticalPair& pair = memory_.pairs.emplace_back();
      if (known) {
        std::swap(pair, *last);
        pair.place = static_cast<std::uint32_t>(n);
      } else {
        begin(pair, keys[n], static_cast<std::uint32_t>(n));
      }
    }
  }

  /// Of a body's shape; null for half-spaces, and for what changes from frame to frame.
  const SphereTree* tree(std::uint32_t body) {
    const Shape& shape = *bodies().shape[body];
    if (shape.kind() == ShapeKind::halfspace) return nullptr;
    if (!memory_.bent.empty() && memory_.bent.contains(bodies().id[body])) return nullptr;
    auto at = memory_.trees.find(shape.identity());
    if (at == memory_.trees.end()) {
      const Result<SphereTree> made = SphereTree::make(shape, options_.trees);
      at = memory_.trees.try_emplace(shape.identity(), shape, std::nullopt).first;
      if (made) at->second.tree = *made;
    }
    return at->second.tree ? &*at->second.tree : nullptr;
  }

  void begin(CriticalPair& pair, PairKey key, std::uint32_t place) {
    const std::uint32_t i = first_of(key), j = second_of(key);
    pair.key = key;
    pair.place = place;
    pair.report.a = bodies().id[i];
    pair.report.b = bodies().id[j];
    pair.report.verdict = Verdict::undecided;
    pair.report.lower = 0;
    pair.report.upper = INFINITY;
    pair.stage = CriticalPair::Stage::exact;
    const SphereTree *a = tree(i), *b = tree(j);
    pair.has_spheres = a && b && !(world_.options.margin > 0);
    if (!pair.has_spheres) return;
    pair.hits.begin(a->nodes(), bodies().pose[i], b->nodes(), bodies().pose[j]);
    meter_.add(1);
    take_over(pair);
  }

  /// From the spheres to what is known of the pair.
  void take_over(CriticalPair& pair) {
    const std::uint32_t i = first_of(pair.key), j = second_of(pair.key);
    const SphereTree &a = *tree(i), &b = *tree(j);
    const SphereNode &node_a = a.nodes()[pair.hits.deepest().a],
                     &node_b = b.nodes()[pair.hits.deepest().b];
    const Vec3 center_a = placed(i, node_a.center), center_b = placed(j, node_b.center);
    const Vec3 between = center_b - center_a;
    pair.centres_apart = norm(between);
    const double radii = node_a.radius + node_b.radius;
    pair.report.normal =
        pair.centres_apart > 0 ? Vec3(between / pair.centres_apart) : Vec3(0, 0, 1);
    // Figure 4: the line between the centres is divided in proportion to the radii.
    pair.centre = center_a + between * (radii > 0 ? node_a.radius / radii : 0.5);
    pair.report.point_a = pair.report.point_b = pair.centre;
    pair.report.upper = std::max(std::min(pair.report.upper, pair.hits.upper()), 0.0);
    pair.report.lower = std::max(pair.report.lower, pair.hits.lower());
    switch (pair.hits.state()) {
      case SphereHits::State::open: pair.stage = CriticalPair::Stage::spheres; return;
      case SphereHits::State::leaves_meet: pair.stage = CriticalPair::Stage::exact; return;
      case SphereHits::State::overlap: take_overlap(pair); return;
      case SphereHits::State::apart: break;
    }
    // No two surfaces meet. One may still be inside of the other, where spheres leave a hollow.
    if (pair.hits.began_together() && (holds(i, a, j) || holds(j, b, i))) {
      pair.stage = CriticalPair::Stage::exact;
      return;
    }
    pair.stage = CriticalPair::Stage::settled;
    pair.report.verdict = Verdict::apart;
    pair.report.distance = pair.report.lower;
  }

  /// Nothing more to find out, unless how deep is asked.
  void take_overlap(CriticalPair& pair) {
    pair.report.upper = pair.report.lower = 0;
    const bool enough = world_.asked.question == Question::collide;
    pair.stage = enough ? CriticalPair::Stage::settled : CriticalPair::Stage::exact;
    if (enough) pair.report.verdict = Verdict::overlapping;
  }

  /// Whether a point of one body is inside of the other, in a place without spheres.
  bool holds(std::uint32_t outer, const SphereTree& outer_tree, std::uint32_t inner) {
    if (outer_tree.covers_inside()) return false;
    const Shape& shape = *bodies().shape[inner];
    const Vec3 local =
        shape.kind() == ShapeKind::mesh ? shape.mesh_view().vertices[0] : some_point(shape);
    const Vec3 point = placed(inner, local);
    // Mostly the sphere around all of the outer one tells, with room for rounding.
    const SphereNode& root = outer_tree.nodes()[0];
    meter_.add(1);
    const Vec3 center = placed(outer, root.center);
    const double error = kPlacingError * (norm(point) + norm(center) + root.radius);
    if (norm(point - center) > root.radius * (1 + kRootMargin) + error) return false;
    meter_.add(kInsideUnits);
    const Result<Verdict> at = locate(*bodies().shape[outer], bodies().pose[outer], point);
    return !at || *at != Verdict::apart;
  }

  /// A point of the body: of a compound its first part's.
  static Vec3 some_point(const Shape& shape) {
    if (shape.kind() != ShapeKind::compound) return shape.mass().centroid;
    const auto parts = shape.leaf_parts();
    const Shape& part = parts[0].shape;
    const Vec3 local =
        part.kind() == ShapeKind::mesh ? Vec3(part.mesh_view().vertices[0]) : part.mass().centroid;
    return multiply(parts[0].pose.rotation(), local) + parts[0].pose.translation();
  }

  double importance(const CriticalPair& pair) const {
    if (options_.schedule == Schedule::round_robin || options_.schedule == Schedule::sequential) {
      return 0;
    }
    const SeenCollision seen = options_.view.see(pair.centre, pair.report.upper);
    return options_.importance ? options_.importance(seen) : options_.view.importance(seen);
  }

  /// What the next step takes, about.
  std::uint64_t cost(const CriticalPair& pair) const {
    if (pair.stage == CriticalPair::Stage::spheres) return 8;
    const bool convex = bodies().shape[first_of(pair.key)]->is_convex() &&
                        bodies().shape[second_of(pair.key)]->is_convex();
    return convex ? kConvexUnits : kVolumeUnits * kVolumesAStep;
  }

  void step(CriticalPair& pair) {
    if (pair.stage == CriticalPair::Stage::spheres) {
      meter_.add(pair.hits.step());
      take_over(pair);
      return;
    }
    const double lower = pair.report.lower, upper = pair.report.upper;
    PairReport answer = pair.report;
    PairMemory& memory = world_.pairs.memory(pair.place);
    const std::uint32_t most = options_.budget.is_unlimited() ? UINT32_MAX : kVolumesAStep;
    ask_pair(world_, pair.key, memory.cache, counters_, most, answer);
    const Work& work = answer.work;
    const bool is_mesh = work.volume_tests + work.primitive_tests > 0;
    meter_.add(is_mesh ? kVolumeUnits * work.volume_tests + kTriangleUnits * work.primitive_tests
                       : kConvexUnits);
    if (answer.verdict == Verdict::undecided && work.interrupted) {
      pair.report.lower = std::max(lower, answer.lower);
      pair.report.upper = std::min(upper, answer.upper);
      return;
    }
    pair.report = answer;
    pair.stage = CriticalPair::Stage::settled;
    if (world_.asked.question == Question::collide) {
      const bool meets = answer.touches();
      pair.report.lower = meets ? 0 : lower;
      pair.report.upper = meets ? 0 : upper;
    }
  }

  void settle() {
    memory_.importance.clear();
    for (const CriticalPair& pair : memory_.pairs) memory_.importance.push_back(importance(pair));
    Scheduler& scheduler = memory_.scheduler;
    scheduler.begin(options_.schedule, memory_.pairs.size(), memory_.importance);
    while (const auto next = scheduler.next()) {
      CriticalPair& pair = memory_.pairs[*next];
      if (pair.stage == CriticalPair::Stage::settled) continue;
      if (!meter_.has_left(cost(pair))) {
        report_.interrupted = true;
        return;
      }
      step(pair);
      if (pair.stage != CriticalPair::Stage::settled) {
        scheduler.put_back(*next, importance(pair));
      }
    }
  }

  /// Puts the answers, old and new, where a frame has them: in id order.
  void finish() {
    world_.answers.swap(world_.last_answers);
    world_.answers.clear();
    world_.touching.clear();
    world_.begun.clear();
    const auto keys = world_.broad->pairs();
    auto pair = memory_.pairs.begin();
    for (std::size_t n = 0; n < keys.size(); n++) {
      PairMemory& memory = world_.pairs.memory(n);
      const bool touched = memory.touching;
      memory.touching = false;
      if (pair != memory_.pairs.end() && pair->key == keys[n]) {
        finish_pair(*pair, memory);
        ++pair;
      } else if (memory.allowed) {
        reuse(memory, touched);
      } else {
        memory.answered = false;
      }
      if (touched && !memory.touching) world_.ended_keys.push_back(keys[n]);
      if (!memory.touching) continue;
      PairReport& report = world_.answers.back();
      report.begun = !touched;
      if (report.begun) world_.begun.push_back({report.a, report.b});
      if (world_.asked.report_all) world_.touching.push_back(report);
      counters_.touching++;
    }
  }

  void finish_pair(const CriticalPair& pair, PairMemory& memory) {
    const bool open = pair.stage != CriticalPair::Stage::settled;
    if (open) add_inaccuracy(pair);
    memory.touching = open ? options_.undecided == Undecided::touch : pair.report.touches();
    memory.answered = !open;
    memory.answer = static_cast<std::uint32_t>(world_.answers.size());
    if (memory.touching || world_.asked.report_all) world_.answers.push_back(pair.report);
  }

  /// Of a pair at rest.
  void reuse(PairMemory& memory, bool touched) {
    counters_.at_rest++;
    const auto place = static_cast<std::uint32_t>(world_.answers.size());
    memory.touching = touched;
    if (memory.touching || world_.asked.report_all) {
      world_.answers.push_back(world_.last_answers[memory.answer]);
    }
    memory.answer = place;
  }

  void add_inaccuracy(const CriticalPair& pair) {
    report_.undecided++;
    Inaccuracy& sum = report_.inaccuracy;
    const View& view = options_.view;
    const double upper = std::isfinite(pair.report.upper) ? pair.report.upper : pair.centres_apart;
    sum.by_centres += pair.centres_apart;
    sum.by_bounds += upper;
    sum.perceived_by_centres += view.importance(view.see(pair.centre, pair.centres_apart));
    sum.perceived_by_bounds += view.importance(view.see(pair.centre, upper));
  }

  World::State& world_;
  CriticalMemory& memory_;
  const CriticalOptions& options_;
  FrameCounters& counters_;
  CriticalReport& report_;
  WorkMeter meter_;
};

}  // namespace

void answer_critically(World::State& world, const CriticalOptions& options, FrameCounters& counters,
                       CriticalReport& report) {
  CriticalFrame(world, options, counters, report).run();
}

}  // namespace glance
