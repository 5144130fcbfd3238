// Tested in tests/unit/convex/lp_separation_test.cpp (LpSeparation).
#include <algorithm>
#include <array>

#include "convex/lp_separation.h"
#include "convex/separation.h"

namespace glance::rooms::convex {
namespace {

/// Bodies with at most this many vertices are scanned for those that face the other body.
constexpr std::size_t kMostScanned = 512;

/// What the linear program sees of two polytopes: vertices in the frame of the pair (world axes,
/// origin at A's centroid).
class FramedBodies final : public LpBodies {
 public:
  FramedBodies(const PairFrame& frame, QueryWork& work) : frame_(frame), work_(work) {}

  std::uint32_t vertex_count(Side side) const override {
    return body(side).body.topology().vertex_count();
  }
  Vec3 vertex(Side side, std::uint32_t v) const override {
    return side == kA ? frame_.vertex_a(v) : frame_.vertex_b(v);
  }
  std::size_t facing(Side side, const Vec3& direction, std::uint32_t first,
                     std::span<std::uint32_t> found) const override {
    const Polytope& p = body(side).body;
    const std::size_t n = p.vertices().size();
    // Few enough to take all: then the program has every vertex, and its answer is that for the
    // whole bodies (IVRI-CD section 4.2 selects only from larger ones).
    if (n <= found.size()) {
      for (std::size_t i = 0; i < n; i++) found[i] = static_cast<std::uint32_t>(i);
      return n;
    }
    // Seen from either body the other one lies ahead: along the direction for A, against it for B.
    const Vec3 local = body(side).local_direction(side == kA ? direction : Vec3(-direction));
    if (n <= kMostScanned) {
      HighestFew few(found);
      for (std::uint32_t v = 0; v < n; v++) few.offer(dot(local, p.vertex(v)), v);
      return few.count();
    }
    return climb_down(p, local, first, found);
  }
  bool apart_along(const Vec3& direction, VertexPair& extreme) override {
    // The program's directions jump: climbing starts from the table where that is higher.
    start_higher(frame_.a, frame_.a.local_direction(direction), extreme.a);
    start_higher(frame_.b, -frame_.b.local_direction(direction), extreme.b);
    Separation s;
    separation_along(frame_, direction, one_norm(direction), extreme, work_, s);
    extreme = s.extreme;
    return s.lower > 0;
  }

 private:
  const PosedBody& body(Side side) const { return side == kA ? frame_.a : frame_.b; }

  /// Lists vertices from the highest down. The vertices of a convex polytope above a given height
  /// are connected by edges (else there would be a local maximum that is not the highest vertex),
  /// so each next one is a neighbour of an earlier one and no scan over all vertices is needed.
  static std::size_t climb_down(const Polytope& p, const Vec3& local, std::uint32_t first,
                                std::span<std::uint32_t> found) {
    struct Seen {
      double height;
      std::uint32_t vertex;
    };
    std::array<Seen, 256> front;  // where vertices have very many neighbours, not all fit
    std::size_t waiting = 0, count = 0;
    const auto offer = [&](std::uint32_t v) {
      for (std::size_t i = 0; i < count; i++) {
        if (found[i] == v) return;
      }
      for (std::size_t i = 0; i < waiting; i++) {
        if (front[i].vertex == v) return;
      }
      if (waiting < front.size()) front[waiting++] = {dot(local, p.vertex(v)), v};
    };
    offer(first);
    while (waiting > 0 && count < found.size()) {
      std::size_t best = 0;
      for (std::size_t i = 1; i < waiting; i++) {
        if (front[i].height > front[best].height) best = i;
      }
      const std::uint32_t v = front[best].vertex;
      front[best] = front[--waiting];
      found[count++] = v;
      for (const std::uint32_t w : p.topology().vertex_neighbors(v)) offer(w);
    }
    return count;
  }

  const PairFrame& frame_;
  QueryWork& work_;
};

}  // namespace

LpEnd lp_separation(const PairFrame& frame, const LpStart& start, QueryWork& work,
                    const LpLimits& limits) {
  FramedBodies bodies(frame, work);
  return lp_separation(bodies, start, work, limits);
}

}  // namespace glance::rooms::convex
