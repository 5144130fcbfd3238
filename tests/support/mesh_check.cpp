#include "support/mesh_check.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "glance/convexity.h"
#include "support/shorthand.h"

namespace glance::test {
namespace {

Pose pose_of(const CompoundPart& part, const Pose& body) {
  // A triangle of a mesh has the pose of the mesh.
  return part.pose == Pose() ? body
                             : Pose::make(compose(body.rotation(), part.pose.rotation()),
                                          body.apply(part.pose.translation()))
                                   .value();
}

Shape hull_of(const PlainMesh& mesh) {
  std::vector<Vec3> used;
  for (const Triangle& t : mesh.triangles) {
    for (const std::uint32_t v : t) used.push_back(mesh.vertices[v]);
  }
  return Shape::hull(used).value();
}

/// A certificate that proves something about the two triangles named proves it.
void check_certificate(KnownMeshes& known, const Shape& a, const Shape& b, const SubShape& sub_a,
                       const SubShape& sub_b, const Certificate& certificate) {
  const TwoPoses& p = known.mesh_case().poses;
  const Result<CompoundPart> part_a = a.sub_shape(sub_a), part_b = b.sub_shape(sub_b);
  ASSERT_TRUE(part_a) << part_a.error().message;
  ASSERT_TRUE(part_b) << part_b.error().message;
  const Result<void> proved = verify(certificate, {part_a->shape, pose_of(*part_a, p.a)},
                                     {part_b->shape, pose_of(*part_b, p.b)});
  ASSERT_TRUE(proved) << proved.error().message;
}

/// What an answer says of the triangles that it names.
void check_named(KnownMeshes& known, const Shape& a, const Shape& b, Verdict verdict,
                 const SubShape& sub_a, const SubShape& sub_b, const Certificate& certificate) {
  const MeshCase& c = known.mesh_case();
  ASSERT_EQ(sub_a.part, SubShape::kNone);
  ASSERT_EQ(sub_b.part, SubShape::kNone);
  if (verdict == Verdict::apart) {
    if (certificate.verdict == Verdict::undecided) return;
    ASSERT_EQ(certificate.verdict, Verdict::apart);
    // It separates the whole: so it does the hulls.
    ASSERT_EQ(certificate.plane_count, 0);
    const Result<void> proved =
        verify(certificate, {hull_of(c.plain_a()), c.poses.a}, {hull_of(c.plain_b()), c.poses.b});
    ASSERT_TRUE(proved) << proved.error().message;
    return;
  }
  bool by_triangles = false;
  for (const MeetingTriangles& m : known.truth().meeting()) {
    by_triangles = by_triangles || m.verdict == verdict;
  }
  if (!by_triangles) return;  // one is inside the other
  const int i = c.plain_a().find(sub_a.triangle), j = c.plain_b().find(sub_b.triangle);
  ASSERT_GE(i, 0) << sub_a.triangle;
  ASSERT_GE(j, 0) << sub_b.triangle;
  const Verdict named =
      known.truth().exact_verdict(static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j));
  ASSERT_EQ(to_string(named), to_string(verdict))
      << "triangles " << sub_a.triangle << ", " << sub_b.triangle;
  ASSERT_EQ(to_string(certificate.verdict), to_string(verdict));
  ASSERT_NO_FATAL_FAILURE(check_certificate(known, a, b, sub_a, sub_b, certificate));
}

}  // namespace

MeshSpecimen::MeshSpecimen(MeshName name, std::uint64_t seed, double scale)
    : name_(name),
      model_(make_mesh_model(name, seed, scale)),
      surface_(model_, false),
      solid_(model_, true) {}

const Shape& MeshSpecimen::shape(const MeshOptions& options) const {
  for (const auto& [made_with, shape] : shapes_) {
    if (made_with == options) return shape;
  }
  const Result<Shape> made = Shape::mesh(model_.vertices, model_.triangles, options);
  if (!made) {
    ADD_FAILURE() << to_string(name_) << ": " << made.error().message;
    std::abort();
  }
  shapes_.emplace_back(options, *made);
  return shapes_.back().second;
}

