#include "curved/direction_search.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "base/work_limit.h"
#include "curved/direction_cell.h"
#include "curved/gjk.h"
#include "exact/workspace_access.h"

namespace glance::rooms::curved {
namespace {

/// Most cells of a search. Ordinary pairs take some dozens; a whole ring of best directions
/// takes some thousands.
constexpr int kMaxCells = 1 << 17;

/// Units of work that a cell takes, about: two microseconds.
constexpr std::uint64_t kCellUnits = 200;

/// Cells are not made smaller than this (radians).
constexpr double kSmallestCell = 0x1p-34;

/// Smaller parts of a cell, across a kink, are not worth a cut.
constexpr double kWorthCutting = 0.25;

/// Steps of the search for the nearest point: near contact it may take long.
constexpr int kMostApproach = 48;

/// Corners of a cell with room for two cuts.
constexpr int kManyCorners = kMaxCorners - 2;

/// By how much a minorant may be too high (a part of the size): its linear part has the errors
/// of frame.error; T |n| and sums have a few roundings, of at most four sizes; cells may have gaps
/// of a few roundings between them, where h is not steeper than the size.
constexpr double kMinorantError = 0x1p-45;

/// The cells to be looked at, the one with the lowest bound first. Keeps its memory.
class CellQueue final : public WorkspaceAccess::Buffers {
 public:
  void clear() {
    if (cells_.capacity() > kKeptCells) *this = CellQueue();
    order_.clear();
    cells_.clear();
    free_.clear();
  }
  bool empty() const { return order_.empty(); }
  void push(const DirectionCell& cell) {
    std::uint32_t place = static_cast<std::uint32_t>(cells_.size());
    if (free_.empty()) {
      cells_.push_back(cell);
    } else {
      place = free_.back();
      free_.pop_back();
      cells_[place] = cell;
    }
    order_.push_back({cell.bound, place});
    std::push_heap(order_.begin(), order_.end(), later);
  }
  DirectionCell pop() {
    std::pop_heap(order_.begin(), order_.end(), later);
    const std::uint32_t place = order_.back().place;
    order_.pop_back();
    free_.push_back(place);
    return cells_[place];
  }
  double lowest_bound() const { return order_.front().bound; }

 private:
  static constexpr std::size_t kKeptCells = 1 << 13;

  struct Entry {
    double bound;
    std::uint32_t place;
  };
  static bool later(const Entry& p, const Entry& q) {
    return p.bound != q.bound ? p.bound > q.bound : p.place > q.place;
  }
  std::vector<Entry> order_;
  std::vector<DirectionCell> cells_;
  std::vector<std::uint32_t> free_;
};

class Search {
 public:
  Search(const CoreFrame& frame, double tolerance, CellQueue& queue, QueryWork& work)
      : frame_(frame),
        bodies_{DirectionBody(frame.a, 1), DirectionBody(frame.b, -1)},
        queue_(queue),
        tolerance_(tolerance),
        slack_(4 * frame.error + kMinorantError * frame.size),
        work_(work) {
    queue_.clear();
  }

  double upper() const { return upper_; }
  const Vec3& direction() const { return direction_; }

  /// Takes a direction (not zero) if it is the best.
  void try_direction(const Vec3& direction) {
    const Vec3 unit = quick_unit(direction);
    if (!(norm_sq(unit) > 0.5)) return;
    const double reach = dot(unit, frame_.support(unit, work_).difference());
    if (reach + frame_.error < upper_) {
      upper_ = reach + frame_.error;
      direction_ = unit;
    }
  }

  /// Divides all directions until each cell is proved. Returns the lower bound.
  double prove(const Mat3& axes) {
    for (int octant = 0; octant < 8; octant++) {
      DirectionCell cell;
      cell.count = 3;
      cell.bound = -4 * frame_.size;
      bool mirrored = false;
      for (int k = 0; k < 3; k++) {
        const bool negative = (octant >> k & 1) != 0;
        cell.corner[k] = quick_unit(axes.col(k)) * (negative ? -1 : 1);
        mirrored = mirrored != negative;
      }
      if (mirrored) std::swap(cell.corner[1], cell.corner[2]);
      push(cell);
    }
    double lower = INFINITY;  // of the cells that are given up
    for (int i = 0; i < kMaxCells && !queue_.empty(); i++) {
      if (queue_.lowest_bound() >= upper_ - tolerance_) break;
      spend_work(kCellUnits);
      const DirectionCell cell = queue_.pop();
      work_.depth_steps++;
      if (!divide(cell)) lower = std::min(lower, cell.bound);
    }
    if (!queue_.empty()) lower = std::min(lower, queue_.lowest_bound());
    return std::min(lower, upper_ - tolerance_);
  }

