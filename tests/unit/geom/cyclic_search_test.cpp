#include "geom/cyclic_search.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace glance::test {
using namespace rooms::geom;

namespace {

TEST(FindWedge, EveryWedge) {
  for (std::uint32_t count = 3; count < 60; count++) {
    for (std::uint32_t wedge = 1; wedge + 1 < count; wedge++) {
      EXPECT_EQ(find_wedge(count, [&](std::uint32_t k) { return k <= wedge; }), wedge);
    }
  }
}

}  // namespace
}  // namespace glance::test
