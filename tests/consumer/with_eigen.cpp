// A program that has Eigen: its types are handed to the library, and come back.
#include <glance/eigen.h>
#include <glance/glance.h>

#include <cstdio>
#include <vector>

namespace {

int failures = 0;

void expect(bool holds, const char* what) {
  if (!holds) std::printf("wrong: %s\n", what), failures++;
}

}  // namespace

int main() {
  using namespace glance;
  static_assert(std::is_convertible_v<Eigen::Vector3d, Vec3>);
  static_assert(std::is_convertible_v<Eigen::Vector3f, Vec3>);
  static_assert(std::is_convertible_v<Eigen::Matrix3d, Mat3>);
  static_assert(!std::is_convertible_v<Eigen::Vector4d, Vec3>);
  static_assert(!std::is_convertible_v<Eigen::Matrix4d, Mat3>);
  static_assert(!std::is_convertible_v<Eigen::Quaterniond, Vec3>);

  // Vectors, expressions and matrices convert by themselves.
  const Eigen::Vector3d half(1, 2, 3);
  const Shape box = Shape::box(half).value();
  expect(box.sizes() == Vec3(1, 2, 3), "the sizes of a box");
  const Eigen::Matrix3d turn = Eigen::AngleAxisd(0.5, half.normalized()).toRotationMatrix();
  const Pose pose = Pose::make(turn, half + half).value();
  expect(pose.translation() == Vec3(2, 4, 6), "a sum as translation");
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) expect(pose.rotation()(i, j) == turn(i, j), "an entry of a matrix");
  }
  expect(to_eigen(pose.rotation()) == turn, "a matrix, back");
  expect(to_eigen(pose.translation()) == half + half, "a vector, back");

  // Quaternions and isometries.
  const Eigen::Quaterniond q(Eigen::AngleAxisd(0.5, half.normalized()));
  expect(to_eigen(from_eigen(q)).coeffs() == q.coeffs(), "a quaternion, there and back");
  Eigen::Isometry3d isometry = to_eigen(pose);
  expect(from_eigen(isometry).value() == pose, "an isometry, there and back");
  expect((isometry * half - to_eigen(pose.apply(half))).norm() < 1e-14, "a point that is moved");
  isometry.linear() *= 2;
  expect(!from_eigen(isometry), "a matrix that is not a rotation");
  return failures;
}
