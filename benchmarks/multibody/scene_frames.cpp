#include "benchmarks/multibody/scene_frames.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "benchmarks/common/ours.h"

namespace glance::bench {
namespace {

constexpr std::size_t kOracleEvery = 25;

/// Much more than the rounding of its corners: a pair too many does no harm.
constexpr double kBoxSlack = 1e-9;

Aabb box_of(const Shape& shape, const Pose& pose) {
  Aabb box;
  for (const Vec3& v : shape.vertices()) box.add(pose.apply(v));
  box.lower -= Vec3::constant(kBoxSlack);
  box.upper += Vec3::constant(kBoxSlack);
  return box;
}

/// Sorts all boxes along x, anew each time. Pairs are in order.
std::vector<WorldPair> overlapping(const std::vector<Aabb>& boxes) {
  std::vector<std::uint32_t> order(boxes.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](std::uint32_t i, std::uint32_t j) {
    return boxes[i].lower.x() < boxes[j].lower.x();
  });
  std::vector<WorldPair> pairs;
  for (std::size_t i = 0; i < order.size(); i++) {
    const Aabb& box = boxes[order[i]];
    for (std::size_t j = i + 1; j < order.size(); j++) {
      const Aabb& other = boxes[order[j]];
      if (other.lower.x() > box.upper.x()) break;
      if (!box.overlaps(other)) continue;
      pairs.push_back({std::min(order[i], order[j]), std::max(order[i], order[j])});
    }
  }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

bool touch(const scenes::Multibody& scene, const WorldPair& pair, QueryMethod method) {
  const auto poses = scene.poses();
  return collide({scene.shape_of(pair.first), poses[pair.first]},
                 {scene.shape_of(pair.second), poses[pair.second]}, {.tuning = {.method = method}})
             .verdict != Verdict::apart;
}

WorldScene describe(const scenes::Multibody& scene) {
  WorldScene result;
  double radius = 0;
  for (const Shape& shape : scene.shapes()) {
    result.hulls.push_back(to_hull(shape));
    radius = std::max(radius, shape.bounding_radius());
  }
  for (std::size_t body = 0; body < scene.body_count(); body++) {
    result.hull_of.push_back(static_cast<std::uint32_t>(body % scene.shapes().size()));
  }
  result.reach = scene.half_side() + 2 * radius;  // centroids stay within the walls
  return result;
}

}  // namespace

SceneFrames record_frames(const scenes::MultibodySettings& settings, std::size_t frames) {
  auto made = scenes::Multibody::make(settings);
  if (!made) throw std::runtime_error(made.error().message);
  scenes::Multibody& scene = *made;
  SceneFrames recorded;
  recorded.scene = describe(scene);
  recorded.placements.reserve(frames * scene.body_count());
  std::vector<Aabb> boxes(scene.body_count());
  std::vector<scenes::Multibody::Contact> contacts;
  for (std::size_t frame = 0; frame < frames; frame++) {
    for (std::size_t i = 0; i < boxes.size(); i++) {
      recorded.placements.push_back(to_placement(scene.poses()[i]));
      boxes[i] = box_of(scene.shape_of(i), scene.poses()[i]);
    }
    const std::vector<WorldPair> pairs = overlapping(boxes);
    recorded.tight_pairs += static_cast<double>(pairs.size()) / static_cast<double>(frames);
    const bool ask_oracle = frame % kOracleEvery == 0;
    std::vector<WorldPair>& touching = recorded.touching.emplace_back();
    contacts.clear();
    for (const WorldPair& pair : pairs) {
      const bool hit = touch(scene, pair, QueryMethod::automatic);
      if (hit) touching.push_back(pair);
      if (hit) contacts.push_back({pair.first, pair.second});
      if (!ask_oracle) continue;
      recorded.oracle_pairs++;
      recorded.oracle_disagrees += hit != touch(scene, pair, QueryMethod::oracle);
    }
    recorded.oracle_frames += ask_oracle;
    scene.respond(contacts);
    scene.step();
  }
  return recorded;
}

}  // namespace glance::bench
