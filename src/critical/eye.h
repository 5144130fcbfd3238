// A view, made ready to be asked about many collisions.
#pragma once

#include "glance/research/perception.h"
#include "rooms.h"

namespace glance::rooms::critical {

class Eye {
 public:
  explicit Eye(const Viewpoint& view);

  /// `gap`, `diameter` (of the smaller body) and `speed` (length a frame): unit of the shapes.
  SeenCollision see(const Vec3& centre, double gap, double diameter = 0, double speed = 0) const;
  double importance(const SeenCollision& seen) const { return view_->importance(seen); }

 private:
  const Viewpoint* view_;
  Vec3 right_, up_, forward_;  ///< unit vectors; the last one into the picture
  double scale_;               ///< pixels that a length across the view takes at depth 1
};

}  // namespace glance::rooms::critical
