// Tested in tests/property/flush_test.cpp (Flush.SolidsAreWhatTheirCellsAre).
#include "mesh/patch_rules.h"

#include <algorithm>

#include "glance/hash.h"
#include "mesh/exact_triangles.h"

namespace glance::rooms::mesh {
namespace {

/// A body, with what is needed to decide on which side of a plane its points lie.
struct PatchBody {
  const MeshBody& mesh;
  const FlatParts& flat;
  const Pose& pose;
  const PosedBody& posed;
  Vec3 offset;

  const Vec3& local(std::uint32_t vertex) const { return mesh.mesh().vertices[vertex]; }
  Vec3 rounded(std::uint32_t vertex) const { return posed.from_centroid(local(vertex)) + offset; }
};

/// On which sides of a plane some corner of a patch lies.
struct PatchSides {
  bool front = false, behind = false, on = false;

  /// All of the patch is strictly on one side: it does not reach the plane.
  bool is_beyond() const { return !on && front != behind; }
  /// The patch does not pass through the plane, but may touch it or lie in it.
  bool is_beside() const { return !(front && behind); }
};

PatchSides sides_of(const PatchBody& plane, std::uint32_t plane_patch, const PatchBody& other,
                    std::uint32_t other_patch, double error) {
  const FlatPatch& p = plane.flat.patches.patches[plane_patch];
  const FlatPatch& q = other.flat.patches.patches[other_patch];
  // The plane is that of three corners (`base`): rounded for a quick test, and in their own frame
  // for an exact one.
  TriangleCorners rounded, local;
  for (std::size_t i = 0; i < 3; i++) {
    rounded[i] = plane.rounded(p.base[i]);
    local[i] = plane.local(p.base[i]);
  }
  PatchSides sides;
  const auto look = [&](std::uint32_t vertex) {
    int side = rough_side(rounded, other.rounded(vertex), error);
    if (side == kUnknownSign) side = exact_side(plane.pose, local, other.pose, other.local(vertex));
    (side > 0 ? sides.front : side < 0 ? sides.behind : sides.on) = true;
  };
  // If three corners that span the patch are in the plane, all of it is.
  for (const std::uint32_t v : q.base) look(v);
  if (!sides.front && !sides.behind) return sides;
  for (const std::uint32_t v : other.flat.patches.corners_of(other_patch)) {
    if (sides.front && sides.behind) break;
    look(v);
  }
  return sides;
}

}  // namespace

PatchRules::PatchRules(const MeshBody& a, const MeshBody& b, const PairFrame& frame,
                       std::vector<PatchEntry>& table)
    : mesh_a_(a),
      mesh_b_(b),
      a_(a.flat()),
      b_(b.flat()),
      frame_(frame),
      lent_(table),
      table_(std::move(table)) {
  table_.assign(64, {});
}

PatchRules::~PatchRules() { lent_ = std::move(table_); }

PatchEntry& PatchRules::find(std::uint32_t patch_a, std::uint32_t patch_b) {
  // A hash table with open addressing, at most half full; key 0 means empty.
  const std::uint64_t key = ((std::uint64_t{patch_a} << 32) | patch_b) + 1;
  const auto place = [&](std::uint64_t wanted) {
    std::size_t at = Hash().add(wanted).value() & (table_.size() - 1);
    while (table_[at].key != 0 && table_[at].key != wanted) at = (at + 1) & (table_.size() - 1);
    return at;
  };
  std::size_t at = place(key);
  if (table_[at].key == 0) {
    if (2 * ++used_ > table_.size()) {
      std::vector<PatchEntry> old(2 * table_.size());
      std::swap(old, table_);
      for (const PatchEntry& entry : old) {
        if (entry.key != 0) table_[place(entry.key)] = entry;
      }
      at = place(key);
    }
    table_[at].key = key;
  }
  return table_[at];
}

PatchRelation PatchRules::relate(std::uint32_t patch_a, std::uint32_t patch_b) const {
  const PatchBody a{mesh_a_, a_, frame_.pose_a, frame_.a, Vec3::zero()};
  const PatchBody b{mesh_b_, b_, frame_.pose_b, frame_.b, frame_.offset};
  PatchRelation r;
  // Both directions count: A's patch may be beyond the plane of B's, or the other way round.
  const PatchSides of_b = sides_of(a, patch_a, b, patch_b, frame_.error);
  if (of_b.is_beyond()) return {true, true, false, true};
  r.coplanar = !of_b.front && !of_b.behind;
  if (r.coplanar) return {false, true, true, false};
  const PatchSides of_a = sides_of(b, patch_b, a, patch_a, frame_.error);
  if (of_a.is_beyond()) return {true, true, false, true};
  // Two triangles overlap only if each passes through the plane of the other. If neither does, all
  // they can share is points of their borders.
  r.no_overlap = of_a.is_beside() || of_b.is_beside();
  r.by_borders = of_a.is_beside() && of_b.is_beside();
  return r;
}

const PatchRelation& PatchRules::relation(std::uint32_t patch_a, std::uint32_t patch_b) {
  PatchEntry& entry = find(patch_a, patch_b);
  if (!entry.is_related) {
    entry.relation = relate(patch_a, patch_b);
    entry.is_related = true;
  }
  return entry.relation;
}

double PatchRules::gap_along(const Vec3& direction, std::uint32_t patch_a, std::uint32_t patch_b) {
  PatchEntry& entry = find(patch_a, patch_b);
  // The gap along the last direction is kept: many nodes of the same two patches ask for it.
  if (entry.direction == direction) return entry.gap;
  double top_a = -INFINITY, low_b = INFINITY;
  for (const std::uint32_t v : a_.patches.corners_of(patch_a)) {
    top_a = std::max(top_a, dot(direction, frame_.a.from_centroid(mesh_a_.mesh().vertices[v])));
  }
  for (const std::uint32_t v : b_.patches.corners_of(patch_b)) {
    const Vec3 p = frame_.b.from_centroid(mesh_b_.mesh().vertices[v]) + frame_.offset;
    low_b = std::min(low_b, dot(direction, p));
  }
  entry.direction = direction;
  entry.gap = low_b - top_a;
  return entry.gap;
}

}  // namespace glance::rooms::mesh
