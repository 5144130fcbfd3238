#include <glance/glance.h>
#include <cstdio>
using namespace glance;

int main() {
  Result<Shape> rock = Shape::hull(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
  if (!rock) return std::puts(rock.error().message.c_str()), 1;  // bad data is an error
  World world;
  world.add({.shape = Shape::box({5, 5, 1}).value(), .is_static = true}).value();
  BodyId stone = world.add({.shape = *rock}).value();
  for (double z = 2; z >= 0; z -= 0.5) {
    if (!world.set_pose(stone, Quat(), Vec3(0, 0, z))) return 1;
    for (const PairReport& pair : world.detect().touching)
      std::printf("z = %g: %s\n", z, to_string(pair.verdict).data());  // touches at z = 1
  }
}
