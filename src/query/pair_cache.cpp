// The stored form of a PairCache, 76 bytes, numbers little-endian:
//
//    0  "GPC" and the version, 1
//    4  hint, has_features, kind of feature a, kind of feature b
//    8  index of feature a, index of feature b
//   16  four vertex pairs
//   48  direction
//   72  how many of the pairs are set
//
// Indices may be anything here: they are looked at when there are shapes to compare with.
#include "glance/pair_cache.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/bytes.h"
#include "mesh/tree_memory.h"

namespace glance {
using namespace rooms::query;

namespace {

constexpr std::array kMagic{std::byte{'G'}, std::byte{'P'}, std::byte{'C'}, std::byte{1}};

}  // namespace

std::array<std::byte, PairCache::kBytes> PairCache::to_bytes() const {
  ByteWriter writer;
  writer.put(kMagic);
  writer.put(static_cast<std::uint8_t>(memory_.hint));
  writer.put(static_cast<std::uint8_t>(memory_.has_features));
  writer.put(static_cast<std::uint8_t>(memory_.feature_a.kind));
  writer.put(static_cast<std::uint8_t>(memory_.feature_b.kind));
  writer.put(memory_.feature_a.index);
  writer.put(memory_.feature_b.index);
  for (const VertexPair& pair : memory_.pairs) {
    writer.put(pair.a);
    writer.put(pair.b);
  }
  writer.put(memory_.direction);
  writer.put(std::uint32_t{memory_.pair_count});
  std::array<std::byte, kBytes> bytes;
  std::ranges::copy(writer.bytes(), bytes.begin());
  return bytes;
}

Result<PairCache> PairCache::from_bytes(std::span<const std::byte> bytes) {
  if (bytes.size() != kBytes) {
    return fail(ErrorCode::bad_data,
                fmt::format("a stored pair cache has {} bytes, not {}", kBytes, bytes.size()));
  }
  if (!std::equal(kMagic.begin(), kMagic.end(), bytes.begin())) {
    return fail(ErrorCode::bad_data, "not a stored pair cache of this version");
  }
  ByteReader reader(bytes.subspan(kMagic.size()));
  const auto stored_hint = reader.get<std::uint8_t>();
  const auto stored_flag = reader.get<std::uint8_t>();
  const auto kind_a = reader.get<std::uint8_t>(), kind_b = reader.get<std::uint8_t>();
  constexpr auto kLastKind = static_cast<std::uint8_t>(FeatureKind::face);
  if (stored_hint > static_cast<std::uint8_t>(Hint::touching) || stored_flag > 1 ||
      kind_a > kLastKind || kind_b > kLastKind) {
    return fail(ErrorCode::bad_data,
                fmt::format("a stored pair cache with hint {}, features {} of kinds {} and {}",
                            stored_hint, stored_flag, kind_a, kind_b));
  }
  PairCache cache;
  Memory& memory = cache.memory_;
  memory.hint = static_cast<Hint>(stored_hint);
  memory.has_features = stored_flag == 1;
  memory.feature_a = {static_cast<FeatureKind>(kind_a), reader.get<std::uint32_t>()};
  memory.feature_b = {static_cast<FeatureKind>(kind_b), reader.get<std::uint32_t>()};
  for (VertexPair& pair : memory.pairs) {
    pair.a = reader.get<std::uint32_t>();
    pair.b = reader.get<std::uint32_t>();
  }
  memory.direction = reader.get_vec3();
  if (!is_finite(memory.direction)) {
    return fail(ErrorCode::bad_data,
                fmt::format("the direction in a stored pair cache is not finite: ({}, {}, {})",
                            memory.direction.x(), memory.direction.y(), memory.direction.z()));
  }
  const auto stored_count = reader.get<std::uint32_t>();
  if (stored_count > memory.pairs.size()) {
    return fail(ErrorCode::bad_data,
                fmt::format("a stored pair cache with {} pairs", stored_count));
  }
  memory.pair_count = static_cast<std::uint8_t>(stored_count);
  return cache;
}

PairCache::Trees::Trees(const Trees& other)
    : memory_(other.memory_ ? new TreeMemory(*other.memory_) : nullptr) {}

PairCache::Trees& PairCache::Trees::operator=(const Trees& other) {
  if (this == &other) return *this;
  if (!other.memory_) {
    reset();
  } else {
    make() = *other.memory_;
  }
  return *this;
}

TreeMemory& PairCache::Trees::make() {
  if (!memory_) memory_ = new TreeMemory;
  return *memory_;
}

void PairCache::Trees::reset() { delete std::exchange(memory_, nullptr); }

bool PairCache::Trees::operator==(const Trees& other) const {
  if (!memory_ || !other.memory_) return memory_ == other.memory_;
  return *memory_ == *other.memory_;
}

std::size_t PairCache::list_bytes() const {
  const TreeMemory* memory = memory_.trees.get();
  if (!memory) return 0;
  std::size_t sum = sizeof(TreeMemory) + memory->parts.capacity() * sizeof(PartMemory) +
                    memory->list.entries.capacity() * sizeof(ListEntry);
  for (const PartMemory& part : memory->parts) sum += part.cache.list_bytes();
  return sum;
}

}  // namespace glance
