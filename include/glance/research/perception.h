// What a viewer notices of a wrong collision (O'Sullivan-Dingliana section 3.4.2).
//
// A pair that is taken to touch because there was no time to look closer may be apart: the gap
// between the two is then seen, or not, depending on how large it is on the screen and how far from
// where the viewer looks.
#pragma once

#include <array>
#include <optional>

#include "glance/export.h"
#include "glance/math.h"

namespace glance {

/// A pinhole camera. Pixels count from the upper left corner: x to the right, y down.
struct GLANCE_API ViewCamera {
  Vec3 position = Vec3(0, 0, 10);
  Vec3 target = Vec3::zero();         ///< the point in the middle of the screen
  Vec3 up = Vec3(0, 1, 0);            ///< not along the view
  double field_of_view = 45;          ///< degrees, from the lower to the upper edge
  double width = 1280, height = 720;  ///< pixels

  /// Pixels; none for points that are not in front of it.
  std::optional<std::array<double, 2>> project(const Vec3& point) const;
  /// How many pixels a length at this point, across the view, is seen as; 0 behind the camera.
  double pixels_per_length(const Vec3& point) const;
};

/// f(e, g): the probability that a gap of g pixels is noticed e pixels away from where the viewer
/// looks,
///
///   f = ceiling (1 - 2^-((g / threshold(e))^slope)),  threshold(e) = threshold (1 + e / doubling)
///
/// a Weibull function of the gap, so that half of the ceiling is reached at the threshold; which
/// rises with eccentricity as the magnification of the visual cortex falls (linearly in its
/// inverse: Rovamo and Virsu 1979). The shape is that of the paper's figure 3; the numbers are
/// ours, for a screen of 32 pixels a degree, and were fixed before anything was measured with them.
struct GLANCE_API PerceptionModel {
  double threshold = 3;  ///< pixels: noticed half the time where the viewer looks
  double doubling = 64;  ///< pixels: so far from there the threshold is twice as large (2 degrees)
  double slope = 2;      ///< of the psychometric function
  double ceiling = 1;    ///< probability for a gap that cannot be missed

  double noticed(double eccentricity, double gap) const;

  bool operator==(const PerceptionModel&) const = default;
};

/// A collision as it is seen: what a priority is given for.
struct SeenCollision {
  double eccentricity = 0;  ///< pixels from the gaze to the centre of collision
  double gap = 0;           ///< pixels that the two may be apart at most
  double size = 0;          ///< pixels: the smaller body's diameter
  double speed = 0;         ///< pixels a frame: of the one's centre as seen from the other's
  double contrast = 1;      ///< 0 to 1: how much the two stand out, by their colours
  bool in_view = true;      ///< the centre of collision is in front of the camera and on screen
};

/// Who looks, and where.
struct GLANCE_API Viewpoint {
  ViewCamera camera;
  std::array<double, 2> gaze = {640, 360};  ///< pixels; an eye tracker's, or the mouse
  PerceptionModel model;
  /// Optional weights: a collision counts by (size / width)^size_weight, (speed /
  /// width)^speed_weight and contrast^contrast_weight. 0: not at all.
  double size_weight = 0, speed_weight = 0, contrast_weight = 0;

  SeenCollision see(const Vec3& centre, double gap) const;
  /// The probability that it is noticed, times the weights; 0 out of view.
  double importance(const SeenCollision& seen) const;
};

}  // namespace glance
