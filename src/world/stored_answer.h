// Options and answers as bytes, field by field, for the stored form of a world.
#pragma once

#include "base/bytes.h"
#include "glance/world.h"

namespace glance::world {

void put(const WorldOptions& options, ByteWriter& out);
void put(const DetectOptions& options, ByteWriter& out);
void put(const PairReport& report, ByteWriter& out);
void put(BodyId id, ByteWriter& out);

// Each fails on values that the fields cannot have; indices are the caller's to check.
Result<WorldOptions> get_world_options(ByteReader& in);
Result<DetectOptions> get_detect_options(ByteReader& in);
Result<PairReport> get_pair_report(ByteReader& in);
BodyId get_body_id(ByteReader& in);

/// An enumerator whose last one is `last`; anything beyond makes `good` false.
template <class Enum>
Enum get_enum(ByteReader& in, Enum last, bool& good) {
  const auto value = in.get<std::uint8_t>();
  if (value > static_cast<std::uint8_t>(last)) {
    good = false;
    return Enum{};
  }
  return static_cast<Enum>(value);
}

}  // namespace glance::world
