// Pairs of triangles that cross share a segment, whose ends are known. Those in one plane share an
// area: it is found by clipping one triangle by the sides of the other, in doubles. So the box is
// right up to rounding, while the verdict is exact.
#include "check/meeting_place.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace glance::app {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

void include(MeetingPlace& place, const Vec3& point) {
  place.lower = place.lower.min(point);
  place.upper = place.upper.max(point);
}

MeetingPlace empty_place(MeetingPlace::Kind kind) {
  MeetingPlace place;
  place.kind = kind;
  place.lower = Vec3::constant(kInfinity);
  place.upper = Vec3::constant(-kInfinity);
  return place;
}

/// The corners of a triangle in the world, by its number in the input.
std::array<Vec3, 3> corners(const PlacedShape& body, std::uint32_t number) {
  const MeshView mesh = body.shape.mesh_view();
  const auto found = std::ranges::lower_bound(mesh.given, number);
  const Triangle& t = mesh.triangles[static_cast<std::size_t>(found - mesh.given.begin())];
  return {body.pose.apply(mesh.vertices[t[0]]), body.pose.apply(mesh.vertices[t[1]]),
          body.pose.apply(mesh.vertices[t[2]])};
}

/// What is left of a polygon where normal . (p - origin) >= 0.
std::vector<Vec3> clip(const std::vector<Vec3>& polygon, const Vec3& origin, const Vec3& normal) {
  std::vector<Vec3> left;
  for (std::size_t i = 0; i < polygon.size(); i++) {
    const Vec3 &p = polygon[i], &q = polygon[(i + 1) % polygon.size()];
    const double at_p = dot(normal, p - origin), at_q = dot(normal, q - origin);
    if (at_p >= 0) left.push_back(p);
    if ((at_p > 0 && at_q < 0) || (at_p < 0 && at_q > 0)) {
      left.push_back(p + (q - p) * (at_p / (at_p - at_q)));
    }
  }
  return left;
}

/// The area that two triangles in one plane share.
std::vector<Vec3> shared_area(const std::array<Vec3, 3>& a, const std::array<Vec3, 3>& b) {
  const Vec3 normal = cross(b[1] - b[0], b[2] - b[0]);
  std::vector<Vec3> polygon(a.begin(), a.end());
  for (std::size_t i = 0; i < 3; i++) {
    const Vec3 side = b[(i + 1) % 3] - b[i];
    polygon = clip(polygon, b[i], cross(normal, side));
  }
  return polygon;
}

/// The number of the connected piece of each vertex, and how many pieces there are.
std::size_t find_pieces(const MeshView& mesh, std::vector<std::uint32_t>& piece) {
  std::vector<std::uint32_t> root(mesh.vertices.size());
  std::iota(root.begin(), root.end(), 0u);
  const auto find = [&](std::uint32_t v) {
    while (root[v] != v) v = root[v] = root[root[v]];
    return v;
  };
  for (const Triangle& t : mesh.triangles) {
    root[find(t[1])] = find(t[0]);
    root[find(t[2])] = find(t[0]);
  }
  piece.assign(root.size(), 0);
  std::vector<std::uint32_t> number(root.size(), 0);
  std::uint32_t count = 0;
  for (std::uint32_t v = 0; v < root.size(); v++) {
    if (find(v) == v) number[v] = count++;
  }
  for (std::uint32_t v = 0; v < root.size(); v++) piece[v] = number[find(v)];
  return count;
}

/// The pieces of `inner` that are inside `outer`, whose surfaces do not meet: all of a piece is
/// where one of its vertices is.
MeetingPlace pieces_inside(const PlacedShape& inner, const PlacedShape& outer) {
  MeetingPlace place = empty_place(MeetingPlace::Kind::inside);
  const MeshView mesh = inner.shape.mesh_view();
  if (!outer.shape.mesh_view().solid) return place;
  enum State : char { unknown, in, out };
  std::vector<std::uint32_t> piece;
  place.pieces = find_pieces(mesh, piece);
  std::vector<State> states(place.pieces, unknown);
  for (std::size_t v = 0; v < mesh.vertices.size(); v++) {
    const Vec3 point = inner.pose.apply(mesh.vertices[v]);
    State& state = states[piece[v]];
    if (state == unknown) {
      const Result<Verdict> where = locate(outer, point);
      state = where && *where == Verdict::overlapping ? in : out;
      place.pieces_inside += state == in;
    }
    if (state == in) include(place, point);
  }
  return place;
}

