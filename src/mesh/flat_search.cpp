// Tested in tests/property/flush_test.cpp (Flush.LargeFacesTakeLittleWork).
#include "mesh/flat_search.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "base/work_limit.h"

namespace glance::rooms::mesh {
namespace {

using simd::Four;

/// Triangles of both meshes together beyond which trees are searched instead. (Two bumpy spheres in
/// motion, against lists: at 500 triangles each 22 us and 62, at 4,000 73 and 87, at 8,000 128 and
/// 67; without memory 27 and 104, 139 and 243, 211 and 231.)
constexpr std::size_t kMostTriangles = 8192;
/// For a pair larger than this, in the unit of A's tree, floats have too few digits.
constexpr double kMaxSize = 0x1p20;
/// Bounds the error of a coordinate of a box as a part of the pair's size: three products of
/// rounded factors and their sum, of vectors no longer than that.
constexpr double kCoordinateError = 0x1p-20;
/// Beyond every square of a gap, but below that of a box that is not there.
constexpr double kFarthest = 1e30;
/// Lengths and their squares in floats, and axes that are not quite perpendicular.
constexpr double kLengthError = 0x1p-20;

/// Rows: the direction, and two across it.
Mat3 axes_along(const Vec3& direction) {
  int least = 0;
  for (int k = 1; k < 3; k++) {
    if (std::fabs(direction[k]) < std::fabs(direction[least])) least = k;
  }
  Vec3 e = Vec3::zero();
  e[least] = 1;
  const Vec3 across = normalized(cross(direction, e));
  Mat3 axes;
  axes.set_row(0, direction);
  axes.set_row(1, across);
  axes.set_row(2, cross(direction, across));
  return axes;
}

class FlatSearch {
 public:
  FlatSearch(const MeshQuestion& question, DistanceGoal& goal, FlatRoom& room)
      : q_(question),
        goal_(goal),
        work_(goal.answer.work),
        room_(room),
        error_(2 * kCoordinateError * question.frame.size / question.unit) {}

  void run() {
    build();
    set_limit();
    room_.waiting.clear();
    compare_blocks(room_.a.top(), 0, room_.b.top(), 0);
    while (!room_.waiting.empty()) {
      spend_work(5);
      const WaitingBoxes now = take();
      if (now.apart_sq > limit_sq_) continue;
      if (now.level_a > 0 || now.level_b > 0) {
        divide(now);
        continue;
      }
      work_.primitive_tests++;
      if (goal_.visit(now.a, now.b)) return;
      set_limit();
    }
  }

 private:
  void build() {
    const PairFrame& frame = q_.frame;
    const Mat3 axes = axes_along(goal_.nearest_direction());
    const auto make = [&](const MeshSide& side, const PosedBody& body, const Vec3& shift,
                          BoxPyramid& pyramid) {
      const TriMesh& mesh = side.mesh->mesh();
      spend_work(2 * mesh.triangles.size());
      pyramid.build(mesh, side.mesh->tree().topology().items,
                    {body.centroid(), q_.unit, compose(axes, body.rotation), shift});
      work_.volume_updates += static_cast<std::uint32_t>(mesh.triangles.size());
    };
    make(q_.a, frame.a, Vec3::zero(), room_.a);
    make(q_.b, frame.b, multiply(axes, frame.offset) / q_.unit, room_.b);
  }

  /// What the square of a gap has to be above for triangles to be too far apart.
  void set_limit() {
    const double limit = (goal_.limit() + error_) * (1 + kLengthError);
    limit_sq_ = static_cast<float>(std::min(limit * limit, kFarthest));
  }

  /// The last that has come; but the nearest of all until there is a distance to compare with.
  WaitingBoxes take() {
    auto next = room_.waiting.end() - 1;
    if (!goal_.answer.found) next = std::min_element(room_.waiting.begin(), room_.waiting.end());
    const WaitingBoxes taken = *next;
    *next = room_.waiting.back();
    room_.waiting.pop_back();
    return taken;
  }

