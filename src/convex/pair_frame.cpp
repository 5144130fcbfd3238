#include "convex/pair_frame.h"

namespace glance::rooms::convex {
namespace {

/// A sum of doubles with the error of twice the precision (Dekker, Knuth): value + rest.
struct LongSum {
  double value = 0, rest = 0;

  void add(double x) {
    const double sum = value + x, part = sum - value;
    rest += (value - (sum - part)) + (x - part);
    value = sum;
  }
  void add_product(double x, double y) {
    const double product = x * y;
    add(product);
    rest += std::fma(x, y, -product);
  }
};

}  // namespace

double PairFrame::set_long_offset() {
  // offset = (t_b + R_b c_b) - (t_a + R_a c_a): where centroids are far from the local origins,
  // these terms are large and cancel, and plain sums would lose all digits of the difference.
  const Vec3 &ta = pose_a.translation(), &tb = pose_b.translation();
  for (int i = 0; i < 3; i++) {
    LongSum sum;
    sum.add(tb[i]);
    sum.add(-ta[i]);
    for (int k = 0; k < 3; k++) {
      sum.add_product(b.rotation(i, k), b.centroid()[k]);
      sum.add_product(-a.rotation(i, k), a.centroid()[k]);
    }
    offset[i] = sum.value + sum.rest;
  }
  // A sum of eight terms in twice the precision (Ogita, Rump, Oishi 2005: 8^2 u^2), doubled for
  // the matrices that stretch a little and the roundings of this bound.
  return 128 * 0x1p-106 *
         (one_norm(a.centroid()) + one_norm(b.centroid()) + one_norm(ta) + one_norm(tb));
}

}  // namespace glance::rooms::convex
