// Shapes as bytes, with all their bits: for stored worlds and recordings. (Made in a later room,
// bound/stored_shape, since meshes and compounds have trees of volumes.)
#pragma once

#include <unordered_map>
#include <vector>

#include "base/bytes.h"
#include "glance/shape.h"

namespace glance::geom {

/// Shapes in a row, each once however many bodies and compounds have it; parts come before the
/// compounds that they are of.
class ShapeStore {
 public:
  /// The number of a shape, which is written if it is new.
  std::uint32_t add(const Shape& shape);

  std::uint32_t count() const { return static_cast<std::uint32_t>(numbers_.size()); }
  /// Of all shapes, in the order of their numbers.
  std::span<const std::byte> bytes() const { return out_.bytes(); }

 private:
  void put(const Shape& shape);

  std::unordered_map<const void*, std::uint32_t> numbers_;  ///< by identity
  ByteWriter out_;
};

/// One more shape of such a row. `before`: those that came before it. Refuses what no maker gives.
Result<Shape> get_shape(ByteReader& in, std::span<const Shape> before);

void put_pose(const Pose& pose, ByteWriter& out);
Result<Pose> get_pose(ByteReader& in);

}  // namespace glance::geom
