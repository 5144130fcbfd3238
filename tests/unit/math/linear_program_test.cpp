// The interior point method on programs whose optimum is known, and on such that random numbers
// make, against all of their vertices.
#include "math/linear_program.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>

#include "glance/rng.h"
#include "support/test_scale.h"

namespace glance::test {
using namespace rooms::math;

namespace {

using Rows = LinearProgram::Rows;
using Step = LinearProgram::Step;
constexpr int kRows = LinearProgram::kRows;

double cost(const LinearProgram& lp) {
  double sum = 0;
  for (int j = 0; j < lp.columns(); j++) sum += lp.cost(j) * lp.x(j);
  return sum;
}
double value_of_dual(const LinearProgram& lp, const Rows& b) {
  double sum = 0;
  for (int k = 0; k < kRows; k++) sum += b[k] * lp.y()[k];
  return sum;
}

/// Until solved; the number of iterations.
int solve(LinearProgram& lp, double to = 1e-12, int most = 40) {
  int steps = 0;
  while (lp.gap() > to && steps < most && lp.step() == Step::moved) steps++;
  return steps;
}

void check_feasible(const LinearProgram& lp, double tol) {
  for (const double r : lp.residual()) EXPECT_NEAR(r, 0, tol);
  for (int j = 0; j < lp.columns(); j++) {
    EXPECT_GE(lp.x(j), 0);
    EXPECT_GE(lp.slack(j), 0);
    double s = lp.cost(j);
    for (int k = 0; k < kRows; k++) s -= lp.column(j)[k] * lp.y()[k];
    EXPECT_NEAR(lp.slack(j), s, tol);
  }
}

TEST(LinearProgram, FindsAKnownOptimum) {
  // max x + 2 y with x + y <= 4, y <= 3, x + 3 y <= 12, x <= 9, y <= 9: 7 at (1, 3).
  const Rows b{4, 3, 12, 9, 9};
  LinearProgram lp(b);
  lp.set_dual({-1, -1, -1, -1, -1});
  lp.add_column({1, 0, 1, 1, 0}, -1, 1);
  lp.add_column({1, 1, 3, 0, 1}, -2, 1);
  for (int k = 0; k < kRows; k++) {
    Rows unit{};
    unit[k] = 1;
    lp.add_column(unit, 0, 1);  // not feasible yet: the first full step makes it so
  }
  const int steps = solve(lp);
  EXPECT_LE(steps, 20);
  EXPECT_NEAR(lp.x(0), 1, 1e-9);
  EXPECT_NEAR(lp.x(1), 3, 1e-9);
  EXPECT_NEAR(cost(lp), -7, 1e-9);
  EXPECT_NEAR(value_of_dual(lp, b), -7, 1e-9);
  check_feasible(lp, 1e-9);
}

TEST(LinearProgram, DegenerateAndDependentRowsDoNoHarm) {
  // Rows 3 and 4 are the sum and the double of row 0 and 1: of the normal matrix only three pivots
  // are left. min x0 + x1 with x0 + x1 + x2 = 1 (twice over), x0 - x3 = 0, x4 = 1.
  const Rows b{1, 0, 1, 1, 2};
  LinearProgram lp(b);
  lp.add_column({1, 1, 0, 2, 2}, 1, 0.25);
  lp.add_column({1, 0, 0, 1, 2}, 1, 0.25);
  lp.add_column({1, 0, 0, 1, 2}, 0, 0.5);
  lp.add_column({0, -1, 0, -1, 0}, 0, 0.25);
  lp.add_column({0, 0, 1, 0, 0}, 0, 1);
  lp.set_dual({-1, 0.5, -1, 0, 0});
  solve(lp);
  EXPECT_NEAR(cost(lp), 0, 1e-9);
  EXPECT_NEAR(lp.x(2), 1, 1e-9);
  EXPECT_NEAR(lp.x(4), 1, 1e-9);
  check_feasible(lp, 1e-9);
}

TEST(LinearProgram, ARowOfZerosIsLeftOut) {
  // A triangle and a point in the plane z = 0, as columns of a separation: rows x, y, z, 1, 1.
  LinearProgram lp({0, 0, 0, 1, 1});
  lp.set_dual({0, 0, 0, -1, -1});
  lp.add_column({2, 0, 0, 0, 0}, 1, 1);  // from (0, 0) to (2, 0)
  lp.add_column({-1, -1, 0, 1, 0}, 0, 0.25);
  lp.add_column({1, 0, 0, 1, 0}, 0, 0.5);
  lp.add_column({-1, 1, 0, 1, 0}, 0, 0.25);
  lp.add_column({-2, 0, 0, 0, 1}, 0, 1);
  solve(lp);
  EXPECT_NEAR(cost(lp), 0.5, 1e-9);  // half of the way is left
  EXPECT_EQ(lp.y()[2], 0);
  EXPECT_GT(lp.y()[0], 0);
  check_feasible(lp, 1e-9);
}

TEST(LinearProgram, StopsWhereTheWantedColumnIsZero) {
  // The same with the point inside the triangle.
  LinearProgram lp({0, 0, 0, 1, 1});
  lp.set_dual({0, 0, 0, -1, -1});
  lp.add_column({0.3, 0.1, 0, 0, 0}, 1, 1);
  lp.add_column({-1, -1, 0, 1, 0}, 0, 0.25);
  lp.add_column({1, 0, 0, 1, 0}, 0, 0.5);
  lp.add_column({-1, 1, 0, 1, 0}, 0, 0.25);
  lp.add_column({-0.3, -0.1, 0, 0, 1}, 0, 1);
  Step step = Step::moved;
  int steps = 0;
  while (step == Step::moved && ++steps < 20) step = lp.step(0);
  EXPECT_EQ(step, Step::reached);
  EXPECT_LE(steps, 4);
  EXPECT_EQ(lp.x(0), 0);
  for (const double r : lp.residual()) EXPECT_NEAR(r, 0, 1e-14);
  for (int j = 0; j < lp.columns(); j++) EXPECT_GE(lp.x(j), 0);
}

TEST(LinearProgram, ColumnsComeAndGo) {
  LinearProgram lp({0, 0, 0, 1, 1});
  lp.set_dual({0, 0, 0, -2, -3});
  lp.add_column({1, 2, 3, 1, 0}, 0.5, 0.25);
  lp.add_column({4, 5, 6, 0, 1}, 0, 0.5);
  lp.add_column({7, 8, 9, 1, 0}, 1, 0.75);
  EXPECT_EQ(lp.slack(0), 2.5);
  EXPECT_EQ(lp.slack(1), 3);
  lp.remove_column(0);
  ASSERT_EQ(lp.columns(), 2);
  EXPECT_EQ(lp.column(0), (Rows{7, 8, 9, 1, 0}));
  EXPECT_EQ(lp.slack(0), 3);
  EXPECT_EQ(lp.x(0), 0.75);
  lp.change_column(1, {1, 1, 1, 0, 1}, 2);
  EXPECT_EQ(lp.slack(1), 5);
  EXPECT_EQ(lp.gap(), 0.75 * 3 + 0.5 * 5);
}

TEST(LinearProgram, TheWorstNumbersEndIt) {
  LinearProgram lp({0, 0, 0, 1, 1});
  lp.set_dual({0, 0, 0, -1, -1});
  lp.add_column({1e200, 0, 0, 1, 0}, 0, 1);
  lp.add_column({std::numeric_limits<double>::quiet_NaN(), 0, 0, 0, 1}, 0, 1);
  EXPECT_EQ(lp.step(), Step::stuck);
}

/// The least cost of all basic solutions.
double best_vertex(const LinearProgram& lp, const Rows& b) {
  double best = std::numeric_limits<double>::infinity();
  const int n = lp.columns();
  Eigen::Matrix<double, kRows, kRows> m;
  const Eigen::Map<const Eigen::Matrix<double, kRows, 1>> right(b.data());
  int pick[kRows];
  const auto visit = [&](auto&& self, int at, int from) -> void {
    if (at == kRows) {
      for (int k = 0; k < kRows; k++) {
        for (int i = 0; i < kRows; i++) m(i, k) = lp.column(pick[k])[i];
      }
      const Eigen::FullPivLU<decltype(m)> lu(m);
      if (!lu.isInvertible()) return;
      const auto x = lu.solve(right).eval();
      if (x.minCoeff() < -1e-11) return;
      double sum = 0;
      for (int k = 0; k < kRows; k++) sum += lp.cost(pick[k]) * x[k];
      best = std::min(best, sum);
      return;
    }
    for (int j = from; j < n; j++) {
      pick[at] = j;
      self(self, at + 1, j + 1);
    }
  };
  visit(visit, 0, 0);
  return best;
}

TEST(LinearProgram, RandomOnesAgainstAllTheirVertices) {
  Rng rng(5);
  const int count = scaled_count(200);
  for (int i = 0; i < count; i++) {
    SCOPED_TRACE(i);
    const int n = 7 + static_cast<int>(rng.below(6));
    // b from some x > 0, c from some y and slacks > 0: both are feasible.
    Rows y, b{};
    for (double& v : y) v = rng.uniform(-1, 1);
    std::vector<Rows> columns(static_cast<std::size_t>(n));
    std::vector<double> x(columns.size()), c(columns.size());
    for (std::size_t j = 0; j < columns.size(); j++) {
      x[j] = rng.uniform(0.1, 1);
      c[j] = rng.uniform(0.1, 1);
      for (int k = 0; k < kRows; k++) {
        columns[j][k] = rng.uniform(-1, 1);
        b[k] += columns[j][k] * x[j];
        c[j] += columns[j][k] * y[k];
      }
    }
    LinearProgram lp(b);
    lp.set_dual(y);
    for (std::size_t j = 0; j < columns.size(); j++) lp.add_column(columns[j], c[j], x[j]);
    const int steps = solve(lp);
    ASSERT_LE(steps, 25);
    ASSERT_LT(lp.gap(), 1e-11);
    ASSERT_NEAR(cost(lp), best_vertex(lp, b), 1e-8);
    ASSERT_NEAR(value_of_dual(lp, b), cost(lp), 1e-8);
    ASSERT_NO_FATAL_FAILURE(check_feasible(lp, 1e-8));
  }
}

}  // namespace
}  // namespace glance::test
