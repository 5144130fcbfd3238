// Sweeps over the contacts of an island, which go where something still changes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/work_meter.h"
#include "response/contact_row.h"

namespace glance::rooms::response {

/// Contacts and bodies in one pass.
struct SweptRows {
  std::span<const ContactRow> rows;
  std::span<const std::uint8_t> takes_part;  ///< of each row
  std::span<RowImpulse> impulses;            ///< of each row
  std::span<PushedBody> bodies;  ///< of all islands: rows know them by their places here
  std::size_t first_body = 0;    ///< from here on those of this island (a fixed one may be before)
};

/// There are so many sweeps at most. They end when one over all contacts changes no speed by more
/// than `enough`.
struct SweepLimits {
  int sweeps = 1;
  double enough = 0;
};

/// Whether there is time for another sweep over so many contacts.
bool has_time(std::size_t rows, WorkMeter& meter, ResponseReport& report);

/// Keeps its arrays.
class Sweeps {
 public:
  /// Each step lowers the energy (but for friction whose bound shrinks). After a sweep over all
  /// contacts that changed enough come sweeps over those at bodies that it changed, and at bodies
  /// that these change, until they are quiet; then over all again. In a heap where one box tilts,
  /// the others cost next to nothing.
  ///
  /// `hasten`: goes on in the direction of the sweeps before, as conjugate gradients do (Silcowitz,
  /// Niebe, Erleben 2010): a stack needs some hundred sweeps with it, and thousands without. The
  /// last sweep is always one of steps, so that impulses are in their cones.
  void run(const SweptRows& island, bool friction, bool hasten, const SweepLimits& limits,
           WorkMeter& meter, ResponseReport& report);

  std::size_t bytes() const;

 private:
  /// What a sweep changed: the largest speed, and the sum of squares (as an energy).
  struct Change {
    double most = 0, sum_sq = 0;
  };

  Change step(const SweptRows& island, bool friction, double enough);
  void list_all(const SweptRows& island);
  void list_none();
  void list_touched(const SweptRows& island);
  void add_body(const SweptRows& island, std::uint32_t body);
  void go_on(const SweptRows& island, double factor);

  std::vector<std::uint32_t> rows_;       ///< that are swept
  std::vector<std::uint8_t> is_listed_;   ///< of each row: whether it is among these
  std::vector<std::uint8_t> is_touched_;  ///< of each body of the island: changed by enough
  std::vector<std::uint32_t> bodies_;     ///< of the rows that are swept, without fixed ones
  std::vector<std::uint8_t> has_row_;     ///< of each body of the island: whether among these
  std::vector<Twist> seen_, directions_;  ///< of each body of the island
};

}  // namespace glance::rooms::response
