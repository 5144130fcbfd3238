#include "sweep/pieces.h"

#include <algorithm>

#include "glance/tolerance.h"
#include "narrow/separation.h"

namespace glance {
namespace {

/// Above a dozen roundings of a positive number.
constexpr double kAbove = 1 + 0x1p-48;

/// Bounds the rounding of a point R v + t, as a part of |v| + |t|.
constexpr double kPointError = 0x1p-49;

/// Two poses one after the other, each of which may be off by kRotationTolerance, may be off by
/// twice that, and are brought back to a rotation elsewhere: how far that moves a point, as a part of
/// its distance. 0 for what are rotations up to rounding.
double rotation_doubt(const Motion& body, const Pose& part) {
  const double error =
      std::max(rotation_error(body.start().rotation()), rotation_error(body.end().rotation())) +
      rotation_error(part.rotation());
  return error > 0.5 * kRotationTolerance ? 2 * error : 0;
}

}  // namespace

Pieces::Pieces(const Shape& body, const Motion& motion)
    : body_(body), motion_(motion), parts_(body.leaf_parts()) {
  const auto count = parts_.empty() ? std::size_t{1} : parts_.size();
  for (std::uint32_t part = 0; part < count; part++) {
    const auto triangles = part_shape(part).mesh_view().triangles.size();
    if (triangles == 0) items_.push_back({part, SubShape::kNone});
    for (std::uint32_t t = 0; t < triangles; t++) items_.push_back({part, t});
  }
  nodes_.push_back(is_halfspace() ? Node{.motion = motion, .count = 1}
                                  : make_node(0, static_cast<std::uint32_t>(items_.size())));
}

bool Pieces::is_curved() const {
  const auto curved = [](const Shape& s) { return s.is_convex() && !s.has_flat_core(); };
  return parts_.empty() ? curved(body_) : std::ranges::any_of(parts_, [&](const CompoundPart& p) {
    return curved(p.shape);
  });
}

/// Of a triangle, in the body's frame.
std::array<Vec3, 3> Pieces::corners(const Item& item) const {
  const MeshView mesh = part_shape(item.part).mesh_view();
  const Triangle& t = mesh.triangles[item.triangle];
  std::array<Vec3, 3> corners{mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]};
  if (!parts_.empty()) {
    for (Vec3& corner : corners) corner = parts_[item.part].pose.apply(corner);
  }
  return corners;
}

/// Somewhere in the midst of a piece.
Vec3 Pieces::middle(const Item& item) const {
  if (item.triangle != SubShape::kNone) {
    const auto [p, q, r] = corners(item);
    return (p + q + r) / 3;
  }
  const Vec3& centroid = part_shape(item.part).mass().centroid;
  return parts_.empty() ? centroid : parts_[item.part].pose.apply(centroid);
}

/// No point of the piece is farther from there.
double Pieces::reach(const Item& item, const Vec3& from) const {
  double error = 0;
  if (!parts_.empty()) {
    const Shape& part = part_shape(item.part);
    error = kPointError * (one_norm(parts_[item.part].pose.translation()) +
                           one_norm(part.mass().centroid) + part.bounding_radius());
  }
  if (item.triangle != SubShape::kNone) {
    double most = 0;
    for (const Vec3& corner : corners(item)) most = std::max(most, norm(corner - from));
    return most + error;
  }
  const double stretch = parts_.empty() ? 1 : kMaxStretch;
  return norm(middle(item) - from) + stretch * part_shape(item.part).bounding_radius() + error;
}

Pieces::Node Pieces::make_node(std::uint32_t first, std::uint32_t count) const {
  Node node;
  node.first = first;
  node.count = count;
  const std::span<const Item> items(items_.data() + first, count);
  Aabb box;
  for (const Item& item : items) box.add(middle(item));
  node.centre = box.lower + (box.upper - box.lower) / 2;
  for (const Item& item : items) node.radius = std::max(node.radius, reach(item, node.centre));
  node.radius *= kMaxStretch * kAbove;
  // (Within the body, so within range; if rounding says otherwise the body is a point far away.)
  const Pose place = Pose::make(node.centre).value_or(Pose());
  node.motion = motion_.of_part(place);
  node.error = motion_.part_error(place);
  return node;
}

std::uint32_t Pieces::divide(std::uint32_t n) {
  if (nodes_[n].child != 0) return nodes_[n].child;
  const std::uint32_t first = nodes_[n].first, count = nodes_[n].count, half = count / 2;
  const auto begin = items_.begin() + first;
  Aabb box;
  for (auto item = begin; item != begin + count; ++item) box.add(middle(*item));
  int axis = 0;
  const Vec3 sides = box.upper - box.lower;
  for (int k = 1; k < 3; k++) {
    if (sides[k] > sides[axis]) axis = k;
  }
  std::nth_element(begin, begin + half, begin + count, [&](const Item& x, const Item& y) {
    const double at_x = middle(x)[axis], at_y = middle(y)[axis];
    if (at_x != at_y) return at_x < at_y;
    return x.part != y.part ? x.part < y.part : x.triangle < y.triangle;
  });
  const auto child = static_cast<std::uint32_t>(nodes_.size());
  nodes_[n].child = child;
  nodes_.push_back(make_node(first, half));
  nodes_.push_back(make_node(first + half, count - half));
  return child;
}

Pieces::Piece Pieces::piece(const Node& node) const {
  const Item& item = items_[node.first];
  Piece piece{part_shape(item.part), motion_, 0, {}};
  if (!parts_.empty()) {
    const Pose& pose = parts_[item.part].pose;
    piece.sub.part = item.part;
    piece.motion = motion_.of_part(pose);
    // From the centre of the motion, since that is what the piece turns about.
    const double far = norm(Vec3(motion_.centre() - node.centre)) + node.radius;
    piece.error = motion_.part_error(pose) + rotation_doubt(motion_, pose) * far;
  }
  if (item.triangle != SubShape::kNone) {
    const MeshView mesh = part_shape(item.part).mesh_view();
    const Triangle& t = mesh.triangles[item.triangle];
    piece.sub.triangle = mesh.given[item.triangle];
    piece.shape =
        *Shape::triangle(mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]);
  }
  return piece;
}

}  // namespace glance
