// How likely a viewer is to notice a wrong collision (O'Sullivan-Dingliana section 3.4.2).
//
// A pair that counts as touching because there was no time to examine it may be apart. Whether the
// gap is noticed depends on how large it is on the screen and how far it is from where the viewer
// looks.
#pragma once

#include <array>
#include <optional>

#include "glance/body_id.h"
#include "glance/callback.h"
#include "glance/export.h"
#include "glance/math.h"

namespace glance {

/// A pinhole camera. Pixels count from the upper left corner: x to the right, y down.
struct GLANCE_API ViewCamera {
  Vec3 position = Vec3(0, 0, 10);     ///< world frame, as is `target`
  Vec3 target = Vec3::zero();         ///< the point shown in the middle of the screen
  Vec3 up = Vec3(0, 1, 0);            ///< must not be parallel to the view
  double field_of_view = 45;          ///< degrees, from the lower to the upper edge
  double width = 1280, height = 720;  ///< pixels

  /// Returns the pixel where a point is seen; none for points that are not in front of the camera.
  std::optional<std::array<double, 2>> project(const Vec3& point) const;
  /// Returns the pixels per unit of length at this point, for lengths across the view; 0 behind the
  /// camera.
  double pixels_per_length(const Vec3& point) const;
};

/// f(e, g) is the probability that a gap of g pixels is noticed at e pixels from where the viewer
/// looks:
///
///   f = ceiling (1 - 2^-((g / threshold(e))^slope)),  threshold(e) = threshold (1 + e / doubling)
///
/// a Weibull function of the gap. Half of the ceiling is reached at the threshold, which rises with
/// eccentricity e as the magnification of the visual cortex falls (its inverse is linear: Rovamo
/// and Virsu 1979). The shape is that of the paper's figure 3. The numbers are ours, for a screen
/// of 32 pixels per degree, and were fixed before anything was measured with them.
struct GLANCE_API PerceptionModel {
  double threshold = 3;  ///< pixels: a gap noticed half of the time where the viewer looks
  double doubling = 64;  ///< pixels: the eccentricity at which the threshold is twice as large (2
                         ///< degrees)
  double slope = 2;      ///< slope of the psychometric function
  double ceiling = 1;    ///< probability of noticing an obvious gap

  /// Returns f(eccentricity, gap), both in pixels.
  double noticed(double eccentricity, double gap) const;

  bool operator==(const PerceptionModel&) const = default;
};

/// A collision as it appears on the screen: what its priority is computed from.
struct SeenCollision {
  double eccentricity = 0;  ///< pixels from the gaze to the centre of the collision
  double gap = 0;           ///< pixels: upper bound on the gap
  double size = 0;          ///< pixels: the diameter of the smaller body
  double speed = 0;         ///< pixels per frame: speed of one centre relative to the other
  double contrast = 1;      ///< 0 to 1: how much the two stand out by their colours
  bool in_view = true;  ///< the centre of the collision is in front of the camera and on the screen
};

/// The viewer: a camera, and where on the screen the viewer looks.
struct GLANCE_API Viewpoint {
  ViewCamera camera;                        ///< what the viewer sees
  std::array<double, 2> gaze = {640, 360};  ///< pixels; from an eye tracker, or the mouse
  PerceptionModel model;                    ///< what the viewer notices
  /// Optional weights: the importance of a collision is multiplied by (size / width)^size_weight,
  /// (speed / width)^speed_weight and contrast^contrast_weight. 0: no influence.
  double size_weight = 0, speed_weight = 0, contrast_weight = 0;

  /// Returns what is seen of a gap at this centre (world frame); size and speed are 0.
  SeenCollision see(const Vec3& centre, double gap) const;
  /// Returns the probability that the collision is noticed, times the weights; 0 out of view.
  double importance(const SeenCollision& seen) const;
};

/// The type of BudgetOptions::tuning.
struct BudgetTuning {
  /// The viewer, from whom importance and perceived inaccuracy follow.
  Viewpoint view = {};
  /// How much two bodies stand out by their colours: SeenCollision::contrast (0 to 1). Not set: 1.
  Callback<double(BodyId a, BodyId b)> contrast = {};
};

}  // namespace glance
