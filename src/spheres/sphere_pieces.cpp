// Tested in tests/property/sphere_trees_test.cpp (SphereTrees.CoverTheSurfaceAtEveryLevel).
#include "spheres/sphere_pieces.h"

#include <algorithm>
#include <array>

namespace glance::rooms::spheres {
namespace {

/// A piece that crosses a plane by less than this (length over unit) stays whole. Nobody relies on
/// a piece being on one side of it.
constexpr double kSliver = 1e-12;

/// Corners beyond which a piece cannot grow: each plane adds one, and a tree has few levels. (More
/// are cut by keeping the piece whole, which is right as well.)
constexpr std::size_t kMostCorners = 60;

Vec3 normal_of(const SurfaceTriangle& t) { return cross(t.b - t.a, t.c - t.a); }

}  // namespace

SpherePieces SpherePieces::all(const SphereSurface& surface) {
  SpherePieces pieces;
  pieces.points_.reserve(3 * surface.triangles.size());
  pieces.pieces_.reserve(surface.triangles.size());
  for (std::uint32_t t = 0; t < surface.triangles.size(); t++) {
    const SurfaceTriangle& s = surface.triangles[t];
    pieces.add(std::array{s.a, s.b, s.c}, t);
  }
  return pieces;
}

void SpherePieces::add(std::span<const Vec3> corners, std::uint32_t triangle) {
  pieces_.push_back({static_cast<std::uint32_t>(points_.size()),
                     static_cast<std::uint32_t>(corners.size()), triangle});
  points_.insert(points_.end(), corners.begin(), corners.end());
}

void SpherePieces::split(const SphereSurface& surface, const Vec3& normal, double offset,
                         bool widened, SpherePieces& below, SpherePieces& above) const {
  std::vector<double> heights;
  std::vector<Vec3> kept;
  // What of a piece is at heights (times sign) up to `limit`.
  const auto cut = [&](std::span<const Vec3> corners, double sign, double limit) {
    kept.clear();
    for (std::size_t i = 0; i < corners.size(); i++) {
      const std::size_t k = i + 1 < corners.size() ? i + 1 : 0;
      const double h = sign * heights[i] - limit, g = sign * heights[k] - limit;
      if (h <= 0) kept.push_back(corners[i]);
      if ((h < 0 && g > 0) || (h > 0 && g < 0)) {
        // From the lower corner on, so that both sides get the same point.
        const bool up = heights[i] < heights[k];
        const Vec3& p = up ? corners[i] : corners[k];
        const Vec3& q = up ? corners[k] : corners[i];
        const double from = std::fabs(up ? h : g), to = std::fabs(up ? g : h);
        kept.push_back(p + (q - p) * (from / (from + to)));
      }
    }
  };
  for (const Piece& piece : pieces_) {
    const auto at = corners(piece);
    const SurfaceTriangle& triangle = surface.triangles[piece.triangle];
    heights.clear();
    for (const Vec3& p : at) heights.push_back(dot(normal, p) - offset);
    const auto [low, high] = std::ranges::minmax_element(heights);
    const double wide = widened ? surface.parts[triangle.part].pad() : 0;
    if (wide == 0) {
      if (*low >= -kSliver && *high <= kSliver) {
        (dot(normal, normal_of(triangle)) >= 0 ? below : above).add(at, piece.triangle);
        continue;
      }
      if (at.size() >= kMostCorners && *high > kSliver && *low < -kSliver) {
        (*high > -*low ? above : below).add(at, piece.triangle);
        continue;
      }
    }
    const bool whole = at.size() >= kMostCorners;
    if (*high <= wide + kSliver || (whole && *low <= wide)) {
      below.add(at, piece.triangle);
    } else if (*low < wide - (wide > 0 ? 0 : kSliver)) {
      cut(at, 1, wide);
      below.add(kept, piece.triangle);
    }
    if (*low >= -wide - kSliver || (whole && *high >= -wide)) {
      above.add(at, piece.triangle);
    } else if (*high > -wide + (wide > 0 ? 0 : kSliver)) {
      cut(at, -1, wide);
      above.add(kept, piece.triangle);
    }
  }
}

PieceMeasure measure(const SphereSurface& surface, const SpherePieces& pieces) {
  PieceMeasure m;
  double weight = 0;
  Vec3 sum = Vec3::zero();
  Mat3 moment = Mat3::zero();
  for (const SpherePieces::Piece& piece : pieces.pieces()) {
    const auto at = pieces.corners(piece);
    Vec3 middle = Vec3::zero(), doubled = Vec3::zero();
    for (std::size_t i = 0; i < at.size(); i++) {
      middle += at[i];
      if (i >= 2) doubled += cross(at[i - 1] - at[0], at[i] - at[0]);
    }
    middle /= static_cast<double>(at.size());
    const double area = norm(doubled) / 2;
    if (area < 1e-15) {  // a segment has an end twice
      Aabb box;
      for (const Vec3& p : at) box.add(p);
      middle = (box.lower + box.upper) / 2;
    }
    m.area += area;
    if (surface.parts[surface.triangles[piece.triangle].part].solid) m.normal += doubled / 2;
    // Segments and points have no area and count nevertheless.
    const double w = area + 1e-9;
    weight += w;
    sum += w * middle;
    for (int i = 0; i < 3; i++) {
      for (int k = i; k < 3; k++) {
        double products = 0;
        for (const Vec3& p : at) products += p[i] * p[k];
        moment(i, k) += w * products / static_cast<double>(at.size());
      }
    }
  }
  m.mean = sum / weight;
  for (int i = 0; i < 3; i++) {
    for (int k = i; k < 3; k++) {
      m.covariance(i, k) = m.covariance(k, i) = moment(i, k) / weight - m.mean[i] * m.mean[k];
    }
  }
  if (m.area > 0) m.normal /= m.area;
  return m;
}

}  // namespace glance::rooms::spheres
