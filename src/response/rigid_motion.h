// Inertia as the world sees it.
#pragma once

#include "glance/response.h"
#include "rooms.h"

namespace glance::rooms::response {

/// rotation * matrix * rotation^T * v, for an inertia (or its inverse) of the body's frame.
inline Vec3 turned_multiply(const Mat3& rotation, const Mat3& matrix, const Vec3& v) {
  return multiply(rotation, multiply(matrix, multiply_transposed(rotation, v)));
}

/// rotation * matrix * rotation^T.
inline Mat3 turned_matrix(const Mat3& rotation, const Mat3& matrix) {
  return compose(compose(rotation, matrix), rotation.transpose());
}

}  // namespace glance::rooms::response
