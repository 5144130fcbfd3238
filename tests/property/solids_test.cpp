// Solids that touch or pass through themselves, and bodies without volume, in exact contact with
// solids: what their unit cells say is true.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>

#include "glance/hash.h"
#include "glance/query.h"
#include "support/cell_bodies.h"
#include "support/test_scale.h"

namespace glance::test {
namespace {

struct Block {
  Cell low, high;
};

/// Blocks of cells, each with a closed surface of its own, in one mesh: where they touch or pass
/// through each other, so does the mesh. Sides are fans about a point, so that no two triangles of
/// different blocks are the same.
class BlockMesh {
 public:
  /// `inside_out`: so that it takes away what others enclose.
  void add(const Block& block, Rng& rng, bool inside_out = false) {
    blocks.push_back(block);
    for (std::size_t k = 0; k < 3; k++) {
      for (const bool top : {false, true}) add_side(block, k, top, inside_out, rng);
    }
    for (int x = block.low[0]; x < block.high[0]; x++) {
      for (int y = block.low[1]; y < block.high[1]; y++) {
        for (int z = block.low[2]; z < block.high[2]; z++) cells.insert({x, y, z});
      }
    }
  }

  Result<Shape> shape() const { return Shape::mesh(vertices_, triangles_, {.solid = true}); }

  Cells cells;
  std::vector<Block> blocks;

 private:
  void add_side(const Block& block, std::size_t k, bool top, bool inside_out, Rng& rng) {
    const std::size_t u = (k + 1) % 3, v = (k + 2) % 3;
    const auto first = static_cast<std::uint32_t>(vertices_.size());
    const auto add_vertex = [&](double along_u, double along_v) {
      Vec3 p;
      p[static_cast<int>(k)] = top ? block.high[k] : block.low[k];
      p[static_cast<int>(u)] = block.low[u] + along_u * (block.high[u] - block.low[u]);
      p[static_cast<int>(v)] = block.low[v] + along_v * (block.high[v] - block.low[v]);
      vertices_.push_back(p);
    };
    add_vertex(0, 0), add_vertex(1, 0), add_vertex(1, 1), add_vertex(0, 1);
    add_vertex((1 + rng.below(7)) / 8.0, (1 + rng.below(7)) / 8.0);
    for (std::uint32_t i = 0; i < 4; i++) {
      Triangle t{first + i, first + (i + 1) % 4, first + 4};
      if (top == inside_out) std::swap(t[0], t[1]);
      triangles_.push_back(t);
    }
  }

  std::vector<Vec3> vertices_;
  std::vector<Triangle> triangles_;
};

Block random_block(Rng& rng) {
  Block block{};
  for (std::size_t k = 0; k < 3; k++) {
    block.low[k] = static_cast<int>(rng.below(3));
    block.high[k] = block.low[k] + 1 + static_cast<int>(rng.below(2));
  }
  return block;
}

/// A solid, mostly one that meets itself.
struct OddSolid {
  Cells cells;
  std::vector<Block> blocks;  ///< there is a surface around each, inside the others, too
  Shape shape;

  static OddSolid random(Rng& rng) {
    for (;;) {
      if (rng.chance(0.3)) {  // cells that may touch at an edge or a corner
        Cells cells;
        while (cells.size() < 4) {
          cells.insert({static_cast<int>(rng.below(2)), static_cast<int>(rng.below(2)),
                        static_cast<int>(rng.below(3))});
        }
        return {cells, {}, make_cell_shape(cells, 1 + static_cast<int>(rng.below(2)), true)};
      }
      BlockMesh mesh;
      for (std::uint32_t i = 0; i <= 1 + rng.below(2); i++) mesh.add(random_block(rng), rng);
      if (Result<Shape> shape = mesh.shape()) return {mesh.cells, mesh.blocks, *shape};
    }
  }
};

void expect_verdict(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                    Verdict truth) {
  const std::string_view expected = to_string(truth);
  ASSERT_EQ(to_string(collide({a, pose_a}, {b, pose_b}).verdict), expected);
  ASSERT_EQ(to_string(collide({b, pose_b}, {a, pose_a}).verdict), expected);
  ASSERT_EQ(to_string(distance({a, pose_a}, {b, pose_b}, {.depth = false}).verdict), expected);
}

struct Counts {
  int apart = 0, touching = 0, overlapping = 0;

