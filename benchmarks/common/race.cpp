#include "benchmarks/common/race.h"

#include <algorithm>
#include <iterator>

#include "measure/statistics.h"
#include "measure/stopwatch.h"

namespace glance::bench {
namespace {

class Lane {
 public:
  Lane(WorldPeer& peer, const SceneFrames& recorded)
      : peer_(peer), recorded_(recorded), times_(recorded.frames()) {}

  void start_pass(Question question) { peer_.load(recorded_.scene, question); }
  void end_pass() {
    peer_.unload();
    passes_++;
  }

  void take_turn(std::size_t first, std::size_t count) {
    peer_.prepare(recorded_.frames(first, count));
    for (std::size_t i = 0; i < count; i++) {
      const measure::ProcessorStopwatch watch;
      peer_.detect(i);
      times_[first + i].push_back(1e3 * watch.seconds());
      if (passes_ == 0) compare(recorded_.touching[first + i]);
    }
  }

  RaceResult result() const {
    std::vector<double> frames;
    for (std::size_t i = 1; i < times_.size(); i++) frames.push_back(measure::median(times_[i]));
    const std::span all(frames);
    const std::size_t turn = std::min(kTurn, all.size());
    RaceResult result = found_;
    result.ms = {.mean = measure::mean(all),
                 .median = measure::median(frames),
                 .p99 = measure::quantile(frames, 0.99),
                 .early = measure::mean(all.first(turn)),
                 .late = measure::mean(all.last(turn))};
    result.candidates /= static_cast<double>(times_.size());
    return result;
  }

 private:
  void compare(const std::vector<WorldPair>& truth) {
    std::vector<WorldPair> found(peer_.touching().begin(), peer_.touching().end());
    std::sort(found.begin(), found.end());
    std::vector<WorldPair> common;
    std::set_intersection(found.begin(), found.end(), truth.begin(), truth.end(),
                          std::back_inserter(common));
    found_.touching += found.size();
    found_.missed += truth.size() - common.size();
    found_.invented += found.size() - common.size();
    found_.candidates += static_cast<double>(peer_.candidates());
  }

  WorldPeer& peer_;
  const SceneFrames& recorded_;
  std::vector<std::vector<double>> times_;  // by frame, then pass
  std::size_t passes_ = 0;
  RaceResult found_;  // sums over the frames of the first pass
};

void run_pass(std::vector<std::optional<Lane>>& lanes, const SceneFrames& recorded,
              Question question, std::size_t pass) {
  for (auto& lane : lanes) {
    if (lane) lane->start_pass(question);
  }
  // Whoever comes back finds cold caches. That falls on other frames in every pass, so that the
  // medians do not see it.
  constexpr std::size_t kShift = 8;
  std::size_t count = kTurn - pass * kShift % kTurn;
  std::size_t first = 0;
  for (std::size_t turn = pass; first < recorded.frames(); turn++) {
    count = std::min(count, recorded.frames() - first);
    for (std::size_t i = 0; i < lanes.size(); i++) {
      auto& lane = lanes[(i + turn) % lanes.size()];
      if (lane) lane->take_turn(first, count);
    }
    first += count;
    count = kTurn;
  }
  for (auto& lane : lanes) {
    if (lane) lane->end_pass();
  }
}

}  // namespace

std::vector<std::optional<RaceResult>> race(std::span<const WorldContender> contenders,
                                            const SceneFrames& recorded, Question question,
                                            const Effort& effort) {
  std::vector<std::optional<Lane>> lanes;
  for (const WorldContender& contender : contenders) {
    lanes.emplace_back();
    if (contender->offers(question)) lanes.back().emplace(*contender, recorded);
  }
  const measure::Stopwatch watch;
  for (int pass = 0; pass < effort.repetitions || watch.seconds() < effort.seconds; pass++) {
    run_pass(lanes, recorded, question, static_cast<std::size_t>(pass));
  }
  std::vector<std::optional<RaceResult>> results;
  for (const auto& lane : lanes) {
    results.push_back(lane ? std::optional(lane->result()) : std::nullopt);
  }
  return results;
}

}  // namespace glance::bench
