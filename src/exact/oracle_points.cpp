// Tested in tests/property/oracle_test.cpp (Oracle.AgreesWithItself).
#include "exact/oracle_points.h"

#include <algorithm>

#include "base/work_limit.h"

namespace glance::rooms::exact {
namespace {

/// One body on its own exponent.
struct PosedPoints {
  std::vector<ExactPoint> points;
  int exponent = 0;
};

PosedPoints posed(std::span<const Vec3> vertices, const Pose& pose) {
  CommonScale rotation, local, translation;
  rotation.add(pose.rotation());
  translation.add(pose.translation());
  for (const Vec3& v : vertices) local.add(v);

  ExactPoint row[3];
  for (int i = 0; i < 3; i++) {
    row[i] = to_exact<BigInt>(rotation, pose.rotation().row(i));
  }
  PosedPoints result;
  const int product_exponent = rotation.exponent() + local.exponent();
  result.exponent = std::min(product_exponent, translation.exponent());
  const int product_shift = product_exponent - result.exponent;
  const int translation_shift = translation.exponent() - result.exponent;
  const ExactPoint t = to_exact<BigInt>(translation, pose.translation());
  for (const Vec3& v : vertices) {
    const ExactPoint p = to_exact<BigInt>(local, v);
    result.points.push_back({(dot(row[0], p) << product_shift) + (t.x << translation_shift),
                             (dot(row[1], p) << product_shift) + (t.y << translation_shift),
                             (dot(row[2], p) << product_shift) + (t.z << translation_shift)});
  }
  return result;
}

void shift(std::vector<ExactPoint>& points, int bits) {
  if (bits == 0) return;
  for (ExactPoint& p : points) {
    spend_work(kProductUnits<BigInt> / 2);
    p.x <<= bits;
    p.y <<= bits;
    p.z <<= bits;
  }
}

}  // namespace

OraclePoints with_b_moved(OraclePoints points, Vec3 by) {
  const double largest = by.max_abs();
  for (int i = 0; i < 3; i++) {
    if (std::fabs(by[i]) < 0x1p-60 * largest) by[i] = 0;
  }
  CommonScale scale;
  scale.add(by);
  const int exponent = std::min(points.exponent, scale.exponent());
  std::vector<ExactPoint> step{to_exact<BigInt>(scale, by)}, origin{points.origin};
  shift(step, scale.exponent() - exponent);
  for (auto* list : {&points.a, &points.b, &origin}) shift(*list, points.exponent - exponent);
  points.exponent = exponent;
  points.origin = origin[0];
  for (std::size_t i = 0; i < points.b.size(); i++) {
    points.b[i] = points.b[i] + step[0];
    points.rounded_b[i] = points.rounded(points.b[i]);
  }
  return points;
}

OraclePoints exact_world_points(const Shape& a, const Pose& pose_a, const Shape& b,
                                const Pose& pose_b) {
  PosedPoints pa = posed(a.vertices(), pose_a), pb = posed(b.vertices(), pose_b);
  OraclePoints result;
  result.exponent = std::min(pa.exponent, pb.exponent);
  shift(pa.points, pa.exponent - result.exponent);
  shift(pb.points, pb.exponent - result.exponent);
  result.origin = pa.points[0];
  for (const ExactPoint& p : pa.points) result.a.push_back(p - result.origin);
  for (const ExactPoint& p : pb.points) result.b.push_back(p - result.origin);
  for (const ExactPoint& p : result.a) result.rounded_a.push_back(result.rounded(p));
  for (const ExactPoint& p : result.b) result.rounded_b.push_back(result.rounded(p));
  return result;
}

}  // namespace glance::rooms::exact
