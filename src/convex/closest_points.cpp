#include "convex/closest_points.h"

#include "base/check.h"
#include "convex/separation.h"
#include "geom/cyclic_search.h"
#include "math/closest.h"

namespace glance::rooms::convex {
namespace {

/// How far a projected vertex may be beyond the sides of a face by rounding, and off its plane by
/// the error of a unit normal (fraction of the size of the pair).
constexpr double kFaceError = 64 * 0x1p-53;

/// Faces with more sides than this are searched, not scanned.
constexpr std::size_t kManySides = 64;

/// One body in the frame of the pair, and its feature.
struct Part {
  const PosedBody& posed;
  Vec3 offset;
  std::uint32_t feature;

  const Topology& topology() const { return posed.body.topology(); }
  Vec3 vertex(std::uint32_t v) const { return posed.vertex(v) + offset; }
};

struct Segment {
  Vec3 start, along;

  explicit Segment(const Part& part) {
    const auto& ends = part.topology().edge(part.feature).vertex;
    const Polytope& body = part.posed.body;
    start = part.vertex(ends[0]);
    along = multiply(part.posed.rotation, body.vertex(ends[1]) - body.vertex(ends[0]));
  }
  Vec3 at(double s) const { return start + along * s; }
};

void edge_edge(const Part& a, const Part& b, ClosestPoints& c) {
  const Segment e(a), g(b);
  const TwoSegments both(e.start, e.along, g.start, g.along);
  const SegmentPair nearest = both.nearest_from(both.quick_s(0));
  c.point_a = e.at(nearest.s);
  c.point_b = g.at(nearest.t);
  const Vec3 normal = quick_unit(cross(e.along, g.along));
  c.normal = dot(normal, c.point_b - c.point_a) < 0 ? Vec3(-normal) : normal;
}

/// The point of the edge nearest to the vertex, and the unit vector from there to it.
void vertex_edge(const Vec3& vertex, const Segment& edge, Vec3& nearest, Vec3& from_edge) {
  const Vec3 x = vertex - edge.start;
  const double t = nearest_on_segment(x, edge.along);
  nearest = edge.at(t);
  from_edge = quick_unit(x - edge.along * t);
}

/// The outward unit normal of a face in the world: by the cofactors of R, which turn normals
/// right even if R is a rotation only to a few digits.
Vec3 world_normal(const PosedBody& posed, std::uint32_t face) {
  const Mat3& m = posed.rotation;
  const Vec3 x{m(0, 0), m(0, 1), m(0, 2)}, y{m(1, 0), m(1, 1), m(1, 2)},
      z{m(2, 0), m(2, 1), m(2, 2)};
  const Vec3& n = posed.body.plane(face).normal;
  const Vec3 turned{triple(n, y, z), triple(n, z, x), triple(n, x, y)};
  // 1 / sqrt(1 + e) = 1 - e/2 + 3/8 e^2 ..: with a good rotation, no root is needed.
  const double excess = norm_sq(turned) - 1;
  return std::fabs(excess) < 1e-8 ? Vec3(turned * (1 - 0.5 * excess)) : quick_unit(turned);
}

/// Whether a point of the face's plane is at most `allowed` beyond the side between two corners.
/// (The direction of the side comes from the body's own coordinates: as a difference of two
/// positions in the pair's frame, a short side would be mostly rounding error.)
bool within_side(const Part& part, std::uint32_t from, std::uint32_t to, const Vec3& normal,
                 const Vec3& point, double allowed) {
  const Polytope& body = part.posed.body;
  const Vec3 along = multiply(part.posed.rotation, body.vertex(to) - body.vertex(from));
  const double inward = triple(normal, along, point - part.vertex(from));
  const double length_sq = norm_sq(along);
  if (!(length_sq > 0x1p-900)) return false;  // too short to say
  return inward >= 0 || inward * inward <= allowed * allowed * length_sq;
}

bool within_face(const Part& part, const Vec3& normal, const Vec3& point, double allowed) {
  const auto loop = part.topology().face_vertices(part.feature);
  const std::size_t count = loop.size();
  if (count <= kManySides) {
    std::uint32_t from = loop[count - 1];
    for (const std::uint32_t to : loop) {
      if (!within_side(part, from, to, normal, point, allowed)) return false;
      from = to;
    }
    return true;
  }
  // Of the wedges at corner 0, only the one that contains the point matters: only the side that
  // closes it can be in the way. Its neighbours are tested too, for points on the border of two
  // wedges.
  const Vec3 corner = part.vertex(loop[0]);
  const std::size_t wedge = find_wedge(static_cast<std::uint32_t>(count), [&](std::uint32_t k) {
    return triple(normal, part.vertex(loop[k]) - corner, point - corner) > 0;
  });
  const auto within_side_at = [&](std::size_t i) {
    return within_side(part, loop[i % count], loop[(i + 1) % count], normal, point, allowed);
  };
  return within_side_at(0) && within_side_at(count - 1) && within_side_at(wedge - 1) &&
         within_side_at(wedge) && within_side_at(wedge + 1);
}

/// The vertex projected onto the face; returns how far that may be from the face.
double vertex_face(const Vec3& vertex, const Part& face, double size, Vec3& nearest,
                   Vec3& outward) {
  outward = world_normal(face.posed, face.feature);
  const std::uint32_t corner = face.topology().face_vertices(face.feature)[0];
  nearest = vertex - outward * dot(outward, vertex - face.vertex(corner));
  if (!within_face(face, outward, nearest, kFaceError * size)) {
    return std::numeric_limits<double>::infinity();
  }
  return kFaceError * face.posed.body.face_condition(face.feature) * size;
}

std::uint32_t some_vertex(const Topology& topology, FeatureId feature) {
  switch (feature.kind) {
    case FeatureKind::vertex: return feature.index;
    case FeatureKind::edge: return topology.edge(feature.index).vertex[0];
    default: return topology.face_vertices(feature.index)[0];
  }
}

}  // namespace

ClosestPoints closest_points(const PairFrame& frame, FeatureId feature_a, FeatureId feature_b) {
  GLANCE_DCHECK(have_points(feature_a, feature_b));
  const Part a{frame.a, Vec3::zero(), feature_a.index}, b{frame.b, frame.offset, feature_b.index};
  ClosestPoints c;
  c.corner = {some_vertex(a.topology(), feature_a), some_vertex(b.topology(), feature_b)};
  if (feature_a.kind == FeatureKind::vertex) {
    c.point_a = a.vertex(feature_a.index);
    if (feature_b.kind == FeatureKind::face) {
      Vec3 outward;
      c.overshoot = vertex_face(c.point_a, b, frame.size, c.point_b, outward);
      c.normal = -outward;
    } else if (feature_b.kind == FeatureKind::edge) {
      Vec3 from_b;
      vertex_edge(c.point_a, Segment(b), c.point_b, from_b);
      c.normal = -from_b;
    } else {
      c.point_b = b.vertex(feature_b.index);
      c.normal = quick_unit(c.point_b - c.point_a);
    }
  } else if (feature_b.kind == FeatureKind::vertex) {
    c.point_b = b.vertex(feature_b.index);
    if (feature_a.kind == FeatureKind::face) {
      c.overshoot = vertex_face(c.point_b, a, frame.size, c.point_a, c.normal);
    } else {
      vertex_edge(c.point_b, Segment(a), c.point_a, c.normal);
    }
  } else {
    edge_edge(a, b, c);
  }
  return c;
}

}  // namespace glance::rooms::convex