 private:
  void push(const DirectionCell& cell) {
    if (cell.count > 0) queue_.push(cell);
  }

  void try_touch(const CellView& view, const Minorant& minorant) {
    if (minorant.reach < upper_ - frame_.error) try_direction(view.direction(minorant.touch));
  }

  /// Proves the cell, or replaces it by smaller ones. False: it is too small to be divided.
  bool divide(const DirectionCell& cell);

  const CoreFrame& frame_;
  std::array<DirectionBody, 2> bodies_;
  CellQueue& queue_;
  double tolerance_, slack_;
  QueryWork& work_;
  double upper_ = INFINITY;
  Vec3 direction_ = Vec3::zero();
};

/// How far along `along` a polygon reaches.
Interval reach(const PlanePolygon& polygon, const PlanePoint& along) {
  Interval range{INFINITY, -INFINITY};
  for (int i = 0; i < polygon.count; i++) {
    const double at = dot(along, polygon.corner[i]);
    range.lo = std::min(range.lo, at);
    range.hi = std::max(range.hi, at);
  }
  return range;
}

/// The farthest place along `along` at which q is negative on the polygon's boundary.
double last_negative(const Quadratic& q, const PlanePolygon& polygon, const PlanePoint& along) {
  double last = -INFINITY;
  for (int i = 0; i < polygon.count; i++) {
    const PlanePoint &p = polygon.corner[i], &r = polygon.after(i);
    const PlanePoint side{r.x - p.x, r.y - p.y};
    const double at = dot(along, p), step = dot(along, side);
    const double value = q(p), slope = dot(q.gradient(p), side), half_bend = 0.5 * q.bend(side);
    if (value < 0) last = std::max(last, at);
    // Roots of value + slope s + half_bend s^2.
    const double disc = slope * slope - 4 * half_bend * value;
    if (!(disc >= 0)) continue;
    const double k = -0.5 * (slope + std::copysign(std::sqrt(disc), slope));
    const double roots[2] = {k / half_bend, value / k};
    for (const double s : roots) {
      if (s >= 0 && s <= 1) last = std::max(last, at + s * step);
    }
  }
  return last;
}

PlanePoint gradient_leap(const Minorant& first, const Minorant& second, const PlanePoint& at) {
  const PlanePoint g0 = first.above.gradient(at), g1 = second.above.gradient(at);
  return {g1.x - g0.x, g1.y - g0.y};
}

bool have_same_gradient(const Minorant& first, const Minorant& second) {
  const PlanePoint leap = gradient_leap(first, second, {0, 0});
  return leap.x == 0 && leap.y == 0;
}

/// The unit vector along which q curves upwards most.
PlanePoint most_curved(const Quadratic& q) {
  const double half = 0.5 * (q.hxx - q.hyy), root = std::sqrt(half * half + q.hxy * q.hxy);
  if (!(root > 0)) return {1, 0};
  const PlanePoint v = half >= 0 ? PlanePoint{half + root, q.hxy} : PlanePoint{q.hxy, root - half};
  const double scale = 1 / std::sqrt(dot(v, v));
  return {v.x * scale, v.y * scale};
}

/// How far along `along` the minorant proves all of the cell that lies beyond; infinite if that
/// is too little to be worth a cut.
double proved_beyond(const CellView& view, const Quadratic& q, const PlanePoint& along) {
  const Interval range = reach(view.polygon(), along);
  const double worth = kWorthCutting * range.width();
  const double from = last_negative(q, view.polygon(), along) + 1e-3 * worth;
  if (!(from > range.lo && from < range.hi - worth)) return INFINITY;
  PlanePolygon below, above;
  if (!view.cut(along, from, below, above)) return INFINITY;
  return lowest_on(q, above).value >= 0 ? from : INFINITY;
}

/// Of two minorants, falling and rising along `along`: the mixture that does neither has the
/// highest lowest value. Minus infinity if they are not so.
double lowest_of_mixed(const Quadratic& first, const Quadratic& second, const PlanePoint& along,
                       const PlanePolygon& polygon) {
  const double down = dot(first.gradient({0, 0}), along);
  const double up = dot(second.gradient({0, 0}), along);
  if (!(down < 0 && up > 0)) return -INFINITY;
  return lowest_on(mix(first, second, -down / (up - down)), polygon).value;
}

bool Search::divide(const DirectionCell& cell) {
  const CellView view(bodies_, frame_.offset, cell);
  const PlanePolygon& polygon = view.polygon();
  const double threshold = upper_ - tolerance_ + slack_;
  const Minorant first = view.minorant({0, 0}, {0, 0}, threshold, work_);
  try_touch(view, first);
  const Lowest low = lowest_on(first.above, polygon);
  if (low.value >= 0) return true;
  Minorant second = view.minorant(low.at, low.at, threshold, work_);
  try_touch(view, second);
  double value = std::max(low.value, lowest_on(second.above, polygon).value);
  if (value >= 0) return true;

  // In which direction does h rise most, and which minorants show that on either side? Across a
  // kink, where the gradient leaps, both do; elsewhere the first is enough.
  const Quadratic& q = first.above;
  const PlanePoint leap = gradient_leap(first, second, low.at);
  const double length = std::sqrt(dot(leap, leap));
  const bool kink = length > (std::fabs(q.hxx) + std::fabs(q.hyy)) * std::sqrt(dot(low.at, low.at));
  PlanePoint along = kink ? PlanePoint{leap.x / length, leap.y / length} : most_curved(q);
  if (kink) {
    // Touching in the middle: seen from there, the kink is the same on both sides.
    const Minorant opposite = view.minorant({0, 0}, low.at, threshold, work_);
    const PlanePoint other = gradient_leap(first, opposite, {0, 0});
    const double other_length = std::sqrt(dot(other, other));
    if (other_length > 0.5 * length) {
      second = opposite;
      along = {other.x / other_length, other.y / other_length};
    }
    // The best directions are on the kink.
    const double far = (q.c - second.above.c) / dot(gradient_leap(first, second, {0, 0}), along);
    const PlanePoint on_kink{along.x * far, along.y * far};
    if (q(on_kink) < tolerance_) try_direction(view.direction(on_kink));
    value = std::max(value, lowest_of_mixed(q, second.above, along, polygon));
    // Both bodies may have a kink here, one beside the other (cones tip to tip). Between them one
    // body is what it is on this side, and the other what it is on that side.
    for (int body = 0; body < 2 && value < 0; body++) {
      std::array<PlanePoint, 2> parts{PlanePoint{0, 0}, PlanePoint{0, 0}};
      parts[body] = low.at;
      const Minorant between = view.minorant_of({0, 0}, parts, threshold, work_);
      if (have_same_gradient(between, first) || have_same_gradient(between, second)) break;
      value = std::max({value, lowest_of_mixed(q, between.above, along, polygon),
                        lowest_of_mixed(between.above, second.above, along, polygon)});
    }
    if (value >= 0) return true;
  }
  // What is proved at both ends is cut off.
  double from = -INFINITY, to = INFINITY;
  if (polygon.count <= kManyCorners) {
    const PlanePoint back{-along.x, -along.y};
    to = proved_beyond(view, kink ? second.above : q, along);
    from = -proved_beyond(view, q, back);
  }
  const double bound = std::max(cell.bound, threshold - slack_ + std::min(value, 0.0));
  DirectionCell parts[2];
  if (from > -INFINITY || to < INFINITY) {
    if (from >= to) return true;
    DirectionCell rest = cell;
    bool smaller = false;
    if (to < INFINITY && view.cut(rest, along, to, parts[0], parts[1])) {
      rest = parts[0];
      smaller = true;
    }
    if (from > -INFINITY && view.cut(rest, along, from, parts[0], parts[1])) {
      rest = parts[1];
      smaller = true;
    }
    if (smaller) {
      rest.bound = bound;
      push(rest);
      return true;
    }
  }
  // Halves it across its longest diagonal or side.
  int i_far = 0, j_far = 0;
  double far_sq = 0;
  for (int i = 0; i < polygon.count; i++) {
    for (int j = i + 1; j < polygon.count; j++) {
      const double d_sq = norm_sq(cell.corner[j] - cell.corner[i]);
      if (d_sq > far_sq) far_sq = d_sq, i_far = i, j_far = j;
    }
  }
  if (!(far_sq > kSmallestCell * kSmallestCell)) return false;
  const PlanePoint &start = polygon.corner[i_far], &end = polygon.corner[j_far];
  const PlanePoint across{end.x - start.x, end.y - start.y};
  if (polygon.count > kManyCorners || !view.cut(cell, across, 0, parts[0], parts[1])) {
    // Along a diagonal, for fewer corners. (Never a triangle: that has room.)
    const int half = cell.count / 2;
    parts[0].count = half + 1;
    std::copy_n(cell.corner.begin(), half + 1, parts[0].corner.begin());
    parts[1].count = cell.count - half + 1;
    std::copy_n(cell.corner.begin() + half, cell.count - half, parts[1].corner.begin());
    parts[1].corner[cell.count - half] = cell.corner[0];
  }
  for (DirectionCell& part : parts) {
    part.bound = bound;
    push(part);
  }
  return true;
}

/// Points of both bodies whose difference is near `goal`, a point of A - B on its boundary
/// where `normal` is normal. Nearest to points in front of the boundary, ever less far: the
/// nearer, the more is made of small differences.
void find_witness(const CoreFrame& frame, const Vec3& goal, const Vec3& normal,
                  DirectionSearchEnd& end, QueryWork& work) {
  NearestSimplex simplex;
  simplex.count = 1;
  simplex.point[0] = frame.support(normal, work);
  simplex.weight[0] = 1;
  double best = INFINITY;
  for (double ahead = frame.size / 8; ahead > 1e-11 * frame.size; ahead /= 8) {
    approach(frame, goal + normal * ahead, 1e-14 * frame.size, 12, simplex, work);
    const CoreFrame::Point point = simplex.nearest();
    const double miss = norm(point.difference() - goal);
    if (miss < best) {
      best = miss;
      end.point_a = point.a;
      end.point_b = point.b;
    }
    if (best < 1e-11 * frame.size) break;
  }
}

/// Bodies apart: the point of A - B nearest to the origin has it all, if the search for it gets
/// near enough.
bool find_apart(const CoreFrame& frame, double tolerance, Search& search, DirectionSearchEnd& end,
                QueryWork& work) {
  const bool concentric = !(norm_sq(frame.offset) > 0);
  NearestSimplex simplex;
  simplex.count = 1;
  simplex.point[0] = frame.support(concentric ? Vec3(Vec3::unit_x()) : frame.offset, work);
  simplex.weight[0] = 1;
  approach(frame, Vec3::zero(), tolerance / 4, kMostApproach, simplex, work);
  const CoreFrame::Point point = simplex.nearest();
  const Vec3 nearest = point.difference();
  search.try_direction(-nearest);
  // A point of A - B, up to frame.error: the distance is not larger.
  end.lower = -norm(nearest) * (1 + 0x1p-50) - 2 * frame.error;
  end.upper = search.upper();
  end.direction = search.direction();
  end.point_a = point.a;
  end.point_b = point.b;
  return end.upper < 0 && end.upper - end.lower <= tolerance;
}

}  // namespace

DirectionSearchEnd direction_search(const CoreFrame& frame, double tolerance, const Vec3& hint,
                                    Workspace* workspace, QueryWork& work) {
  CellQueue own;
  CellQueue& queue =
      workspace ? WorkspaceAccess::buffers<CellQueue>(*workspace, WorkspaceAccess::Room::curved)
                : own;
  Search search(frame, tolerance, queue, work);
  search.try_direction(hint);
  DirectionSearchEnd end;
  if (find_apart(frame, tolerance, search, end, work)) return end;
  search.try_direction(frame.offset);
  for (const CoreBody* body : {&frame.a, &frame.b}) {
    for (int k = 0; k < 3; k++) {
      search.try_direction(body->rotation.col(k));
      search.try_direction(-body->rotation.col(k));
    }
  }
  const CoreBody& curved = frame.a.is_curved() ? frame.a : frame.b;
  end.lower = search.prove(curved.rotation);
  end.upper = search.upper();
  end.direction = search.direction();
  find_witness(frame, end.direction * (0.5 * (end.lower + end.upper)), end.direction, end, work);
  return end;
}

}  // namespace glance::rooms::curved
