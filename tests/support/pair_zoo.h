// Pairs of bodies that are hard to decide, one class a function.
#pragma once

#include <optional>
#include <string>

#include "glance/query.h"
#include "glance/rng.h"

namespace glance::test {

enum class PairClass {
  random_hulls,    ///< 4 to 60 vertices, from deep overlap to well apart
  face_contact,    ///< two faces in one plane, or shifted from it by 1e-16 .. 1e-3
  edge_contact,    ///< two edges that cross in one point, or so shifted
  vertex_contact,  ///< a vertex on a face, or so shifted
  slivers,         ///< of aspect 1e4 to 1e8
  needles,         ///< long and thin along one axis
  plates,          ///< 1e-9 thick
  flat,            ///< planar polygons, segments, points
  nested,          ///< one inside the other
  identical,       ///< the same body twice, in place or moved a little
  near_parallel,   ///< boxes on each other, turned by 1e-15 .. 1e-6
  tiny_rotation,   ///< hulls near contact, turned by 1e-12 or so
  scales,          ///< sizes from 1e-6 to 1e6
  offsets,         ///< both a million away from the origin
  coplanar_points  ///< lattices and duplicates
};
inline constexpr PairClass kPairClasses[] = {
    PairClass::random_hulls,   PairClass::face_contact,  PairClass::edge_contact,
    PairClass::vertex_contact, PairClass::slivers,       PairClass::needles,
    PairClass::plates,         PairClass::flat,          PairClass::nested,
    PairClass::identical,      PairClass::near_parallel, PairClass::tiny_rotation,
    PairClass::scales,         PairClass::offsets,       PairClass::coplanar_points};

std::string to_string(PairClass kind);

struct Pair {
  Shape a;
  Pose pose_a;
  Shape b;
  Pose pose_b;
  /// Where the construction forces them: the verdict, and the signed distance
  /// (negative depth) up to the rounding of the rotation.
  std::optional<Verdict> verdict;
  std::optional<double> signed_distance;
};

Pair make_pair(PairClass kind, Rng& rng);

/// Pair number `index` of a class: the same in every run.
Pair make_pair(PairClass kind, int index);

}  // namespace glance::test