  /// Both of them, or the one that is not a triangle.
  void divide(const WaitingBoxes& now) {
    const int level_a = now.level_a - 1, level_b = now.level_b - 1;
    if (level_a >= 0 && level_b >= 0) {
      compare_blocks(level_a, now.a, level_b, now.b);
    } else if (level_a >= 0) {
      compare(room_.b.block(0, now.b / 4), now.b % 4, room_.a.block(level_a, now.a),
              [&](std::uint32_t k, float apart_sq) {
                wait(apart_sq, level_a, 4 * now.a + k, 0, now.b);
              });
    } else {
      compare(room_.a.block(0, now.a / 4), now.a % 4, room_.b.block(level_b, now.b),
              [&](std::uint32_t k, float apart_sq) {
                wait(apart_sq, 0, now.a, level_b, 4 * now.b + k);
              });
    }
  }

  /// All boxes of a block of A with all of a block of B.
  void compare_blocks(int level_a, std::uint32_t a, int level_b, std::uint32_t b) {
    const BoxBlock &block_a = room_.a.block(level_a, a), &block_b = room_.b.block(level_b, b);
    for (std::uint32_t i = 0; i < 4; i++) {
      compare(block_a, i, block_b, [&](std::uint32_t k, float apart_sq) {
        wait(apart_sq, level_a, 4 * a + i, level_b, 4 * b + k);
      });
    }
  }

  /// Calls found(k, gap squared) for the boxes of `four` that are near enough to box i of `one`.
  template <class F>
  void compare(const BoxBlock& one, std::uint32_t i, const BoxBlock& four, F found) {
    work_.volume_tests += 4;
    // Along an axis the gap is the larger of two differences, or 0 where the boxes overlap; the
    // axes are perpendicular, so squares add up to that of a lower bound on the distance.
    const auto gap = [&](std::size_t k) GLANCE_INLINE {
      const Four above = Four::load(four.low[k].data()) - Four::all(one.high[k][i]);
      const Four below = Four::all(one.low[k][i]) - Four::load(four.high[k].data());
      return above.larger(below).larger(Four::all(0));
    };
    const Four x = gap(0), y = gap(1), z = gap(2);
    const Four apart_sq = (x * x + y * y) + z * z;
    unsigned near = apart_sq.places_within(Four::all(limit_sq_));
    if (near == 0) return;
    std::array<float, 4> all;
    apart_sq.store(all.data());
    for (; near != 0; near &= near - 1) {
      const auto k = static_cast<std::uint32_t>(std::countr_zero(near));
      found(k, all[k]);
    }
  }

  void wait(float apart_sq, int level_a, std::uint32_t a, int level_b, std::uint32_t b) {
    room_.waiting.push_back(
        {apart_sq, static_cast<std::uint8_t>(level_a), static_cast<std::uint8_t>(level_b), a, b});
  }

  const MeshQuestion& q_;
  DistanceGoal& goal_;
  QueryWork& work_;
  FlatRoom& room_;
  double error_;  ///< of a gap, in A's unit
  float limit_sq_ = 0;
};

}  // namespace

bool suits_flat_search(const MeshQuestion& question, const LeafGoal& goal) {
  if (!question.are_triangles() || !goal.seeks_nearest()) return false;
  const MeshSide &a = question.a, &b = question.b;
  const auto is_whole = [](const MeshSide& side) {  // no tiles
    return side.mesh->tree().topology().items.size() == side.mesh->mesh().triangles.size();
  };
  const std::size_t triangles = a.mesh->mesh().triangles.size() + b.mesh->mesh().triangles.size();
  return triangles <= kMostTriangles && question.frame.size < kMaxSize * question.unit &&
         is_whole(a) && is_whole(b);
}

void flat_search(const MeshQuestion& question, DistanceGoal& goal) {
  FlatSearch(question, goal, mesh_workspace(question.workspace).flat).run();
}

}  // namespace glance::rooms::mesh
