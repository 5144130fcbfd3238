// Which bodies push each other, directly or through others: a solve falls apart into these.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "rooms.h"

namespace glance::rooms::response {

/// Sets of numbered bodies, each known by its smallest number. Keeps its arrays.
class Islands {
 public:
  /// Each body is a set of its own. Takes time for those that were joined and those that are new:
  /// bodies that sleep cost nothing.
  void reset(std::size_t bodies) {
    for (const std::uint32_t body : joined_) parent_[body] = body;
    joined_.clear();
    std::size_t known = parent_.size();
    parent_.resize(bodies);
    for (; known < bodies; known++) parent_[known] = static_cast<std::uint32_t>(known);
  }

  std::uint32_t find(std::uint32_t body) {
    while (parent_[body] != body) body = parent_[body] = parent_[parent_[body]];
    return body;
  }

  void join(std::uint32_t a, std::uint32_t b) {
    joined_.push_back(a);
    joined_.push_back(b);
    a = find(a);
    b = find(b);
    if (a > b) std::swap(a, b);
    parent_[b] = a;
  }

  std::size_t bytes() const {
    return (parent_.capacity() + joined_.capacity()) * sizeof(std::uint32_t);
  }

 private:
  std::vector<std::uint32_t> parent_;
  std::vector<std::uint32_t> joined_;  ///< all that may have another parent than themselves
};

}  // namespace glance::rooms::response
