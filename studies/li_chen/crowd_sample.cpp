#include <array>

#include "studies/li_chen/crowd_sample.h"

#include "glance/hash.h"
#include "measure/stopwatch.h"

namespace glance::studies::li_chen {

Values measure_crowd(const Shape& shape, const scenes::CrowdTrack& track, const ListOptions& list) {
  QueryOptions options;
  options.tuning.list = list;
  std::array<PairCache, scenes::kCrowdPairs> caches;
  std::array<std::uint32_t, scenes::kCrowdPairs> entries = {};
  double updates = 0, tests = 0, primitives = 0, checks = 0, colliding = 0;
  Hash verdicts;
  const Stopwatch watch;
  for (std::size_t motion = 0; motion < track.motions(); motion++) {
    const std::span<const Pose> poses = track.at(motion);
    scenes::for_each_crowd_pair([&](std::size_t pair, std::size_t i, std::size_t j) {
      const Collision c = collide({shape, poses[i]}, {shape, poses[j]}, options.with(caches[pair]));
      updates += c.work.volume_updates;
      tests += c.work.volume_tests;
      primitives += c.work.primitive_tests;
      entries[pair] = c.work.list_entries;
      checks++;
      colliding += c.verdict != Verdict::apart;
      verdicts.add(static_cast<std::uint64_t>(c.verdict));
    });
  }
  const double seconds = watch.seconds();
  double kept = 0;
  for (const std::uint32_t n : entries) kept += n;
  return {{"seconds", seconds},     {"volume_updates", updates},
          {"volume_tests", tests},  {"primitive_tests", primitives},
          {"list_entries", kept},   {"checks", checks},
          {"colliding", colliding}, {"verdicts", static_cast<double>(verdicts.value() >> 11)}};
}

}  // namespace glance::studies::li_chen
