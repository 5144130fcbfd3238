// Tested in tests/property/flush_test.cpp (Flush.SolidsAreWhatTheirCellsAre).
#include "mesh/sample_point.h"

#include <algorithm>
#include <cmath>

namespace glance::rooms::mesh {

SamplePoint::SamplePoint(const Pose& body, const Vec3& local) : pose(&body), rough(local) {
  terms.push_back({&body, local, 1, 0, 0});
}

SamplePoint::SamplePoint(const Pose& body, std::span<const Vec3> points)
    : weight(points.size()), pose(&body), rough(Vec3::zero()) {
  const auto count = static_cast<double>(points.size());
  double largest = 0;
  for (std::size_t i = 0; i < points.size(); i++) {
    // From the mean to the first point, times their number; and to the second.
    const BigInt number(points.size());
    terms.push_back({&body, points[i], 1, BigInt(i == 0 ? number - 1 : BigInt(-1)),
                     BigInt(i == 1 ? number - 1 : BigInt(-1))});
    rough += points[i] / count;
    largest = std::max(largest, points[i].max_abs());
  }
  // Of each coordinate: a quotient and a sum for each point.
  error = (count + 2) * 0x1p-52 * largest;
}

/// There is one direction f, so an earlier one is replaced. It is a vector: turned with its body,
/// not moved.
void SamplePoint::move_along(const Vec3& local_direction) {
  for (Term& term : terms) term.then = 0;
  terms.push_back({pose, local_direction, 0, 0, 1, true});
}

void SamplePoint::add_to(ExactWorld& world) const {
  for (const Term& term : terms) {
    world.add(*term.pose);
    world.add(term.local);
  }
}

/// In p = x + e d + e^2 f, e is below any number: d matters only if x is exactly in the plane, and
/// f only if d leads along it. All three are sums of integers, so no sign is rounded.
int SamplePoint::side(const ExactWorld& world, const ExactPoint& normal,
                      const ExactPoint& origin) const {
  BigInt at = -(weight * dot(normal, origin)), along = 0, beyond = 0;
  for (const Term& term : terms) {
    const BigInt height = dot(normal, term.is_vector ? world.turned(*term.pose, term.local)
                                                     : world(*term.pose, term.local));
    at += term.at * height;
    along += term.toward * height;
    beyond += term.then * height;
  }
  if (const int sign = sign_of(at); sign != 0) return sign;
  if (const int sign = sign_of(along); sign != 0) return sign;
  return sign_of(beyond);
}

}  // namespace glance::rooms::mesh
