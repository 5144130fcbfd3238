// Two triangles that share an edge meet elsewhere only if one is folded onto the other. Otherwise,
// what two triangles have in common, beyond a corner that they share, begins or ends on an edge of
// one of them that does not lead to this corner.
//
// Most pairs whose boxes meet are neighbours: these are left out where all triangles around a
// corner, or all of a flat patch, are known to cover no point twice (bound/covered_once.h).
// Tested in tests/property/solids_test.cpp (Solids.ThatMeetThemselvesAreWhatTheirCellsAre).
#include "bound/self_contact.h"

#include <algorithm>
#include <array>

#include "base/work_limit.h"
#include "bound/covered_once.h"
#include "bound/volume.h"
#include "math/predicates.h"

namespace glance::rooms::bound {
namespace {

class SelfContact {
 public:
  SelfContact(const TriMesh& mesh, const FlatPatches& flat, const VolumeTree& boxes)
      : mesh_(mesh),
        flat_(flat),
        once_(CoveredOnce::of(mesh, flat)),
        nodes_(boxes.topology().nodes.data()),
        items_(boxes.topology().items.data()),
        boxes_(boxes.volumes<BoxVolume>().data()),
        patch_(boxes.topology().nodes.size()) {
    for (std::size_t i = patch_.size(); i-- > 0;) {  // children stand after their parents
      const TreeNode& node = nodes_[i];
      if (node.is_leaf()) {
        const std::uint32_t patch = flat.of_triangle[items_[node.child]];
        patch_[i] = once_.patches[patch] ? patch : kNone;
      } else {
        patch_[i] = patch_[node.child] == patch_[node.second()] ? patch_[node.child] : kNone;
      }
    }
  }

  bool find() {
    std::vector<std::array<std::uint32_t, 2>> waiting{{0, 0}};
    while (!waiting.empty()) {
      spend_work(2);
      const auto [i, k] = waiting.back();
      waiting.pop_back();
      const TreeNode &p = nodes_[i], &q = nodes_[k];
      if (patch_[i] != kNone && patch_[i] == patch_[k]) continue;
      if (i != k && are_apart(boxes_[i], boxes_[k])) continue;
      if (p.is_leaf() && q.is_leaf()) {
        if (i != k && meet(items_[p.child], items_[q.child])) return true;
      } else if (i == k) {
        waiting.insert(waiting.end(),
                       {{p.child, p.child}, {p.second(), p.second()}, {p.child, p.second()}});
      } else if (q.is_leaf() || (!p.is_leaf() && p.size >= q.size)) {
        waiting.insert(waiting.end(), {{p.child, k}, {p.second(), k}});
      } else {
        waiting.insert(waiting.end(), {{i, q.child}, {i, q.second()}});
      }
    }
    return false;
  }

 private:
  static constexpr std::uint32_t kNone = 0xffffffffu;

  static bool are_apart(const BoxVolume& p, const BoxVolume& q) {
    for (std::size_t k = 0; k < 3; k++) {
      if (std::fabs(double{p.center[k]} - q.center[k]) > double{p.half[k]} + q.half[k]) return true;
    }
    return false;
  }

  /// A triangle whose corners may stand in another order.
  struct Face {
    Triangle corners;
    std::uint32_t triangle;

    std::uint32_t operator[](std::size_t k) const { return corners[k]; }
  };

  const Vec3& at(std::uint32_t vertex) const { return mesh_.vertices[vertex]; }

  bool meet(std::uint32_t s, std::uint32_t t) const {
    Face p{mesh_.triangles[s], s}, q{mesh_.triangles[t], t};
    // Corners that both have come first.
    std::size_t shared = 0;
    for (std::size_t i = 0; i < 3; i++) {
      const auto from = q.corners.begin() + static_cast<std::ptrdiff_t>(shared);
      const auto same = std::find(from, q.corners.end(), p.corners[i]);
      if (same == q.corners.end()) continue;
      if (once_.vertices[p.corners[i]]) return false;
      std::iter_swap(same, from);
      std::swap(p.corners[i], p.corners[shared++]);
    }
    if (have_boxes_apart(p.corners, q.corners)) return false;
    const bool in_plane = flat_.of_triangle[s] == flat_.of_triangle[t];
    switch (shared) {
      case 0:
        if (in_plane) return !(is_beyond_edge(p, q) || is_beyond_edge(q, p));
        return !is_beside_plane(p, q) && !is_beside_plane(q, p) && any_edge_meets(p, q);
      case 1:
        if (in_plane) return meets_in_plane(p[1], p[2], q) || meets_in_plane(q[1], q[2], p);
        return meets(p[1], p[2], q) || meets(q[1], q[2], p);
      case 2: return is_folded(p, q[2]);
      default: return true;
    }
  }

