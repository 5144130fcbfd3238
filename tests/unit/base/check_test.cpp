// The hooks to the host: who is called when a promise is broken, and that nothing goes
// on after it.
#include "base/check.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

namespace glance::test {
using namespace rooms::base;

namespace {

void report(const CheckFailure& failure) {
  std::fprintf(stderr, "handler got [%.*s] of %.*s:%s [%.*s]\n",
               static_cast<int>(failure.expression.size()), failure.expression.data(),
               static_cast<int>(failure.file.size()), failure.file.data(),
               failure.line > 0 ? "line" : "no line", static_cast<int>(failure.detail.size()),
               failure.detail.data());
}

void leave(const CheckFailure&) { _exit(3); }

void other(const CheckFailure&) {}

struct Message {
  LogLevel level;
  std::string text;
};
std::vector<Message> messages;

void remember(LogLevel level, std::string_view text) {
  messages.push_back({level, std::string(text)});
}

/// Handlers are global: each test leaves the ones that it found.
class CheckTest : public testing::Test {
 protected:
  CheckTest() : check_(set_check_handler(nullptr)), log_(set_log_handler(nullptr)) {
    messages.clear();
  }
  ~CheckTest() override {
    set_check_handler(check_);
    set_log_handler(log_);
  }

 private:
  CheckHandler check_;
  LogHandler log_;
};
using CheckDeathTest = CheckTest;

TEST(Version, IsThatOfTheHeaders) {
  EXPECT_EQ(version(), fmt::format("{}.{}.{}", kVersionMajor, kVersionMinor, kVersionPatch));
}

TEST(Errors, FailMakesTheErrorHalfOfAResult) {
  const Result<int> bad = fail("point 17 is not finite");
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().message, "point 17 is not finite");
  const Result<int> good = 5;
  ASSERT_TRUE(good);
  EXPECT_EQ(*good, 5);
}

TEST_F(CheckTest, InstallingReturnsTheHandlerBefore) {
  const CheckHandler standard = set_check_handler(&report);
  EXPECT_NE(standard, nullptr);  // so that it can be called by the one that replaces it
  EXPECT_EQ(set_check_handler(&other), &report);
  EXPECT_EQ(set_check_handler(nullptr), &other);
  EXPECT_EQ(set_check_handler(&report), standard) << "null did not bring the default back";
}

TEST_F(CheckTest, ConditionsThatHoldAreEvaluatedOnceAndCallNoHandler) {
  set_check_handler(&leave);  // would end the process
  int evaluations = 0;
  GLANCE_CHECK(++evaluations > 0);
  EXPECT_EQ(evaluations, 1);
  GLANCE_CHECK_DETAIL(++evaluations > 0, "never seen");
  EXPECT_EQ(evaluations, 2);
  // A macro that is not one statement would take the else.
  if (evaluations == 0)
    GLANCE_CHECK(evaluations == 7);
  else
    evaluations = 10;
  EXPECT_EQ(evaluations, 10);
}

TEST_F(CheckTest, DebugChecksCostNothingWhereTheyAreOff) {
  int evaluations = 0;
  GLANCE_DCHECK(++evaluations > 0);
#ifdef GLANCE_CHECKS
  EXPECT_EQ(evaluations, 1);
#else
  EXPECT_EQ(evaluations, 0);
#endif
}

TEST_F(CheckDeathTest, FailureCallsTheHandlerAndAbortsThoughItReturns) {
  set_check_handler(&report);
  const int count = 2;
  EXPECT_EXIT(GLANCE_CHECK(count == 3), testing::KilledBySignal(SIGABRT),
              "handler got \\[count == 3\\] of .*check_test.cpp:line \\[\\]");
  EXPECT_EXIT(GLANCE_CHECK_DETAIL(count > 9, fmt::format("count {}", count)),
              testing::KilledBySignal(SIGABRT), "handler got \\[count > 9\\].*\\[count 2\\]");
}

TEST_F(CheckDeathTest, HandlerMayEndTheProcessItself) {
  set_check_handler(&leave);
  EXPECT_EXIT(GLANCE_CHECK(1 > 2), testing::ExitedWithCode(3), "");
}

TEST_F(CheckDeathTest, TheDefaultPrintsWhatIsNeededToFindTheFault) {
  const auto fault = [] { GLANCE_CHECK_DETAIL(1 > 2, "x = 0x1p-3"); };
  EXPECT_EXIT(fault(), testing::KilledBySignal(SIGABRT),
              "internal check failed: 1 > 2\n.*check_test.cpp:[0-9]+\n.*x = 0x1p-3");
}

#ifdef GLANCE_CHECKS
TEST_F(CheckDeathTest, DebugChecksAreOnInThisBuild) {
  EXPECT_EXIT(GLANCE_DCHECK(1 > 2), testing::KilledBySignal(SIGABRT), "1 > 2");
}
#endif

class Note final : public CheckContext {
 public:
  explicit Note(std::string text, int* asked = nullptr) : text_(std::move(text)), asked_(asked) {}
  std::string describe() const override {
    if (asked_) ++*asked_;
    return text_;
  }

