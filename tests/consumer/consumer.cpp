// Uses the installed library as a stranger would, through the one header.
#include <glance/glance.h>

#include <cstdio>
#include <string>

// A program may use its own names for its own things, the library's rooms notwithstanding.
using namespace glance;
static World world;
static int mesh = 0, geom = 0, math = 0, broad = 0, contact = 0, response = 0;

int main() {
  if (world.body_count() + mesh + geom + math + broad + contact + response != 0) return 1;
  // The library and its headers are of one version.
  const std::string of_headers = std::to_string(glance::kVersionMajor) + "." +
                                 std::to_string(glance::kVersionMinor) + "." +
                                 std::to_string(glance::kVersionPatch);
  if (glance::version() != of_headers) return 1;
  const auto cube = glance::Shape::box({1, 1, 1});
  const auto gem = glance::platonic(glance::Platonic::octahedron, 1);
  if (!cube || !gem) return 1;
  // The octahedron's tip touches the middle of the cube's face.
  const auto pose = glance::Pose::make(glance::Vec3(2, 0, 0));
  const glance::Distance d = glance::distance({*cube, {}}, {*gem, *pose});
  std::printf("%s\n", std::string(glance::to_string(d.verdict)).c_str());
#ifdef __FMA__
  // Compiled for a machine that could contract: the flag must have kept it from it.
  volatile double x = 1 + 0x1p-30, y = 1 - 0x1p-30, z = -1;
  const double a = x, b = y, c = z;
  if (a * b + c != 0) return 1;
#endif
  return d.verdict == glance::Verdict::touching ? 0 : 1;
}
