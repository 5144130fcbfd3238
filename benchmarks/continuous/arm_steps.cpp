#include "benchmarks/continuous/arm_steps.h"

#include <array>
#include <cmath>
#include <numbers>

#include "glance/impact.h"
#include "measure/statistics.h"
#include "measure/stopwatch.h"

namespace glance::bench {
namespace {

constexpr std::size_t kLinks = 7, kObstacles = 2;
constexpr std::size_t kSteps = 40, kQuickSteps = 5;
constexpr int kRings = 12, kAround = 18;  // of a link's surface

/// A link along z from its joint: rings of a capsule.
std::vector<Vec3> link_points(double radius, double length) {
  std::vector<Vec3> points;
  for (int ring = 0; ring < kRings; ring++) {
    const double angle = std::numbers::pi * (ring + 0.5) / kRings;
    const double out = radius * std::sin(angle), end = ring < kRings / 2 ? 0 : length;
    for (int i = 0; i < kAround; i++) {
      const double around = 2 * std::numbers::pi * i / kAround;
      points.push_back(
          {out * std::cos(around), out * std::sin(around), end - radius * std::cos(angle)});
    }
  }
  return points;
}

/// The surface of a hull; with `dent`, one of its vertices is moved in until the mesh is not
/// convex.
Shape link_mesh(const Shape& hull, bool dent) {
  TriangleSoup soup;
  soup.vertices.assign(hull.vertices().begin(), hull.vertices().end());
  for (std::uint32_t f = 0; f < hull.face_count(); f++) {
    const auto loop = hull.face_vertices(f);
    for (std::size_t i = 2; i < loop.size(); i++) {
      soup.triangles.push_back({loop[0], loop[i - 1], loop[i]});
    }
  }
  if (dent) {
    // In the middle of a side, by little more than it takes.
    const auto [p, q, r] = soup.triangles.back();
    Vec3 middle = (soup.vertices[p] + soup.vertices[q] + soup.vertices[r]) / 3;
    const Vec3 normal = hull.face_normal(static_cast<std::uint32_t>(hull.face_count() - 1));
    middle -= normal * 0x1p-50;
    const auto v = static_cast<std::uint32_t>(soup.vertices.size());
    soup.vertices.push_back(middle);
    soup.triangles.pop_back();
    for (const Triangle& t : {Triangle{p, q, v}, Triangle{q, r, v}, Triangle{r, p, v}}) {
      soup.triangles.push_back(t);
    }
  }
  return Shape::mesh(soup, {.solid = true}).value();
}

constexpr double kRadius = 0.12, kLength = 0.3;

/// Where the links are, each at the end of the one before, and two posts that stand around.
std::array<Pose, kLinks + kObstacles> poses_at(double time) {
  std::array<Pose, kLinks + kObstacles> poses;
  Pose base;
  for (std::size_t i = 0; i < kLinks; i++) {
    const double number = static_cast<double>(i);
    const double angle = 1.2 * std::sin(time * (0.5 + 0.1 * number) + number);
    const Vec3 axis = i % 2 ? Vec3(1, 0, 0) : Vec3(0, 1, 0);
    const Pose joint = Pose::make(Quat::from_rotation_vector(axis * angle),
                                  i == 0 ? Vec3::zero() : Vec3(0, 0, kLength))
                           .value();
    base = compose(base, joint);
    poses[i] = base;
  }
  poses[kLinks] = Pose::make(Vec3(0.5, 0.3, 0.2)).value();
  poses[kLinks + 1] = Pose::make(Vec3(-0.4, -0.5, 0.6)).value();
  return poses;
}

struct Answer {
  bool hit;
  double time;
};

}  // namespace

const char* to_string(LinkForm form) {
  switch (form) {
    case LinkForm::hulls: return "hulls";
    case LinkForm::meshes: return "meshes of the same surface";
    case LinkForm::dented: break;
  }
  return "the same with a dent of 1e-15";
}

ArmSteps run_arm_steps(bool quick) {
  const Shape hull = Shape::hull(link_points(kRadius, kLength)).value();
  ArmSteps result;
  result.links = kLinks;
  result.steps = quick ? kQuickSteps : kSteps;
  std::vector<Answer> expected;
  for (const LinkForm form : kLinkForms) {
    const Shape link = form == LinkForm::hulls ? hull : link_mesh(hull, form == LinkForm::dented);
    if (form == LinkForm::meshes) result.triangles = link.mesh_view().triangles.size();
    std::vector<Answer> answers;
    std::vector<double> times;
    ArmSteps::Form row;
    row.form = form;
    // (One step before the first: what is made on first need is no part of any.)
    for (std::size_t step = 0; step <= result.steps; step++) {
      const double from = 0.1 * static_cast<double>(step);
      const auto start = poses_at(from), end = poses_at(from + 0.1);
      std::vector<Motion> motions;
      for (std::size_t i = 0; i < start.size(); i++) {
        motions.push_back(Motion::between(start[i], end[i]).value());
      }
      answers.clear();
      const measure::ProcessorStopwatch watch;
      for (std::size_t i = 0; i < kLinks; i++) {
        for (std::size_t j = i + 2; j < motions.size(); j++) {  // neighbours always touch
          const Impact impact = time_of_impact({link, motions[i]}, {link, motions[j]});
          answers.push_back({impact.hit, impact.time});
        }
      }
      const double us = 1e6 * watch.seconds();
      if (step == 0) continue;
      times.push_back(us);
      result.pairs = answers.size();
      for (std::size_t n = 0; n < answers.size(); n++) {
        row.hits += answers[n].hit;
        const std::size_t number = (step - 1) * answers.size() + n;
        if (form == LinkForm::hulls) {
          expected.push_back(answers[n]);
        } else {
          const Answer& hulls = expected[number];
          row.different +=
              answers[n].hit != hulls.hit || !(std::fabs(answers[n].time - hulls.time) <= 1e-5);
        }
      }
    }
    row.us = measure::median(times);
    result.forms.push_back(row);
  }
  return result;
}

}  // namespace glance::bench
