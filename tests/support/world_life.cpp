#include "support/world_life.h"
#include "geom/shape_access.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/bytes.h"
#include "glance/generate.h"
#include "support/all_kinds.h"
#include "support/part_bodies.h"

namespace glance::test {
using namespace rooms::base;

namespace {

std::vector<Shape> shapes_of(Life life, Rng& rng) {
  std::vector<Shape> shapes;
  if (life == Life::blocks) {
    for (const Vec3& half : {Vec3(0.5, 0.5, 0.5), Vec3(1, 0.5, 0.5), Vec3(0.5, 0.5, 0)}) {
      shapes.push_back(Shape::box(half).value());
    }
    return shapes;
  }
  if (life == Life::parts) {
    shapes = shapes_with_parts();
    for (const Shape& shape : shapes_of(Life::tumbling, rng)) shapes.push_back(shape);
    shapes.push_back(Shape::cylinder(0.5, 0.5).value());
    shapes.push_back(Shape::halfspace({0, 0, 1}, -1).value());
    return shapes;
  }
  if (life == Life::kinds) {
    for (const Shape& shape : all_bounded_kinds()) {
      if (rng.chance(0.5) || shape.kind() > ShapeKind::hull) shapes.push_back(shape);
    }
    shapes.push_back(Shape::halfspace({0, 0, 1}, -1).value());
    shapes.push_back(Shape::halfspace(rng.direction(), -2)->rounded(0.1).value());
    return shapes;
  }
  for (const int faces : {4, 8, 20, 36, 60, 120}) {
    const Vec3 stretch(1, rng.uniform(0.3, 1), rng.uniform(0.3, 1));
    shapes.push_back(random_polytope(rng.bits(), faces, stretch).value());
  }
  shapes.push_back(Shape::box({0.7, 0.7, 0.7}).value());
  shapes.push_back(Shape::box({1.5, 0.1, 0.1}).value());
  shapes.push_back(Shape::box({1, 1, 0}).value());
  const Vec3 segment[] = {{-1, 0, 0.25}, {1, 0.5, 0}};
  shapes.push_back(Shape::hull(segment).value());
  return shapes;
}

BodyPair pair_of(BodyId a, BodyId b) { return a < b ? BodyPair{a, b} : BodyPair{b, a}; }

Mat3 quarter_turn(Rng& rng) {
  const Mat3 turn(0, -1, 0, 1, 0, 0, 0, 0, 1);
  Mat3 result = Mat3::identity();
  for (std::uint32_t n = rng.below(4); n > 0; n--) result = compose(turn, result);
  return result;
}

}  // namespace

WorldLife::WorldLife(Life life, std::uint64_t seed, std::uint32_t bodies)
    : life_(life), rng_(seed), count_(bodies), room_(1.1 * std::cbrt(bodies)) {
  shapes_ = shapes_of(life, rng_);
}

template <class Do>
void WorldLife::all(Do act) {
  for (Follower& f : worlds_) {
    acting_ = &f;
    act(*f.world, f.boxes);
  }
}

BodyId WorldLife::own(BodyId id) const {
  const std::vector<BodyId>& ids = acting_->ids;
  return id.index < ids.size() && ids[id.index] == id ? ids[id.index] : id;
}

BodyId WorldLife::any() {
  auto place = bodies_.begin();
  std::advance(place, rng_.below(static_cast<std::uint32_t>(bodies_.size())));
  return place->first;
}

Shape WorldLife::any_shape() {
  const Shape& shape = shapes_[rng_.below(static_cast<std::uint32_t>(shapes_.size()))];
  if (share_shapes) return shape;
  return geom::restore_shape(shape.kind(), shape.vertices(), shape.sizes(), shape.plane_offset(),
                             shape.rounding())
      .value();
}

Pose WorldLife::anywhere() {
  const Vec3 p = rng_.in_box(room_);
  if (life_ != Life::blocks) return Pose::make(rng_.rotation(), p).value();
  return Pose::make(quarter_turn(rng_),
                    Vec3(std::round(2 * p.x()), std::round(2 * p.y()), std::round(2 * p.z())) / 2)
      .value();
}

Pose WorldLife::near(const Pose& pose) {
  if (life_ == Life::blocks) {
    Vec3 p = pose.translation();
    double& x = p[static_cast<int>(rng_.below(3))];
    const bool forward = rng_.chance(0.5), outside = std::fabs(x) > room_;
    x += (outside ? x < 0 : forward) ? 0.5 : -0.5;  // back in: else all would part in time
    return Pose::make(pose.rotation(), p).value();
  }
  const Vec3 turn = rng_.direction() * 0.1;
  const Vec3 inward = pose.translation() * (norm(pose.translation()) > room_ ? -0.1 : 0);
  return Pose::make(compose(rotation_matrix(Quat::from_rotation_vector(turn)), pose.rotation()),
                    pose.translation() + rng_.direction() * 0.1 + inward)
      .value();
}

void WorldLife::come() {
  BodyOptions body{.shape = any_shape(), .pose = anywhere()};
  if (rng_.chance(0.2)) body.scale = rng_.chance(0.5) ? 0.5 : 1.5;
  body.is_static = rng_.chance(0.2);
  body.boxes = static_cast<BoxKind>(rng_.below(3));
  body.fast = rng_.chance(0.2);
  if (rng_.chance(0.1)) body.group = 1u << rng_.below(3);
  if (rng_.chance(0.1)) body.mask = 5;
  BodyId given;  // by the first world
  all([&](World& world, std::optional<BoxKind> boxes) {
    BodyOptions own_body = body;
    if (boxes) own_body.boxes = *boxes;
    const BodyId id = world.add(own_body).value();
    if (&world == worlds_[0].world) given = id;
    ASSERT_EQ(id, given);
    acting_->ids.resize(std::max<std::size_t>(acting_->ids.size(), id.index + 1));
    acting_->ids[id.index] = id;
  });
  const Shape scaled = body.scale == 1 ? body.shape : body.shape.scaled(body.scale).value();
  bodies_.emplace(given, Member{body, scaled});
}

void WorldLife::go(BodyId id) {
  all([&](World& world, auto) { ASSERT_TRUE(world.remove(own(id))); });
  bodies_.erase(id);
  std::erase_if(exceptions_, [&](const BodyPair& p) { return p.a == id || p.b == id; });
}

void WorldLife::begin() {
  for (std::uint32_t i = 0; i < count_; i++) come();
}

void WorldLife::move_some() {
  std::vector<BodyId> ids;
  std::vector<Pose> poses;
  for (auto& [id, member] : bodies_) {
    if (member.body.is_static ? !rng_.chance(0.02) : !rng_.chance(motion)) continue;
    member.body.pose = rng_.chance(0.03) ? anywhere() : near(member.body.pose);
    ids.push_back(id);
    poses.push_back(member.body.pose);
  }
  all([&](World& world, auto) {
    std::vector<BodyId> own_ids;
    for (const BodyId id : ids) own_ids.push_back(own(id));
    ASSERT_TRUE(world.set_poses(own_ids, poses));
  });
}

void WorldLife::set_active(BodyId a, BodyId b, bool active) {
  if (a == b) return;
  all([&](World& world, auto) {
    ASSERT_TRUE(active ? world.activate(own(a), own(b)) : world.deactivate(own(b), own(a)));
  });
  if (active == active_) {
    exceptions_.erase(pair_of(a, b));
  } else {
    exceptions_.insert(pair_of(a, b));
  }
}

void WorldLife::change_something() {
  if (bodies_.size() < 3) return come();
  const BodyId id = any();
  Member& member = bodies_.at(id);
  switch (rng_.below(14)) {
    case 0:
    case 1: go(id); break;
    case 2:
    case 3: come(); break;
    case 4: {  // seen by nobody
      come();
      go(bodies_.rbegin()->first);
      break;
    }
    case 5: {
      const double scale = rng_.chance(0.5) ? 1 : rng_.uniform(0.5, 1.5);
      all([&](World& world, auto) { ASSERT_TRUE(world.set_scale(own(id), scale)); });
      member.body.scale = scale;
      member.scaled = scale == 1 ? member.body.shape : member.body.shape.scaled(scale).value();
      break;
    }
    case 6: {
      const Shape shape = any_shape();
      all([&](World& world, auto) { ASSERT_TRUE(world.set_shape(own(id), shape)); });
      member.body.shape = shape;
      member.scaled = member.body.scale == 1 ? shape : shape.scaled(member.body.scale).value();
      break;
    }
    case 7: {
      const bool fixed = rng_.chance(0.4);
      all([&](World& world, auto) { ASSERT_TRUE(world.set_static(own(id), fixed)); });
      member.body.is_static = fixed;
      break;
    }
    case 8: {
      const std::uint32_t group = 1u << rng_.below(3), mask = rng_.chance(0.8) ? UINT32_MAX : 3;
      all([&](World& world, auto) { ASSERT_TRUE(world.set_filter(own(id), group, mask)); });
      member.body.group = group;
      member.body.mask = mask;
      break;
    }
    case 11: {
      const bool fast = rng_.chance(0.5);
      all([&](World& world, auto) { ASSERT_TRUE(world.set_fast(own(id), fast)); });
      member.body.fast = fast;
      break;
    }
    case 12: {
      member.body.pose = anywhere();
      all([&](World& world, auto) { ASSERT_TRUE(world.place(own(id), member.body.pose)); });
      break;
    }
    case 9:
    case 10: set_active(id, any(), rng_.chance(0.4)); break;
    default:
      if (!rng_.chance(0.3)) break;
      active_ = active_ ? !rng_.chance(0.1) : true;
      all([&](World& world, auto) { active_ ? world.activate_all() : world.deactivate_all(); });
      exceptions_.clear();
  }
}

void WorldLife::step() {
  if (!rng_.chance(0.1)) move_some();  // sometimes all rest
  for (int i = 0; i < 3; i++) {
    if (rng_.chance(change)) change_something();
  }
}

bool WorldLife::allowed(BodyId a, BodyId b) const {
  const BodyOptions &x = bodies_.at(a).body, &y = bodies_.at(b).body;
  return !(x.is_static && y.is_static) && (x.group & y.mask) && (y.group & x.mask) &&
         active_ != exceptions_.contains(pair_of(a, b));
}

std::set<BodyPair> WorldLife::touching(QueryMethod method) const {
  std::set<BodyPair> pairs;
  for (auto a = bodies_.begin(); a != bodies_.end(); ++a) {
    for (auto b = std::next(a); b != bodies_.end(); ++b) {
      if (!allowed(a->first, b->first)) continue;
      const Verdict verdict =
          collide({a->second.scaled, a->second.body.pose}, {b->second.scaled, b->second.body.pose},
                  {.margin = margin, .tuning = {.method = method}})
              .verdict;
      if (verdict != Verdict::apart) pairs.insert({a->first, b->first});
    }
  }
  return pairs;
}

namespace {

void put(BodyId id, ByteWriter& out) {
  out.put(id.index);
  out.put(id.generation);
}

void put(FeatureId feature, ByteWriter& out) {
  out.put(static_cast<std::uint8_t>(feature.kind));
  out.put(feature.index);
}

void put(const PairReport& r, ByteWriter& out) {
  put(r.a, out);
  put(r.b, out);
  out.put(r.begun);
  out.put(static_cast<std::uint8_t>(r.verdict));
  for (const double x : {r.distance, r.depth, r.lower, r.upper}) out.put(x);
  for (const Vec3& v :
       {r.normal, r.point_a, r.point_b, r.certificate.direction, r.certificate.point})
    out.put(v);
  put(r.feature_a, out);
  put(r.feature_b, out);
  const Certificate& c = r.certificate;
  for (const int n :
       {static_cast<int>(c.verdict), int{c.plane_count}, int{c.pair_count}, int{c.axis}}) {
    out.put(static_cast<std::uint8_t>(n));
  }
  for (const VertexPair& p : c.plane_pairs()) out.put(std::uint64_t{p.a} << 32 | p.b);
  for (const VertexPair& p : c.hull_pairs()) out.put(std::uint64_t{p.a} << 32 | p.b);
  for (const std::uint32_t n :
       {r.work.feature_steps, r.work.simplex_steps, r.work.vertex_steps, r.work.exact_pivots,
        r.work.depth_steps, r.work.lp_steps, static_cast<std::uint32_t>(r.work.method),
        r.work.volume_updates, r.work.volume_tests, r.work.primitive_tests, r.work.list_entries,
        r.sub_a.part, r.sub_a.triangle, r.sub_b.part, r.sub_b.triangle}) {
    out.put(n);
  }
  for (const bool b : {r.work.from_cache, r.work.handed_over, r.work.exact, r.work.interrupted}) {
    out.put(b);
  }
}

void put(const ContactPoint& p, ByteWriter& out) {
  for (const Vec3& v : {p.point_a, p.point_b}) out.put(v);
  out.put(p.depth);
  put(p.feature_a, out);
  put(p.feature_b, out);
  out.put(p.id);
  for (const SubShape& sub : {p.sub_a, p.sub_b}) {
    out.put(sub.part);
    out.put(sub.triangle);
  }
}

}  // namespace

std::vector<std::byte> digest(const FrameReport& report) {
  ByteWriter out;
  for (const auto& list : {report.touching, report.undecided, report.pairs}) {
    out.put(std::uint64_t{list.size()});
    for (const PairReport& r : list) {
      put(r, out);
      out.put(std::uint64_t{r.contact_count});
      for (const ContactPoint& point : report.contacts(r)) put(point, out);
    }
  }
  for (const auto& list : {report.begun, report.ended}) {
    out.put(std::uint64_t{list.size()});
    for (const BodyPair& pair : list) {
      put(pair.a, out);
      put(pair.b, out);
    }
  }
  out.put(std::uint64_t{report.swept_contacts.size()});
  for (const SweptContact& m : report.swept_contacts) {
    put(m.a, out);
    put(m.b, out);
    for (const double x : {m.time, m.lower, m.upper}) out.put(x);
    for (const Vec3& v : {m.point, m.normal}) out.put(v);
    for (const bool b : {m.grazing, m.undecided}) out.put(b);
    for (const SubShape& sub : {m.sub_a, m.sub_b}) {
      out.put(sub.part);
      out.put(sub.triangle);
    }
  }
  out.put(std::uint64_t{report.sphere_pairs.size()});
  for (const SpherePair& s : report.sphere_pairs) {
    put(s.a, out);
    put(s.b, out);
    for (const Vec3& v : {s.center_a, s.center_b}) out.put(v);
    for (const double x : {s.radius_a, s.radius_b}) out.put(x);
  }
  const BudgetReport& critical = report.budget;
  for (const std::size_t n :
       {critical.asked, critical.undecided, critical.glanced_at, critical.undecided_sweeps}) {
    out.put(std::uint64_t{n});
  }
  out.put(critical.interrupted);
  out.put(critical.units);
  out.put(critical.tree_steps);
  const Inaccuracy& sum = critical.inaccuracy;
  for (const double x :
       {sum.by_centres, sum.by_bounds, sum.perceived_by_centres, sum.perceived_by_bounds}) {
    out.put(x);
  }
  const FrameCounters& c = report.counters;
  for (const std::size_t n :
       {c.bodies, c.moved, c.box_steps, c.overlapping, c.added, c.removed, c.tested, c.at_rest,
        c.touching, c.from_cache, c.exact, c.feature_steps, c.simplex_steps, c.lp_steps,
        c.volume_tests, c.primitive_tests, c.list_entries, c.swept, c.swept_contacts}) {
    out.put(std::uint64_t{n});
  }
  for (const std::uint64_t n : c.swaps) out.put(n);
  out.put(c.sorted_anew);
  return out.take();
}

}  // namespace glance::test
