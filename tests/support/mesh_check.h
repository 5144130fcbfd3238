// Cases of two meshes, what is true of them, and what has to be true of an answer.
#pragma once

#include <list>
#include <memory>
#include <optional>
#include <string>

#include "glance/query.h"
#include "support/mesh_reference.h"

namespace glance::test {

inline constexpr VolumeKind kVolumes[] = {VolumeKind::sphere, VolumeKind::aabb,
                                          VolumeKind::obb,    VolumeKind::kdop14,
                                          VolumeKind::kdop18, VolumeKind::kdop26};

/// A model and the shapes that are made from it, each once.
class MeshSpecimen {
 public:
  MeshSpecimen(MeshName name, std::uint64_t seed, double scale);

  MeshName name() const { return name_; }
  const MeshModel& model() const { return model_; }
  const PlainMesh& plain(bool solid) const { return solid ? solid_ : surface_; }
  const Shape& shape(const MeshOptions& options) const;

 private:
  MeshName name_;
  MeshModel model_;
  PlainMesh surface_, solid_;
  mutable std::list<std::pair<MeshOptions, Shape>> shapes_;  ///< references stay
};

/// The same object for the same arguments.
const MeshSpecimen& specimen(MeshName name, std::uint64_t seed, double scale = 1);

/// Two meshes in the world. Solid where they can be, in three cases of four.
struct MeshCase {
  const MeshSpecimen* a = nullptr;
  const MeshSpecimen* b = nullptr;
  bool solid_a = false, solid_b = false;
  TwoPoses poses;

  const PlainMesh& plain_a() const { return a->plain(solid_a); }
  const PlainMesh& plain_b() const { return b->plain(solid_b); }
  Shape shape_a(MeshOptions options) const;
  Shape shape_b(MeshOptions options) const;
};

/// Case number `index`: the same in every run. A is mesh number index modulo kMeshCount.
MeshCase make_mesh_case(Placing placing, int index);
/// The meshes of a case moved until they all but touch: by 0, +-1e-16 .. +-1e-6 of the distance
/// too far. A case that is not apart stays as it is.
MeshCase make_grazing_case(int index);

/// What is known of a case, found when first asked for.
class KnownMeshes {
 public:
  explicit KnownMeshes(const MeshCase& of);

  const MeshCase& mesh_case() const { return case_; }
  MeshReference& truth() { return *truth_; }
  Verdict verdict() { return truth_->verdict(); }
  /// Whether an answer may be `verdict`. Of a solid and a body that touch, and of which no vertex
  /// is inside the other, the reference does not know whether another point is: then both verdicts
  /// will do, but the same one each time.
  bool agrees(Verdict verdict);
  /// Extents and distance: what accuracies are fractions of.
  double size();
  /// Rounding of coordinates in the world (length).
  double in_world() const;
  /// Rounding of the true distance (length).
  double reference_error();
  std::string describe();

 private:
  MeshCase case_;
  std::unique_ptr<MeshReference> truth_;
  std::optional<Verdict> settled_;
};

/// All ASSERTs: use ASSERT_NO_FATAL_FAILURE. The shapes are those that were asked about.
void check_collision(KnownMeshes& known, const Shape& a, const Shape& b, const Collision& c);
void check_distance(KnownMeshes& known, const Shape& a, const Shape& b, const Distance& d);
/// Of an answer with QueryOptions::depth.
void check_depth(KnownMeshes& known, const Distance& d);
/// Numbers and verdicts; with `segments`, also where they meet.
void check_parts(KnownMeshes& known, const std::vector<TouchingParts>& found, bool segments);
/// nearer_than at limits on both sides of the distance, with or without a cache.
void check_nearness(KnownMeshes& known, const Shape& a, const Shape& b, PairCache* cache,
                    const QueryOptions& options = {});

}  // namespace glance::test
