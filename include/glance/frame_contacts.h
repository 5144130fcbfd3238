// From a frame to its response (O'Sullivan-Dingliana section 3.5): contacts of the bodies that
// touch, as good as the frame had time for.
//
//   world.set_poses(..);
//   FrameReport frame = world.detect(Budget::for_seconds(0.004), {.question = Question::contacts});
//   response_contacts(world, frame, found);
//   solver.solve(bodies, states, found.contacts);         // bodies by BodyId::index
//   solver.push_apart(bodies, states, found.exact());
//
// Nothing is asked here: a pair has the contact points that the frame found. One that the budget
// left without has the spheres that meet at the deepest level reached (figure 5: several, so
// several impulses), else the point and normal of its report, else a rough one: from the box around
// the larger body to the centre of the smaller one.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "glance/export.h"
#include "glance/response.h"
#include "glance/world.h"

namespace glance {

struct FrameContacts {
  /// Numbers of bodies are BodyId::index. Exact contacts first, those of spheres next.
  std::vector<ResponseContact> contacts;
  std::size_t exact_contacts = 0;
  /// Of how many pairs there are contacts of each quality, and none for lack of any direction.
  std::size_t exact_pairs = 0, sphere_pairs = 0, coarse_pairs = 0, left_out_pairs = 0;

  /// Depths are known of these only: spheres overlap more than bodies do.
  std::span<const ResponseContact> exact() const {
    return std::span(contacts).first(exact_contacts);
  }
};

/// In place of what `found` held. The frame must be the world's last one, asked for
/// Question::contacts, and its bodies where they were then.
GLANCE_API void response_contacts(const World& world, const FrameReport& frame,
                                  FrameContacts& found);

/// Where two bodies are, and where they were in the frame before.
struct MovingPair {
  const Shape &a, &b;
  Pose previous_a, current_a, previous_b, current_b;
};

/// How far two bodies come between two frames until they touch, by time of impact: 0 at the
/// previous frame, 1 if they do not meet before the present one. For `back_up`.
GLANCE_API double fraction_until_contact(const MovingPair& pair, const ImpactOptions& options = {});

}  // namespace glance
