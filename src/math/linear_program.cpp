#include "math/linear_program.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/simd.h"

namespace glance::rooms::math {
namespace {

using simd::Two;

/// A pivot of the normal matrix below this part of its diagonal is rounding (some 2^-52 times the
/// number of columns): its row depends on those before it, as when both bodies lie in one plane.
/// The row's variable then stays where it is, which costs nothing: what it could change, the others
/// can, too.
constexpr double kSmallestPivot = 0x1p-45;

/// How far to go towards the boundary: iterates must stay inside. Nearer than this, the next step
/// has no room; farther away, progress is lost.
constexpr double kStepLength = 0.99;

}  // namespace

void LinearProgram::add_column(const Rows& column, double cost, double x) {
  const int j = count_++;
  GLANCE_FOR_ROWS
  for (int k = 0; k < kRows; k++) a_[k][j] = column[k];
  live_[j] = 1;
  x_[j] = x;
  c_[j] = cost;
  s_[j] = cost;
  GLANCE_FOR_ROWS
  for (int k = 0; k < kRows; k++) s_[j] -= column[k] * y_[k];
  // Columns are processed in pairs: the place behind the last one holds zeros with x = s = 1, so
  // that it divides by nothing and adds nothing.
  if (count_ < kMaxColumns) {
    for (Array& row : a_) row[count_] = 0;
    live_[count_] = c_[count_] = 0;
    x_[count_] = s_[count_] = 1;
  }
}

void LinearProgram::change_column(int j, const Rows& column, double cost) {
  c_[j] = cost;
  s_[j] = cost;
  GLANCE_FOR_ROWS
  for (int k = 0; k < kRows; k++) {
    a_[k][j] = column[k];
    s_[j] -= column[k] * y_[k];
  }
}

void LinearProgram::remove_column(int j) {
  const int last = --count_;
  for (Array& row : a_) {
    row[j] = row[last];
    row[last] = 0;
  }
  c_[j] = c_[last];
  x_[j] = x_[last];
  s_[j] = s_[last];
  live_[last] = c_[last] = 0;
  x_[last] = s_[last] = 1;
}

void LinearProgram::set_dual(const Rows& y) {
  y_ = y;
  for (int j = 0; j < count_; j++) {
    s_[j] = c_[j];
    GLANCE_FOR_ROWS
    for (int k = 0; k < kRows; k++) s_[j] -= a_[k][j] * y[k];
  }
}

double LinearProgram::gap() const {
  double total = 0;
  for (int j = 0; j < count_; j++) total += x_[j] * s_[j];
  return total;
}

LinearProgram::Rows LinearProgram::residual() const {
  Rows r;
  GLANCE_FOR_ROWS
  for (int k = 0; k < kRows; k++) {
    r[k] = -b_[k];
    for (int j = 0; j < count_; j++) r[k] += a_[k][j] * x_[j];
  }
  return r;
}

/// A D A^T with D = X S^-1, as L D L^T.
bool LinearProgram::factor() {
  Two m[15];
  for (Two& entry : m) entry = Two::both(0);
  const Two one = Two::both(1);
  for (int j = 0; j < count_; j += 2) {
    const Two inv_s = one / Two::load(&s_[j]);
    const Two d = Two::load(&x_[j]) * inv_s * Two::load(&live_[j]);
    inv_s.store(&inv_s_[j]);
    d.store(&d_[j]);
    const Two a0 = Two::load(&a_[0][j]), a1 = Two::load(&a_[1][j]), a2 = Two::load(&a_[2][j]);
    const Two a3 = Two::load(&a_[3][j]), a4 = Two::load(&a_[4][j]);
    const Two d0 = d * a0, d1 = d * a1, d2 = d * a2, d3 = d * a3, d4 = d * a4;
    m[0] = m[0] + d0 * a0;
    m[1] = m[1] + d1 * a0;
    m[2] = m[2] + d1 * a1;
    m[3] = m[3] + d2 * a0;
    m[4] = m[4] + d2 * a1;
    m[5] = m[5] + d2 * a2;
    m[6] = m[6] + d3 * a0;
    m[7] = m[7] + d3 * a1;
    m[8] = m[8] + d3 * a2;
    m[9] = m[9] + d3 * a3;
    m[10] = m[10] + d4 * a0;
    m[11] = m[11] + d4 * a1;
    m[12] = m[12] + d4 * a2;
    m[13] = m[13] + d4 * a3;
    m[14] = m[14] + d4 * a4;
  }
  // The last rows first: sums of weights are never dependent, and eliminating them subtracts the
  // mean of each body from its vertices.
  static constexpr int kEntry[kRows][kRows] = {
      {14, 13, 10, 11, 12}, {13, 9, 6, 7, 8}, {10, 6, 0, 1, 3}, {11, 7, 1, 2, 4}, {12, 8, 3, 4, 5}};
  double a[kRows][kRows];
  GLANCE_FOR_ROWS
  for (int i = 0; i < kRows; i++) {
    for (int k = 0; k <= i; k++) a[i][k] = simd::sum(m[kEntry[i][k]]);
  }
  GLANCE_FOR_ROWS
  for (int k = 0; k < kRows; k++) {
    const double diagonal = a[k][k];
    double pivot = diagonal;
    GLANCE_FOR_ROWS
    for (int i = 0; i < k; i++) {
      // Row k of L, times D.
      double value = a[k][i];
      GLANCE_FOR_ROWS
      for (int l = 0; l < i; l++) value -= a[k][l] * lower_[i][l];
      a[k][i] = value;
      lower_[k][i] = value * inv_pivot_[i];
      pivot -= value * lower_[k][i];
    }
    if (!(diagonal < std::numeric_limits<double>::infinity())) return false;
    // 0 leaves the row out (see kSmallestPivot).
    inv_pivot_[k] = pivot > kSmallestPivot * diagonal ? 1 / pivot : 0;
  }
  return true;
}

LinearProgram::Rows LinearProgram::solve(const Rows& right) const {
  Rows z{right[4], right[3], right[0], right[1], right[2]};  // in the order of factor()
  GLANCE_FOR_ROWS
  for (int k = 0; k < kRows; k++) {
    for (int i = 0; i < k; i++) z[k] -= lower_[k][i] * z[i];
  }
  GLANCE_FOR_ROWS
  for (int k = kRows - 1; k >= 0; k--) {
    z[k] *= inv_pivot_[k];
    GLANCE_FOR_ROWS
    for (int i = k + 1; i < kRows; i++) z[k] -= lower_[i][k] * z[i];
  }
  // A row that was left out stays out.
  GLANCE_FOR_ROWS
  for (int k = 0; k < kRows; k++) {
    if (inv_pivot_[k] == 0) z[k] = 0;
  }
  return {z[2], z[3], z[4], z[1], z[0]};
}

LinearProgram::Step LinearProgram::step(int wanted) {
  if (!factor()) return Step::stuck;
  const auto transposed = [&](const Two(&y)[kRows], int j) {
    return Two::load(&a_[0][j]) * y[0] + Two::load(&a_[1][j]) * y[1] +
           (Two::load(&a_[2][j]) * y[2] + Two::load(&a_[3][j]) * y[3]) +
           Two::load(&a_[4][j]) * y[4];
  };
  const auto both = [](const Rows& y, Two(&wide)[kRows]) {
    GLANCE_FOR_ROWS
    for (int k = 0; k < kRows; k++) wide[k] = Two::both(y[k]);
  };
  const Two zero = Two::both(0), one = Two::both(1);

  // Predictor: the whole way to complementarity, x s = 0. S dx + X ds = -X s with ds = -A^T dy
  // gives dx = D A^T dy - x; A (x + dx) = b then says A D A^T dy = b, wherever x is.
  Rows dy = solve(b_);
  Two wide[kRows];
  both(dy, wide);
  Two least_x = Two::both(0), least_s = Two::both(0);  // of dx/x, ds/s
  Two now = zero, by_x = zero, by_s = zero, by_both = zero;
  for (int j = 0; j < count_; j += 2) {
    const Two x = Two::load(&x_[j]), s = Two::load(&s_[j]), live = Two::load(&live_[j]);
    const Two t = transposed(wide, j);
    const Two dx = (Two::load(&d_[j]) * t - x) * live, ds = zero - t;
    const Two part = t * Two::load(&inv_s_[j]);
    least_s = least_s.smaller(zero - part);
    least_x = least_x.smaller((part - one) * live);
    dx.store(&dx_[j]);
    ds.store(&ds_[j]);
    now = now + x * s * live;
    by_x = by_x + dx * s;
    by_s = by_s + x * ds;
    by_both = by_both + dx * ds;
  }
  const double shrink_x = simd::smallest(least_x), shrink_s = simd::smallest(least_s);
  if (wanted >= 0 && dx_[wanted] <= -x_[wanted] && dx_[wanted] <= shrink_x * x_[wanted]) {
    // The full step restores A x = b, and so does whatever lies behind it on the same line.
    const double length = -x_[wanted] / dx_[wanted];
    for (int j = 0; j < count_; j++) x_[j] = std::max(0.0, x_[j] + length * dx_[j]);
    x_[wanted] = 0;
    return Step::reached;
  }
  // The longest steps that keep x and s from going below zero.
  const double most_x = shrink_x < -1 ? -1 / shrink_x : 1;
  const double most_s = shrink_s < -1 ? -1 / shrink_s : 1;
  const double gap = simd::sum(now);
  const double gap_then = gap + most_x * simd::sum(by_x) + most_s * simd::sum(by_s) +
                          most_x * most_s * simd::sum(by_both);
  const double ratio = std::max(0.0, gap_then / gap);

  // Corrector: the same with x s = centre, and with the product dx ds that the predictor left out.
  // Mehrotra's rule: the better the predictor would do, the less the step is centred.
  const double centre = ratio * ratio * ratio * gap / count_;
  const Two target = Two::both(centre);
  Two right[kRows];
  GLANCE_FOR_ROWS
  for (int k = 0; k < kRows; k++) right[k] = zero;
  for (int j = 0; j < count_; j += 2) {
    const Two g = (target - Two::load(&dx_[j]) * Two::load(&ds_[j])) * Two::load(&inv_s_[j]) *
                  Two::load(&live_[j]);
    g.store(&g_[j]);
    GLANCE_FOR_ROWS
    for (int k = 0; k < kRows; k++) right[k] = right[k] + Two::load(&a_[k][j]) * g;
  }
  Rows side;
  GLANCE_FOR_ROWS
  for (int k = 0; k < kRows; k++) side[k] = b_[k] - simd::sum(right[k]);
  dy = solve(side);
  both(dy, wide);
  least_x = least_s = zero;
  for (int j = 0; j < count_; j += 2) {
    const Two x = Two::load(&x_[j]);
    const Two t = transposed(wide, j);
    const Two dx = ((Two::load(&g_[j]) - x) + Two::load(&d_[j]) * t) * Two::load(&live_[j]);
    const Two ds = zero - t;
    least_x = least_x.smaller(dx / x);
    least_s = least_s.smaller(ds * Two::load(&inv_s_[j]));
    dx.store(&dx_[j]);
    ds.store(&ds_[j]);
  }
  const double worst_x = -simd::smallest(least_x), worst_s = -simd::smallest(least_s);
  // Primal and dual steps have lengths of their own: either may stop at its boundary before the
  // other.
  const double step_x = worst_x > kStepLength ? kStepLength / worst_x : 1;
  const double step_s = worst_s > kStepLength ? kStepLength / worst_s : 1;
  if (!(step_x > 0 && step_s > 0)) return Step::stuck;  // NaN or an endless direction
  const Two length_x = Two::both(step_x), length_s = Two::both(step_s);
  for (int j = 0; j < count_; j += 2) {
    (Two::load(&x_[j]) + length_x * Two::load(&dx_[j])).store(&x_[j]);
    (Two::load(&s_[j]) + length_s * Two::load(&ds_[j])).store(&s_[j]);
  }
  GLANCE_FOR_ROWS
  for (int k = 0; k < kRows; k++) y_[k] += step_s * dy[k];
  return Step::moved;
}

}  // namespace glance::rooms::math
