// What is true of two meshes, by brute force over all pairs of their triangles: slowly and by
// itself. Nothing is shared with src/ but the definitions (query.h, mesh.h).
//
// Signs come from doubles with an error bound carried along (a number whose error is zero is exact,
// so that lattices need nothing else), and from integers where those leave them open.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "glance/certificate.h"
#include "glance/shape.h"
#include "support/mesh_zoo.h"
#include "support/reference.h"

namespace glance::test {

/// Triangles as the tests see them: with area, no two with the same corners.
struct PlainMesh {
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;
  std::vector<std::uint32_t> given;  ///< by which number each triangle was given
  bool solid = false;

  PlainMesh() = default;
  /// Cleaned here, not by the library.
  PlainMesh(const MeshModel& model, bool solid);
  explicit PlainMesh(const MeshView& view);

  /// The place of a triangle that was given by a number; -1 if there is none.
  int find(std::uint32_t number) const;
};

/// Two triangles (by their given numbers) that meet.
struct MeetingTriangles {
  std::uint32_t a = 0, b = 0;
  Verdict verdict = Verdict::undecided;

  bool operator==(const MeetingTriangles&) const = default;
};

/// Of two triangles that meet in one plane or not.
struct SharedSegment {
  bool whole = false;                           ///< in one plane
  Vec3 from = Vec3::zero(), to = Vec3::zero();  ///< seen from A's translation, rounded
};

class MeshReference {
 public:
  MeshReference(const PlainMesh& a, const Pose& pose_a, const PlainMesh& b, const Pose& pose_b);
  ~MeshReference();

  /// All pairs that meet, in the order of (a, b). Exact.
  const std::vector<MeetingTriangles>& meeting();
  /// Of the bodies. Exact.
  Verdict verdict();
  /// 0 if they meet, or one is inside the other. Right to some 1e-18 of the size (in long doubles;
  /// with 50 digits for thin triangles).
  Real distance();
  /// From the nearest point of B to that of A, if apart: moving B by it makes them touch.
  const RealVec& way();
  /// Of the deepest vertex inside the other, from its surface; 0 if there is none.
  Real deepest_vertex();
  /// Where vertex i of B is with respect to A, a solid (or a surface). Exact.
  Verdict locate_in_a(std::uint32_t vertex);

  /// Triangles by their place in PlainMesh::triangles. Exact, then rounded.
  SharedSegment shared(std::uint32_t triangle_a, std::uint32_t triangle_b);
  /// The verdict on two triangles by doubles, undecided where they cannot tell; and by integers.
  Verdict rough_verdict(std::uint32_t triangle_a, std::uint32_t triangle_b);
  Verdict exact_verdict(std::uint32_t triangle_a, std::uint32_t triangle_b);

 private:
  struct Body;
  std::unique_ptr<Body> a_, b_;
  std::vector<MeetingTriangles> meeting_;
  bool searched_ = false, measured_ = false;
  std::optional<Verdict> verdict_;
  Real distance_ = 0;
  RealVec way_ = RealVec::Zero();

  bool apart_by_boxes(std::uint32_t i, std::uint32_t j) const;
  Verdict inside(std::uint32_t vertex, Body& of, Body& solid);
};

/// How far a point of the world is from a triangle of a mesh.
Real distance_to_triangle(const PlainMesh& mesh, const Pose& pose, std::uint32_t triangle,
                          const Vec3& point);

}  // namespace glance::test
