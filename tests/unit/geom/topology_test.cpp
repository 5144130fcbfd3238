#include "geom/topology.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace glance::test {
using namespace rooms::geom;

namespace {

using Loops = std::vector<std::vector<std::uint32_t>>;

const Loops kTetrahedron{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};

void expect_refused(std::uint32_t vertices, const Loops& loops, const char* why) {
  const auto made = Topology::from_loops(vertices, loops);
  ASSERT_FALSE(made);
  EXPECT_NE(made.error().message.find(why), std::string::npos) << made.error().message;
}

TEST(Topology, Tetrahedron) {
  const auto t = Topology::from_loops(4, kTetrahedron);
  ASSERT_TRUE(t);
  EXPECT_EQ(t->edge_count(), 6u);
  EXPECT_TRUE(t->validate());
  // Loops start at their smallest vertex and are sorted.
  EXPECT_EQ(t->face_vertices(0)[0], 0u);
  EXPECT_EQ(t->face_vertices(0)[1], 1u);
  EXPECT_EQ(t->face_vertices(3)[0], 1u);
  // Around vertex 3, which sees 0, 1, 2 counter-clockwise from below and so clockwise
  // from outside.
  const auto ring = t->vertex_neighbors(3);
  ASSERT_EQ(ring.size(), 3u);
  for (std::uint32_t i = 0; i < 3; i++) {
    const std::uint32_t here = ring[i], next = ring[(i + 1) % 3];
    const auto face = t->face_vertices(t->face_after(3, i));
    EXPECT_TRUE(std::find(face.begin(), face.end(), here) != face.end());
    EXPECT_TRUE(std::find(face.begin(), face.end(), next) != face.end());
    EXPECT_TRUE(std::find(face.begin(), face.end(), 3u) != face.end());
  }
}

TEST(Topology, NumbersDoNotDependOnTheOrderOfLoops) {
  Loops turned{{3, 2, 0}, {3, 1, 2}, {1, 0, 2}, {1, 3, 0}};
  const auto a = Topology::from_loops(4, kTetrahedron), b = Topology::from_loops(4, turned);
  ASSERT_TRUE(a && b);
  for (std::uint32_t f = 0; f < 4; f++) {
    const auto x = a->face_vertices(f), y = b->face_vertices(f);
    EXPECT_TRUE(std::equal(x.begin(), x.end(), y.begin(), y.end()));
  }
}

TEST(Topology, RefusesWhatIsNotOneClosedSurface) {
  expect_refused(4, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}}, "open");
  expect_refused(4, {{0, 1, 2}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}, "orientations disagree");
  expect_refused(4, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 7}}, "names vertex 7");
  expect_refused(4, {{0, 2}, {0, 1, 3}}, "has 2 vertices");
  expect_refused(5, kTetrahedron, "no face uses vertex 4");
  expect_refused(4, {{0, 0, 1}, {0, 1, 3}}, "repeats vertex 0");
  Loops two = kTetrahedron;  // two bodies at once
  for (const auto& loop : kTetrahedron) two.push_back({loop[0] + 4, loop[1] + 4, loop[2] + 4});
  expect_refused(8, two, "not connected");
  Loops joined = kTetrahedron;  // two bodies joined at vertex 3
  for (const auto& loop : kTetrahedron) {
    auto& copy = joined.emplace_back();
    for (std::uint32_t v : loop) copy.push_back(v == 3 ? 3 : v + 4);
  }
  expect_refused(7, joined, "do not form one ring");
  Loops thrice = kTetrahedron;
  thrice.insert(thrice.end(), kTetrahedron.begin(), kTetrahedron.end());
  expect_refused(4, thrice, "more than two faces");
}

TEST(Topology, FlatOnes) {
  for (const Topology& t : {Topology::polygon(5), Topology::segment(), Topology::point()}) {
    const auto valid = t.validate();
    EXPECT_TRUE(valid) << valid.error().message;
  }
  EXPECT_EQ(Topology::polygon(5).edge_count(), 5u);
  EXPECT_EQ(Topology::polygon(5).vertex_neighbors(0).size(), 2u);
  EXPECT_EQ(Topology::segment().vertex_neighbors(1)[0], 0u);
  EXPECT_EQ(Topology::point().vertex_neighbors(0).size(), 0u);
}

}  // namespace
}  // namespace glance::test
