// What has to be true of an answer about two bodies of any kind, given the true signed distance.
#pragma once

#include "glance/query.h"
#include "support/kind_zoo.h"
#include "support/reference.h"

namespace glance::test {

/// A pair and what is known of it.
struct Known {
  Pair pair;
  Reference reference;
  double signed_distance = 0;  ///< of the reference, as a double
  double size = 0;             ///< what accuracies are fractions of
  double accuracy = 0;         ///< how far the bounds may be apart (length)
  double reference_error = 0;  ///< of the signed distance above (length)
  double in_world = 0;         ///< rounding of coordinates (length)
  bool exact = false;          ///< verdicts are exact for these kinds

  explicit Known(Pair p);

  bool is_infinite() const { return std::isinf(signed_distance); }
  /// Whether the verdict follows from the signed distance less the margin, allowing for accuracy.
  bool is_clear(double margin = 0) const;
  /// The true verdict, if clear or exact; else undecided.
  Verdict verdict(double margin = 0) const;
};

/// So many in this test that more would not help.
bool too_many_failures();

/// All ASSERTs: use ASSERT_NO_FATAL_FAILURE.
void check_verdict(const Known& known, Verdict verdict, double margin = 0);
/// Verdict, bounds, values, normal and points. With depth.
void check_distance(const Known& known, const Distance& d, double margin = 0);
/// A certificate is given, proves the verdict, and proves no other.
void check_certificate(const Known& known, Verdict verdict, const Certificate& certificate,
                       double margin = 0);

}  // namespace glance::test
