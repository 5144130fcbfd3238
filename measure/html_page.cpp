#include "measure/html_page.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <utility>

#include "measure/markup.h"
#include "measure/svg_plot.h"

namespace glance::measure {
namespace {

// No '<' and no '&' in here: the page is XML too.
constexpr std::string_view kStyle = R"(:root {
  color-scheme: light dark;
  --page: #f6f8fa; --card: #ffffff; --text: #1b1f24; --quiet: #57606a; --rule: #d8dee4;
  --good: #0b6e4f; --good-back: #dcf3e8; --bad: #9a3d00; --bad-back: #ffe9d9;
  --muted-back: #eaeef2; --link: #0072b2;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0d1117; --card: #161b22; --text: #e6edf3; --quiet: #9aa4af; --rule: #30363d;
    --good: #5fe0b0; --good-back: #11342a; --bad: #ffab78; --bad-back: #43230d;
    --muted-back: #262c34; --link: #56b4e9;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 2.5rem 1.25rem 4rem; max-width: 76rem; background: var(--page);
  color: var(--text); line-height: 1.5;
  font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif;
}
h1 { margin: 0; font-size: 1.9rem; line-height: 1.2; letter-spacing: -0.01em; }
h2 { margin: 2.75rem 0 0.75rem; font-size: 1.25rem; }
p { margin: 0.6rem 0; }
.subtitle { color: var(--quiet); font-size: 1.05rem; }
.notice {
  border-left: 4px solid var(--bad); background: var(--bad-back); padding: 0.6rem 0.9rem;
  border-radius: 0 6px 6px 0;
}
.figures { display: grid; gap: 1.1rem; grid-template-columns: repeat(auto-fit, minmax(min(30rem, 100%), 1fr)); }
figure {
  margin: 0; padding: 1rem 1rem 0.8rem; background: var(--card); border: 1px solid var(--rule);
  border-radius: 10px;
}
figcaption { margin-top: 0.3rem; color: var(--quiet); font-size: 0.9rem; }
table {
  width: 100%; border-collapse: collapse; background: var(--card); font-size: 0.95rem;
  border: 1px solid var(--rule); border-radius: 10px; overflow: hidden; border-spacing: 0;
}
.scroll { overflow-x: auto; }
.scroll + .scroll { margin-top: 1rem; }
th, td { padding: 0.6rem 0.8rem; text-align: left; vertical-align: top; }
thead th { color: var(--quiet); font-weight: 600; font-size: 0.85rem; }
tbody tr { border-top: 1px solid var(--rule); }
tbody th { font-weight: 600; }
.numbers th, .numbers td { white-space: nowrap; }
.numbers td, .numbers thead th + th { text-align: right; font-variant-numeric: tabular-nums; }
.badge { display: inline-block; padding: 0.08rem 0.55rem; border-radius: 1rem; font-size: 0.85rem; font-weight: 600; white-space: nowrap; }
.good { color: var(--good); background: var(--good-back); }
.bad { color: var(--bad); background: var(--bad-back); }
.muted { color: var(--quiet); background: var(--muted-back); }
@media (max-width: 640px) {
  body { padding: 1.5rem 0.75rem 3rem; }
  figure { padding: 0.7rem 0.3rem; }
  figcaption { margin-left: 0.4rem; margin-right: 0.4rem; }
  .cards thead { display: none; }
  .cards, .cards tbody, .cards tr, .cards th, .cards td { display: block; }
  .cards tr { padding: 0.6rem 0.2rem; }
  .cards th, .cards td { padding: 0.15rem 0.8rem; }
  .cards td::before {
    content: attr(data-label); display: block; color: var(--quiet); font-size: 0.78rem;
  }
  .cards td:last-child::before { content: none; }
  .cards td:last-child { padding-top: 0.4rem; }
  .numbers thead { display: none; }
  .numbers, .numbers tbody, .numbers tr, .numbers th, .numbers td { display: block; }
  .numbers tr { padding: 0.6rem 0.2rem; }
  .numbers th, .numbers td { padding: 0.1rem 0.8rem; white-space: normal; }
  .numbers td { display: flex; justify-content: space-between; gap: 1rem; }
  .numbers th::before { content: attr(data-label) " "; color: var(--quiet); font-weight: 400; }
  .numbers td::before { content: attr(data-label); color: var(--quiet); text-align: left; }
}
@media print { body { background: none; } figure, tr { break-inside: avoid; } }
)";

