#include "check/check_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "common/mesh_input.h"
#include "measure/stopwatch.h"
#include "pairs/pair_answer.h"

namespace glance::app {
namespace {

std::string show(const Vec3& v) { return fmt::format("({:g}, {:g}, {:g})", v.x(), v.y(), v.z()); }

void add_line(std::string& text, std::string_view name, std::string_view value) {
  text += fmt::format("{:<14} {}\n", name, value);
}

/// Which triangles meet, or are closest.
void add_sub_shapes(std::string& text, const SubShape& a, const SubShape& b) {
  if (a.triangle == SubShape::kNone || b.triangle == SubShape::kNone) return;
  add_line(text, "triangles", fmt::format("{} of A, {} of B", a.triangle, b.triangle));
}

void add_distance(std::string& text, const CheckReport& report, const std::string& unit) {
  const Distance& d = *report.distance;
  if (d.distance > 0) {
    add_line(text, "distance", fmt::format("{:.9g}{}", d.distance, unit));
    add_line(text, "closest points",
             fmt::format("{} of A, {} of B", show(d.point_a), show(d.point_b)));
    add_line(text, "normal", show(d.normal));
  } else if (d.verdict == Verdict::overlapping && report.solids) {
    const std::string least = fmt::format("{:.9g}", std::fabs(d.upper)),
                      most = fmt::format("{:.9g}", std::fabs(d.lower));
    add_line(
        text, "depth",
        least == most ? least + unit : fmt::format("at least {}, at most {}{}", least, most, unit));
  }
}

/// Not more of them than a person reads.
void add_triangles(std::string& text, const std::vector<TouchingParts>& found) {
  constexpr std::size_t kMostLines = 20;
  add_line(text, "pairs", fmt::format("{} that touch", found.size()));
  for (std::size_t i = 0; i < std::min(found.size(), kMostLines); i++) {
    const TouchingParts& pair = found[i];
    const std::string where = pair.whole
                                  ? fmt::format("an area at {}", show(pair.from))
                                  : fmt::format("from {} to {}", show(pair.from), show(pair.to));
    text += fmt::format("  triangle {} and triangle {}: {}, {}\n", pair.a.triangle, pair.b.triangle,
                        to_string(pair.verdict), where);
  }
  if (found.size() > kMostLines) {
    text += fmt::format("  and {} more (--json lists all)\n", found.size() - kMostLines);
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
  std::vector<TouchingParts> pairs;
  const bool meets = report.verdict == Verdict::touching || report.verdict == Verdict::overlapping;
  if (meets || settings.all_triangles) {
    touching_parts({a, pose_a}, {b, pose_b}, pairs, options.with(cache));
  }
  if (meets) report.where = find_meeting_place({a, pose_a}, {b, pose_b}, pairs);
  if (settings.all_triangles) report.triangles = std::move(pairs);
  report.solids = a.mesh_view().solid && b.mesh_view().solid;
  report.seconds = watch.seconds();
  return report;
}

std::string describe(const CheckReport& report) {
  const std::string unit = report.unit.empty() ? "" : " " + report.unit;
  std::string text;
  add_line(text, "verdict", to_string(report.verdict));
  add_line(text, "bodies", report.bodies);
  if (report.where) add_line(text, "where", describe(*report.where, unit));
  add_sub_shapes(text, report.sub_a, report.sub_b);
  if (report.distance) add_distance(text, report, unit);
  if (report.nearness) {
    add_line(
        text, "nearer",
        fmt::format("than {}{}: {}", report.limit, unit, report.nearness->nearer ? "yes" : "no"));
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
    // Nothing is inside a surface, and how deep surfaces overlap means nothing.
    const bool has_depth = report.solids || d.verdict != Verdict::overlapping;
    json["depth"] = has_depth ? number_to_json(d.depth) : Json();
    json["lower"] = has_depth ? number_to_json(d.lower) : Json();
    json["upper"] = number_to_json(d.upper);
    json["normal"] = vector_to_json(d.normal);
    json["point_a"] = vector_to_json(d.point_a);
    json["point_b"] = vector_to_json(d.point_b);
  }
  if (report.where) json["where"] = to_json(*report.where);
  if (!report.unit.empty()) json["unit"] = report.unit;
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
