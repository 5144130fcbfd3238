// Frames of an assembly of many meshes (scenes/assembly.h): all pairs that touch, frame after
// frame.
#pragma once

#include <cstddef>
#include <vector>

namespace glance::bench {

struct AssemblyFrames {
  std::size_t parts = 0, shapes = 0, triangles = 0;
  double moving = 0;  ///< percent of the parts
  std::size_t frames = 0;
  double load_seconds = 0;  ///< shapes and trees, on all cores
  std::size_t bytes = 0;    ///< of the world after the last frame, shapes and lists included
  // Milliseconds of processor time; of all frames but the first.
  double first = 0, median = 0, p99 = 0;
  // Pairs a frame: whose boxes overlap; asked about; touching.
  double candidates = 0, tested = 0, touching = 0;
};

/// With some parts moving, and with all.
std::vector<AssemblyFrames> run_assemblies(bool quick);

}  // namespace glance::bench
