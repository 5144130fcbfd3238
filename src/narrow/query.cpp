#include "glance/query.h"

#include "narrow/oracle.h"

namespace glance {

std::string_view to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::apart: return "apart";
    case Verdict::touching: return "touching";
    case Verdict::overlapping: return "overlapping";
    case Verdict::undecided: break;
  }
  return "undecided";
}

std::string_view to_string(Method method) {
  switch (method) {
    case Method::oracle: return "oracle";
  }
  return "unknown";
}

Collision collide(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                  const QueryOptions& options) {
  switch (options.method) {
    case Method::oracle: break;
  }
  return oracle_collide(a, pose_a, b, pose_b);
}

Distance distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                  const QueryOptions& options) {
  switch (options.method) {
    case Method::oracle: break;
  }
  return oracle_distance(a, pose_a, b, pose_b);
}

}  // namespace glance
