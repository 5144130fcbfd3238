// The exact stage (exact/exact_pair) against the oracle, and against what is known of large hulls.
//
// 30,000 small pairs of every class of the zoo, started anywhere: verdict, certificate, distance
// and depth as the oracle has them. Then large hulls in contact, or nearly, of which the oracle
// can afford the verdict only: these must be decided from a handful of vertices.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "exact/exact_nearest.h"
#include "exact/exact_pair.h"
#include "exact/oracle.h"
#include "exact/oracle_points.h"
#include "exact/oracle_verdict.h"
#include "glance/generate.h"
#include "support/pair_zoo.h"
#include "support/shorthand.h"
#include "support/test_scale.h"

namespace glance::test {
using namespace rooms::exact;

namespace {

constexpr int kSmallPairs = 30000;

VertexPair any_pair(const Pair& p, Rng& rng) {
  return {rng.below(static_cast<std::uint32_t>(p.a.vertex_count())),
          rng.below(static_cast<std::uint32_t>(p.b.vertex_count()))};
}

void check_certificate(const Pair& p, Verdict verdict, const Certificate& c) {
  ASSERT_EQ(c.verdict, verdict);
  const auto proved = verify(c, {p.a, p.pose_a}, {p.b, p.pose_b});
  ASSERT_TRUE(proved) << proved.error().message << "\n"
                      << dump_query({p.a, p.pose_a}, {p.b, p.pose_b});
}

/// Both bounds hold, and the value is as near to the truth as is promised.
void check_value(const Pair& p, const Distance& d, const Distance& truth) {
  const double value = truth.distance - truth.depth;
  const double size = p.a.extent() + p.b.extent() + truth.distance;
  ASSERT_NEAR(d.distance - d.depth, value, kDistanceAccuracy * size);
  ASSERT_LE(d.lower, d.distance - d.depth);
  ASSERT_GE(d.upper, d.distance - d.depth);
  ASSERT_LE(d.upper - d.lower, kRelativeAccuracy * std::fabs(value) + 1e-300);
  // The oracle's own bounds are wider: it finds its features in doubles.
  ASSERT_LE(d.lower, truth.upper);
  ASSERT_GE(d.upper, truth.lower);
  const double world = 1e-15 * (norm(p.pose_a.translation()) + norm(p.pose_b.translation()));
  const Vec3 between = d.point_b - d.point_a;
  ASSERT_NEAR(norm(between - (d.distance - d.depth) * d.normal), 0, 1e-12 * size + world);
}

class ExactPairs : public testing::TestWithParam<PairClass> {};

TEST_P(ExactPairs, AgreeWithTheOracle) {
  const int count = scaled_count(kSmallPairs / static_cast<int>(std::size(kPairClasses)));
  int verdicts[4] = {};
  for (const int i : random_cases(count)) {
    const Pair p = make_pair(GetParam(), 5000000 + i);
    SCOPED_TRACE(testing::Message() << to_string(GetParam()) << " pair " << 5000000 + i);
    Rng rng(static_cast<std::uint64_t>(i));
    std::vector<VertexPair> start(rng.below(5));
    for (VertexPair& pair : start) pair = any_pair(p, rng);
    const Distance truth = oracle_distance(p.a, p.pose_a, p.b, p.pose_b);
    ExactPair exact(p.a, p.pose_a, p.b, p.pose_b, start);
    verdicts[static_cast<int>(truth.verdict)]++;
    ASSERT_EQ(exact.verdict(), truth.verdict) << dump_query({p.a, p.pose_a}, {p.b, p.pose_b});
    Collision c;
    exact.collide(c);
    ASSERT_NO_FATAL_FAILURE(check_certificate(p, truth.verdict, c.certificate));
    Distance d;
    exact.distance(true, d);
    ASSERT_NO_FATAL_FAILURE(check_value(p, d, truth));
    // Begun with what it ended with, it says the same.
    std::vector<VertexPair> again(c.certificate.hull_pairs().begin(),
                                  c.certificate.hull_pairs().end());
    for (const VertexPair& pair : c.certificate.plane_pairs()) again.push_back(pair);
    again.resize(std::min<std::size_t>(again.size(), 4));
    ExactPair warm(p.a, p.pose_a, p.b, p.pose_b, again);
    Collision w;
    warm.collide(w);
    ASSERT_NO_FATAL_FAILURE(check_certificate(p, truth.verdict, w.certificate));
  }
  std::printf("  %-16s apart %d, touching %d, overlapping %d\n", to_string(GetParam()).c_str(),
              verdicts[0], verdicts[1], verdicts[2]);
}

INSTANTIATE_TEST_SUITE_P(Property, ExactPairs, testing::ValuesIn(kPairClasses),
                         [](const auto& kind) { return to_string(kind.param); });

// --- Near contact: all digits. ---

/// (min n.b - max n.a) / |n| over all vertices.
double gap_along(const ExactPoint& n, const OraclePoints& points) {
  BigInt high = dot(n, points.a[0]), low = dot(n, points.b[0]);
  for (const ExactPoint& p : points.a) high = std::max(high, dot(n, p));
  for (const ExactPoint& p : points.b) low = std::min(low, dot(n, p));
  const BigInt gap = low - high;
  if (gap.is_zero()) return 0;
  const double size = root_of_ratio(gap * gap, dot(n, n), points.exponent);
  return gap.sign() < 0 ? -size : size;
}

/// The depth by the definition: the least overlap along the normal of any face, or of any two
/// edges, without rounding.
double depth_of(const Pair& p, const OraclePoints& points) {
  double least = kInfinity;
  const auto offer = [&](const ExactPoint& n) {
    if (!n.is_zero()) least = std::min({least, -gap_along(n, points), -gap_along(-n, points)});
  };
  const auto faces = [&](const Shape& s, const std::vector<ExactPoint>& v) {
    for (std::uint32_t f = 0; f < s.face_count(); f++) {
      const auto loop = s.face_vertices(f);
      offer(cross(v[loop[1]] - v[loop[0]], v[loop[2]] - v[loop[0]]));
    }
  };
  faces(p.a, points.a);
  faces(p.b, points.b);
  for (std::uint32_t e = 0; e < p.a.edge_count(); e++) {
    const auto [i, j] = p.a.edge_vertices(e);
    for (std::uint32_t g = 0; g < p.b.edge_count(); g++) {
      const auto [k, l] = p.b.edge_vertices(g);
      offer(cross(points.a[j] - points.a[i], points.b[l] - points.b[k]));
    }
  }
  return least;
}

double true_signed_distance(const Pair& p, Verdict verdict) {
  const OraclePoints points = exact_world_points(p.a, p.pose_a, p.b, p.pose_b);
  if (verdict == Verdict::overlapping) return -depth_of(p, points);
  const VertexPair any{};
  return exact_nearest(points, {&any, 1}).distance();
}

/// The sum of all that is promised of the digits of a distance (query.h).
void check_digits(const Pair& p, const Distance& d, double truth) {
  const double value = d.distance - d.depth;
  ASSERT_NEAR(value, truth, kRelativeAccuracy * std::fabs(truth))
      << dump_query({p.a, p.pose_a}, {p.b, p.pose_b});
  ASSERT_LE(d.lower, truth + 0x1p-50 * std::fabs(truth));
  ASSERT_GE(d.upper, truth - 0x1p-50 * std::fabs(truth));
}

class NearContact : public testing::TestWithParam<PairClass> {};

/// By the walk, with and without a cache, and by the search: gaps and depths from 1e-16 to 1e-3
/// have nine digits.
TEST_P(NearContact, DistancesAndDepthsHaveNineDigits) {
  const int count = scaled_count(300);
  int apart = 0, overlapping = 0, narrow = 0;
  for (const int i : random_cases(count)) {
    const Pair p = make_pair(GetParam(), 6000000 + i);
    SCOPED_TRACE(testing::Message() << to_string(GetParam()) << " pair " << 6000000 + i);
    if (p.a.edge_count() * p.b.edge_count() > 2500) continue;
    PairCache cache;
    const Distance d = distance({p.a, p.pose_a}, {p.b, p.pose_b}, {.cache = &cache});
    const double truth = true_signed_distance(p, d.verdict);
    apart += d.verdict == Verdict::apart;
    overlapping += d.verdict == Verdict::overlapping;
    narrow += std::fabs(truth) < 1e-6 * (p.a.extent() + p.b.extent());
    ASSERT_NO_FATAL_FAILURE(check_digits(p, d, truth));
    const Distance again = distance({p.a, p.pose_a}, {p.b, p.pose_b}, {.cache = &cache});
    ASSERT_EQ(again.verdict, d.verdict);
    ASSERT_NO_FATAL_FAILURE(check_digits(p, again, truth));
    const Distance gjk =
        distance({p.a, p.pose_a}, {p.b, p.pose_b}, {.tuning = {.method = QueryMethod::gjk}});
    ASSERT_NO_FATAL_FAILURE(check_digits(p, gjk, truth));
    ASSERT_NO_FATAL_FAILURE(check_certificate(p, d.verdict, d.certificate));
    ASSERT_NO_FATAL_FAILURE(check_certificate(p, d.verdict, again.certificate));
  }
  std::printf("  %-16s apart %d, overlapping %d, nearer than 1e-6 of the size %d\n",
              to_string(GetParam()).c_str(), apart, overlapping, narrow);
}

INSTANTIATE_TEST_SUITE_P(Property, NearContact,
                         testing::Values(PairClass::random_hulls, PairClass::face_contact,
                                         PairClass::edge_contact, PairClass::vertex_contact,
                                         PairClass::slivers, PairClass::needles, PairClass::plates,
                                         PairClass::flat, PairClass::identical,
                                         PairClass::near_parallel, PairClass::tiny_rotation,
                                         PairClass::offsets),
                         [](const auto& kind) { return to_string(kind.param); });

// --- Large hulls. ---

/// About so many vertices on the unit sphere, with so few binary places that points between them
/// are doubles too.
Shape lattice_hull(int vertices, std::uint64_t seed) {
  Rng rng(seed);
  std::vector<Vec3> points(static_cast<std::size_t>(vertices));
  for (Vec3& p : points) {
    p = rng.direction();
    for (int i = 0; i < 3; i++) p[i] = std::round(p[i] * 0x1p26) * 0x1p-26;
  }
  return hull(points);
}

enum class Meeting { vertices, edges, faces };
constexpr Meeting kMeetings[] = {Meeting::vertices, Meeting::edges, Meeting::faces};

/// A hull and its reflection in a point of its surface: they touch there, exactly, and nowhere
/// else (but for the face or edge that the point is on).
struct LargePair : Pair {
  Vec3 outward;  ///< of the unit sphere, in the world
};

LargePair in_contact(const Shape& a, Meeting meeting, bool turned, Rng& rng) {
  const auto below = [&](std::size_t n) { return rng.below(static_cast<std::uint32_t>(n)); };
  Vec3 centre = a.vertices()[below(a.vertex_count())];
  if (meeting == Meeting::edges) {
    const auto [i, j] = a.edge_vertices(below(a.edge_count()));
    centre = (a.vertices()[i] + a.vertices()[j]) * 0.5;
  } else if (meeting == Meeting::faces) {
    const auto loop = a.face_vertices(below(a.face_count()));
    centre = (a.vertices()[loop[0]] + a.vertices()[loop[1]] + 2 * a.vertices()[loop[2]]) * 0.25;
  }
  std::vector<Vec3> reflected;
  for (const Vec3& v : a.vertices()) reflected.push_back(2 * centre - v);
  const Pose pose = turned ? posed(rng.rotation(), rng.in_box(3)) : Pose();
  return {{a, pose, hull(reflected), pose, Verdict::touching, 0.0},
          multiply(pose.rotation(), normalized(centre))};
}

/// B moved outward: the bodies are then about so far apart, or overlap so far.
Pair moved_apart(const LargePair& p, double by) {
  Pair moved = p;
  moved.pose_b =
      Pose::make(p.pose_b.rotation(), Vec3(p.pose_b.translation() + by * p.outward)).value();
  return moved;
}

/// Once these took 14 ms (collide) and 1.2 s (distance) of 2,000 vertices, and of 20,000
/// vertices there was no answer in 200 s: every vertex was made exact, and every pair of features
/// looked at. What bounds the time is the number of exact vertices and steps.
TEST(LargeHulls, ContactIsDecidedFromAHandfulOfVertices) {
  for (const int vertices : {2000, 20000}) {
    const Shape a = lattice_hull(vertices, 7);
    Rng rng(random_seed(3));
    for (const Meeting meeting : kMeetings) {
      for (const bool is_turned : {false, true}) {
        if (vertices > 2000 && (!is_turned || meeting == Meeting::edges)) continue;  // slow to make
        const LargePair p = in_contact(a, meeting, is_turned, rng);
        SCOPED_TRACE(testing::Message() << vertices << " vertices, meeting "
                                        << static_cast<int>(meeting) << " turned " << is_turned);
        PairCache cache;
        const Collision c = collide({p.a, p.pose_a}, {p.b, p.pose_b}, {.cache = &cache});
        const Distance d = distance({p.a, p.pose_a}, {p.b, p.pose_b});
        ASSERT_NO_FATAL_FAILURE(check_certificate(p, Verdict::touching, c.certificate));
        ASSERT_NO_FATAL_FAILURE(check_certificate(p, Verdict::touching, d.certificate));
        EXPECT_EQ(c.verdict, Verdict::touching);
        EXPECT_EQ(d.verdict, Verdict::touching);
        EXPECT_EQ(d.distance, 0);
        EXPECT_LE(c.work.exact_pivots, 40u);
        EXPECT_LE(d.work.exact_pivots, 40u);
        // At rest: what was found proves it again.
        const Collision again = collide({p.a, p.pose_a}, {p.b, p.pose_b}, {.cache = &cache});
        EXPECT_EQ(again.verdict, Verdict::touching);
        EXPECT_TRUE(again.work.from_cache);
        EXPECT_LE(again.work.exact_pivots, 2u);
        ASSERT_NO_FATAL_FAILURE(check_certificate(p, Verdict::touching, again.certificate));
        // From the far sides of both.
        const ExactPair exact(p.a, p.pose_a, p.b, p.pose_b, {});
        EXPECT_EQ(exact.verdict(), Verdict::touching);
        EXPECT_LE(exact.bodies().vertices_made(), 300u);
      }
    }
  }
}

TEST(LargeHulls, NearContactAgreesWithTheVerdictOfTheOracle) {
  const int count = scaled_count(60);
  int apart = 0, overlapping = 0;
  for (const int i : random_cases(count)) {
    SCOPED_TRACE(i);
    Rng rng(static_cast<std::uint64_t>(1000 + i));
    const int vertices = 500 + static_cast<int>(rng.below(i % 10 == 0 ? 4500 : 1000));
    const Shape a = lattice_hull(vertices, static_cast<std::uint64_t>(i));
    const LargePair contact = in_contact(a, kMeetings[i % 3], i % 2 == 0, rng);
    const double size = i % 7 == 0 ? 0 : power_of_ten(rng, -18, -6);
    const Pair p = moved_apart(contact, rng.chance(0.5) ? size : -size);
    const Verdict truth = oracle_verdict(exact_world_points(p.a, p.pose_a, p.b, p.pose_b)).verdict;
    apart += truth == Verdict::apart;
    overlapping += truth == Verdict::overlapping;
    PairCache cache;
    for (int k = 0; k < 2; k++) {
      const Collision c = collide({p.a, p.pose_a}, {p.b, p.pose_b}, {.cache = &cache});
      ASSERT_EQ(c.verdict, truth);
      ASSERT_NO_FATAL_FAILURE(check_certificate(p, truth, c.certificate));
      const Distance d = distance({p.a, p.pose_a}, {p.b, p.pose_b}, {.cache = &cache});
      ASSERT_EQ(d.verdict, truth);
      ASSERT_NO_FATAL_FAILURE(check_certificate(p, truth, d.certificate));
      ASSERT_LE(std::fabs(d.distance - d.depth), 1.01 * size + 1e-15);
      ASSERT_LE(d.upper - d.lower, kRelativeAccuracy * std::fabs(d.distance - d.depth));
      ASSERT_LE(d.work.exact_pivots, 60u);
    }
  }
  std::printf("  large hulls: apart %d, overlapping %d of %d\n", apart, overlapping, count);
  if (count >= 60) {
    EXPECT_GE(apart, 12);
    EXPECT_GE(overlapping, 12);
  }
}

}  // namespace
}  // namespace glance::test
