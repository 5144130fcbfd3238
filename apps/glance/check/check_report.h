// What `glance check` finds out about two meshes, in words and as JSON.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "check/meeting_place.h"
#include "common/json_writer.h"
#include "glance/query.h"

namespace glance::app {

struct CheckSettings {
  Pose pose_a, pose_b;
  bool distance = false;                   ///< also how far apart, or how deep, and where
  bool all_triangles = false;              ///< also every pair of triangles that touch
  double margin = 0;                       ///< see QueryOptions
  std::optional<double> nearer_than = {};  ///< also whether they are; >= 0
};

struct CheckReport {
  Verdict verdict = Verdict::undecided;
  SubShape sub_a, sub_b;
  std::optional<Distance> distance;
  std::optional<Nearness> nearness;
  std::optional<MeetingPlace> where;  ///< unless they are apart
  std::optional<std::vector<TouchingParts>> triangles;
  double limit = 0;     ///< of `nearness`
  QueryWork work;       ///< of the verdict, or of the distance if that was asked for
  double seconds = 0;   ///< of all questions
  bool solids = false;  ///< both are: only then has an overlap a depth

  // For people: what the two count as, and the unit of all lengths (empty: as in the files).
  std::string bodies, unit;

  /// Whether they meet: touch, overlap, or are nearer than asked for.
  bool meets() const;
};

CheckReport check_shapes(const Shape& a, const Shape& b, const CheckSettings& settings);

/// Lines, each ended by a newline; without the time.
std::string describe(const CheckReport& report);

Json to_json(const CheckReport& report);

}  // namespace glance::app
