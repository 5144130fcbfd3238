#include "measure/svg_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <utility>

#include "measure/markup.h"

namespace glance::measure {
namespace {

// All lengths are units of the picture, which is scaled to the width that the page gives it.
// Text grows where that is narrow (see the style), so room is made for the larger size.
constexpr double kWidth = 500, kFrameHeight = 240;  // narrow: a phone shows it at 65 %
constexpr double kLeft = 64, kRight = 22, kBottom = 58;
constexpr double kTitleRow = 30, kLegendRow = 23, kAxisNameRow = 32;
constexpr double kLargeLetter = 9.4;  ///< width of a letter where text is large
constexpr double kSwatch = 34;
constexpr int kMostTicksX = 7, kMostTicksY = 6;
/// More markers than this hide the line.
constexpr std::size_t kMostMarkers = 25;

struct Extent {
  double low = 0, high = 0;
  bool empty = true;

  void add(double value) {
    low = empty ? value : std::min(low, value);
    high = empty ? value : std::max(high, value);
    empty = false;
  }
};

/// From numbers to places in the picture.
struct Mapping {
  Ticks ticks;
  Scale scale;
  double begin, end;  ///< of the axis in the picture

  double operator()(double value) const {
    const auto f = [&](double v) { return scale == Scale::log ? std::log(v) : v; };
    const double t = (f(value) - f(ticks.low)) / (f(ticks.high) - f(ticks.low));
    return begin + std::clamp(t, 0.0, 1.0) * (end - begin);
  }
};

Result<void> check(const PlotSeries& series, const PlotAxis& axis, double value) {
  const char* wrong = nullptr;
  if (!std::isfinite(value)) {
    wrong = "is not finite";
  } else if (std::fabs(value) > kMostPlotted) {
    wrong = "is too large to be plotted";
  } else if (axis.scale == Scale::log && value < 1 / kMostPlotted) {
    wrong = "has no place on a logarithmic axis";
  }
  if (!wrong) return {};
  return fail(fmt::format("{} of '{}' {}: {}", axis.label, series.name, wrong, value));
}

Mapping make_mapping(const PlotAxis& axis, Extent extent, int most, double begin, double end) {
  if (extent.empty) extent.add(1);  // an axis needs numbers
  return {make_ticks(extent.low, extent.high, axis, most), axis.scale, begin, end};
}

/// About as many letters as are seen: characters, not bytes.
double letters(std::string_view text) {
  return static_cast<double>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string marker(int style, double x, double y, double scale = 1) {
  if (scale != 1) {
    return fmt::format(R"svg(<g transform="translate({:.1f} {:.1f}) scale({:g})">{}</g>)svg", x, y,
                       scale, marker(style, 0, 0));
  }
  switch (style) {
    case 0: return fmt::format(R"(<circle class="m" cx="{:.1f}" cy="{:.1f}" r="3.2"/>)", x, y);
    case 1: return fmt::format(R"(<path class="m" d="M{:.1f} {:.1f}h6v6h-6z"/>)", x - 3, y - 3);
    case 2: return fmt::format(R"(<path class="m" d="M{:.1f} {:.1f}l3.8 6.6h-7.6z"/>)", x, y - 4.2);
    case 3: return fmt::format(R"(<path class="m" d="M{:.1f} {:.1f}l4 4-4 4-4-4z"/>)", x, y - 4);
    case 4:
      return fmt::format(R"(<path class="m open" d="M{:.1f} {:.1f}l6 6m0-6l-6 6"/>)", x - 3, y - 3);
    default:
      return fmt::format(R"(<path class="m" d="M{:.1f} {:.1f}l-3.8-6.6h7.6z"/>)", x, y + 4.2);
  }
}

class Picture {
 public:
  explicit Picture(const Plot& plot) : plot_(plot) {}

  std::string draw(const Extent& x_extent, const Extent& y_extent) {
    std::string legend;
    double top = kTitleRow + 6;
    draw_legend(legend, top);
    const double frame_top = top + kAxisNameRow;
    const double height = frame_top + kFrameHeight + kBottom;
    x_ = make_mapping(plot_.x, x_extent, kMostTicksX, kLeft, kWidth - kRight);
    y_ = make_mapping(plot_.y, y_extent, kMostTicksY, frame_top + kFrameHeight, frame_top);

    fmt::format_to(
        to(),
        R"(<svg class="plot" xmlns="http://www.w3.org/2000/svg" )"
        R"(viewBox="0 0 {:g} {:g}" role="img" aria-label="{}">)"
        "\n",
        kWidth, height,
        escape_markup(fmt::format("{}: {} against {}", plot_.title, plot_.y.label, plot_.x.label)));
    text("title", 4, 22, plot_.title);
    svg_ += legend;
    draw_axes(frame_top);
    for (std::size_t i = 0; i < plot_.series.size(); i++) draw_line(plot_.series[i], cover(i));
    for (std::size_t i = 0; i < plot_.series.size(); i++) draw_points(plot_.series[i], cover(i));
    if (x_extent.empty) text("empty", kWidth / 2, frame_top + kFrameHeight / 2, "no data");
    svg_ += "</svg>\n";
    return std::move(svg_);
  }

 private:
  std::back_insert_iterator<std::string> to() { return std::back_inserter(svg_); }

  void text(std::string_view kind, double x, double y, std::string_view content) {
    fmt::format_to(to(),
                   R"(<text class="{}" x="{:.1f}" y="{:.1f}">{}</text>)"
                   "\n",
                   kind, x, y, escape_markup(content));
  }

  static int style_of(const PlotSeries& s) {
    return ((s.style % kPlotStyles) + kPlotStyles) % kPlotStyles;
  }

  static std::string class_of(const PlotSeries& s) {
    return fmt::format("{}{}", s.guide ? "guide g" : "s", style_of(s));
  }

  /// From left to right, in as many rows as are needed; `top` moves below them.
  void draw_legend(std::string& out, double& top) {
    double x = 4;
    for (const PlotSeries& s : plot_.series) {
      const double width = kSwatch + letters(s.name) * kLargeLetter + 16;
      if (x > 4 && x + width - 16 > kWidth) {
        x = 4;
        top += kLegendRow;
      }
      const double y = top + 9;
      out += fmt::format(R"(<g class="{}"><path class="line" d="M{:.1f} {:.1f}h28"/>)", class_of(s),
                         x, y);
      if (!s.guide) out += marker(style_of(s), x + 14, y);
      out += fmt::format(R"(<text class="key" x="{:.1f}" y="{:.1f}">{}</text></g>)"
                         "\n",
                         x + kSwatch, y + 4.5, escape_markup(s.name));
      x += width;
    }
    top += kLegendRow;
  }

  void draw_axes(double frame_top) {
    const double bottom = frame_top + kFrameHeight;
    const double right = kWidth - kRight;
    std::string grid;
    for (const Tick& tick : x_.ticks.ticks) {
      grid += fmt::format("M{:.1f} {:.1f}V{:.1f}", x_(tick.at), bottom, frame_top);
    }
    for (const Tick& tick : y_.ticks.ticks) {
      grid += fmt::format("M{:.1f} {:.1f}H{:.1f}", kLeft, y_(tick.at), right);
    }
    fmt::format_to(to(),
                   R"(<path class="grid" d="{}"/>)"
                   "\n",
                   grid);
    fmt::format_to(to(),
                   R"(<path class="axis" d="M{:.1f} {:.1f}V{:.1f}H{:.1f}"/>)"
                   "\n",
                   kLeft, frame_top, bottom, right);
    for (const Tick& tick : x_.ticks.ticks) {
      if (!tick.label.empty()) text("tick x", x_(tick.at), bottom + 20, tick.label);
    }
    for (const Tick& tick : y_.ticks.ticks) {
      if (!tick.label.empty()) text("tick y", kLeft - 8, y_(tick.at) + 4.5, tick.label);
    }
    text("name y", 4, frame_top - 16, plot_.y.label);
    text("name x", (kLeft + right) / 2, bottom + 45, plot_.x.label);
  }

  /// Whether b, where it has the same x, is drawn on the points of a: most of them.
  bool covers(const PlotSeries& b, const PlotSeries& a) const {
    constexpr double kClose = 3;
    std::size_t hidden = 0;
    for (const PlotPoint& p : a.points) {
      hidden += std::ranges::any_of(b.points, [&](const PlotPoint& q) {
        return std::fabs(x_(q.x) - x_(p.x)) < kClose && std::fabs(y_(q.y) - y_(p.y)) < kClose;
      });
    }
    return 2 * hidden > a.points.size();
  }

  /// How many of the series that are drawn later lie on this one. So much wider it is drawn, and
  /// shows on both sides of them.
  int cover(std::size_t index) const {
    const PlotSeries& s = plot_.series[index];
    if (s.guide) return 0;
    return static_cast<int>(std::count_if(
        plot_.series.begin() + static_cast<std::ptrdiff_t>(index) + 1, plot_.series.end(),
        [&](const PlotSeries& later) { return !later.guide && covers(later, s); }));
  }

  /// Two points are not a curve: a line through them would say what nobody has measured.
  void draw_line(const PlotSeries& s, int covered) {
    if (s.points.size() < (s.guide ? 2 : 3)) return;
    const std::string wider =
        covered > 0 ? fmt::format(R"( style="stroke-width: {:g}")", 2 + 3.5 * covered) : "";
    fmt::format_to(to(), R"(<polyline class="line {}"{} points=")", class_of(s), wider);
    const char* space = "";
    for (const PlotPoint& p : s.points) {
      fmt::format_to(to(), "{}{:.1f},{:.1f}", space, x_(p.x), y_(p.y));
      space = " ";
    }
    svg_ += "\"/>\n";
  }

  void draw_points(const PlotSeries& s, int covered) {
    if (s.guide) return;
    fmt::format_to(to(),
                   R"(<g class="{}">)"
                   "\n",
                   class_of(s));
    const std::size_t every = (s.points.size() + kMostMarkers - 1) / kMostMarkers;
    for (std::size_t i = 0; i < s.points.size(); i++) {
      const PlotPoint& p = s.points[i];
      const bool last = i + 1 == s.points.size();
      if (i % every == 0 || last) svg_ += marker(style_of(s), x_(p.x), y_(p.y), 1 + 0.7 * covered);
      fmt::format_to(
          to(),
          R"(<circle class="hit" cx="{:.1f}" cy="{:.1f}" r="7"><title>{}</title></circle>)"
          "\n",
          x_(p.x), y_(p.y),
          escape_markup(fmt::format("{}\n{}: {}\n{}: {}", s.name, plot_.x.label,
                                    show_number(p.x, 4), plot_.y.label, show_number(p.y, 4))));
    }
    svg_ += "</g>\n";
  }

  const Plot& plot_;
  Mapping x_{}, y_{};
  std::string svg_;
};

// The palette is Okabe and Ito's, a shade darker where it would be faint on white and lighter
// on black.
constexpr std::string_view kPlotStyle = R"(.plot {
  --ink: #1b1f24; --soft: #57606a; --grid: #e4e8ec; --paper: #ffffff;
  --c0: #0072b2; --c1: #d55e00; --c2: #008a64; --c3: #b0407e; --c4: #7a6400; --c5: #5b4bb5;
  display: block; width: 100%; height: auto; font-family: inherit;
}
@media (prefers-color-scheme: dark) {
  .plot {
    --ink: #e6edf3; --soft: #9aa4af; --grid: #2b323a; --paper: #161b22;
    --c0: #56b4e9; --c1: #ff8f4d; --c2: #34d3a6; --c3: #f19ad0; --c4: #f0dc50; --c5: #b3a7ff;
  }
}
.plot text { font-size: 13px; fill: var(--soft); }
.plot .title { font-size: 16px; font-weight: 600; fill: var(--ink); }
.plot .key { fill: var(--ink); }
.plot .tick { font-variant-numeric: tabular-nums; }
.plot .tick.x, .plot .name.x, .plot .empty { text-anchor: middle; }
.plot .tick.y { text-anchor: end; }
.plot .grid { fill: none; stroke: var(--grid); stroke-width: 1; }
.plot .axis { fill: none; stroke: var(--soft); stroke-width: 1.2; }
.plot .line { fill: none; stroke: var(--c); stroke-width: 2; stroke-linejoin: round; }
.plot .m { fill: var(--c); stroke: var(--paper); stroke-width: 1; }
.plot .m.open { stroke: var(--c); stroke-width: 2; }
.plot .hit { fill: transparent; }
.plot .hit:hover { fill: var(--c); fill-opacity: 0.3; }
.plot .s0 { --c: var(--c0); } .plot .s1 { --c: var(--c1); } .plot .s2 { --c: var(--c2); }
.plot .s3 { --c: var(--c3); } .plot .s4 { --c: var(--c4); } .plot .s5 { --c: var(--c5); }
.plot .s1.line, .plot .s1 .line { stroke-dasharray: 9 3; }
.plot .s2.line, .plot .s2 .line { stroke-dasharray: 3 3; }
.plot .s3.line, .plot .s3 .line { stroke-dasharray: 10 3 2 3; }
.plot .s4.line, .plot .s4 .line { stroke-dasharray: 6 2; }
.plot .s5.line, .plot .s5 .line { stroke-dasharray: 2 2; }
.plot .guide { --c: var(--soft); }
.plot .guide.line, .plot .guide .line { stroke-width: 1.2; stroke-dasharray: 5 5; }
.plot .g1.line, .plot .g1 .line { stroke-dasharray: 1.5 4; }
@media (max-width: 640px) {
  .plot text { font-size: 16px; }
  .plot .title { font-size: 17px; }
  .plot .line { stroke-width: 2.6; }
}
)";

}  // namespace

Result<std::string> svg_plot(const Plot& plot) {
  Extent x, y;
  for (const PlotSeries& series : plot.series) {
    for (const PlotPoint& point : series.points) {
      if (auto ok = check(series, plot.x, point.x); !ok) return fail(ok.error());
      if (auto ok = check(series, plot.y, point.y); !ok) return fail(ok.error());
      x.add(point.x);
      y.add(point.y);
    }
  }
  return Picture(plot).draw(x, y);
}

std::string_view plot_style() { return kPlotStyle; }

}  // namespace glance::measure
