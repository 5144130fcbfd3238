// Eigenvectors of a symmetric 3x3 matrix by Jacobi's rotations: simple, and the same bits
// everywhere (Eigen's solver sums in an order that depends on compiler flags).
#pragma once

#include "glance/math.h"
#include "rooms.h"

namespace glance::rooms::geom {

/// Orthonormal columns.
inline Mat3 symmetric_eigenvectors(Mat3 m) {
  constexpr int kSweeps = 8;  // converges quadratically: five are enough
  Mat3 vectors = Mat3::identity();
  for (int sweep = 0; sweep < kSweeps; sweep++) {
    for (int p = 0; p < 2; p++) {
      for (int q = p + 1; q < 3; q++) {
        if (m(p, q) == 0) continue;
        // The rotation in the plane (p, q) that makes m(p, q) zero, by its smaller angle.
        const double theta = (m(q, q) - m(p, p)) / (2 * m(p, q));
        const double t = (theta < 0 ? -1 : 1) / (std::fabs(theta) + std::sqrt(theta * theta + 1));
        const double c = 1 / std::sqrt(t * t + 1), s = t * c;
        const int r = 3 - p - q;
        const double pp = m(p, p), qq = m(q, q), pq = m(p, q), rp = m(r, p), rq = m(r, q);
        m(p, p) = pp - t * pq;
        m(q, q) = qq + t * pq;
        m(p, q) = m(q, p) = 0;
        m(r, p) = m(p, r) = c * rp - s * rq;
        m(r, q) = m(q, r) = s * rp + c * rq;
        for (int k = 0; k < 3; k++) {
          const double vp = vectors(k, p), vq = vectors(k, q);
          vectors(k, p) = c * vp - s * vq;
          vectors(k, q) = s * vp + c * vq;
        }
      }
    }
  }
  return vectors;
}

}  // namespace glance::rooms::geom
