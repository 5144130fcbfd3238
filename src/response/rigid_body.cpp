// Mass, inertia, poses: what a response needs to know of a body.
// Tested in tests/unit/response/rigid_motion_test.cpp (RigidBody).
#include <fmt/format.h>

#include "base/error_code.h"
#include "geom/jacobi.h"
#include "glance/response.h"
#include "glance/tolerance.h"

namespace glance {
using namespace rooms::response;

namespace {

Result<void> check_material(const ContactMaterial& material) {
  if (!(material.restitution >= 0 && material.restitution <= 1)) {
    return fail(code_of(material.restitution),
                fmt::format("restitution must be from 0 to 1, not {}", material.restitution));
  }
  if (!(material.friction >= 0 && std::isfinite(material.friction))) {
    return fail(code_of(material.friction),
                fmt::format("friction must be finite and not negative, not {}", material.friction));
  }
  return {};
}

/// v diag(d) v^T.
Mat3 from_principal(const Mat3& v, const Vec3& d) {
  Mat3 scaled;
  for (int k = 0; k < 3; k++) scaled.col(k) = v.col(k) * d[k];
  return compose(scaled, v.transpose());
}

}  // namespace

Result<RigidBody> RigidBody::make(const MassProperties& shape, double density,
                                  const ContactMaterial& material) {
  if (!(density > 0 && std::isfinite(density))) {
    return fail(code_of(density),
                fmt::format("density must be positive and finite, not {}", density));
  }
  return make(shape.volume * density, Mat3(shape.inertia * density), material, shape.centroid);
}

Result<RigidBody> RigidBody::make(double mass, const Mat3& inertia, const ContactMaterial& material,
                                  const Vec3& center) {
  if (!(mass > 0 && std::isfinite(mass) && std::isfinite(1 / mass))) {
    return fail(
        code_of(mass),
        fmt::format(
            "mass must be positive and finite, not {} (RigidBody::fixed makes bodies that stay)",
            mass));
  }
  auto made = fixed(material, center);
  if (!made) return made;
  double largest = 0;
  for (int i = 0; i < 9; i++) {
    if (!std::isfinite(inertia(i % 3, i / 3))) {
      return fail(ErrorCode::not_finite, fmt::format("inertia is not finite: entry ({}, {}) is {}",
                                                     i % 3, i / 3, inertia(i % 3, i / 3)));
    }
    largest = std::fmax(largest, std::fabs(inertia(i % 3, i / 3)));
  }
  // Inertias come out of sums, whose roundings may differ above and below the diagonal; more
  // than that (as much as a rotation may be off) is a mistake.
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3;
    if (!(std::fabs(inertia(i, j) - inertia(j, i)) <= kRotationTolerance * largest)) {
      return fail(ErrorCode::bad_geometry,
                  fmt::format("inertia is not symmetric: entries ({}, {}) and back are {} and {}",
                              i, j, inertia(i, j), inertia(j, i)));
    }
  }
  const Mat3 symmetric = (inertia + inertia.transpose()) / 2;
  const Mat3 axes = symmetric_eigenvectors(symmetric);
  Vec3 inverse;
  for (int k = 0; k < 3; k++) {
    const double moment = dot(axes.col(k), multiply(symmetric, axes.col(k)));
    inverse[k] = 1 / moment;
    if (!(moment > 0 && std::isfinite(inverse[k]))) {
      return fail(ErrorCode::bad_geometry,
                  fmt::format("the body has no inertia about an axis: its moment is {}", moment));
    }
  }
  made->mass_ = mass;
  made->inverse_mass_ = 1 / mass;
  made->inertia_ = symmetric;
  made->inverse_inertia_ = from_principal(axes, inverse);
  return made;
}

Result<RigidBody> RigidBody::fixed(const ContactMaterial& material, const Vec3& center) {
  if (auto good = check_material(material); !good) return fail(good.error());
  if (!is_finite(center)) {
    return fail(ErrorCode::not_finite, fmt::format("centre of mass is not finite: ({}, {}, {})",
                                                   center.x(), center.y(), center.z()));
  }
  RigidBody body;
  body.mass_ = std::numeric_limits<double>::infinity();
  body.center_ = center;
  body.material_ = material;
  return body;
}

Result<Pose> pose_of(const RigidBody& body, const RigidState& state) {
  const Mat3 rotation = rotation_matrix(state.rotation);
  return Pose::make(state.rotation, state.position - multiply(rotation, body.center()));
}

RigidState state_at(const RigidBody& body, const Pose& pose, const Vec3& velocity,
                    const Vec3& spin) {
  return {pose.apply(body.center()), Quat::from_rotation_vector(rotation_vector(pose.rotation())),
          velocity, spin};
}

}  // namespace glance
