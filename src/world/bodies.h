// The bodies of a world, as arrays by index, and what changed about them since the last frame.
#pragma once

#include <algorithm>
#include <atomic>
#include <span>
#include <vector>

#include "base/executor.h"
#include "base/id_pool.h"
#include "broad/broad_phase.h"
#include "glance/world.h"
#include "world/body_forms.h"
#include "world/fast_bodies.h"

namespace glance::rooms::world {

/// Fails for an invalid largest acceleration.
Result<void> check_acceleration(double acceleration);
/// What the broad phase is told: not less than the given value, unless that is unknown.
inline float promised(double acceleration) {
  return acceleration > 0 ? std::min(float_above(acceleration), FLT_MAX) : 0;
}

/// Counts the worlds of this program; never 0.
std::uint32_t next_world();

class Bodies {
 public:
  // By index. Entries of bodies that are not there mean nothing.
  std::vector<BodyId> id;
  std::vector<BoxKind> box_kind;
  std::vector<Pose> pose;
  std::vector<std::uint32_t> group, mask;
  std::vector<double> max_acceleration;
  std::vector<std::uint64_t> user_data;
  std::vector<std::uint8_t> is_sensor;
  std::vector<std::uint8_t> is_static;
  std::vector<std::uint8_t> static_in_broad;  ///< as the broad phase has been told
  BoxArrays boxes;                            ///< as of the last frame
  FastBodies fast;

  /// With the scale: what is tested.
  const Shape& shape(std::uint32_t index) const { return form(index).shape; }
  /// As added.
  const Shape& base_shape(std::uint32_t index) const { return form(index).base; }
  double scale(std::uint32_t index) const { return form(index).scale; }
  /// Whether no other body has the same form.
  bool has_own_form(std::uint32_t index) const { return form(index).bodies == 1; }
  const BodyForms& forms() const { return forms_; }
  /// Where the search for the vertices on the sides of its box starts; it fails for numbers of no
  /// vertices.
  ExtremeVertices extremes(std::uint32_t index) const {
    return extremes_.empty() ? ExtremeVertices{} : extremes_[index];
  }
  bool set_extremes(std::uint32_t index, const ExtremeVertices& extremes);

  std::size_t count() const { return count_; }
  std::size_t capacity() const { return id.size(); }
  bool present(std::uint32_t index) const { return stage_[index] == Stage::present; }
  /// Whether the broad phase knows the body: it was there in the last frame.
  bool in_broad(std::uint32_t index) const { return in_broad_[index] != 0; }
  bool has(BodyId wanted) const { return is_there(wanted) && is_ours(wanted); }
  /// The index of a body that is there, or an error that names the id.
  Result<std::uint32_t> find(BodyId id) const;
  /// Fails if one of them is not there, or is named twice.
  Result<void> find_all(std::span<const BodyId> ids, Executor* executor);
  /// Whether it moved, changed or was added since the last frame.
  bool changed(std::uint32_t index) const { return flags_[index] != 0; }
  bool is_convex(std::uint32_t index) const { return shape(index).is_convex(); }
  /// Whether there may be any meshes or compounds.
  bool has_parts() const { return has_parts_; }
  /// Whether it was added, or got another shape or scale.
  bool reshaped(std::uint32_t index) const { return (flags_[index] & kReshaped) != 0; }

  /// Fails if the shape cannot have the scale, as does set_shape.
  Result<BodyId> add(const BodyOptions& body);
  void remove(std::uint32_t index);
  void set_pose(std::uint32_t index, const Pose& pose);
  /// Of all bodies that are there, or of these (with poses that math::is_pose accepts).
  void set_poses(std::span<const Pose> poses, Executor* executor);
  void set_poses(std::span<const QuatPose> poses, Executor* executor);
  void set_poses(std::span<const BodyId> ids, std::span<const Pose> poses, Executor* executor);
  void set_poses(std::span<const BodyId> ids, std::span<const QuatPose> poses, Executor* executor);
  Result<void> set_shape(std::uint32_t index, const Shape& base, double scale);
  /// The shape, which no other body has, was changed in place.
  void note_changed_shape(std::uint32_t index);
  void set_static(std::uint32_t index, bool is_static);
  void set_fast(std::uint32_t index, bool is_fast);
  /// Sets the pose without a motion to it.
  void place(std::uint32_t index, const Pose& pose);

