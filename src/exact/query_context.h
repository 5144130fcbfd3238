// Puts the question that is being answered into the report of an internal check that fails.
#pragma once

#include <string>

#include "base/check.h"
#include "glance/query.h"

namespace glance::rooms::exact {

/// Lives as long as the answer takes; refers to the arguments, which must live longer.
class QueryContext final : public CheckContext {
 public:
  QueryContext(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b)
      : a_(a), pose_a_(pose_a), b_(b), pose_b_(pose_b) {}

  /// A command for a shell.
  std::string describe() const override {
    return "replay with: echo '" + dump_query({a_, pose_a_}, {b_, pose_b_}) + "' | glance pairs -";
  }

 private:
  const Shape& a_;
  const Pose& pose_a_;
  const Shape& b_;
  const Pose& pose_b_;
};

}  // namespace glance::rooms::exact
