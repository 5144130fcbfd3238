// From a frame to its response (O'Sullivan-Dingliana section 3.5): the contacts of the bodies that
// touch, as accurate as the frame had time for.
//
//   world.set_poses(poses).value();
//   FrameReport frame = world.detect(Budget::for_seconds(0.004), {.question = Question::contacts});
//   response_contacts(world, frame, found);
//   solver.solve(bodies, states, found.contacts).value();  // bodies by BodyId::index
//   solver.push_apart(bodies, states, found.exact()).value();
//
// No queries are made here: a pair has the contact points that the frame found. For a pair for
// which the budget left none, the contacts come from the spheres that meet at the deepest level
// reached (figure 5: several spheres, so several impulses), otherwise from the point and normal of
// its report, and otherwise from an approximation: the direction from the box around the larger
// body to the centre of the smaller one.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "glance/export.h"
#include "glance/response.h"
#include "glance/world.h"

namespace glance {

/// The contacts of one frame.
struct FrameContacts {
  /// The contacts; bodies are identified by BodyId::index. Exact contacts come first, then those
  /// from spheres.
  std::vector<ResponseContact> contacts;
  /// How many of them are exact.
  std::size_t exact_contacts = 0;
  /// The number of pairs with contacts of each quality, and of pairs without contacts since no
  /// direction is known.
  std::size_t exact_pairs = 0, sphere_pairs = 0, coarse_pairs = 0, left_out_pairs = 0;

  /// The exact contacts. Only for these are depths known: spheres overlap more than their bodies
  /// do.
  std::span<const ResponseContact> exact() const {
    return std::span(contacts).first(exact_contacts);
  }
};

/// Replaces the content of `found` by the contacts of this frame. The frame must be the last one of
/// the world, made with Question::contacts, and the bodies must not have moved since.
GLANCE_API void response_contacts(const World& world, const FrameReport& frame,
                                  FrameContacts& found);

/// Two bodies, with their poses now and in the frame before.
struct MovingPair {
  /// The shapes of the two.
  const Shape &a, &b;
  /// Their poses in the frame before, and now.
  Pose previous_a, current_a, previous_b, current_b;
};

/// Returns the fraction of the way between two frames at which two bodies first touch, by time of
/// impact: 0 at the previous frame, 1 if they do not meet before the current one. For `back_up`.
GLANCE_API double fraction_until_contact(const MovingPair& pair, const ImpactOptions& options = {});

}  // namespace glance
