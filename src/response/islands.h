// Which bodies push each other, directly or through others: a solve falls apart into these.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "rooms.h"

namespace glance::response {

/// Sets of numbered bodies, each known by its smallest number. Keeps its array.
class Islands {
 public:
  void reset(std::size_t bodies) {
    parent_.resize(bodies);
    for (std::size_t i = 0; i < bodies; i++) parent_[i] = static_cast<std::uint32_t>(i);
  }

  std::uint32_t find(std::uint32_t body) {
    while (parent_[body] != body) body = parent_[body] = parent_[parent_[body]];
    return body;
  }

  void join(std::uint32_t a, std::uint32_t b) {
    a = find(a);
    b = find(b);
    if (a > b) std::swap(a, b);
    parent_[b] = a;
  }

  std::size_t bytes() const { return parent_.capacity() * sizeof(std::uint32_t); }

 private:
  std::vector<std::uint32_t> parent_;
};

}  // namespace glance::response
