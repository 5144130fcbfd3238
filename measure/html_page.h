// One page that needs nothing but itself: style and pictures are inside, and there is no
// script. Also well-formed XML, so that programs can read it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace glance::measure {

/// How a cell of a table is shown.
enum class Tone : std::uint8_t { plain, good, bad, muted };

struct Cell {
  std::string text;
  Tone tone = Tone::plain;  ///< other than plain: shown as a badge
};

class HtmlPage {
 public:
  /// All text is plain: it is escaped here.
  HtmlPage(std::string_view title, std::string_view subtitle);

  void heading(std::string_view text);
  void paragraph(std::string_view text);
  /// A paragraph in a box, for what must not be overlooked.
  void notice(std::string_view text);
  /// Rows as long as `columns`, or without a head if there are none. On a narrow screen each row
  /// becomes a card, so that no table is wider than the screen. `numbers`: the columns after the
  /// first hold figures, and stand one below the other.
  void table(std::span<const std::string> columns, std::span<const std::vector<Cell>> rows,
             bool numbers = false);

  /// Figures between these stand side by side where there is room.
  void begin_figures();
  /// `svg` is markup (of svg_plot), `caption` is text.
  void figure(std::string_view svg, std::string_view caption);
  void end_figures();

  std::string finish() &&;

 private:
  void element(std::string_view tag, std::string_view text);

  std::string html_;
};

}  // namespace glance::measure
