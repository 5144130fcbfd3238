// What the machine does to measurements.
#include "measure/disturbance.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <memory>

#include "measure/stopwatch.h"

namespace glance::measure {
namespace {

TEST(ThreadEvents, CountNewPages) {
  constexpr std::size_t kPage = 4096, kPages = 5000;  // more than an allocator keeps
  const ThreadEvents before = ThreadEvents::now();
  const auto memory = std::make_unique_for_overwrite<std::byte[]>(kPage * kPages);
  for (std::size_t i = 0; i < kPages; i++) {
    static_cast<volatile std::byte&>(memory[i * kPage]) = std::byte{1};
  }
  const ThreadEvents events = ThreadEvents::now() - before;
  EXPECT_GT(events.page_faults, 5u);  // (huge pages are 512 small ones)
}

TEST(ThreadEvents, AreAddedMemberByMember) {
  ThreadEvents sum{3, 5};
  sum += {10, 100};
  EXPECT_EQ(sum, (ThreadEvents{13, 105}));
  EXPECT_EQ((sum - ThreadEvents{3, 5}), (ThreadEvents{10, 100}));
}

TEST(ClockJumps, WatchForTheGivenTime) {
  ClockJumps jumps;
  const ProcessorStopwatch watch;
  jumps.watch(2e-3);
  jumps.watch(3e-3);
  EXPECT_GE(jumps.watched(), 5e-3);
  EXPECT_GE(watch.seconds(), jumps.watched());
  double sum = 0;
  for (const double jump : jumps.jumps()) {
    EXPECT_GE(jump, ClockJumps::kLeast);
    sum += jump;
  }
  EXPECT_LE(sum, jumps.watched());
  EXPECT_EQ(jumps.longer_than(0), jumps.jumps().size());
  EXPECT_EQ(jumps.longer_than(jumps.longest()), 0u);
  EXPECT_EQ(ClockJumps().longest(), 0);
}

}  // namespace
}  // namespace glance::measure