  void add(Verdict v) {
    (v == Verdict::apart ? apart : v == Verdict::touching ? touching : overlapping)++;
  }
  void print(const char* what) const {
    std::printf("  %s: %d apart, %d touching, %d overlapping\n", what, apart, touching,
                overlapping);
  }
};

/// Number `index` of a sample in which each verdict is a third (unless it is not found in many
/// attempts).
template <class Case>
Case sample(std::uint64_t index) {
  constexpr Verdict kWanted[] = {Verdict::apart, Verdict::touching, Verdict::overlapping};
  for (std::uint64_t attempt = 0;; attempt++) {
    Rng rng(Hash().add(index).add(attempt).value());
    Case c(rng);
    if (attempt == 60 || c.truth == kWanted[index % 3]) return c;
  }
}

void expect_shares(const Counts& counts, int count) {
  EXPECT_GE(counts.apart, count * 3 / 10);
  EXPECT_GE(counts.touching, count * 3 / 10);
  EXPECT_GE(counts.overlapping, count * 3 / 10);
}

/// Two of them turned alike, B moved by whole or half cells.
struct OddPair {
  OddSolid a, b;
  Pose pose_a, pose_b;
  Verdict truth;

  explicit OddPair(Rng& rng) : a(OddSolid::random(rng)), b(OddSolid::random(rng)) {
    const Mat3 turn = rng.chance(0.3) ? Pose::make(rng.rotation(), Vec3(0, 0, 0))->rotation()
                                      : Mat3(Mat3::identity());
    Vec3 offset;
    for (int k = 0; k < 3; k++) offset[k] = static_cast<int>(rng.below(5)) - 2;
    if (rng.chance(0.3)) offset[static_cast<int>(rng.below(3))] += 0.5;
    pose_a = *Pose::make(turn, Vec3(0, 0, 0));
    pose_b = *Pose::make(turn, Vec3(turn * offset));
    truth = CellPair(a.cells, b.cells, turn, pose_b.translation()).verdict;
  }
};

TEST(Solids, ThatMeetThemselvesAreWhatTheirCellsAre) {
  const int count = std::max(60, scaled_count(600));
  Counts counts;
  for (const int n : random_cases(count)) {
    const OddPair c = sample<OddPair>(static_cast<std::uint64_t>(n));
    counts.add(c.truth);
    SCOPED_TRACE(testing::Message() << n << "\n"
                                    << dump_query({c.a.shape, c.pose_a}, {c.b.shape, c.pose_b}));
    ASSERT_NO_FATAL_FAILURE(expect_verdict(c.a.shape, c.pose_a, c.b.shape, c.pose_b, c.truth));
  }
  counts.print("solids");
  expect_shares(counts, count);
}

/// Blocks of which some are inside out, so that the surface winds around cells any number of times,
/// and what is enclosed there is inside if that is not 0.
struct WoundSolid {
  std::map<Cell, int> winding;  ///< of cells
  std::set<Cell> faces;         ///< unit squares of the surface, by their middle (times two)
  Shape shape;

