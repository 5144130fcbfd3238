// Tested in tests/property/impact_near_test.cpp (ImpactNear.NoHitWithoutContactAndNoMiss).
#include "sweep/fine_pair.h"

#include <algorithm>
#include <array>
#include <optional>

namespace glance::rooms::sweep {
namespace {

/// Far above the roundings of 50 digits (fraction of all that enters a gap), far below any gap that
/// the poses of doubles leave.
constexpr double kFineRounding = 1e-42;

/// How many points of the hull are looked at. Flat bodies end by themselves long before.
constexpr int kFineSearch = 48;

/// A hull is no nearer than its point found, but for this part of the distance.
constexpr double kFineConverged = 1e-20;

/// The nearest point to the origin of what a few points span, if it is between them: from the
/// normal equations with the edges from the first point. Nothing if they depend on each other.
std::optional<FineVec> nearest_between(std::span<const FineVec> p) {
  const int edges = static_cast<int>(p.size()) - 1;
  Fine m[3][4];
  for (int i = 0; i < edges; i++) {
    const FineVec e = p[i + 1] - p[0];
    for (int j = 0; j < edges; j++) m[i][j] = dot(e, p[j + 1] - p[0]);
    m[i][edges] = -dot(e, p[0]);
  }
  // Gauss and Jordan; the matrix is positive definite: pivots need no search.
  for (int k = 0; k < edges; k++) {
    const FineVec e = p[k + 1] - p[0];
    if (!(m[k][k] > dot(e, e) * 1e-40)) return std::nullopt;
    for (int i = 0; i < edges; i++) {
      if (i == k) continue;
      const Fine factor = m[i][k] / m[k][k];
      for (int j = k; j <= edges; j++) m[i][j] -= factor * m[k][j];
    }
  }
  FineVec nearest = p[0];
  Fine rest = 1;
  for (int i = 0; i < edges; i++) {
    const Fine weight = m[i][edges] / m[i][i];
    if (weight < 0) return std::nullopt;
    rest -= weight;
    nearest = nearest + scaled(p[i + 1] - p[0], weight);
  }
  if (rest < 0) return std::nullopt;
  return nearest;
}

/// At most four points of a hull, and its nearest point to the origin: all subsets are tried.
class FineSimplex {
 public:
  FineVec nearest{0, 0, 0};

  void add(const FineVec& point) {
    points_[count_++] = point;
    std::optional<Fine> best;
    unsigned best_subset = 1u << (count_ - 1);
    for (unsigned subset = 1; subset < 1u << count_; subset++) {
      std::array<FineVec, 4> chosen;
      const int n = choose(subset, chosen);
      const std::optional<FineVec> p = nearest_between({chosen.data(), static_cast<size_t>(n)});
      if (!p) continue;
      const Fine square = dot(*p, *p);
      if (best && square >= *best) continue;
      best = square;
      best_subset = subset;
      nearest = *p;
    }
    std::array<FineVec, 4> kept;
    count_ = choose(best_subset, kept);
    points_ = kept;
    contains_origin_ = count_ == 4;
  }
  bool contains_origin() const { return contains_origin_; }

 private:
  int choose(unsigned subset, std::array<FineVec, 4>& chosen) const {
    int n = 0;
    for (int i = 0; i < count_; i++) {
      if (subset & (1u << i)) chosen[n++] = points_[i];
    }
    return n;
  }

  std::array<FineVec, 4> points_;
  int count_ = 0;
  bool contains_origin_ = false;
};

Vec3 rounded(const FineVec& v) {
  return {static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z)};
}

/// The least value, on an interval of length s, of a function with these values at the ends and a
/// second derivative of at most k (in size).
Fine least_value(const Fine& first, const Fine& last, const Fine& k, const Fine& s) {
  const Fine fall = abs(Fine(first - last)), sag = k * s * s;
  if (2 * fall >= sag) return std::min(first, last);
  return (first + last) / 2 - sag / 8 - fall * fall / (2 * sag);
}

}  // namespace

FinePair::FinePair(const FineBody& a, const Shape& shape_a, const FineBody& b, const Shape& shape_b,
                   double margin)
    : a_(a),
      b_(b),
      shape_a_(shape_a),
      shape_b_(shape_b),
      radii_(Fine(shape_a.rounding()) + Fine(shape_b.rounding()) + Fine(margin)) {}

/// The point of B - A that is lowest along n, in the frame.
FineVec FinePair::lowest(const Snapshot& at, const FineVec& n) const {
  const FineVec d = at.frame.apply(n);
  return at.frame.undo(b_.farthest(at.b, -d) - a_.farthest(at.a, d));
}

