#include "convex/lp_separation.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "convex/lp_pairs.h"
#include "math/linear_program.h"

namespace glance::rooms::convex {
namespace {

using Side = LpBodies::Side;
using Rows = LinearProgram::Rows;
constexpr Side kA = LpBodies::kA, kB = LpBodies::kB;

constexpr std::size_t kMostOfABody = (LinearProgram::kMaxColumns - 1) / 2;
static_assert(kMostOfABody <= HighestFew::kMost);

/// Iterations after which the program is given up as unclear. More than a dozen were seen only with
/// thousands of vertices.
constexpr int kMaxSteps = 40;

/// The duality gap, the sum of x s with sizes scaled to 1, at which the program counts as solved:
/// doubles cannot resolve less.
constexpr double kSolved = 1e-13;

/// The first y is (0, 0, 0, -kFirstSlack, -kFirstSlack) and the first m is kFirstCost, where sizes
/// are scaled to 1. The larger kFirstCost is, the farther the first steps lead. (For hulls of 20 to
/// 264 vertices near contact, the values 0.1, 1, 3 and 10 took 3.3, 3.1, 2.7 and 3.0 iterations.)
constexpr double kFirstSlack = 1, kFirstCost = 3;

/// Vertices leave the program only if its value has fallen by this fraction since vertices last
/// left. This guarantees an end.
constexpr double kProgress = 1e-3;

class Program {
 public:
  Program(LpBodies& bodies, const LpLimits& limits, QueryWork& work)
      : bodies_(bodies),
        limits_{std::min(limits.first, kMostOfABody), std::min(limits.most, kMostOfABody)},
        work_(work) {}

  LpEnd run(const LpStart& start) {
    end_.direction = start.direction;
    end_.extreme = start.extreme;
    if (!start.tried && try_plane(start.direction)) return end_;
    if (!begin()) return unclear();
    if (lp_.x(kPhi) == 0) return meets();
    for (int i = 0; i < kMaxSteps; i++) {
      work_.lp_steps++;
      const LinearProgram::Step step = lp_.step(kPhi);
      if (step == LinearProgram::Step::reached) return meets();
      if (step == LinearProgram::Step::stuck) break;
      // The dual solution is a direction and two heights: if they show a gap between the vertices
      // in the program, try this direction on all vertices.
      const Rows& y = lp_.y();
      const Vec3 p(y[0], y[1], y[2]);
      if (gap() > 0 && norm_sq(p) > 0) {
        if (try_plane(p)) return end_;
        // Vertices that lie beyond the plane join the program, and it goes on from where it is.
        if (enter() || (lp_.gap() < kSolved && shrink())) continue;
      }
      if (lp_.gap() < kSolved) return meets();
    }
    return unclear();
  }

 private:
  static constexpr int kPhi = 0;  ///< the column of the variable f

  bool try_plane(const Vec3& direction) {
    end_.direction = direction;
    if (!bodies_.apart_along(direction, end_.extreme)) return false;
    end_.kind = LpEnd::Kind::apart;
    end_.pairs[0] = end_.extreme;
    end_.count = 1;
    return true;
  }

  /// f is 0, or as near to it as doubles can tell: the weights that the program ends with are those
  /// of a common point of both bodies. They are rounded, so the caller has to prove it.
  LpEnd meets() {
    std::array<ColumnPair, 4> pairs;
    end_.kind = LpEnd::Kind::meets;
    end_.count = pairs_around_origin(lp_, kPhi, pairs);
    for (int i = 0; i < end_.count; i++) {
      end_.pairs[i] = {vertex_[pairs[i].a], vertex_[pairs[i].b]};
    }
    return end_;
  }

  LpEnd unclear() {
    end_.kind = LpEnd::Kind::unclear;
    end_.pairs[0] = end_.extreme;
    end_.count = 1;
    return end_;
  }

  void add(Side side, std::uint32_t v, double weight) {
    vertex_[lp_.columns()] = v;
    side_[lp_.columns()] = side;
    count_[side]++;
    const Vec3 p = (bodies_.vertex(side, v) - origin_) * scale_;
    lp_.add_column(
        side == kA ? Rows{p.x(), p.y(), p.z(), 1, 0} : Rows{-p.x(), -p.y(), -p.z(), 0, 1}, 0,
        weight);
  }

  /// Starts with twenty vertices of each body. All weights in a body are equal, and y is such that
  /// all slacks are equal (but that of f): the middle of the feasible region.
  bool begin() {
    std::array<std::uint32_t, kMostOfABody> found[2];
    std::size_t n[2];
    Aabb box;
    Vec3 mean[2];
    for (const Side side : {kA, kB}) {
      n[side] = bodies_.facing(side, end_.direction, side == kA ? end_.extreme.a : end_.extreme.b,
                               {found[side].data(), limits_.first});
      Vec3 sum = Vec3::zero();
      for (std::size_t i = 0; i < n[side]; i++) {
        const Vec3 p = bodies_.vertex(side, found[side][i]);
        box.add(p);
        sum += p;
      }
      mean[side] = sum * (1 / static_cast<double>(n[side]));
    }
    const double size = (box.upper - box.lower).max_component();
    if (!(size > 0)) return false;
    scale_ = 1 / size;
    origin_ = (mean[0] + mean[1]) * 0.5;
    const Vec3 u = (mean[1] - mean[0]) * scale_;
    const bool same = !(norm_sq(u) > 0);  // the two mean points coincide: a common point of both
                                          // bodies
    lp_.set_dual({0, 0, 0, -kFirstSlack, -kFirstSlack});
    lp_.add_column({u.x(), u.y(), u.z(), 0, 0}, kFirstCost, same ? 0 : 1);
    for (const Side side : {kA, kB}) {
      for (std::size_t i = 0; i < n[side]; i++) {
        add(side, found[side][i], 1 / static_cast<double>(n[side]));
      }
    }
    return true;
  }

