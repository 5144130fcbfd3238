// Meshes made by rule: as many triangles as they say, and closed if they say so.
#include <gtest/gtest.h>

#include "geom/tri_mesh.h"
#include "glance/generate.h"

namespace glance::test {
using namespace rooms::geom;

namespace {

MeshReport report_of(const TriangleSoup& soup) {
  MeshReport report;
  const Result<TriMesh> mesh = TriMesh::make(soup.vertices, soup.triangles, false, report);
  EXPECT_TRUE(mesh);
  EXPECT_TRUE(report.clean()) << to_string(report);
  EXPECT_EQ(report.merged_vertices + report.unused_vertices + report.misoriented_edges, 0u);
  return report;
}

TEST(GenerateMesh, BumpySpheres) {
  for (const auto& [asked, expected] :
       {std::pair{20, 20}, {21, 20}, {500, 500}, {2000, 2000}, {70000, 69620}}) {
    const TriangleSoup soup = bumpy_sphere(asked, 7).value();
    EXPECT_EQ(soup.triangles.size(), static_cast<std::size_t>(expected));
    const MeshReport report = report_of(soup);
    EXPECT_TRUE(report.closed);
    EXPECT_EQ(report.pieces, 1u);
    EXPECT_EQ(2 * soup.vertices.size(), soup.triangles.size() + 4);
    // Every ray from the origin meets it once, from inside.
    for (const Triangle& t : soup.triangles) {
      ASSERT_GT(triple(soup.vertices[t[0]], soup.vertices[t[1]], soup.vertices[t[2]]), 0);
    }
  }
  const double volume = report_of(bumpy_sphere(5120, 1, 0).value()).volume;
  EXPECT_NEAR(volume, 4 * M_PI / 3, 0.02);
}

TEST(GenerateMesh, BumpySpheresAreFarFromConvex) {
  for (std::uint64_t seed = 0; seed < 5; seed++) {
    const TriangleSoup soup = bumpy_sphere(2000, seed).value();
    const double volume = report_of(soup).volume;
    EXPECT_GT(Shape::hull(soup.vertices)->mass().volume, 1.1 * volume);
    // More or less finely the same body.
    EXPECT_NEAR(report_of(bumpy_sphere(8000, seed).value()).volume, volume, 0.05 * volume);
    EXPECT_NE(bumpy_sphere(2000, seed + 1)->vertices, soup.vertices);
    EXPECT_EQ(bumpy_sphere(2000, seed)->vertices, soup.vertices);
  }
}

TEST(GenerateMesh, TorusSoupAndHeightField) {
  const TriangleSoup ring = torus(60, 40, 2, 0.5).value();
  EXPECT_EQ(ring.triangles.size(), 4800u);
  EXPECT_TRUE(report_of(ring).closed);
  EXPECT_NEAR(report_of(ring).volume, 2 * M_PI * M_PI * 2 * 0.25, 0.1);
  EXPECT_TRUE(report_of(torus(3, 3, 1, 0.3).value()).closed);

  const MeshReport soup = report_of(random_soup(300, 5, 0.1).value());
  EXPECT_EQ(soup.pieces, 300u);
  EXPECT_EQ(soup.boundary_edges, 900u);

  const MeshReport field = report_of(random_terrain(7, 5, 3, 0.2).value());
  EXPECT_EQ(field.triangles, 70u);
  EXPECT_EQ(field.boundary_edges, 24u);
  EXPECT_EQ(field.holes, 1u);
  const TriangleSoup flat = random_terrain(7, 5, 3, 0).value();
  for (const Vec3& v : flat.vertices) EXPECT_EQ(v.z(), 0);
}

TEST(GenerateMesh, RefusesWhatItCannotMake) {
  EXPECT_FALSE(bumpy_sphere(19, 1));
  EXPECT_FALSE(bumpy_sphere(1 << 30, 1));
  EXPECT_FALSE(bumpy_sphere(500, 1, -0.1));
  EXPECT_FALSE(bumpy_sphere(500, 1, std::nan("")));
  EXPECT_FALSE(torus(2, 3, 2, 1));
  EXPECT_FALSE(torus(3, 9000, 2, 1));
  EXPECT_EQ(torus(3, 3, 1, 1).error().message,
            "the minor radius 1 must be less than the major one 1");
  EXPECT_FALSE(random_soup(0, 1, 1));
  EXPECT_FALSE(random_soup(1, 1, 0));
  EXPECT_FALSE(random_terrain(0, 1, 1, 1));
  EXPECT_FALSE(random_terrain(8192, 8192, 1, 1));
  EXPECT_FALSE(random_terrain(1, 1, 1, std::nan("")));
}

}  // namespace
}  // namespace glance::test
