#include "glance/contact.h"

#include "contact/manifold.h"
#include "contact/part_contacts.h"

namespace glance {
using namespace contact;

Contacts contacts(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                  PairCache& cache, const QueryOptions& options) {
  QueryOptions asked = options;
  asked.depth = true;
  const Distance d = distance(a, pose_a, b, pose_b, cache, asked);
  Contacts c;
  c.verdict = d.verdict;
  c.certificate = d.certificate;
  c.work = d.work;
  const double margin = options.margin > 0 ? options.margin : 0;
  const bool meets =
      d.verdict == Verdict::undecided ? d.distance <= margin : d.verdict != Verdict::apart;
  if (meets && !(a.is_convex() && b.is_convex())) {
    fill_part_contacts(d, {a, pose_a, b, pose_b, cache, asked}, c);
    return c;
  }
  // (Two half-spaces may overlap with no way out.)
  if (meets && d.normal != Vec3::zero() && std::isfinite(d.depth)) {
    fill_manifold(d, a, pose_a, b, pose_b, margin, c);
  }
  return c;
}

Contacts contacts(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                  const QueryOptions& options) {
  PairCache cache;
  return contacts(a, pose_a, b, pose_b, cache, options);
}

}  // namespace glance
