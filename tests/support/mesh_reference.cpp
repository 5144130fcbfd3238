#include "support/mesh_reference.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>

#include "math/exact.h"

namespace glance::test {
namespace {

constexpr int kUnknown = 2;

/// A number known up to an error: |truth - value| <= error. With rounding errors found exactly
/// (two-sum, and the fused product), so that the error of a result that needs no rounding is 0.
struct Rough {
  double value = 0, error = 0;
};

Rough with_error(double value, double error) {
  return {value, error > 0 ? error * (1 + 0x1p-48) : error};
}

Rough operator+(const Rough& x, const Rough& y) {
  const double sum = x.value + y.value, part = sum - x.value;
  const double lost = (x.value - (sum - part)) + (y.value - part);
  return with_error(sum, x.error + y.error + std::fabs(lost));
}
Rough operator-(const Rough& x, const Rough& y) { return x + Rough{-y.value, y.error}; }
Rough operator*(const Rough& x, const Rough& y) {
  if ((x.value == 0 && x.error == 0) || (y.value == 0 && y.error == 0)) return {};
  const double product = x.value * y.value;
  double lost = std::fabs(std::fma(x.value, y.value, -product));
  if (std::fabs(product) < 1e-280) lost += 1e-290;  // what was lost may be too small for a double
  return with_error(product, std::fabs(x.value) * y.error + std::fabs(y.value) * x.error +
                                 x.error * y.error + lost);
}

int sign(const Rough& x) {
  if (x.value > x.error) return 1;
  if (x.value < -x.error) return -1;
  return x.value == 0 && x.error == 0 ? 0 : kUnknown;
}
int sign(const BigInt& x) { return x.sign(); }

/// Small numbers, and one that is compared by size only.
template <class N>
N number(int i);
template <>
Rough number<Rough>(int i) {
  return {static_cast<double>(i), 0};
}
template <>
BigInt number<BigInt>(int i) {
  return i;
}

template <class N>
using Point = std::array<N, 3>;
template <class N>
using Corners = std::array<Point<N>, 3>;

template <class N>
Point<N> operator-(const Point<N>& p, const Point<N>& q) {
  return {p[0] - q[0], p[1] - q[1], p[2] - q[2]};
}
template <class N>
N product(const Point<N>& p, const Point<N>& q) {
  return p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
}
template <class N>
Point<N> normal(const Point<N>& p, const Point<N>& q) {
  return {p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]};
}
template <class N>
N volume(const Point<N>& p, const Point<N>& q, const Point<N>& r) {
  return product(p, normal(q, r));
}

bool any_unknown(const std::array<int, 3>& s) {
  return s[0] == kUnknown || s[1] == kUnknown || s[2] == kUnknown;
}
bool all(const std::array<int, 3>& s, int sign) {
  return s[0] == sign && s[1] == sign && s[2] == sign;
}
bool has(const std::array<int, 3>& s, int sign) {
  return s[0] == sign || s[1] == sign || s[2] == sign;
}

/// An axis along which v is not zero; 3 if it is zero; kUnknownAxis if that is not known.
constexpr int kUnknownAxis = 4;
template <class N>
int axis_of(const Point<N>& v) {
  bool known = true;
  for (int k = 0; k < 3; k++) {
    const int s = sign(v[static_cast<std::size_t>(k)]);
    if (s == 1 || s == -1) return k;
    known = known && s == 0;
  }
  return known ? 3 : kUnknownAxis;
}

template <class N>
struct Fraction {
  N top, bottom;  ///< bottom > 0
};

/// x <=> y.
template <class N>
int compare(const Fraction<N>& x, const Fraction<N>& y) {
  return sign(x.top * y.bottom - y.top * x.bottom);
}

/// The part of a triangle in a plane, as an interval of the coordinate k of its points.
/// `height` are those of the corners above the plane, up to a common factor.
template <class N>
struct Span {
  Fraction<N> low, high;
  bool known = false;

