// Which room sees the names of which: each room has a namespace of its own, and uses the names of
// the rooms that it may include (tools/check_layers) without qualification. Its own come first; a
// name that two others have, or that is public as well, has to be qualified: sweep::MovingPair.
// Only public names are in `glance` itself. Directives are transitive: a room names the highest
// that it sees.
//
// The rooms are in `glance::rooms`, so that a program that says `using namespace glance` may call
// its own variables `world` or `mesh`. This header is not public; its last line lets the sources
// write `geom::Polytope` all the same.
//
// The namespace of the room `verify` is `referee`, since glance::verify is a public function. No
// room uses it unasked.
#pragma once

namespace glance::rooms {

namespace base {}
namespace math {
using namespace base;
}
namespace geom {
using namespace math;
}
namespace bound {
using namespace geom;
}
namespace spheres {
using namespace bound;
}
namespace broad {
using namespace bound;
}
namespace exact {
using namespace bound;
}
namespace referee {
using namespace geom;
}
namespace convex {
using namespace exact;
}
namespace curved {
using namespace convex;
}
namespace mesh {
using namespace convex;
}
namespace compound {
using namespace mesh;
}
namespace contact {
using namespace curved;
using namespace compound;
}  // namespace contact
namespace query {
using namespace contact;
}
namespace sweep {
using namespace query;
}
namespace critical {
using namespace spheres;
}
namespace response {
using namespace geom;
}
namespace world {
using namespace broad;
using namespace critical;
using namespace response;
using namespace sweep;
}  // namespace world
namespace dynamics {
using namespace world;
}
namespace io {
using namespace geom;
}

}  // namespace glance::rooms

namespace glance {
using namespace rooms;
}
