// Tested in tests/unit/geom/tri_mesh_test.cpp (TriMesh.FindsPiecesHolesAndOddEdges).
#include "geom/mesh_edges.h"

#include <algorithm>
#include <vector>

namespace glance::rooms::geom {
namespace {

constexpr std::uint32_t kNoSide = UINT32_MAX;

/// A side of a triangle: 4 * triangle + k stands for corner k to the next one.
using MeshSide = std::uint32_t;
constexpr std::uint32_t triangle_of(MeshSide side) { return side / 4; }
constexpr std::uint32_t next_corner(std::uint32_t k) { return k == 2 ? 0 : k + 1; }

std::uint32_t from(std::span<const Triangle> triangles, MeshSide side) {
  return triangles[side / 4][side % 4];
}
std::uint32_t to(std::span<const Triangle> triangles, MeshSide side) {
  return triangles[side / 4][next_corner(side % 4)];
}

/// All sides, those of one edge next to each other: sorted by the smaller end, the larger end, the
/// triangle. Counted into place by the smaller end, since a sort by comparisons takes five times
/// as long on millions of triangles.
class SortedSides {
 public:
  SortedSides(std::size_t vertex_count, std::span<const Triangle> triangles)
      : start_(vertex_count + 1, 0), sides_(3 * triangles.size()) {
    const auto each = [&](auto&& visit) {
      for (std::uint32_t t = 0; t < triangles.size(); t++) {
        for (std::uint32_t k = 0; k < 3; k++) {
          const auto [a, b] = std::minmax(triangles[t][k], triangles[t][next_corner(k)]);
          visit(a, b, 4 * t + k);
        }
      }
    };
    each([&](std::uint32_t a, std::uint32_t, MeshSide) { start_[a + 1]++; });
    for (std::size_t v = 0; v < vertex_count; v++) start_[v + 1] += start_[v];
    std::vector<std::uint32_t> place(start_.begin(), start_.end() - 1);
    each([&](std::uint32_t a, std::uint32_t b, MeshSide side) { sides_[place[a]++] = {b, side}; });
    for (std::size_t v = 0; v < vertex_count; v++) {
      std::sort(sides_.begin() + start_[v], sides_.begin() + start_[v + 1]);
    }
  }

  /// Calls visit(sides) for each edge.
  template <class Visit>
  void each_edge(Visit&& visit) const {
    std::vector<MeshSide> edge;
    for (std::size_t v = 0; v + 1 < start_.size(); v++) {
      for (std::uint32_t i = start_[v]; i < start_[v + 1];) {
        edge.clear();
        const std::uint32_t larger = sides_[i].larger;
        for (; i < start_[v + 1] && sides_[i].larger == larger; i++) edge.push_back(sides_[i].side);
        visit(std::span<const MeshSide>(edge));
      }
    }
  }

