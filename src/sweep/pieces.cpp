// Tested in tests/unit/sweep/part_impact_test.cpp (PartImpact.MeshesMeetWhenTheirFirstTrianglesDo).
#include "sweep/pieces.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "bound/mesh_body.h"
#include "convex/separation.h"
#include "glance/tolerance.h"
#include "math/motion_access.h"
#include "sweep/heading.h"

namespace glance::rooms::sweep {
namespace {

/// Above a dozen roundings of a positive number.
constexpr double kRoundedAbove = 1 + 0x1p-48;

/// Bounds the rounding of a point R v + t, as a part of |v| + |t|.
constexpr double kPointError = 0x1p-49;

/// The axes of an oriented box are orthonormal up to a rounding to floats (2^-24 an entry): so much
/// farther than half its diagonal may a point of it be from its centre.
constexpr double kSkewedBox = 1 + 0x1p-19;

Vec3 to_vec3(const std::array<float, 3>& v) { return {v[0], v[1], v[2]}; }

/// A sphere around a volume, in the same frame.
struct VolumeBall {
  Vec3 centre;
  double radius;
};
VolumeBall ball_of(const SphereVolume& v) { return {to_vec3(v.center), v.radius}; }
VolumeBall ball_of(const BoxVolume& v) { return {to_vec3(v.center), norm(to_vec3(v.half))}; }
VolumeBall ball_of(const OrientedBox& v) {
  return {to_vec3(v.center), norm(to_vec3(v.half)) * kSkewedBox};
}
template <int k>
VolumeBall ball_of(const Kdop<k>& v) {
  const Vec3 lower(v.lower[0], v.lower[1], v.lower[2]), upper(v.upper[0], v.upper[1], v.upper[2]);
  return {(lower + upper) / 2, norm(Vec3(upper - lower)) / 2};
}

/// Two poses one after the other, each of which may be off by kRotationTolerance, may be off by
/// twice that, and are brought back to a rotation elsewhere: how far that moves a point, as a part
/// of its distance. 0 for what are rotations up to rounding.
double rotation_doubt(const Motion& body, const Pose& part) {
  const double error =
      std::max(rotation_error(body.start().rotation()), rotation_error(body.end().rotation())) +
      rotation_error(part.rotation());
  return error > 0.5 * kRotationTolerance ? 2 * error : 0;
}

}  // namespace

Pieces::Pieces(const Shape& body, const Motion& motion)
    : body_(body), motion_(motion), parts_(body.leaf_parts()) {
  speed_ = norm(motion.angular());
  if (speed_ > 0) axis_ = motion.angular() * (1 / speed_);
  order_.resize(parts_.size());
  std::iota(order_.begin(), order_.end(), 0u);
  const auto count = std::max<std::size_t>(1, parts_.size());
  nodes_.push_back(is_halfspace() ? Node{} : make_node(0, static_cast<std::uint32_t>(count), 0));
}

bool Pieces::is_curved() const {
  const auto curved = [](const Shape& s) { return s.is_convex() && !s.has_flat_core(); };
  return parts_.empty()
             ? curved(body_)
             : std::ranges::any_of(parts_, [&](const CompoundPart& p) { return curved(p.shape); });
}

/// A ball of a part, in the body's frame. `error`: of its centre.
Pieces::Ball Pieces::placed(std::uint32_t place, const Vec3& centre, double radius,
                            double error) const {
  if (parts_.empty()) return {centre, radius + error};
  const Pose& pose = parts_[order_[place]].pose;
  error += kPointError * (one_norm(pose.translation()) + one_norm(centre));
  return {pose.apply(centre), kMaxStretch * radius * kRoundedAbove + error};
}

Pieces::Ball Pieces::part_ball(std::uint32_t place) const {
  const Shape& shape = shape_at(place);
  return placed(place, shape.mass().centroid, shape.bounding_radius(), 0);
}

Pieces::Ball Pieces::tree_ball(std::uint32_t place, std::uint32_t tree_node) const {
  const VolumeTree& tree = mesh_of(shape_at(place)).tree();
  const VolumeBall ball =
      tree.visit([&](const auto& volumes) { return ball_of(volumes[tree_node]); });
  const TreeFrame& frame = tree.frame();
  const Vec3 centre = frame.origin + frame.unit * ball.centre;
  const double error = kPointError * (one_norm(frame.origin) + 4 * frame.unit);
  return placed(place, centre, frame.unit * ball.radius * kRoundedAbove, error);
}

Pieces::Node Pieces::make_node(std::uint32_t first, std::uint32_t count,
                               std::uint32_t tree_node) const {
  Node node;
  node.first = first;
  node.count = count;
  node.tree_node = tree_node;
  Ball ball{Vec3::zero(), 0};
  if (count > 1) {
    Aabb box;
    for (std::uint32_t i = 0; i < count; i++) box.add(part_ball(first + i).centre);
    ball.centre = box.lower + (box.upper - box.lower) / 2;
    for (std::uint32_t i = 0; i < count; i++) {
      const Ball part = part_ball(first + i);
      ball.radius = std::max(ball.radius, norm(part.centre - ball.centre) + part.radius);
    }
    node.is_piece = false;
  } else if (const Shape& shape = shape_at(first); shape.kind() == ShapeKind::mesh) {
    ball = tree_ball(first, tree_node);
    node.is_piece = mesh_of(shape).tree().topology().nodes[tree_node].is_leaf();
    node.is_hull = tree_node == 0 && mesh_of(shape).convex_unless_refused();
  } else {
    ball = part_ball(first);
  }
  node.centre = ball.centre;
  node.radius = ball.radius * kMaxStretch * kRoundedAbove;
  set_turning(node);
  return node;
}

void Pieces::set_turning(Node& node) const {
  const Vec3 arm = node.centre - motion_.centre();
  node.arm = multiply(motion_.start().rotation(), arm);
  node.drift = multiply(residue_of(motion_), arm);
  const double drift = norm(node.drift);
  if (speed_ == 0) {
    node.foot = node.arm;
    node.swing = drift * kRoundedAbove;
    return;
  }
  node.foot = axis_ * dot(axis_, node.arm);
  node.swing = (norm(Vec3(node.arm - node.foot)) + drift) * kRoundedAbove;
  // Drawn to the axis, and by what the drift adds: x'' = w x (w x x) + 2 w x x'.
  node.bend = speed_ * (speed_ * node.swing + 2 * drift) * kRoundedAbove;
}

Pieces::Place Pieces::place(const Node& node, double time) const {
  const Vec3 straight = node.arm + time * node.drift;
  if (speed_ == 0) return {straight, node.drift};
  const Vec3 at = turned(straight, axis_, speed_ * time);
  return {at, cross(motion_.angular(), at) + turned(node.drift, axis_, speed_ * time)};
}

/// So that the first half of the parts is on one side, along the longest side of their box.
void Pieces::sort_parts(std::uint32_t first, std::uint32_t count, std::uint32_t half) {
  const auto middle = [&](std::uint32_t part) {
    return parts_[part].pose.apply(parts_[part].shape.mass().centroid);
  };
  const auto begin = order_.begin() + first, end = begin + count;
  Aabb box;
  for (auto part = begin; part != end; ++part) box.add(middle(*part));
  const int axis = (box.upper - box.lower).max_axis();
  std::nth_element(begin, begin + half, end, [&](std::uint32_t x, std::uint32_t y) {
    const double at_x = middle(x)[axis], at_y = middle(y)[axis];
    return at_x != at_y ? at_x < at_y : x < y;
  });
}

std::uint32_t Pieces::divide(std::uint32_t n) {
  const Node& node = nodes_[n];
  if (node.child != 0) return node.child;
  const std::uint32_t first = node.first, count = node.count, half = count / 2;
  const auto child = static_cast<std::uint32_t>(nodes_.size());
  const std::uint32_t tree_node = node.tree_node;
  nodes_[n].child = child;
  if (count > 1) {
    sort_parts(first, count, half);
    nodes_.push_back(make_node(first, half, 0));
    nodes_.push_back(make_node(first + half, count - half, 0));
  } else {
    const TreeNode& below = mesh_of(shape_at(first)).tree().topology().nodes[tree_node];
    nodes_.push_back(make_node(first, 1, below.child));
    nodes_.push_back(make_node(first, 1, below.second()));
  }
  return child;
}

Pieces::Piece Pieces::piece(const Node& node) const {
  const Shape& shape = shape_at(node.first);
  Piece piece{shape, motion_, 0, {}, nullptr, nullptr};
  if (!parts_.empty()) {
    const Pose& pose = parts_[order_[node.first]].pose;
    piece.sub.part = order_[node.first];
    piece.motion = part_motion(motion_, pose);
    // From the centre of the motion, since that is what the piece turns about.
    const double far = norm(Vec3(motion_.centre() - node.centre)) + node.radius + shape.extent();
    const double doubt = rotation_doubt(motion_, pose);
    piece.error = part_error(motion_, pose) + doubt * far;
    if (doubt == 0) piece.pose = &pose;
  }
  if (node.is_hull) {
    piece.mesh = &shape;
    piece.shape = mesh_of(shape).convex()->hull;
  } else if (shape.kind() == ShapeKind::mesh) {
    const MeshBody& body = mesh_of(shape);
    const TreeTopology& tree = body.tree().topology();
    const std::uint32_t triangle = tree.items[tree.nodes[node.tree_node].child];
    const TriMesh& mesh = body.mesh();
    piece.sub.triangle = mesh.given[triangle];
    piece.shape = *Shape::triangle(mesh.corner(triangle, 0), mesh.corner(triangle, 1),
                                   mesh.corner(triangle, 2));
  }
  return piece;
}

}  // namespace glance::rooms::sweep
