// Shapes as bytes, with all their bits: for stored worlds and recordings. (Made in a later room,
// bound/stored_shape, since meshes and compounds have trees of volumes.)
#pragma once

#include <unordered_map>
#include <vector>

#include "base/bytes.h"
#include "glance/shape.h"

namespace glance::rooms::geom {

/// A list of shapes, each stored once however many bodies and compounds use it; parts come before
/// the compounds that contain them.
class ShapeStore {
 public:
  /// The number of a shape. Writes the shape if it is new.
  std::uint32_t add(const Shape& shape);

  std::uint32_t count() const { return static_cast<std::uint32_t>(numbers_.size()); }
  /// Of all shapes, in the order of their numbers.
  std::span<const std::byte> bytes() const { return out_.bytes(); }

 private:
  void put(const Shape& shape);

  std::unordered_map<const void*, std::uint32_t> numbers_;  ///< by identity
  ByteWriter out_;
};

/// Reads one more shape of such a list. `before`: the shapes that came before it. Fails for shapes
/// that no public function creates.
Result<Shape> get_shape(ByteReader& in, std::span<const Shape> before);

void put_pose(const Pose& pose, ByteWriter& out);
Result<Pose> get_pose(ByteReader& in);

}  // namespace glance::rooms::geom
