// A linear program with five rows and few columns, by a primal-dual interior point method:
//
//   min c.x,  A x = b,  x >= 0      and its dual      max b.y,  A^T y + s = c,  s >= 0.
//
// Mehrotra's predictor-corrector (1992), derived in docs/design/linear_program.md. One call is one
// iteration, so that the caller can stop as soon as it has what it needs. Nothing is allocated:
// there is room for kMaxColumns.
#pragma once

#include <array>

#include "rooms.h"

/// Before loops over the rows: they are written out, also where the compiler would not (-O2), which
/// makes an iteration a quarter faster. The order of operations stays.
#if defined(__clang__)
#define GLANCE_FOR_ROWS _Pragma("clang loop unroll(full)")
#elif defined(__GNUC__)
#define GLANCE_FOR_ROWS _Pragma("GCC unroll 5")
#else
#define GLANCE_FOR_ROWS
#endif

namespace glance::rooms::math {

class LinearProgram {
 public:
  static constexpr int kRows = 5;
  static constexpr int kMaxColumns = 64;
  using Rows = std::array<double, kRows>;

  enum class Step {
    moved,    ///< one iteration nearer to the optimum
    reached,  ///< the column named has come down to 0, all others are >= 0, and A x = b
    stuck     ///< no step could be made: the end of what doubles can tell
  };

  /// Without columns, and y = 0.
  explicit LinearProgram(const Rows& right_side) : b_(right_side) {}

  /// Room must be left. x > 0; its slack follows from y (see set_dual), which must make it > 0.
  void add_column(const Rows& column, double cost, double x);
  void change_column(int j, const Rows& column, double cost);
  /// The last column takes the place of column j.
  void remove_column(int j);
  void set_x(int j, double x) { x_[j] = x; }
  /// Sets y and all slacks, s = c - A^T y. Between steps all of them must be > 0.
  void set_dual(const Rows& y);

  /// One iteration. `wanted`: a column that may be all that matters (or none, if negative): if the
  /// full predictor step brings it to zero before any other, that step is taken, and the rest of
  /// the way to the optimum is saved.
  Step step(int wanted = -1);

  int columns() const { return count_; }
  double x(int j) const { return x_[j]; }
  double slack(int j) const { return s_[j]; }
  const Rows& y() const { return y_; }
  Rows column(int j) const { return {a_[0][j], a_[1][j], a_[2][j], a_[3][j], a_[4][j]}; }
  double cost(int j) const { return c_[j]; }
  /// Sum of x s: for feasible x and y, the duality gap c.x - b.y.
  double gap() const;
  /// A x - b: interior points may start from, and rounding leads to, an x that is not feasible.
  Rows residual() const;

 private:
  using Array = std::array<double, kMaxColumns>;

  bool factor();
  Rows solve(const Rows& right_side) const;

  int count_ = 0;
  Rows b_, y_ = {};
  std::array<Array, kRows> a_ = {};
  // Columns go two by two: behind an odd number there is one more, of zeros, which is not live.
  Array c_ = {}, x_ = {}, s_ = {}, live_ = {};
  Array inv_s_, d_, dx_, ds_, g_;                            // of one step
  double lower_[kRows][kRows] = {}, inv_pivot_[kRows] = {};  // L D L^T of A D A^T
};

}  // namespace glance::rooms::math
