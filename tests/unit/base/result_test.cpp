// Values, errors, and what happens to those who do not look.
#include "glance/result.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>

#include "glance/shape.h"
#include "support/shorthand.h"

namespace glance::test {
namespace {

Result<int> half(int n) {
  if (n % 2 != 0) return fail(ErrorCode::out_of_range, "odd: " + std::to_string(n));
  return n / 2;
}

Result<std::string> quarter(int n) {
  const Result<int> once = half(n);
  if (!once) return fail(once.error());
  const Result<int> twice = half(*once);
  if (!twice) return fail(twice.error());
  return std::to_string(*twice);
}

TEST(Result, IsAValueOrAnError) {
  EXPECT_EQ(quarter(12).value(), "3");
  EXPECT_EQ(quarter(12)->size(), 1u);
  EXPECT_EQ(quarter(6).error().message, "odd: 3");
  EXPECT_EQ(quarter(6).error().code, ErrorCode::out_of_range);
  EXPECT_EQ(quarter(6).value_or("none"), "none");
  EXPECT_TRUE(quarter(12).has_value());
  const Result<std::unique_ptr<int>> owned = std::make_unique<int>(7);
  EXPECT_EQ(**owned, 7);
}

/// Not "bad expected access".
TEST(Result, ThrowsItsOwnMessageWhereAnErrorIsUsed) {
  const auto message = [](auto use) -> std::string {
    try {
      use();
    } catch (const BadResult& bad) {
      EXPECT_EQ(bad.error().message, bad.what());
      return bad.what();
    }
    return "nothing thrown";
  };
  const Result<Shape> flat = Shape::box({1, kNan, 1});
  const std::string expected =
      "half extents of a box must be finite and not negative, not (1, nan, 1)";
  EXPECT_EQ(message([&] { (void)flat.value(); }), expected);
  EXPECT_EQ(message([&] { (void)*flat; }), expected);
  EXPECT_EQ(message([&] { (void)flat->kind(); }), expected);
  const Result<void> nothing = fail("no");
  EXPECT_EQ(message([&] { nothing.value(); }), "no");
}

TEST(Result, CodesTellMistakesApart) {
  EXPECT_EQ(Shape::box({1, kNan, 1}).error().code, ErrorCode::not_finite);
  EXPECT_EQ(Shape::box({1, -1, 1}).error().code, ErrorCode::invalid_argument);
  EXPECT_EQ(Shape::hull({}).error().code, ErrorCode::bad_geometry);
  EXPECT_EQ(Shape::sphere(1e300).error().code, ErrorCode::out_of_range);
  EXPECT_EQ(Shape::sphere(kInfinity).error().code, ErrorCode::not_finite);
  EXPECT_EQ(Pose::make(Quat(2, 0, 0, 0), Vec3()).error().code, ErrorCode::bad_geometry);
  std::set<std::string_view> names;
  for (int c = 0; c <= static_cast<int>(ErrorCode::internal); c++) {
    names.insert(to_string(static_cast<ErrorCode>(c)));
  }
  EXPECT_EQ(names.size(), static_cast<std::size_t>(ErrorCode::internal) + 1);
  EXPECT_FALSE(names.contains("unknown"));
}

}  // namespace
}  // namespace glance::test
