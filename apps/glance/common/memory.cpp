#include "common/memory.h"

#include <fmt/format.h>
#include <unistd.h>

#include <fstream>
#include <limits>

namespace glance::app {

std::uint64_t available_memory() {
  std::ifstream info("/proc/meminfo");  // "MemAvailable:   23456789 kB"
  for (std::string name; info >> name;) {
    std::uint64_t kib = 0;
    if (name == "MemAvailable:" && info >> kib) return kib << 10;
    info.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  }
  const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
  return pages > 0 && page > 0 ? static_cast<std::uint64_t>(pages) * page : 0;
}

Result<void> check_memory(std::string_view what, double needed, std::uint64_t available) {
  if (available == 0 || needed <= static_cast<double>(available)) return {};
  constexpr double kGiB = 1 << 30;
  return fail(
      fmt::format("{} need about {:.1f} GiB of memory, and {:.1f} GiB are available: use "
                  "fewer",
                  what, needed / kGiB, static_cast<double>(available) / kGiB));
}

std::string show_bytes(double bytes) {
  constexpr double kKiB = 1 << 10, kMiB = 1 << 20, kGiB = 1 << 30;
  if (bytes >= kGiB) return fmt::format("{:.2f} GiB", bytes / kGiB);
  if (bytes >= kMiB) return fmt::format("{:.2f} MiB", bytes / kMiB);
  if (bytes >= kKiB) return fmt::format("{:.1f} KiB", bytes / kKiB);
  return fmt::format("{} bytes", bytes);
}

}  // namespace glance::app
