// The scenes of IVRI-CD's experiments: the objects, the cube, the approach, the flights at plates.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <set>
#include <vector>

#include "scenes/ivri_cube.h"
#include "scenes/ivri_objects.h"
#include "scenes/plate_flights.h"

namespace glance::scenes {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kDegree = std::numbers::pi / 180;

TEST(IvriObjects, TwentyFrom4To264Vertices) {
  for (const std::uint64_t seed : {1u, 2u, 77u}) {
    const std::vector<LibraryObject> objects = ivri_objects(seed).value();
    ASSERT_EQ(objects.size(), kLibraryObjects);
    std::set<std::string> names;
    std::size_t last = 0;
    for (const LibraryObject& object : objects) {
      const Shape& shape = object.shape;
      EXPECT_GT(shape.vertex_count(), last) << object.name;
      last = shape.vertex_count();
      names.insert(object.name);
      const Result<void> valid = shape.validate();  // convexity, exactly, among others
      EXPECT_TRUE(valid) << object.name << ": " << valid.error().message;
      EXPECT_EQ(shape.dimension(), 3) << object.name;
      EXPECT_NEAR(shape.bounding_radius(), 1, 1e-4) << object.name;
    }
    EXPECT_EQ(objects.front().shape.vertex_count(), 4u);
    EXPECT_EQ(objects.back().shape.vertex_count(), 264u);
    EXPECT_EQ(names.size(), kLibraryObjects);
  }
}

TEST(IvriObjects, ASeedIsALibrary) {
  const auto one = ivri_objects(5).value(), same = ivri_objects(5).value();
  const auto other = ivri_objects(6).value();
  int changed = 0;
  for (std::size_t i = 0; i < kLibraryObjects; i++) {
    EXPECT_TRUE(std::ranges::equal(one[i].shape.vertices(), same[i].shape.vertices()));
    EXPECT_EQ(one[i].shape.vertex_count(), other[i].shape.vertex_count());
    changed += !std::ranges::equal(one[i].shape.vertices(), other[i].shape.vertices());
  }
  EXPECT_EQ(changed, 9);  // those revolved
}

TEST(IvriObjects, RevolvedOnesKeepTheirPlanarFaces) {
  const std::vector<LibraryObject> objects = ivri_objects(3).value();
  for (const LibraryObject& object : objects) {
    if (!object.name.starts_with("revolved")) continue;
    // Quadrilaterals between rings, and a polygon at either end.
    std::size_t polygons = 0;
    for (std::uint32_t f = 0; f < object.shape.face_count(); f++) {
      const std::size_t corners = object.shape.face_vertices(f).size();
      EXPECT_GE(corners, 4u) << object.name;
      polygons += corners > 4;
    }
    EXPECT_EQ(polygons, 2u) << object.name;
  }
}

TEST(IvriObjects, ProfilesAreConvex) {
  Rng rng(4);
  for (int points = 2; points < 20; points++) {
    const std::vector<ProfilePoint> p = random_convex_profile(rng, points);
    ASSERT_EQ(p.size(), static_cast<std::size_t>(points));
    for (const ProfilePoint& q : p) EXPECT_GT(q.radius, 0);
    for (std::size_t i = 2; i < p.size(); i++) {
      const double turn = (p[i - 1].radius - p[i - 2].radius) * (p[i].z - p[i - 1].z) -
                          (p[i - 1].z - p[i - 2].z) * (p[i].radius - p[i - 1].radius);
      EXPECT_GT(turn, 0);
      EXPECT_GT(p[i].z, p[i - 1].z);
    }
  }
}

CubeSettings three_bodies() {
  const std::vector<LibraryObject> objects = ivri_objects(1).value();
  CubeSettings settings;
  for (std::size_t i = 0; i < 3; i++) settings.bodies.push_back(objects[i].shape);
  return settings;
}

TEST(IvriCube, BodiesStayInsideAndMoveAsAsked) {
  CubeSettings settings = three_bodies();
  settings.side = 4;
  settings.speed = 0.3;
  settings.turn = 20;
  Cube cube = Cube::make(settings).value();
  double most_turn = 0;
  for (int frame = 0; frame < 300; frame++) {
    std::vector<Vec3> centers;
    std::vector<Pose> poses(cube.poses().begin(), cube.poses().end());
    for (std::size_t i = 0; i < 3; i++) centers.push_back(cube.center(i));
    cube.step();
    for (std::size_t i = 0; i < 3; i++) {
      EXPECT_LE(cube.center(i).abs().max_component(), 2);
      const Vec3 centroid = cube.bodies()[i].mass().centroid;
      EXPECT_NEAR(norm(cube.poses()[i].apply(centroid) - cube.center(i)), 0, 1e-12);
      EXPECT_LT(norm(cube.center(i) - centers[i]), 0.3 + 1e-12);  // less where reflected
      const Mat3 turn = compose(cube.poses()[i].rotation(), poses[i].rotation().transpose());
      most_turn = std::max(most_turn, norm(rotation_vector(turn)));
      EXPECT_LT(rotation_error(cube.poses()[i].rotation()), 1e-13);
    }
  }
  EXPECT_GT(most_turn, 20 * kDegree);
  EXPECT_LT(most_turn, 3 * 20 * kDegree);
}

TEST(IvriCube, ASeedIsAScene) {
  CubeSettings settings = three_bodies();
  Cube one = Cube::make(settings).value(), same = Cube::make(settings).value();
  settings.seed = 2;
  Cube other = Cube::make(settings).value();
  for (int frame = 0; frame < 5; frame++) {
    EXPECT_TRUE(std::ranges::equal(one.poses(), same.poses()));
    EXPECT_FALSE(one.poses()[0] == other.poses()[0]);
    for (Cube* cube : {&one, &same, &other}) cube->step();
  }
}

TEST(IvriCube, RefusesWhatMakesNoSense) {
  for (const double bad : {-1.0, std::nan(""), kInfinity}) {
    CubeSettings side = three_bodies(), speed = side, turn = side;
    side.side = bad;
    speed.speed = bad;
    turn.turn = bad;
    for (const CubeSettings& s : {side, speed, turn}) EXPECT_FALSE(Cube::make(s));
  }
  CubeSettings none = three_bodies();
  none.side = 0;
  EXPECT_FALSE(Cube::make(none));
}

TEST(IvriApproach, EndsWithTheFirstContact) {
  const std::vector<LibraryObject> objects = ivri_objects(1).value();
  for (const std::size_t i : {0u, 12u, 19u}) {
    const Shape& shape = objects[i].shape;
    const std::vector<PosePair> frames = approach(shape, shape, 6, 0.02, 10, 7);
    ASSERT_GT(frames.size(), 50u);
    for (std::size_t k = 0; k < frames.size(); k++) {
      const Verdict verdict = collide({shape, frames[k].a}, {shape, frames[k].b}).verdict;
      EXPECT_EQ(verdict == Verdict::apart, k + 1 < frames.size()) << objects[i].name << " " << k;
    }
  }
}

bool touches_on_its_way(const PlateFlight& flight) {
  for (const Motion& way : flight.frames) {
    for (int i = 0; i <= 100; i++) {
      if (collide({flight.plate, flight.rest.start()}, {flight.projectile, way.at(i / 100.0)})
              .verdict != Verdict::apart) {
        return true;
      }
    }
  }
  return false;
}

TEST(PlateFlights, HalfOfThemHit) {
  int hits = 0;
  for (std::uint64_t seed = 0; seed < 200; seed++) {
    hits += touches_on_its_way(plate_flight({.speed = 1, .seed = seed}).value());
  }
  EXPECT_GT(hits, 200 * 3 / 10);
  EXPECT_LT(hits, 200 * 7 / 10);
}

TEST(PlateFlights, FramesFollowEachOtherFromFreeToFree) {
  for (std::uint64_t seed = 0; seed < 50; seed++) {
    for (const double speed : {0.1, 3.0, 100.0}) {
      const PlateFlight flight = plate_flight({.speed = speed, .spin = 50, .seed = seed}).value();
      const auto apart = [&](const Pose& pose) {
        return collide({flight.plate, flight.rest.start()}, {flight.projectile, pose}).verdict ==
               Verdict::apart;
      };
      EXPECT_TRUE(apart(flight.frames.front().start()));
      EXPECT_TRUE(apart(flight.frames.back().end()));
      for (std::size_t i = 0; i < flight.frames.size(); i++) {
        EXPECT_NEAR(norm(flight.frames[i].linear()), speed * kProjectileLength, 1e-12 * speed);
        EXPECT_NEAR(norm(flight.frames[i].angular()), 50 * kDegree, 1e-12);
        EXPECT_EQ(flight.frames[i].start(), flight.frames[i > 0 ? i - 1 : 0].at(i > 0 ? 1 : 0));
      }
      EXPECT_NEAR(flight.projectile.extent(), kProjectileLength, 1e-12);
      EXPECT_LT(flight.plate.sizes().z(), 0.05 * kProjectileLength);
    }
  }
}

TEST(PlateFlights, RefusesWhatMakesNoSense) {
  for (const double speed : {0.0, -1.0, std::nan(""), kInfinity}) {
    EXPECT_FALSE(plate_flight({.speed = speed})) << speed;
  }
  EXPECT_FALSE(plate_flight({.spin = std::nan("")}));
}

}  // namespace
}  // namespace glance::scenes
