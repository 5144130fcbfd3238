// The objects of IVRI-CD's experiments (section 6): 20 convex bodies of 4 to 264 vertices.
//
// The paper names the ends (a tetrahedron, a sphere) and how the larger ones were made: line
// segments chosen at random, so that they are convex, and revolved. The rest is our choice.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "glance/glance.h"

namespace glance::scenes {

struct LibraryObject {
  std::string name;
  Shape shape;
};

inline constexpr std::size_t kLibraryObjects = 20;

/// In ascending order of vertices, no two with the same number. All have a bounding radius of 1
/// about their centroid; the seed is that of the random profiles.
Result<std::vector<LibraryObject>> ivri_objects(std::uint64_t seed);

/// A convex profile of so many points (at least 2): line segments of random lengths, in the order
/// of their slopes, from the bottom to the top. All radii are positive.
std::vector<ProfilePoint> random_convex_profile(Rng& rng, int points);

}  // namespace glance::scenes
