// One run of `glance toi`: lines in, answers out.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "common/pair_memory.h"
#include "glance/impact.h"

namespace glance::app {

struct ToiSettings {
  double tolerance = 0, absolute_tolerance = 0;  ///< see ImpactOptions
  bool verify = false;                           ///< have every proof checked
  bool files = true;                             ///< whether lines may name mesh files, to be read
};

class ToiSession {
 public:
  explicit ToiSession(const ToiSettings& settings = {}) : settings_(settings) {}

  /// The answer to any line, without a newline.
  std::string answer(std::string_view line);

  /// The number of proofs that do not show what was answered.
  std::size_t refused_count() const { return refused_count_; }

 private:
  ToiSettings settings_;
  PairMemory memory_;
  std::size_t refused_count_ = 0;
};

}  // namespace glance::app
