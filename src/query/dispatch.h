// Which solver answers for two convex bodies: one table, kind by kind. (Meshes and compounds:
// compound/family.h.)
#pragma once

#include <array>

#include "glance/shape.h"
#include "rooms.h"

namespace glance::rooms::query {

enum class Solver : std::uint8_t {
  missing,
  thin,        ///< points and segments, rounded or not: thin_pair, and `flat` where that fails
  sphere_box,  ///< a point and a box: sphere_box, and `flat` where that fails
  flat,        ///< flat-sided cores, rounded or not: pair_query
  curved,      ///< a cylinder, cone or ellipsoid among them: curved_query
  halfspace,   ///< at least one half-space: halfspace_pair
};

namespace dispatch_table {

constexpr Solver T = Solver::thin, S = Solver::sphere_box, F = Solver::flat, C = Solver::curved,
                 H = Solver::halfspace;

// clang-format off
inline constexpr Solver kSolvers[kConvexKinds][kConvexKinds] = {
    // pt seg tri box hul sph cap cyl con ell hsp
    {  T,  T,  F,  S,  F,  T,  T,  C,  C,  C,  H },  // point
    {  T,  T,  F,  F,  F,  T,  T,  C,  C,  C,  H },  // segment
    {  F,  F,  F,  F,  F,  F,  F,  C,  C,  C,  H },  // triangle
    {  S,  F,  F,  F,  F,  S,  F,  C,  C,  C,  H },  // box
    {  F,  F,  F,  F,  F,  F,  F,  C,  C,  C,  H },  // hull
    {  T,  T,  F,  S,  F,  T,  T,  C,  C,  C,  H },  // sphere
    {  T,  T,  F,  F,  F,  T,  T,  C,  C,  C,  H },  // capsule
    {  C,  C,  C,  C,  C,  C,  C,  C,  C,  C,  H },  // cylinder
    {  C,  C,  C,  C,  C,  C,  C,  C,  C,  C,  H },  // cone
    {  C,  C,  C,  C,  C,  C,  C,  C,  C,  C,  H },  // ellipsoid
    {  H,  H,  H,  H,  H,  H,  H,  H,  H,  H,  H },  // halfspace
};
// clang-format on

constexpr bool is_complete() {
  for (int i = 0; i < kConvexKinds; i++) {
    for (int j = 0; j < kConvexKinds; j++) {
      if (kSolvers[i][j] == Solver::missing || kSolvers[i][j] != kSolvers[j][i]) return false;
    }
  }
  return true;
}
static_assert(is_complete(), "every pair of kinds has a solver, the same in both orders");

}  // namespace dispatch_table

/// Of convex kinds.
inline Solver solver_of(ShapeKind a, ShapeKind b) {
  return dispatch_table::kSolvers[static_cast<int>(a)][static_cast<int>(b)];
}

}  // namespace glance::rooms::query
