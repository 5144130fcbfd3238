// Tested in tests/unit/curved/direction_search_test.cpp (DirectionSearch.IsRightForAllKinds).
#include "curved/direction_cell.h"

#include <algorithm>
#include <array>
#include "geom/shape_access.h"

namespace glance::rooms::curved {
namespace {

/// Semi-axes of what is nearly a ball: the smallest is not below this part of the largest.
constexpr double kNearlyBall = 0.999;

/// Above the roundings (fewer than forty, of 2^-53) of a quadratic function's terms in a cell, as a
/// part of their largest values before they cancel.
constexpr double kBendError = 0x1p-47;

/// L with L'L = c, for a positive definite c (Cholesky).
Mat3 upper_factor(const Mat3& c) {
  Mat3 upper = Mat3::zero();
  for (int i = 0; i < 3; i++) {
    for (int j = i; j < 3; j++) {
      double left = c(i, j);
      for (int k = 0; k < i; k++) left -= upper(k, i) * upper(k, j);
      if (i == j) {
        upper(i, i) = std::sqrt(std::max(left, 0.0));
      } else if (upper(i, i) > 0) {
        upper(i, j) = left / upper(i, i);
      }
    }
  }
  return upper;
}

/// The part of a convex polygon on either side of a line. `height` tells how far a corner is
/// above it, `between` gives a point between two corners. False if there is no room: among corners
/// that all but coincide rounding may see more than two crossings.
template <class Polygon, class Height, class Between>
bool cut_polygon(const Polygon& whole, Height height, Between between, Polygon& below,
                 Polygon& above) {
  below.count = above.count = 0;
  for (int i = 0; i < whole.count; i++) {
    const int j = i + 1 < whole.count ? i + 1 : 0;
    const double here = height(i), next = height(j);
    if (std::max(below.count, above.count) > kMaxCorners - 2) return false;
    if (here <= 0) below.corner[below.count++] = whole.corner[i];
    if (here >= 0) above.corner[above.count++] = whole.corner[i];
    if ((here < 0 && next > 0) || (here > 0 && next < 0)) {
      const auto cut = between(i, j, here / (here - next));
      below.corner[below.count++] = cut;
      above.corner[above.count++] = cut;
    }
  }
  if (below.count < 3) below.count = 0;
  if (above.count < 3) above.count = 0;
  return true;
}

}  // namespace

DirectionBody::DirectionBody(const CoreBody& core_, double sign_) : core(core_), sign(sign_) {
  if (!core.is_curved()) return;
  // A cylinder and a cone have the term |Mn| of their disc only; their height is in the linear part
  // (see add).
  Vec3 s = core.sizes;
  if (core.kind != ShapeKind::ellipsoid) s.z() = 0;
  for (int k = 0; k < 3; k++) term.set_row(k, core.rotation.col(k) * s[k]);
  const double smallest = s.min_component();
  if (smallest < kNearlyBall * s.max_component()) return;
  // |R'n|^2 >= (1 - 3 e) |n|^2, with e the largest entry of |R'R - I|. With some more off, for
  // rounding, what is left of M'M is positive definite.
  const double r_sq = smallest * smallest * (1 - 3 * rotation_error(core.rotation) - 0x1p-44);
  const Mat3 rest = compose(term.transpose(), term) - Mat3::identity() * r_sq;
  ball = std::sqrt(r_sq);
  term = upper_factor(rest);
}

CellView::CellView(const std::array<DirectionBody, 2>& bodies, const Vec3& offset,
                   const DirectionCell& cell)
    : bodies_(bodies), offset_(offset) {
  Vec3 sum = Vec3::zero();
  for (int i = 0; i < cell.count; i++) sum += cell.corner[i];
  centre_ = quick_unit(sum);
  const Vec3 unlike = std::fabs(centre_.x()) < 0.6 ? Vec3(Vec3::unit_x()) : Vec3(Vec3::unit_y());
  across_[0] = quick_unit(cross(centre_, unlike));
  across_[1] = cross(centre_, across_[0]);
  polygon_.count = cell.count;
  far_sq_ = 0;
  for (int i = 0; i < cell.count; i++) {
    // Onto the plane n . centre = 1, where planes through the origin, and so the borders of cells,
    // become straight lines.
    const double scale = 1 / dot(centre_, cell.corner[i]);
    PlanePoint& t = polygon_.corner[i];
    t = {dot(across_[0], cell.corner[i]) * scale, dot(across_[1], cell.corner[i]) * scale};
    far_sq_ = std::max(far_sq_, dot(t, t));
  }
  middle_ = std::sqrt(1 + 0.5 * far_sq_);
  for (int i = 0; i < 2; i++) look(bodies_[i], views_[i]);
}

void CellView::look(const DirectionBody& body, View& view) const {
  const Vec3* axis[3] = {&centre_, &across_[0], &across_[1]};
  for (int k = 0; k < 3; k++) {
    view.local[k] = multiply_transposed(body.core.rotation, *axis[k]);
    view.scaled[k] = multiply(body.term, *axis[k]);
  }
  if (!body.core.is_curved()) return;
  // |Mn| is convex along straight lines of the plane, so it is largest at a corner.
  double largest_sq = 0;
  for (int i = 0; i < polygon_.count; i++) {
    const PlanePoint& t = polygon_.corner[i];
    const Vec3 m = view.scaled[0] + (view.scaled[1] * t.x + view.scaled[2] * t.y);
    largest_sq = std::max(largest_sq, norm_sq(m) + body.ball * body.ball * (1 + dot(t, t)));
  }
  view.largest = std::sqrt(largest_sq);
}

/// Adds one body's part of the minorant: a linear function (the vertex or the end that is farthest
/// at `part`), and for a disc or an ellipsoid the quadratic one of add_term, which touches at
/// `touch`.
void CellView::add(const DirectionBody& body, const View& view, const PlanePoint& touch,
                   const PlanePoint& part, Sum& sum, QueryWork& work) const {
  const CoreBody& core = body.core;
  const Vec3 along =
      (view.local[0] + (view.local[1] * part.x + view.local[2] * part.y)) * body.sign;
  Vec3 point = -core.centroid;  // the linear function
  bool disc = core.is_curved();
  if (!core.is_curved()) {
    highest_vertex(polytope_of(core.shape), along, core.vertex, work);
    point += polytope_of(core.shape).vertex(core.vertex);
  } else if (core.kind != ShapeKind::ellipsoid) {
    bool top = !(along.z() < 0);
    if (core.kind == ShapeKind::cone) {  // see curved_support
      const double across = std::sqrt(along.x() * along.x() + along.y() * along.y());
      top = 2 * core.sizes.z() * along.z() >= core.sizes.x() * across;
      disc = !top;
    }
    point.z() += top ? core.sizes.z() : -core.sizes.z();
  }
  if (disc) add_term(body, view, touch, sum);
  for (int k = 0; k < 3; k++) sum.linear[k] += body.sign * dot(point, view.local[k]);
}

void CellView::add_term(const DirectionBody& body, const View& view, const PlanePoint& touch,
                        Sum& sum) const {
  const Vec3& u = view.scaled[1];
  const Vec3& v = view.scaled[2];
  const Vec3 m = (view.scaled[0] + (u * touch.x + v * touch.y)) * body.sign;
  const double length = std::sqrt(norm_sq(m));
  const Vec3 w = length > 0 ? Vec3(m * (1 / length)) : Vec3(Vec3::unit_x());
  // The unit vector of four components is (ball_part, term_part * w).
  double ball_part = 0, term_part = 1;
  if (body.ball > 0) {
    const double ball = body.ball * std::sqrt(1 + dot(touch, touch));
    const double whole = std::sqrt(ball * ball + length * length);
    ball_part = ball / whole;
    term_part = length / whole;
  }
  sum.ball += ball_part * body.ball;
  const double wu = dot(w, u), wv = dot(w, v), wc = dot(w, view.scaled[0]);
  const double linear = body.sign * term_part;
  sum.linear[0] += linear * wc;
  sum.linear[1] += linear * wu;
  sum.linear[2] += linear * wv;
  double highest = 0;
  for (int i = 0; i < polygon_.count; i++) {
    const PlanePoint& t = polygon_.corner[i];
    const double a = (wc + (wu * t.x + wv * t.y)) * linear;
    highest = std::max(highest,
                       ball_part == 0 ? a : a + ball_part * body.ball * std::sqrt(1 + dot(t, t)));
  }
  if (!(view.largest > 0)) return;
  // b^2 / (2U) of the head comment, as 1/2 t' G t with 2U = largest + highest, a little more for
  // the roundings of both.
  const double k = 2 / ((view.largest + highest) * (1 + 0x1p-47));
  const double gxx = std::max((norm_sq(u) - wu * wu) * k, 0.0);
  const double gyy = std::max((norm_sq(v) - wv * wv) * k, 0.0);
  const double gxy = (dot(u, v) - wu * wv) * k;
  // 1/2 (t - touch)' G (t - touch)
  const double bx = gxx * touch.x + gxy * touch.y, by = gxy * touch.x + gyy * touch.y;
  Quadratic& q = sum.curved;
  q.hxx += gxx, q.hxy += gxy, q.hyy += gyy;
  q.bx -= bx, q.by -= by;
  q.c += 0.5 * (bx * touch.x + by * touch.y);
  // Where a long cell lies along a needle's level directions, the products cancel.
  q.c -= kBendError * (norm_sq(u) + norm_sq(v)) * k * far_sq_;
}

Minorant CellView::minorant_of(const PlanePoint& touch, const std::array<PlanePoint, 2>& parts,
                               double threshold, QueryWork& work) const {
  Sum sum{{}, {-dot(offset_, centre_), -dot(offset_, across_[0]), -dot(offset_, across_[1])}, 0};
  for (int i = 0; i < 2; i++) add(bodies_[i], views_[i], touch, parts[i], sum, work);
  Minorant result;
  result.touch = touch;
  result.reach = sum.ball + (sum.linear[0] + (sum.linear[1] * touch.x + sum.linear[2] * touch.y)) /
                                std::sqrt(1 + dot(touch, touch));
  Quadratic& q = result.above = sum.curved;
  q.c += sum.linear[0];
  q.bx += sum.linear[1];
  q.by += sum.linear[2];
  const double rest = threshold - sum.ball;
  if (rest > 0) {
    // |n| = sqrt(1 + |t|^2) is concave as a function of |t|^2, so below its tangent at the
    // middle of the cell.
    q.c -= rest * (middle_ - 0.5 * (middle_ * middle_ - 1) / middle_);
    q.hxx -= rest / middle_;
    q.hyy -= rest / middle_;
  } else {
    q.c -= rest;  // |n| >= 1
  }
  return result;
}

bool CellView::cut(const DirectionCell& cell, const PlanePoint& along, double at,
                   DirectionCell& below, DirectionCell& above) const {
  const Vec3 normal = (across_[0] * along.x + across_[1] * along.y) - centre_ * at;
  return cut_polygon(
      cell, [&](int i) { return dot(normal, cell.corner[i]); },
      [&](int i, int j, double s) {
        return quick_unit(cell.corner[i] + (cell.corner[j] - cell.corner[i]) * s);
      },
      below, above);
}

bool CellView::cut(const PlanePoint& along, double at, PlanePolygon& below,
                   PlanePolygon& above) const {
  return cut_polygon(
      polygon_, [&](int i) { return dot(along, polygon_.corner[i]) - at; },
      [&](int i, int j, double s) {
        const PlanePoint &p = polygon_.corner[i], &q = polygon_.corner[j];
        return PlanePoint{p.x + (q.x - p.x) * s, p.y + (q.y - p.y) * s};
      },
      below, above);
}

}  // namespace glance::rooms::curved
