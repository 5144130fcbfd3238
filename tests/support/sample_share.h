// Whether a random sample is representative: the event under test is neither rare nor the rule.
#pragma once

#include <gtest/gtest.h>

#include "support/test_scale.h"

namespace glance::test {

/// 30 to 70 % of the cases are hits. Small samples (GLANCE_TEST_SCALE below 1) are not judged:
/// there chance decides.
inline void expect_share(int hits, int count) {
  if (!are_many(count)) return;
  EXPECT_GE(hits, 0.3 * count) << "of " << count;
  EXPECT_LE(hits, 0.7 * count) << "of " << count;
}

}  // namespace glance::test
