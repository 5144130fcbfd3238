#include <array>

#include "benchmarks/common/ours.h"

#include "peers/peer_of.h"

namespace glance::bench {
namespace {

std::array<double, 3> to_array(const Vec3& v) { return {v.x(), v.y(), v.z()}; }

struct Ours {
  using Shape = glance::Shape;
  using Pose = glance::Pose;
  using Memory = PairCache;

  const char* label;
  QueryOptions options;

  const char* name() const { return label; }
  bool offers(Question) const { return true; }
  bool offers(Question, Kind, Kind) const { return true; }
  Shape shape(const Solid& solid) const { return to_shape(solid); }
  Pose pose(const Placement& placement) const { return to_pose(placement); }

  void collide(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
               Memory& memory, Answer& answer) const {
    const Collision c = glance::collide({a, pose_a}, {b, pose_b}, options.with(memory));
    answer.hit = c.verdict != Verdict::apart;
    answer.failed = c.verdict == Verdict::undecided;
  }

  void distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                Memory& memory, Answer& answer) const {
    const Distance d = glance::distance({a, pose_a}, {b, pose_b}, options.with(memory));
    answer.hit = d.verdict != Verdict::apart;
    answer.failed = d.verdict == Verdict::undecided;
    answer.distance = d.distance;
    answer.point_a = to_array(d.point_a);
    answer.point_b = to_array(d.point_b);
  }

  void depth(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, Memory& memory,
             Answer& answer) const {
    QueryOptions deep = options;
    deep.depth = true;
    const Distance d = glance::distance({a, pose_a}, {b, pose_b}, deep.with(memory));
    answer.hit = d.verdict != Verdict::apart;
    answer.failed = d.verdict == Verdict::undecided;
    answer.depth = d.depth;
    answer.normal = to_array(d.normal);
  }
};

constexpr std::pair<Kind, ShapeKind> kKinds[] = {
    {Kind::hull, ShapeKind::hull},
    {Kind::sphere, ShapeKind::sphere},
    {Kind::capsule, ShapeKind::capsule},
    {Kind::cylinder, ShapeKind::cylinder},
    {Kind::cone, ShapeKind::cone},
    {Kind::ellipsoid, ShapeKind::ellipsoid},
    {Kind::box, ShapeKind::box},
    {Kind::triangle, ShapeKind::triangle},
    {Kind::halfspace, ShapeKind::halfspace},
};

}  // namespace

std::unique_ptr<Peer> make_ours() {
  return std::make_unique<PeerOf<Ours>>(Ours{"ours", {.depth = false}});
}

std::unique_ptr<Peer> make_ours_uncertified() {
  return std::make_unique<PeerOf<Ours>>(
      Ours{"ours, no proof", {.depth = false, .tuning = {.certify = false}}});
}

Shape to_shape(const Hull& hull) {
  std::vector<Vec3> points;
  for (const auto& v : hull.vertices) points.emplace_back(v[0], v[1], v[2]);
  return Shape::hull(points).value();
}

Shape to_shape(const Solid& solid) {
  const auto& [x, y, z] = solid.sizes;
  const auto corner = [&](std::size_t i) {
    return Vec3(solid.vertices[i][0], solid.vertices[i][1], solid.vertices[i][2]);
  };
  switch (solid.kind) {
    case Kind::sphere: return Shape::sphere(x).value();
    case Kind::capsule: return Shape::capsule(x, z).value();
    case Kind::cylinder: return Shape::cylinder(x, z).value();
    case Kind::cone: return Shape::cone(x, z).value();
    case Kind::ellipsoid: return Shape::ellipsoid({x, y, z}).value();
    case Kind::box: return Shape::box({x, y, z}).value();
    case Kind::triangle: return Shape::triangle(corner(0), corner(1), corner(2)).value();
    case Kind::halfspace: return Shape::halfspace({0, 0, 1}, 0).value();
    case Kind::hull: break;
  }
  return to_shape(static_cast<const Hull&>(solid));
}

Solid to_solid(const Shape& shape) {
  Solid solid;
  for (const auto& [ours, kind] : kKinds) {
    if (kind == shape.kind()) solid.kind = ours;
  }
  if (solid.kind == Kind::hull || solid.kind == Kind::triangle) {
    static_cast<Hull&>(solid) = to_hull(shape);
  }
  solid.sizes = to_array(shape.sizes());
  return solid;
}

Pose to_pose(const Placement& placement) {
  const auto& [r, t] = placement;
  const Mat3 rotation(r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7], r[8]);
  return Pose::make(rotation, Vec3(t[0], t[1], t[2])).value();
}

Hull to_hull(const Shape& shape) {
  Hull hull;
  for (const Vec3& v : shape.vertices()) hull.vertices.push_back(to_array(v));
  for (std::uint32_t face = 0; face < shape.face_count(); face++) {
    const auto loop = shape.face_vertices(face);
    hull.faces.emplace_back(loop.begin(), loop.end());
  }
  return hull;
}

Placement to_placement(const Pose& pose) {
  Placement placement;
  for (int i = 0; i < 9; i++) placement.rotation[i] = pose.rotation()(i / 3, i % 3);
  placement.translation = to_array(pose.translation());
  return placement;
}

}  // namespace glance::bench
