// The point of A - B nearest to the origin, for flat-sided cores, without any rounding: the
// search of Gilbert, Johnson and Keerthi over fractions of big integers. It ends because each step
// comes strictly nearer and there are finitely many sets of vertices. For verdicts on rounded
// bodies that doubles cannot tell (whether the distance of the cores is just the sum of the radii),
// and for closest features that they get wrong.
#pragma once

#include <array>
#include <span>

#include "exact/oracle_points.h"
#include "glance/certificate.h"

namespace glance::rooms::exact {

struct ExactNearest {
  /// Affinely independent pairs with the nearest point between them; four only if the origin
  /// is inside.
  std::array<VertexPair, 4> pairs = {};
  std::array<double, 4> weights = {};  ///< of the pairs in the nearest point, rounded
  int count = 0;
  /// The nearest point is numerator / denominator (> 0), in units of 2^exponent.
  ExactPoint numerator;
  BigInt denominator;
  int exponent = 0;

  bool at_origin() const { return numerator.is_zero(); }
  double distance() const;
  /// distance() - radius for a sum of radii >= 0, with its digits however small it is, and its
  /// sign for certain.
  double beyond(std::span<const double> radii) const;
  int sign_beyond(std::span<const double> radii) const;

  std::span<const VertexPair> span() const {
    return {pairs.data(), static_cast<std::size_t>(count)};
  }
};

/// `start`: up to four pairs to begin with (at least one).
ExactNearest exact_nearest(const OraclePoints& points, std::span<const VertexPair> start);

}  // namespace glance::rooms::exact
