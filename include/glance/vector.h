// Vectors of three components and 3 x 3 matrices: plain doubles, with operations in a fixed order.
//
// Bits. Every sum below is written out, so the same input gives the same bits at every optimisation
// level and for every -march. (Glance's CMake targets set -ffp-contract=off for the same reason.)
//
// Layout. Both types are trivially copyable and aligned like a double, whatever vector instructions
// the compiler may use, so code compiled with different flags can be linked.
//
// Other libraries. Vector types with x(), y(), z() and matrix types with (row, column) convert
// implicitly, so Eigen's can be passed where a Vec3 or a Mat3 is expected. glance/eigen.h converts
// back, and handles quaternions and isometries.
#pragma once

#include <cmath>
#include <concepts>
#include <iosfwd>
#include <type_traits>

#include "glance/export.h"

namespace glance {

class Vec3;
class Mat3;

namespace detail {

/// The number types that convert: float and double.
template <class T>
concept Number = std::same_as < std::remove_cvref_t<T>,
double > || std::same_as<std::remove_cvref_t<T>, float>;

/// Types with three components. Quaternions have x(), y(), z() as well; they are recognised by
/// their conversion to a rotation matrix, and excluded. Types that know their size at compile time
/// must have three components.
template <class V>
concept ForeignVector = !std::same_as<V, Vec3> && !requires(const V& v) {
  v.toRotationMatrix();
}
&&requires(const V& v) {
  { v.x() } -> Number;
  { v.y() } -> Number;
  { v.z() } -> Number;
}
&&(
    !requires { V::SizeAtCompileTime; } ||
    requires { requires V::SizeAtCompileTime == 3 || V::SizeAtCompileTime == -1; });

/// Matrices with three rows and three columns. Types that know their size at compile time must have
/// that size.
template <class M>
concept ForeignMatrix = !std::same_as<M, Mat3> && requires(const M& m) {
  { m(0, 0) } -> Number;
}
&&(
    !requires { M::SizeAtCompileTime; } ||
    requires {
      requires(M::RowsAtCompileTime == 3 || M::RowsAtCompileTime == -1) &&
          (M::ColsAtCompileTime == 3 || M::ColsAtCompileTime == -1);
    });

}  // namespace detail

/// Three doubles: a point, a direction, or sizes along three axes.
class Vec3 {
 public:
  constexpr Vec3() = default;  // zero
  /// The vector with these components.
  constexpr Vec3(double x, double y, double z) : v_{x, y, z} {}
  /// From another library's vector.
  template <detail::ForeignVector V>
  constexpr Vec3(const V& v) : v_{v.x(), v.y(), v.z()} {}  // NOLINT: converts by itself

  /// (0, 0, 0).
  static constexpr Vec3 zero() { return {}; }
  /// (value, value, value).
  static constexpr Vec3 constant(double value) { return {value, value, value}; }
  /// @{
  /// The unit vector along an axis.
  static constexpr Vec3 unit_x() { return {1, 0, 0}; }
  static constexpr Vec3 unit_y() { return {0, 1, 0}; }
  static constexpr Vec3 unit_z() { return {0, 0, 1}; }
  static constexpr Vec3 unit(int axis) {
    Vec3 v;
    v[axis] = 1;
    return v;
  }
  /// @}

  /// @{
  /// The components.
  constexpr double x() const { return v_[0]; }
  constexpr double y() const { return v_[1]; }
  constexpr double z() const { return v_[2]; }
  constexpr double& x() { return v_[0]; }
  constexpr double& y() { return v_[1]; }
  constexpr double& z() { return v_[2]; }
  constexpr const double& operator[](std::integral auto axis) const { return v_[axis]; }
  constexpr double& operator[](std::integral auto axis) { return v_[axis]; }
  /// @}
  /// @{
  /// The three components in order.
  constexpr const double* data() const { return v_; }
  constexpr double* data() { return v_; }
  /// @}

  /// @{
  /// Component by component, or by a number.
  constexpr Vec3& operator+=(const Vec3& u) {
    return *this = {x() + u.x(), y() + u.y(), z() + u.z()};
  }
  constexpr Vec3& operator-=(const Vec3& u) {
    return *this = {x() - u.x(), y() - u.y(), z() - u.z()};
  }
  constexpr Vec3& operator*=(double s) { return *this = {x() * s, y() * s, z() * s}; }
  constexpr Vec3& operator/=(double s) { return *this = {x() / s, y() / s, z() / s}; }

  friend constexpr Vec3 operator-(const Vec3& v) { return {-v.x(), -v.y(), -v.z()}; }
  friend constexpr Vec3 operator+(Vec3 u, const Vec3& v) { return u += v; }
  friend constexpr Vec3 operator-(Vec3 u, const Vec3& v) { return u -= v; }
  friend constexpr Vec3 operator*(Vec3 v, double s) { return v *= s; }
  friend constexpr Vec3 operator*(double s, Vec3 v) { return v *= s; }
  friend constexpr Vec3 operator/(Vec3 v, double s) { return v /= s; }
  /// @}
  /// Compares by value: -0.0 equals 0.0, and NaN equals nothing.
  friend constexpr bool operator==(const Vec3& u, const Vec3& v) {
    return u.x() == v.x() && u.y() == v.y() && u.z() == v.z();
  }

