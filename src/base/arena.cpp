#include "base/arena.h"

#include <algorithm>
#include <cstdint>
#include <new>

namespace glance {
namespace {

/// Blocks start at this alignment, so that offsets within them can be aligned.
constexpr std::size_t kBlockAlignment = 64;

}  // namespace

Arena::~Arena() { free_blocks(); }

void* Arena::do_allocate(std::size_t bytes, std::size_t alignment) {
  // Sizes beyond this would wrap in the system's own rounding up to the alignment.
  if (bytes > PTRDIFF_MAX || alignment > kBlockAlignment) throw std::bad_alloc();
  std::size_t begin = (offset_ + alignment - 1) / alignment * alignment;
  // Written so that an absurd size cannot wrap round.
  if (blocks_.empty() || begin > blocks_.back().size || bytes > blocks_.back().size - begin) {
    add_block(bytes);
    begin = 0;
  }
  offset_ = begin + bytes;
  return blocks_.back().data + begin;
}

void Arena::add_block(std::size_t size) {
  size = std::max(size, next_size_);
  blocks_.reserve(blocks_.size() + 1);  // so that the block cannot be lost below
  auto* data = static_cast<std::byte*>(::operator new(size, std::align_val_t(kBlockAlignment)));
  system_allocations_++;
  used_before_ += offset_;
  offset_ = 0;
  blocks_.push_back({data, size});
  next_size_ = size > SIZE_MAX / 2 ? size : 2 * size;
}

void Arena::reset() {
  if (blocks_.size() > 1) {
    const std::size_t total = bytes_reserved();
    free_blocks();
    next_size_ = total;
    add_block(total);
  }
  offset_ = 0;
  used_before_ = 0;
}

std::size_t Arena::bytes_reserved() const {
  std::size_t total = 0;
  for (const Block& block : blocks_) total += block.size;
  return total;
}

void Arena::free_blocks() {
  for (const Block& block : blocks_) {
    ::operator delete(block.data, std::align_val_t(kBlockAlignment));
  }
  blocks_.clear();
}

}  // namespace glance
