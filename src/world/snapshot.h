// The stored form of a world: World::save and World::restore.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "broad/pair_key.h"
#include "world/state_access.h"

namespace glance::rooms::base {

class ByteReader;
class ByteWriter;

}  // namespace glance::rooms::base

namespace glance::rooms::world {

struct PairMemory;

class Snapshot {
 public:
  static std::vector<std::byte> save(const WorldState& world);
  static Result<std::unique_ptr<WorldState>> restore(std::span<const std::byte> bytes);

 private:
  static void put_bodies(const WorldState& world, ByteWriter& out);
  static void put_pairs(const WorldState& world, ByteWriter& out);
  static Result<void> get_bodies(ByteReader& in, WorldState& world);
  static Result<void> get_filter(ByteReader& in, WorldState& world);
  static Result<void> get_pair(ByteReader& in, const WorldState& world, PairKey key,
                               PairMemory& memory);
  static Result<void> get_answers(ByteReader& in, WorldState& world);
  static Result<void> get_pairs(ByteReader& in, WorldState& world);
};

}  // namespace glance::rooms::world
