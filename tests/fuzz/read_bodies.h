// Points and poses from the bytes of a fuzzer, mixed so that contact, coplanar points and
// numbers at the ends of the range are all common.
#pragma once

#include <optional>
#include <vector>

#include "byte_reader.h"
#include "glance/math.h"

namespace glance::fuzz {

/// A double: a small whole one, a fraction, a remarkable one, or any bits.
double read_number(ByteReader& in);

/// Up to `most` points: on a small lattice, on a finer one, of any numbers, the same as one
/// before, one unit in the last place beside it, or halfway between two.
std::vector<Vec3> read_points(ByteReader& in, std::size_t most);

/// A pose by a quaternion of small whole numbers or of any numbers, exact or bent a little;
/// none where that is refused.
std::optional<Pose> read_pose(ByteReader& in);

}  // namespace glance::fuzz
