// Rotations and poses. (The conversion from quaternion to matrix is in math/quat_pose.h.)
#include <fmt/format.h>

#include <cmath>

#include "glance/math.h"
#include "glance/tolerance.h"
#include "math/quat_pose.h"

namespace glance {
Quat multiply(const Quat& a, const Quat& b) {
  return {((a.w * b.w - a.x * b.x) - a.y * b.y) - a.z * b.z,
          ((a.w * b.x + a.x * b.w) + a.y * b.z) - a.z * b.y,
          ((a.w * b.y - a.x * b.z) + a.y * b.w) + a.z * b.x,
          ((a.w * b.z + a.x * b.y) - a.y * b.x) + a.z * b.w};
}

Quat Quat::from_rotation_vector(const Vec3& v) {
  const double angle = norm(v);
  if (!(angle > 0)) return {};
  const double s = std::sin(angle / 2);
  const Vec3 axis = normalized(v);
  return {std::cos(angle / 2), s * axis.x(), s * axis.y(), s * axis.z()};
}

Mat3 rotation_matrix(const Quat& given) {
  Quat q = given;
  // Lengths whose square over- or underflows are scaled to near one, exactly.
  const double largest = std::fmax(std::fmax(std::fabs(q.w), std::fabs(q.x)),
                                   std::fmax(std::fabs(q.y), std::fabs(q.z)));
  if (!(largest > 0x1p-400 && largest < 0x1p400)) {
    int exponent;
    std::frexp(largest, &exponent);
    for (double* c : {&q.w, &q.x, &q.y, &q.z}) *c = std::ldexp(*c, -exponent);
  }
  const double squared = math::length_sq(q);
  return squared == 0 ? Mat3(Mat3::identity()) : math::rotation_matrix(q, squared);
}

namespace {

/// The quaternion of a rotation matrix, from its largest component so that no
/// digit cancels (Shepperd 1978).
Quat quaternion(const Mat3& r) {
  const double trace = r(0, 0) + r(1, 1) + r(2, 2);
  if (trace >= r(0, 0) && trace >= r(1, 1) && trace >= r(2, 2)) {
    const double w = std::sqrt(std::fmax(0.0, 1 + trace)) / 2, s = 1 / (4 * w);
    return {w, (r(2, 1) - r(1, 2)) * s, (r(0, 2) - r(2, 0)) * s, (r(1, 0) - r(0, 1)) * s};
  }
  int i = 0;
  if (r(1, 1) > r(i, i)) i = 1;
  if (r(2, 2) > r(i, i)) i = 2;
  const int j = (i + 1) % 3, k = (i + 2) % 3;
  double v[3];
  v[i] = std::sqrt(std::fmax(0.0, 1 + r(i, i) - r(j, j) - r(k, k))) / 2;
  const double s = 1 / (4 * v[i]);
  v[j] = (r(i, j) + r(j, i)) * s;
  v[k] = (r(i, k) + r(k, i)) * s;
  return {(r(k, j) - r(j, k)) * s, v[0], v[1], v[2]};
}

}  // namespace

Vec3 rotation_vector(const Mat3& rotation) {
  Quat q = quaternion(rotation);
  if (q.w < 0) q = {-q.w, -q.x, -q.y, -q.z};
  const Vec3 v{q.x, q.y, q.z};
  const double s = norm(v);
  if (!(s > 0)) return Vec3::zero();
  return v * (2 * std::atan2(s, q.w) / s);
}

double rotation_error(const Mat3& r) {
  if (!is_finite(r)) return std::numeric_limits<double>::infinity();
  const Vec3 columns[3] = {r.col(0), r.col(1), r.col(2)};
  if (triple(columns[0], columns[1], columns[2]) < 0) {
    return std::numeric_limits<double>::infinity();
  }
  double error = 0;
  for (int i = 0; i < 3; i++) {
    for (int j = i; j < 3; j++) {
      error = std::fmax(error, std::fabs(dot(columns[i], columns[j]) - (i == j ? 1 : 0)));
    }
  }
  return error;
}

namespace {

Result<void> check_translation(const Vec3& translation) {
  for (int i = 0; i < 3; i++) {
    if (!std::isfinite(translation[i])) {
      return fail(ErrorCode::not_finite,
                  fmt::format("translation is not finite: ({}, {}, {})", translation.x(),
                              translation.y(), translation.z()));
    }
    if (std::fabs(translation[i]) > kMaxCoordinate) {
      return fail(ErrorCode::out_of_range,
                  fmt::format("translation {} is beyond the largest coordinate {}: use a larger "
                              "unit of length",
                              translation[i], kMaxCoordinate));
    }
  }
  return {};
}

}  // namespace

Result<Pose> Pose::make(const Mat3& rotation, const Vec3& translation) {
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      if (!std::isfinite(rotation(i, j))) {
        return fail(
            ErrorCode::not_finite,
            fmt::format("rotation is not finite: entry ({}, {}) is {}", i, j, rotation(i, j)));
      }
    }
  }
  if (triple(rotation.col(0), rotation.col(1), rotation.col(2)) < 0) {
    return fail(ErrorCode::bad_geometry, "rotation mirrors: its determinant is negative");
  }
  if (const double error = rotation_error(rotation); !(error <= kRotationTolerance)) {
    return fail(
        ErrorCode::bad_geometry,
        fmt::format("rotation is not orthonormal: R^T R differs from the identity by {:.7g}, at "
                    "most {:g} is allowed",
                    error, kRotationTolerance));
  }
  if (auto ok = check_translation(translation); !ok) return fail(ok.error());
  return Pose(rotation, translation);
}

Result<Pose> Pose::make(const Quat& rotation, const Vec3& translation) {
  const QuatPose given{rotation, translation};
  // (Of a quaternion that is this near to unit length the matrix is a rotation to a few roundings.)
  if (math::is_pose(given)) return math::PoseAccess::make(given);
  const double squared = math::length_sq(rotation);
  if (!(std::fabs(squared - 1) <= kRotationTolerance)) {
    return fail(
        std::isfinite(squared) ? ErrorCode::bad_geometry : ErrorCode::not_finite,
        fmt::format("quaternion ({}, {}, {}, {}) is not of unit length: its squared length "
                    "is {:.9g}, off by more than {:g}",
                    rotation.w, rotation.x, rotation.y, rotation.z, squared, kRotationTolerance));
  }
  return fail(check_translation(translation).error());
}

Result<Pose> Pose::make(const Vec3& translation) {
  if (auto ok = check_translation(translation); !ok) return fail(ok.error());
  return Pose(Mat3::identity(), translation);
}

Pose compose(const Pose& outer, const Pose& inner) {
  Mat3 rotation = compose(outer.rotation(), inner.rotation());
  if (!(rotation_error(rotation) <= kRotationTolerance)) {
    // One step of Newton towards the nearest rotation: an error e becomes 3/4 e^2.
    const Mat3 square = compose(rotation.transpose(), rotation);
    rotation = compose(rotation, Mat3((3 * Mat3::identity() - square) / 2));
  }
  return Pose(rotation, outer.apply(inner.translation()));
}

}  // namespace glance
