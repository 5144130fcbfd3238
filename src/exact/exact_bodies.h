// Two bodies without rounding, vertex by vertex as they are looked at: what the last stage of the
// fast methods rests on, where bodies touch or nearly do.
//
// Coordinates are integers in units of 2^exponent() along the axes of the world, seen from the
// translation of A's pose (so that they are as small as the pair, wherever it lies): A's vertices
// are R_a v, B's R_b v + (t_b - t_a). A sign is evaluated in doubles first, with an error bound,
// and in integers only if that leaves it open: near ties.
#pragma once

#include <array>
#include <optional>
#include <unordered_map>

#include "geom/polytope.h"
#include "glance/certificate.h"
#include "math/exact.h"

namespace glance::rooms::exact {

using ExactPoint = ExactVec3<BigInt>;

/// A vector as integers and as doubles: `near` is the exact one times a power of two, each
/// component off by at most 2^-52 of itself (or by 2^-1074).
struct ExactVector {
  ExactPoint exact{0, 0, 0};
  Vec3 near = Vec3::zero();

  bool is_zero() const { return exact.is_zero(); }
  ExactVector operator-() const { return {-exact, -near}; }
};

/// A direction, scaled so that the largest component of `near` is about 1.
ExactVector exact_direction(ExactPoint v);

/// Sign of u . v.
int sign_of_dot(const ExactVector& u, const ExactVector& v);
/// Sign of d . (p - q), for p and q with `near` in the same unit.
int sign_along(const ExactVector& d, const ExactVector& p, const ExactVector& q);
/// Sign of u . (v x w).
int sign_of_triple(const ExactVector& u, const ExactVector& v, const ExactVector& w);

/// A convex set of points (vertex of A) - (vertex of B).
class ExactSupport {
 public:
  virtual ~ExactSupport() = default;
  /// One that is farthest along d (not zero), found from `start`.
  virtual VertexPair farthest(const ExactVector& d, VertexPair start) = 0;
};

/// A point of A - B, and the vertices that it is the difference of. All have `near` in the same
/// unit.
struct ExactCorner : ExactVector {
  VertexPair pair;
};

class ExactBodies final : public ExactSupport {
 public:
  ExactBodies(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);

  const ExactPoint& vertex_a(std::uint32_t v) { return a_.vertex(v); }
  const ExactPoint& vertex_b(std::uint32_t v) { return b_.vertex(v); }
  ExactCorner corner(VertexPair pair);
  int exponent() const { return exponent_; }
  /// How many vertices have been made exact.
  std::size_t vertices_made() const { return a_.count() + b_.count(); }

  const Polytope& body_a() const { return a_.body; }
  const Polytope& body_b() const { return b_.body; }

  /// By climbing over neighbours (geom/support): each step is strictly uphill, in real
  /// arithmetic, and where none is, convexity says that there is no higher vertex at all.
  VertexPair farthest(const ExactVector& d, VertexPair start) override;

  /// Sign of d . (w - v) for two vertices of one body.
  int sign_of_rise_a(const ExactVector& d, std::uint32_t v, std::uint32_t w);
  int sign_of_rise_b(const ExactVector& d, std::uint32_t v, std::uint32_t w);

  Vec3 rounded(const ExactPoint& p) const {
    return {to_double(p.x, exponent_), to_double(p.y, exponent_), to_double(p.z, exponent_)};
  }
  /// The mean of one to four vertices with these weights, in the world, up to rounding; a single
  /// one rounded once.
  Vec3 mean_of_a(std::span<const std::uint32_t> vertices, const double* weights);
  Vec3 mean_of_b(std::span<const std::uint32_t> vertices, const double* weights);

 private:
  struct Side {
    const Polytope& body;
    const Mat3& rotation;
    int rotation_exponent, local_exponent, exponent = 0;
    ExactPoint offset{0, 0, 0};
    std::optional<std::array<Int128, 3>> short_offset;  ///< the same, if it has so few bits
    bool is_short = false;                              ///< `short_row` has the rotation
    int short_bits = 0;                                 ///< of its entries
    std::array<std::array<std::int64_t, 3>, 3> short_row = {};
    /// Vertices made so far: the first ones here (bodies at rest need no more), others in the map.
    static constexpr std::uint32_t kFirst = 8;
    std::uint32_t first_count = 0;
    std::array<std::uint32_t, kFirst> first_numbers;
    std::array<ExactPoint, kFirst> first_made;
    std::unordered_map<std::uint32_t, ExactPoint> made;

    std::size_t count() const { return first_count + made.size(); }
    Side(const Polytope& body_, const Pose& pose);
    int product_exponent() const { return rotation_exponent + local_exponent; }
    const ExactPoint& vertex(std::uint32_t v);
    ExactPoint make(std::uint32_t v) const;
    void set_offset(ExactPoint by);
    int sign_of_rise(const ExactVector& d, std::uint32_t v, std::uint32_t w);
    std::uint32_t highest(const ExactVector& d, std::uint32_t start);
  };
  Vec3 mean(Side& side, std::span<const std::uint32_t> vertices, const double* weights);

  Side a_, b_;
  int exponent_ = 0;
  int near_unit_ = 0;  ///< of ExactCorner::near: 2^near_unit_ ordinary units
  ExactPoint origin_;  ///< A's translation
};

}  // namespace glance::rooms::exact
