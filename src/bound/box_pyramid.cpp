#include "bound/box_pyramid.h"

#include <array>

namespace glance::rooms::bound {
namespace {

using simd::Four;

/// Of a box that is not there. (Its square is a float, too.)
constexpr float kNowhere = 1e18f;

Four column(const Mat3& m, int k) {
  return Four::of(static_cast<float>(m(0, k)), static_cast<float>(m(1, k)),
                  static_cast<float>(m(2, k)));
}

}  // namespace

void BoxPyramid::build(const TriMesh& mesh, std::span<const std::uint32_t> items,
                       const BoxFrame& frame) {
  const Four x = column(frame.matrix, 0), y = column(frame.matrix, 1), z = column(frame.matrix, 2);
  const Four shift =
      Four::of(static_cast<float>(frame.shift.x()), static_cast<float>(frame.shift.y()),
               static_cast<float>(frame.shift.z()));
  const double inverse_unit = 1 / frame.unit;
  points_.resize(4 * mesh.vertices.size());
  for (std::size_t i = 0; i < mesh.vertices.size(); i++) {
    const Vec3 p = (mesh.vertices[i] - frame.origin) * inverse_unit;
    const Four px = Four::all(static_cast<float>(p.x())), py = Four::all(static_cast<float>(p.y())),
               pz = Four::all(static_cast<float>(p.z()));
    ((x * px + y * py) + (z * pz + shift)).store(&points_[4 * i]);
  }
  low_.resize(4 * items.size());
  high_.resize(4 * items.size());
  for (std::size_t i = 0; i < items.size(); i++) {
    const auto point = [this](std::size_t vertex) { return Four::load(&points_[4 * vertex]); };
    const auto [a, b, c] = mesh.triangles[items[i]];
    const Four p = point(a), q = point(b), r = point(c);
    p.smaller(q).smaller(r).store(&low_[4 * i]);
    p.larger(q).larger(r).store(&high_[4 * i]);
  }
  blocks_.clear();
  top_ = -1;
  std::size_t count = items.size();
  do {
    add_level(count);
    count = (count + 3) / 4;
  } while (count > 1);
}

/// From the boxes of a level to blocks of them; leaves the boxes around those in their place.
void BoxPyramid::add_level(std::size_t count) {
  first_[static_cast<std::size_t>(++top_)] = blocks_.size();
  const std::size_t blocks = (count + 3) / 4;
  blocks_.resize(blocks_.size() + blocks);
  low_.resize(16 * blocks, kNowhere);
  high_.resize(16 * blocks, -kNowhere);
  BoxBlock* block = blocks_.data() + blocks_.size() - blocks;
  for (std::size_t i = 0; i < blocks; i++, block++) {
    std::array<Four, 4> low, high;
    for (std::size_t k = 0; k < 4; k++) {
      low[k] = Four::load(&low_[16 * i + 4 * k]);
      high[k] = Four::load(&high_[16 * i + 4 * k]);
    }
    low[0].smaller(low[1]).smaller(low[2].smaller(low[3])).store(&low_[4 * i]);
    high[0].larger(high[1]).larger(high[2].larger(high[3])).store(&high_[4 * i]);
    transpose(low);
    transpose(high);
    for (std::size_t k = 0; k < 3; k++) {
      low[k].store(block->low[k].data());
      high[k].store(block->high[k].data());
    }
  }
  low_.resize(4 * blocks);
  high_.resize(4 * blocks);
}

}  // namespace glance::rooms::bound
