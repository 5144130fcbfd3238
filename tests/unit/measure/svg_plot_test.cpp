// Plots: round marks, everything inside the frame, well-formed whatever the names.
#include "measure/svg_plot.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <string>
#include <vector>

namespace glance::measure {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Plot plot_of(std::vector<PlotPoint> points) {
  return {"title", {"x"}, {"y"}, {{"line", std::move(points)}}};
}

/// Tags match, attributes are quoted, and text has no markup in it. (The page as a whole goes
/// through a real parser in cli_test.py.)
void expect_well_formed(const std::string& xml) {
  std::vector<std::string> open;
  std::size_t at = 0;
  while (true) {
    const std::size_t begin = xml.find('<', at);
    const std::string text = xml.substr(at, begin - at);
    ASSERT_EQ(text.find('>'), std::string::npos) << text;
    if (begin == std::string::npos) break;
    const std::size_t end = xml.find('>', begin);
    ASSERT_NE(end, std::string::npos);
    const std::string tag = xml.substr(begin + 1, end - begin - 1);
    ASSERT_EQ(tag.find('<'), std::string::npos) << tag;
    ASSERT_EQ(std::count(tag.begin(), tag.end(), '"') % 2, 0) << tag;
    ASSERT_EQ(std::count(tag.begin(), tag.end(), '"'), 2 * std::count(tag.begin(), tag.end(), '='))
        << tag;
    const std::string name = tag.substr(0, tag.find_first_of(" /", 1));
    if (tag.starts_with('/')) {
      ASSERT_FALSE(open.empty());
      ASSERT_EQ("/" + open.back(), name);
      open.pop_back();
    } else if (!tag.ends_with('/')) {
      open.push_back(name);
    }
    at = end + 1;
  }
  EXPECT_TRUE(open.empty());
  for (std::size_t k = 0; (k = xml.find('&', k)) != std::string::npos; k++) {
    const std::string entity = xml.substr(k, xml.find(';', k) + 1 - k);
    EXPECT_TRUE(entity == "&amp;" || entity == "&lt;" || entity == "&gt;" || entity == "&quot;" ||
                entity == "&#39;")
        << entity;
  }
}

/// Where points are, by their tooltips' circles.
std::vector<PlotPoint> places(const std::string& svg) {
  std::vector<PlotPoint> result;
  for (std::size_t at = 0; (at = svg.find("class=\"hit\"", at)) != std::string::npos; at++) {
    PlotPoint p;
    EXPECT_EQ(std::sscanf(svg.c_str() + at, "class=\"hit\" cx=\"%lf\" cy=\"%lf\"", &p.x, &p.y), 2);
    result.push_back(p);
  }
  return result;
}

/// The frame as it is drawn.
struct Frame {
  double left = 0, top = 0, bottom = 0, right = 0;
  explicit Frame(const std::string& svg) {
    const std::size_t at = svg.find("class=\"axis\"");
    EXPECT_NE(at, std::string::npos);
    EXPECT_EQ(std::sscanf(svg.c_str() + at, "class=\"axis\" d=\"M%lf %lfV%lfH%lf\"", &left, &top,
                          &bottom, &right),
              4);
  }
};

bool is_round(double x) {
  const double digits = x / std::pow(10.0, std::floor(std::log10(x) + 1e-9));
  const auto is = [&](double round) { return std::fabs(digits - round) < 1e-9; };
  return is(1) || is(2) || is(5);
}

TEST(PlotTicks, AreRoundFewAndAroundTheData) {
  for (const double scale : {1e-12, 3e-5, 0.7, 1.0, 42.0, 1999.0, 1e9}) {
    for (const double start : {0.0, 0.1, 0.9, -0.5}) {
      for (const bool from_zero : {true, false}) {
        const double low = start * scale, high = scale;
        const Ticks t = make_ticks(low, high, {"", Scale::linear, from_zero}, 6);
        ASSERT_GE(t.ticks.size(), 2u);
        ASSERT_LE(t.ticks.size(), 6u);
        EXPECT_LE(t.low, low);
        EXPECT_GE(t.high, high);
        EXPECT_LT(t.high - t.low,
                  4 * ((from_zero ? std::max(high, 0.0) - std::min(low, 0.0) : high - low)));
        if (from_zero) {
          EXPECT_LE(t.low, 0);
        }
        const double step = t.ticks[1].at - t.ticks[0].at;
        EXPECT_TRUE(is_round(step)) << step;
        for (const Tick& tick : t.ticks) {
          EXPECT_NEAR(std::remainder(tick.at, step), 0, 1e-9 * step);
          EXPECT_GE(tick.at, t.low);
          EXPECT_LE(tick.at, t.high);
          EXPECT_FALSE(tick.label.empty());
        }
      }
    }
  }
}

TEST(PlotTicks, LabelsSayTheNumber) {
  std::vector<std::string> labels;
  for (const Tick& tick : make_ticks(0, 2000, {}, 7).ticks) labels.push_back(tick.label);
  EXPECT_EQ(labels, (std::vector<std::string>{"0", "500", "1,000", "1,500", "2,000"}));
  labels.clear();
  for (const Tick& tick : make_ticks(0.02, 0.79, {}, 6).ticks) labels.push_back(tick.label);
  EXPECT_EQ(labels, (std::vector<std::string>{"0", "0.2", "0.4", "0.6", "0.8"}));
}

TEST(PlotTicks, LogarithmicOnes) {
  const Ticks t = make_ticks(20, 2000, {"", Scale::log}, 7);
  EXPECT_EQ(t.low, 20);
  EXPECT_EQ(t.high, 2000);
  std::vector<std::string> labels;
  for (const Tick& tick : t.ticks) {
    if (!tick.label.empty()) labels.push_back(tick.label);
  }
  EXPECT_EQ(labels, (std::vector<std::string>{"20", "50", "100", "200", "500", "1,000", "2,000"}));
  EXPECT_GT(t.ticks.size(), labels.size());

  const Ticks wide = make_ticks(1e-9, 3e20, {"", Scale::log}, 7);
  const auto labelled = std::count_if(wide.ticks.begin(), wide.ticks.end(),
                                      [](const Tick& tick) { return !tick.label.empty(); });
  EXPECT_GE(labelled, 2);
  EXPECT_LE(labelled, 7);
  EXPECT_GE(wide.high, 3e20);
}

TEST(PlotTicks, SingleValuesHaveRoom) {
  for (const double v : {0.0, 1.0, -3.0, 1e-90, 1e99, 123.456}) {
    for (const bool from_zero : {true, false}) {
      const Ticks t = make_ticks(v, v, {"", Scale::linear, from_zero}, 6);
      EXPECT_LT(t.low, t.high);
      EXPECT_LE(t.low, v);
      EXPECT_GE(t.high, v);
    }
  }
  for (const double v : {1.0, 7.0, 1e-90, 1e99}) {
    const Ticks t = make_ticks(v, v, {"", Scale::log}, 6);
    EXPECT_LT(t.low, t.high);
    EXPECT_LE(t.low, v);
    EXPECT_GE(t.high, v);
  }
}

TEST(SvgPlot, PointsAreInsideTheFrameAndInOrder) {
  for (const Scale scale : {Scale::linear, Scale::log}) {
    Plot plot = plot_of({{20, 0.003}, {100, 0.4}, {700, 0.1}, {2000, 1.7}});
    plot.x.scale = plot.y.scale = scale;
    const Result<std::string> svg = svg_plot(plot);
    ASSERT_TRUE(svg);
    expect_well_formed(*svg);
    const Frame frame(*svg);
    const std::vector<PlotPoint> p = places(*svg);
    ASSERT_EQ(p.size(), 4u);
    for (std::size_t i = 0; i < p.size(); i++) {
      EXPECT_GE(p[i].x, frame.left);
      EXPECT_LE(p[i].x, frame.right);
      EXPECT_GE(p[i].y, frame.top);
      EXPECT_LE(p[i].y, frame.bottom);
      if (i > 0) {
        EXPECT_GT(p[i].x, p[i - 1].x);
      }
    }
    EXPECT_LT(p[1].y, p[2].y);  // y grows downward
    EXPECT_LT(p[3].y, p[1].y);
  }
}

TEST(SvgPlot, EmptyOnePointAndConstant) {
  for (const auto& points : std::vector<std::vector<PlotPoint>>{
           {}, {{3, 4}}, {{0, 0}}, {{0, 0}, {1, 0}}, {{1, 5}, {2, 5}}, {{1, 5}, {1, 6}}}) {
    const Result<std::string> svg = svg_plot(plot_of(points));
    ASSERT_TRUE(svg);
    expect_well_formed(*svg);
    EXPECT_EQ(svg->find("nan"), std::string::npos);
    EXPECT_EQ(svg->find("no data") != std::string::npos, points.empty());
    EXPECT_EQ(places(*svg).size(), points.size());
  }
  const Result<std::string> none = svg_plot({"", {}, {}, {}});
  ASSERT_TRUE(none);
  expect_well_formed(*none);
}

TEST(SvgPlot, NamesAreEscaped) {
  Plot plot = plot_of({{1, 2}, {2, 3}});
  plot.title = "a < b & \"c\"";
  plot.x.label = "<script>";
  plot.series[0].name = "]]> & 'x'\x01";
  const Result<std::string> svg = svg_plot(plot);
  ASSERT_TRUE(svg);
  expect_well_formed(*svg);
  EXPECT_EQ(svg->find("<script"), std::string::npos);
  EXPECT_NE(svg->find("a &lt; b &amp; &quot;c&quot;"), std::string::npos);
}

TEST(SvgPlot, RefusesWhatHasNoPlace) {
  for (const double bad : {kNan, std::numeric_limits<double>::infinity(), 1e200}) {
    const Result<std::string> x = svg_plot(plot_of({{1, 1}, {bad, 2}}));
    ASSERT_FALSE(x);
    EXPECT_NE(x.error().message.find("'line'"), std::string::npos);
    EXPECT_FALSE(svg_plot(plot_of({{1, 1}, {2, bad}})));
  }
  Plot plot = plot_of({{1, 1}, {2, 0}});
  EXPECT_TRUE(svg_plot(plot));
  plot.y.scale = Scale::log;
  const Result<std::string> zero = svg_plot(plot);
  ASSERT_FALSE(zero);
  EXPECT_NE(zero.error().message.find("logarithmic"), std::string::npos);
}

TEST(SvgPlot, ManyPointsHaveFewMarkersButAllTooltips) {
  std::vector<PlotPoint> points;
  for (int i = 1; i <= 100; i++) points.push_back({i * 1.0, i * 2.0});
  const Result<std::string> svg = svg_plot(plot_of(points));
  ASSERT_TRUE(svg);
  EXPECT_EQ(places(*svg).size(), 100u);
  std::size_t markers = 0;
  for (std::size_t at = 0; (at = svg->find("class=\"m\"", at)) != std::string::npos; at++)
    markers++;
  EXPECT_GE(markers, 10u);
  EXPECT_LE(markers, 30u);
}

TEST(SvgPlot, TwoPointsAreNotJoined) {
  const auto joined = [](std::vector<PlotPoint> points, bool guide) {
    Plot plot = plot_of(std::move(points));
    plot.series[0].guide = guide;
    return svg_plot(plot)->find("<polyline") != std::string::npos;
  };
  EXPECT_FALSE(joined({{1, 2}, {2, 3}}, false));
  EXPECT_TRUE(joined({{1, 2}, {2, 3}}, true)) << "a guide is no measurement";
  EXPECT_TRUE(joined({{1, 2}, {2, 3}, {3, 3}}, false));
}

TEST(SvgPlot, ACurveUnderAnotherShowsOnBothSides) {
  Plot plot = plot_of({{1, 2}, {2, 3}, {3, 5}});
  plot.series.push_back({"the same", plot.series[0].points, 1});
  plot.series.push_back({"another", {{1, 5}, {2, 4}, {3, 1}}, 2});
  const Result<std::string> svg = svg_plot(plot);
  ASSERT_TRUE(svg);
  expect_well_formed(*svg);
  EXPECT_NE(svg->find("class=\"line s0\" style=\"stroke-width: 5.5\""), std::string::npos) << *svg;
  EXPECT_NE(svg->find("class=\"line s1\" points"), std::string::npos);
  EXPECT_NE(svg->find("class=\"line s2\" points"), std::string::npos);
}

TEST(SvgPlot, SeriesLookDifferent) {
  Plot plot = plot_of({});
  plot.series.clear();
  for (int i = 0; i < kPlotStyles; i++) {
    plot.series.push_back({std::string(1, static_cast<char>('a' + i)),
                           {{1, i * 1.0}, {2, i + 1.0}, {3, i * 1.0}},
                           i});
  }
  const Result<std::string> svg = svg_plot(plot);
  ASSERT_TRUE(svg);
  expect_well_formed(*svg);
  for (int i = 0; i < kPlotStyles; i++) {
    const std::string name = "s" + std::to_string(i);
    EXPECT_NE(svg->find("class=\"line " + name + "\""), std::string::npos);
    EXPECT_NE(plot_style().find(".plot ." + name + " "), std::string_view::npos);
  }
  EXPECT_EQ(plot_style().find_first_of("<&"), std::string_view::npos);
}

}  // namespace
}  // namespace glance::measure
