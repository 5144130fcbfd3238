#include "base/stopwatch.h"

#include <gtest/gtest.h>

namespace glance::test {
using namespace rooms::base;
namespace {

TEST(LibraryStopwatch, LapsFollowEachOtherAndTheBeginningStays) {
  const auto before = Stopwatch::Clock::now();
  Stopwatch watch;
  const auto begun = watch.begun();
  double laps = 0;
  for (int i = 0; i < 3; i++) {
    const double lap = watch.lap();
    EXPECT_GE(lap, 0);
    laps += lap;
  }
  const auto after = Stopwatch::Clock::now();
  EXPECT_EQ(watch.begun(), begun);
  EXPECT_GE(begun, before);
  EXPECT_GT(laps, 0);  // the clock goes on by some twenty nanoseconds a reading
  EXPECT_LE(laps, std::chrono::duration<double>(after - begun).count() + 1e-9);
}

}  // namespace
}  // namespace glance::test
