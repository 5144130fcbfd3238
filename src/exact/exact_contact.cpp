// Tested in tests/property/exact_test.cpp (ExactPairs.AgreeWithTheOracle).
#include "exact/exact_contact.h"

#include <algorithm>
#include <array>

#include "base/check.h"

namespace glance::rooms::exact {
namespace {

/// The edges at a vertex of A and at the vertex of B that it coincides with, as points of A - B.
class EdgeCone final : public ExactSupport {
 public:
  EdgeCone(ExactBodies& bodies, VertexPair apex) : bodies_(bodies), apex_(apex) {}

  std::size_t size() const { return around_a().size() + around_b().size(); }
  VertexPair edge(std::size_t i) const {
    const std::size_t in_a = around_a().size();
    return i < in_a ? VertexPair{around_a()[i], apex_.b}
                    : VertexPair{apex_.a, around_b()[i - in_a]};
  }

  VertexPair farthest(const ExactVector& d, VertexPair) override {
    // The highest neighbour in A, and the lowest in B, each risen from the apex; of the two the
    // one that is farther.
    VertexPair best = edge(0);
    ExactCorner best_corner = bodies_.corner(best);
    std::uint32_t high = around_a().empty() ? apex_.a : around_a()[0];
    for (const std::uint32_t w : around_a()) {
      if (w != high && bodies_.sign_of_rise_a(d, high, w) > 0) high = w;
    }
    if (high != apex_.a) {
      best = {high, apex_.b};
      best_corner = bodies_.corner(best);
    }
    if (!around_b().empty()) {
      std::uint32_t low = around_b()[0];
      for (const std::uint32_t w : around_b()) {
        if (w != low && bodies_.sign_of_rise_b(d, low, w) < 0) low = w;
      }
      const VertexPair other{apex_.a, low};
      if (other != best && sign_along(d, bodies_.corner(other), best_corner) > 0) best = other;
    }
    return best;
  }

 private:
  std::span<const std::uint32_t> around_a() const {
    return bodies_.body_a().topology().vertex_neighbors(apex_.a);
  }
  std::span<const std::uint32_t> around_b() const {
    return bodies_.body_b().topology().vertex_neighbors(apex_.b);
  }

  ExactBodies& bodies_;
  VertexPair apex_;
};

class ContactDecision {
 public:
  ContactDecision(ExactBodies& bodies, std::span<const VertexPair> hints, std::uint32_t& steps)
      : bodies_(bodies), hints_(hints), steps_(steps) {}

  ExactContact run(const ExactSimplex& simplex) {
    set_hull(simplex);
    if (simplex.count == 1) {
      at_vertices(simplex.corner[0]);
    } else {
      around(bodies_, simplex);
    }
    return std::move(result_);
  }

 private:
  Certificate& certificate() { return result_.certificate; }

  void set_hull(const ExactSimplex& simplex) {
    certificate().pair_count = static_cast<std::uint8_t>(simplex.count);
    for (int i = 0; i < simplex.count; i++) certificate().pairs[i] = simplex.corner[i].pair;
  }

  void touching(std::initializer_list<VertexPair> plane, const ExactPoint& normal,
                std::uint8_t axis = Certificate::kNoAxis) {
    certificate().verdict = Verdict::touching;
    certificate().plane_count = static_cast<std::uint8_t>(plane.size());
    std::ranges::copy(plane, certificate().plane.begin());
    certificate().axis = axis;
    result_.normal = normal;
  }

  void overlapping(std::initializer_list<VertexPair> pairs) {
    certificate().verdict = Verdict::overlapping;
    certificate().pair_count = static_cast<std::uint8_t>(pairs.size());
    std::ranges::copy(pairs, certificate().pairs.begin());
  }

  /// The farthest point along n, if that is beyond the origin.
  bool reaches_beyond(ExactSupport& support, const ExactVector& n, VertexPair start,
                      ExactCorner& farthest) {
    steps_++;
    farthest = bodies_.corner(support.farthest(n, start));
    return sign_of_dot(n, farthest) > 0;
  }

  void around(ExactSupport& support, const ExactSimplex& simplex) {
    simplex.count == 3 ? around_triangle(support, simplex) : around_line(support, simplex);
  }

  /// The plane is known, only its side is not: if A - B reaches beyond on both sides, the two
  /// points found and the triangle surround the origin (a certificate of five pairs).
  void around_triangle(ExactSupport& support, const ExactSimplex& s) {
    const VertexPair p = s.corner[0].pair, q = s.corner[1].pair, r = s.corner[2].pair;
    const ExactVector n = exact_direction(
        cross(s.corner[1].exact - s.corner[0].exact, s.corner[2].exact - s.corner[0].exact));
    ExactCorner above, below;
    if (!reaches_beyond(support, n, p, above)) return touching({p, q, r}, n.exact);
    if (!reaches_beyond(support, -n, p, below)) return touching({p, q, r}, -n.exact);
    overlapping({p, q, r, above.pair, below.pair});
  }

