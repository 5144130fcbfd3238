// How the vertices, edges and faces of a convex polytope hang together: flat
// arrays, shared by all scaled copies of a body.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "glance/base.h"
#include "rooms.h"

namespace glance::rooms::geom {

inline constexpr std::uint32_t kNoFace = UINT32_MAX;

struct Edge {
  std::array<std::uint32_t, 2> vertex;  ///< the smaller number first
  /// face[0] has the edge running from vertex[0] to vertex[1], face[1] the other
  /// way. kNoFace for a segment.
  std::array<std::uint32_t, 2> face;
};

class Topology {
 public:
  /// From face loops (counter-clockwise from outside), which must form a closed,
  /// connected, consistently oriented surface that uses every vertex; the error
  /// names the edge or vertex where they do not. Faces are renumbered: each loop
  /// starts at its smallest vertex, and loops are sorted.
  static Result<Topology> from_loops(std::uint32_t vertex_count,
                                     std::vector<std::vector<std::uint32_t>> loops);

  /// A planar polygon: the loop 0, 1, .., n-1 and its back.
  static Topology polygon(std::uint32_t vertex_count);
  static Topology segment();
  static Topology point();

  int dimension() const { return dimension_; }
  std::uint32_t vertex_count() const {
    return static_cast<std::uint32_t>(vertex_begin_.size() - 1);
  }
  std::uint32_t edge_count() const { return static_cast<std::uint32_t>(edges_.size()); }
  std::uint32_t face_count() const { return static_cast<std::uint32_t>(face_begin_.size() - 1); }

  const Edge& edge(std::uint32_t e) const { return edges_[e]; }

  /// Around a face: its vertices, and its edges (edge i joins vertex i and i+1).
  std::span<const std::uint32_t> face_vertices(std::uint32_t f) const {
    return slice(face_begin_, face_vertex_, f);
  }
  std::span<const std::uint32_t> face_edges(std::uint32_t f) const {
    return slice(face_begin_, face_edge_, f);
  }

  /// Around a vertex, counter-clockwise seen from outside: the vertices at the
  /// other ends of its edges, and those edges.
  std::span<const std::uint32_t> vertex_neighbors(std::uint32_t v) const {
    return slice(vertex_begin_, vertex_neighbor_, v);
  }
  std::span<const std::uint32_t> vertex_edges(std::uint32_t v) const {
    return slice(vertex_begin_, vertex_edge_, v);
  }

  /// Where the neighbours of a vertex begin among those of all vertices.
  std::uint32_t first_neighbor(std::uint32_t v) const { return vertex_begin_[v]; }

  /// The face between neighbours i and i+1 of a vertex; kNoFace for a segment.
  std::uint32_t face_after(std::uint32_t v, std::uint32_t i) const;

  std::size_t bytes() const;

  /// Checks what from_loops establishes: Euler's formula and that all the arrays
  /// agree with each other.
  Result<void> validate() const;

 private:
  static std::span<const std::uint32_t> slice(const std::vector<std::uint32_t>& begin,
                                              const std::vector<std::uint32_t>& items,
                                              std::uint32_t i) {
    return {items.data() + begin[i], begin[i + 1] - begin[i]};
  }
  Result<void> link_edges();
  void give_back_slack();
  std::uint32_t faces_connected_to_first() const;
  Result<void> link_vertices(std::uint32_t vertex_count);

  int dimension_ = 3;
  std::vector<Edge> edges_;
  std::vector<std::uint32_t> face_begin_, face_vertex_, face_edge_;
  std::vector<std::uint32_t> vertex_begin_, vertex_neighbor_, vertex_edge_;
};

}  // namespace glance::rooms::geom