  Span(const Corners<N>& t, const std::array<N, 3>& height, const std::array<int, 3>& signs,
       std::size_t k) {
    int count = 0;
    for (std::size_t i = 0; i < 3; i++) {
      const std::size_t j = (i + 1) % 3;
      std::optional<Fraction<N>> at;
      if (signs[i] == 0) {
        at = Fraction<N>{t[i][k], number<N>(1)};
      } else if (signs[i] * signs[j] < 0) {
        at = Fraction<N>{t[i][k] * height[j] - t[j][k] * height[i], height[j] - height[i]};
        if (signs[j] < 0) {
          at->top = number<N>(0) - at->top;
          at->bottom = number<N>(0) - at->bottom;
        }
      }
      if (!at) continue;
      if (count++ == 0) {
        low = high = *at;
        continue;
      }
      const int below = compare(*at, low), above = compare(*at, high);
      if (below == kUnknown || above == kUnknown) return;
      if (below < 0) low = *at;
      if (above > 0) high = *at;
    }
    known = count > 0;
  }
};

/// Two triangles in one plane, seen along the axis k: they meet unless an edge of one separates.
template <class N>
Verdict verdict_in_plane(const Corners<N>& a, const Corners<N>& b, std::size_t k) {
  const std::size_t x = (k + 1) % 3, y = (k + 2) % 3;
  const auto turn = [&](const Point<N>& p, const Point<N>& q, const Point<N>& r) {
    return sign((q[x] - p[x]) * (r[y] - p[y]) - (q[y] - p[y]) * (r[x] - p[x]));
  };
  bool unknown = false;
  for (const auto& [t, other] : {std::pair(&a, &b), std::pair(&b, &a)}) {
    const int own = turn((*t)[0], (*t)[1], (*t)[2]);
    if (own == kUnknown) return Verdict::undecided;
    for (std::size_t i = 0; i < 3; i++) {
      std::array<int, 3> s;
      for (std::size_t j = 0; j < 3; j++) s[j] = turn((*t)[i], (*t)[(i + 1) % 3], (*other)[j]);
      if (all(s, -own)) return Verdict::apart;
      unknown = unknown || any_unknown(s);
    }
  }
  return unknown ? Verdict::undecided : Verdict::touching;
}

/// The relative interior of A - B is the difference of those of A and B. So two triangles in planes
/// that cross overlap if their relative interiors meet, and triangles in parallel planes, whose
/// difference is flat, never do.
template <class N>
Verdict verdict_of(const Corners<N>& a, const Corners<N>& b, SharedSegment* shared = nullptr) {
  const Point<N> normal_a = normal(a[1] - a[0], a[2] - a[0]);
  std::array<N, 3> height_a, height_b;  // of the corners of each above the plane of the other
  std::array<int, 3> side_a, side_b;
  for (std::size_t i = 0; i < 3; i++) {
    height_b[i] = product(normal_a, b[i] - a[0]);
    side_b[i] = sign(height_b[i]);
  }
  if (all(side_b, 1) || all(side_b, -1)) return Verdict::apart;
  const Point<N> normal_b = normal(b[1] - b[0], b[2] - b[0]);
  for (std::size_t i = 0; i < 3; i++) {
    height_a[i] = product(normal_b, a[i] - b[0]);
    side_a[i] = sign(height_a[i]);
  }
  if (all(side_a, 1) || all(side_a, -1)) return Verdict::apart;
  if (any_unknown(side_a) || any_unknown(side_b)) return Verdict::undecided;

  const int along = axis_of(normal(normal_a, normal_b));
  if (along == kUnknownAxis) return Verdict::undecided;
  if (along == 3) {
    const int across = axis_of(normal_a);
    if (across >= 3) return Verdict::undecided;
    if (shared) shared->whole = true;
    return verdict_in_plane(a, b, static_cast<std::size_t>(across));
  }
  const Span<N> span_a(a, height_a, side_a, static_cast<std::size_t>(along));
  const Span<N> span_b(b, height_b, side_b, static_cast<std::size_t>(along));
  if (!span_a.known || !span_b.known) return Verdict::undecided;
  const int before = compare(span_a.high, span_b.low), after = compare(span_b.high, span_a.low);
  if (before == -1 || after == -1) return Verdict::apart;
  if (before == kUnknown || after == kUnknown) return Verdict::undecided;
  const bool through = has(side_a, 1) && has(side_a, -1) && has(side_b, 1) && has(side_b, -1);
  return through && before > 0 && after > 0 ? Verdict::overlapping : Verdict::touching;
}

/// How often the surface winds around the origin, so far: what one triangle adds, seen along a ray.
struct Winding {
  int count = 0;
  bool on_surface = false;  ///< the origin is
  bool degenerate = false;  ///< the ray meets an edge, or nobody knows
};

/// Corners seen from the point. With s_i the volumes that the ray spans with each edge, it meets
/// the plane inside the triangle if all have one sign, which is that of ray . normal; and ahead, if
/// the volume of the three corners has it too.
template <class N>
void add_crossing(const Corners<N>& t, const Point<N>& ray, Winding& winding) {
  const std::array<int, 3> s = {sign(volume(ray, t[0], t[1])), sign(volume(ray, t[1], t[2])),
                                sign(volume(ray, t[2], t[0]))};
  if (has(s, 1) && has(s, -1)) return;
  const int ahead = sign(volume(t[0], t[1], t[2]));
  if (any_unknown(s) || ahead == kUnknown || has(s, 0)) {
    winding.degenerate = true;
  } else if (ahead == s[0]) {
    winding.count += s[0];
  }
}

/// Whether the origin is on the triangle; kUnknown if nobody knows.
template <class N>
int holds_origin(const Corners<N>& t) {
  const int height = sign(volume(t[0], t[1], t[2]));
  if (height != 0) return height == kUnknown ? kUnknown : 0;
  const Point<N> across = normal(t[1] - t[0], t[2] - t[0]);
  std::array<int, 3> s;
  for (std::size_t i = 0; i < 3; i++) s[i] = sign(product(across, normal(t[i], t[(i + 1) % 3])));
  if (has(s, -1)) return 0;
  return any_unknown(s) ? kUnknown : 1;
}

// Distances, in long doubles.

RealVec nearest_on_segment(const RealVec& p, const RealVec& q, const RealVec& to) {
  const RealVec d = q - p;
  const Real length_sq = d.dot(d);
  const Real s = length_sq > 0 ? std::clamp<Real>((to - p).dot(d) / length_sq, 0, 1) : 0;
  return p + d * s;
}

using RealTriangle = std::array<RealVec, 3>;

/// From one body to the other, as short as was found.
struct Shortest {
  Real length = std::numeric_limits<Real>::infinity();
  RealVec way = RealVec::Zero();

