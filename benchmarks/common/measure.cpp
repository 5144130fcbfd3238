#include "benchmarks/common/measure.h"

#include <algorithm>
#include <cmath>

#include "benchmarks/common/grade.h"
#include "measure/statistics.h"
#include "measure/stopwatch.h"

namespace glance::bench {
namespace {

/// A repetition of one contender takes at least this long, if need be by several passes ..
constexpr double kShortestBlock = 1e-3;
/// .. and at most this long, if need be by asking about fewer poses.
constexpr double kLongestBlock = 0.07;
/// Contenders that take longer even so (one query is the least) are not asked as often.
constexpr int kFewestRepetitions = 3;

/// One contender in the race.
class Lane {
 public:
  Lane(Peer& peer, const Workload& workload, Question question, bool coherent)
      : peer_(peer), workload_(workload), question_(question), coherent_(coherent) {
    peer_.load(workload.tracks);
    tracks_ = workload.tracks.size();
    poses_ = workload.tracks[0].poses_a.size();
    answers_.resize(tracks_ * poses_);
    choose_part();
    // The first pass is for the caches of the machine, and for a better estimate.
    const double seconds = run(1);
    passes_ = static_cast<int>(std::clamp(std::ceil(kShortestBlock / seconds), 1.0, 1e4));
    slow_ = seconds > 2 * kLongestBlock;
  }

  void repeat(int repetition) {
    if (slow_ && repetition >= kFewestRepetitions) return;
    times_.push_back(run(passes_) / passes_ / static_cast<double>(tracks_ * poses_));
  }

  Measurement result() const {
    Measurement m{.ns = 1e9 * measure::median(times_), .queries = tracks_ * poses_};
    m.partial = m.queries < workload_.pose_count();
    for (const Probe& probe : workload_.probes) {
      if (probe.track >= tracks_ || probe.pose >= poses_) continue;
      const Answer& answer = answers_[probe.track * poses_ + probe.pose];
      const Truth truth{.hit = probe.hit,
                        .distance = probe.distance,
                        .depth = probe.depth,
                        .size = workload_.radius,
                        .tolerance = workload_.tolerance};
      const Grade got = grade(answer, question_, truth);
      m.checked++;
      m.wrong += got == Grade::wrong;
      m.off += got == Grade::off;
      m.failed += got == Grade::failed;
    }
    return m;
  }

 private:
  /// As many tracks as fit into a block; if not even one does, the first poses of one.
  void choose_part() {
    const std::size_t all_tracks = tracks_, all_poses = poses_;
    tracks_ = poses_ = 1;
    const double one = std::min(run(1), run(1));  // the first may have had bad luck
    const auto fitting = [](double limit, std::size_t most) {
      return static_cast<std::size_t>(std::clamp(limit, 1.0, static_cast<double>(most)));
    };
    poses_ = fitting(kLongestBlock / one, all_poses);
    if (poses_ < all_poses) return;
    tracks_ = fitting(kLongestBlock / std::min(run(1), run(1)), all_tracks);
  }

  double run(int passes) {
    const measure::ProcessorStopwatch watch;
    for (int pass = 0; pass < passes; pass++) {
      for (std::size_t track = 0; track < tracks_; track++) {
        peer_.ask(question_, track, coherent_, std::span(answers_).subspan(track * poses_, poses_));
      }
    }
    return watch.seconds();
  }

  Peer& peer_;
  const Workload& workload_;
  Question question_;
  bool coherent_;
  std::size_t tracks_ = 1, poses_ = 1;  // the part that is asked
  int passes_ = 1;
  bool slow_ = false;
  std::vector<Answer> answers_;  // kept, so that no work can be optimised away
  std::vector<double> times_;
};

}  // namespace

std::vector<std::optional<Measurement>> measure(std::span<const Contender> contenders,
                                                const Workload& workload, Question question,
                                                bool coherent, const Effort& effort) {
  std::vector<std::optional<Lane>> lanes;
  for (const Contender& contender : contenders) {
    lanes.emplace_back();
    const Track& any = workload.tracks[0];
    if (!contender->offers(question, any.a.kind, any.b.kind)) continue;
    lanes.back().emplace(*contender, workload, question, coherent);
  }
  const measure::Stopwatch watch;
  for (int repetition = 0; repetition < effort.repetitions || watch.seconds() < effort.seconds;
       repetition++) {
    for (auto& lane : lanes) {
      if (lane) lane->repeat(repetition);
    }
  }
  std::vector<std::optional<Measurement>> results;
  for (const auto& lane : lanes) {
    results.push_back(lane ? std::optional(lane->result()) : std::nullopt);
  }
  return results;
}

}  // namespace glance::bench
