#include "contact/manifold.h"

#include <algorithm>
#include <cmath>

namespace glance::rooms::contact {
namespace {

using Kind = ContactPatch::Kind;

/// A place is on a patch if it is within this part of the snap length: rounding errors.
constexpr double kPlaced = 1e-10;
/// Moves from patch to patch, after which they are taken not to meet.
constexpr int kMaxPlacing = 8;

std::uint64_t id_of(const PatchFeature& a, const PatchFeature& b) {
  return std::uint64_t{a.key} << 32 | b.key;
}

void add(const ContactPatch& a, const ContactPatch& b, double x, double y, const PatchFeature& of_a,
         const PatchFeature& of_b, MeetingPoints& points) {
  if (points.count == kMaxMeetingPoints) return;
  points.points[points.count++] = {x,    y,    a.surface(x, y),   b.surface(x, y),
                                   of_a, of_b, id_of(of_a, of_b), false};
}

/// Puts a corner of one patch that lies within `snap` of the other onto both, if they meet there.
/// Not moved if only the other is rounded: over its side there is some of its surface still.
bool place_corner(const ContactPatch& own, const ContactPatch& other, double snap, double& x,
                  double& y) {
  if (!other.is_within(x, y, snap)) return false;
  if (own.rounding == 0 && other.rounding > 0) return true;
  const double near = kPlaced * snap;
  const auto is_on_own = [&] { return own.rounding > 0 || own.is_within(x, y, near); };
  for (int i = 0; i < kMaxPlacing; i++) {
    if (other.is_within(x, y, near) && is_on_own()) return true;
    other.pull_in(x, y);
    if (!is_on_own()) own.pull_in(x, y);
  }
  return false;
}

bool is_near(const MeetingPoints& points, double x, double y, double limit) {
  return std::any_of(points.points.begin(), points.points.begin() + points.count,
                     [&](const MeetingPoint& p) {
                       return (p.x - x) * (p.x - x) + (p.y - y) * (p.y - y) <= limit * limit;
                     });
}

/// On different sides of a line, and neither within `snap` of it.
bool crosses(double before, double after, double snap) {
  return (before > snap && after < -snap) || (before < -snap && after > snap);
}

/// Where sides of both patches cross, seen along the normal. Only clear crossings: one near an end
/// is a corner of the other patch, and must not be found twice.
void add_crossings(const ContactPatch& a, const ContactPatch& b, double snap,
                   MeetingPoints& points) {
  for (int j = 0; j < b.side_count(); j++) {
    const PatchCorner &r = b.corners[j], &s = b.next(j);
    double to = b.beyond_side(j, a.corners[0].x, a.corners[0].y);
    for (int i = 0; i < a.side_count(); i++) {
      const PatchCorner &p = a.corners[i], &q = a.next(i);
      const double from = to;
      to = b.beyond_side(j, q.x, q.y);
      // An end that lies on the other's side has been found as a corner.
      if (!crosses(from, to, snap)) continue;
      if (!crosses(a.beyond_side(i, r.x, r.y), a.beyond_side(i, s.x, s.y), snap)) continue;
      const double t = from / (from - to);
      add(a, b, p.x + t * (q.x - p.x), p.y + t * (q.y - p.y), p.side, r.side, points);
    }
  }
}

double distance_sq(const MeetingPoint& p, const MeetingPoint& q) {
  return (p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y);
}

/// How far p is to the right of the line from q to r.
double beside(const MeetingPoint& q, const MeetingPoint& r, const MeetingPoint& p) {
  const double length = std::sqrt(distance_sq(q, r));
  if (!(length > 0)) return 0;
  return ((r.y - q.y) * (p.x - q.x) - (r.x - q.x) * (p.y - q.y)) / length;
}

/// The point with the largest value; of those that come within `snap` of it, that with the
/// smallest id. Moves it to the front and returns its value.
template <typename Value>
double choose(std::span<MeetingPoint> points, double snap, Value value) {
  double most = -INFINITY;
  for (const MeetingPoint& p : points) most = std::max(most, value(p));
  // Not simply the largest: where several are about equal, rounding would choose another one in
  // each frame, and the contact would jump.
  std::size_t best = points.size();
  for (std::size_t i = 0; i < points.size(); i++) {
    if (value(points[i]) < most - snap) continue;
    if (best == points.size() || points[i].id < points[best].id) best = i;
  }
  if (best < points.size()) std::swap(points[0], points[best]);
  return most;
}

/// The answer of `distance` as the one point of a contact.
ContactPoint witness(const Distance& d) {
  return {d.point_a,
          d.point_b,
          d.depth - d.distance,
          d.feature_a,
          d.feature_b,
          id_of(PatchFeature::of(d.feature_a), PatchFeature::of(d.feature_b))};
}

MeetingPoint meeting_point(const ContactPoint& c, const Vec3& origin, const ContactAxes& axes) {
  const Vec3 p = c.point_a - origin;
  const double height = dot(axes.n, p);
  return {dot(axes.u, p),
          dot(axes.v, p),
          height,
          c.depth - height,
          PatchFeature::of(c.feature_a),
          PatchFeature::of(c.feature_b),
          c.id,
          true};
}

/// Where all chosen points are less deep by a little, the one nearest to the deepest place moves
/// there, under its id.
void include_deepest(const MeetingPoint& most, double little, std::span<MeetingPoint> chosen) {
  MeetingPoint* nearest = nullptr;
  for (MeetingPoint& p : chosen) {
    if (p.depth() >= most.depth() - little) return;
    if (!nearest || distance_sq(p, most) < distance_sq(*nearest, most)) nearest = &p;
  }
  if (!nearest) return;
  const std::uint64_t id = nearest->id;
  *nearest = most;
  nearest->id = id;
}

bool is_one_point(const ContactPatch& patch) {
  return patch.kind == Kind::none || patch.kind == Kind::vertex;
}

}  // namespace

double snap_length(const ContactPatch& a, const ContactPatch& b) {
  // Places are put onto the sharp one of two, or near to the crests of both roundings.
  const double smaller = std::min(a.rounding, b.rounding);
  const double rounding = smaller > 0 ? smaller : std::max(a.rounding, b.rounding);
  return kContactSnap * std::min(a.width(), b.width()) + kContactSnapRounding * rounding;
}

void meet(const ContactPatch& a, const ContactPatch& b, double snap, MeetingPoints& points) {
  for (int i = 0; i < a.count; i++) {
    double x = a.corners[i].x, y = a.corners[i].y;
    if (!place_corner(a, b, snap, x, y)) continue;
    add(a, b, x, y, a.corners[i].corner, b.whole, points);
  }
  for (int i = 0; i < b.count; i++) {
    double x = b.corners[i].x, y = b.corners[i].y;
    if (!place_corner(b, a, snap, x, y)) continue;
    if (!is_near(points, x, y, 2 * snap)) add(a, b, x, y, a.whole, b.corners[i].corner, points);
  }
  add_crossings(a, b, snap, points);
}

int reduce(std::span<MeetingPoint> points, double snap) {
  if (points.size() <= 4) return static_cast<int>(points.size());
  // Of those that are about the deepest, one far out.
  MeetingPoint middle{};
  double deepest = -INFINITY;
  for (const MeetingPoint& p : points) {
    middle.x += p.x / static_cast<double>(points.size());
    middle.y += p.y / static_cast<double>(points.size());
    deepest = std::max(deepest, p.depth());
  }
  choose(points, snap, [&](const MeetingPoint& p) {
    return p.depth() < deepest - snap ? -INFINITY : std::sqrt(distance_sq(middle, p));
  });
  // Then the largest area, greedily: the farthest point, the farthest from the line, the farthest
  // outside of the triangle.
  const MeetingPoint first = points[0];
  choose(points.subspan(1), snap,
         [&](const MeetingPoint& p) { return std::sqrt(distance_sq(first, p)); });
  MeetingPoint second = points[1];
  const double aside = choose(points.subspan(2), snap, [&](const MeetingPoint& p) {
    return std::fabs(beside(first, second, p));
  });
  if (aside <= snap) return 2;  // all on one line
  MeetingPoint third = points[2];
  if (beside(first, second, third) > 0) std::swap(second, third);  // counter-clockwise
  const double outside = choose(points.subspan(3), snap, [&](const MeetingPoint& p) {
    return std::max({beside(first, second, p), beside(second, third, p), beside(third, first, p)});
  });
  return outside > snap ? 4 : 3;
}

void fill_manifold(const Distance& d, const Shape& a, const Pose& pose_a, const Shape& b,
                   const Pose& pose_b, double margin, Contacts& c) {
  c.normal = d.normal;
  c.points[0] = witness(d);
  c.count = 1;
  const PairFrame frame(a, pose_a, b, pose_b);
  const ContactAxes axes(d.normal);
  ContactPatch patch_a, patch_b;
  facing_patch(a, frame, true, axes, kContactTilt, patch_a, c.work);
  if (is_one_point(patch_a)) return;
  facing_patch(b, frame, false, axes, kContactTilt, patch_b, c.work);
  if (is_one_point(patch_b)) return;

  const double snap = snap_length(patch_a, patch_b);
  if (!(snap < INFINITY)) return;  // two half-spaces
  MeetingPoints met;
  meet(patch_a, patch_b, snap, met);
  // Rounding must not drop points of bodies that just touch.
  const double least = -margin - kCurvedAccuracy * (a.extent() + b.extent() + margin);
  double deepest = -INFINITY;
  int kept = 0;
  for (const MeetingPoint& p : met.span()) {
    if (!(p.depth() >= least)) continue;
    deepest = std::max(deepest, p.depth());
    met.points[kept++] = p;
  }
  met.count = kept;
  if (kept == 0) return;
  const Vec3 origin = frame.origin();
  const ContactPoint closest = c.points[0];
  const MeetingPoint most = meeting_point(closest, origin, axes);
  if (deepest < most.depth() - snap) {  // the patches miss the deepest place
    const auto end = std::remove_if(met.points.begin(), met.points.begin() + kept,
                                    [&](const MeetingPoint& m) { return m.id == most.id; });
    met.count = std::min(static_cast<int>(end - met.points.begin()), kMaxMeetingPoints - 1);
    met.points[met.count++] = most;
  }
  c.count = reduce(met.span(), snap);
  const std::span<MeetingPoint> chosen{met.points.data(), static_cast<std::size_t>(c.count)};
  include_deepest(most, kCurvedAccuracy * (a.extent() + b.extent()), chosen);
  std::sort(chosen.begin(), chosen.end(),
            [](const MeetingPoint& p, const MeetingPoint& q) { return p.id < q.id; });
  for (int i = 0; i < c.count; i++) {
    const MeetingPoint& m = chosen[i];
    if (m.is_witness) {
      c.points[i] = closest;
      c.points[i].id = m.id;
      continue;
    }
    const Vec3 foot = origin + (axes.u * m.x + axes.v * m.y);
    c.points[i] = {foot + axes.n * m.height_a, foot - axes.n * m.height_b, m.depth(),
                   m.feature_a.feature(),      m.feature_b.feature(),      m.id};
  }
}

}  // namespace glance::rooms::contact
