#include "benchmarks/meshes/mesh_paths.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <stdexcept>

#include "benchmarks/common/ours.h"
#include "benchmarks/meshes/our_meshes.h"
#include "glance/generate.h"
#include "glance/mesh_file.h"
#include "glance/query.h"
#include "glance/volume_tree.h"
#include "scenes/crowd.h"
#include "scenes/flight.h"

namespace glance::bench {
namespace {

/// How far from the gap that is asked for placing may leave it, as a part of it; and after so many
/// steps it is taken as it is.
constexpr double kPlacing = 0.02;
constexpr int kMostSteps = 60;
/// What counts as first contact: a gap of this part of the extent.
constexpr double kContact = 1e-5;
/// Leaf spheres a triangle in Li and Chen's experiment, whose smallest radius is a step.
constexpr double kCrowdTiles = 7.5;

MeshSoup to_soup(std::span<const Vec3> vertices, std::span<const Triangle> triangles) {
  MeshSoup soup;
  for (const Vec3& v : vertices) soup.vertices.push_back({v.x(), v.y(), v.z()});
  soup.triangles.assign(triangles.begin(), triangles.end());
  return soup;
}

/// B on a line through A's centroid, at some distance between the centroids.
class Slide {
 public:
  Slide(const Shape& mesh, const Quat& rotation_a, const Vec3& line)
      : mesh_(mesh), a_(at(rotation_a, Vec3::zero())), line_(line) {}

  const Pose& pose_a() const { return a_; }
  Pose pose_b(const Quat& rotation, double away) const { return at(rotation, away * line_); }

  /// Where they are `gap` apart when B comes from far away. A step by what the distance exceeds the
  /// gap cannot lead past that place.
  double approach(const Quat& rotation, double gap) {
    double away = 2.1 * mesh_.bounding_radius();
    for (int step = 0; step < kMostSteps; step++) {
      const double apart =
          distance({mesh_, a_}, {mesh_, pose_b(rotation, away)}, {.cache = &cache_, .depth = false})
              .distance;
      if (apart <= gap * (1 + kPlacing)) break;
      away -= apart - gap;
    }
    return away;
  }

  /// From there on so far inwards, and farther until they touch.
  double push_in(const Quat& rotation, double depth) {
    double away = approach(rotation, kContact * mesh_.extent());
    do {
      away -= depth;
    } while (away > 0 &&
             collide({mesh_, a_}, {mesh_, pose_b(rotation, away)}).verdict == Verdict::apart);
    return away;
  }

 private:
  Pose at(const Quat& rotation, const Vec3& center) const {
    return scenes::pose_about_centroid(mesh_.mass().centroid, rotation, center).value();
  }

  const Shape& mesh_;
  Pose a_;
  Vec3 line_;
  PairCache cache_;
};

}  // namespace

MeshModel generated_model(int triangles) {
  const TriangleSoup soup = bumpy_sphere(triangles, 1).value();
  return {triangles == 500 ? "bumpy 500" : "bumpy", to_soup(soup.vertices, soup.triangles)};
}

std::optional<MeshModel> read_model(const ModelFile& model, const std::string& data) {
  const std::string path = data + "/" + model.file;
  if (!std::filesystem::exists(path)) return {};
  const Result<MeshFile> read = read_mesh(path);
  if (!read) throw std::runtime_error(read.error().message);
  return MeshModel{model.name, to_soup(read->vertices, read->triangles)};
}

std::vector<MeshPath> sliding_paths(const MeshSoup& soup, const Situation& situation,
                                    std::size_t paths, std::size_t frames, double turn) {
  const Shape mesh = to_mesh(soup);
  Rng rng(1);
  std::vector<MeshPath> result(paths);
  for (MeshPath& path : result) {
    const Quat rotation_a = rng.rotation();
    Quat rotation_b = rng.rotation();
    const Vec3 line = rng.direction();
    const Quat step = scenes::turn_about(rng.direction(), turn);
    Slide slide(mesh, rotation_a, line);
    for (std::size_t i = 0; i < frames; i++) {
      const double away = situation.gap < 0
                              ? slide.push_in(rotation_b, -situation.gap * mesh.extent())
                              : slide.approach(rotation_b, situation.gap * mesh.extent());
      path.poses_a.push_back(to_placement(slide.pose_a()));
      path.poses_b.push_back(to_placement(slide.pose_b(rotation_b, away)));
      rotation_b = scenes::unit_rotation(multiply(step, rotation_b));
    }
  }
  return result;
}

std::vector<MeshPath> crowd_paths(const MeshSoup& soup, std::uint32_t motions) {
  const Shape spheres = to_mesh(soup, {.volume = VolumeKind::sphere, .tiles = kCrowdTiles});
  const double step = tree_statistics(spheres).value().smallest_leaf;
  const scenes::CrowdTrack track =
      scenes::crowd_track(to_mesh(soup), {.motions = motions, .step = step}).value();
  std::vector<MeshPath> paths(scenes::kCrowdPairs);
  for (std::size_t motion = 0; motion < track.motions(); motion++) {
    const std::span<const Pose> poses = track.at(motion);
    scenes::for_each_crowd_pair([&](std::size_t pair, std::size_t i, std::size_t j) {
      paths[pair].poses_a.push_back(to_placement(poses[i]));
      paths[pair].poses_b.push_back(to_placement(poses[j]));
    });
  }
  return paths;
}

}  // namespace glance::bench
