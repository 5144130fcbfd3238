// What pairs of meshes and compounds remember, and what a search through sphere-trees knows, as
// bytes: for stored worlds.
//
// Numbers of nodes and triangles are checked before they lead anywhere. What a list says of
// distances is believed, as are the answers that are stored beside it: whoever writes a world of
// their own, with a checksum that fits, gets what they wrote.
#pragma once

#include "base/bytes.h"
#include "geom/stored_shape.h"
#include "glance/pair_cache.h"

namespace glance::compound {

/// The same bytes for memories that lead to the same answers: room that is free is not stored.
void put_trees(const PairCache& cache, ByteWriter& out);
/// Into a cache that has none. `a`, `b`: the shapes that the pair has now; what it remembers may be
/// of others, and then has to wait until it is asked about those.
Result<void> get_trees(ByteReader& in, const Shape& a, const Shape& b, PairCache& cache);

}  // namespace glance::compound
