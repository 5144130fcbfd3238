#include "glance/contact.h"

#include <utility>

#include "contact/manifold.h"
#include "contact/part_contacts.h"

namespace glance {
using namespace contact;

Contacts contacts(PlacedShape a, PlacedShape b, const QueryOptions& options) {
  if (!options.cache) {
    PairCache cache;
    return contacts(a, b, options.with(cache));
  }
  QueryOptions asked = options;
  asked.depth = true;
  const bool convex = a.shape.is_convex() && b.shape.is_convex();
  Contacts c;
  if (!convex) {
    // How far apart they are takes much longer to find out, and is not asked.
    const Collision met = collide(a, b, options);
    c.work = met.work;
    c.verdict = met.verdict;
    c.certificate = met.certificate;
    c.sub_a = met.sub_a;
    c.sub_b = met.sub_b;
    if (met.verdict == Verdict::apart || met.work.interrupted) return c;
    asked.max_volume_tests = UINT32_MAX;
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
    return c;
  }
  // (Two half-spaces may overlap with no way out.)
  if (meets && d.normal != Vec3::zero() && std::isfinite(d.depth)) {
    fill_manifold(d, a.shape, a.pose, b.shape, b.pose, margin, c);
  }
  return c;
}

}  // namespace glance
