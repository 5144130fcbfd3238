// Patches that meet, and the choice of four points.
#include "contact/manifold.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "glance/rng.h"

namespace glance::test {
using namespace rooms::contact;

namespace {

MeetingPoint point(double x, double y, double depth, std::uint64_t id) {
  MeetingPoint p{};
  p.x = x, p.y = y, p.height_a = depth, p.id = id;
  return p;
}

std::vector<std::uint64_t> chosen(std::vector<MeetingPoint> points, double snap = 1e-3) {
  const int count = reduce(points, snap);
  std::vector<std::uint64_t> result;
  for (int i = 0; i < count; i++) result.push_back(points[i].id);
  std::sort(result.begin(), result.end());
  return result;
}

TEST(Reduce, KeepsUpToFour) {
  EXPECT_EQ(chosen({}).size(), 0u);
  EXPECT_EQ(chosen({point(0, 0, 1, 1)}).size(), 1u);
  EXPECT_EQ(chosen({point(0, 0, 1, 1), point(0, 0, 1, 2), point(0, 0, 1, 3), point(0, 0, 1, 4)}),
            (std::vector<std::uint64_t>{1, 2, 3, 4}));
}

TEST(Reduce, TakesTheCornersOfASquare) {
  const std::vector<MeetingPoint> points{
      point(0, 1, 0.1, 1), point(1, 1, 0.1, 2),   point(1, 0, 0.1, 3),  point(1, -1, 0.1, 4),
      point(0, 0, 0.1, 5), point(-1, -1, 0.1, 6), point(-1, 1, 0.1, 7), point(0, -1, 0.1, 8)};
  EXPECT_EQ(chosen(points), (std::vector<std::uint64_t>{2, 4, 6, 7}));
}

TEST(Reduce, KeepsTheDeepest) {
  Rng rng(3);
  for (int i = 0; i < 200; i++) {
    std::vector<MeetingPoint> points;
    for (std::uint64_t k = 1; k <= 12; k++) {
      points.push_back(point(rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(), k));
    }
    const auto deepest = std::max_element(points.begin(), points.end(), [](auto& p, auto& q) {
                           return p.depth() < q.depth();
                         })->depth();
    const auto kept = chosen(points);
    EXPECT_GE(kept.size(), 3u);
    EXPECT_TRUE(std::any_of(kept.begin(), kept.end(), [&](std::uint64_t id) {
      return points[id - 1].depth() >= deepest - 1e-3;
    }));
  }
}

TEST(Reduce, DoesNotDependOnTheOrder) {
  Rng rng(4);
  std::vector<MeetingPoint> points;
  for (std::uint64_t k = 0; k < 8; k++) {
    const double angle = static_cast<double>(k) * 0.7853981633974483;
    points.push_back(point(std::cos(angle), std::sin(angle), 0, k + 1));
  }
  const auto first = chosen(points);
  EXPECT_EQ(first.size(), 4u);
  for (int i = 0; i < 100; i++) {
    for (std::size_t k = points.size(); k > 1; k--) {
      std::swap(points[k - 1], points[rng.below(static_cast<std::uint32_t>(k))]);
    }
    std::vector<MeetingPoint> shaken = points;
    for (MeetingPoint& p : shaken) {
      p.x += rng.uniform(-1e-4, 1e-4);
      p.y += rng.uniform(-1e-4, 1e-4);
      p.height_a += rng.uniform(-1e-4, 1e-4);
    }
    EXPECT_EQ(chosen(shaken), first);
  }
}

TEST(Reduce, OnALineTakesBothEnds) {
  std::vector<MeetingPoint> points;
  for (std::uint64_t k = 1; k <= 6; k++) points.push_back(point(static_cast<double>(k), 0, 0, k));
  EXPECT_EQ(chosen(points), (std::vector<std::uint64_t>{1, 6}));
}

}  // namespace
}  // namespace glance::test