  // Component by component.
  /// The products.
  constexpr Vec3 times(const Vec3& u) const { return {x() * u.x(), y() * u.y(), z() * u.z()}; }
  /// The absolute values.
  Vec3 abs() const { return {std::fabs(x()), std::fabs(y()), std::fabs(z())}; }
  /// The smaller ones.
  constexpr Vec3 min(const Vec3& u) const {
    return {smaller(x(), u.x()), smaller(y(), u.y()), smaller(z(), u.z())};
  }
  /// The larger ones.
  constexpr Vec3 max(const Vec3& u) const {
    return {larger(x(), u.x()), larger(y(), u.y()), larger(z(), u.z())};
  }

  /// The smallest component.
  constexpr double min_component() const { return smaller(x(), smaller(y(), z())); }
  /// The largest component.
  constexpr double max_component() const { return larger(x(), larger(y(), z())); }
  /// The largest absolute value of a component.
  double max_abs() const { return abs().max_component(); }
  /// The axis of the largest component; the first one if components are equal.
  constexpr int max_axis() const {
    const int of_two = y() > x() ? 1 : 0;
    return z() > v_[of_two] ? 2 : of_two;
  }

 private:
  static constexpr double smaller(double s, double t) { return t < s ? t : s; }
  static constexpr double larger(double s, double t) { return s < t ? t : s; }

  double v_[3] = {0, 0, 0};
};

/// A 3 x 3 matrix of doubles.
class Mat3 {
 public:
  constexpr Mat3() = default;  // zero
  /// The entries row by row, as written on paper.
  constexpr Mat3(double xx, double xy, double xz, double yx, double yy, double yz, double zx,
                 double zy, double zz)
      : column_{{xx, yx, zx}, {xy, yy, zy}, {xz, yz, zz}} {}
  /// From another library's matrix.
  template <detail::ForeignMatrix M>
  constexpr Mat3(const M& m)  // NOLINT: converts by itself
      : Mat3(m(0, 0), m(0, 1), m(0, 2), m(1, 0), m(1, 1), m(1, 2), m(2, 0), m(2, 1), m(2, 2)) {}

  /// All entries are 0.
  static constexpr Mat3 zero() { return {}; }
  /// The identity.
  static constexpr Mat3 identity() { return diagonal({1, 1, 1}); }
  /// A diagonal matrix.
  static constexpr Mat3 diagonal(const Vec3& d) { return {d.x(), 0, 0, 0, d.y(), 0, 0, 0, d.z()}; }
  /// The matrix with these columns.
  static constexpr Mat3 from_columns(const Vec3& x, const Vec3& y, const Vec3& z) {
    Mat3 m;
    m.column_[0] = x, m.column_[1] = y, m.column_[2] = z;
    return m;
  }
  /// The matrix with these rows.
  static constexpr Mat3 from_rows(const Vec3& x, const Vec3& y, const Vec3& z) {
    return from_columns(x, y, z).transpose();
  }

  /// @{
  /// The entry in this row and column.
  constexpr double operator()(int row, int column) const { return column_[column][row]; }
  constexpr double& operator()(int row, int column) { return column_[column][row]; }
  /// @}
  /// @{
  /// A column.
  constexpr const Vec3& col(int i) const { return column_[i]; }
  constexpr Vec3& col(int i) { return column_[i]; }
  /// @}
  /// A copy; const, so that it is not assigned to by mistake. Use set_row for that.
  constexpr const Vec3 row(int i) const { return {column_[0][i], column_[1][i], column_[2][i]}; }
  /// Assigns to a row.
  constexpr void set_row(int i, const Vec3& v) {
    column_[0][i] = v.x(), column_[1][i] = v.y(), column_[2][i] = v.z();
  }
  /// The entries column by column.
  constexpr const double* data() const { return column_[0].data(); }
  /// The transpose.
  constexpr Mat3 transpose() const { return from_columns(row(0), row(1), row(2)); }
  /// The largest absolute value of an entry.
  double max_abs() const {
    return Vec3(col(0).max_abs(), col(1).max_abs(), col(2).max_abs()).max_component();
  }

  /// @{
  /// Entry by entry, or by a number.
  constexpr Mat3& operator+=(const Mat3& m) {
    return *this = from_columns(col(0) + m.col(0), col(1) + m.col(1), col(2) + m.col(2));
  }
  constexpr Mat3& operator-=(const Mat3& m) {
    return *this = from_columns(col(0) - m.col(0), col(1) - m.col(1), col(2) - m.col(2));
  }
  constexpr Mat3& operator*=(double s) {
    return *this = from_columns(col(0) * s, col(1) * s, col(2) * s);
  }
  constexpr Mat3& operator/=(double s) {
    return *this = from_columns(col(0) / s, col(1) / s, col(2) / s);
  }

