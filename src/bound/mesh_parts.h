// What meshes make when it is first needed and keep (bound/mesh_body.h), and who cannot wait for
// that: a frame under a budget. Such a question is given up; the frame makes what was missing when
// there is time for it, or tells that there is not.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "glance/mesh.h"
#include "rooms.h"

namespace glance::rooms::bound {

class MeshBody;

enum class MeshPart : std::uint8_t {
  flat,    ///< MeshBody::flat
  simple,  ///< MeshBody::is_simple
  hull,
  whole_boxes,  ///< MeshBody::boxes of a mesh with tiles
  // The others in the order of VolumeKind.
  sphere_tree,
  aabb_tree,
  obb_tree,
  kdop14_tree,
  kdop18_tree,
  kdop26_tree,
  convex,  ///< MeshBody::convex
};
inline constexpr int kMeshParts = 11;

/// The tree with volumes of this kind (not `automatic`).
constexpr MeshPart tree_part(VolumeKind kind) {
  return static_cast<MeshPart>(static_cast<int>(MeshPart::whole_boxes) + static_cast<int>(kind));
}

/// In units of a budget, about: from the number of triangles.
std::uint64_t units_to_make(const MeshBody& mesh, MeshPart part);

/// Which parts the meshes of a world have, as far as that world has had them made: what a frame
/// gets done must not depend on what others did with the same shapes.
class MadeParts {
 public:
  bool has(const MeshBody& mesh, MeshPart part) const;
  void add(const MeshBody& mesh, MeshPart part);
  void add_all(const MadeParts& other);
  /// What is missing of it (that part, or another which is made from), if anything.
  std::optional<MeshPart> missing(const MeshBody& mesh, MeshPart part) const;
  /// Whether it is time to look for meshes that are gone.
  bool are_many() const { return bits_.size() > many_; }
  /// Forgets all but these.
  void keep(const std::unordered_set<std::uint64_t>& numbers);
  std::size_t bytes() const { return bits_.size() * (sizeof(std::uint64_t) + sizeof(void*) * 2); }

 private:
  std::unordered_map<std::uint64_t, std::uint16_t> bits_;  ///< by MeshBody::number_of
  std::size_t many_ = 64;
};

/// While it lives, meshes that this thread asks for a part look here first.
class PartWatch {
 public:
  /// `refuses`: a part that is missing ends the question by OutOfWork, and is noted. Otherwise it
  /// is made, and counts as made from here on.
  PartWatch(MadeParts& parts, bool refuses) : parts_(parts), refuses_(refuses), outer_(innermost_) {
    innermost_ = this;
  }
  ~PartWatch() { innermost_ = outer_; }
  PartWatch(const PartWatch&) = delete;
  PartWatch& operator=(const PartWatch&) = delete;

  struct Missing {
    const MeshBody* mesh;
    MeshPart part;
  };
  /// What was refused.
  const std::optional<Missing>& missing() const { return missing_; }

  static void pass(const MeshBody& mesh, MeshPart part) {
    if (innermost_) innermost_->look(mesh, part);
  }

  /// Whether there is one that refuses what is missing.
  static bool is_refusing() { return innermost_ && innermost_->refuses_; }
  /// Whether `pass` would refuse.
  static bool would_refuse(const MeshBody& mesh, MeshPart part) {
    return is_refusing() && innermost_->parts_.missing(mesh, part);
  }

  /// No watch in its scope: for what a part is made from.
  class Pause {
   public:
    Pause() : watch_(innermost_) { innermost_ = nullptr; }
    ~Pause() { innermost_ = watch_; }
    Pause(const Pause&) = delete;
    Pause& operator=(const Pause&) = delete;

   private:
    PartWatch* watch_;
  };

 private:
  void look(const MeshBody& mesh, MeshPart part);

  static inline constinit thread_local PartWatch* innermost_ = nullptr;

  MadeParts& parts_;
  bool refuses_;
  std::optional<Missing> missing_;
  PartWatch* outer_;
};

}  // namespace glance::rooms::bound
