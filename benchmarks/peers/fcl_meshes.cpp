#include "peers/fcl_meshes.h"

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/collision_result.h>
#include <fcl/narrowphase/distance.h>
#include <fcl/narrowphase/distance_result.h>

#include "peers/fcl_types.h"

namespace glance::bench {
namespace {

struct FclMeshes {
  using Volume = fcl::OBBRSS<double>;
  using Model = std::shared_ptr<fcl::BVHModel<Volume>>;
  using Pose = fcl::Transform3<double>;
  struct Memory {};  // it has nothing to remember between questions

  const char* name() const { return "fcl"; }
  Pose pose(const Placement& placement) const { return make_fcl_transform(placement); }

  Model model(const MeshSoup& soup) const {
    std::vector<fcl::Vector3<double>> vertices;
    for (const auto& v : soup.vertices) vertices.emplace_back(v[0], v[1], v[2]);
    std::vector<fcl::Triangle> triangles;
    for (const auto& t : soup.triangles) triangles.emplace_back(t[0], t[1], t[2]);
    const Model result = std::make_shared<fcl::BVHModel<Volume>>();
    result->beginModel(static_cast<int>(triangles.size()), static_cast<int>(vertices.size()));
    result->addSubModel(vertices, triangles);
    result->endModel();
    return result;
  }
  /// What its memUsage adds up, which prints the sum and returns another thing.
  std::size_t bytes(const Model& model) const {
    const auto count = [](int n) { return static_cast<std::size_t>(n); };
    return sizeof(*model) + count(model->getNumBVs()) * sizeof(fcl::BVNode<Volume>) +
           count(model->num_tris) * sizeof(fcl::Triangle) +
           count(model->num_vertices) * sizeof(fcl::Vector3<double>);
  }

  void collide(const Model& model, const Pose& a, const Pose& b, Memory&,
               MeshAnswer& answer) const {
    const fcl::CollisionRequest<double> request;  // stops at the first contact, asks for no points
    fcl::CollisionResult<double> result;
    fcl::collide(model.get(), a, model.get(), b, request, result);
    answer.hit = result.isCollision();
  }

  void distance(const Model& model, const Pose& a, const Pose& b, Memory&,
                MeshAnswer& answer) const {
    const fcl::DistanceRequest<double> request;  // without points, exact
    fcl::DistanceResult<double> result;
    answer.distance = fcl::distance(model.get(), a, model.get(), b, request, result);
    answer.hit = !(answer.distance > 0);
    if (answer.hit) answer.distance = 0;
  }
};

}  // namespace

std::unique_ptr<MeshPeer> make_fcl_meshes() { return std::make_unique<MeshPeerOf<FclMeshes>>(); }

}  // namespace glance::bench
