// Vectors without rounding and bodies in 50 digits, for the referee alone: they share no code with
// the solvers.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "glance/shape.h"
#include "math/fine_real.h"
#include "rooms.h"

namespace glance::rooms::referee {

using Real = FineReal;

template <class T>
using Vector = std::array<T, 3>;

template <class T>
Vector<T> convert(const Vec3& v) {
  return {T(v.x()), T(v.y()), T(v.z())};
}

template <class T>
Vector<T> operator+(const Vector<T>& u, const Vector<T>& v) {
  return {T(u[0] + v[0]), T(u[1] + v[1]), T(u[2] + v[2])};
}

template <class T>
Vector<T> operator-(const Vector<T>& u, const Vector<T>& v) {
  return {T(u[0] - v[0]), T(u[1] - v[1]), T(u[2] - v[2])};
}

template <class T>
Vector<T> operator*(const Vector<T>& u, const T& s) {
  return {T(u[0] * s), T(u[1] * s), T(u[2] * s)};
}

template <class T>
T dot(const Vector<T>& u, const Vector<T>& v) {
  return u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
}

template <class T>
Vector<T> cross(const Vector<T>& u, const Vector<T>& v) {
  return {T(u[1] * v[2] - u[2] * v[1]), T(u[2] * v[0] - u[0] * v[2]), T(u[0] * v[1] - u[1] * v[0])};
}

/// The square root to 49 digits, by Newton's method from that of a double: some twenty times as
/// fast as the one that comes with Real.
Real root(const Real& x);

inline Real length(const Vector<Real>& v) { return root(dot(v, v)); }

/// A pose without rounding.
template <class T>
struct Place {
  Vector<T> column[3], t;

  Place() = default;
  explicit Place(const Pose& pose) : t(convert<T>(pose.translation())) {
    for (int i = 0; i < 3; i++) column[i] = convert<T>(pose.rotation().col(i));
  }
  Vector<T> turn(const Vector<T>& v) const {
    return column[0] * v[0] + column[1] * v[1] + column[2] * v[2];
  }
  /// By the transposed matrix: not quite the inverse.
  Vector<T> turn_back(const Vector<T>& v) const {
    return {dot(column[0], v), dot(column[1], v), dot(column[2], v)};
  }
  Vector<T> apply(const Vector<T>& v) const { return turn(v) + t; }
  /// By the true inverse.
  Vector<T> apply_inverse(const Vector<T>& x) const {
    const Vector<T> v = x - t, n = cross(column[1], column[2]);
    const T det = dot(column[0], n);
    return {T(dot(n, v) / det), T(dot(cross(column[2], column[0]), v) / det),
            T(dot(cross(column[0], column[1]), v) / det)};
  }
};

/// A body in the world, measured by rounding to 50 digits.
class BodyOptions {
 public:
  BodyOptions(const Shape& shape, const Pose& pose) : BodyOptions(shape, Place<Real>(pose)) {}
  BodyOptions(const Shape& shape, const Place<Real>& place);

  bool is_halfspace() const { return shape_.kind() == ShapeKind::halfspace; }
  Vector<Real> plane_normal() const { return place_.turn(sizes_); }
  /// The numbers that a measurement from x takes in: its errors are some 1e-49 of that.
  Real size_about(const Vector<Real>& x) const {
    return length(x) + length(place_.t) + reach_ + rounding_;
  }

  /// The largest d.x of the body; of a half-space along its own normal only.
  Real highest(const Vector<Real>& d) const;

  /// The core, if that is a single point.
  std::optional<Vector<Real>> centre() const {
    if (turned_.size() != 1) return {};
    return turned_[0] + place_.t;
  }

  /// Of a flat core: the normal of its plane, or the direction of a segment (of unit length), and
  /// a lower bound for how far within its outline the point of it is that `inside` measures from.
  struct Flat {
    int dimension;
    Vector<Real> axis;
    Real within;
  };
  std::optional<Flat> flat(const Vector<Real>& x) const;

  /// A lower bound for how deep x is inside; negative: minus an upper bound on its distance.
  Real inside(const Vector<Real>& x) const;

 private:
  // Both of R * core, without t.
  std::optional<Real> polytope_depth(const Vector<Real>& x) const;
  Real polytope_distance(const Vector<Real>& x) const;
  Flat polygon_or_segment(const Vector<Real>& x) const;

  const Shape& shape_;
  Place<Real> place_;
  Vector<Real> sizes_;
  Real rounding_, reach_;
  std::vector<Vector<Real>> turned_;  ///< R v for the vertices of a flat core
};

}  // namespace glance::rooms::referee
