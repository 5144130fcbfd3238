#include "read_bodies.h"

#include <array>
#include <cmath>
#include <limits>

#include "glance/tolerance.h"

namespace glance::fuzz {
namespace {

using Limits = std::numeric_limits<double>;

constexpr std::array kRemarkable{0.0,
                                 -0.0,
                                 1.0,
                                 0.1,
                                 1.0 / 3,
                                 1 + Limits::epsilon(),
                                 kMinExtent,
                                 kMinExtent / 2,
                                 kMaxCoordinate,
                                 -kMaxCoordinate,
                                 2 * kMaxCoordinate,
                                 Limits::denorm_min(),
                                 -Limits::denorm_min(),
                                 Limits::min(),
                                 Limits::max(),
                                 Limits::infinity(),
                                 -Limits::infinity(),
                                 Limits::quiet_NaN()};

Vec3 read_lattice_point(ByteReader& in) {
  const double x = in.small(), y = in.small(), z = in.small();
  return {x, y, z};
}

Vec3 read_vector(ByteReader& in) {
  const double x = read_number(in), y = read_number(in), z = read_number(in);
  return {x, y, z};
}

Vec3 read_point(ByteReader& in, const std::vector<Vec3>& before) {
  const std::size_t kind = in.below(6);
  if (kind == 0) return read_lattice_point(in);
  if (kind == 1) {
    const double unit = std::ldexp(1.0, in.raw<std::int8_t>());
    return read_lattice_point(in) * unit;
  }
  if (kind == 2 || before.empty()) return read_vector(in);
  Vec3 p = before[in.below(before.size())];
  if (kind == 4) {
    const std::size_t axis = in.below(3);
    p[axis] = std::nextafter(p[axis], in.flag() ? Limits::infinity() : -Limits::infinity());
  }
  if (kind == 5) p = (p + before[in.below(before.size())]) / 2;
  return p;
}

Quat read_quaternion(ByteReader& in) {
  const bool whole = in.flag();
  double q[4];
  for (double& x : q) x = whole ? in.small() : read_number(in);
  return {q[0], q[1], q[2], q[3]};
}

}  // namespace

double read_number(ByteReader& in) {
  switch (in.below(4)) {
    case 0: return in.small();
    case 1: return in.raw<std::int16_t>() * 0x1p-12;
    case 2: return kRemarkable[in.below(kRemarkable.size())];
    default: return in.raw<double>();
  }
}

std::vector<Vec3> read_points(ByteReader& in, std::size_t most) {
  std::vector<Vec3> points;
  const std::size_t count = in.below(most + 1);
  while (points.size() < count) points.push_back(read_point(in, points));
  return points;
}

std::optional<Pose> read_pose(ByteReader& in) {
  const bool turned = in.flag(), bent = in.flag(), far = in.flag();
  Mat3 rotation = turned ? rotation_matrix(read_quaternion(in)) : Mat3::identity();
  if (bent) {
    const std::size_t entry = in.below(9);
    rotation(static_cast<int>(entry / 3), static_cast<int>(entry % 3)) +=
        in.raw<std::int8_t>() * 1e-9;
  }
  const Result<Pose> pose =
      Pose::make(rotation, far ? read_vector(in) : Vec3(read_lattice_point(in)));
  if (!pose) return std::nullopt;
  return *pose;
}

}  // namespace glance::fuzz
