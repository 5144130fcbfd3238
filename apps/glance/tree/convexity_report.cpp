#include "tree/convexity_report.h"

#include <fmt/format.h>

#include "measure/markup.h"

namespace glance::app {

std::string describe_convexity(const Convexity& c, std::size_t triangles) {
  using measure::show_number;
  const auto row = [](std::string_view name, const std::string& value) {
    return fmt::format("{:<12} {}\n", name, value);
  };
  const std::string size =
      fmt::format("{} faces in place of {} triangles", c.hull_faces, triangles);
  if (c.exactly_convex) return row("convex", "exactly: answered as its hull, " + size);
  std::string why(to_string(c.fault));
  if (c.triangle != SubShape::kNone) why += fmt::format(" (triangle {})", c.triangle);
  const std::string filled =
      c.volume > 0 ? fmt::format("{:.2f} % filled, ", 100 * c.ratio()) : std::string();
  return row("convex", "no: " + why) +
         row("hull", fmt::format("{}{} from the surface at most, {}", filled,
                                 show_number(c.hull_distance), size));
}

Json convexity_to_json(const Convexity& c) {
  Json json{{"exactly_convex", c.exactly_convex},
            {"volume", number_to_json(c.volume)},
            {"hull_volume", number_to_json(c.hull_volume)},
            {"ratio", number_to_json(c.ratio())},
            {"hull_distance", number_to_json(c.hull_distance)},
            {"hull_vertices", c.hull_vertices},
            {"hull_faces", c.hull_faces}};
  if (!c.exactly_convex) json["why_not"] = to_string(c.fault);
  if (c.triangle != SubShape::kNone) json["triangle"] = c.triangle;
  return json;
}

}  // namespace glance::app
