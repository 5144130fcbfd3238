#include "studies/ivri/method_sample.h"

#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "measure/stopwatch.h"

namespace glance::studies::ivri {
namespace {

/// The first frames of a scene sort everything again, allocate, and have nothing remembered.
constexpr std::uint32_t kWarmUpFrames = 10;

double ratio(double part, double all) { return all > 0 ? part / all : 0; }

/// Over all frames.
struct Counts {
  double frames = 0, tested = 0, touching = 0, cached = 0;
  Hash verdicts;

  Values values(double seconds, double pair_seconds) const {
    Values result{{"seconds", seconds}};
    if (tested > 0) result.emplace_back("pair_seconds", pair_seconds);
    result.insert(result.end(), {{"tested", ratio(tested, frames)},
                                 {"touching", ratio(touching, frames)},
                                 {"cached", ratio(cached, tested)},
                                 // Doubles hold 53 bits.
                                 {"verdicts", static_cast<double>(verdicts.value() >> 11)},
                                 {"frames", frames}});
    return result;
  }
};

/// The times of all frames but the slowest hundredth: those that the system interrupted are among
/// them, and one such frame can take longer than all others together.
class FrameClock {
 public:
  void add(const FrameReport& report) {
    frames_.push_back(
        {report.times.total(), report.times.narrow, static_cast<double>(report.counters.tested)});
  }
  /// A mean frame.
  double seconds() {
    drop_slowest();
    double sum = 0;
    for (const Frame& frame : frames_) sum += frame.total;
    return ratio(sum, static_cast<double>(frames_.size()));
  }
  /// A mean pair. A frame without any takes the time of looking at the clock, and is left out.
  double pair_seconds() {
    drop_slowest();
    double sum = 0, tested = 0;
    for (const Frame& frame : frames_) {
      sum += frame.tested > 0 ? frame.narrow : 0;
      tested += frame.tested;
    }
    return ratio(sum, tested);
  }

 private:
  struct Frame {
    double total, narrow, tested;
  };
  void drop_slowest() {
    if (std::exchange(dropped_, true)) return;
    constexpr std::size_t kPart = 100;
    const auto kept = static_cast<std::ptrdiff_t>(frames_.size() - frames_.size() / kPart);
    const auto faster = [](const Frame& a, const Frame& b) { return a.total < b.total; };
    if (kept < static_cast<std::ptrdiff_t>(frames_.size()))
      std::nth_element(frames_.begin(), frames_.begin() + kept, frames_.end(), faster);
    frames_.resize(static_cast<std::size_t>(kept));
  }

  std::vector<Frame> frames_;
  bool dropped_ = false;
};

/// What the interior point method did for pairs of one kind of verdict.
struct Solves {
  explicit Solves(const std::uint32_t (&usual_steps)[2])
      : low(usual_steps[0]), high(usual_steps[1]) {}

  void add(const QueryWork& work) {
    // Bounding spheres answered, before any method was asked.
    if (work.method == QueryMethod::automatic) return;
    all++;
    cached += work.from_cache && work.lp_steps == 0;
    if (work.lp_steps == 0) return;
    solved++;
    steps += work.lp_steps;
    usual += work.lp_steps >= low && work.lp_steps <= high;
  }

  void append_to(Values& values, const std::string& name) const {
    values.emplace_back(name, all);
    values.emplace_back(name + "_cached", cached);
    values.emplace_back(name + "_solved", solved);
    values.emplace_back(name + "_steps", steps);
    values.emplace_back(name + "_usual", usual);
  }

  std::uint32_t low, high;
  double all = 0, cached = 0, solved = 0, steps = 0, usual = 0;
};

struct SolveTally {
  Solves apart{kApartSteps}, touching{kTouchingSteps};

  void add(Verdict verdict, const QueryWork& work) {
    (verdict == Verdict::apart ? apart : touching).add(work);
  }
  void append_to(Values& values) const {
    apart.append_to(values, "apart");
    touching.append_to(values, "touch");
  }
};

Result<World> make_world(const scenes::Cube& cube) {
  World world;
  for (std::size_t i = 0; i < cube.bodies().size(); i++) {
    const Result<BodyId> id =
        world.add({.shape = cube.bodies()[i], .pose = cube.poses()[i], .boxes = BoxKind::tight});
    if (!id) return fail(id.error());
  }
  return world;
}

/// Runs one scene, and shows each frame that counts.
template <typename See>
Result<void> run_cube(const scenes::CubeSettings& settings, const DetectOptions& options,
                      std::uint32_t frames, const See& see) {
  Result<scenes::Cube> cube = scenes::Cube::make(settings);
  if (!cube) return fail(cube.error());
  Result<World> world = make_world(*cube);
  if (!world) return fail(world.error());
  for (std::uint32_t i = 0; i < kWarmUpFrames + frames; i++) {
    const FrameReport report = world->detect(options);
    if (i >= kWarmUpFrames) see(report);
    cube->step();
    if (auto ok = world->set_poses(cube->poses()); !ok) return ok;
  }
  return {};
}

template <typename See>
Result<void> run_cubes(scenes::CubeSettings settings, const DetectOptions& options,
                       const CubeRuns& runs, const See& see) {
  for (std::uint32_t i = 0; i < runs.scenes; i++, settings.seed++) {
    if (auto ok = run_cube(settings, options, runs.frames, see); !ok) return ok;
  }
  return {};
}

Aabb tight_box(const Shape& shape, const Pose& pose) {
  Aabb box;
  for (const Vec3& vertex : shape.vertices()) box.add(pose.apply(vertex));
  return box;
}

/// Whether boxes and spheres around the two overlap: whether there is anything for a method to do.
bool bounds_overlap(const Shape& shape, const scenes::PosePair& poses) {
  const Vec3& centroid = shape.mass().centroid;
  const Vec3 apart = poses.a.apply(centroid) - poses.b.apply(centroid);
  return norm(apart) <= 2 * shape.bounding_radius() &&
         tight_box(shape, poses.a).overlaps(tight_box(shape, poses.b));
}

/// One approach: the frames in which bounds overlap.
class Approach {
 public:
  static constexpr std::size_t kLastFrames = 5;

