// What pairs of meshes and compounds remember, and what a search through sphere-trees knows, as
// bytes: for stored worlds.
//
// Numbers of nodes and triangles are checked before they are used. Distances in a list are
// believed, as are the answers that are stored beside it: a forged world with a valid checksum
// gives the answers that were written into it.
#pragma once

#include "base/bytes.h"
#include "geom/stored_shape.h"
#include "glance/pair_cache.h"

namespace glance::rooms::compound {

/// Writes the same bytes for memories that lead to the same answers: spare capacity is not stored.
void put_trees(const PairCache& cache, ByteWriter& out);
/// Reads into an empty cache. `a`, `b`: the shapes that the pair has now; what it remembers may be
/// about other shapes, and is then checked when the pair has these again.
Result<void> get_trees(ByteReader& in, const Shape& a, const Shape& b, PairCache& cache);

}  // namespace glance::rooms::compound
