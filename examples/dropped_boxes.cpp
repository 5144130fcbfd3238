// A level with walls and steps, and 2,000 boxes that are dropped into it.
#include <glance/glance.h>

#include <algorithm>
#include <cstdio>

using namespace glance;

namespace {

void add_static(Dynamics& level, const Vec3& half, const Vec3& center) {
  level
      .add({.shape = Shape::box(half).value(),
            .pose = Pose::make(center).value(),
            .mobility = Mobility::fixed})
      .value();
}

}  // namespace

int main() {
  Dynamics level;
  level.add({.shape = Shape::halfspace({0, 0, 1}, 0).value(), .mobility = Mobility::fixed}).value();
  for (const double side : {-1.0, 1.0}) {  // walls
    add_static(level, {0.5, 11, 3}, {10.5 * side, 0, 3});
    add_static(level, {10, 0.5, 3}, {0, 10.5 * side, 3});
  }
  for (int i = 0; i < 4; i++)
    add_static(level, {1, 4, 0.5 * (i + 1)}, {2.0 * i - 3, 0, 0.5 * (i + 1)});

  const Shape box = Shape::box({0.25, 0.25, 0.25}).value();
  Rng rng(1);
  for (int i = 0; i < 2000; i++) {
    const Vec3 place(i % 20 - 9.5, i / 20 % 20 - 9.5, 5 + i / 400);
    level.add({.shape = box, .pose = Pose::make(rng.rotation(), place).value()}).value();
  }
  std::size_t begun = 0;
  for (int second = 1; second <= 2; second++) {
    StepReport last;
    for (int i = 0; i < 60; i++) {
      last = level.step(1.0 / 60).value();
      begun += last.begun.size();
    }
    double lowest = 1e9, highest = -1e9;
    for (const BodyId id : level.world().bodies()) {
      const double z = level.state(id)->position.z();
      if (!level.world().body(id)->is_static)
        lowest = std::min(lowest, z), highest = std::max(highest, z);
    }
    std::printf(
        "after %d s: %zu pairs touch at %zu points, heights %.1f to %.1f, %zu contacts begun\n",
        second, last.frame.touching.size(), last.contacts, lowest, highest, begun);
  }
}
