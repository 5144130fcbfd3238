// Functions that callers hand over.
#include "glance/callback.h"

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <memory>
#include <string>

namespace glance::test {
namespace {

using Sum = Callback<int(int, int)>;

int add(int a, int b) { return a + b; }

TEST(Callback, HoldsFunctionsOfEveryKind) {
  struct Scaled {
    int by;
    int operator()(int a, int b) const { return by * (a + b); }
  };
  const int base = 100;
  const Sum given[] = {add,
                       &add,
                       [](int a, int b) { return a + b; },
                       Scaled{1},
                       std::function<int(int, int)>(add),
                       Sum(add)};
  for (const Sum& sum : given) {
    ASSERT_TRUE(sum);
    EXPECT_FALSE(sum == nullptr);
    EXPECT_EQ(sum(3, 4), 7);
  }
  EXPECT_EQ(Sum([&](int a, int b) { return base + a + b; })(3, 4), 107);
  EXPECT_EQ(Sum(Scaled{-2})(3, 4), -14);
  EXPECT_EQ(Callback<double(short)>([](int n) { return n / 2; })(7), 3.0) << "as usual, converted";
}

TEST(Callback, MayHoldNothing) {
  Sum none, null = nullptr, braces = {};
  const Sum pointer(static_cast<int (*)(int, int)>(nullptr)), empty(std::function<int(int, int)>{});
  for (const Sum& sum : {none, null, braces, pointer, empty}) {
    EXPECT_FALSE(sum);
    EXPECT_TRUE(sum == nullptr);
    try {
      sum(1, 2);
      FAIL() << "nothing thrown";
    } catch (const BadResult& bad) {
      EXPECT_STREQ(bad.what(), "an empty Callback was called");
    }
  }
  none = add;
  EXPECT_EQ(none(1, 2), 3);
  none = nullptr;
  EXPECT_FALSE(none);
}

/// What it captures: small numbers are stored in place, all else elsewhere.
template <class Captured>
void expect_copies(const Captured& captured, int value) {
  const Callback<int()> first = [captured] { return static_cast<int>(captured.back()); };
  Callback<int()> second = first, third = [] { return -1; };
  third = second;
  Callback<int()> fourth = std::move(second);
  EXPECT_FALSE(second) << "moved from";  // NOLINT(bugprone-use-after-move)
  Callback<int()>& same = third;
  third = std::move(same);
  for (const Callback<int()>& call : {first, third, fourth}) {
    ASSERT_TRUE(call);
    EXPECT_EQ(call(), value);
  }
}

TEST(Callback, IsCopiedWithWhatItCaptures) {
  expect_copies(std::array<char, 1>{7}, 7);
  expect_copies(std::array<std::uint64_t, 3>{1, 2, 3}, 3);
  expect_copies(std::array<std::uint64_t, 4>{1, 2, 3, 4}, 4);
  expect_copies(std::string("a text that is too long to be stored within the string: A"), 'A');
}

/// Each copy has its own, and lets go of it once.
TEST(Callback, LetsGoOfWhatItCaptures) {
  const auto shared = std::make_shared<int>(5);
  {
    Callback<int()> first = [shared] { return *shared; };
    EXPECT_EQ(shared.use_count(), 2);
    Callback<int()> second = first;
    EXPECT_EQ(shared.use_count(), 3);
    Callback<int()> third = std::move(first);
    EXPECT_EQ(shared.use_count(), 3);
    second = nullptr;
    EXPECT_EQ(shared.use_count(), 2);
    third = [] { return 0; };
    EXPECT_EQ(shared.use_count(), 1);
    second = [shared] { return 2 * *shared; };
    EXPECT_EQ(second(), 10);
  }
  EXPECT_EQ(shared.use_count(), 1);
}

/// A copy counts from where the original was.
TEST(Callback, MayChangeWhatItCaptures) {
  const Callback<int()> small = [n = 0]() mutable { return ++n; };
  const Callback<int()> large = [n = std::array<int, 9>{}]() mutable { return ++n[8]; };
  for (const Callback<int()>& count : {small, large}) {
    EXPECT_EQ(count(), 1);
    EXPECT_EQ(count(), 2);
    const Callback<int()> copy = count;
    EXPECT_EQ(copy(), 3);
    EXPECT_EQ(copy(), 4);
    EXPECT_EQ(count(), 3);
  }
}

TEST(Callback, PassesOnReferencesAndWhatCannotBeCopied) {
  int n = 1;
  const Callback<int&(int&)> same = [](int& x) -> int& { return x; };
  same(n) = 5;
  EXPECT_EQ(n, 5);
  const Callback<std::unique_ptr<int>(std::unique_ptr<int>)> pass = [](std::unique_ptr<int> p) {
    return p;
  };
  EXPECT_EQ(*pass(std::make_unique<int>(3)), 3);
  const Callback<void(int)> ignored = [&](int x) { return n = x; };
  ignored(6);
  EXPECT_EQ(n, 6);
}

struct Thing {
  int member(int) { return 0; }
};
static_assert(std::is_constructible_v<Callback<int(int)>, int (*)(long)>);
static_assert(!std::is_constructible_v<Callback<int(int)>, int (*)(std::string)>);
static_assert(!std::is_constructible_v<Callback<int(int)>, std::string (*)(int)>);
static_assert(!std::is_constructible_v<Callback<int(int)>, int>);
static_assert(!std::is_constructible_v<Callback<int(Thing, int)>, int (Thing::*)(int)>);
static_assert(!std::is_constructible_v<Callback<bool()>, Callback<bool()>*>);

}  // namespace
}  // namespace glance::test
