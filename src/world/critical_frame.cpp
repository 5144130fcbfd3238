// Tested in tests/property/critical_test.cpp (Critical.InterruptedIsTrue).
#include "world/critical_frame.h"

#include <algorithm>
#include <cfloat>

#include "critical/eye.h"
#include "world/ask.h"
#include "world/critical_pair.h"
#include "world/critical_places.h"
#include "world/publish.h"

namespace glance::rooms::world {
namespace {

/// Of the time that is left when a frame has its pairs: what may go to looking at them, besides
/// steps.
constexpr double kLookShare = 0.5;

/// How much more there is to do at the end of a frame for a pair that was looked at than for one
/// that was not: its inaccuracy, and its spheres.
constexpr double kLookedWeight = 2;

/// Kept at the end of a frame for a step that takes longer than it is thought to (seconds).
constexpr double kLastStep = 100e-6;

/// What a pair costs besides, if there was no memory for as many before: its pages are new
/// (seconds, half of it where it is looked at and half where it is reported).
constexpr double kNewPair = 1e-6;
/// Pairs that there is room for: so many for each body, or twice as many as there are.
constexpr std::size_t kRoomPerBody = 16, kRoomPerPair = 2;

/// Steps of trees that grow, in one frame: a tenth of a millisecond.
constexpr std::uint32_t kMostTreeSteps = 8;

/// How far ahead of a pass over all pairs memory is fetched.
constexpr std::size_t kAhead = 8;

}  // namespace

/// Collects the pairs that are to be looked at, takes them as far as the budget allows, and has
/// what is known of them published.
class CriticalFrame final : public Settler {
 public:
  CriticalFrame(WorldState& world, const BudgetOptions& options, WorkMeter::Clock::time_point begun,
                BudgetReport& report)
      : world_(world),
        lane_(world.lanes.main()),
        memory_(world.critical),
        options_(options),
        report_(report),
        meter_(options.budget, begun),
        refiner_(world, meter_),
        eye_(options.tuning.view),
        schedule_(options.budget.is_unlimited() ? Schedule::sequential : options.schedule) {}

  void run() {
    report_.broad_seconds = meter_.seconds();
    report_.late = report_.broad_seconds > options_.budget.seconds();
    memory_.use(options_.trees);
    memory_.drop_unused(bodies());
    drop_unused_parts(bodies(), memory_.parts);
    drop_unused_parts(bodies(), memory_.too_long);
    follow_bodies(world_);
    make_room();
    choose_stride();
    const double followed = meter_.seconds();
    collect_sweeps();
    const double begun_pairs = meter_.seconds();
    collect();
    const double collected = meter_.seconds();
    const auto keys = static_cast<double>(world_.broad->pairs().size());
    const auto looked_at = static_cast<double>(memory_.pairs.all().size());
    memory_.finish_weight = keys + (kLookedWeight - 1) * looked_at;
    // Passes over all pairs wait for memory: a frame that begins slowly is thought to end slowly.
    const double slower = memory_.note_collected(looked_at, collected - begun_pairs);
    const double finish = slower * memory_.finish_seconds;
    const double least = finish * keys + new_answers() * kNewPair / 2 + kLastStep;
    report_.least_seconds = followed + least;
    meter_.start_units(least + finish * (kLookedWeight - 1) * looked_at);
    report_.undecided_sweeps =
        memory_.sweeps.run(world_, options_.undecided, meter_, lane_.counters);
    refine();
    // What meshes lacked may have been made in the time that was left: then their pairs go on.
    while (make_parts()) refine();
    grow_trees();
    memory_.settled = WorkMeter::Clock::now();
    const double settled = meter_.seconds();
    memory_.sphere_pairs.clear();
    memory_.first_steps.clear(bodies().capacity());
    to_publish_ = memory_.pairs.all();
    report_.taken_for = options_.undecided;
    begin_lists(world_);
    publish(world_, *this, 0, world_.broad->pairs().size(),
            {world_.lists, lane_.found_points, lane_.counters, options_.undecided});
    report_.asked = memory_.pairs.all().size() + report_.glanced_at;
    memory_.most_answers = std::max(memory_.most_answers, answer_count());
    report_.units = meter_.spent();
    report_.seconds = meter_.seconds();
    memory_.note_pairs(looked_at, keys - looked_at,
                       (collected - followed) + (report_.seconds - settled));
  }

