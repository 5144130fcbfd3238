// The list of studies.
#include "studies/study.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace glance::studies {
namespace {

TEST(Study, AreFoundByTheirNamesOldAndNew) {
  for (const Study& study : all_studies()) EXPECT_EQ(find_study(study.name), &study);
  ASSERT_NE(find_study("li-chen"), nullptr);
  EXPECT_EQ(find_study("lichen"), find_study("li-chen"));
  EXPECT_EQ(find_study(""), nullptr);
  EXPECT_EQ(find_study("li"), nullptr);
}

TEST(Study, SomePlacesAreSpreadEvenly) {
  const std::vector<double> places{1, 2, 3, 4, 5};
  EXPECT_EQ(some_of(places, {}), places);
  EXPECT_EQ(some_of(places, {.samples = 3}), (std::vector<double>{1, 3, 5}));
  EXPECT_EQ(some_of(places, {.samples = 1}), (std::vector<double>{5}));
}

}  // namespace
}  // namespace glance::studies