  void add(const RealVec& from, const RealVec& to) {
    const Real found = (to - from).norm();
    if (found < length) length = found, way = to - from;
  }
  void add(const Shortest& other, bool turned) {
    if (other.length < length)
      length = other.length, way = turned ? -other.way : RealVec(other.way);
  }
};

/// From the point to the triangle.
Shortest shortest_to(const RealTriangle& t, const RealVec& point) {
  Shortest s;
  for (std::size_t i = 0; i < 3; i++) {
    s.add(point, nearest_on_segment(t[i], t[(i + 1) % 3], point));
  }
  const RealVec n = (t[1] - t[0]).cross(t[2] - t[0]);
  for (std::size_t i = 0; i < 3; i++) {
    if (n.dot((t[(i + 1) % 3] - t[i]).cross(point - t[i])) < 0) return s;
  }
  s.add(point, point - n * (n.dot(point - t[0]) / n.dot(n)));
  return s;
}

/// From segment r s to p q: both ends of each against the other, and where the lines are closest.
void add_segments(const RealVec& p, const RealVec& q, const RealVec& r, const RealVec& s,
                  Shortest& shortest) {
  const RealVec u = q - p, v = s - r, w = p - r;
  const Real a = u.dot(u), b = u.dot(v), c = v.dot(v), d = u.dot(w), e = v.dot(w);
  const Real det = a * c - b * b;
  for (const RealVec* end : {&p, &q}) shortest.add(nearest_on_segment(r, s, *end), *end);
  for (const RealVec* end : {&r, &s}) shortest.add(*end, nearest_on_segment(p, q, *end));
  if (!(det > 0)) return;
  Real t = std::clamp<Real>((b * e - c * d) / det, 0, 1);
  for (int i = 0; i < 2; i++) {  // nearly parallel: once more from the other side
    const RealVec on = nearest_on_segment(r, s, p + u * t);
    t = std::clamp<Real>((on - p).dot(u) / a, 0, 1);
    shortest.add(on, p + u * t);
  }
}

/// From b to a, which do not meet: of an edge from an edge, or a corner from a triangle.
Shortest shortest_between(const RealTriangle& a, const RealTriangle& b) {
  Shortest s;
  for (std::size_t i = 0; i < 3; i++) {
    s.add(shortest_to(a, b[i]), false);
    s.add(shortest_to(b, a[i]), true);
    for (std::size_t j = 0; j < 3; j++) {
      add_segments(a[i], a[(i + 1) % 3], b[j], b[(j + 1) % 3], s);
    }
  }
  return s;
}

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
    for (const Vec3& v : mesh.vertices) most = std::max(most, v.cwiseAbs().maxCoeff());
    return std::max(most, (pose.translation() - origin).cwiseAbs().maxCoeff());
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
  RealTriangle real_corners(std::uint32_t t) const {
    const Triangle& v = mesh.triangles[t];
    return {real[v[0]], real[v[1]], real[v[2]]};
  }
};

PlainMesh::PlainMesh(const MeshModel& model, bool is_solid) : solid(is_solid) {
  vertices = model.vertices;
  for (Vec3& v : vertices) {
    if (!is_finite(v)) v.setZero();  // keeps the numbers of the others; its triangles go
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
  Shortest s = shortest_between(a_->real_corners(first_a), b_->real_corners(first_b));
  for (std::uint32_t i = 0; i < count_a; i++) {
    for (std::uint32_t j = 0; j < count_b; j++) {
      if (Real(gap_sq(a_->boxes[i], b_->boxes[j])) > s.length * s.length) continue;
      s.add(shortest_between(a_->real_corners(i), b_->real_corners(j)), false);
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
        depth = std::min(depth, shortest_to(solid->real_corners(t), of->real[v]).length);
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
  (void)verdict_of(a, b, &s);
  const RealTriangle ra = a_->real_corners(i), rb = b_->real_corners(j);
  const RealVec na = (ra[1] - ra[0]).cross(ra[2] - ra[0]),
                nb = (rb[1] - rb[0]).cross(rb[2] - rb[0]);
  s.sine = static_cast<double>(na.cross(nb).norm() / (na.norm() * nb.norm()));
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
  RealTriangle t;
  for (std::size_t k = 0; k < 3; k++) {
    const Vec3& v = mesh.vertices[mesh.triangles[triangle][k]];
    t[k] = difference(pose.translation(), point);
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) t[k][i] += Real(pose.rotation()(i, j)) * Real(v[j]);
    }
  }
  return shortest_to(t, RealVec::Zero()).length;
}

}  // namespace glance::test