 private:
  const Bodies& bodies() const { return world_.bodies; }

  /// Before a list is too short. Only where time matters: memory counts, too.
  void make_room() {
    if (!meter_.is_timed()) return;
    const std::size_t count = world_.broad->pairs().size();
    const auto is_short = [&](const auto& list) { return list.capacity() < count; };
    if (!is_short(world_.lists.answers) && !is_short(world_.last_answers)) return;
    const std::size_t room = std::max(kRoomPerPair * count, kRoomPerBody * bodies().count());
    for (auto* list : {&world_.lists.answers, &world_.last_answers, &world_.lists.undecided}) {
      list->reserve(room);
    }
    if (world_.asked.report_all) world_.lists.touching.reserve(room);
    if (world_.asked.question == Question::contacts) {
      for (auto* list : {&world_.lists.contact_points, &world_.last_contact_points}) {
        list->reserve(room);
      }
      lane_.found_points.reserve(room);
    }
    memory_.reserve(room);
  }

  /// Of the last frame that has been published.
  std::size_t answer_count() const {
    return world_.lists.answers.size() +
           (world_.asked.report_all ? 0 : world_.lists.undecided.size());
  }

  /// Reports that may come to be where none has been yet, if there are not many more than in the
  /// last frame.
  double new_answers() const {
    constexpr std::size_t kMore = 64;
    const std::size_t count = world_.broad->pairs().size(), last = answer_count();
    const std::size_t likely =
        world_.asked.report_all ? count : std::min(count, last + last / 4 + kMore);
    return static_cast<double>(likely - std::min(likely, memory_.most_answers));
  }

  /// Where there is not time enough to look at all pairs, each in its turn is looked at in one
  /// frame of several; the others get their first step only.
  void choose_stride() {
    constexpr std::size_t kMost = 64;
    const auto count = static_cast<double>(world_.broad->pairs().size());
    const double left = kLookShare * (meter_.seconds_left() - memory_.glance_seconds * count);
    const auto made = static_cast<double>(memory_.last_pairs.made());
    const auto needed = [&](std::size_t stride) {
      const double looked_at = count / static_cast<double>(stride);
      return memory_.pair_seconds * looked_at + kNewPair * std::max(looked_at - made, 0.0);
    };
    stride_ = 1;
    while (stride_ < kMost && needed(stride_) > left) stride_++;
    if (stride_ > 1) turn_ = memory_.turn++ % stride_;
  }

  /// The pairs with a fast body that may have met since the last frame.
  void collect_sweeps() {
    memory_.sweeps.clear();
    if (!has_ways(world_)) return;
    const auto keys = world_.broad->pairs();
    for (std::size_t n = 0; n < keys.size(); n++) {
      world_.pairs.expect(n + kAhead);
      if (!world_.pairs.memory(n).allowed) continue;
      memory_.sweeps.add(world_, keys[n], static_cast<std::uint32_t>(n), meter_, lane_.counters);
    }
  }

  /// All pairs that are looked at, in id order; those that were left open by the last frame, and
  /// have not moved since, as they are.
  void collect() {
    std::swap(memory_.pairs, memory_.last_pairs);
    memory_.pairs.clear();
    lane_.found_points.clear();
    const auto keys = world_.broad->pairs();
    const auto last_pairs = memory_.last_pairs.all();
    auto last = last_pairs.begin();
    for (std::size_t n = turn_; n < keys.size(); n += stride_) {
      world_.pairs.expect(n + kAhead * stride_);
      const PairMemory& memory = world_.pairs.memory(n);
      const std::uint32_t i = first_of(keys[n]), j = second_of(keys[n]);
      if (!memory.allowed || is_at_rest(world_, keys[n], memory)) continue;
      while (last != last_pairs.end() && last->key < keys[n]) ++last;
      // Both lists are in id order, so one pass finds the same pair in the last frame.
      CriticalPair* const before =
          last != last_pairs.end() && last->key == keys[n] ? &*last++ : nullptr;
      const double motion = place(i).motion + place(j).motion;  // since the last one with a budget
      CriticalPair& pair = memory_.pairs.add();
      if (before && motion == 0 && before->stage != CriticalPair::Stage::settled) {
        std::swap(pair, *before);
        refiner_.go_on(pair, static_cast<std::uint32_t>(n), spheres(i), spheres(j));
      } else {
        refiner_.begin(pair, keys[n], static_cast<std::uint32_t>(n), spheres(i), spheres(j));
        if (before) refiner_.remember(pair, *before, motion);
      }
    }
  }