const MeshSpecimen& specimen(MeshName name, std::uint64_t seed, double scale) {
  static std::map<std::tuple<MeshName, std::uint64_t, double>, std::unique_ptr<MeshSpecimen>> all;
  std::unique_ptr<MeshSpecimen>& at = all[{name, seed, scale}];
  if (!at) at = std::make_unique<MeshSpecimen>(name, seed, scale);
  return *at;
}

Shape MeshCase::shape_a(MeshOptions options) const {
  options.solid = solid_a;
  return a->shape(options);
}

Shape MeshCase::shape_b(MeshOptions options) const {
  options.solid = solid_b;
  return b->shape(options);
}

MeshCase make_mesh_case(Placing placing, int index) {
  Rng rng(static_cast<std::uint64_t>(index) * 16 + static_cast<std::uint64_t>(placing));
  const auto name_a = static_cast<MeshName>(index % kMeshCount);
  auto name_b = static_cast<MeshName>(rng.below(kMeshCount));
  if (placing == Placing::lattice && rng.chance(0.8)) {
    while (!specimen(name_b, 2).model().integer) {
      name_b = static_cast<MeshName>(rng.below(kMeshCount));
    }
  }
  // B as large as A, or so much smaller that it may be inside; sometimes at its own size.
  const auto own_scale = [](MeshName name) {
    return name == MeshName::huge ? 0x1p133 : name == MeshName::tiny ? 0x1p-133 : 1;
  };
  double scale = own_scale(name_a) / own_scale(name_b);
  if (placing == Placing::inside) scale /= 8;
  if (rng.chance(0.05)) scale = 1;
  MeshCase c;
  c.a = &specimen(name_a, 1);
  c.b = &specimen(name_b, rng.chance(0.2) ? 1 : 2, scale);
  c.solid_a = c.a->model().closed && rng.chance(0.75);
  c.solid_b = c.b->model().closed && rng.chance(0.75);
  if (rng.chance(0.5)) {
    std::swap(c.a, c.b);
    std::swap(c.solid_a, c.solid_b);
  }
  c.poses = place(c.a->model(), c.b->model(), placing, rng);
  return c;
}

MeshCase make_grazing_case(int index) {
  MeshCase c = make_mesh_case(index % 4 == 0 ? Placing::lattice : Placing::near, 100000 + index);
  MeshReference truth(c.plain_a(), c.poses.a, c.plain_b(), c.poses.b);
  if (truth.verdict() != Verdict::apart) return c;
  Rng rng(static_cast<std::uint64_t>(index));
  RealVec way = truth.way();
  if (!rng.chance(0.2)) way *= 1 + Real((rng.chance(0.5) ? 1 : -1) * power_of_ten(rng, -16, -6));
  c.poses.b = moved(c.poses.b, rounded(way));
  return c;
}

KnownMeshes::KnownMeshes(const MeshCase& of)
    : case_(of),
      truth_(std::make_unique<MeshReference>(case_.plain_a(), case_.poses.a, case_.plain_b(),
                                             case_.poses.b)) {}

bool KnownMeshes::agrees(Verdict verdict) {
  const bool open = truth_->verdict() == Verdict::touching && (case_.solid_a || case_.solid_b);
  if (!open) return verdict == truth_->verdict();
  if (!settled_) settled_ = verdict;
  return verdict == *settled_ && (verdict == Verdict::touching || verdict == Verdict::overlapping);
}

double KnownMeshes::size() {
  return case_.a->model().size + case_.b->model().size + static_cast<double>(truth_->distance());
}

double KnownMeshes::in_world() const {
  double most = 0;
  for (const auto& [mesh, pose] :
       {std::pair(case_.a, &case_.poses.a), std::pair(case_.b, &case_.poses.b)}) {
    most = std::max({most, mesh->model().centre.abs().max_component() + mesh->model().size,
                     pose->translation().abs().max_component()});
  }
  return 0x1p-48 * most;
}

double KnownMeshes::reference_error() { return 0x1p-12 * in_world(); }

