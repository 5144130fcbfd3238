// Reads a mesh file as a stranger would, with the installed library glance_io.
#include <glance/glance.h>
#include <glance/mesh_file.h>

#include <cstdio>
#include <fstream>

int main() {
  std::ofstream("triangle.obj") << "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
  const glance::Result<glance::Shape> triangle = glance::load_mesh("triangle.obj");
  if (!triangle) return std::puts(triangle.error().message.c_str()), 1;
  const auto point = glance::Shape::point({0.25, 0.25, 2});
  const glance::Distance d = glance::distance({*triangle, {}}, {*point, {}});
  std::printf("%g\n", d.distance);
  // What is no mesh is an error, here as everywhere.
  return d.distance == 2 && !glance::load_mesh("missing.obj") ? 0 : 1;
}
