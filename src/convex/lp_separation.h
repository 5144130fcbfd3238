// Are two bodies apart? As a linear program over their vertices v of A and w of B (IVRI-CD section
// 3), derived in docs/design/linear_program.md:
//
//   min m f,  sum a_i v_i - sum b_j w_j + u f = 0,  sum a_i = sum b_j = 1,  all a, b, f >= 0,
//
// with u from a point of A to a point of B. Its dual has a direction p from A to B, and two
// heights: max y4 + y5 with y4 <= -v_i.p, y5 <= w_j.p, u.p <= m. So y4 + y5 is the gap along p, in
// units of |p|, and the bodies are apart as soon as it is positive; they meet as soon as f is 0.
//
// The program is made of some twenty vertices of each body that face the other (section 4.2); those
// that are found to lie beyond its plane join in. What it says is a suggestion. The direction is
// proved by apart_along, which looks at all vertices; four pairs of vertices around the origin
// are for the caller to prove (surrounds_origin).
#pragma once

#include <array>
#include <span>

#include "convex/pair_frame.h"

namespace glance::rooms::convex {

/// Two bodies as the linear program sees them: lists of points in one frame.
class LpBodies {
 public:
  enum Side : int { kA = 0, kB = 1 };

  virtual ~LpBodies() = default;
  virtual std::uint32_t vertex_count(Side side) const = 0;
  virtual Vec3 vertex(Side side, std::uint32_t v) const = 0;
  /// The vertices that face the other body, seen along a direction from A to B (highest of A,
  /// lowest of B): at most found.size(), and all if there are no more than that. Returns how many.
  /// `first`: one that is known to be among the foremost.
  virtual std::size_t facing(Side side, const Vec3& direction, std::uint32_t first,
                             std::span<std::uint32_t> found) const = 0;
  /// Whether the direction is proved to separate the bodies; if not, `extreme` are the vertices
  /// (highest of A, lowest of B) that are in the way. It starts from those given.
  virtual bool apart_along(const Vec3& direction, VertexPair& extreme) = 0;
};

struct LpEnd {
  enum class Kind : std::uint8_t {
    apart,   ///< `direction` is proved
    meets,   ///< the pairs have the origin between them, up to rounding
    unclear  ///< neither could be shown
  };
  Kind kind = Kind::unclear;
  Vec3 direction = Vec3::zero();         ///< from A to B, not of unit length; the last one tried
  VertexPair extreme;                    ///< along it
  std::array<VertexPair, 4> pairs = {};  ///< of vertices in the solution
  int count = 0;
};

struct LpStart {
  Vec3 direction = Vec3::unit_x();  ///< from A to B, not zero; tried before anything else
  VertexPair extreme;               ///< vertices near to the extreme ones along it
  bool tried = false;               ///< it is known not to separate them
};

/// How many vertices of each body the program begins with (IVRI-CD section 4.2), and how many there
/// may be. Others than these are for tests.
struct LpLimits {
  std::size_t first = 20, most = 31;
};

LpEnd lp_separation(LpBodies& bodies, const LpStart& start, QueryWork& work,
                    const LpLimits& limits = {});

/// The same for two bodies of flat sides, whose extreme vertices are found by climbing.
LpEnd lp_separation(const PairFrame& frame, const LpStart& start, QueryWork& work,
                    const LpLimits& limits = {});

/// Keeps the highest few of many, in order of height.
class HighestFew {
 public:
  static constexpr std::size_t kMost = 64;

  /// Room for as many as are wanted: at most kMost.
  explicit HighestFew(std::span<std::uint32_t> found) : found_(found) {}

  void offer(double height, std::uint32_t v) {
    if (count_ == found_.size() && !(height > height_[count_ - 1])) return;
    std::size_t i = count_ < found_.size() ? count_++ : count_ - 1;
    for (; i > 0 && height > height_[i - 1]; i--) {
      height_[i] = height_[i - 1];
      found_[i] = found_[i - 1];
    }
    height_[i] = height;
    found_[i] = v;
  }
  std::size_t count() const { return count_; }

 private:
  std::span<std::uint32_t> found_;
  std::array<double, kMost> height_;
  std::size_t count_ = 0;
};

}  // namespace glance::rooms::convex
