// Names that were misspelt.
#include "common/suggest.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace glance::app {
namespace {

TEST(Suggest, EditDistances) {
  EXPECT_EQ(edit_distance("", ""), 0u);
  EXPECT_EQ(edit_distance("check", "check"), 0u);
  EXPECT_EQ(edit_distance("chek", "check"), 1u) << "a letter is missing";
  EXPECT_EQ(edit_distance("checck", "check"), 1u) << "one too many";
  EXPECT_EQ(edit_distance("chock", "check"), 1u) << "another one";
  EXPECT_EQ(edit_distance("cehck", "check"), 1u) << "neighbours exchanged";
  EXPECT_EQ(edit_distance("", "sim"), 3u);
  EXPECT_EQ(edit_distance("sim", ""), 3u);
  EXPECT_EQ(edit_distance("ca", "abc"), 3u) << "no letter is edited twice";
}

TEST(Suggest, NearestNames) {
  const std::vector<std::string> names{"--distance", "--margin",  "--all-triangles",
                                       "--solid",    "--solid-a", "-v"};
  EXPECT_EQ(closest_name("--distanc", names), "--distance");
  EXPECT_EQ(closest_name("-distance", names), "--distance") << "dashes do not count";
  EXPECT_EQ(closest_name("--maring", names), "--margin");
  EXPECT_EQ(closest_name("--solid-b", names), "--solid-a");
  EXPECT_EQ(closest_name("--soldi", names), "--solid") << "the nearest, not the first within two";
  EXPECT_EQ(closest_name("--all", names), "--all-triangles") << "an abbreviation";
  EXPECT_EQ(closest_name("--frobnicate", names), "");
  EXPECT_EQ(closest_name("-x", names), "") << "of one letter nothing can be told";
  EXPECT_EQ(did_you_mean("--maring", names), "; did you mean --margin?");
  EXPECT_EQ(did_you_mean("--frobnicate", names), "");
}

}  // namespace
}  // namespace glance::app