  static WoundSolid random(Rng& rng) {
    for (;;) {
      BlockMesh mesh;
      std::map<Cell, int> winding;
      std::set<Cell> faces;
      for (std::uint32_t i = 0; i <= 1 + rng.below(2); i++) {
        const Block block = random_block(rng);
        const bool inside_out = rng.chance(0.4);
        mesh.add(block, rng, inside_out);
        BlockMesh alone;
        alone.add(block, rng);
        for (const Cell& c : alone.cells) {
          winding[c] += inside_out ? -1 : 1;
          for (std::size_t k = 0; k < 3; k++) {
            const Cell middle{2 * c[0] + 1, 2 * c[1] + 1, 2 * c[2] + 1};
            if (c[k] == block.low[k]) faces.insert(moved(middle, k, -1));
            if (c[k] + 1 == block.high[k]) faces.insert(moved(middle, k, 1));
          }
        }
      }
      if (Result<Shape> shape = mesh.shape()) return {winding, faces, *shape};
    }
  }

  static Cell moved(Cell c, std::size_t k, int by) {
    c[k] += by;
    return c;
  }
  static Cell moved(const Cell& c, const Cell& by) {
    return {c[0] + by[0], c[1] + by[1], c[2] + by[2]};
  }

  bool encloses(const Cell& c) const {
    const auto at = winding.find(c);
    return at != winding.end() && at->second != 0;
  }
  /// Whether the middle of a unit square (times two) is strictly inside.
  bool encloses_face(const Cell& middle) const {
    if (faces.contains(middle)) return false;
    Cell below{}, above{};
    for (std::size_t k = 0; k < 3; k++) {
      const bool across = middle[k] % 2 == 0;
      below[k] = across ? middle[k] / 2 - 1 : (middle[k] - 1) / 2;
      above[k] = across ? middle[k] / 2 : below[k];
    }
    return encloses(below) && encloses(above);
  }
};

/// B moved by whole cells.
struct WoundPair {
  WoundSolid a, b;
  Cell offset{};
  Pose pose_a, pose_b;
  Verdict truth = Verdict::apart;
  bool by_surfaces = false;  ///< two triangles overlap

  explicit WoundPair(Rng& rng) : a(WoundSolid::random(rng)), b(WoundSolid::random(rng)) {
    for (int& x : offset) x = static_cast<int>(rng.below(3)) - 1;
    pose_b = *Pose::make(Vec3(offset[0], offset[1], offset[2]));
    set_truth();
  }

 private:
  void set_truth() {
    by_surfaces = do_triangles_overlap();
    const Cell back{-offset[0], -offset[1], -offset[2]};
    const Cell twice{2 * offset[0], 2 * offset[1], 2 * offset[2]};
    const Cell twice_back{-twice[0], -twice[1], -twice[2]};
    bool inside = false, meets = false;
    for (const auto& [c, count] : a.winding) {
      const bool is_common = a.encloses(c) && b.encloses(WoundSolid::moved(c, back));
      inside |= is_common;
    }
    for (const Cell& face : a.faces) inside |= b.encloses_face(WoundSolid::moved(face, twice_back));
    for (const Cell& face : b.faces) inside |= a.encloses_face(WoundSolid::moved(face, twice));
    for (const Cell& p : a.faces) {
      for (const Cell& q : b.faces) meets |= squares_meet(p, WoundSolid::moved(q, twice));
    }
    truth = by_surfaces || inside ? Verdict::overlapping
            : meets               ? Verdict::touching
                                  : Verdict::apart;
  }

  /// (If a point of one body is in the other, then faces meet, or one is inside.)
  static bool squares_meet(const Cell& p, const Cell& q) {
    for (std::size_t k = 0; k < 3; k++) {
      const int reach = std::abs(p[k] % 2) + std::abs(q[k] % 2);
      if (std::abs(p[k] - q[k]) > reach) return false;
    }
    return true;
  }

  static std::vector<Shape> triangles_of(const Shape& shape) {
    const MeshView mesh = shape.mesh_view();
    std::vector<Shape> triangles;
    for (const Triangle& t : mesh.triangles) {
      triangles.push_back(
          *Shape::triangle(mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]));
    }
    return triangles;
  }

