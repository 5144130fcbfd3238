// Options and answers as bytes, field by field, for the stored form of a world.
#pragma once

#include "base/bytes.h"
#include "glance/world.h"

namespace glance::rooms::world {

void put(const WorldOptions& options, ByteWriter& out);
void put(const DetectOptions& options, ByteWriter& out);
/// Without its contact points.
void put(const PairReport& report, ByteWriter& out);
void put(const ContactPoint& point, ByteWriter& out);
void put(BodyId id, ByteWriter& out);

// Each fails on values that the fields cannot have; indices are the caller's to check.
Result<WorldOptions> get_world_options(ByteReader& in);
Result<DetectOptions> get_detect_options(ByteReader& in);
Result<PairReport> get_pair_report(ByteReader& in);
Result<ContactPoint> get_contact_point(ByteReader& in);
BodyId get_body_id(ByteReader& in);

}  // namespace glance::rooms::world
