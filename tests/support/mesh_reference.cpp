#include "support/mesh_reference.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>

#include <boost/multiprecision/eigen.hpp>

#include "math/exact.h"
#include "math/fine_real.h"
#include "support/triangle_distance.h"
#include "support/triangle_verdict.h"

namespace glance::test {
using namespace rooms::math;

using namespace triangles;

namespace {

/// A box that surely holds a triangle, in doubles.
struct Box {
  std::array<double, 3> low, high;
};

/// Never more than the distance of what is inside, squared.
double gap_sq(const Box& a, const Box& b) {
  double sum = 0;
  for (std::size_t k = 0; k < 3; k++) {
    const double gap = std::max({0.0, a.low[k] - b.high[k], b.low[k] - a.high[k]});
    sum += gap * gap;
  }
  return sum * (1 - 1e-14);
}

}  // namespace

/// A mesh in the world, seen from the translation of A, as rough, exact and long double numbers,
/// all in a unit (a power of two) that is about the size of the pair.
struct MeshReference::Body {
  const PlainMesh& mesh;
  const Pose& pose;
  Vec3 origin;                   ///< the translation of A
  int unit = 0;                  ///< exponents of the unit
  int scale = 0;                 ///< and of what all exact coordinates are multiples of
  std::set<std::uint32_t> used;  ///< vertices of triangles
  std::vector<Point<Rough>> rough;
  std::vector<std::optional<Point<BigInt>>> exact;
  std::vector<RealVec> real;
  std::vector<Box> boxes;
  Box around;

  Body(const PlainMesh& m, const Pose& p, const Pose& pose_a)
      : mesh(m), pose(p), origin(pose_a.translation()) {
    for (const Triangle& t : mesh.triangles) used.insert(t.begin(), t.end());
  }

  double most() const {
    double most = 0;
    for (const Vec3& v : mesh.vertices) most = std::max(most, v.abs().max_component());
    return std::max(most, (pose.translation() - origin).abs().max_component());
  }

  /// The least exponent among the terms of all coordinates.
  int least_exponent() const {
    CommonScale turn, place, local;
    turn.add(pose.rotation());
    place.add(pose.translation());
    place.add(origin);
    for (const Vec3& v : mesh.vertices) local.add(v);
    return std::min(turn.exponent() + local.exponent(), place.exponent());
  }

  void compute() {
    const double factor = std::ldexp(1.0, -unit);
    const auto coordinate = [&](const Vec3& v, int k) {
      Rough sum = Rough{pose.translation()[k], 0} - Rough{origin[k], 0};
      sum = {sum.value * factor, sum.error * factor};
      for (int j = 0; j < 3; j++) {
        sum = sum + Rough{pose.rotation()(k, j), 0} * Rough{v[j] * factor, 0};
      }
      return sum;
    };
    for (const Vec3& v : mesh.vertices) {
      rough.push_back({coordinate(v, 0), coordinate(v, 1), coordinate(v, 2)});
      RealVec r = difference(pose.translation(), origin);
      for (int k = 0; k < 3; k++) {
        for (int j = 0; j < 3; j++) r[k] += Real(pose.rotation()(k, j)) * Real(v[j]);
      }
      real.push_back(r * Real(factor));
    }
    exact.resize(mesh.vertices.size());
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    around = {{kInfinity, kInfinity, kInfinity}, {-kInfinity, -kInfinity, -kInfinity}};
    for (const Triangle& t : mesh.triangles) {
      Box box{{kInfinity, kInfinity, kInfinity}, {-kInfinity, -kInfinity, -kInfinity}};
      for (const std::uint32_t v : t) {
        for (std::size_t k = 0; k < 3; k++) {
          // An error may vanish beside the value: hence the step.
          const Rough& x = rough[v][k];
          box.low[k] = std::min(box.low[k], std::nextafter(x.value - x.error, -kInfinity));
          box.high[k] = std::max(box.high[k], std::nextafter(x.value + x.error, kInfinity));
        }
      }
      for (std::size_t k = 0; k < 3; k++) {
        around.low[k] = std::min(around.low[k], box.low[k]);
        around.high[k] = std::max(around.high[k], box.high[k]);
      }
      boxes.push_back(box);
    }
  }

  const Point<BigInt>& exact_vertex(std::uint32_t i) {
    if (!exact[i]) {
      const Vec3& v = mesh.vertices[i];
      Point<BigInt> p;
      for (int k = 0; k < 3; k++) {
        const auto add = [&](double x, double y) {
          const Dyadic m = decode(x), n = decode(y);
          if (m.mantissa == 0 || n.mantissa == 0) return;
          p[static_cast<std::size_t>(k)] += BigInt(m.mantissa) * BigInt(n.mantissa)
                                            << (m.exponent + n.exponent - scale);
        };
        for (int j = 0; j < 3; j++) add(pose.rotation()(k, j), v[j]);
        add(pose.translation()[k], 1);
        add(-origin[k], 1);
      }
      exact[i] = std::move(p);
    }
    return *exact[i];
  }