  bool do_triangles_overlap() const {
    const std::vector<Shape> in_a = triangles_of(a.shape), in_b = triangles_of(b.shape);
    for (const Shape& p : in_a) {
      for (const Shape& q : in_b) {
        if (collide({p, pose_a}, {q, pose_b}).verdict == Verdict::overlapping) return true;
      }
    }
    return false;
  }
};

/// Of those that overlap most do so with no two triangles that do: those are the difficult ones.
WoundPair wound_pair(int n) {
  for (std::uint64_t attempt = 0;; attempt++) {
    WoundPair c = sample<WoundPair>(static_cast<std::uint64_t>(n) + 3'000'000 * attempt);
    if (attempt == 20 || !c.by_surfaces || n % 12 == 2) return c;
  }
}

TEST(Solids, ThatWindAroundCellsAnyNumberOfTimes) {
  const int count = std::max(60, scaled_count(240));
  Counts counts;
  int by_inside = 0;
  for (const int n : random_cases(count)) {
    const WoundPair c = wound_pair(n);
    counts.add(c.truth);
    by_inside += c.truth == Verdict::overlapping && !c.by_surfaces;
    SCOPED_TRACE(testing::Message() << n << "\n"
                                    << dump_query({c.a.shape, c.pose_a}, {c.b.shape, c.pose_b}));
    ASSERT_NO_FATAL_FAILURE(expect_verdict(c.a.shape, c.pose_a, c.b.shape, c.pose_b, c.truth));
  }
  counts.print("wound");
  std::printf("  %d overlap with no two triangles that do\n", by_inside);
  EXPECT_GE(counts.touching, count * 3 / 10);
  EXPECT_GE(counts.overlapping, count * 3 / 10);
  EXPECT_GE(by_inside, count / 10);
}

/// Whether no surface leads through the inside of a block.
bool is_whole(const Block& block, const std::vector<Block>& others) {
  for (const Block& other : others) {
    bool apart = false, within = true;
    for (std::size_t k = 0; k < 3; k++) {
      apart |= other.high[k] <= block.low[k] || other.low[k] >= block.high[k];
      within &= other.low[k] <= block.low[k] && other.high[k] >= block.high[k];
    }
    if (!apart && !within) return false;
  }
  return true;
}

/// Whether a convex body overlaps a triangle of a mesh.
bool overlaps_surface(const Shape& mesh, const Pose& pose_of_mesh, const Shape& body,
                      const Pose& pose) {
  const MeshView view = mesh.mesh_view();
  for (const Triangle& t : view.triangles) {
    const Shape part =
        *Shape::triangle(view.vertices[t[0]], view.vertices[t[1]], view.vertices[t[2]]);
    if (collide({part, pose_of_mesh}, {body, pose}).verdict == Verdict::overlapping) return true;
  }
  return false;
}

/// What a convex body has to do with a solid: it overlaps if it has a point inside of a cell, or of
/// two, four or eight together with no surface between; or if it overlaps the surface (inside of
/// the solid, where it is itself in another part of the surface).
Verdict convex_truth(const OddSolid& solid, const Pose& pose_of_cells, const Shape& body,
                     const Pose& pose) {
  const Cells& cells = solid.cells;
  if (!solid.blocks.empty() && overlaps_surface(solid.shape, pose_of_cells, body, pose)) {
    return Verdict::overlapping;
  }
  Verdict verdict = Verdict::apart;
  for (const Cell& c : cells) {
    for (int i = 0; i < 8; i++) {
      const Cell size{1 + (i & 1), 1 + (i >> 1 & 1), 1 + (i >> 2)};
      bool all = true;
      for (int k = 0; k < 8; k++) {
        const Cell other{c[0] + (k & 1) * (size[0] - 1), c[1] + (k >> 1 & 1) * (size[1] - 1),
                         c[2] + (k >> 2) * (size[2] - 1)};
        all = all && cells.contains(other);
      }
      const Cell high{c[0] + size[0], c[1] + size[1], c[2] + size[2]};
      if (!all || !is_whole({c, high}, solid.blocks)) continue;
      std::vector<Vec3> corners;
      for (int k = 0; k < 8; k++) {
        corners.emplace_back(c[0] + (k & 1) * size[0], c[1] + (k >> 1 & 1) * size[1],
                             c[2] + (k >> 2) * size[2]);
      }
      const Verdict v = collide({*Shape::hull(corners), pose_of_cells}, {body, pose}).verdict;
      if (v == Verdict::overlapping) return v;
      if (v == Verdict::touching) verdict = v;
    }
  }
  return verdict;
}

/// Somewhere in or near three cells, in halves.
Vec3 half_place(Rng& rng) {
  return Vec3(static_cast<int>(rng.below(9)) - 1, static_cast<int>(rng.below(9)) - 1,
              static_cast<int>(rng.below(9)) - 1) /
         2;
}

/// A segment, a triangle, a polygon in a plane of cells, or a flat box.
Shape flat_body(int kind, Rng& rng) {
  for (;;) {
    std::vector<Vec3> points;
    const std::size_t count = kind == 0 ? 2 : kind == 1 ? 3 : 5;
    const int axis = static_cast<int>(rng.below(3));
    const double level = static_cast<int>(rng.below(9)) / 2.0 - 0.5;
    for (std::size_t i = 0; i < count; i++) {
      points.push_back(half_place(rng));
      if (kind != 1 && (kind == 2 || rng.chance(0.5))) points.back()[axis] = level;
    }
    const Result<Shape> shape = Shape::hull(points);
    if (shape && shape->dimension() == (kind == 0 ? 1 : 2)) return *shape;
  }
}

OddSolid any_solid(Rng& rng) {
  if (rng.chance(0.3)) return OddSolid::random(rng);
  const Cells cells = make_cells(static_cast<int>(rng.below(8)), rng);
  return {cells, {}, make_cell_shape(cells, 1 + static_cast<int>(rng.below(3)), true)};
}

template <int kind>
struct FlatCase {
  OddSolid solid;
  Shape body;
  Pose pose;
  Verdict truth;

