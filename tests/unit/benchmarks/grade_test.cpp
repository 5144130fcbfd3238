#include "benchmarks/common/grade.h"

#include <gtest/gtest.h>

#include <limits>

namespace glance::bench {
namespace {

Answer hit() { return {.hit = true}; }
Answer apart(double distance) { return {.distance = distance}; }

constexpr Truth kApart{.hit = false, .distance = 2, .size = 10};
constexpr Truth kOverlap{.hit = true};
constexpr Truth kTouch{.hit = true, .touching = true};

TEST(Grade, VerdictOfBoolean) {
  EXPECT_EQ(grade(hit(), Question::boolean, kOverlap), Grade::right);
  EXPECT_EQ(grade(hit(), Question::boolean, kApart), Grade::wrong);
  EXPECT_EQ(grade(apart(0), Question::boolean, kApart), Grade::right);  // no distance was asked
  EXPECT_EQ(grade(apart(0), Question::boolean, kOverlap), Grade::wrong);
}

TEST(Grade, ExactContactIsBoth) {
  for (const Question question : kQuestions) {
    EXPECT_EQ(grade(hit(), question, kTouch), Grade::right);
    EXPECT_EQ(grade(apart(1e-9), question, kTouch), Grade::right);
  }
}

TEST(Grade, DistanceOfZeroIsAHit) {
  EXPECT_EQ(grade(apart(0), Question::distance, kOverlap), Grade::right);
  EXPECT_EQ(grade(apart(-1), Question::distance, kOverlap), Grade::right);
  EXPECT_EQ(grade(apart(0), Question::distance, kApart), Grade::wrong);
  EXPECT_EQ(grade(apart(1e-300), Question::distance, kOverlap), Grade::wrong);
}

TEST(Grade, DistanceToATenThousandthOfTheSize) {
  EXPECT_EQ(grade(apart(2.0009), Question::distance, kApart), Grade::right);
  EXPECT_EQ(grade(apart(2.0011), Question::distance, kApart), Grade::off);
  EXPECT_EQ(grade(apart(1.9989), Question::distance, kApart), Grade::off);
}

TEST(Grade, NoAnswerIsAFailure) {
  EXPECT_EQ(grade({.failed = true}, Question::boolean, kApart), Grade::failed);
  EXPECT_EQ(grade(apart(std::numeric_limits<double>::quiet_NaN()), Question::distance, kApart),
            Grade::failed);
  EXPECT_EQ(grade(apart(std::numeric_limits<double>::infinity()), Question::distance, kApart),
            Grade::failed);
}

}  // namespace
}  // namespace glance::bench
