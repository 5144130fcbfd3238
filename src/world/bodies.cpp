// Tested in tests/unit/world/world_test.cpp (World.IdsOfRemovedBodiesStayInvalid).
#include "world/bodies.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>

#include "base/error_code.h"
#include "math/quat_pose.h"
#include "sweep/moving_body.h"

namespace glance::rooms::world {
namespace {

/// Bodies that are moved or boxed as one task: some 30 microseconds.
constexpr std::size_t kPiece = 512;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr FloatBox kEverything{{-kInfinity, -kInfinity, -kInfinity},
                               {kInfinity, kInfinity, kInfinity}};

/// Compared bit for bit: answers at rest are used again only if nothing at all has changed.
bool has_same_bits(const Pose& x, const Pose& y) {
  static_assert(sizeof(Pose) == 12 * sizeof(double));
  std::array<std::uint64_t, 12> bits_x, bits_y;
  std::memcpy(&bits_x, &x, sizeof x);
  std::memcpy(&bits_y, &y, sizeof y);
  std::uint64_t different = 0;
  for (std::size_t i = 0; i < bits_x.size(); i++) different |= bits_x[i] ^ bits_y[i];
  return different == 0;
}

FloatBox both(const FloatBox& x, const FloatBox& y) {
  FloatBox box;
  for (int k = 0; k < 3; k++) {
    box.lower[k] = std::min(x.lower[k], y.lower[k]);
    box.upper[k] = std::max(x.upper[k], y.upper[k]);
  }
  return box;
}

/// How far a body leaves the box that holds it at both ends of its way (see sweep/moving_body: what
/// bends by k is off its chord by k / 8 at most).
double bulge(const Shape& shape, const Motion& way) {
  const MovingBody body(shape, way);
  double most = 0;
  for (int k = 0; k < 3; k++) most = std::max(most, body.bend(Vec3::unit(k)));
  return std::min(most / 8, 2 * body.reach());
}

}  // namespace

Result<void> check_acceleration(double acceleration) {
  if (acceleration >= 0 && std::isfinite(acceleration)) return {};
  return fail(
      code_of(acceleration),
      fmt::format("a largest acceleration must be finite and not negative, not {}", acceleration));
}

std::uint32_t next_world() {
  // Each world has a number, so that an id of another world is refused, even if index and
  // generation fit a body of this one. 0 stands for no world.
  static std::atomic<std::uint32_t> last = 0;
  const std::uint32_t next = ++last;
  return next != 0 ? next : ++last;
}

Result<std::uint32_t> Bodies::find(BodyId wanted) const {
  if (has(wanted)) return wanted.index;
  // Index and generation fit, so only the world can be the wrong one.
  if (is_there(wanted)) {
    return fail(ErrorCode::unknown_body, fmt::format("body {} (generation {}) is of another world",
                                                     wanted.index, wanted.generation));
  }
  return fail(ErrorCode::unknown_body,
              fmt::format("there is no body {} (generation {}): it was removed, or is of another "
                          "world",
                          wanted.index, wanted.generation));
}

Result<void> Bodies::find_all(std::span<const BodyId> ids, Executor* executor) {
  if (is_parallel(executor) && ids.size() > kPiece) {
    // Whether all is well; if not, one thread says what the first mistake is.
    next_naming();
    std::atomic<bool> good = true;
    for_pieces(executor, ids.size(), kPiece, [&](std::size_t begin, std::size_t end) {
      for (const BodyId named : ids.subspan(begin, end - begin)) {
        if (!has(named) || std::atomic_ref(named_[named.index]).exchange(naming_) == naming_) {
          good = false;
        }
      }
    });
    if (good) return {};
  }
  next_naming();
  for (std::size_t i = 0; i < ids.size(); i++) {
    if (const auto found = find(ids[i]); !found) return fail(found.error());
    std::uint32_t& named = named_[ids[i].index];
    if (named == naming_) {
      const auto first = std::ranges::find(ids, ids[i]) - ids.begin();
      return fail(ErrorCode::duplicate,
                  fmt::format("body {} (generation {}) is named twice, in places {} and {}",
                              ids[i].index, ids[i].generation, first, i));
    }
    named = naming_;
  }
  return {};
}

void Bodies::next_naming() {
  if (++naming_ != 0) return;
  std::ranges::fill(named_, 0);  // after 2^32 calls
  naming_ = 1;
}

/// Every array that has a place for each body.
template <class Self, class F>
void Bodies::for_each_column(Self& self, F f) {
  // One list of all columns: a column that is missing here would not grow, and would not be
  // counted.
  f(self.id);
  f(self.form_);
  f(self.box_kind);
  f(self.pose);
  f(self.group);
  f(self.mask);
  f(self.max_acceleration);
  f(self.user_data);
  f(self.is_sensor);
  f(self.is_static);
  f(self.static_in_broad);
  f(self.boxes);
  f(self.stage_);
  f(self.flags_);
  f(self.in_broad_);
  f(self.tight_);
  f(self.adaptive_);
  f(self.crowded_);
  f(self.unbounded_);
  f(self.named_);
}

void Bodies::grow() {
  const std::size_t size = capacity() + 1;
  for_each_column(*this, [&](auto& column) { column.resize(size); });
  form_.back() = kNoForm;
  if (!extremes_.empty()) extremes_.resize(size);
}

void Bodies::touch(std::uint32_t index, Flag flag) {
  // Once per frame, however many changes there are: a frame costs in proportion to the bodies that
  // changed.
  if (flags_[index] == 0) touched_.push_back(index);
  flags_[index] |= flag;
}

Result<BodyId> Bodies::add(const BodyOptions& body) {
  const Result<std::uint32_t> form = forms_.acquire(body.shape, body.scale);
  if (!form) return fail(form.error());
  const GenerationId fresh = ids_.acquire();
  const std::uint32_t index = fresh.index;
  if (index == capacity()) grow();
  count_++;
  id[index] = {fresh.index, fresh.generation, world_};
  stage_[index] = Stage::present;
  pose[index] = body.pose;
  group[index] = body.group;
  mask[index] = body.mask;
  max_acceleration[index] = body.max_acceleration;
  user_data[index] = body.user_data;
  is_sensor[index] = body.is_sensor;
  is_static[index] = body.is_static;
  box_kind[index] = body.boxes;
  // Nothing may remain of the body that had this index before: it would be stored with the new one.
  static_in_broad[index] = 0;
  boxes.set(index, {});
  form_[index] = *form;
  note_new_shape(index);
  if (body.fast) fast.add(index, body.pose);
  return id[index];
}

void Bodies::remove(std::uint32_t index) {
  if (fast.contains(index)) fast.remove(index);
  count_--;
  // The index is free only after the next frame, in which contacts of this body end.
  stage_[index] = Stage::leaving;
  touch(index, kTouched);
}

void Bodies::set_pose(std::uint32_t index, const Pose& new_pose) {
  if (change_pose(index, new_pose)) touch(index, kMoved);
}

bool Bodies::change_pose(std::uint32_t index, const Pose& new_pose) {
  if (has_same_bits(pose[index], new_pose)) return false;  // at rest
  pose[index] = new_pose;
  return true;
}

namespace {

const Pose& as_pose(const Pose& pose) { return pose; }
Pose as_pose(const QuatPose& pose) { return PoseAccess::make(pose); }

}  // namespace

/// Sets the poses of `count` bodies, each named once. At the same time in pieces of the list; what
/// they touch is joined in its order.
template <class IndexOf, class P>
void Bodies::set_listed(const IndexOf& index_of, std::span<const P> poses, Executor* executor) {
  const std::size_t count = poses.size();
  if (!is_parallel(executor) || count <= kPiece) {
    for (std::size_t i = 0; i < count; i++) set_pose(index_of(i), as_pose(poses[i]));
    return;
  }
  touched_in_pieces_.resize(count);
  touched_counts_.assign((count + kPiece - 1) / kPiece, 0);
  const auto set_piece = [&](std::size_t begin, std::size_t end) {
    std::uint32_t touched = 0;
    for (std::size_t i = begin; i < end; i++) {
      const std::uint32_t index = index_of(i);
      if (!change_pose(index, as_pose(poses[i]))) continue;
      if (flags_[index] == 0) touched_in_pieces_[begin + touched++] = index;
      flags_[index] |= kMoved;
    }
    touched_counts_[begin / kPiece] = touched;
  };
  for_pieces(executor, count, kPiece, set_piece);
  for (std::size_t n = 0; n < touched_counts_.size(); n++) {
    const auto from = touched_in_pieces_.begin() + static_cast<std::ptrdiff_t>(n * kPiece);
    touched_.insert(touched_.end(), from, from + touched_counts_[n]);
  }
}

template <class P>
void Bodies::set_all_poses(std::span<const P> poses, Executor* executor) {
  const auto here = [](std::size_t i) { return static_cast<std::uint32_t>(i); };
  // Without gaps. (A body that leaves still has its place.)
  if (count_ == capacity()) return set_listed(here, poses, executor);
  if (!is_parallel(executor)) {
    std::uint32_t index = 0;
    for (const P& given : poses) {
      while (!present(index)) index++;
      set_pose(index++, as_pose(given));
    }
    return;
  }
  present_.clear();
  for (std::uint32_t index = 0; index < capacity(); index++) {
    if (present(index)) present_.push_back(index);
  }
  set_listed([this](std::size_t i) { return present_[i]; }, poses, executor);
}

void Bodies::set_poses(std::span<const Pose> poses, Executor* executor) {
  set_all_poses(poses, executor);
}

void Bodies::set_poses(std::span<const QuatPose> poses, Executor* executor) {
  set_all_poses(poses, executor);
}

void Bodies::set_poses(std::span<const BodyId> ids, std::span<const Pose> poses,
                       Executor* executor) {
  set_listed([ids](std::size_t i) { return ids[i].index; }, poses, executor);
}

void Bodies::set_poses(std::span<const BodyId> ids, std::span<const QuatPose> poses,
                       Executor* executor) {
  set_listed([ids](std::size_t i) { return ids[i].index; }, poses, executor);
}

Result<void> Bodies::set_shape(std::uint32_t index, const Shape& base, double scale) {
  // The new one first: it may be the old one.
  const Result<std::uint32_t> form = forms_.acquire(base, scale);
  if (!form) return fail(form.error());
  forms_.release(form_[index]);
  form_[index] = *form;
  note_new_shape(index);
  return {};
}

void Bodies::note_changed_shape(std::uint32_t index) {
  forms_.note_new_shape(form_[index]);
  note_new_shape(index);
}

void Bodies::note_new_shape(std::uint32_t index) {
  begin_box(index);
  touch(index, kMoved);
  // Answers, spheres and lists about the old shape are void.
  touch(index, kReshaped);
}

void Bodies::begin_box(std::uint32_t index) {
  const Shape& body = shape(index);
  tight_[index] = box_kind[index] == BoxKind::tight;
  if (!extremes_.empty()) extremes_[index] = {};
  unbounded_[index] = body.kind() == ShapeKind::halfspace;
  has_parts_ |= !body.is_convex();
  adaptive_[index] = box_kind[index] == BoxKind::automatic && form(index).oblong;
  crowded_[index] = 0;
  keeps_extremes_ |= form(index).box.keeps_extremes(ExtremeSearch::automatic);
}

bool Bodies::set_extremes(std::uint32_t index, const ExtremeVertices& extremes) {
  if (!form(index).box.has(extremes)) return false;
  if (extremes == this->extremes(index)) return true;
  extremes_.resize(capacity());
  extremes_[index] = extremes;
  return true;
}

void Bodies::set_static(std::uint32_t index, bool new_static) {
  if ((is_static[index] != 0) == new_static) return;
  is_static[index] = new_static;
  touch(index, kReinserted);
}

void Bodies::set_fast(std::uint32_t index, bool is_fast) {
  if (fast.contains(index) == is_fast) return;
  if (is_fast) {
    fast.add(index, pose[index]);
  } else {
    fast.remove(index);
  }
}

void Bodies::place(std::uint32_t index, const Pose& new_pose) {
  set_pose(index, new_pose);
  // Without a way between: a body that is placed elsewhere passes nothing.
  if (fast.contains(index)) fast.set_before(index, new_pose);
}

BodyChanges Bodies::begin_frame() {
  removed_.clear();
  added_.clear();
  moved_.clear();
  for (const std::uint32_t index : touched_) {
    if (stage_[index] == Stage::leaving) {
      // A body that came and went between two frames was never in the broad phase.
      if (in_broad_[index]) removed_.push_back(index);
    } else if (!in_broad_[index]) {
      added_.push_back(index);
      // A body that became static, or no longer is, changes its pairs: removed and added again.
    } else if (flags_[index] & kReinserted) {
      removed_.push_back(index);
      added_.push_back(index);
    } else if (flags_[index] & kMoved) {
      moved_.push_back(index);
    }
  }
  // What the broad phase knows: it may differ from is_static until the body is removed and added
  // again.
  for (const std::uint32_t index : added_) static_in_broad[index] = is_static[index];
  return {removed_, added_, moved_};
}

std::size_t Bodies::update_boxes(const BodyChanges& changes, ExtremeSearch search, double delta,
                                 Executor* executor) {
  if (keeps_extremes_ || search != ExtremeSearch::automatic) extremes_.resize(capacity());
  std::atomic<std::size_t> steps = 0;
  for (const auto& list : {changes.added, changes.moved}) {
    for_pieces(executor, list.size(), kPiece, [&](std::size_t begin, std::size_t end) {
      const std::size_t passed = update_some(list.subspan(begin, end - begin), search, delta);
      steps.fetch_add(passed, std::memory_order_relaxed);
    });
  }
  return steps;
}

std::size_t Bodies::update_some(std::span<const std::uint32_t> list, ExtremeSearch search,
                                double delta) {
  std::size_t steps = 0;
  for (const std::uint32_t index : list) {
    if (adaptive_[index]) {
      // Tight boxes cost more to find, and pay while other bodies are near (note_neighbors).
      tight_[index] = crowded_[index] > 0;
      if (crowded_[index] > 0) crowded_[index]--;
    }
    boxes.set(index, fast.contains(index) ? way_box(index, search, delta, steps)
                                          : box_at(index, pose[index], search, delta, steps));
  }
  return steps;
}

FloatBox Bodies::box_at(std::uint32_t index, const Pose& at, ExtremeSearch search, double delta,
                        std::size_t& steps) {
  ExtremeVertices* const extremes = extremes_.empty() ? nullptr : &extremes_[index];
  return form(index).box.update(at, tight_[index] != 0, extremes, search, delta, steps);
}

/// For a fast body, the box holds all of its way: the boxes at both ends, widened by how far the
/// body may leave them in between (bulge).
FloatBox Bodies::way_box(std::uint32_t index, ExtremeSearch search, double delta,
                         std::size_t& steps) {
  if (!in_broad_[index]) fast.set_before(index, pose[index]);  // a newcomer was nowhere before
  const Motion* way = fast.set_off(index, shape(index), pose[index]);
  if (!way) return box_at(index, pose[index], search, delta, steps);
  // A half-space that turns may sweep over everything.
  if (unbounded_[index] && norm_sq(way->angular()) > 0) return kEverything;
  const double wider = delta + (unbounded_[index] ? 0 : bulge(shape(index), *way));
  const FloatBox from = box_at(index, way->start(), search, wider, steps);
  return both(from, box_at(index, pose[index], search, wider, steps));
}

void Bodies::end_frame() {
  for (const std::uint32_t index : touched_) {
    flags_[index] = 0;
    if (stage_[index] == Stage::leaving) {
      stage_[index] = Stage::absent;
      in_broad_[index] = 0;
      forms_.release(form_[index]);
      form_[index] = kNoForm;
      // Only now may the index be used again: in this frame its contacts have ended under the old
      // id.
      ids_.release({id[index].index, id[index].generation});
    } else {
      in_broad_[index] = 1;
    }
  }
  touched_.clear();
  // Their boxes are smaller in the next frame, in which they no longer contain a way.
  for (const std::uint32_t index : fast.arrive()) touch(index, kMoved);
}

void Bodies::reserve(std::size_t bodies) {
  ids_.reserve(bodies);
  forms_.reserve(bodies);
  for_each_column(*this, [&](auto& column) { column.reserve(bodies); });
  fast.reserve(bodies);
  for (auto* list : {&touched_, &removed_, &added_, &moved_}) list->reserve(bodies);
}

std::size_t Bodies::bytes() const {
  std::size_t sum = fast.bytes() + forms_.bytes() + extremes_.capacity() * sizeof(ExtremeVertices) +
                    2 * ids_.capacity() * sizeof(std::uint32_t);
  for_each_column(*this, [&](const auto& column) {
    // The boxes are columns of their own.
    if constexpr (requires { column.bytes(); }) {
      sum += column.bytes();
    } else {
      sum += column.capacity() * sizeof(column[0]);
    }
  });
  for (const auto* list :
       {&touched_, &removed_, &added_, &moved_, &touched_in_pieces_, &touched_counts_, &present_}) {
    sum += list->capacity() * sizeof(std::uint32_t);
  }
  return sum;
}

}  // namespace glance::rooms::world
