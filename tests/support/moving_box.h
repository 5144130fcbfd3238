// The box of one moving body, with what it remembers.
#pragma once

#include "bound/body_box.h"

namespace glance::test {

class MovingBox {
 public:
  MovingBox(const Shape& body, bool tight) : box_(body), tight_(tight) {}

  bound::FloatBox update(const Pose& pose, bound::ExtremeSearch search, double delta,
                         std::size_t& steps) {
    return box_.update(pose, tight_, &extremes_, search, delta, steps);
  }
  const bound::ExtremeVertices& extremes() const { return extremes_; }
  bool set_extremes(const bound::ExtremeVertices& extremes) {
    if (!box_.has(extremes)) return false;
    extremes_ = extremes;
    return true;
  }

 private:
  bound::BodyBox box_;
  bool tight_;
  bound::ExtremeVertices extremes_ = {};
};

}  // namespace glance::test