  const CriticalPlace& place(std::uint32_t body) const { return memory_.places[body]; }
  const BodySpheres& spheres(std::uint32_t body) { return spheres_of(world_, body); }

  SeenCollision see(const CriticalPair& pair, double gap) const {
    const std::uint32_t i = first_of(pair.key), j = second_of(pair.key);
    const double radius =
        std::min(bodies().shape(i).bounding_radius(), bodies().shape(j).bounding_radius());
    const double speed = norm(Vec3(place(i).way - place(j).way));
    SeenCollision seen = eye_.see(pair.centre, gap, 2 * radius, speed);
    if (options_.tuning.contrast) {
      seen.contrast = options_.tuning.contrast(pair.report.a, pair.report.b);
    }
    return seen;
  }

  /// At an undecided pair.
  const CriticalView& look(CriticalPair& pair) const {
    if (!pair.view) {
      pair.view = {.met = refiner_.describe(pair)};
      pair.view->by_bounds = eye_.importance(see(pair, most_gap(pair)));
    }
    return *pair.view;
  }

  static double most_gap(const CriticalPair& pair) {
    return std::isfinite(pair.report.upper) ? pair.report.upper : pair.centres_apart;
  }

  double importance(CriticalPair& pair) const {
    if (schedule_ == Schedule::round_robin || schedule_ == Schedule::sequential) return 0;
    if (!pair.is_undecided()) return 0;  // nothing is seen of a distance, or of contact points
    const CriticalView& view = look(pair);
    const double upper = pair.report.upper;
    const double value = options_.importance
                             ? options_.importance(pair.report.a, pair.report.b, see(pair, upper))
                         : std::isfinite(upper) ? view.by_bounds
                                                : eye_.importance(see(pair, upper));
    return value > 0 ? std::min(value, DBL_MAX) : 0;  // a caller's may be any number, or none
  }

  /// As far as the budget allows, in the order of the schedule.
  void refine() {
    const auto pairs = memory_.pairs.all();
    memory_.importance.clear();
    for (CriticalPair& pair : pairs) memory_.importance.push_back(importance(pair));
    Scheduler& scheduler = memory_.scheduler;
    scheduler.begin(schedule_, pairs.size(), memory_.importance);
    const bool changes = schedule_ == Schedule::priority_queues;
    while (const auto next = scheduler.next()) {
      CriticalPair& pair = pairs[*next];
      if (pair.stage == CriticalPair::Stage::settled) continue;
      if (refiner_.is_hopeless(pair)) {
        report_.interrupted = true;
        continue;
      }
      if (!meter_.has_left(refiner_.cost(pair))) {
        report_.interrupted = true;
        return;
      }
      refiner_.step(pair);
      if (pair.stage != CriticalPair::Stage::settled) {
        scheduler.put_back(*next, changes ? importance(pair) : 0);
      }
    }
  }

  /// With what is left of the budget: what meshes lack, in the order of pairs. True if any pair can
  /// go on.
  bool make_parts() {
    if (meter_.is_unlimited()) return false;
    bool any = false;
    for (CriticalPair& pair : memory_.pairs.all()) {
      if (pair.need && refiner_.make_need(pair)) any = true;
    }
    return any;
  }

  /// With what is left of the budget: the trees of bodies that the spheres around them did not keep
  /// apart, in the order of pairs, one after the other. Without an end there would be no use for
  /// them.
  void grow_trees() {
    if (meter_.is_unlimited()) return;
    for (const CriticalPair& pair : memory_.pairs.all()) {
      if (!pair.has_spheres() || !pair.hits.began_together()) continue;
      if (pair.spheres_a.can_grow && !grow_tree(first_of(pair.key))) return;
      if (pair.spheres_b.can_grow && !grow_tree(second_of(pair.key))) return;
    }
  }

  /// False if there is nothing left for others.
  bool grow_tree(std::uint32_t body) {
    while (report_.tree_steps < kMostTreeSteps && meter_.fits(GrowingTree::kMostUnits)) {
      const std::uint32_t units = memory_.trees.grow(bodies(), body);
      if (units == 0) return true;
      meter_.add(units);
      report_.tree_steps++;
    }
    return false;
  }