  Corners<Rough> rough_corners(std::uint32_t t) const {
    const Triangle& v = mesh.triangles[t];
    return {rough[v[0]], rough[v[1]], rough[v[2]]};
  }
  Corners<BigInt> exact_corners(std::uint32_t t) {
    const Triangle& v = mesh.triangles[t];
    return {exact_vertex(v[0]), exact_vertex(v[1]), exact_vertex(v[2])};
  }
  TriangleOf<Real> real_corners(std::uint32_t t) const {
    const Triangle& v = mesh.triangles[t];
    return {real[v[0]], real[v[1]], real[v[2]]};
  }
  TriangleOf<FineReal> fine_corners(std::uint32_t t) const {
    TriangleOf<FineReal> corners;
    for (std::size_t c = 0; c < 3; c++) {
      const Vec3& v = mesh.vertices[mesh.triangles[t][c]];
      for (int k = 0; k < 3; k++) {
        FineReal sum = FineReal(pose.translation()[k]) - FineReal(origin[k]);
        for (int j = 0; j < 3; j++) sum += FineReal(pose.rotation()(k, j)) * FineReal(v[j]);
        corners[c][k] = ldexp(sum, -unit);
      }
    }
    return corners;
  }
  /// So thin that where it is closest is not known in long doubles.
  bool is_needle(std::uint32_t t) const {
    const TriangleOf<Real> c = real_corners(t);
    const RealVec u = c[1] - c[0], v = c[2] - c[0];
    return u.cross(v).norm() < Real(1e-5) * std::max(u.dot(u), v.dot(v));
  }
};

PlainMesh::PlainMesh(const MeshModel& model, bool is_solid) : solid(is_solid) {
  vertices = model.vertices;
  for (Vec3& v : vertices) {
    if (!is_finite(v)) v = Vec3::zero();  // keeps the numbers of the others; its triangles go
  }
  std::set<std::array<std::array<double, 3>, 3>> seen;
  const std::vector<Triangle>& all_of_them = model.outward();
  for (std::size_t i = 0; i < all_of_them.size(); i++) {
    const Triangle& t = all_of_them[i];
    std::array<std::array<double, 3>, 3> key;
    bool finite = true;
    CommonScale scale;
    for (std::size_t k = 0; k < 3; k++) {
      const Vec3& v = model.vertices[t[k]];
      finite = finite && is_finite(v);
      key[k] = {v.x() + 0.0, v.y() + 0.0, v.z() + 0.0};
      if (finite) scale.add(v);
    }
    if (!finite) continue;
    Corners<BigInt> c;
    for (std::size_t k = 0; k < 3; k++) {
      for (std::size_t j = 0; j < 3; j++) c[k][j] = scale.integer<BigInt>(key[k][j]);
    }
    if (axis_of(normal(c[1] - c[0], c[2] - c[0])) == 3) continue;
    std::sort(key.begin(), key.end());
    if (!seen.insert(key).second) continue;
    triangles.push_back(t);
    given.push_back(static_cast<std::uint32_t>(i));
  }
}

PlainMesh::PlainMesh(const MeshView& view)
    : vertices(view.vertices.begin(), view.vertices.end()),
      triangles(view.triangles.begin(), view.triangles.end()),
      given(view.given.begin(), view.given.end()),
      solid(view.solid) {}

int PlainMesh::find(std::uint32_t number) const {
  const auto at = std::lower_bound(given.begin(), given.end(), number);
  return at != given.end() && *at == number ? static_cast<int>(at - given.begin()) : -1;
}

MeshReference::MeshReference(const PlainMesh& a, const Pose& pose_a, const PlainMesh& b,
                             const Pose& pose_b)
    : a_(std::make_unique<Body>(a, pose_a, pose_a)), b_(std::make_unique<Body>(b, pose_b, pose_a)) {
  int exponent = 0;
  std::frexp(std::max(a_->most(), b_->most()), &exponent);
  a_->unit = b_->unit = exponent;
  a_->scale = b_->scale = std::min(a_->least_exponent(), b_->least_exponent());
  a_->compute();
  b_->compute();
}

MeshReference::~MeshReference() = default;

bool MeshReference::apart_by_boxes(std::uint32_t i, std::uint32_t j) const {
  const Box &p = a_->boxes[i], &q = b_->boxes[j];
  for (std::size_t k = 0; k < 3; k++) {
    if (p.low[k] > q.high[k] || q.low[k] > p.high[k]) return true;
  }
  return false;
}

Verdict MeshReference::rough_verdict(std::uint32_t i, std::uint32_t j) {
  return verdict_of(a_->rough_corners(i), b_->rough_corners(j));
}

Verdict MeshReference::exact_verdict(std::uint32_t i, std::uint32_t j) {
  return verdict_of(a_->exact_corners(i), b_->exact_corners(j));
}

const std::vector<MeetingTriangles>& MeshReference::meeting() {
  if (searched_) return meeting_;
  searched_ = true;
  for (std::uint32_t i = 0; i < a_->mesh.triangles.size(); i++) {
    for (std::uint32_t j = 0; j < b_->mesh.triangles.size(); j++) {
      if (apart_by_boxes(i, j)) continue;
      Verdict verdict = rough_verdict(i, j);
      if (verdict == Verdict::undecided) verdict = exact_verdict(i, j);
      if (verdict == Verdict::apart) continue;
      meeting_.push_back({a_->mesh.given[i], b_->mesh.given[j], verdict});
    }
  }
  return meeting_;
}

Verdict MeshReference::inside(std::uint32_t vertex, Body& of, Body& solid) {
  const Point<Rough>& p = of.rough[vertex];
  for (std::size_t k = 0; k < 3; k++) {
    if (p[k].value - p[k].error > solid.around.high[k]) return Verdict::apart;
    if (p[k].value + p[k].error < solid.around.low[k]) return Verdict::apart;
  }
  const auto seen_exactly = [&](std::uint32_t t) {
    Corners<BigInt> c = solid.exact_corners(t);
    for (Point<BigInt>& corner : c) corner = corner - of.exact_vertex(vertex);
    return c;
  };
  const auto seen = [&](std::uint32_t t) {
    Corners<Rough> c = solid.rough_corners(t);
    for (Point<Rough>& corner : c) corner = corner - p;
    return c;
  };
  const auto count = static_cast<std::uint32_t>(solid.mesh.triangles.size());
  for (std::uint32_t t = 0; t < count; t++) {
    int on = holds_origin(seen(t));
    if (on == kUnknown) on = holds_origin(seen_exactly(t));
    if (on == 1) return Verdict::touching;
  }
  if (!solid.mesh.solid) return Verdict::apart;
  Rng rng(vertex);
  for (;;) {  // until a ray misses all edges
    Point<Rough> ray;
    Point<BigInt> exact_ray;
    for (std::size_t k = 0; k < 3; k++) {
      const int x = static_cast<int>(rng.below(2001)) - 1000;
      ray[k] = number<Rough>(x);
      exact_ray[k] = x;
    }
    Winding winding;
    for (std::uint32_t t = 0; t < count && !winding.degenerate; t++) {
      Winding here;
      add_crossing(seen(t), ray, here);
      if (here.degenerate) {
        here = {};
        add_crossing(seen_exactly(t), exact_ray, here);
      }
      winding.count += here.count;
      winding.degenerate = here.degenerate;
    }
    if (!winding.degenerate) return winding.count != 0 ? Verdict::overlapping : Verdict::apart;
  }
}

Verdict MeshReference::locate_in_a(std::uint32_t vertex) { return inside(vertex, *b_, *a_); }

Verdict MeshReference::verdict() {
  if (verdict_) return *verdict_;
  verdict_ = Verdict::apart;
  for (const MeetingTriangles& m : meeting()) {
    verdict_ = Verdict::touching;
    if (m.verdict == Verdict::overlapping) return *(verdict_ = Verdict::overlapping);
  }
  for (const auto& [of, solid] : {std::pair(b_.get(), a_.get()), std::pair(a_.get(), b_.get())}) {
    if (!solid->mesh.solid) continue;
    for (const std::uint32_t v : of->used) {
      if (inside(v, *of, *solid) == Verdict::overlapping) return *(verdict_ = Verdict::overlapping);
    }
  }
  return *verdict_;
}

Real MeshReference::distance() {
  if (measured_ || verdict() != Verdict::apart) return distance_;
  measured_ = true;
  // The pair whose boxes are nearest first, then all that may be nearer than the nearest so far.
  std::uint32_t first_a = 0, first_b = 0;
  double least_gap = std::numeric_limits<double>::infinity();
  const auto count_a = static_cast<std::uint32_t>(a_->boxes.size());
  const auto count_b = static_cast<std::uint32_t>(b_->boxes.size());
  for (std::uint32_t i = 0; i < count_a; i++) {
    for (std::uint32_t j = 0; j < count_b; j++) {
      const double gap = gap_sq(a_->boxes[i], b_->boxes[j]);
      if (gap < least_gap) least_gap = gap, first_a = i, first_b = j;
    }
  }
  const auto shortest = [&](std::uint32_t i, std::uint32_t j) -> Shortest<Real> {
    if (!a_->is_needle(i) && !b_->is_needle(j)) {
      return shortest_between<Real>(a_->real_corners(i), b_->real_corners(j));
    }
    const auto fine = shortest_between<FineReal>(a_->fine_corners(i), b_->fine_corners(j));
    return {static_cast<Real>(fine.length), fine.way.cast<Real>()};
  };
  Shortest<Real> s = shortest(first_a, first_b);
  for (std::uint32_t i = 0; i < count_a; i++) {
    for (std::uint32_t j = 0; j < count_b; j++) {
      if (Real(gap_sq(a_->boxes[i], b_->boxes[j])) > s.length * s.length) continue;
      s.add(shortest(i, j), false);
    }
  }
  distance_ = std::ldexp(s.length, a_->unit);
  way_ = s.way * std::ldexp(Real(1), a_->unit);
  return distance_;
}

const RealVec& MeshReference::way() {
  distance();
  return way_;
}

Real MeshReference::deepest_vertex() {
  Real deepest = 0;
  for (const auto& [of, solid] : {std::pair(b_.get(), a_.get()), std::pair(a_.get(), b_.get())}) {
    if (!solid->mesh.solid) continue;
    for (const std::uint32_t v : of->used) {
      if (inside(v, *of, *solid) != Verdict::overlapping) continue;
      Real depth = std::numeric_limits<Real>::infinity();
      for (std::uint32_t t = 0; t < solid->mesh.triangles.size(); t++) {
        depth = std::min(depth, shortest_to<Real>(solid->real_corners(t), of->real[v]).length);
      }
      deepest = std::max(deepest, depth);
    }
  }
  return std::ldexp(deepest, a_->unit);
}

SharedSegment MeshReference::shared(std::uint32_t i, std::uint32_t j) {
  // The ends lie where an edge of one meets the other, or are corners: exact points of an edge that
  // the other triangle holds. The two that are farthest from each other are the ends.
  const Corners<BigInt> a = a_->exact_corners(i), b = b_->exact_corners(j);
  SharedSegment s;
  (void)verdict_of(a, b, &s.whole);
  if (s.whole) return s;
  std::vector<Vec3> ends;
  for (const auto& [t, other] : {std::pair(&a, &b), std::pair(&b, &a)}) {
    const Point<BigInt> across = normal((*other)[1] - (*other)[0], (*other)[2] - (*other)[0]);
    for (std::size_t k = 0; k < 3; k++) {
      const Point<BigInt>&p = (*t)[k], &q = (*t)[(k + 1) % 3];
      const BigInt hp = product(across, p - (*other)[0]), hq = product(across, q - (*other)[0]);
      if (sign(hp) * sign(hq) > 0 || (sign(hp) == 0 && sign(hq) == 0)) continue;
      // p + (q - p) hp / (hp - hq), times the denominator.
      const BigInt bottom = hp - hq;
      Point<BigInt> at;
      for (std::size_t c = 0; c < 3; c++) at[c] = q[c] * hp - p[c] * hq;
      std::array<int, 3> sides;
      for (std::size_t c = 0; c < 3; c++) {
        Point<BigInt> from, to = (*other)[(c + 1) % 3] - (*other)[c];
        for (std::size_t x = 0; x < 3; x++) from[x] = at[x] - (*other)[c][x] * bottom;
        sides[c] = sign(product(across, normal(to, from))) * sign(bottom);
      }
      if (has(sides, -1)) continue;
      Vec3 end;
      for (std::size_t c = 0; c < 3; c++) {
        end[static_cast<int>(c)] = std::ldexp(ratio(at[c], bottom), a_->scale);
      }
      ends.push_back(end);
    }
  }
  for (const Vec3& p : ends) {
    for (const Vec3& q : ends) {
      if (&p == &ends[0] && &q == &ends[0]) s.from = s.to = p;
      if (norm(p - q) > norm(s.from - s.to)) s.from = p, s.to = q;
    }
  }
  return s;
}

Real distance_to_triangle(const PlainMesh& mesh, const Pose& pose, std::uint32_t triangle,
                          const Vec3& point) {
  TriangleOf<Real> t;
  for (std::size_t k = 0; k < 3; k++) {
    const Vec3& v = mesh.vertices[mesh.triangles[triangle][k]];
    t[k] = difference(pose.translation(), point);
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) t[k][i] += Real(pose.rotation()(i, j)) * Real(v[j]);
    }
  }
  return shortest_to<Real>(t, RealVec::Zero()).length;
}

}  // namespace glance::test
