// Tested in tests/unit/convex/lp_separation_test.cpp (LpSeparation).
#include "convex/lp_pairs.h"

#include <algorithm>
#include <cmath>

namespace glance::rooms::convex {
namespace {

constexpr int kRows = LinearProgram::kRows;
using Rows = LinearProgram::Rows;

/// Entries of a column (whose own are at most 1, some of them 1), seen from the basis, that are
/// smaller than this may be rounding: no column enters in such a place.
constexpr double kSmallestEntry = 0x1p-30;

/// At most five columns with weights, independent of each other, and the inverse of their matrix.
/// Places that no column has taken hold a unit vector of weight 0.
struct Basis {
  double inverse[kRows][kRows] = {};
  std::array<int, kRows> column;
  std::array<double, kRows> weight = {};

  Basis() {
    column.fill(-1);
    GLANCE_FOR_ROWS
    for (int k = 0; k < kRows; k++) inverse[k][k] = 1;
  }

  Rows seen_from(const Rows& a) const {
    Rows d = {};
    GLANCE_FOR_ROWS
    for (int k = 0; k < kRows; k++) {
      GLANCE_FOR_ROWS
      for (int i = 0; i < kRows; i++) d[k] += inverse[k][i] * a[i];
    }
    return d;
  }

  void enter(int place, const Rows& d, int entering, double new_weight) {
    const double scale = 1 / d[place];
    GLANCE_FOR_ROWS
    for (int i = 0; i < kRows; i++) inverse[place][i] *= scale;
    GLANCE_FOR_ROWS
    for (int k = 0; k < kRows; k++) {
      if (k == place) continue;
      GLANCE_FOR_ROWS
      for (int i = 0; i < kRows; i++) inverse[k][i] -= d[k] * inverse[place][i];
    }
    column[place] = entering;
    weight[place] = new_weight;
  }

  /// Shifts the weight of a column to those of the basis, or as much of it as they can take: then
  /// the column replaces the one whose weight has become zero.
  void take(const Rows& a, int j, double x) {
    const Rows d = seen_from(a);
    int free = -1;
    GLANCE_FOR_ROWS
    for (int k = 0; k < kRows; k++) {
      if (column[k] < 0 && std::fabs(d[k]) > kSmallestEntry &&
          (free < 0 || std::fabs(d[k]) > std::fabs(d[free]))) {
        free = k;
      }
    }
    // A place that no column has taken: nothing has to leave, so the column enters with all its
    // weight.
    if (free >= 0) return enter(free, d, j, x);
    double most = x;
    int blocking = -1;
    GLANCE_FOR_ROWS
    for (int k = 0; k < kRows; k++) {
      // The ratio test of the simplex method: only weights that fall limit how much the basis can
      // take.
      if (column[k] < 0 || !(d[k] < -kSmallestEntry)) continue;
      const double can_take = -weight[k] / d[k];
      if (can_take < most) {
        most = can_take;
        blocking = k;
      }
    }
    GLANCE_FOR_ROWS
    for (int k = 0; k < kRows; k++) {
      if (column[k] >= 0) weight[k] = std::max(0.0, weight[k] + most * d[k]);
    }
    if (blocking >= 0) enter(blocking, d, j, x - most);
  }
};

}  // namespace

int pairs_around_origin(const LinearProgram& lp, int left_out, std::array<ColumnPair, 4>& pairs) {
  Basis basis;
  for (int j = 0; j < lp.columns(); j++) {
    if (j != left_out && lp.x(j) > 0) basis.take(lp.column(j), j, lp.x(j));
  }
  // Each weight is distributed over those of the other body, in order: the first of A is combined
  // with the first of B until one of them is used up, and so on. There is one pair less than there
  // are vertices.
  std::array<int, kRows> of[2];
  std::array<double, kRows> weight[2];
  int n[2] = {0, 0};
  GLANCE_FOR_ROWS
  for (int k = 0; k < kRows; k++) {
    if (basis.column[k] < 0 || !(basis.weight[k] > 0)) continue;
    const int side = lp.column(basis.column[k])[3] == 1 ? 0 : 1;
    of[side][n[side]] = basis.column[k];
    weight[side][n[side]++] = basis.weight[k];
  }
  if (n[0] == 0 || n[1] == 0) return 0;
  int i = 0, j = 0, count = 0;
  while (count < 4) {
    pairs[count++] = {of[0][i], of[1][j]};
    const bool first_is_less = weight[0][i] < weight[1][j];
    if (i + 1 < n[0] && (first_is_less || j + 1 == n[1])) {
      weight[1][j] -= weight[0][i++];
    } else if (j + 1 < n[1]) {
      weight[0][i] -= weight[1][j++];
    } else {
      break;
    }
  }
  return count;
}

}  // namespace glance::rooms::convex
