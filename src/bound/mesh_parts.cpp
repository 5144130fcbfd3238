#include "bound/mesh_parts.h"

#include <algorithm>
#include <bit>

#include "base/work_limit.h"
#include "bound/mesh_body.h"

namespace glance::rooms::bound {
namespace {

// Units for each triangle, and for each leaf on each level of a tree: what it takes on one machine
// (new memory included, which is half of it for boxes), and some more.
constexpr std::uint64_t kFlatUnits = 40, kSimpleUnits = 120, kHullUnits = 140, kBoxUnits = 30;
constexpr std::uint64_t kConvexUnits = 60;
constexpr std::uint64_t kLevelUnits = 30;

std::uint16_t bit_of(MeshPart part) {
  return static_cast<std::uint16_t>(1u << static_cast<unsigned>(part));
}

/// The part that MeshBody::boxes gives; none if the mesh has it from the beginning.
std::optional<MeshPart> boxes_part(const MeshBody& mesh) {
  if (mesh.has_tiles()) return MeshPart::whole_boxes;
  if (mesh.tree().kind() == VolumeKind::aabb) return std::nullopt;
  return MeshPart::aabb_tree;
}

}  // namespace

std::uint64_t units_to_make(const MeshBody& mesh, MeshPart part) {
  const std::uint64_t triangles = mesh.mesh().triangles.size();
  const std::uint64_t leaves = mesh.tree().topology().items.size();
  switch (part) {
    case MeshPart::flat: return kFlatUnits * triangles;
    case MeshPart::simple: return kSimpleUnits * triangles;
    case MeshPart::hull: return kHullUnits * triangles;
    case MeshPart::convex: return kConvexUnits * triangles;
    case MeshPart::aabb_tree: return kBoxUnits * leaves;
    case MeshPart::whole_boxes: return kLevelUnits * triangles * std::bit_width(triangles);
    default: return kLevelUnits * leaves * std::bit_width(leaves);
  }
}

bool MadeParts::has(const MeshBody& mesh, MeshPart part) const {
  const auto at = bits_.find(mesh.number_of(part));
  return at != bits_.end() && (at->second & bit_of(part)) != 0;
}

void MadeParts::add(const MeshBody& mesh, MeshPart part) {
  bits_[mesh.number_of(part)] |= bit_of(part);
}

void MadeParts::add_all(const MadeParts& other) {
  for (const auto& [number, bits] : other.bits_) bits_[number] |= bits;
}

std::optional<MeshPart> MadeParts::missing(const MeshBody& mesh, MeshPart part) const {
  if (has(mesh, part)) return std::nullopt;
  if (part == MeshPart::simple) {
    const std::optional<MeshPart> boxes = boxes_part(mesh);
    if (boxes && !has(mesh, *boxes)) return boxes;
    if (!has(mesh, MeshPart::flat)) return MeshPart::flat;
  }
  if (part == MeshPart::convex && !has(mesh, MeshPart::hull)) return MeshPart::hull;
  return part;
}

void MadeParts::keep(const std::unordered_set<std::uint64_t>& numbers) {
  std::erase_if(bits_, [&](const auto& entry) { return !numbers.contains(entry.first); });
  many_ = std::max(many_, 2 * bits_.size());
}

void PartWatch::look(const MeshBody& mesh, MeshPart part) {
  while (const std::optional<MeshPart> missing = parts_.missing(mesh, part)) {
    if (refuses_) {
      missing_ = Missing{&mesh, *missing};
      throw OutOfWork();
    }
    parts_.add(mesh, *missing);
  }
}

}  // namespace glance::rooms::bound
