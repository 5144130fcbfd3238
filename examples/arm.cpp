// A robot arm beside a table: which links collide, where neighbours are allowed to touch.
#include <glance/glance.h>

#include <cmath>
#include <cstdio>
#include <numbers>
#include <vector>

using namespace glance;

constexpr int kLinks = 7;
constexpr double kLength = 0.3, kRadius = 0.05;  // metres

/// Where the links are if each joint bends by the same angle, link by link.
std::vector<Pose> arm_at(double bend) {
  std::vector<Pose> poses;
  Vec3 joint(0, 0, kRadius);
  for (int i = 0; i < kLinks; i++) {
    const Quat turn = Quat::from_rotation_vector({0, bend * (i + 1), 0});
    const Vec3 half = multiply(rotation_matrix(turn), Vec3(0, 0, kLength / 2));
    poses.push_back(Pose::make(turn, joint + half).value());
    joint += 2 * half;
  }
  return poses;
}

int main() {
  World world = World::make({.margin = 0.01}).value();  // nearer than a centimetre collides
  const Shape link = Shape::capsule(kRadius, kLength / 2).value();
  std::vector<BodyId> arm;
  for (std::uint64_t i = 1; i <= kLinks; i++) {
    arm.push_back(world.add({.shape = link, .user_data = i}).value());
  }
  // Neighbours always touch: these pairs are allowed to.
  for (int i = 0; i + 1 < kLinks; i++) world.deactivate(arm[i], arm[i + 1]).value();
  const Shape table = Shape::box({0.5, 0.5, 0.02}).value();
  world.add({.shape = table, .pose = Pose::make({0.9, 0, 0.4}).value(), .is_static = true}).value();

  for (int degrees = 0; degrees <= 60; degrees += 10) {
    world.set_poses(arm, arm_at(degrees * std::numbers::pi / 180)).value();
    const FrameReport frame = world.detect();
    std::printf("%2d degrees a joint:", degrees);
    if (frame.touching.empty()) std::printf(" free");
    for (const PairReport& pair : frame.touching) {
      const auto a = world.user_data(pair.a), b = world.user_data(pair.b);
      if (b == 0)
        std::printf(" link %d hits the table;", static_cast<int>(a));
      else
        std::printf(" links %d and %d collide;", static_cast<int>(a), static_cast<int>(b));
    }
    std::puts("");
  }
}
