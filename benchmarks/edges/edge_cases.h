// Pairs in exact contact, the everyday case of assemblies and of bodies at rest, in growing sizes:
// parts that share a plane, and hulls that touch at a face or a vertex. Coordinates are chosen so
// that the contact is exact in real arithmetic; so the verdict is known.
#pragma once

#include <string>
#include <vector>

#include "glance/query.h"
#include "peers/mesh_peer.h"

namespace glance::bench {

/// How the size of a pair is counted.
enum class EdgeUnit { triangles, vertices };

/// One pair. Of meshes both bodies are `soup`; of hulls `pair` has them and their poses.
struct EdgeCase {
  EdgeUnit unit = EdgeUnit::triangles;
  int size = 0;  ///< of each body
  MeshSoup soup = {};
  bool solid = false;
  Track pair = {};  ///< of hulls; its poses are set for meshes, too
  Verdict verdict = Verdict::touching;
};

/// The same contact in several sizes, the smallest first.
struct EdgeFamily {
  std::string name;  ///< "flush cubes, solids"
  std::vector<EdgeCase> cases;
};

/// Quick: without the largest of each.
std::vector<EdgeFamily> edge_families(bool quick);

}  // namespace glance::bench