  /// Notes that the boxes of two bodies overlap. For bodies with automatic boxes this is a reason
  /// to take tight boxes in the next frames, unless the other body is a half-space, which is always
  /// near. (Cubes are cheap where nothing is near; elsewhere tight boxes save questions. 1,000
  /// bodies of 36 faces, microseconds per frame at densities of 1 and 10 %: always fixed 136 and
  /// 641, always tight 151 and 539, this way 137 and 520.)
  void note_neighbors(std::uint32_t i, std::uint32_t j) {
    if (unbounded_[i] | unbounded_[j]) return;
    // Pairs that are settled at the same time may share a body, and all write the same.
    for (const std::uint32_t body : {i, j}) {
      std::atomic_ref(crowded_[body]).store(kCrowdedFrames, std::memory_order_relaxed);
    }
  }

  /// Announces that a body will be asked about soon: what answers need is fetched in the meantime.
  void expect(std::uint32_t index) const {
    const auto* const bytes = reinterpret_cast<const char*>(&pose[index]);
    __builtin_prefetch(bytes);
    __builtin_prefetch(bytes + sizeof(Pose) - 1);
    __builtin_prefetch(&form_[index]);
    __builtin_prefetch(&id[index]);
  }

  // One frame, in this order.

  /// Collects what changed.
  BodyChanges begin_frame();
  /// Makes new boxes for the bodies that moved or were added. Returns the number of vertices
  /// visited.
  std::size_t update_boxes(const BodyChanges& changes, ExtremeSearch search, double delta,
                           Executor* executor);
  /// Ends the frame: nothing counts as changed any more, and removed indices are free.
  void end_frame();

  void reserve(std::size_t bodies);
  std::size_t bytes() const;

 private:
  friend class Snapshot;

  enum class Stage : std::uint8_t { absent, present, leaving };
  enum Flag : std::uint8_t { kMoved = 1, kReinserted = 2, kTouched = 4, kReshaped = 8 };

  static constexpr std::uint8_t kCrowdedFrames = 8;

  bool is_there(BodyId wanted) const {
    return wanted.index < capacity() && present(wanted.index) && id[wanted.index] == wanted;
  }
  bool is_ours(BodyId wanted) const { return is_restored_ || wanted.world == world_; }
  template <class Self, class F>
  static void for_each_column(Self& self, F f);
  void grow();
  void next_naming();
  template <class IndexOf, class P>
  void set_listed(const IndexOf& index_of, std::span<const P> poses, Executor* executor);
  template <class P>
  void set_all_poses(std::span<const P> poses, Executor* executor);
  bool change_pose(std::uint32_t index, const Pose& pose);
  void touch(std::uint32_t index, Flag flag);
  const BodyForm& form(std::uint32_t index) const { return forms_[form_[index]]; }
  void note_new_shape(std::uint32_t index);
  void begin_box(std::uint32_t index);
  std::size_t update_some(std::span<const std::uint32_t> list, ExtremeSearch search, double delta);
  FloatBox box_at(std::uint32_t index, const Pose& at, ExtremeSearch search, double delta,
                  std::size_t& steps);
  FloatBox way_box(std::uint32_t index, ExtremeSearch search, double delta, std::size_t& steps);

  IdPool ids_;
  std::uint32_t world_ = next_world();  ///< BodyId::world
  bool is_restored_ = false;            ///< its ids come from a world that is not known
  std::vector<std::uint32_t> named_;    ///< by index: the last naming_ that named it
  std::uint32_t naming_ = 0;            ///< counts calls of find_all
  std::size_t count_ = 0;
  bool has_parts_ = false, keeps_extremes_ = false;  ///< of any body that there was
  static constexpr std::uint32_t kNoForm = UINT32_MAX;
  BodyForms forms_;
  std::vector<std::uint32_t> form_;  ///< kNoForm: there is no body
  std::vector<Stage> stage_;
  std::vector<std::uint8_t> flags_;
  std::vector<std::uint8_t> in_broad_;
  std::vector<std::uint8_t> tight_;        ///< whether the box is
  std::vector<ExtremeVertices> extremes_;  ///< empty while no body needs any
  std::vector<std::uint8_t> adaptive_;     ///< takes tight or fixed boxes, whichever pays
  std::vector<std::uint8_t> crowded_;      ///< frames left for which tight ones pay
  std::vector<std::uint8_t> unbounded_;    ///< half-spaces
  std::vector<std::uint32_t> touched_;     ///< bodies with a flag
  std::vector<std::uint32_t> removed_, added_, moved_;
  /// For set_poses: what was touched, piece by piece, and how much in each; and the bodies that are
  /// there, if there are gaps between them.
  std::vector<std::uint32_t> touched_in_pieces_, touched_counts_, present_;
};

}  // namespace glance::rooms::world
