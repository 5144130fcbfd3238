// Rotations and poses: the bits of the matrix of a quaternion, the way there and back,
// and what is refused as a pose.
#include <gtest/gtest.h>

#include <numbers>
#include <string>

#include "glance/rng.h"
#include "glance/tolerance.h"
#include "support/shorthand.h"

namespace glance::test {
namespace {

Mat3 rows(const double (&m)[9]) {
  Mat3 out;
  for (int i = 0; i < 9; i++) out(i / 3, i % 3) = m[i];
  return out;
}

TEST(RotationMatrix, GoldenBits) {
  // Worked out operation by operation by a program of its own.
  const struct {
    Quat q;
    double matrix[9];
  } cases[] = {
      {{1, 0, 0, 0}, {1, 0, 0, 0, 1, 0, 0, 0, 1}},
      {{0, 0, 1, 0}, {-1, 0, 0, 0, 1, 0, 0, 0, -1}},
      {{0.5, 0.5, 0.5, 0.5}, {0, 0, 1, 1, 0, 0, 0, 1, 0}},  // x to y to z to x
      {{0.5, -0.5, 0.5, 0.5}, {0, -1, 0, 0, 0, 1, -1, 0, 0}},
      {{0.8, 0.6, 0, 0},
       {1, 0, 0, 0, 0x1.1eb851eb851ecp-2, -0x1.eb851eb851eb8p-1, 0, 0x1.eb851eb851eb8p-1,
        0x1.1eb851eb851ecp-2}},
      {{0.6, 0, -0.8, 0},
       {-0x1.1eb851eb851f0p-2, 0, -0x1.eb851eb851eb8p-1, 0, 1, 0, 0x1.eb851eb851eb8p-1, 0,
        -0x1.1eb851eb851f0p-2}},
      {{0x1.d906bcf328d46p-1, 0, 0, 0x1.87de2a6aea963p-2},  // an eighth of a turn
       {0x1.6a09e667f3bccp-1, -0x1.6a09e667f3bcdp-1, 0, 0x1.6a09e667f3bcdp-1, 0x1.6a09e667f3bccp-1,
        0, 0, 0, 1}},
      {{0.1, 0.2, 0.3, 0.4},  // not of unit length
       {-0x1.5555555555554p-1, 0x1.1111111111110p-3, 0x1.7777777777777p-1, 0x1.5555555555555p-1,
        -0x1.5555555555554p-2, 0x1.5555555555555p-1, 0x1.5555555555556p-2, 0x1.dddddddddddddp-1,
        0x1.1111111111118p-3}},
      {{-0.39, 0.56, -0.69, -0.53},  // every other order of operations gives other bits
       {-0x1.e7ec115607fe8p-3, -0x1.f0b73e3462928p-1, -0x1.732d093bbbea8p-5, -0x1.2cfe8371b5d70p-2,
        0x1.c39335bef8040p-6, 0x1.e92daa0814efep-1, -0x1.d9efa086ab242p-1, 0x1.ed731798a7546p-3,
        -0x1.2abba3cad1bf8p-2}},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(testing::Message() << c.q.w << " " << c.q.x << " " << c.q.y << " " << c.q.z);
    EXPECT_EQ(rotation_matrix(c.q), rows(c.matrix));
  }
  EXPECT_EQ(rotation_matrix(Quat(0, 0, 0, 0)), Mat3::identity());
}

TEST(RotationMatrix, IsOrthonormalAndThatOfEigen) {
  Rng rng(1);
  for (int i = 0; i < 5000; i++) {
    SCOPED_TRACE(i);
    const Quat q = rng.rotation();
    const Mat3 r = rotation_matrix(q);
    ASSERT_LE(rotation_error(r), 2e-15);
    ASSERT_NEAR(triple(r.col(0), r.col(1), r.col(2)), 1, 2e-15);
    const Vec3 axis(q.x, q.y, q.z);  // of a unit quaternion: sin(angle/2) times the axis
    ASSERT_LE(largest(r - turn_about(normalized(axis), 2 * std::atan2(norm(axis), q.w))), 3e-15);
    // The length does not count, nor the sign.
    const double s = std::pow(10, rng.uniform(-100, 100));
    ASSERT_LE(largest(r - rotation_matrix(Quat(q.w * s, q.x * s, q.y * s, q.z * s))), 1e-15);
    ASSERT_EQ(r, rotation_matrix(Quat(-q.w, -q.x, -q.y, -q.z)));
    const double power = std::ldexp(1.0, static_cast<int>(rng.below(600)) - 300);
    ASSERT_EQ(r, rotation_matrix(Quat(q.w * power, q.x * power, q.y * power, q.z * power)));
  }
}

// Regression: squared lengths under- and overflowed. (0, 1e-200, 0, 0), half a turn, gave no
// turn, and (0, 2e-162, 0, 0) gave NaN.
TEST(RotationMatrix, LengthsWhoseSquareOverflowsDoNotMatterEither) {
  const Mat3 half_turn = rotation_matrix(Quat(0, 1, 0, 0));
  for (const double s : {1e-200, 2e-162, 1e-160, 1e160, 1e300}) {
    EXPECT_LE(largest(rotation_matrix(Quat(0, s, 0, 0)) - half_turn), 1e-15) << s;
  }
}

TEST(Quaternion, ProductIsTheSecondRotationAfterTheFirst) {
  const Quat i(0, 1, 0, 0), j(0, 0, 1, 0), k(0, 0, 0, 1);
  EXPECT_EQ(multiply(i, j), k);
  EXPECT_EQ(multiply(j, k), i);
  EXPECT_EQ(multiply(j, i), Quat(0, 0, 0, -1));
  Rng rng(2);
  for (int n = 0; n < 2000; n++) {
    const Quat a = rng.rotation(), b = rng.rotation();
    const Mat3 both = rotation_matrix(a) * rotation_matrix(b);
    ASSERT_LE(largest(rotation_matrix(multiply(a, b)) - both), 2e-15) << n;
  }
}

TEST(RotationVector, ComesBack) {
  Rng rng(3);
  for (int i = 0; i < 3000; i++) {
    const double angle = i % 2 == 0 ? rng.uniform(0, kPi) : std::pow(10, rng.uniform(-15, 0));
    const Vec3 v = angle * rng.direction();
    SCOPED_TRACE(testing::Message() << "case " << i << " angle " << angle);
    const Quat q = Quat::from_rotation_vector(v);
    const Mat3 r = rotation_matrix(q);
    ASSERT_LE(largest(r - turn_about(normalized(v), norm(v))), 1e-15);
    // Small angles keep their digits.
    ASSERT_LE(norm(rotation_vector(r) - v), 2e-15 * std::fmin(1, angle) + 1e-15 * angle);
  }
}

TEST(RotationVector, ComesBackAtTheEndsOfTheRange) {
  EXPECT_EQ(rotation_vector(Mat3::identity()), Vec3(0, 0, 0));
  EXPECT_EQ(Quat::from_rotation_vector(Vec3::zero()), Quat());
  Rng rng(4);
  for (int i = 0; i < 300; i++) {
    const Vec3 axis = i < 3 ? Vec3(Vec3::unit(i)) : rng.direction();
    SCOPED_TRACE(testing::Message() << "axis " << i);
    for (const double angle : {1e-300, 1e-12, kPi - 1e-9}) {
      const Mat3 r = rotation_matrix(Quat::from_rotation_vector(angle * axis));
      ASSERT_LE(norm(rotation_vector(r) - angle * axis), 3e-15 * angle) << angle;
    }
    // At half a turn both signs of the axis are right.
    const Vec3 v = rotation_vector(rotation_matrix(Quat::from_rotation_vector(kPi * axis)));
    ASSERT_LE(std::fmin(norm(v - kPi * axis), norm(v + kPi * axis)), 3e-15);
    ASSERT_NEAR(norm(v), kPi, 1e-15);
    // Beyond it the shorter way round is found.
    const Mat3 r = rotation_matrix(Quat::from_rotation_vector((2 * kPi - 1) * axis));
    ASSERT_LE(norm(rotation_vector(r) + axis), 5e-15);
  }
}

TEST(RotationError, MeasuresTheLargestEntry) {
  EXPECT_EQ(rotation_error(Mat3::identity()), 0);
  Mat3 m = Mat3::identity();
  m(2, 2) = 1.5;
  EXPECT_EQ(rotation_error(m), 1.25);
  m = Mat3::identity();
  m(0, 1) = 0.25;
  EXPECT_EQ(rotation_error(m), 0.25);
  EXPECT_EQ(rotation_error(Mat3::zero()), 1);
  EXPECT_EQ(rotation_error(-Mat3::identity()), kInfinity);
  m(1, 2) = kNan;
  EXPECT_EQ(rotation_error(m), kInfinity);
}

std::string refusal(const Result<Pose>& pose) { return pose ? "accepted" : pose.error().message; }

void expect_names(const Result<Pose>& pose, const std::string& part) {
  EXPECT_NE(refusal(pose).find(part), std::string::npos) << refusal(pose);
}

TEST(Pose, RefusesMatricesThatAreNotRotations) {
  const Vec3 origin = Vec3::zero();
  for (int i = 0; i < 9; i++) {
    for (const double bad : {kNan, kInfinity, -kInfinity}) {
      Mat3 m = Mat3::identity();
      m(i / 3, i % 3) = bad;
      const std::string entry =
          "entry (" + std::to_string(i / 3) + ", " + std::to_string(i % 3) + ") is ";
      expect_names(Pose::make(m, origin), entry + (bad > 0 ? "inf" : bad < 0 ? "-inf" : "nan"));
    }
  }
  expect_names(Pose::make(Mat3(Mat3::identity() * (1 + 1e-5)), origin), "by 2.00001e-05");
  Mat3 shear = Mat3::identity();
  shear(0, 1) = 1.25e-3;
  expect_names(Pose::make(shear, origin), "by 0.00125");
  Mat3 mirror = Mat3::identity();
  mirror(1, 1) = -1;
  expect_names(Pose::make(mirror, origin), "determinant is negative");
  // Regression: an overflow was reported as a mirror, and the number was printed with so few digits
  // that it looked allowed.
  expect_names(Pose::make(Mat3(Mat3::identity() * 1e200), origin), "identity by inf");
  expect_names(Pose::make(Mat3(Mat3::identity() * (1 + 0.5001e-6)), origin), "by 1.0002e-06");
  expect_names(Pose::make(Mat3(Mat3::zero()), origin), "by 1,");
}

TEST(Pose, TakesRotationsUpToTheTolerance) {
  // |R^T R - I| of a scale 1 + s is 2s.
  const Vec3 origin = Vec3::zero();
  EXPECT_TRUE(Pose::make(Mat3(Mat3::identity() * (1 + 0.4999 * kRotationTolerance)), origin));
  EXPECT_FALSE(Pose::make(Mat3(Mat3::identity() * (1 + 0.5001 * kRotationTolerance)), origin));
  EXPECT_TRUE(Pose::make(Mat3(Mat3::identity() * (1 - 0.4999 * kRotationTolerance)), origin));
  EXPECT_FALSE(Pose::make(Mat3(Mat3::identity() * (1 - 0.5001 * kRotationTolerance)), origin));
  // Every rotation in single precision is good enough.
  Rng rng(5);
  for (int i = 0; i < 1000; i++) {
    const Mat3 r = single_precision(rotation_matrix(rng.rotation()));
    const Result<Pose> pose = Pose::make(r, origin);
    ASSERT_TRUE(pose) << i;
    ASSERT_EQ(pose->rotation(), r) << i;  // kept as it is, not mended
  }
}

TEST(Pose, RefusesQuaternionsOfTheWrongLength) {
  const Vec3 origin = Vec3::zero();
  expect_names(Pose::make(Quat(2, 0, 0, 0), origin), "squared length is 4,");
  expect_names(Pose::make(Quat(0, 0, 0, 0), origin), "squared length is 0,");
  expect_names(Pose::make(Quat(1, 0.5, 0, 0), origin), "(1, 0.5, 0, 0)");
  expect_names(Pose::make(Quat(0, 0, 1 + 1e-5, 0), origin), "1.00002");
  expect_names(Pose::make(Quat(1, kNan, 0, 0), origin), "nan");
  expect_names(Pose::make(Quat(1, 0, kInfinity, 0), origin), "inf");
  EXPECT_TRUE(Pose::make(Quat(0, 1 + 0.4999 * kRotationTolerance, 0, 0), origin));
  EXPECT_FALSE(Pose::make(Quat(0, 1 + 0.5001 * kRotationTolerance, 0, 0), origin));
  const Quat q(0.1, 0.7, -0.5, 0.5);
  const Result<Pose> pose = Pose::make(q, Vec3(1, 2, 3));
  ASSERT_TRUE(pose);
  EXPECT_EQ(pose->rotation(), rotation_matrix(q));
  EXPECT_EQ(pose->translation(), Vec3(1, 2, 3));
}

TEST(Pose, RefusesTranslationsOutOfRange) {
  for (int i = 0; i < 3; i++) {
    SCOPED_TRACE(i);
    for (const double sign : {1, -1}) {
      Vec3 t(1, 2, 3);
      t[i] = sign * kMaxCoordinate;
      EXPECT_TRUE(Pose::make(t));
      t[i] = std::nextafter(t[i], sign * kInfinity);
      EXPECT_FALSE(Pose::make(t));
      t[i] = sign * 3e60;
      expect_names(Pose::make(t), sign > 0 ? "translation 3e+60" : "translation -3e+60");
      t[i] = sign * kInfinity;
      expect_names(Pose::make(t), sign > 0 ? "inf" : "-inf");
    }
    Vec3 t(1, 2, 3);
    t[i] = kNan;
    expect_names(Pose::make(t), "nan");
    expect_names(Pose::make(Quat(), t), "nan");
  }
}

TEST(Pose, AppliesAndUndoes) {
  EXPECT_EQ(Pose().apply(Vec3(1, 2, 3)), Vec3(1, 2, 3));
  const Result<Pose> turn = Pose::make(Quat(0.5, 0.5, 0.5, 0.5), Vec3(10, 20, 30));
  ASSERT_TRUE(turn);
  EXPECT_EQ(turn->apply(Vec3(1, 2, 3)), Vec3(13, 21, 32));
  EXPECT_EQ(turn->apply_inverse(Vec3(13, 21, 32)), Vec3(1, 2, 3));
  EXPECT_FALSE(*turn == Pose());
  EXPECT_TRUE(*turn == *Pose::make(turn->rotation(), turn->translation()));
  EXPECT_FALSE(*turn == *Pose::make(turn->rotation(), Vec3(10, 20, 31)));
  Rng rng(6);
  for (int i = 0; i < 2000; i++) {
    const Result<Pose> pose = Pose::make(rng.rotation(), rng.in_box(10));
    ASSERT_TRUE(pose) << i;
    const Vec3 p = rng.in_box(10);
    const Vec3 world = pose->rotation() * p + pose->translation();
    ASSERT_LE(norm(pose->apply(p) - world), 1e-14) << i;
    ASSERT_LE(norm(pose->apply_inverse(pose->apply(p)) - p), 5e-14) << i;
  }
}

}  // namespace
}  // namespace glance::test
