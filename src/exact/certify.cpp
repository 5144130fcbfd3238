#include "exact/certify.h"

#include <algorithm>
#include <vector>

#include "base/check.h"

namespace glance::rooms::exact {
namespace {

ExactPoint difference(const OraclePoints& points, VertexPair pair) {
  return points.a[pair.a] - points.b[pair.b];
}

/// Whether the origin is in the interior of the hull of points that span space. If it is
/// not, all points lie on one side of some plane through the origin; such a plane can be
/// turned until it contains two of them (independent ones): so those planes are all that
/// need to be looked at.
bool surround_origin(const std::vector<ExactPoint>& points) {
  bool spans = false;
  for (std::size_t i = 0; i < points.size(); i++) {
    for (std::size_t j = i + 1; j < points.size(); j++) {
      const ExactPoint n = cross(points[i], points[j]);
      if (n.is_zero()) continue;
      bool above = false, below = false;
      for (const ExactPoint& p : points) {
        const int side = sign_of(dot(n, p));
        above |= side > 0;
        below |= side < 0;
      }
      if (!above || !below) return false;
      spans = true;
    }
  }
  return spans;
}

/// Drops pairs for as long as the rest surrounds the origin.
void keep_few(const OraclePoints& points, std::vector<VertexPair>& pairs) {
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  std::vector<ExactPoint> corners;
  corners.reserve(pairs.size());
  for (const VertexPair& pair : pairs) corners.push_back(difference(points, pair));
  for (std::size_t i = pairs.size(); i-- > 0 && pairs.size() > 4;) {
    const ExactPoint dropped = corners[i];
    corners.erase(corners.begin() + static_cast<std::ptrdiff_t>(i));
    if (surround_origin(corners)) {
      pairs.erase(pairs.begin() + static_cast<std::ptrdiff_t>(i));
    } else {
      corners.insert(corners.begin() + static_cast<std::ptrdiff_t>(i), dropped);
    }
  }
}

void set_plane(Certificate& c, std::initializer_list<VertexPair> pairs,
               std::uint8_t axis = Certificate::kNoAxis) {
  c.plane_count = static_cast<std::uint8_t>(pairs.size());
  std::copy(pairs.begin(), pairs.end(), c.plane.begin());
  c.axis = axis;
}

/// The plane that contains all of a flat A - B, and the origin.
void set_flat_plane(Certificate& c, const OracleVerdict& v) {
  if (v.base_count == 3) {
    set_plane(c, {v.base[0], v.base[1], v.base[2]});
  } else if (v.base_count == 2) {
    set_plane(c, {v.base[0], v.base[1]}, v.axes[0]);
  } else {
    set_plane(c, {v.base[0]}, v.axes[0]);
  }
}

/// The facet of the thickened A - B in which the last triangle lies: an edge of a planar
/// A - B times the axis, or an end of a straight one times two axes.
void set_thickened_facet(Certificate& c, const OraclePoints& points, const OracleVerdict& v) {
  if (v.base_count == 2) {
    set_plane(c, {v.portal[0]}, static_cast<std::uint8_t>(3 - v.axes[0] - v.axes[1]));
    return;
  }
  const ExactPoint first = difference(points, v.portal[0]);
  const bool same = (difference(points, v.portal[1]) - first).is_zero();
  set_plane(c, {v.portal[0], v.portal[same ? 2 : 1]}, v.axes[0]);
}

}  // namespace

Certificate certificate_of(const OraclePoints& points, const OracleVerdict& v) {
  Certificate c;
  c.verdict = v.verdict;
  const bool flat = v.base_count < 4;
  if (v.verdict == Verdict::overlapping) {
    std::vector<VertexPair> pairs(v.base.begin(), v.base.end());
    if (v.has_portal) pairs.insert(pairs.end(), v.portal.begin(), v.portal.end());
    keep_few(points, pairs);
    GLANCE_CHECK(pairs.size() <= c.pairs.size());
    c.pair_count = static_cast<std::uint8_t>(pairs.size());
    std::copy(pairs.begin(), pairs.end(), c.pairs.begin());
    return c;
  }
  if (v.verdict == Verdict::touching) {
    c.pair_count = 3;
    std::copy(v.portal.begin(), v.portal.end(), c.pairs.begin());
    if (flat) {
      set_flat_plane(c, v);
      return c;
    }
  }
  if (!v.has_portal) {  // the plane, line or point of A - B misses the origin
    c.plane_count = static_cast<std::uint8_t>(v.base_count);
    std::copy_n(v.base.begin(), v.base_count, c.plane.begin());
  } else if (flat) {
    set_thickened_facet(c, points, v);
  } else {
    set_plane(c, {v.portal[0], v.portal[1], v.portal[2]});
  }
  return c;
}

}  // namespace glance::rooms::exact
