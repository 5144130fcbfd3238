#include "narrow/direction_cell.h"

namespace glance {
namespace {

Vec3 times(const Vec3& s, const Vec3& v) { return {s.x() * v.x(), s.y() * v.y(), s.z() * v.z()}; }

/// The part of a convex polygon on either side of a line. `height` tells how far a corner is
/// above it, `between` gives a point between two corners.
template <class Polygon, class Height, class Between>
void cut_polygon(const Polygon& whole, Height height, Between between, Polygon& below,
                 Polygon& above) {
  below.count = above.count = 0;
  for (int i = 0; i < whole.count; i++) {
    const int j = i + 1 < whole.count ? i + 1 : 0;
    const double here = height(i), next = height(j);
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
}

}  // namespace

CellView::CellView(const CoreFrame& frame, const DirectionCell& cell)
    : frame_(frame), bodies_{{&frame.a, 1, {}, {}, {}, 0}, {&frame.b, -1, {}, {}, {}, 0}} {
  Vec3 sum = Vec3::Zero();
  for (int i = 0; i < cell.count; i++) sum += cell.corner[i];
  centre_ = quick_unit(sum);
  const Vec3 unlike = std::fabs(centre_.x()) < 0.6 ? Vec3(Vec3::UnitX()) : Vec3(Vec3::UnitY());
  across_[0] = quick_unit(cross(centre_, unlike));
  across_[1] = cross(centre_, across_[0]);
  polygon_.count = cell.count;
  for (int i = 0; i < cell.count; i++) {
    const double scale = 1 / dot(centre_, cell.corner[i]);
    polygon_.corner[i] = {dot(across_[0], cell.corner[i]) * scale,
                          dot(across_[1], cell.corner[i]) * scale};
  }
  double far_sq = 0;
  for (int i = 0; i < cell.count; i++) {
    far_sq = std::max(far_sq, dot(polygon_.corner[i], polygon_.corner[i]));
  }
  middle_ = std::sqrt(1 + 0.5 * far_sq);
  for (Body& body : bodies_) look(body);
}

void CellView::look(Body& body) const {
  const CoreBody& core = *body.core;
  const Vec3* axis[3] = {&centre_, &across_[0], &across_[1]};
  for (int k = 0; k < 3; k++) body.local[k] = multiply_transposed(core.rotation, *axis[k]);
  if (!core.is_curved()) return;
  body.semi_axes = core.sizes;
  if (core.kind != ShapeKind::ellipsoid) body.semi_axes.z() = 0;
  for (int k = 0; k < 3; k++) body.scaled[k] = times(body.semi_axes, body.local[k]);
  double largest_sq = 0;
  for (int i = 0; i < polygon_.count; i++) {
    const PlanePoint& t = polygon_.corner[i];
    const Vec3 m = body.scaled[0] + (body.scaled[1] * t.x + body.scaled[2] * t.y);
    largest_sq = std::max(largest_sq, norm_sq(m));
  }
  body.largest = std::sqrt(largest_sq) * (1 + 0x1p-48);
}

void CellView::add(const Body& body, const PlanePoint& touch, const PlanePoint& part,
                   Quadratic& sum, double (&linear)[3], Work& work) const {
  const CoreBody& core = *body.core;
  const auto along = [&body](const PlanePoint& t) -> Vec3 {
    return (body.local[0] + (body.local[1] * t.x + body.local[2] * t.y)) * body.sign;
  };
  Vec3 point = -core.centroid;  // the linear function
  if (!core.is_curved()) {
    highest_vertex(core.shape.polytope(), along(part), core.vertex, work);
    point += core.shape.polytope().vertex(core.vertex);
  } else {
    bool disc = true;
    if (core.kind != ShapeKind::ellipsoid) {
      const Vec3 d = along(part);
      bool top = !(d.z() < 0);
      if (core.kind == ShapeKind::cone) {  // see curved_support
        top = 2 * core.sizes.z() * d.z() >= std::sqrt(norm_sq(times(body.semi_axes, d)));
        disc = !top;
      }
      point.z() += top ? core.sizes.z() : -core.sizes.z();
    }
    if (disc) add_term(body, along(touch), touch, sum, point);
  }
  for (int k = 0; k < 3; k++) linear[k] += body.sign * dot(point, body.local[k]);
}

/// The term |Mn|, touched where n is `along` in the body's own frame.
void CellView::add_term(const Body& body, const Vec3& along, const PlanePoint& touch,
                        Quadratic& sum, Vec3& point) const {
  const Vec3 m = times(body.semi_axes, along);
  const double length = std::sqrt(norm_sq(m));
  const Vec3 w = length > 0 ? Vec3(m * (1 / length)) : Vec3(Vec3::UnitX());
  point += times(body.semi_axes, w);
  const Vec3 &u = body.scaled[1], &v = body.scaled[2];
  const double wu = dot(w, u), wv = dot(w, v), wc = dot(w, body.scaled[0]);
  double highest = 0;
  for (int i = 0; i < polygon_.count; i++) {
    const PlanePoint& t = polygon_.corner[i];
    highest = std::max(highest, (wc + (wu * t.x + wv * t.y)) * body.sign);
  }
  if (!(body.largest > 0)) return;
  const double k = 2 / ((body.largest + highest) * (1 + 0x1p-48));
  const double gxx = std::max((norm_sq(u) - wu * wu) * k, 0.0);
  const double gyy = std::max((norm_sq(v) - wv * wv) * k, 0.0);
  const double gxy = (dot(u, v) - wu * wv) * k;
  // 1/2 (t - touch)' G (t - touch)
  const double bx = gxx * touch.x + gxy * touch.y, by = gxy * touch.x + gyy * touch.y;
  sum.hxx += gxx, sum.hxy += gxy, sum.hyy += gyy;
  sum.bx -= bx, sum.by -= by;
  sum.c += 0.5 * (bx * touch.x + by * touch.y);
}

Minorant CellView::minorant(const PlanePoint& touch, const PlanePoint& part, double threshold,
                            Work& work) const {
  Minorant result;
  result.touch = touch;
  double linear[3] = {-dot(frame_.offset, centre_), -dot(frame_.offset, across_[0]),
                      -dot(frame_.offset, across_[1])};
  for (const Body& body : bodies_) add(body, touch, part, result.above, linear, work);
  result.reach = (linear[0] + (linear[1] * touch.x + linear[2] * touch.y)) /
                 std::sqrt(1 + dot(touch, touch));
  Quadratic& q = result.above;
  q.c += linear[0];
  q.bx += linear[1];
  q.by += linear[2];
  if (threshold > 0) {
    // |n| = sqrt(1 + |t|^2) is concave as a function of |t|^2, so below its tangent at the
    // middle of the cell.
    q.c -= threshold * (middle_ - 0.5 * (middle_ * middle_ - 1) / middle_);
    q.hxx -= threshold / middle_;
    q.hyy -= threshold / middle_;
  } else {
    q.c -= threshold;  // |n| >= 1
  }
  return result;
}

void CellView::cut(const DirectionCell& cell, const PlanePoint& along, double at,
                   DirectionCell& below, DirectionCell& above) const {
  const Vec3 normal = (across_[0] * along.x + across_[1] * along.y) - centre_ * at;
  cut_polygon(
      cell, [&](int i) { return dot(normal, cell.corner[i]); },
      [&](int i, int j, double s) {
        return quick_unit(cell.corner[i] + (cell.corner[j] - cell.corner[i]) * s);
      },
      below, above);
}

void CellView::cut(const PlanePoint& along, double at, PlanePolygon& below,
                   PlanePolygon& above) const {
  cut_polygon(
      polygon_, [&](int i) { return dot(along, polygon_.corner[i]) - at; },
      [&](int i, int j, double s) {
        const PlanePoint &p = polygon_.corner[i], &q = polygon_.corner[j];
        return PlanePoint{p.x + (q.x - p.x) * s, p.y + (q.y - p.y) * s};
      },
      below, above);
}

}  // namespace glance