  explicit FlatCase(Rng& rng)
      : solid(any_solid(rng)),
        body(flat_body(kind, rng)),
        pose(rng.chance(0.3) ? *Pose::make(rng.rotation(), rng.in_box(2)) : Pose()),
        truth(convex_truth(solid, pose, body, pose)) {}
};

template <int kind>
void check_flat_bodies(const char* name) {
  const int count = std::max(60, scaled_count(600));
  Counts counts;
  for (const int n : random_cases(count)) {
    const auto c = sample<FlatCase<kind>>(static_cast<std::uint64_t>(n));
    counts.add(c.truth);
    SCOPED_TRACE(testing::Message() << name << " " << n << "\n"
                                    << dump_query({c.solid.shape, c.pose}, {c.body, c.pose}));
    ASSERT_NO_FATAL_FAILURE(expect_verdict(c.solid.shape, c.pose, c.body, c.pose, c.truth));
  }
  counts.print(name);
  expect_shares(counts, count);
}

TEST(Solids, AndSegments) { check_flat_bodies<0>("segments"); }
TEST(Solids, AndTriangles) { check_flat_bodies<1>("triangles"); }
TEST(Solids, AndPolygons) { check_flat_bodies<2>("polygons"); }

struct DiscCase {
  OddSolid solid;
  Shape body;
  Pose pose;
  Verdict truth;

  explicit DiscCase(Rng& rng)
      : solid(any_solid(rng)),
        body(disc(rng)),
        pose(*Pose::make(half_place(rng))),
        truth(convex_truth(solid, {}, body, pose)) {}

