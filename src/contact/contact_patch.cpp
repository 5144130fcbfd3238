// Tested in tests/unit/contact/contacts_test.cpp (Contacts.TiltedFacesKeepWhatOverlaps).
#include "contact/contact_patch.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "convex/separation.h"
#include "math/closest.h"

namespace glance::rooms::contact {
namespace {

using Kind = ContactPatch::Kind;

/// The place in [0, 1] from p to q that is nearest to (x, y), heights left out.
double place_on_edge(const PatchCorner& p, const PatchCorner& q, double x, double y) {
  const double dx = q.x - p.x, dy = q.y - p.y, length_sq = dx * dx + dy * dy;
  const double along = (x - p.x) * dx + (y - p.y) * dy;
  return clamp_unit(along / length_sq);
}

/// Puts points of one body's own frame into a patch.
struct Layout {
  const PosedBody& body;
  Vec3 offset;
  const ContactAxes& axes;
  double sign;  ///< of heights along the normal

  void add(const Vec3& local, PatchFeature corner, PatchFeature side, ContactPatch& patch) const {
    const Vec3 p = body.from_centroid(local) + offset;
    patch.corners[patch.count++] = {
        dot(axes.u, p), dot(axes.v, p), sign * dot(axes.n, p), 0, 0, corner, side};
  }
};

/// Normals of sides; after this a patch is complete.
void finish_sides(ContactPatch& patch) {
  for (int i = 0; i < patch.count; i++) {
    PatchCorner& p = patch.corners[i];
    const PatchCorner& q = patch.next(i);
    const double dx = q.x - p.x, dy = q.y - p.y, length = std::sqrt(dx * dx + dy * dy);
    if (!(length > 0)) continue;
    p.out_x = dy / length;
    p.out_y = -dx / length;
  }
}

/// Order and plane of a face, from its corners.
void finish_face(ContactPatch& patch) {
  const PatchCorner& first = patch.corners[0];
  double x = 0, y = 0, h = 0;  // the normal (Newell), seen from the first corner
  for (int i = 1; i + 1 < patch.count; i++) {
    const PatchCorner &p = patch.corners[i], &q = patch.corners[i + 1];
    const Vec3 to_p{p.x - first.x, p.y - first.y, p.h - first.h};
    const Vec3 to_q{q.x - first.x, q.y - first.y, q.h - first.h};
    const Vec3 c = cross(to_p, to_q);
    x += c.x(), y += c.y(), h += c.z();
  }
  if (!(std::fabs(h) > 0)) {  // nothing left of it in doubles
    patch.kind = Kind::none;
    return;
  }
  patch.slope_x = -x / h;
  patch.slope_y = -y / h;
  patch.h0 = first.h - (patch.slope_x * first.x + patch.slope_y * first.y);
  if (h > 0) return;
  std::reverse(patch.corners.begin(), patch.corners.begin() + patch.count);
  // Side i led from corner i to the one that now comes before it.
  const PatchFeature last = patch.corners[0].side;
  for (int i = 0; i + 1 < patch.count; i++) patch.corners[i].side = patch.corners[i + 1].side;
  patch.corners[patch.count - 1].side = last;
}

/// The candidate (index, tilt) with the least tilt; among those about as good, the first.
class LeastTilted {
 public:
  explicit LeastTilted(double limit) : limit_(limit) {}
  void offer(std::uint32_t index, double tilt) {
    if (!(tilt <= limit_)) return;
    if (index_ == kNone || tilt < tilt_ - kContactSnap ||
        (tilt < tilt_ + kContactSnap && index < index_)) {
      index_ = index;
      tilt_ = std::min(tilt, tilt_);
    }
  }
  bool found() const { return index_ != kNone; }
  std::uint32_t index() const { return index_; }

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;
  double limit_, tilt_ = INFINITY;
  std::uint32_t index_ = kNone;
};

/// `d` is the direction to face, in the body's own frame.
void flat_patch(const Layout& layout, const Vec3& d, double tilt, ContactPatch& patch,
                QueryWork& work) {
  const Polytope& body = layout.body.body;
  const Topology& topology = body.topology();
  std::uint32_t top = 0;
  highest_vertex(body, d, top, work);
  const auto neighbors = topology.vertex_neighbors(top);
  const double scale = 1 / std::sqrt(norm_sq(d));
  LeastTilted face(tilt);
  for (std::uint32_t i = 0; i < neighbors.size(); i++) {
    // Only features at the farthest vertex can face along d; those tilted by more than `tilt` do
    // not count.
    const std::uint32_t f = topology.face_after(top, i);
    if (f != kNoFace && dot(body.plane(f).normal, d) > 0) {
      face.offer(f, std::sqrt(norm_sq(cross(body.plane(f).normal, d))) * scale);
    }
  }
  const auto vertex_feature = [](std::uint32_t v) {
    return PatchFeature::of({FeatureKind::vertex, v});
  };
  if (face.found()) {
    patch.kind = Kind::face;
    patch.whole = PatchFeature::of({FeatureKind::face, face.index()});
    const auto vertices = topology.face_vertices(face.index());
    const auto edges = topology.face_edges(face.index());
    // Faces of many corners are thinned out evenly: a contact keeps four points anyway.
    const std::size_t step = (vertices.size() - 1) / ContactPatch::kMaxCorners + 1;
    for (std::size_t i = 0; i < vertices.size(); i += step) {
      layout.add(body.vertex(vertices[i]), vertex_feature(vertices[i]),
                 PatchFeature::of({FeatureKind::edge, edges[i]}), patch);
    }
    finish_face(patch);
    if (patch.kind == Kind::face) return;
    patch.count = 0;
  }
  LeastTilted edge(tilt);
  for (std::uint32_t i = 0; i < neighbors.size(); i++) {
    const Vec3 along = normalized(body.vertex(neighbors[i]) - body.vertex(top));
    edge.offer(topology.vertex_edges(top)[i], std::fabs(dot(along, d)) * scale);
  }
  if (edge.found()) {
    patch.kind = Kind::edge;
    patch.whole = PatchFeature::of({FeatureKind::edge, edge.index()});
    for (const std::uint32_t v : topology.edge(edge.index()).vertex) {
      layout.add(body.vertex(v), vertex_feature(v), patch.whole, patch);
    }
    return;
  }
  patch.kind = Kind::vertex;
  patch.whole = vertex_feature(top);
  layout.add(body.vertex(top), patch.whole, patch.whole, patch);
}

/// Places on a rim are told apart by numbers that are multiples of this, added to the rim's.
constexpr std::uint32_t kRimNumber = 4;
constexpr int kRimCorners = 8;

/// A disc as an octagon of points on its rim. Their numbers are those of places on the rim, so that
/// ids last from frame to frame.
void rim_patch(const Layout& layout, const Vec3& sizes, double z, std::uint32_t cap,
               std::uint32_t rim, ContactPatch& patch) {
  static constexpr double kDiagonal = 1 / std::numbers::sqrt2;
  static constexpr std::array<double, kRimCorners> kCosine{1,  kDiagonal,  0, -kDiagonal,
                                                           -1, -kDiagonal, 0, kDiagonal};
  patch.kind = Kind::face;
  patch.whole = PatchFeature::of({FeatureKind::face, cap});
  const FeatureId edge{FeatureKind::edge, rim};
  for (std::uint32_t i = 0; i < kRimCorners; i++) {
    const double cosine = kCosine[i], sine = kCosine[(i + 6) % kRimCorners];
    layout.add({sizes.x() * cosine, sizes.y() * sine, z},
               PatchFeature::part(edge, rim + kRimNumber * (i + 1)),
               PatchFeature::part(edge, rim + kRimNumber * (i + 1 + kRimCorners)), patch);
  }
  finish_face(patch);
}

/// The end of a cylinder or the base of a cone if d is along the axis up to `tilt`; the straight
/// line on the side if d is across it; else none: an ellipsoid, a rim or a tip meets in one point.
void curved_patch(const Shape& shape, const Layout& layout, const Vec3& d, double tilt,
                  ContactPatch& patch) {
  const Vec3 s = shape.sizes();
  const double across = std::sqrt(d.x() * d.x() + d.y() * d.y());
  const FeatureId side{FeatureKind::face, 0};
  const FeatureId rim{FeatureKind::edge, 0};
  if (shape.kind() == ShapeKind::cylinder && across <= tilt) {
    return d.z() > 0 ? rim_patch(layout, s, s.z(), 1, 0, patch)
                     : rim_patch(layout, s, -s.z(), 2, 1, patch);
  }
  if (shape.kind() == ShapeKind::cone && across <= tilt && d.z() < 0) {
    return rim_patch(layout, s, -s.z(), 1, 0, patch);
  }
  if (!(across > 0)) return;
  const Vec3 out{s.x() * d.x() / across, s.x() * d.y() / across, 0};
  const Vec3 up{0, 0, s.z()};
  if (shape.kind() == ShapeKind::cylinder && s.z() > 0 && std::fabs(d.z()) <= tilt) {
    patch.kind = Kind::edge;
    patch.whole = PatchFeature::of(side);
    layout.add(out + up, PatchFeature::of(rim), patch.whole, patch);
    layout.add(out - up, PatchFeature::of({FeatureKind::edge, 1}), patch.whole, patch);
  } else if (shape.kind() == ShapeKind::cone) {
    const Vec3 rise = up * 2 - out;  // from the rim to the tip
    if (std::fabs(dot(rise, d)) > tilt * norm(rise)) return;
    patch.kind = Kind::edge;
    patch.whole = PatchFeature::of(side);
    layout.add(out - up, PatchFeature::of(rim), patch.whole, patch);
    layout.add(up, PatchFeature::of({FeatureKind::vertex, 0}), patch.whole, patch);
  }
}

/// The plane of a half-space as heights over the axes across the normal. None if it faces away.
void plane_patch(const Shape& shape, const Layout& layout, ContactPatch& patch) {
  const Vec3 normal = multiply(layout.body.rotation, shape.sizes());
  const Vec3 centroid = multiply(layout.body.rotation, layout.body.centroid());
  const double offset = shape.plane_offset() - dot(normal, centroid) + dot(normal, layout.offset);
  const double along = layout.sign * dot(normal, layout.axes.n);
  if (!(along > 0)) return;
  patch.kind = Kind::plane;
  patch.whole = PatchFeature::of({FeatureKind::face, 0});
  patch.h0 = offset / along;
  patch.slope_x = -dot(normal, layout.axes.u) / along;
  patch.slope_y = -dot(normal, layout.axes.v) / along;
}

}  // namespace

ContactAxes::ContactAxes(const Vec3& normal) : n(normal) {
  // Across the axis that is least along the normal.
  const Vec3 size = normal.abs();
  const int axis = size.x() <= size.y() && size.x() <= size.z() ? 0 : size.y() <= size.z() ? 1 : 2;
  u = normalized(cross(normal, Vec3::unit(axis)));
  v = cross(n, u);
}

bool ContactPatch::is_within(double x, double y, double reach) const {
  if (kind == Kind::plane) return true;
  if (kind != Kind::face) {
    double near_x = x, near_y = y;
    pull_in(near_x, near_y);
    return std::sqrt((x - near_x) * (x - near_x) + (y - near_y) * (y - near_y)) <= reach;
  }
  for (int i = 0; i < count; i++) {
    if (beyond_side(i, x, y) > reach) return false;
  }
  return true;
}

void ContactPatch::pull_in(double& x, double& y) const {
  if (kind == Kind::vertex) {
    x = corners[0].x;
    y = corners[0].y;
  } else if (kind == Kind::edge) {
    const PatchCorner &p = corners[0], &q = corners[1];
    const double t = place_on_edge(p, q, x, y);
    x = p.x + t * (q.x - p.x);
    y = p.y + t * (q.y - p.y);
  } else if (kind == Kind::face) {
    for (int i = 0; i < count; i++) {
      const double out = beyond_side(i, x, y);
      if (!(out > 0)) continue;
      x -= out * corners[i].out_x;
      y -= out * corners[i].out_y;
    }
  }
}

double ContactPatch::core_height(double x, double y) const {
  if (kind == Kind::vertex) return corners[0].h;
  if (kind != Kind::edge) return h0 + (slope_x * x + slope_y * y);
  const PatchCorner &p = corners[0], &q = corners[1];
  return p.h + place_on_edge(p, q, x, y) * (q.h - p.h);
}

Vec3 ContactPatch::nearest(const Vec3& p) const {
  if (kind == Kind::vertex) return {corners[0].x, corners[0].y, corners[0].h};
  if (kind == Kind::face) {
    const double above = p.z() - core_height(p.x(), p.y());
    // The foot on the plane of the face, by the gradient of the height; outside of the face a side
    // is nearest.
    const double back = above / (1 + slope_x * slope_x + slope_y * slope_y);
    const Vec3 foot{p.x() + back * slope_x, p.y() + back * slope_y, p.z() - back};
    if (is_within(foot.x(), foot.y(), 0)) return foot;
  }
  Vec3 best = Vec3::zero();
  double best_sq = INFINITY;
  for (int i = 0; i < side_count(); i++) {
    const Vec3 from{corners[i].x, corners[i].y, corners[i].h};
    const Vec3 along = Vec3(next(i).x, next(i).y, next(i).h) - from;
    const double t = nearest_on_segment(p - from, along);
    const Vec3 foot = from + along * t;
    const double sq = norm_sq(Vec3(p - foot));
    if (sq < best_sq) best = foot, best_sq = sq;
  }
  return best;
}

double ContactPatch::surface(double x, double y) const {
  double h = core_height(x, y) + rounding;
  if (rounding == 0 || kind == Kind::plane) return h;
  // Up to where the core is one radius away. That distance is a convex function of the
  // height, so that Newton's method ends there, at the latest after the first step from above.
  for (int i = 0; i < 20; i++) {
    const Vec3 away = Vec3(x, y, h) - nearest({x, y, h});
    const double distance = std::sqrt(norm_sq(away));
    const double missing = rounding - distance;
    if (std::fabs(missing) <= 0x1p-50 * rounding || !(away.z() > 0)) break;
    h += missing * distance / away.z();
  }
  return h;
}

double ContactPatch::width() const {
  if (side_count() == 0) return INFINITY;
  double around = 0, area = 0;
  for (int i = 0; i < count; i++) {
    const PatchCorner &p = corners[i], &q = next(i);
    around += std::sqrt((q.x - p.x) * (q.x - p.x) + (q.y - p.y) * (q.y - p.y));
    area +=
        (p.x - corners[0].x) * (q.y - corners[0].y) - (p.y - corners[0].y) * (q.x - corners[0].x);
  }
  // `area` is twice the area, so this is 4 area / perimeter: the side of a square.
  return kind == Kind::edge ? around / 2 : 2 * area / around;
}

void facing_patch(const Shape& shape, const PairFrame& frame, bool first, const ContactAxes& axes,
                  double tilt, ContactPatch& patch, QueryWork& work) {
  const Layout layout{first ? frame.a : frame.b, first ? Vec3(Vec3::zero()) : frame.offset, axes,
                      first ? 1.0 : -1.0};
  // A's feature faces along the normal, B's against it.
  const Vec3 d = layout.body.local_direction(axes.n * layout.sign);
  patch.kind = Kind::none;
  patch.count = 0;
  patch.rounding = shape.rounding();
  if (shape.has_flat_core()) {
    flat_patch(layout, d, tilt, patch, work);
  } else if (shape.kind() == ShapeKind::halfspace) {
    plane_patch(shape, layout, patch);
  } else {
    curved_patch(shape, layout, d, tilt, patch);
  }
  finish_sides(patch);
}

}  // namespace glance::rooms::contact
