#include "measure/plot_ticks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "measure/markup.h"

namespace glance::measure {
namespace {

constexpr std::array<double, 3> kRound{1, 2, 5};

/// 10^k, correctly rounded where there is such a double (std::pow may miss by a digit).
double power_of_ten(int k) { return k < 0 ? 1 / std::pow(10.0, -k) : std::pow(10.0, k); }

int decade_of(double x) { return static_cast<int>(std::floor(std::log10(x))); }

/// `at` with the last digit that `step` has.
std::string label_of(double at, double step) {
  if (at == 0) return "0";
  constexpr int kMostDigits = 12;
  const int digits = decade_of(std::fabs(at) * (1 + 1e-12)) - decade_of(step * (1 + 1e-12)) + 1;
  return show_number(at, std::clamp(digits, 1, kMostDigits));
}

Ticks linear_ticks(double low, double high, bool from_zero, int most) {
  if (from_zero) {
    low = std::min(low, 0.0);
    high = std::max(high, 0.0);
  }
  // A range that doubles cannot divide is no range: some room around the value instead.
  const double size = std::max(std::fabs(low), std::fabs(high));
  if (!(high - low > size * 1e-9)) {
    const double room = size > 1 / kMostPlotted ? size / 2 : 1;
    low -= from_zero ? 0 : room;
    high += room;
  }
  int decade = decade_of((high - low) / most) - 1;
  double step = 0, first = 0, last = 0;
  for (bool found = false; !found; decade++) {
    for (const double round : kRound) {
      step = round < 2 ? power_of_ten(decade) : round * power_of_ten(decade);
      first = std::floor(low / step + 1e-9);
      last = std::ceil(high / step - 1e-9);
      found = last - first + 1 <= most;
      if (found) break;
    }
  }
  Ticks ticks{first * step, last * step, {}};
  for (double i = first; i <= last; i++)
    ticks.ticks.push_back({i * step, label_of(i * step, step)});
  ticks.low = std::min(ticks.low, low);  // multiples are rounded
  ticks.high = std::max(ticks.high, high);
  return ticks;
}

Ticks log_ticks(double low, double high, int most) {
  // The ends: the nearest of 1, 2 and 5 times a power of ten.
  const int bottom = decade_of(low), top = decade_of(high);
  Ticks ticks{low, high, {}};
  const auto end = [&](double x, int decade, bool up) {
    double best = x;
    for (const double round : {1.0, 2.0, 5.0, 10.0}) {
      const double at = round * power_of_ten(decade);
      if (up && at >= x) return at;
      if (!up && at <= x) best = at;
    }
    return best;
  };
  ticks.low = std::min(low, end(low, bottom, false));
  ticks.high = std::max(high, end(high, top, true));
  if (!(ticks.low < ticks.high)) {
    ticks.low /= 2;
    ticks.high *= 2;
  }

  const double slack = 1 + 1e-9;
  const auto inside = [&](double at) {
    return at * slack >= ticks.low && at <= ticks.high * slack;
  };
  int decades = 0, rounds = 0;
  for (int d = bottom - 1; d <= top + 1; d++) {
    for (const double round : kRound) {
      if (!inside(round * power_of_ten(d))) continue;
      rounds++;
      if (round == 1) decades++;
    }
  }
  const bool label_rounds = rounds <= most;
  const int every = std::max(1, (decades + most - 1) / most);
  constexpr int kMostDecadesWithLines = 4;
  for (int d = bottom - 1; d <= top + 1; d++) {
    for (int digit = 1; digit <= 9; digit++) {
      const double at = std::clamp(digit * power_of_ten(d), ticks.low, ticks.high);
      if (!inside(digit * power_of_ten(d))) continue;
      const bool label =
          digit == 1 ? (d - bottom) % every == 0 : label_rounds && (digit == 2 || digit == 5);
      if (label) {
        ticks.ticks.push_back({at, show_number(at, 1)});
      } else if (digit == 1 || decades <= kMostDecadesWithLines) {
        ticks.ticks.push_back({at, ""});
      }
    }
  }
  return ticks;
}

}  // namespace

Ticks make_ticks(double low, double high, const PlotAxis& axis, int most) {
  most = std::max(most, 2);
  return axis.scale == Scale::log ? log_ticks(low, high, most)
                                  : linear_ticks(low, high, axis.from_zero, most);
}

}  // namespace glance::measure