 private:
  struct Entry {
    std::uint32_t larger;
    MeshSide side;
    auto operator<=>(const Entry&) const = default;
  };
  std::vector<std::uint32_t> start_;  ///< of the sides with this smaller end
  std::vector<Entry> sides_;
};

/// Whether an edge is used equally often in both directions after the marked triangles are turned
/// (none, if there are no marks).
bool is_balanced(std::span<const Triangle> triangles, std::span<const MeshSide> edge,
                 std::span<const char> turned = {}) {
  int sum = 0;
  for (const MeshSide side : edge) {
    const bool upwards = from(triangles, side) < to(triangles, side);
    sum += upwards != (!turned.empty() && turned[triangle_of(side)]) ? 1 : -1;
  }
  return sum == 0;
}

/// Which triangles are connected, named by the smallest triangle of each set.
class Sets {
 public:
  explicit Sets(std::size_t count) : parent_(count) {
    for (std::uint32_t i = 0; i < count; i++) parent_[i] = i;
  }
  std::uint32_t root(std::uint32_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(std::uint32_t i, std::uint32_t j) {
    i = root(i), j = root(j);
    if (i != j) parent_[std::max(i, j)] = std::min(i, j);
  }
  std::size_t count() const {
    std::size_t roots = 0;
    for (std::uint32_t i = 0; i < parent_.size(); i++) roots += parent_[i] == i;
    return roots;
  }

 private:
  std::vector<std::uint32_t> parent_;
};

/// Across each side that is one of exactly two at its edge: the other one. Of other sides kNoSide.
std::vector<MeshSide> find_partners(const SortedSides& sides, std::size_t triangle_count) {
  std::vector<MeshSide> partner(4 * triangle_count, kNoSide);
  sides.each_edge([&](std::span<const MeshSide> edge) {
    if (edge.size() != 2) return;
    partner[edge[0]] = edge[1];
    partner[edge[1]] = edge[0];
  });
  return partner;
}

/// Marks the triangles that are to be turned; see examine_edges.
std::vector<char> find_turned(std::span<const Triangle> triangles,
                              std::span<const MeshSide> partner) {
  std::vector<char> seen(triangles.size(), false), turned(triangles.size(), false);
  std::vector<std::uint32_t> reached;
  for (std::uint32_t first = 0; first < triangles.size(); first++) {
    if (seen[first]) continue;
    seen[first] = true;
    reached.assign(1, first);
    std::size_t count = 0;
    for (std::size_t i = 0; i < reached.size(); i++) {
      const std::uint32_t t = reached[i];
      for (MeshSide side = 4 * t; side < 4 * t + 3; side++) {
        if (partner[side] == kNoSide) continue;
        const std::uint32_t other = triangle_of(partner[side]);
        if (seen[other]) continue;
        seen[other] = true;
        // As given, neighbours agree if they use their edge in opposite directions.
        const bool agree = from(triangles, side) != from(triangles, partner[side]);
        turned[other] = agree ? turned[t] : !turned[t];
        count += turned[other];
        reached.push_back(other);
      }
    }
    if (2 * count <= reached.size()) continue;  // half of them: the first one stays
    for (const std::uint32_t t : reached) turned[t] = !turned[t];
  }
  return turned;
}

/// Closed loops of edges that have one triangle each. At a vertex an edge goes on as the one that
/// is reached through neighbouring triangles; so two holes that meet in a vertex are one loop.
/// Where three triangles meet in an edge on the way, there is no loop.
std::size_t count_holes(std::span<const Triangle> triangles, const SortedSides& sides,
                        std::span<const MeshSide> partner) {
  std::vector<MeshSide> rim;
  std::vector<std::uint32_t> rim_number(partner.size(), kNoSide);
  sides.each_edge([&](std::span<const MeshSide> edge) {
    if (edge.size() != 1) return;
    rim_number[edge[0]] = static_cast<std::uint32_t>(rim.size());
    rim.push_back(edge[0]);
  });
  // The side of the rim that follows `side` at its end `vertex`, or kNoSide.
  const auto follow = [&](MeshSide side, std::uint32_t vertex) -> MeshSide {
    for (;;) {
      const std::uint32_t t = triangle_of(side), k = side % 4;
      const std::uint32_t other = triangles[t][k] == vertex ? (k + 2) % 3 : next_corner(k);
      side = 4 * t + other;
      if (rim_number[side] != kNoSide) return side;
      if (partner[side] == kNoSide) return kNoSide;
      side = partner[side];
    }
  };
  std::vector<char> seen(rim.size(), false);
  std::size_t loops = 0;
  for (const MeshSide first : rim) {
    if (seen[rim_number[first]]) continue;
    for (const std::uint32_t start : {to(triangles, first), from(triangles, first)}) {
      MeshSide side = first;
      std::uint32_t vertex = start;
      do {
        seen[rim_number[side]] = true;
        side = follow(side, vertex);
        if (side == kNoSide) break;
        const std::uint32_t a = from(triangles, side), b = to(triangles, side);
        vertex = vertex == a ? b : a;
      } while (side != first);
      if (side == first) {
        loops++;
        break;  // else the other end of a chain
      }
    }
  }
  return loops;
}

}  // namespace

void examine_edges(std::size_t vertex_count, std::span<Triangle> triangles, MeshReport& report) {
  const SortedSides sides(vertex_count, triangles);
  Sets pieces(triangles.size());
  sides.each_edge([&](std::span<const MeshSide> edge) {
    for (const MeshSide side : edge) pieces.join(triangle_of(edge[0]), triangle_of(side));
    report.boundary_edges += edge.size() == 1;
    report.non_manifold_edges += edge.size() > 2;
  });
  report.pieces = pieces.count();
  const std::vector<MeshSide> partner = find_partners(sides, triangles.size());
  if (report.boundary_edges > 0) report.holes = count_holes(triangles, sides, partner);

  const std::vector<char> turned = find_turned(triangles, partner);
  report.closed = true;
  sides.each_edge([&](std::span<const MeshSide> edge) {
    if (is_balanced(triangles, edge, turned)) return;
    report.closed = false;
    report.misoriented_edges += edge.size() % 2 == 0;
  });
  for (std::size_t t = 0; t < triangles.size(); t++) {
    if (!turned[t]) continue;
    std::swap(triangles[t][1], triangles[t][2]);
    report.turned_triangles++;
  }
}

bool is_closed(std::size_t vertex_count, std::span<const Triangle> triangles) {
  bool closed = true;
  SortedSides(vertex_count, triangles).each_edge([&](std::span<const MeshSide> edge) {
    closed = closed && is_balanced(triangles, edge);
  });
  return closed;
}

}  // namespace glance::rooms::geom