 private:
  std::string text_;
  int* asked_;
};

/// A context whose own check fails.
class Trap final : public CheckContext {
 public:
  std::string describe() const override {
    GLANCE_CHECK_DETAIL(1 > 3, "in the trap");
    return "never";
  }
};

TEST_F(CheckDeathTest, ContextsSpeakInnermostFirstAfterTheDetail) {
  set_check_handler(&report);
  const Note outer("the world");
  EXPECT_EXIT(GLANCE_CHECK(1 > 2), testing::KilledBySignal(SIGABRT), "\\[the world\\]");
  const Note inner("a pair");
  const auto fault = [] { GLANCE_CHECK_DETAIL(1 > 2, "x = 3"); };
  EXPECT_EXIT(fault(), testing::KilledBySignal(SIGABRT), "\\[x = 3\na pair\nthe world\\]");
}

TEST_F(CheckDeathTest, ContextsEndWithTheirScope) {
  set_check_handler(&report);
  const Note outer("the world");
  { const Note inner("a pair"); }
  EXPECT_EXIT(GLANCE_CHECK(1 > 2), testing::KilledBySignal(SIGABRT), "\\[the world\\]");
}

TEST_F(CheckDeathTest, ContextsAreThoseOfTheThread) {
  set_check_handler(&report);
  const Note here("mine");
  const auto fault = [] {
    std::thread([] {
      const Note there("its own");
      GLANCE_CHECK(1 > 2);
    }).join();
  };
  EXPECT_EXIT(fault(), testing::KilledBySignal(SIGABRT), "\\[its own\\]");
}

TEST_F(CheckDeathTest, ContextThatFailsItselfIsNotAskedAgain) {
  set_check_handler(&report);
  const Trap trap;
  EXPECT_EXIT(GLANCE_CHECK(1 > 2), testing::KilledBySignal(SIGABRT),
              "handler got \\[1 > 3\\].*\\[in the trap\\]");
}

TEST_F(CheckTest, ContextsAreAskedOnlyAfterAFailure) {
  int asked = 0;
  const Note note("a pair", &asked);
  GLANCE_CHECK(asked == 0);
  EXPECT_EQ(asked, 0);
  EXPECT_EQ(CheckContext::take_all(), "a pair");
  EXPECT_EQ(asked, 1);
  EXPECT_EQ(CheckContext::take_all(), "") << "taken once already";
}

TEST_F(CheckTest, LogGoesToTheHandlerOrNowhere) {
  log(LogLevel::warning, "nobody listens");
  EXPECT_TRUE(messages.empty());

  EXPECT_EQ(set_log_handler(&remember), nullptr);
  log(LogLevel::warning, "slow");
  log(LogLevel::info, "");
  ASSERT_EQ(messages.size(), 2u);
  EXPECT_EQ(messages[0].level, LogLevel::warning);
  EXPECT_EQ(messages[0].text, "slow");
  EXPECT_EQ(messages[1].level, LogLevel::info);
  EXPECT_EQ(messages[1].text, "");

  EXPECT_EQ(set_log_handler(nullptr), &remember);
  log(LogLevel::info, "silence again");
  EXPECT_EQ(messages.size(), 2u);
}

}  // namespace
}  // namespace glance::test