std::string KnownMeshes::describe() {
  const auto text = [](const Pose& pose) {
    const Mat3& r = pose.rotation();
    const Vec3& t = pose.translation();
    std::string s = "[";
    for (int i = 0; i < 9; i++) s += fmt::format("{}{}", i ? ", " : "", r(i / 3, i % 3));
    return s + fmt::format("], ({}, {}, {})", t.x(), t.y(), t.z());
  };
  return fmt::format("{}{} at {}\n{}{} at {}\nin truth {}, distance {}, {} pairs",
                     to_string(case_.a->name()), case_.solid_a ? " (solid)" : "",
                     text(case_.poses.a), to_string(case_.b->name()),
                     case_.solid_b ? " (solid)" : "", text(case_.poses.b), to_string(verdict()),
                     static_cast<double>(truth_->distance()), truth_->meeting().size());
}

void check_collision(KnownMeshes& known, const Shape& a, const Shape& b, const Collision& c) {
  ASSERT_TRUE(known.agrees(c.verdict)) << to_string(c.verdict);
  ASSERT_NO_FATAL_FAILURE(check_named(known, a, b, c.verdict, c.sub_a, c.sub_b, c.certificate));
}

void check_distance(KnownMeshes& known, const Shape& a, const Shape& b, const Distance& d) {
  ASSERT_TRUE(known.agrees(d.verdict)) << to_string(d.verdict);
  ASSERT_NO_FATAL_FAILURE(check_named(known, a, b, d.verdict, d.sub_a, d.sub_b, d.certificate));
  const double truth = static_cast<double>(known.truth().distance());
  const double error = kDistanceAccuracy * known.size();
  ASSERT_NEAR(d.distance, truth, error);
  ASSERT_EQ(d.distance > 0, d.verdict == Verdict::apart);
  if (d.verdict == Verdict::overlapping) return;
  ASSERT_LE(d.lower, truth * (1 + 1e-15) + known.reference_error());
  ASSERT_GE(d.upper, truth * (1 - 1e-15) - known.reference_error());
  ASSERT_LE(d.upper - d.lower, 2 * error);
  const double in_world = known.in_world();
  ASSERT_NEAR(norm(d.point_b - d.point_a), d.distance, error + in_world);
  const MeshCase& c = known.mesh_case();
  const int i = c.plain_a().find(d.sub_a.triangle), j = c.plain_b().find(d.sub_b.triangle);
  ASSERT_GE(i, 0) << d.sub_a.triangle;
  ASSERT_GE(j, 0) << d.sub_b.triangle;
  ASSERT_LE(distance_to_triangle(c.plain_a(), c.poses.a, static_cast<std::uint32_t>(i), d.point_a),
            error + in_world);
  ASSERT_LE(distance_to_triangle(c.plain_b(), c.poses.b, static_cast<std::uint32_t>(j), d.point_b),
            error + in_world);
  if (d.verdict != Verdict::apart) return;
  ASSERT_NEAR(norm(d.normal), 1, 1e-14);
  if (d.distance > 1e3 * in_world) {
    ASSERT_GE(dot(d.normal, d.point_b - d.point_a), d.distance * (1 - 1e-6) - error - in_world);
  }
}

void check_depth(KnownMeshes& known, const Distance& d) {
  ASSERT_TRUE(known.agrees(d.verdict)) << to_string(d.verdict);
  if (d.verdict != Verdict::overlapping) return;
  const MeshCase& c = known.mesh_case();
  const double error = 4 * kDistanceAccuracy * known.size();
  const Shape hull_a = hull_of(c.plain_a()), hull_b = hull_of(c.plain_b());
  ASSERT_LE(d.lower, d.upper);
  // Of two solids that are exactly convex the depth is known.
  const auto is_full = [](const MeshSpecimen& s, bool solid) {
    return solid && convexity(s.shape({.solid = true}))->exactly_convex;
  };
  const bool exact = is_full(*c.a, c.solid_a) && is_full(*c.b, c.solid_b);
  const double deepest = static_cast<double>(known.truth().deepest_vertex());
  ASSERT_NEAR(d.upper, exact ? -d.depth : -deepest, error);
  ASSERT_GE(d.depth, -error - d.upper);
  const Distance hulls = distance({hull_a, c.poses.a}, {hull_b, c.poses.b});
  ASSERT_NEAR(d.depth, hulls.depth, error);
  ASSERT_NEAR(d.lower, -hulls.depth, error);
}

