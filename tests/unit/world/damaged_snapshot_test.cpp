// Stored worlds that are truncated, damaged or forged: refused, or accepted as a world that works.
// Never a crash.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/bytes.h"
#include "glance/rng.h"
#include "glance/world.h"
#include "support/test_scale.h"
#include "support/world_life.h"

namespace glance::test {
using namespace rooms::base;

namespace {

using Bytes = std::vector<std::byte>;
constexpr std::size_t kHeader = 24;

/// Small, and with something of everything: pairs that touch and do not, bodies at rest, and
/// others that are to come, to go, to move and to become static, a free index, exceptions.
Bytes stored_world(bool report_all) {
  World world = World::make({.delta = 0.2}).value();
  const Vec3 corners[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const Shape corner = Shape::hull(corners).value();
  const Shape edge = Shape::hull(std::span(corners).first(2)).value();
  const auto add = [&](const Shape& shape, double x, bool fixed = false) {
    const double half = x / 2;
    return world
        .add({.shape = shape, .pose = Pose::make(Vec3(x, half, 0)).value(), .is_static = fixed})
        .value();
  };
  const BodyId a = add(corner, 0), b = add(edge, 0.4), c = add(corner, 0.8, true);
  const BodyId d = add(edge, 0.6), gone = add(corner, 9);
  add(corner, 20);  // these rest
  add(edge, 20.1);
  add(edge, 20.7);
  if (report_all) {  // (these take time, and would add nothing to the other one)
    add(Shape::cylinder(0.5, 0.5).value(), 21);
    add(Shape::cone(0.25, 0.5)->rounded(0.125).value(), 21.5);
    add(Shape::ellipsoid({0.5, 0.25, 1}).value(), 21);
    add(Shape::sphere(0.5).value(), 20);
    world.add({.shape = Shape::halfspace({0, 0, 1}, -0.5).value(), .is_static = true}).value();
  }
  EXPECT_TRUE(world.deactivate(a, c));
  const DetectOptions options{Question::distance, report_all};
  world.detect(options);
  EXPECT_TRUE(world.remove(gone));
  world.detect(options);
  EXPECT_TRUE(world.set_pose(b, Pose::make(Vec3(0.5, 0, 0)).value()));
  EXPECT_TRUE(world.set_scale(b, 1.5));
  EXPECT_TRUE(world.set_static(c, false));
  EXPECT_TRUE(world.remove(d));
  add(edge, 0.3);
  return world.save();
}

/// Meshes, and compounds in each other.
Bytes stored_parts() {
  World world;
  const Vec3 corners[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const Triangle faces[] = {{0, 2, 1}, {0, 0, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
  const Shape mesh = Shape::mesh(corners, faces, {.solid = true}).value();
  const Shape corner = Shape::hull(corners).value();
  const std::vector<CompoundPart> parts{{mesh, Pose()},
                                        {corner, Pose::make(Vec3(0.5, 0.5, 0)).value()}};
  const std::vector<CompoundPart> nested{{Shape::compound(parts).value(), Pose()},
                                         {corner, Pose::make(Vec3(-1, 0, 0)).value()}};
  const auto add = [&](const Shape& shape, double x) {
    return world.add({.shape = shape, .pose = Pose::make(Vec3(x, x / 2, 0)).value()}).value();
  };
  add(mesh, 0);
  add(Shape::compound(nested, PartVolume::sphere).value(), 0.3);
  add(corner, 0.1);
  const BodyId moved = add(mesh, 1.2);
  world.detect({Question::distance, true});
  EXPECT_TRUE(world.set_pose(moved, Pose::make(Vec3(0.9, 0, 0.1)).value()));
  return world.save();
}

/// Few levels, so that trees are made fast.
constexpr SphereTreeOptions kTrees{SphereBuilder::octree, 2};

/// After frames with a budget: pairs between two levels of spheres, in the middle of an exact
/// search, settled ones, and a body without a tree; one is deformed, one rests, one has moved.
Bytes stored_budget() {
  World world;
  const Vec3 corners[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const Triangle faces[] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
  const Shape mesh = Shape::mesh(corners, faces).value();
  const Shape corner = Shape::hull(corners).value();
  const auto add = [&](const Shape& shape, double x) {
    return world.add({.shape = shape, .pose = Pose::make(Vec3(x, x / 2, 0)).value()}).value();
  };
  const BodyId deformed = add(mesh, 0);
  add(mesh, 0.2);
  add(corner, 0.3);
  const BodyId moved = add(corner, 0.6);
  world.add({.shape = Shape::halfspace({0, 0, 1}, 0.1).value(), .is_static = true}).value();
  const auto frame = [&](std::uint64_t units) {
    BudgetOptions critical;
    critical.budget = Budget::for_work(units);
    critical.schedule = Schedule::round_robin;
    critical.trees = kTrees;
    return world.detect(critical, {Question::distance, true}).budget;
  };
  frame(60);
  const Vec3 elsewhere[] = {{0, 0, 0}, {1, 0, 0.1}, {0, 1, 0}, {0, 0, 0.9}};
  EXPECT_TRUE(world.set_vertices(deformed, elsewhere));
  EXPECT_TRUE(world.set_pose(moved, Pose::make(Vec3(0.5, 0, 0.1)).value()));
  const BudgetReport report = frame(330);
  EXPECT_TRUE(report.interrupted);
  EXPECT_GT(report.undecided, 0u);
  EXPECT_LT(report.undecided, report.asked);
  EXPECT_TRUE(world.set_pose(moved, Pose::make(Vec3(0.5, 0.1, 0.1)).value()));
  return world.save();
}

/// With a header that fits.
Bytes repaired(Bytes bytes) {
  if (bytes.size() < kHeader) return bytes;
  ByteWriter header;
  header.put(std::span<const std::byte>(bytes).first(8));
  header.put(std::uint64_t{bytes.size() - kHeader});
  header.put(checksum(std::span<const std::byte>(bytes).subspan(kHeader)));
  std::ranges::copy(header.bytes(), bytes.begin());
  return bytes;
}

/// Asks all that can be asked of a world. What it says may be wrong (someone else wrote it), but
/// it says it of its own bodies and their features.
void use(World& world) {
  Rng rng(1);
  for (int frame = 0; frame < 2; frame++) {
    const FrameReport report = world.detect({Question::distance, true});
    ASSERT_EQ(report.counters.tested + report.counters.at_rest, report.counters.overlapping);
    ASSERT_EQ(report.pairs.size(), report.counters.overlapping);
    for (const PairReport& r : report.pairs) {
      ASSERT_TRUE(world.contains(r.a) && world.contains(r.b));
      ASSERT_LT(r.a.index, r.b.index);
      const BodyOptions a = world.body(r.a).value(), b = world.body(r.b).value();
      constexpr std::size_t kCurvedFaces = 3;
      ASSERT_LT(r.feature_a.index,
                std::max({a.shape.edge_count(), a.shape.vertex_count(), kCurvedFaces}));
      ASSERT_LT(r.feature_b.index,
                std::max({b.shape.edge_count(), b.shape.vertex_count(), kCurvedFaces}));
      if (a.scale == 1 && b.scale == 1) {
        (void)verify(r.certificate, {a.shape, a.pose}, {b.shape, b.pose});
      }
    }
    if (world.body_count() < 8) {  // with more it takes time, and would add nothing
      BudgetOptions critical;
      critical.budget = Budget::for_work(200);
      critical.trees = kTrees;
      for (const PairReport& r : world.detect(critical, {Question::distance, true}).touching) {
        ASSERT_TRUE(world.contains(r.a) && world.contains(r.b));
      }
    }
    for (const BodyId id : world.bodies()) {
      (void)world.box(id);
      const bool moves = rng.chance(0.5), turns = rng.chance(0.2), goes = rng.chance(0.2);
      const Pose pose = Pose::make(rng.rotation(), rng.in_box(1)).value();
      ASSERT_TRUE(!moves || world.set_pose(id, pose));
      ASSERT_TRUE(!turns || world.set_static(id, rng.chance(0.5)));
      ASSERT_TRUE(!goes || world.remove(id));
    }
    const Vec3 point(0, 0, 0);
    world.add({.shape = Shape::hull(std::span(&point, 1)).value()}).value();
  }
}

/// Refused with a reason, or a world that lives, and is stored as what it is.
bool try_restore(const Bytes& bytes) {
  Result<World> world = World::restore(bytes);
  if (!world) {
    EXPECT_FALSE(world.error().message.empty());
    return false;
  }
  const Bytes again = world->save();
  Result<World> back = World::restore(again);
  EXPECT_TRUE(back) << "it does not read what it wrote: " << back.error().message;
  EXPECT_TRUE(!back || back->save() == again);
  EXPECT_EQ(world->bodies().size(), world->body_count());
  use(*world);
  return true;
}

TEST(DamagedSnapshot, AnUndamagedOneIsAccepted) {
  EXPECT_TRUE(try_restore(stored_world(false)));
  EXPECT_TRUE(try_restore(stored_world(true)));
  EXPECT_TRUE(try_restore(stored_parts()));
  EXPECT_TRUE(try_restore(stored_budget()));
  EXPECT_EQ(repaired(stored_world(true)), stored_world(true));
}

/// A smaller scale of the tests looks at every so many-th byte only.
std::size_t every() {
  constexpr int kAll = 53;  // odd: all places in a number have their turn
  return static_cast<std::size_t>(std::max(1, kAll / scaled_count(kAll)));
}

TEST(DamagedSnapshot, TruncatedOnesAreRefused) {
  const Bytes bytes = stored_world(true), parts = stored_parts(), budget = stored_budget();
  for (const Bytes* sound : {&bytes, &parts, &budget}) {
    for (std::size_t size = 0; size < sound->size(); size += every()) {
      const Bytes cut(sound->begin(), sound->begin() + static_cast<std::ptrdiff_t>(size));
      ASSERT_FALSE(World::restore(cut)) << size;
      ASSERT_FALSE(World::restore(repaired(cut))) << size;  // even with a header that fits
    }
  }
  Bytes longer = bytes;
  longer.push_back(std::byte{0});
  EXPECT_FALSE(World::restore(longer));
  EXPECT_FALSE(World::restore(repaired(longer)));
}

TEST(DamagedSnapshot, EveryFlippedBitIsNoticed) {
  const Bytes bytes = stored_world(false);
  for (std::size_t place = 0; place < bytes.size(); place++) {
    Bytes damaged = bytes;
    damaged[place] ^= static_cast<std::byte>(1 << place % 8);
    ASSERT_FALSE(World::restore(damaged)) << place;
  }
}

TEST(DamagedSnapshot, SaysWhatIsWrong) {
  const auto why = [](const Bytes& bytes) { return World::restore(bytes).error().message; };
  Bytes bytes = stored_world(false);
  EXPECT_EQ(why({}), "these bytes are not a stored world");
  EXPECT_EQ(why(Bytes(100)), "these bytes are not a stored world");
  Bytes other = bytes;
  other[4] = std::byte{99};
  EXPECT_NE(why(other).find("version 99"), std::string::npos);
  other = bytes;
  other.back() ^= std::byte{1};
  EXPECT_NE(why(other).find("checksum"), std::string::npos);
  other = bytes;
  other.pop_back();
  EXPECT_NE(why(other).find("bytes"), std::string::npos);
}

/// A world of one body that was never in a frame, and what of its shape is stored where.
constexpr std::size_t kKindPlace = kHeader + 23 + 62 + 4, kRoundingPlace = kKindPlace + 1,
                      kSizesPlace = kRoundingPlace + 8, kOffsetPlace = kSizesPlace + 24,
                      kFirstVertexPlace = kSizesPlace + 4;

Bytes stored_body(const Result<Shape>& shape) {
  World world;
  EXPECT_TRUE(world.add({.shape = shape.value()}));
  return world.save();
}

std::string why_not(Bytes bytes, std::size_t place, double value) {
  ByteWriter writer;
  writer.put(value);
  std::ranges::copy(writer.bytes(), bytes.begin() + static_cast<std::ptrdiff_t>(place));
  const Result<World> world = World::restore(repaired(bytes));
  return world ? "taken" : world.error().message;
}

TEST(DamagedSnapshot, KindsThatDoNotExistAreRefused) {
  const Bytes bytes = stored_body(Shape::cylinder(1, 2));
  ASSERT_EQ(bytes[kKindPlace], static_cast<std::byte>(ShapeKind::cylinder));
  for (int kind = kShapeKinds; kind < 256; kind++) {
    Bytes other = bytes;
    other[kKindPlace] = static_cast<std::byte>(kind);
    const Result<World> world = World::restore(repaired(other));
    ASSERT_FALSE(world);
    ASSERT_NE(world.error().message.find("no such kind"), std::string::npos);
  }
  for (int kind = 0; kind < static_cast<int>(ShapeKind::cylinder); kind++) {
    Bytes other = bytes;
    other[kKindPlace] = static_cast<std::byte>(kind);
    ASSERT_FALSE(World::restore(repaired(other))) << kind;  // sizes are no vertices
  }
  for (const ShapeKind kind : {ShapeKind::mesh, ShapeKind::compound}) {
    Bytes other = bytes;
    other[kKindPlace] = static_cast<std::byte>(kind);
    ASSERT_FALSE(World::restore(repaired(other)));  // nor triangles, nor parts
  }
}

TEST(DamagedSnapshot, InvalidSizesAreRefused) {
  const double nan = std::numeric_limits<double>::quiet_NaN(),
               infinity = std::numeric_limits<double>::infinity();
  const Bytes cylinder = stored_body(Shape::cylinder(1, 2)), cone = stored_body(Shape::cone(1, 2)),
              ellipsoid = stored_body(Shape::ellipsoid({1, 2, 3})),
              sphere = stored_body(Shape::sphere(1)), capsule = stored_body(Shape::capsule(1, 2)),
              box = stored_body(Shape::box({1, 2, 3})),
              halfspace = stored_body(Shape::halfspace({0, 0, 1}, 2));
  for (const Bytes* bytes : {&cylinder, &cone, &ellipsoid, &sphere, &capsule, &box, &halfspace}) {
    ASSERT_EQ(why_not(*bytes, kRoundingPlace, 0.5), "taken");
    for (const double bad : {nan, infinity, -1.0, 1e-300, 1e300}) {
      ASSERT_NE(why_not(*bytes, kRoundingPlace, bad), "taken") << bad;
    }
  }
  for (const Bytes* bytes : {&cylinder, &cone, &ellipsoid, &halfspace}) {
    for (std::size_t k = 0; k < 3; k++) {
      for (const double bad : {nan, infinity, -1.0, 1e-300, 1e300}) {
        const std::string why = why_not(*bytes, kSizesPlace + 8 * k, bad);
        // (0, 0, -1) is a normal, and so is (1e-300, 0, 1).
        if (bytes == &halfspace && (k == 2 ? bad == -1 : bad == 1e-300)) continue;
        ASSERT_NE(why, "taken") << k << " " << bad;
      }
    }
  }
  EXPECT_EQ(why_not(ellipsoid, kSizesPlace, 5), "taken");
  EXPECT_NE(why_not(cylinder, kSizesPlace, 5), "taken");  // no longer round
  EXPECT_NE(why_not(cone, kSizesPlace + 8, 5), "taken");
  EXPECT_NE(why_not(halfspace, kSizesPlace + 16, 0.5), "taken");  // not of unit length
  EXPECT_EQ(why_not(halfspace, kOffsetPlace, -7), "taken");
  EXPECT_NE(why_not(halfspace, kOffsetPlace, infinity), "taken");
  EXPECT_NE(why_not(sphere, kRoundingPlace, 0), "taken");
  EXPECT_NE(why_not(sphere, kFirstVertexPlace, 1), "taken");  // not about its origin
  EXPECT_NE(why_not(capsule, kRoundingPlace, 0), "taken");
  EXPECT_NE(why_not(capsule, kFirstVertexPlace, 1), "taken");
  EXPECT_NE(why_not(box, kFirstVertexPlace, -2), "taken");
}

/// Places in a stored mesh: after kind, solid, volume, builder, tiles and two numbers.
constexpr std::size_t kTilesPlace = kKindPlace + 4, kCountPlace = kTilesPlace + 8,
                      kMeshPlace = kCountPlace + 8;

TEST(DamagedSnapshot, MeshesThatCannotExistAreRefused) {
  const Vec3 corners[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const Triangle faces[] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
  const Bytes mesh = stored_body(Shape::mesh(corners, faces, {.solid = true}));
  ASSERT_EQ(mesh[kKindPlace], static_cast<std::byte>(ShapeKind::mesh));
  EXPECT_EQ(why_not(mesh, kTilesPlace, 2), "taken");
  EXPECT_NE(why_not(mesh, kTilesPlace, 0.5), "taken");
  EXPECT_NE(why_not(mesh, kTilesPlace, 1e9), "taken");
  EXPECT_EQ(why_not(mesh, kMeshPlace, -1), "taken");  // the first vertex, elsewhere
  EXPECT_NE(why_not(mesh, kMeshPlace, std::numeric_limits<double>::quiet_NaN()), "taken");
  EXPECT_NE(why_not(mesh, kMeshPlace, 1), "taken");  // where another is
  const auto forged = [&](std::size_t place, int value) {
    Bytes other = mesh;
    other[place] = static_cast<std::byte>(value);
    const Result<World> world = World::restore(repaired(other));
    return world ? "taken" : world.error().message;
  };
  const std::size_t triangles = kMeshPlace + 4 * 24;
  EXPECT_NE(forged(kKindPlace + 2, 0), "taken");  // an automatic volume was chosen
  EXPECT_NE(forged(kKindPlace + 2, 7), "taken");
  EXPECT_NE(forged(kKindPlace + 3, 2), "taken");
  EXPECT_NE(forged(kCountPlace, 3), "taken");
  EXPECT_NE(forged(kCountPlace + 4, 3), "taken");
  EXPECT_NE(forged(triangles, 4), "taken");       // no such vertex
  EXPECT_NE(forged(triangles, 2), "taken");       // no area
  EXPECT_NE(forged(triangles + 12, 1), "taken");  // numbers must increase
  EXPECT_EQ(forged(triangles + 16 * 3 + 12, 200), "taken");
}

TEST(DamagedSnapshot, ThePreviousVersionIsRefusedWithAReason) {
  Bytes bytes = stored_body(Shape::sphere(1));
  bytes[4] = std::byte{1};
  const Result<World> world = World::restore(bytes);
  ASSERT_FALSE(world);
  EXPECT_NE(world.error().message.find("version 1, which this library cannot read"),
            std::string::npos);
}

/// The checksum fits, so that every check inside is reached: each byte with one of several values.
TEST(DamagedSnapshot, EveryForgedByteIsRefusedOrHarmless) {
  Rng rng(2);
  int refused = 0, taken = 0;
  const std::size_t step = every() == 1 ? 1 : 3 * every();  // each is restored twice, and used
  for (const Bytes& bytes :
       {stored_world(false), stored_world(true), stored_parts(), stored_budget()}) {
    for (std::size_t place = kHeader; place < bytes.size(); place += step) {
      const auto old = std::to_integer<int>(bytes[place]);
      const int values[] = {old ^ 1, 255, old ^ 0x80, old + 1, 1, 0};
      const int value = values[rng.below(6)] & 255;
      if (value == old) continue;
      SCOPED_TRACE(testing::Message() << "byte " << place << ": " << value);
      Bytes forged = bytes;
      forged[place] = static_cast<std::byte>(value);
      (try_restore(repaired(forged)) ? taken : refused)++;
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  EXPECT_GT(refused, taken / 10);
  EXPECT_GT(taken, refused / 10);
}

/// Numbers of four and eight bytes that are dangerous, pieces moved, doubled and left out.
TEST(DamagedSnapshot, RandomForgeriesAreRefusedOrHarmless) {
  constexpr std::uint32_t kNumbers[] = {0, 1, 2, 5, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff};
  const double kDoubles[] = {0.0,
                             -0.0,
                             1e300,
                             -1e-300,
                             0x1p200,
                             5e-324,
                             std::numeric_limits<double>::infinity(),
                             std::numeric_limits<double>::quiet_NaN()};
  const Bytes sound[] = {stored_world(false), stored_world(true), stored_parts(), stored_budget()};
  Rng rng(1);
  int taken = 0;
  const int count = scaled_count(3000);
  for (int i = 0; i < count; i++) {
    SCOPED_TRACE(i);
    Bytes bytes = sound[i % 4];
    const auto place = [&](std::size_t room) {
      return kHeader + rng.below(static_cast<std::uint32_t>(bytes.size() - kHeader - room));
    };
    for (std::uint32_t n = 1 + rng.below(2); n > 0; n--) {
      ByteWriter piece;
      switch (rng.below(5)) {
        case 0: piece.put(kNumbers[rng.below(8)]); break;
        case 1: piece.put(kDoubles[rng.below(8)]); break;
        case 2: piece.put(static_cast<std::uint32_t>(rng.below(16))); break;
        case 3: {  // a piece of itself
          const std::size_t from = place(32), size = 1 + rng.below(32);
          piece.put(std::span<const std::byte>(bytes).subspan(from, size));
          break;
        }
        default: {
          const auto at = static_cast<std::ptrdiff_t>(place(16));
          bytes.erase(bytes.begin() + at, bytes.begin() + at + 1 + rng.below(8));
        }
      }
      std::ranges::copy(piece.bytes(),
                        bytes.begin() + static_cast<std::ptrdiff_t>(place(piece.bytes().size())));
    }
    taken += try_restore(repaired(bytes));
    if (testing::Test::HasFatalFailure()) return;
  }
  if (are_many(count)) {
    EXPECT_GT(taken, count / 50);
    EXPECT_LT(taken, count / 2);
  }
}

}  // namespace
}  // namespace glance::test
