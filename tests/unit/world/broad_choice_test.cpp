// What FrameReport says of how pairs were found, and that a stored world goes on in the same way.
#include <gtest/gtest.h>

#include "glance/glance.h"

namespace glance::test {
namespace {

/// Static boxes in a row, and others that fly past them.
class Street {
 public:
  explicit Street(const WorldOptions& options, int houses, int cars)
      : world(World::make(options).value()) {
    const Shape box = Shape::box(Vec3{0.5, 0.5, 0.5}).value();
    for (int i = 0; i < houses; i++) {
      world.add({.shape = box, .pose = at(3.0 * i, 0), .is_static = true}).value();
    }
    for (int i = 0; i < cars; i++) {
      cars_.push_back(world.add({.shape = box, .pose = at(5.0 * i, 1.2)}).value());
    }
  }
  static Pose at(double x, double y) { return Pose::make(Mat3::identity(), Vec3{x, y, 0}).value(); }
  const FrameReport& drive() {
    frame_++;
    for (std::size_t i = 0; i < cars_.size(); i++) {
      const double x = 5.0 * static_cast<double>(i) + 0.1 * frame_;
      world.set_pose(cars_[i], at(x, i % 2 ? 1.2 : 0.9)).value();
    }
    report_ = world.detect();
    return report_;
  }
  World world;

 private:
  std::vector<BodyId> cars_;
  int frame_ = 0;
  FrameReport report_;
};

TEST(BroadChoice, OptionsAreObeyed) {
  for (const BroadMethod method : {BroadMethod::sweep_and_prune, BroadMethod::grid,
                                   BroadMethod::brute_force, BroadMethod::space_time}) {
    Street street({.broad = method}, 100, 5);
    for (int i = 0; i < 3; i++) {
      EXPECT_EQ(street.drive().broad, (BroadChoice{method, BroadReason::option, 0}));
    }
  }
  // Who asks for a sort gets sorted lists.
  Street sorted({.tuning = {.sort = SortMethod::bubble}}, 100, 5);
  EXPECT_EQ(sorted.drive().broad,
            (BroadChoice{BroadMethod::sweep_and_prune, BroadReason::option, 0}));
}

TEST(BroadChoice, StaticBodiesAreKeptApart) {
  Street street({}, 100, 5);
  EXPECT_EQ(street.drive().broad.apart, 0u);
  EXPECT_EQ(street.drive().broad,
            (BroadChoice{BroadMethod::sweep_and_prune, BroadReason::few_movers, 100}));
  std::size_t touching = 0;
  for (int i = 0; i < 30; i++) touching += street.drive().touching.size();
  EXPECT_GT(touching, 10u);
}

TEST(BroadChoice, TheGridForMany) {
  Street street({}, 10, 2100);
  EXPECT_EQ(street.drive().broad.method, BroadMethod::grid);
  EXPECT_EQ(street.drive().broad.reason, BroadReason::many_movers);
}

TEST(BroadChoice, AStoredWorldGoesOnTheSameWay) {
  for (const int cars : {5, 2100}) {
    Street street({}, 100, cars), other({}, 100, cars);
    for (int frame = 0; frame < 12; frame++) {
      if (frame % 3 == 1) other.world = World::restore(street.world.save()).value();
      const BroadChoice choice = street.drive().broad;
      const FrameReport report = other.drive();
      EXPECT_EQ(report.broad, choice) << frame;
      EXPECT_EQ(report.touching.size(), street.world.detect().touching.size());
      other.world.detect();
    }
  }
}

}  // namespace
}  // namespace glance::test