  /// The gap along p between the vertices in the program: y4 and y5 may be raised by the smallest
  /// slacks.
  double gap() const {
    double least[2] = {1e300, 1e300};
    for (int j = 1; j < lp_.columns(); j++) {
      least[side_[j]] = std::min(least[side_[j]], lp_.slack(j));
    }
    return (lp_.y()[3] + least[0]) + (lp_.y()[4] + least[1]);
  }

  bool has(Side side, std::uint32_t v) const {
    for (int j = 1; j < lp_.columns(); j++) {
      if (side_[j] == side && vertex_[j] == v) return true;
    }
    return false;
  }

  /// Adds the extreme vertices to the program, if they are not in it and there is room.
  bool enter() {
    const double centre = lp_.gap() / lp_.columns();
    bool entered = false;
    Rows y = lp_.y();
    for (const Side side : {kA, kB}) {
      const std::uint32_t v = side == kA ? end_.extreme.a : end_.extreme.b;
      if (count_[side] == limits_.most || has(side, v)) continue;
      const double share = 1 / static_cast<double>(count_[side] + 1);
      for (int j = 1; j < lp_.columns(); j++) {
        if (side_[j] == side) lp_.set_x(j, lp_.x(j) * (1 - share));
      }
      add(side, v, share);
      // Its slack should be as well centred as the others.
      y[3 + side] -= std::max(0.0, centre / share - lp_.slack(lp_.columns() - 1));
      entered = true;
    }
    if (entered) settle(y);
    return entered;
  }

  /// Adapts the column of f to new weights: u again, so that (8b) holds, and m so that the slack of
  /// f stays the same.
  void settle(const Rows& y) {
    const double slack = lp_.slack(kPhi), phi = lp_.x(kPhi);
    Vec3 between = Vec3::zero();
    for (int j = 1; j < lp_.columns(); j++) {
      const Rows a = lp_.column(j);
      between -= Vec3(a[0], a[1], a[2]) * lp_.x(j);
    }
    const Vec3 u = between * (1 / phi);
    const double along = dot(u, Vec3(y[0], y[1], y[2]));
    lp_.change_column(kPhi, {u.x(), u.y(), u.z(), 0, 0}, std::max(along + slack, slack * 0x1p-10));
    lp_.set_dual(y);
  }

  /// At an optimum for which the extreme vertices have no room: vertices that are farthest behind
  /// the plane leave, and the program starts again from the middle with the rest.
  bool shrink() {
    bool full = false;
    for (const Side side : {kA, kB}) {
      full |=
          count_[side] == limits_.most && !has(side, side == kA ? end_.extreme.a : end_.extreme.b);
    }
    const Rows column = lp_.column(kPhi);
    const double value = lp_.x(kPhi) * std::sqrt(norm_sq({column[0], column[1], column[2]}));
    if (!full || !(value < (1 - kProgress) * last_value_)) return false;
    last_value_ = value;
    Rows y = lp_.y();
    for (const Side side : {kA, kB}) {
      if (!has(side, side == kA ? end_.extreme.a : end_.extreme.b)) leave(side);
      for (int j = 1; j < lp_.columns(); j++) {
        if (side_[j] == side)
          lp_.set_x(j, 0.5 * (lp_.x(j) + 1 / static_cast<double>(count_[side])));
      }
      y[3 + side] -= kFirstSlack;
    }
    lp_.set_x(kPhi, 1);
    settle(y);
    return enter();
  }

  void leave(Side side) {
    double left = 0;
    while (count_[side] > limits_.first) {
      int farthest = 0;
      for (int j = 1; j < lp_.columns(); j++) {
        if (side_[j] != side) continue;
        if (farthest == 0 || lp_.slack(j) > lp_.slack(farthest)) farthest = j;
      }
      left += lp_.x(farthest);
      lp_.remove_column(farthest);
      side_[farthest] = side_[lp_.columns()];
      vertex_[farthest] = vertex_[lp_.columns()];
      count_[side]--;
    }
    for (int j = 1; j < lp_.columns(); j++) {
      if (side_[j] == side) lp_.set_x(j, lp_.x(j) / (1 - left));
    }
  }

  LpBodies& bodies_;
  const LpLimits limits_;
  QueryWork& work_;
  LinearProgram lp_{{0, 0, 0, 1, 1}};
  LpEnd end_;
  Vec3 origin_ = Vec3::zero();
  double scale_ = 1;
  std::array<std::uint32_t, LinearProgram::kMaxColumns> vertex_;
  std::array<Side, LinearProgram::kMaxColumns> side_;
  std::size_t count_[2] = {0, 0};
  double last_value_ = std::numeric_limits<double>::infinity();  ///< when vertices last left
};

}  // namespace

LpEnd lp_separation(LpBodies& bodies, const LpStart& start, QueryWork& work,
                    const LpLimits& limits) {
  return Program(bodies, limits, work).run(start);
}

}  // namespace glance::rooms::convex
