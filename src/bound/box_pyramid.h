// Boxes around the triangles of a small mesh in a frame that is chosen for one question, and boxes
// around four of those, and so on: built again for each question, so that they are tight along the
// direction that matters. Triangles are taken in the order of the mesh's tree, in which neighbours
// stand together.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/simd.h"
#include "bound/tree.h"

namespace glance::rooms::bound {

/// Four boxes, a side of all of them next to each other.
struct alignas(16) BoxBlock {
  std::array<std::array<float, 4>, 3> low, high;
};

/// How points of a mesh are brought into the frame: matrix * ((p - origin) / unit) + shift.
struct BoxFrame {
  Vec3 origin;
  double unit;
  Mat3 matrix;
  Vec3 shift;
};

class BoxPyramid {
 public:
  /// `items`: the triangle of each leaf, every triangle once.
  void build(const TriMesh& mesh, std::span<const std::uint32_t> items, const BoxFrame& frame);

  /// Level 0 has the triangles; the top has four boxes at most.
  int top() const { return top_; }
  /// Boxes 4 i to 4 i + 3 of a level, which box i of the next level is around. What is missing to
  /// four is far away from everything.
  const BoxBlock& block(int level, std::uint32_t i) const {
    return blocks_[first_[static_cast<std::size_t>(level)] + i];
  }

 private:
  static constexpr int kMaxLevels = 16;

  void add_level(std::size_t count);

  std::vector<float> points_;      ///< four a vertex, the last unused
  std::vector<float> low_, high_;  ///< of the boxes of one level, four each
  std::vector<BoxBlock> blocks_;
  std::array<std::size_t, kMaxLevels> first_{};  ///< of each level, its first block
  int top_ = -1;
};

}  // namespace glance::rooms::bound