  friend constexpr Mat3 operator-(const Mat3& m) {
    return from_columns(-m.col(0), -m.col(1), -m.col(2));
  }
  friend constexpr Mat3 operator+(Mat3 m, const Mat3& n) { return m += n; }
  friend constexpr Mat3 operator-(Mat3 m, const Mat3& n) { return m -= n; }
  friend constexpr Mat3 operator*(Mat3 m, double s) { return m *= s; }
  friend constexpr Mat3 operator*(double s, Mat3 m) { return m *= s; }
  friend constexpr Mat3 operator/(Mat3 m, double s) { return m /= s; }
  /// @}
  /// Compares by value: -0.0 equals 0.0, and NaN equals nothing.
  friend constexpr bool operator==(const Mat3& m, const Mat3& n) {
    return m.col(0) == n.col(0) && m.col(1) == n.col(1) && m.col(2) == n.col(2);
  }

 private:
  Vec3 column_[3];
};

static_assert(std::is_trivially_copyable_v<Vec3> && sizeof(Vec3) == 3 * sizeof(double));
static_assert(std::is_trivially_copyable_v<Mat3> && alignof(Mat3) == alignof(double));

/// u . v, summed from the left.
constexpr double dot(const Vec3& u, const Vec3& v) {
  return (u.x() * v.x() + u.y() * v.y()) + u.z() * v.z();
}

/// u x v.
constexpr Vec3 cross(const Vec3& u, const Vec3& v) {
  return {u.y() * v.z() - u.z() * v.y(), u.z() * v.x() - u.x() * v.z(),
          u.x() * v.y() - u.y() * v.x()};
}

/// u . (v x w): the signed volume of the parallelepiped.
constexpr double triple(const Vec3& u, const Vec3& v, const Vec3& w) { return dot(u, cross(v, w)); }

/// |x| + |y| + |z|.
inline double one_norm(const Vec3& v) {
  return (std::fabs(v.x()) + std::fabs(v.y())) + std::fabs(v.z());
}

/// The squared length.
constexpr double norm_sq(const Vec3& v) { return dot(v, v); }

/// The length, without overflow or underflow in between.
GLANCE_API double norm(const Vec3& v);

/// v / |v|; the zero vector stays zero.
GLANCE_API Vec3 normalized(const Vec3& v);

/// Whether every component of u is at most that of v.
constexpr bool at_most(const Vec3& u, const Vec3& v) {
  return u.x() <= v.x() && u.y() <= v.y() && u.z() <= v.z();
}

/// Whether every component is finite.
inline bool is_finite(const Vec3& v) {
  return std::isfinite(v.x()) && std::isfinite(v.y()) && std::isfinite(v.z());
}
/// Whether every entry is finite.
inline bool is_finite(const Mat3& m) {
  return is_finite(m.col(0)) && is_finite(m.col(1)) && is_finite(m.col(2));
}

/// m * v.
constexpr Vec3 multiply(const Mat3& m, const Vec3& v) {
  return {(m(0, 0) * v.x() + m(0, 1) * v.y()) + m(0, 2) * v.z(),
          (m(1, 0) * v.x() + m(1, 1) * v.y()) + m(1, 2) * v.z(),
          (m(2, 0) * v.x() + m(2, 1) * v.y()) + m(2, 2) * v.z()};
}

/// transpose(m) * v.
constexpr Vec3 multiply_transposed(const Mat3& m, const Vec3& v) {
  return {dot(m.col(0), v), dot(m.col(1), v), dot(m.col(2), v)};
}

/// a * b.
constexpr Mat3 compose(const Mat3& a, const Mat3& b) {
  return Mat3::from_columns(multiply(a, b.col(0)), multiply(a, b.col(1)), multiply(a, b.col(2)));
}

/// m * v.
constexpr Vec3 operator*(const Mat3& m, const Vec3& v) { return multiply(m, v); }
/// a * b.
constexpr Mat3 operator*(const Mat3& a, const Mat3& b) { return compose(a, b); }

/// Prints (x, y, z), for messages.
template <class Char, class Traits>
std::basic_ostream<Char, Traits>& operator<<(std::basic_ostream<Char, Traits>& out, const Vec3& v) {
  return out << "(" << v.x() << ", " << v.y() << ", " << v.z() << ")";
}

/// The inverse, by cofactors: accurate to a few units in the last place for a matrix that is nearly
/// a rotation. Not finite for a singular matrix.
constexpr Mat3 inverse(const Mat3& m) {
  const Vec3 &x = m.col(0), &y = m.col(1), &z = m.col(2);
  const Vec3 yz = cross(y, z);
  const double determinant = dot(x, yz);
  return Mat3::from_rows(yz / determinant, cross(z, x) / determinant, cross(x, y) / determinant);
}

/// u * transpose(v).
constexpr Mat3 outer_product(const Vec3& u, const Vec3& v) {
  return Mat3::from_columns(u * v.x(), u * v.y(), u * v.z());
}

}  // namespace glance