std::string_view class_of(Tone tone) {
  constexpr std::array<std::string_view, 4> kNames{"", "good", "bad", "muted"};
  return kNames[static_cast<std::size_t>(tone)];
}

/// Escaped; and no line ends between a number and what belongs to it.
std::string prose(std::string_view text) {
  constexpr std::array<std::array<std::string_view, 2>, 2> kJoined{
      {{" %", "&#160;%"}, {" \xC2\xB1 ", "&#160;\xC2\xB1&#160;"}}};  // per cent; plus or minus
  std::string out = escape_markup(text);
  for (const auto& [apart, joined] : kJoined) {
    for (std::size_t at = 0; (at = out.find(apart, at)) != std::string::npos;) {
      out.replace(at, apart.size(), joined);
      at += joined.size();
    }
  }
  return out;
}

std::string show(const Cell& cell) {
  std::string text = prose(cell.text);
  if (cell.tone == Tone::plain) return text;
  return fmt::format(R"(<span class="badge {}">{}</span>)", class_of(cell.tone), text);
}

}  // namespace

HtmlPage::HtmlPage(std::string_view title, std::string_view subtitle) {
  html_ = fmt::format(R"(<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" lang="en">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<title>{0}</title>
<style>
{1}{2}</style>
</head>
<body>
<h1>{0}</h1>
<p class="subtitle">{3}</p>
)",
                      escape_markup(title), kStyle, plot_style(), escape_markup(subtitle));
}

void HtmlPage::element(std::string_view tag, std::string_view text) {
  html_ += fmt::format("<{0}>{1}</{0}>\n", tag, prose(text));
}

void HtmlPage::heading(std::string_view text) { element("h2", text); }

void HtmlPage::paragraph(std::string_view text) { element("p", text); }

void HtmlPage::notice(std::string_view text) {
  html_ += fmt::format("<p class=\"notice\">{}</p>\n", escape_markup(text));
}

void HtmlPage::table(std::span<const std::string> columns, std::span<const std::vector<Cell>> rows,
                     bool numbers) {
  html_ +=
      fmt::format("<div class=\"scroll\"><table class=\"{}\">\n", numbers ? "numbers" : "cards");
  if (!columns.empty()) {
    html_ += "<thead><tr>";
    for (const std::string& column : columns) {
      html_ += fmt::format("<th scope=\"col\">{}</th>", escape_markup(column));
    }
    html_ += "</tr></thead>\n";
  }
  html_ += "<tbody>\n";
  for (const std::vector<Cell>& row : rows) {
    html_ += "<tr>";
    for (std::size_t i = 0; i < row.size(); i++) {
      const std::string label = i < columns.size() ? escape_markup(columns[i]) : std::string();
      html_ += i == 0
                   ? fmt::format("<th scope=\"row\" data-label=\"{}\">{}</th>", label, show(row[i]))
                   : fmt::format("<td data-label=\"{}\">{}</td>", label, show(row[i]));
    }
    html_ += "</tr>\n";
  }
  html_ += "</tbody>\n</table></div>\n";
}

void HtmlPage::begin_figures() { html_ += "<div class=\"figures\">\n"; }

void HtmlPage::figure(std::string_view svg, std::string_view caption) {
  html_ += fmt::format("<figure>\n{}<figcaption>{}</figcaption>\n</figure>\n", svg, prose(caption));
}

void HtmlPage::end_figures() { html_ += "</div>\n"; }

std::string HtmlPage::finish() && {
  html_ += "</body>\n</html>\n";
  return std::move(html_);
}

}  // namespace glance::measure
