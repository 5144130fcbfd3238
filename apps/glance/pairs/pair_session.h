// One run of `glance pairs`: lines in, answers out, and what is kept between them.
#pragma once

#include <string>
#include <string_view>

#include "common/pair_memory.h"
#include "glance/query.h"

namespace glance::app {

struct PairSettings {
  QueryOptions query = {};
  bool contacts = false;  ///< also say where they touch
  bool verify = false;    ///< have every certificate checked
  bool coherent = false;  ///< start where the last question about the same two shapes ended
  bool files = true;      ///< whether lines may name mesh files, to be read
};

class PairSession {
 public:
  explicit PairSession(const PairSettings& settings = {}) : settings_(settings) {}

  /// The answer to any line, without a newline.
  std::string answer(std::string_view line);

  /// The number of certificates that do not prove what was answered.
  std::size_t refused_count() const { return refused_count_; }

 private:
  PairSettings settings_;
  PairMemory memory_;
  std::size_t refused_count_ = 0;
};

}  // namespace glance::app
