// Inside a convex body the distance from its surface is the least distance from the planes of its
// faces: a concave function. Its maximum over a triangle is a linear program with a row for each
// face, of which few matter. They are found one by one (Kelley's cutting planes, 1960): the maximum
// for the faces known so far is an upper bound; at the point where it is taken all faces are looked
// at; the nearest one is added if it is nearer than the bound says. A triangle is given up as soon
// as its bound is no larger than what another has reached, so most need one face only, and those
// with the largest bounds come first.
// Tested in tests/unit/geom/convex_surface_test.cpp (HullDepth).
#include "geom/hull_depth.h"

#include <algorithm>
#include <array>
#include <vector>

#include "geom/polytope.h"
#include "geom/shape_access.h"

namespace glance::rooms::geom {
namespace {

/// More faces than this are not added for one triangle: a few are enough.
constexpr int kMaxFaces = 32;

/// The distance from a plane at the corners of a triangle; linear in between.
using Depths = std::array<double, 3>;

/// A place in a triangle: weights of corners 1 and 2.
struct Weights {
  double u = 0, v = 0;
};

double value_at(const Depths& d, const Weights& x) {
  return d[0] + x.u * (d[1] - d[0]) + x.v * (d[2] - d[0]);
}

/// Where the least of some linear functions is largest. A maximum of a linear program is taken at a
/// corner of what is allowed: at a corner of the triangle, on a side where two are equal, or where
/// three are.
class LargestLeast {
 public:
  explicit LargestLeast(std::span<const Depths> rows) : rows_(rows) {
    try_at({0, 0});
    try_at({1, 0});
    try_at({0, 1});
    for (std::size_t i = 0; i < rows.size(); i++) {
      for (std::size_t j = i + 1; j < rows.size(); j++) {
        const Depths d = difference(rows[i], rows[j]);
        try_on_sides(d);
        for (std::size_t k = j + 1; k < rows.size(); k++)
          try_common(d, difference(rows[i], rows[k]));
      }
    }
  }

  Weights place;
  double value = -INFINITY;

 private:
  static Depths difference(const Depths& p, const Depths& q) {
    return {p[0] - q[0], p[1] - q[1], p[2] - q[2]};
  }
  void try_at(const Weights& x) {
    if (!(x.u >= 0 && x.v >= 0 && x.u + x.v <= 1)) return;
    double least = INFINITY;
    for (const Depths& row : rows_) least = std::min(least, value_at(row, x));
    if (!(least > value)) return;
    value = least;
    place = x;
  }
  /// Where the difference is zero on a side.
  void try_on_sides(const Depths& d) {
    const auto root = [](double from, double to) { return from / (from - to); };
    if (const double s = root(d[0], d[1]); s >= 0 && s <= 1) try_at({s, 0});
    if (const double s = root(d[0], d[2]); s >= 0 && s <= 1) try_at({0, s});
    if (const double s = root(d[1], d[2]); s >= 0 && s <= 1) try_at({1 - s, s});
  }
  /// Where both are.
  void try_common(const Depths& p, const Depths& q) {
    const double pu = p[1] - p[0], pv = p[2] - p[0], qu = q[1] - q[0], qv = q[2] - q[0];
    const double det = pu * qv - pv * qu;
    if (det == 0) return;
    try_at({(pv * q[0] - qv * p[0]) / det, (qu * p[0] - pu * q[0]) / det});
  }

  std::span<const Depths> rows_;
};

class DepthSearch {
 public:
  DepthSearch(const TriMesh& mesh, const Polytope& hull, double accuracy)
      : mesh_(mesh), hull_(hull), accuracy_(accuracy) {}

  double run() {
    struct Waiting {
      double bound;
      std::uint32_t triangle, face;
    };
    std::vector<Waiting> waiting;
    for (std::uint32_t t = 0; t < mesh_.triangles.size(); t++) {
      Waiting next{INFINITY, t, 0};
      for_some_faces(t, [&](std::uint32_t face) {
        const Depths d = depths(t, face);
        const double most = std::max({d[0], d[1], d[2]});
        if (most < next.bound) next = {most, t, face};
      });
      waiting.push_back(next);
    }
    std::ranges::sort(waiting, [](const Waiting& x, const Waiting& y) {
      return x.bound != y.bound ? x.bound > y.bound : x.triangle < y.triangle;
    });
    for (const Waiting& w : waiting) {
      if (w.bound <= best_ + accuracy_) break;
      search(w.triangle, w.face);
    }
    return best_;
  }

 private:
  Depths depths(std::uint32_t t, std::uint32_t face) const {
    const Plane& plane = hull_.plane(face);
    Depths d;
    for (int k = 0; k < 3; k++) {
      d[static_cast<std::size_t>(k)] = std::max(0.0, -plane.height(mesh_.corner(t, k)));
    }
    return d;
  }

  /// Faces that are likely to be near: in front of the triangle, and behind it. (Any would do.)
  template <class F>
  void for_some_faces(std::uint32_t t, F&& f) const {
    const Vec3 normal =
        cross(mesh_.corner(t, 1) - mesh_.corner(t, 0), mesh_.corner(t, 2) - mesh_.corner(t, 0));
    for (const Vec3& direction : {normal, Vec3(-normal)}) {
      const std::uint32_t v = hull_.start_vertex(normalized(direction));
      const auto count = static_cast<std::uint32_t>(hull_.topology().vertex_edges(v).size());
      for (std::uint32_t i = 0; i < count; i++) f(hull_.topology().face_after(v, i));
    }
  }

  void search(std::uint32_t t, std::uint32_t first_face) {
    std::vector<Depths> rows{depths(t, first_face)};
    for (int i = 0; i < kMaxFaces; i++) {
      const LargestLeast most(rows);
      if (most.value <= best_ + accuracy_) return;
      const Vec3 &a = mesh_.corner(t, 0), &b = mesh_.corner(t, 1), &c = mesh_.corner(t, 2);
      const Vec3 point = a + most.place.u * (b - a) + most.place.v * (c - a);
      std::uint32_t nearest = 0;
      double least = INFINITY;
      for (std::uint32_t face = 0; face < hull_.topology().face_count(); face++) {
        const double depth = -hull_.plane(face).height(point);
        if (depth >= least) continue;
        least = depth;
        nearest = face;
      }
      best_ = std::max(best_, least);
      rows.push_back(depths(t, nearest));
    }
  }

  const TriMesh& mesh_;
  const Polytope& hull_;
  double accuracy_, best_ = 0;
};

}  // namespace

double depth_in_hull(const TriMesh& mesh, const Shape& hull, double accuracy) {
  return DepthSearch(mesh, polytope_of(hull), accuracy).run();
}

}  // namespace glance::rooms::geom