  /// One side of the angle about a line: the farthest point there. `turn` is +1 or -1: the way
  /// around the line that leads out of the angle.
  struct AngleSide {
    ExactCorner corner;
    int turn;

    ExactVector outward(const ExactPoint& along) const {
      ExactPoint n = cross(along, corner.exact);
      return exact_direction(turn > 0 ? std::move(n) : -n);
    }
  };

  /// Widens the angle about the line, side by side, until no point is beyond one side (touching:
  /// that side is the plane) or the angle exceeds 180 degrees (overlapping). It ends, as each turn
  /// adds a vertex pair strictly outside of the angle.
  void around_line(ExactSupport& support, const ExactSimplex& s) {
    const VertexPair p = s.corner[0].pair, q = s.corner[1].pair;
    const ExactPoint along = s.corner[1].exact - s.corner[0].exact;
    ExactCorner first;
    if (!find_off_line(support, s, along, first)) return;
    AngleSide side{first, 1}, other{first, -1};
    for (;; std::swap(side, other)) {
      const ExactVector n = side.outward(along);
      ExactCorner beyond;
      if (!reaches_beyond(support, n, side.corner.pair, beyond)) {
        return touching({p, q, side.corner.pair}, n.exact);
      }
      // Does the angle from the other side to the new point exceed 180 degrees?
      const ExactVector m = other.outward(along);
      const int past = sign_of_dot(m, beyond);
      if (past > 0) {
        return overlapping({p, q, side.corner.pair, other.corner.pair, beyond.pair});
      }
      if (past == 0) {  // just 180 degrees: one normal is left
        ExactCorner last;
        if (!reaches_beyond(support, m, p, last)) {
          return touching({p, q, other.corner.pair}, m.exact);
        }
        return overlapping({p, q, side.corner.pair, other.corner.pair, beyond.pair, last.pair});
      }
      side.corner = std::move(beyond);
    }
  }

  /// A point of the set that is not on the line through the origin; false if there is none, and
  /// all is said.
  bool find_off_line(ExactSupport& support, const ExactSimplex& s, const ExactPoint& along,
                     ExactCorner& found) {
    for (const VertexPair& hint : hints_) {
      found = bodies_.corner(hint);
      if (!cross(along, found.exact).is_zero()) return true;
    }
    const ExactPoint axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    std::uint8_t axis = 0;
    while (cross(along, axes[axis]).is_zero()) axis++;
    const ExactPoint across = cross(along, axes[axis]);
    // Four directions around the line: if nothing lies beyond along any of them, A - B is on the
    // line.
    for (const ExactPoint& n : {across, -across, cross(along, across), cross(across, along)}) {
      if (reaches_beyond(support, exact_direction(n), s.corner[0].pair, found)) return true;
    }
    touching({s.corner[0].pair, s.corner[1].pair}, across, axis);
    return false;
  }

  /// The edges at both vertices span the cones of the bodies there, and the bodies lie within their
  /// cones: so the edges decide, however many vertices the bodies have. They touch exactly if the
  /// cones have no inner point in common.
  void at_vertices(const ExactCorner& apex) {
    EdgeCone cone(bodies_, apex.pair);
    if (cone.size() == 0) return touching({apex.pair}, {1, 0, 0}, 0);  // two points
    std::array<VertexPair, 4> start;
    std::size_t count = 0;
    for (const VertexPair& hint : hints_) {
      if (count < 3 && !bodies_.corner(hint).is_zero()) start[count++] = hint;
    }
    if (count == 0) start[count++] = cone.edge(0);
    const ExactSimplex s = exact_search(bodies_, cone, {start.data(), count}, steps_);
    if (!s.at_origin()) {
      certificate().verdict = Verdict::touching;
      certificate().plane_count = static_cast<std::uint8_t>(s.count);
      for (int i = 0; i < s.count; i++) certificate().plane[i] = s.corner[i].pair;
      result_.normal = -s.direction.exact;
    } else if (s.is_inside()) {
      overlapping({s.corner[0].pair, s.corner[1].pair, s.corner[2].pair, s.corner[3].pair});
    } else {
      around(cone, s);
    }
  }

  ExactBodies& bodies_;
  std::span<const VertexPair> hints_;
  std::uint32_t& steps_;
  ExactContact result_;
};

}  // namespace

ExactContact exact_contact(ExactBodies& bodies, const ExactSimplex& simplex,
                           std::span<const VertexPair> hints, std::uint32_t& steps) {
  GLANCE_CHECK(simplex.at_origin() && simplex.count <= 3);
  return ContactDecision(bodies, hints, steps).run(simplex);
}

}  // namespace glance::rooms::exact