MeetingPlace place_of_pairs(const PlacedShape& a, const PlacedShape& b,
                            std::span<const TouchingParts> pairs) {
  MeetingPlace place = empty_place(MeetingPlace::Kind::surfaces);
  place.pairs = pairs.size();
  for (const TouchingParts& pair : pairs) {
    include(place, pair.from);
    include(place, pair.to);
    if (!pair.whole) continue;
    for (const Vec3& p : shared_area(corners(a, pair.a.triangle), corners(b, pair.b.triangle))) {
      include(place, p);
    }
  }
  return place;
}

/// "x 0.1 to 0.9, y 0 to 1, z 2 mm". What is nothing but rounding beside the size is 0.
std::string show_box(const MeetingPlace& place, const std::string& unit) {
  const double size = std::max(place.lower.max_abs(), place.upper.max_abs());
  std::string text;
  for (int axis = 0; axis < 3; axis++) {
    const auto show = [&](double x) {
      return fmt::format("{:g}", std::fabs(x) > 1e-14 * size ? x : 0.0);
    };
    const std::string from = show(place.lower[axis]), to = show(place.upper[axis]);
    text += fmt::format("{}{} {}", axis == 0 ? "" : ", ", "xyz"[axis], from);
    if (to != from) text += " to " + to;
  }
  return text + unit;
}

}  // namespace

MeetingPlace find_meeting_place(PlacedShape a, PlacedShape b,
                                std::span<const TouchingParts> pairs) {
  if (!pairs.empty()) return place_of_pairs(a, b, pairs);
  for (const bool inner_is_a : {false, true}) {
    MeetingPlace place = inner_is_a ? pieces_inside(a, b) : pieces_inside(b, a);
    place.inner_is_a = inner_is_a;
    if (place.pieces_inside > 0) return place;
  }
  const Distance closest = distance(a, b);
  MeetingPlace place;
  place.kind = MeetingPlace::Kind::margin;
  place.point_a = closest.point_a;
  place.point_b = closest.point_b;
  place.distance = closest.distance;
  return place;
}

std::string describe(const MeetingPlace& place, const std::string& unit) {
  if (place.kind == MeetingPlace::Kind::margin) {
    return fmt::format("no triangles meet: {:g}{} apart, within the margin", place.distance, unit);
  }
  const std::string box = show_box(place, unit);
  if (place.kind == MeetingPlace::Kind::surfaces) {
    return fmt::format("{}: {} pair{} of triangles", box, place.pairs, place.pairs == 1 ? "" : "s");
  }
  const char inner = place.inner_is_a ? 'A' : 'B', outer = place.inner_is_a ? 'B' : 'A';
  return place.pieces_inside == place.pieces
             ? fmt::format("{} is inside {}: {}", inner, outer, box)
             : fmt::format("{} of {} pieces of {} are inside {}: {}", place.pieces_inside,
                           place.pieces, inner, outer, box);
}

Json to_json(const MeetingPlace& place) {
  if (place.kind == MeetingPlace::Kind::margin) {
    return {{"kind", "margin"},
            {"distance", number_to_json(place.distance)},
            {"point_a", vector_to_json(place.point_a)},
            {"point_b", vector_to_json(place.point_b)}};
  }
  const bool inside = place.kind == MeetingPlace::Kind::inside;
  Json json = {{"kind", inside ? "inside" : "surfaces"}};
  if (inside) {
    json["inner"] = place.inner_is_a ? "a" : "b";
    json["pieces"] = place.pieces;
    json["pieces_inside"] = place.pieces_inside;
  } else {
    json["pairs"] = place.pairs;
  }
  json["lower"] = vector_to_json(place.lower);
  json["upper"] = vector_to_json(place.upper);
  return json;
}

}  // namespace glance::app