  bool have_boxes_apart(const Triangle& p, const Triangle& q) const {
    for (int k = 0; k < 3; k++) {
      const auto [low_p, high_p] = std::minmax({at(p[0])[k], at(p[1])[k], at(p[2])[k]});
      const auto [low_q, high_q] = std::minmax({at(q[0])[k], at(q[1])[k], at(q[2])[k]});
      if (high_p < low_q || high_q < low_p) return true;
    }
    return false;
  }

  /// In one plane: whether an edge of p has all of q beyond it.
  bool is_beyond_edge(const Face& p, const Face& q) const {
    const int axis = once_.axis(p.triangle), inside = facing(p, axis);
    for (std::size_t i = 0; i < 3; i++) {
      const Vec3 &u = at(p[i]), &v = at(p[(i + 1) % 3]);
      const auto is_beyond = [&](std::uint32_t x) {
        return orientation_along(axis, u, v, at(x)) == -inside;
      };
      if (is_beyond(q[0]) && is_beyond(q[1]) && is_beyond(q[2])) return true;
    }
    return false;
  }

  /// Whether all of q is on one side of the plane of p.
  bool is_beside_plane(const Face& p, const Face& q) const {
    const int side = orientation(at(p[0]), at(p[1]), at(p[2]), at(q[0]));
    return side != 0 && orientation(at(p[0]), at(p[1]), at(p[2]), at(q[1])) == side &&
           orientation(at(p[0]), at(p[1]), at(p[2]), at(q[2])) == side;
  }

  bool any_edge_meets(const Face& p, const Face& q) const {
    for (std::size_t i = 0; i < 3; i++) {
      if (meets(p[i], p[(i + 1) % 3], q) || meets(q[i], q[(i + 1) % 3], p)) return true;
    }
    return false;
  }

  /// Whether a point beside the edge from corner 0 to 1 is in the triangle's plane, on its side.
  bool is_folded(const Face& p, std::uint32_t other) const {
    const int axis = once_.axis(p.triangle);
    if (orientation_along(axis, at(p[0]), at(p[1]), at(other)) != facing(p, axis)) return false;
    return orientation(at(p[0]), at(p[1]), at(p[2]), at(other)) == 0;
  }

  /// With its corners as they stand; along the axis of its triangle, which has an area there.
  int facing(const Face& t, int axis) const {
    return orientation_along(axis, at(t[0]), at(t[1]), at(t[2]));
  }

  /// Whether the segment from u to v has a point in common with a triangle, borders included.
  bool meets(std::uint32_t u, std::uint32_t v, const Face& t) const {
    const Vec3 &a = at(t[0]), &b = at(t[1]), &c = at(t[2]);
    const int from = orientation(a, b, c, at(u)), to = orientation(a, b, c, at(v));
    if (from * to > 0) return false;
    if (from == 0 && to == 0) return meets_in_plane(u, v, t);
    bool left = false, right = false;
    for (std::size_t i = 0; i < 3; i++) {
      const int side = orientation(at(u), at(v), at(t[i]), at(t[(i + 1) % 3]));
      left |= side > 0;
      right |= side < 0;
    }
    return !(left && right);
  }

  /// In one plane: unless an edge of the triangle or the segment itself separates them.
  bool meets_in_plane(std::uint32_t u, std::uint32_t v, const Face& t) const {
    const int axis = once_.axis(t.triangle), inside = facing(t, axis);
    const auto side = [&](std::uint32_t p, std::uint32_t q, std::uint32_t x) {
      return orientation_along(axis, at(p), at(q), at(x));
    };
    for (std::size_t i = 0; i < 3; i++) {
      const std::uint32_t p = t[i], q = t[(i + 1) % 3];
      if (side(p, q, u) == -inside && side(p, q, v) == -inside) return false;
    }
    const std::array<int, 3> sides{side(u, v, t[0]), side(u, v, t[1]), side(u, v, t[2])};
    return std::ranges::find(sides, 0) != sides.end() || sides[0] != sides[1] ||
           sides[0] != sides[2];
  }

  const TriMesh& mesh_;
  const FlatPatches& flat_;
  const CoveredOnce once_;
  const TreeNode* nodes_;
  const std::uint32_t* items_;
  const BoxVolume* boxes_;
  std::vector<std::uint32_t> patch_;  ///< by node: that all of it is in, and covers once
};

}  // namespace

bool meets_itself(const TriMesh& mesh, const FlatPatches& flat, const VolumeTree& boxes) {
  return SelfContact(mesh, flat, boxes).find();
}

}  // namespace glance::rooms::bound
