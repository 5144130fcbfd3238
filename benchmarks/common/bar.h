// What the project promises, and whether a benchmark's rows keep it.
#pragma once

#include <optional>
#include <string>

namespace glance::bench {

struct Bar {
  std::string promise;
  std::string found;        ///< the worst value and its row
  std::optional<bool> met;  ///< nothing, if no such row was run
  std::string verdict() const { return !met ? "not run" : *met ? "met" : "not met"; }
};

}  // namespace glance::bench