void check_parts(KnownMeshes& known, const std::vector<TouchingParts>& found, bool segments) {
  const std::vector<MeetingTriangles>& truth = known.truth().meeting();
  ASSERT_EQ(found.size(), truth.size());
  const MeshCase& c = known.mesh_case();
  const double error = 1e-9 * known.size();
  for (std::size_t n = 0; n < found.size(); n++) {
    const TouchingParts& f = found[n];
    ASSERT_EQ((SubShape{SubShape::kNone, truth[n].a}), f.a) << n << ": triangle " << f.a.triangle;
    ASSERT_EQ((SubShape{SubShape::kNone, truth[n].b}), f.b) << n << ": triangle " << f.b.triangle;
    ASSERT_EQ(to_string(f.verdict), to_string(truth[n].verdict))
        << f.a.triangle << " " << f.b.triangle;
    if (!segments) continue;
    const auto i = static_cast<std::uint32_t>(c.plain_a().find(f.a.triangle));
    const auto j = static_cast<std::uint32_t>(c.plain_b().find(f.b.triangle));
    for (const Vec3& end : {f.from, f.to}) {
      ASSERT_LE(distance_to_triangle(c.plain_a(), c.poses.a, i, end), error + known.in_world());
      ASSERT_LE(distance_to_triangle(c.plain_b(), c.poses.b, j, end), error + known.in_world());
    }
    const SharedSegment s = known.truth().shared(i, j);
    ASSERT_EQ(f.whole, s.whole);
    if (s.whole) {
      ASSERT_EQ(f.from, f.to);
    } else {
      const Vec3 from = f.from - c.poses.a.translation(), to = f.to - c.poses.a.translation();
      const double straight = std::max(norm(from - s.from), norm(to - s.to));
      const double turned = std::max(norm(from - s.to), norm(to - s.from));
      ASSERT_LE(std::min(straight, turned), error + 1e3 * known.in_world())
          << "triangles " << f.a.triangle << ", " << f.b.triangle;
    }
  }
}

void check_nearness(KnownMeshes& known, const Shape& a, const Shape& b, PairCache* cache,
                    const QueryOptions& options) {
  const TwoPoses& p = known.mesh_case().poses;
  const double truth = static_cast<double>(known.truth().distance());
  const double clear = 3 * kDistanceAccuracy * known.size();
  const auto ask = [&](double limit) {
    return cache ? nearer_than({a, p.a}, {b, p.b}, limit, options.with(*cache))
                 : nearer_than({a, p.a}, {b, p.b}, limit, options);
  };
  for (const double limit :
       {truth + clear, truth - clear, truth * 1.5 + clear, truth / 2, known.size() * 2}) {
    if (limit < 0) continue;
    const bool nearer = truth < limit;
    if (!nearer && known.verdict() != Verdict::apart) continue;  // a limit of 0
    const Result<Nearness> n = ask(limit);
    ASSERT_TRUE(n);
    if (n->proved || std::fabs(limit - truth) > clear / 2) {
      ASSERT_EQ(n->nearer, nearer) << "limit " << limit << (n->proved ? ", proved" : "")
                                   << ", bounds " << n->lower << " .. " << n->upper;
    }
    if (std::fabs(limit - truth) > clear / 2) {  // else it may lie between the bounds
      ASSERT_TRUE(n->proved) << "limit " << limit;
    }
    if (known.verdict() != Verdict::overlapping) {
      ASSERT_LE(n->lower, truth * (1 + 1e-15) + known.reference_error()) << "limit " << limit;
      ASSERT_GE(n->upper, truth * (1 - 1e-15) - known.reference_error()) << "limit " << limit;
    }
  }
}

}  // namespace glance::test
