#include "bound/compound_body.h"

namespace glance {

Result<Shape> Shape::compound(std::span<const CompoundPart>, PartVolume) {
  return fail("compounds are not there yet");
}

Result<Shape> Shape::with_part_poses(std::span<const std::uint32_t>, std::span<const Pose>) const {
  return fail("compounds are not there yet");
}

std::size_t CompoundBody::bytes() const { return 0; }
Result<void> CompoundBody::validate() const { return {}; }
Result<Shape> CompoundBody::scaled(double) const { return fail("compounds are not there yet"); }

}  // namespace glance
