// Writes a question down so that it can be asked again.
//
// A shape is written as its vertices. Their hull is the same shape again, down to the
// numbers of its edges and faces, since those follow from the vertices (geom/topology).
#include <fmt/format.h>

#include <cmath>
#include <string>

#include "glance/query.h"

namespace glance {
namespace {

/// The shortest decimal that reads back to the same double.
std::string to_json(double x) {
  // In JSON a -0 is a whole number, and those have no negative zero.
  return x == 0 && std::signbit(x) ? "-0.0" : fmt::format("{}", x);
}

std::string to_json(const Vec3& v) {
  return fmt::format("[{},{},{}]", to_json(v.x()), to_json(v.y()), to_json(v.z()));
}

std::string to_json(const Shape& shape) {
  std::string points;
  for (const Vec3& v : shape.vertices()) {
    if (!points.empty()) points += ',';
    points += to_json(v);
  }
  return fmt::format(R"({{"hull":[{}]}})", points);
}

std::string to_json(const Pose& pose) {
  const auto row = [&](int i) { return to_json(Vec3(pose.rotation().row(i))); };
  return fmt::format(R"({{"translation":{},"rotation":[{},{},{}]}})", to_json(pose.translation()),
                     row(0), row(1), row(2));
}

}  // namespace

std::string dump_query(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  return fmt::format(R"({{"a":{},"pose_a":{},"b":{},"pose_b":{}}})", to_json(a), to_json(pose_a),
                     to_json(b), to_json(pose_b));
}

}  // namespace glance
