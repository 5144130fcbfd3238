// Tested in tests/unit/compound/compound_query_test.cpp (CompoundQuery.ContactsAreThoseOfParts).
#include "contact/part_contacts.h"

#include <algorithm>
#include <vector>

#include "compound/compound_query.h"
#include "compound/family.h"
#include "contact/manifold.h"
#include "glance/hash.h"
#include "mesh/mesh_query.h"

namespace glance::rooms::contact {
namespace {

/// A contact of two parts, and its own normal.
struct PartContact {
  ContactPoint point;
  Vec3 normal;
};

/// The same while the same features of the same parts meet. Never 0.
std::uint64_t id_of(const ContactPoint& p) {
  const std::uint64_t id = Hash()
                               .add(p.id)
                               .add(std::uint64_t{p.sub_a.part} << 32 | p.sub_a.triangle)
                               .add(std::uint64_t{p.sub_b.part} << 32 | p.sub_b.triangle)
                               .value();
  return id ? id : 1;
}

/// All pairs of parts that touch, or of a compound's convex parts that come within the margin; and
/// the closest ones.
std::vector<TouchingParts> meeting_parts(const Distance& d, const PairQuestion& q,
                                         QueryWork& work) {
  std::vector<TouchingParts> met;
  if (family_of(q.a, q.b) == Family::compound) {
    compound_touching_parts(q, met, work);
  } else {
    QueryOptions options = q.options;
    options.margin = 0;
    mesh_touching_parts({q.a, q.pose_a, q.b, q.pose_b, q.cache, options}, met, work);
  }
  const bool known = std::ranges::any_of(
      met, [&](const TouchingParts& t) { return t.a == d.sub_a && t.b == d.sub_b; });
  if (!known) met.push_back({d.sub_a, d.sub_b, d.verdict, true, d.point_a, d.point_a});
  return met;
}

void add_contacts(const TouchingParts& pair, const PairQuestion& q, QueryWork& work,
                  std::vector<PartContact>& found) {
  // (Inside of a solid the whole of it is named.)
  const auto a = q.a.sub_shape(pair.a), b = q.b.sub_shape(pair.b);
  if (!a || !b || !a->shape.is_convex() || !b->shape.is_convex()) return;
  const Contacts c = contacts({a->shape, compose(q.pose_a, a->pose)},
                              {b->shape, compose(q.pose_b, b->pose)}, q.options);
  work += c.work;
  for (ContactPoint point : c.span()) {
    point.sub_a = pair.a;
    point.sub_b = pair.b;
    point.id = id_of(point);
    found.push_back({point, c.normal});
  }
}

}  // namespace

void fill_part_contacts(const Distance& d, const PairQuestion& q, Contacts& c) {
  std::vector<PartContact> found;
  for (const TouchingParts& pair : meeting_parts(d, q, c.work))
    add_contacts(pair, q, c.work, found);
  if (found.empty()) {
    // One body is inside the other, a solid: only the way out is known.
    if (d.normal == Vec3::zero()) return;
    c.normal = d.normal;
    c.count = 1;
    c.points[0] = {d.point_a, d.point_b, d.depth - d.distance, d.feature_a, d.feature_b, 1,
                   d.sub_a,   d.sub_b};
    c.points[0].id = id_of(c.points[0]);
    return;
  }
  const auto deepest =
      std::ranges::max_element(found, [](const PartContact& x, const PartContact& y) {
        return x.point.depth != y.point.depth ? x.point.depth < y.point.depth
                                              : x.point.id > y.point.id;
      });
  c.normal = deepest->normal;
  // One normal for all: points of parts that meet at another angle are left out.
  const Vec3 normal = c.normal, origin = deepest->point.point_a;
  std::erase_if(found, [&](const PartContact& p) {
    return dot(p.normal, normal) <= 0 || norm(cross(p.normal, normal)) > kContactTilt;
  });
  const ContactAxes axes(normal);
  std::vector<MeetingPoint> places;
  for (PartContact& p : found) {
    p.point.depth = dot(p.point.point_a - p.point.point_b, normal);
    p.point.point_b = p.point.point_a - normal * p.point.depth;
    const Vec3 from = p.point.point_a - origin;
    const double height = dot(normal, from);
    places.push_back({dot(axes.u, from), dot(axes.v, from), height, p.point.depth - height,
                      PatchFeature::of(p.point.feature_a), PatchFeature::of(p.point.feature_b),
                      p.point.id, false});
  }
  const double a = q.a.extent(), b = q.b.extent();
  const double smaller = a > 0 && b > 0 ? std::min(a, b) : std::max(a, b);
  c.count = reduce(places, kContactSnap * smaller);
  std::sort(places.begin(), places.begin() + c.count,
            [](const MeetingPoint& x, const MeetingPoint& y) { return x.id < y.id; });
  for (int i = 0; i < c.count; i++) {
    const std::uint64_t id = places[static_cast<std::size_t>(i)].id;
    c.points[static_cast<std::size_t>(i)] =
        std::ranges::find(found, id, [](const PartContact& p) { return p.point.id; })->point;
  }
}

}  // namespace glance::rooms::contact
