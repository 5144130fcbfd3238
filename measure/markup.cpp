#include "measure/markup.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>

namespace glance::measure {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

/// The length of the UTF-8 character that `text` begins with, or 0 if it does not, or if XML
/// forbids the character.
std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  if (byte(0) < 0x80) {
    return byte(0) >= 0x20 || byte(0) == '\t' || byte(0) == '\n' || byte(0) == '\r' ? 1 : 0;
  }
  const std::size_t length = byte(0) >= 0xF0 ? 4 : byte(0) >= 0xE0 ? 3 : 2;
  if (byte(0) < 0xC2 || byte(0) > 0xF4 || text.size() < length) return 0;
  std::uint32_t code = byte(0) & (0xFFu >> (length + 1));
  for (std::size_t i = 1; i < length; i++) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
    code = code << 6 | (byte(i) & 0x3Fu);
  }
  constexpr std::array<std::uint32_t, 5> kLeast{0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  const bool forbidden = code == 0xFFFE || code == 0xFFFF || code > 0x10FFFF;
  return code < kLeast[length] || surrogate || forbidden ? 0 : length;
}

/// Commas between thousands, left of the point.
std::string with_commas(std::string digits) {
  const std::size_t begin = digits.starts_with('-') ? 1 : 0;
  std::size_t at = std::min(digits.find('.'), digits.size());
  while (at > begin + 3) digits.insert(at -= 3, 1, ',');
  return digits;
}

}  // namespace

std::string escape_markup(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    switch (length == 1 ? text.front() : '\0') {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      default: out += length == 0 ? kReplacement : text.substr(0, length);
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return out;
}

std::string show_number(double x, int digits) {
  if (x == 0) return "0";
  const double size = std::fabs(x);
  if (!(size >= 1e-6 && size < 1e15)) return fmt::format("{:.{}g}", x, digits);
  // The rounded number decides how many digits are left of the point: 9.99 may become 10.0.
  const std::string rounded = fmt::format("{:.{}e}", x, digits - 1);
  const int exponent = std::stoi(rounded.substr(rounded.find('e') + 1));
  if (exponent >= digits - 1) return with_commas(fmt::format("{:.0f}", std::stod(rounded)));
  if (x == std::floor(x)) return with_commas(fmt::format("{:.0f}", x));
  return with_commas(fmt::format("{:.{}f}", x, digits - 1 - exponent));
}

std::string show_seconds(double seconds, int digits) {
  constexpr double kMinute = 60;
  if (seconds >= 2 * kMinute) {
    const auto whole = static_cast<std::uint64_t>(std::llround(std::min(seconds, 1e9)));
    return fmt::format("{} min {} s", whole / 60, whole % 60);
  }
  constexpr std::array<std::pair<double, std::string_view>, 4> kUnits{
      {{1, "s"}, {1e-3, "ms"}, {1e-6, "\xC2\xB5s"}, {1e-9, "ns"}}};
  for (const auto& [size, name] : kUnits) {
    if (std::fabs(seconds) >= size)
      return show_number(seconds / size, digits) + " " + std::string(name);
  }
  return seconds == 0 ? "0 s" : show_number(seconds / 1e-9, digits) + " ns";
}

}  // namespace glance::measure
