// The part of `glance tree` that is about sphere-trees for detection that can stop at any level.
#pragma once

#include <string>
#include <vector>

#include "common/json_writer.h"
#include "glance/sphere_tree.h"
#include "glance/volume_tree.h"

namespace glance::app {

struct SphereTreeReport {
  std::string text;
  Json json;
  bool valid = true;
};

/// Builds the tree, and describes it.
Result<SphereTreeReport> report_sphere_tree(const Shape& shape, const SphereTreeOptions& options,
                                            bool validate);

/// The spheres of a level as surfaces.
Result<std::vector<VolumeOutline>> sphere_tree_level(const Shape& shape,
                                                     const SphereTreeOptions& options, int level);

}  // namespace glance::app