  /// What the frame has found out about a pair.
  const PairReport& settle(PairKey key, PairMemory& memory) override {
    if (to_publish_.empty() || to_publish_.front().key != key) return glance_at(key, memory);
    CriticalPair& pair = to_publish_.front();
    memory_.pairs.expect(memory_.pairs.all().size() - to_publish_.size() + kAhead);
    to_publish_ = to_publish_.subspan(1);
    memory.answered = pair.stage == CriticalPair::Stage::settled;
    if (pair.is_undecided()) {
      report_.unprepared += pair.need.has_value();
      add_inaccuracy(pair, look(pair));
      add_spheres(pair);
    } else if (pair.lacks_contacts(world_.asked.question)) {
      add_spheres(pair);
    }
    return pair.report;
  }

  /// A pair that there is no time for but its first step.
  const PairReport& glance_at(PairKey key, PairMemory& memory) {
    const std::uint32_t i = first_of(key), j = second_of(key);
    FirstSteps& steps = memory_.first_steps;
    for (const std::uint32_t body : {i, j}) {
      if (!steps.knows(body)) steps.place(bodies(), body, spheres(body));
    }
    report_.glanced_at++;
    memory.answered = false;
    if (!steps.can_test(i, j)) return begin_only(key);
    meter_.add(1);
    const FirstStep step = steps.test(i, j);
    if (!step.is_apart()) note_undecided(step.upper);
    PairReport& report = glance_.report;
    report.a = bodies().id[i];
    report.b = bodies().id[j];
    report.verdict = step.is_apart() ? Verdict::apart : Verdict::undecided;
    report.lower = step.lower;
    report.upper = step.upper;
    report.normal = step.normal;
    report.point_a = step.point_a;
    report.point_b = step.point_b;
    return report;
  }

  /// The same for two bodies without spheres.
  const PairReport& begin_only(PairKey key) {
    refiner_.begin(glance_, key, 0, spheres(first_of(key)), spheres(second_of(key)));
    note_undecided(glance_.report.upper);
    return glance_.report;
  }

  void note_undecided(double upper) {
    report_.undecided++;
    report_.interrupted = true;
    report_.inaccuracy.by_centres += upper;
    report_.inaccuracy.by_bounds += upper;
  }

  void add_inaccuracy(const CriticalPair& pair, const CriticalView& view) {
    report_.undecided++;
    Inaccuracy& sum = report_.inaccuracy;
    sum.by_centres += pair.centres_apart;
    sum.by_bounds += most_gap(pair);
    sum.perceived_by_centres += eye_.importance(see(pair, pair.centres_apart));
    sum.perceived_by_bounds += view.by_bounds;
  }

  /// Where spheres meet, of the level that was reached: what is coarser would push elsewhere.
  void add_spheres(const CriticalPair& pair) {
    if (!pair.has_spheres()) return;
    const auto nodes_a = pair.spheres_a.nodes, nodes_b = pair.spheres_b.nodes;
    const auto level = [&](const SphereHit& hit) {
      return nodes_a[hit.a].level + nodes_b[hit.b].level;
    };
    const SphereHit& deepest = pair.hits.deepest();
    memory_.sphere_pairs.push_back(pair.view ? pair.view->met : refiner_.spheres(pair, deepest));
    std::size_t count = 1;
    for (const SphereHit& hit : pair.hits.hits()) {
      if (count == kMostSpherePairs) break;
      if (hit == deepest || level(hit) + 1 < level(deepest)) continue;
      memory_.sphere_pairs.push_back(refiner_.spheres(pair, hit));
      count++;
    }
  }

  WorldState& world_;
  Lane& lane_;
  CriticalMemory& memory_;
  const BudgetOptions& options_;
  BudgetReport& report_;
  WorkMeter meter_;
  PairRefiner refiner_;
  Eye eye_;
  Schedule schedule_;  ///< without an end the order does not matter
  std::size_t stride_ = 1, turn_ = 0;
  std::span<CriticalPair> to_publish_;  ///< in id order
  CriticalPair glance_;                 ///< the last one that was only glanced at
};

void settle_critically(WorldState& world, const BudgetOptions& options,
                       std::chrono::steady_clock::time_point begun, BudgetReport& report) {
  CriticalFrame(world, options, begun, report).run();
}

}  // namespace glance::rooms::world