/// From those at the ends of the interval, and at the end poses.
Fine FinePair::least_gap(std::span<const Fine> gaps, const FineVec& n, const Bound& bound) const {
  const Fine bend = bound.along + a_.bend(n, bound.turn) + b_.bend(n, bound.turn);
  Fine least = least_value(gaps[0], gaps[1], bend, bound.length);
  if (gaps.size() > 2) least = std::min(least, gaps[2]);
  return least - kFineRounding * bound.size;
}

FinePair::Snapshots FinePair::snapshots(double from, double to, const Vec3& turn) const {
  Snapshots s{{}, plane() ? plane()->angular() : to_fine(turn), Fine(to) - Fine(from)};
  s.at.push_back({a_.at(from), b_.at(from), {}});
  s.at.push_back({a_.at(to), b_.at(to), FineRotation(s.turn, s.length)});
  if (to == 1) s.at.push_back({a_.at_end(), b_.at_end(), s.at[1].frame});
  return s;
}

FineSeparation FinePair::separate(double from, double to, const Vec3& turn, const Vec3& first,
                                  double clearance) const {
  return search(snapshots(from, to, turn), first, kFineSearch, Fine(radii_ + Fine(clearance)));
}

std::optional<bool> FinePair::try_touch_after(double from, const Vec3& first) const {
  using Outcome = FineSeparation::Outcome;
  // (One by one: they need not be apart along the same direction.)
  Snapshots motion = snapshots(from, 1, Vec3::zero());
  const Snapshots end{{motion.at[2], motion.at[2]}, motion.turn, 0};
  motion.at.pop_back();
  bool open = false;
  for (const bool at_end : {false, true}) {
    const Outcome outcome = search(at_end ? end : motion, first, kFineSearch, radii_).outcome;
    if (outcome == Outcome::meet) return true;
    open |= outcome == Outcome::open;
  }
  return open ? std::nullopt : std::optional(false);
}

FineSeparation FinePair::search(const Snapshots& snapshots, const Vec3& first, int looks,
                                const Fine& reach) const {
  FineSeparation found;
  const FineBody* plane = this->plane();
  if (plane && plane->has_residue()) return found;
  const std::span<const Snapshot> at = snapshots.at;
  Bound bound{0, reach, snapshots.turn, snapshots.length};
  Fine far = 0;
  for (const Snapshot& s : at) {
    far = std::max(far, fine_length(s.b.centre - s.a.centre));
    bound.size += fine_length(s.a.centre) + fine_length(s.b.centre) + fine_length(s.a.origin) +
                  fine_length(s.b.origin);
  }
  // (A half-space has no extent, and an offset that a point of its plane shows.)
  for (const Shape* shape : {&shape_a_, &shape_b_}) {
    const bool no_extent = shape->kind() == ShapeKind::halfspace;
    bound.size += no_extent ? std::fabs(shape->plane_offset()) : shape->extent();
  }
  const Fine speed = fine_length(snapshots.turn);
  bound.along = speed * (speed * far + 2 * fine_length(b_.linear() - a_.linear()));

  FineVec n = to_fine(first);
  if (plane == &a_) n = FineBody::plane_normal(shape_a_, at[0].a);
  if (plane == &b_) n = -FineBody::plane_normal(shape_b_, at[0].b);
  n = scaled(n, 1 / fine_length(n));
  FineSimplex simplex;
  for (int i = 0; i < looks; i++) {
    // As it will be said: in two doubles a component.
    found.direction = rounded(n);
    found.finer = rounded(n - to_fine(found.direction));
    if (!plane) n = to_fine(found.direction) + to_fine(found.finer);
    const Fine length = fine_length(n);
    std::array<Fine, 3> gaps;
    FineVec nearest_point{0, 0, 0};
    std::size_t nearest = 0;
    for (std::size_t k = 0; k < at.size(); k++) {
      const FineVec y = lowest(at[k], n);
      gaps[k] = dot(n, y) / length - reach;
      if (k == 0 || gaps[k] < gaps[nearest]) {
        nearest = k;
        nearest_point = y;
      }
    }
    if (least_gap({gaps.data(), at.size()}, scaled(n, 1 / length), bound) > 0) {
      found.outcome = FineSeparation::Outcome::apart;
      return found;
    }
    if (plane) {
      if (gaps[nearest] <= 0) found.outcome = FineSeparation::Outcome::meet;
      return found;
    }
    if (i > 0) {
      const Fine reached = dot(simplex.nearest, simplex.nearest);
      if (dot(simplex.nearest, nearest_point) >= reached * (1 - kFineConverged)) return found;
    }
    simplex.add(nearest_point);
    const Fine distance_sq = dot(simplex.nearest, simplex.nearest),
               within = reach + kFineRounding * bound.size;
    if (simplex.contains_origin() || distance_sq <= within * within) {
      found.outcome = FineSeparation::Outcome::meet;
      return found;
    }
    n = scaled(simplex.nearest, 1 / sqrt(distance_sq));
  }
  return found;
}

}  // namespace glance::rooms::sweep
