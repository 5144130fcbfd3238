"""The faults that run_mutants.py puts into the sources, and who must see them.

  filter too tight    the orientation's error bound is a thousandth of what is proved, so
                      rounded signs pass for certain ones
  exact sign flipped  compare_along is wrong whenever the filter leaves it to the integers
  planar axes swapped orientation_along takes its two coordinates the wrong way round
  sees past a little  the hull takes points up to 1e-15 in front of a facet to be behind it
  keeps edge points   points within an edge of the hull stay as vertices
  diagonals kept      coplanar triangles are not merged across an edge
  region inside out   the side planes of half of all edges face the wrong way
  climbs down         a climb along a direction goes the other way
  portal turned       the oracle's simplex method lets the wrong corner leave
  plane not looked at flat bodies are thickened although their plane misses the origin
  bounds too narrow   the oracle's intervals leave the value out
  ring reversed       the edges around a vertex are taken across the wrong side of a face
  polygon turned      a planar polygon runs the other way round than it was given
  zero without sign   a dumped question has no negative zeros
  gap without error   a gap of rounding errors passes for a proof
  volume without error  so does the sign of a volume
  beside the face     a vertex is projected onto a face that it is not over
  wrong end of the edge  a plane is named by a point that is given twice
  over the wrong face the walk climbs from an edge to the face that it should not
  cache of any length a cached direction may over- or underflow
  weak is strict      the verifier takes touching for apart
  on the boundary     the verifier takes the boundary of a hull for its interior
  cube without slack  a body that a bad rotation stretches sticks out of its cube
  floats without error  a box in floats does not hold what rounding took away
  passed each other   boxes whose ends passed each other are a pair, overlapping or not
  gone remembered     the pairs of a removed body are kept
  nowhere far away    a new body overlaps an endless box before it is there
  contact without end a contact between boxes that parted does not end
  answers outlive     another question gets the answers to the last one
  points of others    what a batch of pairs lists has the contact points of an earlier batch
  room for everybody  pairs that are asked at the same time do not share their room for lists
  history forgotten   a restored world does the same in another way
  radius in one direction  a point on B is moved by the radius of A
  kissing by doubles  whether rounded bodies meet is decided in doubles
  half a turn is more points on both sides of a line are taken to be all around it
  lowest is highest   at a common vertex the edges of B are looked at the wrong way round
  digits not looked at  a distance near contact is left as doubles have it
  upper bound too good  the search takes bodies to be nearer than its points are
  bend forgotten      between two times a turning body is taken to move straight
  ball too small      a turning body sticks out of the ball that holds it
  passed by a hair    in 50 digits any gap will do, also one below half the tolerance
  corner cut off      the hull of two frames does not hold the turn between them
  spheres of parts too small  the spheres around the parts of a moving body do not hold them
  first impact found taken  a search among parts ends with any impact, not the earliest
  plane of twenty vertices  a plane passes for proved that the other vertices have not seen
  where it is going   a fast body's box does not hold where it comes from
  rest of the list lost  a search that stops at a hit forgets the pairs not looked at
  waiting pairs lost  and those that it had divided already
  heap lost           a search for the shortest distance forgets the pairs farther away
  neighbours swallowed  an entry that moves up takes others along that are not below it
  way not counted     entries are taken to last longer than they do
  distances outlive vertices  entries last although the mesh was fitted again
  any list will do    the list of another pair is used
  list without cap    a list grows as it likes
  boxes of each other's size  a box is taken to reach less far along the other's axes
  turn not counted    a body that turns is taken to stand still
  signs of triangles rounded  rounded signs pass for certain ones
  ray on an edge      neighbours do not agree on which of them the ray crosses
  spheres of half size  those of one body count as points
  center is not the body  bodies are taken to be as near as the centres of their spheres
  centers of balls only  a growing tree's spheres hold the centers of what they should hold
  gap of a moment ago a pair stays apart although it moves
  bound of a moment ago  and no farther apart than it was
  budget without end  units are counted and never run out
  covered twice       a mesh that covers its hull twice passes for its surface
  dents overlooked    a mesh passes for convex although an edge is bent inward
  surfaces are filled a body inside a closed surface overlaps it
  sensor wakes        what sleeps wakes when a sensor that moves touches it
  one side is swept   sweeps go to the contacts of one of the two bodies that changed
  deeper than it is   an axis of two boxes is left out although it is the least deep one
"""
from dataclasses import dataclass


