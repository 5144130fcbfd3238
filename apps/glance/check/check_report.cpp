#include "check/check_report.h"

#include <fmt/format.h>

#include <cmath>
#include <string_view>

#include "common/mesh_input.h"
#include "measure/stopwatch.h"
#include "pairs/pair_answer.h"

namespace glance::app {
namespace {

std::string show(const Vec3& v) { return fmt::format("({:g}, {:g}, {:g})", v.x(), v.y(), v.z()); }

/// "triangle 12", "part 3, triangle 12"; nothing if nothing is known.
std::string show(const SubShape& sub) {
  std::string text;
  if (sub.part != SubShape::kNone) text = fmt::format("part {}", sub.part);
  if (sub.triangle != SubShape::kNone) {
    text += fmt::format("{}triangle {}", text.empty() ? "" : ", ", sub.triangle);
  }
  return text;
}

void add_line(std::string& text, std::string_view name, std::string_view value) {
  text += fmt::format("{:<14} {}\n", name, value);
}

void add_sub_shapes(std::string& text, const SubShape& a, const SubShape& b) {
  if (const std::string of = show(a); !of.empty()) add_line(text, "of A", of);
  if (const std::string of = show(b); !of.empty()) add_line(text, "of B", of);
}

void add_distance(std::string& text, const Distance& d) {
  if (d.distance > 0) {
    add_line(text, "distance", fmt::format("{:.9g}", d.distance));
    add_line(text, "closest points",
             fmt::format("{} of A, {} of B", show(d.point_a), show(d.point_b)));
    add_line(text, "normal", show(d.normal));
  } else if (d.verdict == Verdict::overlapping) {
    // Bounds on the signed distance; of surfaces nothing is inside.
    add_line(text, "depth",
             fmt::format("from {:.9g} to {:.9g}", std::fabs(d.upper), std::fabs(d.lower)));
  }
}

void add_triangles(std::string& text, const std::vector<TouchingParts>& found) {
  add_line(text, "pairs", fmt::format("{} that touch", found.size()));
  for (const TouchingParts& pair : found) {
    const std::string where = pair.whole
                                  ? fmt::format("an area at {}", show(pair.from))
                                  : fmt::format("from {} to {}", show(pair.from), show(pair.to));
    text += fmt::format("  {} and {}: {}, {}\n", show(pair.a), show(pair.b),
                        to_string(pair.verdict), where);
  }
}

}  // namespace

bool CheckReport::meets() const {
  return verdict != Verdict::apart || (nearness && nearness->nearer);
}

CheckReport check_shapes(const Shape& a, const Shape& b, const CheckSettings& settings) {
  const Pose &pose_a = settings.pose_a, &pose_b = settings.pose_b;
  QueryOptions options;
  options.margin = settings.margin;
  CheckReport report;
  PairCache cache;
  const measure::Stopwatch watch;
  const auto keep = [&](const auto& answer) {
    report.verdict = answer.verdict;
    report.sub_a = answer.sub_a;
    report.sub_b = answer.sub_b;
    report.work = answer.work;
  };
  if (settings.distance) {
    report.distance = distance({a, pose_a}, {b, pose_b}, options.with(cache));
    keep(*report.distance);
  } else {
    keep(collide({a, pose_a}, {b, pose_b}, options.with(cache)));
  }
  if (settings.nearer_than) {
    report.limit = *settings.nearer_than;
    report.nearness =
        nearer_than({a, pose_a}, {b, pose_b}, report.limit, options.with(cache)).value();
  }
  if (settings.all_triangles) {
    report.triangles.emplace();
    touching_parts({a, pose_a}, {b, pose_b}, *report.triangles, options.with(cache));
  }
  report.seconds = watch.seconds();
  return report;
}

std::string describe(const CheckReport& report) {
  std::string text;
  add_line(text, "verdict", to_string(report.verdict));
  add_sub_shapes(text, report.sub_a, report.sub_b);
  if (report.distance) add_distance(text, *report.distance);
  if (report.nearness) {
    add_line(text, "nearer",
             fmt::format("{} than {}", report.nearness->nearer ? "yes," : "not", report.limit));
  }
  if (report.triangles) add_triangles(text, *report.triangles);
  const QueryWork& work = report.work;
  add_line(
      text, "tested",
      fmt::format("{} pairs of volumes, {} of triangles", work.volume_tests, work.primitive_tests));
  return text;
}

Json to_json(const CheckReport& report) {
  Json json = {{"verdict", to_string(report.verdict)},
               {"sub_a", sub_shape_to_json(report.sub_a)},
               {"sub_b", sub_shape_to_json(report.sub_b)}};
  if (report.distance) {
    const Distance& d = *report.distance;
    json["distance"] = number_to_json(d.distance);
    json["depth"] = number_to_json(d.depth);
    json["lower"] = number_to_json(d.lower);
    json["upper"] = number_to_json(d.upper);
    json["normal"] = vector_to_json(d.normal);
    json["point_a"] = vector_to_json(d.point_a);
    json["point_b"] = vector_to_json(d.point_b);
  }
  if (report.nearness) {
    json["nearer"] = report.nearness->nearer;
    json["limit"] = number_to_json(report.limit);
  }
  if (report.triangles) {
    Json pairs = Json::array();
    for (const TouchingParts& pair : *report.triangles) {
      pairs.push_back({{"a", sub_shape_to_json(pair.a)},
                       {"b", sub_shape_to_json(pair.b)},
                       {"verdict", to_string(pair.verdict)},
                       {"whole", pair.whole},
                       {"from", vector_to_json(pair.from)},
                       {"to", vector_to_json(pair.to)}});
    }
    json["triangles"] = std::move(pairs);
  }
  json["work"] = work_to_json(report.work);
  json["seconds"] = report.seconds;
  return json;
}

}  // namespace glance::app
