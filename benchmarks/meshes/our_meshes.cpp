#include "benchmarks/meshes/our_meshes.h"

#include <fmt/format.h>

#include "benchmarks/common/ours.h"
#include "glance/query.h"

namespace glance::bench {
namespace {

struct OurMeshes {
  using Model = Shape;
  using Pose = glance::Pose;
  using Memory = PairCache;

  std::string label;
  MeshOptions mesh;
  QueryOptions query;

  const char* name() const { return label.c_str(); }
  Model model(const MeshSoup& soup) const { return to_mesh(soup, mesh); }
  std::size_t bytes(const Model& model) const { return model.bytes(); }
  Pose pose(const Placement& placement) const { return to_pose(placement); }

  void collide(const Model& model, const Pose& a, const Pose& b, Memory& memory,
               MeshAnswer& answer) const {
    const Collision c = glance::collide({model, a}, {model, b}, query.with(memory));
    answer.hit = c.verdict != Verdict::apart;
    answer.failed = c.verdict == Verdict::undecided;
  }

  void distance(const Model& model, const Pose& a, const Pose& b, Memory& memory,
                MeshAnswer& answer) const {
    const Distance d = glance::distance({model, a}, {model, b}, query.with(memory));
    answer.hit = d.verdict != Verdict::apart;
    answer.failed = d.verdict == Verdict::undecided;
    answer.distance = d.distance;
  }
};

}  // namespace

std::unique_ptr<MeshPeer> make_our_meshes(VolumeKind volume) {
  OurMeshes ours;
  ours.label =
      volume == VolumeKind::automatic ? "ours" : fmt::format("ours, {}", to_string(volume));
  ours.mesh.volume = volume;
  ours.mesh.threads = 1;          // so that the thread's clock sees all of it
  ours.query = {.depth = false};  // which nobody else gives
  return std::make_unique<MeshPeerOf<OurMeshes>>(ours);
}

Shape to_mesh(const MeshSoup& soup, const MeshOptions& options) {
  std::vector<Vec3> vertices;
  for (const auto& v : soup.vertices) vertices.emplace_back(v[0], v[1], v[2]);
  return Shape::mesh(vertices, soup.triangles, options).value();
}

}  // namespace glance::bench
