// Memory for one frame: allocation moves a pointer, and reset() takes all of it
// back at once. After the first frames have shown how much is needed, one block
// holds it and nothing is asked of the system any more.
//
// (std::pmr::monotonic_buffer_resource gives its blocks back on release(), so
// every frame would allocate again.)
#pragma once

#include <cstddef>
#include <memory_resource>
#include <span>
#include <vector>

namespace glance {

class Arena final : public std::pmr::memory_resource {
 public:
  explicit Arena(std::size_t first_block = 4096) : next_size_(first_block) {}
  ~Arena() override;
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  /// `count` objects, value-initialised. Only for types whose destructor need
  /// not run.
  template <class T>
  std::span<T> make(std::size_t count) {
    static_assert(std::is_trivially_destructible_v<T>);
    if (count > SIZE_MAX / sizeof(T)) throw std::bad_array_new_length();
    T* first = static_cast<T*>(allocate(count * sizeof(T), alignof(T)));
    for (std::size_t i = 0; i < count; i++) new (first + i) T();
    return {first, count};
  }

  /// Forgets everything that was allocated. Several blocks are replaced by one
  /// of their total size.
  void reset();

  std::size_t bytes_used() const { return used_before_ + offset_; }
  std::size_t bytes_reserved() const;
  /// How many times the system was asked for memory.
  std::size_t system_allocations() const { return system_allocations_; }

 private:
  struct Block {
    std::byte* data;
    std::size_t size;
  };

  void* do_allocate(std::size_t bytes, std::size_t alignment) override;
  void do_deallocate(void*, std::size_t, std::size_t) override {}
  bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override {
    return this == &other;
  }
  void add_block(std::size_t size);
  void free_blocks();

  std::vector<Block> blocks_;
  std::size_t offset_ = 0;       ///< used bytes of the last block
  std::size_t used_before_ = 0;  ///< used bytes of the blocks before it
  std::size_t next_size_;
  std::size_t system_allocations_ = 0;
};

}  // namespace glance
