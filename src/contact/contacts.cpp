#include "glance/contact.h"

#include <cmath>
#include <utility>

#include "contact/manifold.h"
#include "contact/part_contacts.h"
#include "mesh/convex_meshes.h"

namespace glance::rooms::contact {
namespace {

/// Of two bodies that meet and that are convex, although they are meshes: the contacts of their
/// hulls, on the triangles that hold the points. False if the surfaces may meet elsewhere.
bool fill_hull_contacts(PlacedShape a, PlacedShape b, const QueryOptions& options, Contacts& c) {
  const PairQuestion question{a.shape, a.pose, b.shape, b.pose, *options.cache, options};
  const std::optional<ConvexForms> forms = forms_of(question);
  if (!forms) return false;
  const Shape &hull_a = *forms->a.shape, &hull_b = *forms->b.shape;
  const Distance d = distance({hull_a, a.pose}, {hull_b, b.pose}, options);
  if (!forms->are_filled() && d.depth > 0) return false;
  if (d.normal == Vec3::zero() || !std::isfinite(d.depth)) return false;
  c.work += d.work;
  fill_manifold(d, hull_a, a.pose, hull_b, b.pose, options.margin > 0 ? options.margin : 0, c);
  for (ContactPoint& p : std::span(c.points.data(), static_cast<std::size_t>(c.count))) {
    const NamedFeature on_a = name_feature(forms->a, a.pose, p.feature_a, p.point_a);
    const NamedFeature on_b = name_feature(forms->b, b.pose, p.feature_b, p.point_b);
    p.feature_a = on_a.feature;
    p.feature_b = on_b.feature;
    p.sub_a = on_a.sub;
    p.sub_b = on_b.sub;
  }
  return true;
}

/// Into `c`, which is new.
void fill_contacts(PlacedShape a, PlacedShape b, const QueryOptions& options, Contacts& c) {
  QueryOptions asked = options;
  asked.depth = true;
  const bool convex = a.shape.is_convex() && b.shape.is_convex();
  if (!convex) {
    // How far apart they are takes much longer to find out, and is not asked.
    const Collision met = collide(a, b, options);
    c.work = met.work;
    c.verdict = met.verdict;
    c.certificate = met.certificate;
    c.sub_a = met.sub_a;
    c.sub_b = met.sub_b;
    if (met.verdict == Verdict::apart || met.work.interrupted) return;
    asked.max_volume_tests = UINT32_MAX;
    if (fill_hull_contacts(a, b, asked, c)) return;
  }
  const Distance d = distance(a, b, asked);
  c.verdict = d.verdict;
  c.certificate = d.certificate;
  c.sub_a = d.sub_a;
  c.sub_b = d.sub_b;
  const QueryWork before = std::exchange(c.work, d.work);
  if (!convex) c.work += before;
  const double margin = options.margin > 0 ? options.margin : 0;
  const bool meets =
      d.verdict == Verdict::undecided ? d.distance <= margin : d.verdict != Verdict::apart;
  if (meets && !convex) {
    asked.cache = nullptr;  // parts have others
    fill_part_contacts(d, {a.shape, a.pose, b.shape, b.pose, *options.cache, asked}, c);
    return;
  }
  // (Two half-spaces may overlap with no way out.)
  if (meets && d.normal != Vec3::zero() && std::isfinite(d.depth)) {
    fill_manifold(d, a.shape, a.pose, b.shape, b.pose, margin, c);
  }
}

}  // namespace
}  // namespace glance::rooms::contact

namespace glance {
using namespace rooms::contact;

Contacts contacts(PlacedShape a, PlacedShape b, const QueryOptions& options) {
  Contacts c;
  if (options.cache) {
    fill_contacts(a, b, options, c);
  } else {
    PairCache cache;
    fill_contacts(a, b, options.with(cache), c);
  }
  return c;
}

}  // namespace glance
