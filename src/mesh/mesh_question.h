// One question about a mesh and another body, a mesh or convex: the bodies, their poses, and the
// units of the answers. It does not change while a search (mesh_search.h) shows pairs of leaves to
// a goal (leaf_goal.h).
#pragma once

#include "bound/mesh_body.h"
#include "convex/pair_frame.h"
#include "convex/pair_question.h"
#include "mesh/mesh_workspace.h"
#include "mesh/triangle_pair.h"

namespace glance::rooms::mesh {

/// One of the bodies.
struct MeshSide {
  const Shape& shape;
  const Pose& pose;
  const MeshBody* mesh;        ///< null: the body is convex, and its own only part
  const std::uint32_t* items;  ///< of the tree that is searched
  TriangleBuffer& buffer;

  /// `boxes`: whether the tree of boxes is searched, whatever other volumes the mesh has.
  MeshSide(const Shape& shape_, const Pose& pose_, TriangleBuffer& buffer_, bool boxes = false)
      : shape(shape_),
        pose(pose_),
        mesh(shape_.is_convex() ? nullptr : &mesh_of(shape_)),
        items(mesh ? (boxes ? mesh->boxes() : mesh->tree()).topology().items.data() : nullptr),
        buffer(buffer_) {}

  std::uint32_t triangle(std::uint32_t item) const { return items[item]; }
  SubShape name(std::uint32_t item) const {
    return mesh ? SubShape{SubShape::kNone, mesh->mesh().given[triangle(item)]} : SubShape{};
  }
  /// The part as a convex shape, until the next call.
  const Shape& part(std::uint32_t item) const;
  /// A triangle's corners in the body's own frame.
  TriangleCorners local_corners(std::uint32_t triangle) const {
    const TriMesh& m = mesh->mesh();
    return {m.corner(triangle, 0), m.corner(triangle, 1), m.corner(triangle, 2)};
  }
};

/// Refers to the question that was asked, which must outlive it.
class MeshQuestion {
 public:
  explicit MeshQuestion(const PairQuestion& asked);

  const PairQuestion& asked;
  Workspace& workspace;
  const MeshSide a, b;
  const PairFrame frame;
  const double margin;  ///< QueryOptions::margin, made a number within range
  const double unit;    ///< of A's tree, in which searches measure

  bool are_triangles() const { return a.mesh && b.mesh; }
  bool has_halfspace() const;
  /// For questions about two parts, which have the same margin.
  QueryOptions part_options() const;
  /// Bounds the rounding error of a distance between triangles.
  double distance_error() const;

  /// Where triangles are in the frame of the pair.
  TriangleCorners corners_a(std::uint32_t item) const;
  TriangleCorners corners_b(std::uint32_t item) const;
};

/// A question that arises while another is answered, with a memory of its own, which starts empty
/// and is not kept.
struct PassingQuestion {
  PairCache cache;
  const QueryOptions options;
  const PairQuestion asked;
  const MeshQuestion question;

  PassingQuestion(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                  Workspace& workspace)
      : options{.workspace = &workspace,
                .tuning = {.certify = false, .list = {.policy = ListPolicy::top_down}}},
        asked{a, pose_a, b, pose_b, cache, options},
        question(asked) {}
};

}  // namespace glance::rooms::mesh