@dataclass
class Fault:
    name: str
    file: str      # below src/
    original: str  # appears once in the file
    fault: str
    tests: tuple   # program:Suite.Test, each of which must fail
    through: str = ""  # for a header: the source that is compiled with it


SEARCH = "mesh/mesh_search.cpp"
FAULTS = [
    Fault("filter too tight", "math/predicates.cpp",
           "kOrientationBound = 10 * kU", "kOrientationBound = 0.01 * kU",
           ("unit_math:PredicateTable.RoundedValuesFarOnTheWrongSide",)),
    Fault("exact sign flipped", "math/predicates.cpp",
           "exact_difference(points, p, q)", "exact_difference(points, q, p)",
           ("unit_math:PredicateTable.ProductsThatRoundTheWrongWay",)),
    Fault("planar axes swapped", "math/predicates.cpp",
           "const int i = (axis + 1) % 3, j = (axis + 2) % 3;",
           "const int j = (axis + 1) % 3, i = (axis + 2) % 3;",
           ("unit_geom:Hull.PointSegmentPolygonSolid",)),
    Fault("sees past a little", "geom/hull.cpp",
           "return orientation(points_[v[0]], points_[v[1]], points_[v[2]], points_[point]) > 0;",
           "return dot(facets_[facet].normal, points_[point] - points_[v[0]]) > 1e-15;",
           ("property_hulls:Property/Hulls.AreValidAndCompleteAndClimbable/near_coplanar",)),
    Fault("keeps edge points", "geom/polytope.cpp",
           "faces_at[side->from] >= 3", "faces_at[side->from] >= 2",
           ("unit_geom:Decompose.AnLIsTwoBoxes",
            "property_hulls:Property/Hulls.AreValidAndCompleteAndClimbable/grid")),
    Fault("diagonals kept", "geom/polytope.cpp",
           "group[n] == kNoGroup && coplanar(u, i)", "group[n] == kNoGroup && i != 1 && coplanar(u, i)",
           ("unit_geom:FlatPatches.OfCubesAreTheirSides",)),
    Fault("region inside out", "geom/voronoi_regions.cpp",
           "edge.face[0] == face ? Vec3(to - from) : Vec3(from - to)", "Vec3(to - from)",
           ("unit_geom:VoronoiRegions.WalkFindsTheNearestFeature",)),
    Fault("climbs down", "geom/support.cpp",
           "steepest_neighbor(body, direction, vertex, 0)",
           "steepest_neighbor(body, Vec3(-direction), vertex, 0)",
           ("unit_geom:Climb.CountsTheVerticesPassed",)),
    Fault("portal turned", "exact/oracle_verdict.cpp",
           "if (next > 0 || after < 0 ||", "if (next < 0 || after > 0 ||",
           ("unit_pairs:Oracle.BoxesAcrossACorner",)),
    Fault("plane not looked at", "exact/oracle_verdict.cpp",
           "if (side == 0) return {0, 0, 0};", "if (side < 9) return {0, 0, 0};",
           ("unit_pairs:OracleRegression.LongNearlyParallelEdges",)),
    Fault("bounds too narrow", "exact/oracle_verdict.cpp",
           "return {middle - radius, middle + radius};", "return {middle, middle};",
           ("unit_pairs:FlatVerdicts.UnderAnyCommonPose",)),
    Fault("ring reversed", "geom/topology.cpp",
           "corner = edge_corner[incoming][edges_[incoming].vertex[0] == v ? 0 : 1];",
           "corner = edge_corner[incoming][edges_[incoming].vertex[0] == v ? 1 : 0];",
           ("unit_geom:Topology.Tetrahedron",)),
    Fault("polygon turned", "geom/hull.cpp",
           "if (chain.back() < chain[1])", "if (chain.back() > chain[1])",
           ("unit_geom:Hull.APolygonsOwnVerticesGiveItAgain",)),
    Fault("zero without sign", "query/dump_query.cpp",
           "x == 0 && std::signbit(x)", "x != x",
           ("unit_pairs:QueryContextDeathTest.AFailedCheckSaysHowToReplayTheQuestion",)),
    Fault("gap without error", "convex/separation.cpp",
           "s.lower = s.gap - (f.error * length + missed_a + missed_b);", "s.lower = s.gap;",
           ("unit_pairs:Separation.SmallBodies",)),
    Fault("volume without error", "convex/gjk.cpp",
           "const double bound = 8 * frame.error", "const double bound = 0 * frame.error",
           ("property_pairs:Property/Pairs.EveryMethodAgreesWithTheOracle/face_contact",)),
    Fault("beside the face", "convex/closest_points.cpp",
           "if (!within_face(face, outward, nearest, kFaceError * size)) {", "if (size < 0) {",
           ("property_paths:Paths.TheCacheNeverChangesAnAnswer",)),
    Fault("wrong end of the edge", "exact/certify.cpp",
           "v.portal[same ? 2 : 1]", "v.portal[same ? 1 : 2]",
           ("unit_pairs:CertificateOf.FlatPairs",)),
    Fault("over the wrong face", "convex/voronoi_walk.cpp",
           "const double second = -dot(", "const double second = dot(",
           ("unit_pairs:VoronoiWalk.BoxesThatOverlap",)),
    Fault("cache of any length", "convex/pair_query.cpp",
           "length_sq > 0x1p-600 && length_sq < 0x1p600", "length_sq > 0",
           ("unit_pairs:Query.CachedDirectionsOfExtremeLength",)),
    Fault("weak is strict", "verify/verify.cpp",
           "if (sign_of_gap(in_a, in_b, d, radius) > 0) return {};", "if (sign_of_gap(in_a, in_b, d, radius) >= 0) return {};",
           ("unit_pairs:VerifyApart.DirectionMustSeparateStrictly",)),
    Fault("on the boundary", "verify/verify.cpp",
           "if (below && above) continue;", "if (below || above) continue;",
           ("unit_pairs:VerifyOverlapping.CrossingPolygonAndSegment",)),
    Fault("cube without slack", "bound/body_box.cpp",
           "radius_(body.bounding_radius() * kMaxStretch)", "radius_(body.bounding_radius())",
           ("unit_bound:BodyBox.TheFixedCubeHoldsWhatABadRotationStretches",)),
    Fault("floats without error", "bound/body_box.cpp",
           "kFloatError = 0x1p-20", "kFloatError = 0x1p-40",
           ("unit_bound:BodyBox.HoldsBodiesOfEverySize",)),
    Fault("passed each other", "broad/sweep_and_prune.cpp",
           "if (frame.boxes.overlap(i, j) && !(frame.is_static", "if (!(frame.is_static",
           ("unit_broad:Sorts/SweepAndPruneTest.PassingThroughEachOther/insertion",)),
    Fault("gone remembered", "broad/sweep_and_prune.cpp",
           "frame.boxes.overlap(i, j) && !gone_[i] && !gone_[j]", "frame.boxes.overlap(i, j)",
           ("unit_broad:Sorts/SweepAndPruneTest.RemovalAndTheIndexAgain/insertion",)),
    Fault("nowhere far away", "broad/sweep_and_prune.cpp",
           "std::numeric_limits<float>::quiet_NaN()", "std::numeric_limits<float>::infinity()",
           ("unit_broad:Sorts/SweepAndPruneTest.InfiniteSides/insertion",)),
    Fault("contact without end", "world/pair_table.cpp",
           "if (pool_[slots_[old]].touching) ended.push_back(*removed);", "(void)ended;",
           ("unit_world:Events.BeginStayEnd",)),
    Fault("answers outlive", "world/frame.cpp",
           "if (asked != world.asked) world.pairs.forget_answers();", "",
           ("unit_world:Events.AnotherQuestionIsAskedAgain",)),
    Fault("points of others", "world/frame_lists.cpp",
           "first_contact - points_before + points", "first_contact - points_before + 0 * points",
           ("unit_threads:ParallelFrames.DoNotTellWhoComputedFirstWhatPairsShare",)),
    Fault("room for everybody", "world/pair_batch.cpp",
           "full = reserved > room;", "full = false;",
           ("unit_threads:ParallelFrames.ShareLittleRoomInTheSameWay",)),
    Fault("history forgotten", "world/snapshot.cpp",
           "world.broad->set_history(history, world.bodies.boxes);", "",
           ("unit_world:Snapshot.GoesOnWithTheSameBitsFromEveryMoment",)),
    Fault("radius in one direction", "convex/rounding.cpp",
           "d.point_b -= d.normal * rounding.b;", "d.point_b -= d.normal * rounding.a;",
           ("property_kinds:Property/Kinds.AgreeWithTheReference/capsule",)),
    Fault("kissing by doubles", "exact/exact_nearest.cpp",
           "return excess_of(*this, radii).top.sign();",
           "return beyond(radii) > 1e-15 ? 1 : -1;",
           ("property_kinds:Property/Kinds.AgreeWithTheReference/sphere",)),
    Fault("half a turn is more", "exact/exact_contact.cpp",
           "if (past > 0) {", "if (past >= 0) {",
           ("property_exact:Property/ExactPairs.AgreeWithTheOracle/edge_contact",)),
    Fault("lowest is highest", "exact/exact_contact.cpp",
           "bodies_.sign_of_rise_b(d, low, w) < 0", "bodies_.sign_of_rise_b(d, low, w) > 0",
           ("property_exact:Property/ExactPairs.AgreeWithTheOracle/identical",)),
    Fault("digits not looked at", "convex/pair_query.cpp",
           "return upper - lower > kRelativeAccuracy * lower;", "return upper < lower;",
           ("property_exact:Property/NearContact.DistancesAndDepthsHaveNineDigits/face_contact",)),
    Fault("upper bound too good", "curved/gjk.cpp",
           "for (int k = 1; k < s.count; k++) between += s.apart[k] * s.weight[k];",
           "for (int k = 1; k < s.count; k++) between *= 0.9;",
           ("property_kinds:ExtremeSizes.EllipsoidsThatAllButTouch",)),
    Fault("bend forgotten", "sweep/moving_pair.cpp",
           "const double k = (bend.along + bend.a + bend.b) * (1 + 0x1p-48);",
           "const double k = 0 * (bend.along + bend.a + bend.b);",
           ("property_impact:Impact.PlantedPairs",)),
    Fault("ball too small", "sweep/moving_pair.cpp", "most += body.reach();",
           "most += 0.5 * body.reach();",
           ("property_impact:Impact.OrderFrameAndTime",)),
    Fault("passed by a hair", "sweep/advancement.cpp", "const double clearance = goal_ / 2;",
           "const double clearance = 0;",
           ("property_impact:ImpactRegression.WithinHalfOfATinyToleranceIsAHit",)),
    Fault("corner cut off", "sweep/swept_body.cpp", "turn.angle * turn.angle / 8",
           "0 * turn.angle",
           ("unit_sweep:SweptHull.TwoFramesCutTheCornerOfATurn",)),
    Fault("spheres of parts too small", "sweep/pieces.cpp",
           "node.radius = ball.radius * kMaxStretch", "node.radius = 0.8 * ball.radius",
           ("unit_sweep:PartImpact.ManyTurns",)),
    Fault("first impact found taken", "sweep/part_impact.cpp",
           "found.time >= impact_.time", "true",
           ("unit_sweep:PartImpact.AGrazeBeforeAHitDoesNotHideTheHit",)),
    Fault("plane of twenty vertices", "convex/lp_separation.cpp",
           "if (!bodies_.apart_along(direction, end_.extreme)) return false;",
           "(void)bodies_.apart_along(direction, end_.extreme);",
           ("unit_pairs:LpSeparation.BodiesInTheSamePlace",)),
    Fault("where it is going", "world/bodies.cpp", "return both(from, box",
           "(void)from; return (box",
           ("unit_world:Bullet.MeetsThePlateThatItPassesBetweenTwoFrames",)),
    # Of pairs of meshes. The searches are in headers, which mesh_search.cpp is compiled with.
    Fault("rest of the list lost", "mesh/separation_list.h",
           "keep_from(i + 1);", "(void)i;",
           ("property_meshes:MeshLists.SearchesInStepsFindTheSame",), SEARCH),
    Fault("waiting pairs lost", "mesh/tree_walk.h",
           """        while (top > 0) keep(stack_[--top]);
        return true;""", "        return true;",
           ("property_meshes:MeshLists.SearchesInStepsFindTheSame",), SEARCH),
    Fault("heap lost", "mesh/tree_walk.h",
           """    for (const WaitingPair& waiting : heap) keep(waiting);
    return false;""", "    return false;",
           ("property_meshes:MeshLists.RememberADistance",), SEARCH),
    Fault("neighbours swallowed", "mesh/separation_list.h",
           "return a_.is_below(e.pair.a, highest.pair.a) && b_.is_below(e.pair.b, highest.pair.b);",
           "return a_.is_below(e.pair.a, highest.pair.a);",
           ("property_meshes:MeshLists.ChangeNoAnswerAlongPaths",), SEARCH),
    Fault("way not counted", "mesh/separation_list.h",
           "list_.travel += moved_;", "list_.travel += 0.3 * moved_;",
           ("property_meshes:MeshLists.SearchesInStepsFindTheSame",), SEARCH),
    Fault("distances outlive vertices", "mesh/separation_list.h",
           "for (ListEntry& entry : list_.entries) entry.until = 0;", "",
           ("property_meshes:MeshLists.OutliveMovedVertices",), SEARCH),
    Fault("any list will do", "mesh/separation_list.h",
           "list_.tree_a == a_.id && list_.tree_b == b_.id && !list_.entries.empty()",
           "!list_.entries.empty()",
           ("property_meshes:MeshLists.OfAnotherPairOnlyCostTime",), SEARCH),
    Fault("list without cap", "mesh/separation_list.h",
           "if (next_.size() > options_.max_entries) return;", "",
           ("property_meshes:MeshLists.CountTheSameEachTime",), SEARCH),
    Fault("boxes of each other's size", "bound/volume_pair.h",
           "wide_[i][k] = std::fabs(m_[i][k]) * p.grow;", "wide_[i][k] = 0.9 * std::fabs(m_[i][k]);",
           ("property_meshes:Property/MeshPairs.AgreeWithBruteForce/skewed",), SEARCH),
    Fault("turn not counted", "bound/placement.cpp",
           "return norm(shift) + std::sqrt(turned_sq) * reach;", "return norm(shift);",
           ("property_meshes:MeshLists.GiveTheSameDistances",)),
    Fault("signs of triangles rounded", "mesh/triangle_pair.cpp",
           "kDeterminantError = 48", "kDeterminantError = 0",
           ("property_meshes:Flush.SurfacesAreWhatTheirTrianglesAre",)),
    Fault("ray on an edge", "mesh/solid_winding.cpp",
           "if (p.z() != q.z()) return p.z() > q.z() ? 1 : -1;",
           "if (p.z() != q.z()) return 1;",
           ("property_meshes:Meshes.LocatePoints",)),
    Fault("spheres of half size", "spheres/sphere_hits.cpp",
           "scale_a_ * node_a.radius + scale_b_ * node_b.radius;",
           "scale_a_ * node_a.radius;",
           ("property_critical:Critical.WithoutAnEndIsExact",)),
    Fault("center is not the body", "spheres/sphere_hits.cpp",
           "(apart + near) * grow_", "(apart + 0 * near) * grow_",
           ("property_critical:Critical.InterruptedIsTrue",)),
    Fault("centers of balls only", "spheres/growing_tree.cpp",
           "std::max(sphere.radius, away + ball.radius)", "std::max(sphere.radius, away)",
           ("unit_pairs:GrowingTree.IsRightAfterEveryStep",)),
    Fault("gap of a moment ago", "world/critical_pair.cpp",
           "before.report.lower / kAbove - motion * kAbove", "before.report.lower / kAbove",
           ("property_critical:Critical.WithoutAnEndIsExact",)),
    Fault("bound of a moment ago", "world/critical_pair.cpp",
           "(std::max(before.report.upper, 0.0) + motion)", "(std::max(before.report.upper, 0.0))",
           ("property_critical:Critical.InterruptedIsTrue",)),
    Fault("covered twice", "geom/convex_surface.cpp",
           "return count == 1;", "return count >= 1;",
           ("unit_geom:ConvexSurface.CoversEveryFaceOnce",)),
    Fault("dents overlooked", "geom/convex_surface.cpp",
           "if (side > 0 || (side == 0 && !face_alike(mesh, t, back / 3))) {",
           "if (side == 0 && !face_alike(mesh, t, back / 3)) {",
           ("unit_geom:ConvexSurface.OneUlpIsADent",)),
    Fault("surfaces are filled", "mesh/convex_meshes.cpp",
           "if (c.verdict != Verdict::overlapping || forms->are_filled()) return c.verdict;",
           "return c.verdict;",
           ("property_meshes:ConvexMeshes.AgreeWithTheSearchAndWithHulls",)),
    Fault("budget without end", "base/work_meter.cpp",
           "if (!first && units > left())", "if (!first && units > left() && false)",
           ("unit_base:Budget.CountsUnits",)),
    Fault("sensor wakes", "dynamics/dynamics.cpp",
           "if (pair.sensor) continue;", "",
           ("unit_dynamics:Sensors.WakeNothing",)),
    Fault("one side is swept", "response/sweeps.cpp",
           "    touch(row.b());\n", "",
           ("unit_response:Sweeps.LeaveAloneWhatIsQuiet",)),
    Fault("deeper than it is", "convex/box_box.cpp",
           "return reach_a + reach_b -", "return 1.01 * reach_a + reach_b -",
           ("unit_pairs:BoxBox.EstimatesLeaveOutOnlyDeeperAxes",)),
]
