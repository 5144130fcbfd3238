// What a person who waits is told.
#include "measure/progress.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <thread>

namespace glance::measure {
namespace {

TEST(Progress, SaysNothingWithoutATerminalOrBeforePatienceEnds) {
  std::ostringstream out;
  {
    Progress elsewhere("lines done", {.patience = 0, .terminal = false, .out = &out});
    elsewhere.one_done();
    elsewhere.one_begins("first");
    Progress patient("lines done", {.terminal = true, .out = &out});
    patient.one_done();
  }
  EXPECT_EQ(out.str(), "");
}

TEST(Progress, ErasesItsLineInTheTerminal) {
  std::ostringstream out;
  {
    Progress progress("lines done", {.patience = 0, .terminal = true, .out = &out});
    progress.one_done();
    progress.one_done();  // not so soon again
  }
  EXPECT_EQ(out.str(), "\r\x1b[K1 lines done\r\x1b[K");
}

TEST(Progress, ShowsCountsAndTheTimeLeft) {
  std::ostringstream out;
  Progress progress("measured", {.total = 41,
                                 .time_left = true,
                                 .in_logs = true,
                                 .patience = 0,
                                 .terminal = false,
                                 .out = &out});
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  progress.one_done();
  // 40 times at least 50 ms.
  EXPECT_TRUE(out.str().starts_with("1 of 41 measured, about ")) << out.str();
  EXPECT_TRUE(out.str().ends_with(" s left\n")) << out.str();
  EXPECT_EQ(out.str().find("about 1 s"), std::string::npos) << out.str();
}

TEST(Progress, FewThatTakeLongAreNamedAtOnce) {
  std::ostringstream out;
  {
    Progress progress("", {.total = 2, .terminal = true, .out = &out});
    progress.one_begins("boxes");
    progress.erase();
    out << "a row\n";
    progress.one_begins("hulls");
  }
  EXPECT_EQ(out.str(), "\r\x1b[K[1/2] boxes\r\x1b[Ka row\n\r\x1b[K[2/2] hulls\r\x1b[K");
}

}  // namespace
}  // namespace glance::measure