  Approach(const Shape& shape, const ApproachSettings& s, std::uint64_t seed) : shape_(shape) {
    const std::vector<scenes::PosePair> all =
        scenes::approach(shape, shape, s.side, s.speed, s.turn, seed);
    for (std::size_t i = 0; i < all.size(); i++) {
      const std::size_t to_contact = all.size() - 1 - i;
      if (!bounds_overlap(shape, all[i])) continue;
      (to_contact > kLastFrames ? before : to_contact > 0 ? last : contact).push_back(all[i]);
    }
  }

  Collision ask(const scenes::PosePair& poses, PairCache& cache,
                const QueryOptions& options) const {
    return collide({shape_, poses.a}, {shape_, poses.b}, options.with(cache));
  }

  /// Long before contact; within the last five frames before it; the frame of contact.
  std::vector<scenes::PosePair> before, last, contact;

 private:
  const Shape& shape_;
};

/// The last frames, again and again from the same cache; the quickest turn counts, since what
/// disturbs only adds.
double time_last(const Approach& approach, const PairCache& start, const QueryOptions& options) {
  constexpr int kTurns = 5, kRunsATurn = 8;
  double least = 0;
  for (int turn = 0; turn < kTurns; turn++) {
    const Stopwatch watch;
    for (int run = 0; run < kRunsATurn; run++) {
      PairCache cache = start;
      for (const scenes::PosePair& poses : approach.last) (void)approach.ask(poses, cache, options);
    }
    const double spent = watch.seconds() / kRunsATurn;
    least = turn == 0 ? spent : std::min(least, spent);
  }
  return least;
}

}  // namespace

Result<Values> measure_cube(const scenes::CubeSettings& settings, QueryMethod method,
                            const CubeRuns& runs) {
  DetectOptions options;
  options.query.tuning.method = method;
  FrameClock clock;
  Counts counts;
  auto done = run_cubes(settings, options, runs, [&](const FrameReport& report) {
    clock.add(report);
    counts.frames++;
    counts.tested += static_cast<double>(report.counters.tested);
    counts.touching += static_cast<double>(report.counters.touching);
    counts.cached += static_cast<double>(report.counters.from_cache);
    for (const PairReport& pair : report.touching) {
      counts.verdicts.add(std::uint64_t{pair.a.index}).add(std::uint64_t{pair.b.index});
      counts.verdicts.add(static_cast<std::uint64_t>(pair.verdict));
    }
    counts.verdicts.add(std::uint64_t{report.touching.size()});
  });
  if (!done) return fail(done.error());
  Values values = counts.values(clock.seconds(), clock.pair_seconds());
  if (method != QueryMethod::lp) return values;
  // The first scene again for the work of every pair: listing them takes time of its own.
  options.report_all = true;
  SolveTally tally;
  done = run_cube(settings, options, runs.frames, [&](const FrameReport& report) {
    for (const PairReport& pair : report.pairs) tally.add(pair.verdict, pair.work);
  });
  if (!done) return fail(done.error());
  tally.append_to(values);
  return values;
}

Result<Values> measure_approach(const Shape& shape, const ApproachSettings& settings,
                                QueryMethod method) {
  const QueryOptions options{.tuning = {.method = method}};
  double seconds = 0;
  Counts counts;
  SolveTally tally;
  for (std::uint32_t i = 0; i < settings.repeats; i++) {
    const Approach approach(shape, settings, settings.seed + i);
    PairCache cache;
    const auto ask = [&](const scenes::PosePair& poses) {
      const Collision answer = approach.ask(poses, cache, options);
      counts.verdicts.add(static_cast<std::uint64_t>(answer.verdict));
      return answer;
    };
    for (const scenes::PosePair& poses : approach.before) (void)ask(poses);
    const PairCache start = cache;
    for (const scenes::PosePair& poses : approach.last) {
      const Collision answer = ask(poses);
      tally.add(answer.verdict, answer.work);
      counts.cached += answer.work.from_cache;
      counts.tested++;
    }
    for (const scenes::PosePair& poses : approach.contact) {
      const Collision answer = ask(poses);
      tally.add(answer.verdict, answer.work);
      counts.touching += answer.verdict != Verdict::apart;
    }
    counts.frames += Approach::kLastFrames;
    seconds += time_last(approach, start, options);
  }
  Values values = counts.values(ratio(seconds, counts.frames), ratio(seconds, counts.tested));
  if (method == QueryMethod::lp) tally.append_to(values);
  return values;
}

}  // namespace glance::studies::ivri
