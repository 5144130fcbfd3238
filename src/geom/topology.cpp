#include "geom/topology.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "base/check.h"

namespace glance::rooms::geom {
namespace {

/// One side of an edge: where in the face arrays it is, and which way it runs.
struct HalfEdge {
  std::uint32_t low, high;  ///< its vertices in order of number
  std::uint32_t face;
  std::uint32_t position;  ///< in face_vertex_ and face_edge_
  bool forward;            ///< runs from low to high
};

}  // namespace

Result<Topology> Topology::from_loops(std::uint32_t vertex_count,
                                      std::vector<std::vector<std::uint32_t>> loops) {
  for (std::size_t f = 0; f < loops.size(); f++) {
    auto& loop = loops[f];
    if (loop.size() < 3) {
      return fail(ErrorCode::bad_geometry,
                  fmt::format("face {} has {} vertices, at least 3 are needed", f, loop.size()));
    }
    for (std::uint32_t v : loop) {
      if (v >= vertex_count) {
        return fail(
            ErrorCode::bad_index,
            fmt::format("face {} names vertex {}, but there are only {}", f, v, vertex_count));
      }
    }
    // Numbers must not depend on how faces were given: each loop starts at its smallest vertex, and
    // loops are sorted.
    std::rotate(loop.begin(), std::min_element(loop.begin(), loop.end()), loop.end());
  }
  std::sort(loops.begin(), loops.end());

  Topology t;
  t.face_begin_.push_back(0);
  for (const auto& loop : loops) {
    t.face_vertex_.insert(t.face_vertex_.end(), loop.begin(), loop.end());
    t.face_begin_.push_back(static_cast<std::uint32_t>(t.face_vertex_.size()));
  }
  if (Result<void> linked = t.link_edges(); !linked) {
    return fail(linked.error());
  }
  if (Result<void> linked = t.link_vertices(vertex_count); !linked) {
    return fail(linked.error());
  }
  if (const std::uint32_t reached = t.faces_connected_to_first(); reached != t.face_count()) {
    return fail(ErrorCode::bad_geometry,
                fmt::format("the faces are not connected: from the first, {} of {} are reached",
                            reached, t.face_count()));
  }
  // A closed, connected, oriented surface with Euler's number 2 is a sphere: no handles.
  const long euler = static_cast<long>(t.vertex_count()) - t.edge_count() + t.face_count();
  if (euler != 2) {
    return fail(ErrorCode::bad_geometry,
                fmt::format("the surface is not one closed sphere: vertices - edges + faces = "
                            "{} - {} + {} = {}, not 2",
                            t.vertex_count(), t.edge_count(), t.face_count(), euler));
  }
  t.give_back_slack();
  return t;
}

/// Bodies live long and there may be many of them.
void Topology::give_back_slack() {
  edges_.shrink_to_fit();
  for (auto* array : {&face_begin_, &face_vertex_, &face_edge_, &vertex_begin_, &vertex_neighbor_,
                      &vertex_edge_}) {
    array->shrink_to_fit();
  }
}

Result<void> Topology::link_edges() {
  // Sorted by their ends, the two sides of an edge are neighbours, the forward one first.
  std::vector<HalfEdge> halves;
  halves.reserve(face_vertex_.size());
  for (std::uint32_t f = 0; f < face_count(); f++) {
    const auto loop = face_vertices(f);
    for (std::uint32_t i = 0; i < loop.size(); i++) {
      const std::uint32_t a = loop[i], b = loop[(i + 1) % loop.size()];
      if (a == b) return fail(ErrorCode::bad_geometry, fmt::format("a face repeats vertex {}", a));
      halves.push_back({std::min(a, b), std::max(a, b), f, face_begin_[f] + i, a < b});
    }
  }
  std::sort(halves.begin(), halves.end(), [](const HalfEdge& x, const HalfEdge& y) {
    return std::tie(x.low, x.high, y.forward, x.position) <
           std::tie(y.low, y.high, x.forward, y.position);
  });
  face_edge_.resize(face_vertex_.size());
  for (std::size_t i = 0; i < halves.size(); i += 2) {
    const HalfEdge& first = halves[i];
    const auto same = [&](std::size_t k) {
      return k < halves.size() && halves[k].low == first.low && halves[k].high == first.high;
    };
    if (!same(i + 1)) {
      return fail(ErrorCode::bad_geometry,
                  fmt::format("the surface is open: only one face has the edge between vertices "
                              "{} and {}",
                              first.low, first.high));
    }
    if (same(i + 2)) {
      return fail(ErrorCode::bad_geometry,
                  fmt::format("more than two faces share the edge between vertices {} and {}",
                              first.low, first.high));
    }
    const HalfEdge& second = halves[i + 1];
    if (!first.forward || second.forward) {
      return fail(ErrorCode::bad_geometry,
                  fmt::format("two faces run the same way along the edge between vertices {} and "
                              "{}: their orientations disagree",
                              first.low, first.high));
    }
    const auto edge = static_cast<std::uint32_t>(edges_.size());
    edges_.push_back({{first.low, first.high}, {first.face, second.face}});
    face_edge_[first.position] = edge;
    face_edge_[second.position] = edge;
  }
  return {};
}

Result<void> Topology::link_vertices(std::uint32_t vertex_count) {
  // A corner is a place in a face loop. Of each vertex, one corner to start from.
  std::vector<std::uint32_t> start(vertex_count, UINT32_MAX), corner_face(face_vertex_.size());
  std::vector<std::uint32_t> corners(vertex_count, 0);
  for (std::uint32_t f = 0; f < face_count(); f++) {
    for (std::uint32_t c = face_begin_[f]; c < face_begin_[f + 1]; c++) {
      corner_face[c] = f;
      corners[face_vertex_[c]]++;
      if (start[face_vertex_[c]] == UINT32_MAX) start[face_vertex_[c]] = c;
    }
  }
  // The corner of an edge in each of its faces: where the edge starts there.
  std::vector<std::array<std::uint32_t, 2>> edge_corner(edges_.size());
  for (std::uint32_t c = 0; c < face_vertex_.size(); c++) {
    const std::uint32_t e = face_edge_[c];
    edge_corner[e][edges_[e].vertex[0] == face_vertex_[c] ? 0 : 1] = c;
  }

  vertex_begin_.assign(1, 0);
  for (std::uint32_t v = 0; v < vertex_count; v++) {
    if (start[v] == UINT32_MAX)
      return fail(ErrorCode::bad_geometry, fmt::format("no face uses vertex {}", v));
    std::uint32_t corner = start[v];
    std::uint32_t turned = 0;
    do {
      const std::uint32_t e = face_edge_[corner];
      const bool forward = edges_[e].vertex[0] == v;
      vertex_edge_.push_back(e);
      vertex_neighbor_.push_back(edges_[e].vertex[forward ? 1 : 0]);
      // Through this face to the edge that comes into v, and across that edge.
      const std::uint32_t f = corner_face[corner];
      const std::uint32_t before = corner == face_begin_[f] ? face_begin_[f + 1] - 1 : corner - 1;
      const std::uint32_t incoming = face_edge_[before];
      corner = edge_corner[incoming][edges_[incoming].vertex[0] == v ? 0 : 1];
      turned++;
      // Around the vertex face by face, for at most as many steps as it has corners: a ring that
      // closes earlier leaves others out, as where two bodies meet in a vertex.
    } while (corner != start[v] && turned <= corners[v]);
    if (turned != corners[v]) {
      return fail(ErrorCode::bad_geometry,
                  fmt::format("the faces around vertex {} do not form one ring", v));
    }
    vertex_begin_.push_back(static_cast<std::uint32_t>(vertex_edge_.size()));
  }
  return {};
}

std::uint32_t Topology::faces_connected_to_first() const {
  std::vector<bool> seen(face_count(), false);
  std::vector<std::uint32_t> queue;
  const auto reach = [&](std::uint32_t f) {
    if (seen[f]) return;
    seen[f] = true;
    queue.push_back(f);
  };
  if (face_count() > 0) reach(0);
  for (std::size_t i = 0; i < queue.size(); i++) {
    for (std::uint32_t e : face_edges(queue[i])) {
      for (std::uint32_t f : edges_[e].face) reach(f);
    }
  }
  return static_cast<std::uint32_t>(queue.size());
}

Topology Topology::polygon(std::uint32_t vertex_count) {
  std::vector<std::uint32_t> front(vertex_count), back(vertex_count);
  for (std::uint32_t i = 0; i < vertex_count; i++) {
    front[i] = i;
    back[i] = vertex_count - 1 - i;
  }
  // A polygon is a flat body with two faces back to back: so walks over its surface need no special
  // case.
  Result<Topology> t = from_loops(vertex_count, {front, back});
  GLANCE_CHECK(t.has_value());
  t->dimension_ = 2;
  return *std::move(t);
}

Topology Topology::segment() {
  Topology t;
  t.dimension_ = 1;
  t.edges_ = {{{0, 1}, {kNoFace, kNoFace}}};
  t.face_begin_ = {0};
  t.vertex_begin_ = {0, 1, 2};
  t.vertex_neighbor_ = {1, 0};
  t.vertex_edge_ = {0, 0};
  return t;
}

Topology Topology::point() {
  Topology t;
  t.dimension_ = 0;
  t.face_begin_ = {0};
  t.vertex_begin_ = {0, 0};
  return t;
}

std::uint32_t Topology::face_after(std::uint32_t v, std::uint32_t i) const {
  const Edge& e = edges_[vertex_edges(v)[i]];
  return e.face[e.vertex[0] == v ? 0 : 1];
}

std::size_t Topology::bytes() const {
  std::size_t words = 0;
  for (const auto* array : {&face_begin_, &face_vertex_, &face_edge_, &vertex_begin_,
                            &vertex_neighbor_, &vertex_edge_}) {
    words += array->capacity();
  }
  return sizeof(*this) + words * sizeof(std::uint32_t) + edges_.capacity() * sizeof(Edge);
}

Result<void> Topology::validate() const {
  const long euler = static_cast<long>(vertex_count()) - edge_count() + face_count();
  // A segment (2 - 1 + 0) and a point (1 - 0 + 0) have no faces.
  if (euler != (dimension_ >= 2 ? 2 : 1)) {
    return fail(ErrorCode::bad_geometry,
                fmt::format("Euler: vertices - edges + faces = {}", euler));
  }
  if (faces_connected_to_first() != face_count())
    return fail(ErrorCode::internal, "the faces are not connected");
  for (std::uint32_t f = 0; f < face_count(); f++) {
    const auto loop = face_vertices(f);
    const auto around = face_edges(f);
    for (std::uint32_t i = 0; i < loop.size(); i++) {
      const Edge& e = edges_[around[i]];
      const std::uint32_t a = loop[i], b = loop[(i + 1) % loop.size()];
      const int side = a < b ? 0 : 1;
      if (e.vertex[side] != a || e.vertex[1 - side] != b || e.face[side] != f) {
        return fail(ErrorCode::internal,
                    fmt::format("face {} and edge {} do not know each other", f, around[i]));
      }
    }
  }
  std::size_t ends = 0;
  for (std::uint32_t v = 0; v < vertex_count(); v++) {
    const auto neighbors = vertex_neighbors(v);
    ends += neighbors.size();
    for (std::uint32_t i = 0; i < neighbors.size(); i++) {
      const Edge& e = edges_[vertex_edges(v)[i]];
      if (!((e.vertex[0] == v && e.vertex[1] == neighbors[i]) ||
            (e.vertex[1] == v && e.vertex[0] == neighbors[i]))) {
        return fail(ErrorCode::internal,
                    fmt::format("vertex {} and its neighbour {} disagree", v, neighbors[i]));
      }
      if (dimension_ < 2) continue;
      // The face after neighbour i comes back into v from neighbour i+1.
      const std::uint32_t next = vertex_edges(v)[(i + 1) % neighbors.size()];
      const std::uint32_t face = face_after(v, i);
      const Edge& n = edges_[next];
      if (n.face[n.vertex[1] == v ? 0 : 1] != face) {
        return fail(ErrorCode::internal,
                    fmt::format("the edges around vertex {} are out of order", v));
      }
    }
  }
  if (ends != 2 * std::size_t{edge_count()})
    return fail(ErrorCode::internal, "an edge is missing at a vertex");
  return {};
}

}  // namespace glance::rooms::geom
