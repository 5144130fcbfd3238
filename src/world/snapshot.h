// The stored form of a world: World::save and World::restore.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "broad/pair_key.h"
#include "glance/world.h"

namespace glance::base {

class ByteReader;
class ByteWriter;

}  // namespace glance::base

namespace glance::world {

struct PairMemory;

class Snapshot {
 public:
  static std::vector<std::byte> save(const World::State& world);
  static Result<std::unique_ptr<World::State>> restore(std::span<const std::byte> bytes);

 private:
  static void put_bodies(const World::State& world, ByteWriter& out);
  static void put_pairs(const World::State& world, ByteWriter& out);
  static Result<void> get_bodies(ByteReader& in, World::State& world);
  static Result<void> get_filter(ByteReader& in, World::State& world);
  static Result<void> get_pair(ByteReader& in, const World::State& world, PairKey key,
                               PairMemory& memory);
  static Result<void> get_answers(ByteReader& in, World::State& world);
  static Result<void> get_pairs(ByteReader& in, World::State& world);
};

}  // namespace glance::world
