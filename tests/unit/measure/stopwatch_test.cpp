// Time that passes, and time that is worked.
#include "measure/stopwatch.h"

#include <gtest/gtest.h>

#include <thread>

namespace glance::measure {
namespace {

TEST(Stopwatch, CountsWhatPasses) {
  const Stopwatch watch;
  const ProcessorStopwatch processor;
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
  EXPECT_GE(watch.seconds(), 0.03);
  EXPECT_LT(processor.seconds(), 0.02) << "sleeping is not work";
}

TEST(Stopwatch, CountsWork) {
  const Stopwatch watch;
  const ProcessorStopwatch processor;
  while (processor.seconds() < 0.01) {
  }
  EXPECT_GE(watch.seconds(), 0.0099);
}

TEST(Stopwatch, TheLeastOfSeveralTries) {
  int calls = 0;
  const double seconds = least_seconds(3, [&] {
    calls++;
    if (calls == 1) std::this_thread::sleep_for(std::chrono::milliseconds(20));
  });
  EXPECT_EQ(calls, 3);
  EXPECT_LT(seconds, 0.02);
  calls = 0;
  least_seconds(3, [&] {
    calls++;
    std::this_thread::sleep_for(std::chrono::milliseconds(110));
  });
  EXPECT_EQ(calls, 1) << "what takes long is not tried again";
}

}  // namespace
}  // namespace glance::measure
