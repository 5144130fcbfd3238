// Pairs of primitives, and the poses that all contenders answer about them.
//
// Bodies of random sizes, with a radius of 0.5 to 1, in the kinds that each library has of its
// own. As with hulls (workload.h) a workload has several pairs, each in a list of poses.
#pragma once

#include "benchmarks/common/workload.h"

namespace glance::bench {

struct PrimitivePair {
  const char* name;
  Kind a, b;
};

inline constexpr PrimitivePair kPrimitivePairs[] = {
    {"sphere-sphere", Kind::sphere, Kind::sphere},
    {"sphere-capsule", Kind::sphere, Kind::capsule},
    {"sphere-box", Kind::sphere, Kind::box},
    {"sphere-hull", Kind::sphere, Kind::hull},
    {"capsule-capsule", Kind::capsule, Kind::capsule},
    {"capsule-box", Kind::capsule, Kind::box},
    {"box-box", Kind::box, Kind::box},
    {"triangle-box", Kind::triangle, Kind::box},
    {"cylinder-cylinder", Kind::cylinder, Kind::cylinder},
    {"cylinder-box", Kind::cylinder, Kind::box},
    {"cone-box", Kind::cone, Kind::box},
    {"cone-cylinder", Kind::cone, Kind::cylinder},
    {"ellipsoid-ellipsoid", Kind::ellipsoid, Kind::ellipsoid},
    {"ellipsoid-box", Kind::ellipsoid, Kind::box},
    {"sphere-halfspace", Kind::halfspace, Kind::sphere},
    {"box-halfspace", Kind::halfspace, Kind::box},
    {"cylinder-halfspace", Kind::halfspace, Kind::cylinder},
};
inline constexpr Motion kPrimitiveMotions[] = {Motion::cold, Motion::degrees_1};
inline constexpr Question kPrimitiveQuestions[] = {Question::boolean, Question::distance,
                                                   Question::depth};

/// Boolean: from 5 % past contact to 5 % apart, about half of each. Distance: 2 to 50 % apart.
/// Depth: 2 to 30 % past contact. Of the radius.
Workload make_primitive_workload(const PrimitivePair& pair, Motion motion, Question question);

}  // namespace glance::bench