  static Shape disc(Rng& rng) {
    const double radius = 0.25 + rng.below(6) * 0.3125;
    return rng.chance(0.5) ? *Shape::cylinder(radius, 0)
                           : *Shape::ellipsoid({radius, 0, rng.uniform(0.2, 1.5)});
  }
};

TEST(Solids, AndDiscs) {
  const int count = std::max(40, scaled_count(300));
  Counts counts;
  for (const int n : random_cases(count)) {
    const DiscCase c = sample<DiscCase>(static_cast<std::uint64_t>(n));
    counts.add(c.truth);
    SCOPED_TRACE(testing::Message() << n << "\n"
                                    << dump_query({c.solid.shape, {}}, {c.body, c.pose}));
    ASSERT_NO_FATAL_FAILURE(expect_verdict(c.solid.shape, {}, c.body, c.pose, c.truth));
  }
  counts.print("discs");
  expect_shares(counts, count);
}

/// The space that two crossing beams have in common is that of a cube: each surface is part of the
/// other, and nothing of either is inside the other.
TEST(Solids, ThatEncloseTheSameSpaceOverlap) {
  Rng rng(1);
  BlockMesh beams, more_beams;
  beams.add({{-3, -1, -1}, {3, 1, 1}}, rng);
  beams.add({{-1, -3, -1}, {1, 3, 1}}, rng);
  const Shape cross = beams.shape().value();
  BlockMesh one;
  one.add({{-1, -1, -1}, {1, 1, 1}}, rng);
  const Shape cube = one.shape().value();
  ASSERT_NO_FATAL_FAILURE(expect_verdict(cross, {}, cube, {}, Verdict::overlapping));
  const Pose above = *Pose::make(Vec3(0, 0, 2));
  ASSERT_NO_FATAL_FAILURE(expect_verdict(cross, {}, cube, above, Verdict::touching));
  // Two pairs of cubes that share an edge, of which each pair has one cube in common.
  const Shape pair = make_cell_shape({{0, 0, 0}, {1, 1, 0}}, 1, true);
  const Shape other = make_cell_shape({{1, 1, 0}, {2, 0, 0}}, 1, true);
  ASSERT_NO_FATAL_FAILURE(expect_verdict(pair, {}, other, {}, Verdict::overlapping));
}

/// In and out through edges of two teeth of a comb, with its middle between them.
TEST(Solids, ASegmentThroughTwoTeethOverlaps) {
  const Cells comb{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {0, 0, 1}, {2, 0, 1}};
  const Shape teeth = make_cell_shape(comb, 2, true);
  const Shape through = *Shape::segment({-1, 0.5, 1.5}, {4, 0.5, 1.5});
  ASSERT_NO_FATAL_FAILURE(expect_verdict(teeth, {}, through, {}, Verdict::overlapping));
  const Shape beside = *Shape::segment({-1, 0, 1.5}, {4, 0, 1.5});
  ASSERT_NO_FATAL_FAILURE(expect_verdict(teeth, {}, beside, {}, Verdict::touching));
}

/// A disc in the plane of the edges half way up a cube, its middle outside.
TEST(Solids, ADiscThatReachesInOverlaps) {
  const Shape cube = make_cell_shape({{0, 0, 0}}, 2, true);
  const Shape disc = *Shape::cylinder(0.75, 0);
  const Pose in = *Pose::make(Vec3(-0.5, 0.5, 0.5)), on = *Pose::make(Vec3(-0.5, 0.5, 1));
  ASSERT_NO_FATAL_FAILURE(expect_verdict(cube, {}, disc, in, Verdict::overlapping));
  ASSERT_NO_FATAL_FAILURE(expect_verdict(cube, {}, disc, on, Verdict::touching));
  // By less than any polygon with few corners would show.
  const Pose just = *Pose::make(Vec3(-0.75 + 1e-7, 0.5, 0.5));
  ASSERT_NO_FATAL_FAILURE(expect_verdict(cube, {}, disc, just, Verdict::overlapping));
}

}  // namespace
}  // namespace glance::test
