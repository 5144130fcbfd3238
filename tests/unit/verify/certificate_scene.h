// Certificates put together by hand, and the two bodies that they are about.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "exact/oracle.h"
#include "glance/certificate.h"
#include "glance/rng.h"
#include "support/shorthand.h"

namespace glance::test {

using Pairs = std::vector<VertexPair>;

inline std::uint32_t index_of(const Shape& shape, const Vec3& local) {
  const auto vertices = shape.vertices();
  const auto found = std::find(vertices.begin(), vertices.end(), local);
  EXPECT_NE(found, vertices.end()) << "no vertex at " << local;
  return static_cast<std::uint32_t>(found - vertices.begin());
}

/// Two bodies; pairs are named by local coordinates.
struct Scene {
  Shape a;
  Pose pose_a;
  Shape b;
  Pose pose_b;

  Scene(const Shape& a_, const Pose& pose_a_, const Shape& b_, const Pose& pose_b_)
      : a(a_), pose_a(pose_a_), b(b_), pose_b(pose_b_) {}
  Scene(const std::vector<Vec3>& a_, const std::vector<Vec3>& b_, const Pose& pose = {})
      : a(hull(a_)), pose_a(pose), b(hull(b_)), pose_b(pose) {}

  VertexPair pair(const Vec3& in_a, const Vec3& in_b) const {
    return {index_of(a, in_a), index_of(b, in_b)};
  }
  Result<void> verify(const Certificate& c) const {
    return glance::verify(c, {a, pose_a}, {b, pose_b});
  }
  Verdict verdict() const { return exact::oracle_collide(a, pose_a, b, pose_b).verdict; }
};

inline const Vec3 kOrigin(0, 0, 0);

/// B is a point, so that A - B is A as seen from there.
inline Scene around_point(const std::vector<Vec3>& a, const Vec3& b, const Pose& pose = {}) {
  return Scene(a, std::vector<Vec3>{b}, pose);
}

inline ::testing::AssertionResult accepted(const Certificate& c, const Scene& scene) {
  const Result<void> result = scene.verify(c);
  if (result) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << result.error().message;
}

inline ::testing::AssertionResult refused(const Certificate& c, const Scene& scene,
                                          const std::string& reason) {
  const Result<void> result = scene.verify(c);
  if (result) return ::testing::AssertionFailure() << "accepted";
  if (result.error().message.find(reason) != std::string::npos) {
    return ::testing::AssertionSuccess();
  }
  return ::testing::AssertionFailure() << "for another reason: " << result.error().message;
}

inline Certificate certificate(Verdict verdict, const Pairs& plane, const Pairs& around,
                               int axis = Certificate::kNoAxis) {
  Certificate c;
  c.verdict = verdict;
  c.plane_count = static_cast<std::uint8_t>(plane.size());
  c.pair_count = static_cast<std::uint8_t>(around.size());
  c.axis = static_cast<std::uint8_t>(axis);
  std::copy(plane.begin(), plane.end(), c.plane.begin());
  std::copy(around.begin(), around.end(), c.pairs.begin());
  return c;
}

inline Certificate apart_along(const Vec3& direction) {
  Certificate c = certificate(Verdict::apart, {}, {});
  c.direction = direction;
  return c;
}
inline Certificate apart_by(const Pairs& plane) { return certificate(Verdict::apart, plane, {}); }
inline Certificate touching(const Pairs& around, const Pairs& plane, int axis = 0) {
  return certificate(Verdict::touching, plane, around, axis);
}
inline Certificate overlapping(const Pairs& around) {
  return certificate(Verdict::overlapping, {}, around);
}

/// No rotation, and some that are nothing but rounding. A pose that both bodies share
/// changes no verdict and no certificate.
inline std::vector<Pose> common_poses() {
  Rng rng(1);
  std::vector<Pose> poses(1);
  for (int i = 0; i < 20; i++) {
    poses.push_back(Pose::make(rng.rotation(), rng.in_box(i < 10 ? 1 : 1e6)).value());
  }
  return poses;
}

inline constexpr const char* kWeak = "the direction does not separate";
inline constexpr const char* kPlane = "the named plane does not separate";
inline constexpr const char* kZero = "the normal of the named plane is zero";
inline constexpr const char* kNotOn = "the origin is not in the hull of the";
inline constexpr const char* kNotIn = "the origin is not inside the hull of the";

}  // namespace glance::test
