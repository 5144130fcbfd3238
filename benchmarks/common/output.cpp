#include "benchmarks/common/output.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>

namespace glance::bench {

std::string table(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths(rows[0].size(), 3);
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); i++) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text;
  for (std::size_t r = 0; r < rows.size(); r++) {
    for (std::size_t i = 0; i < widths.size(); i++) {
      text += i == 0 ? fmt::format("| {:<{}} |", rows[r][i], widths[i])
                     : fmt::format(" {:>{}} |", rows[r][i], widths[i]);
    }
    text += "\n";
    if (r > 0) continue;
    for (std::size_t i = 0; i < widths.size(); i++) {
      text += i == 0 ? fmt::format("|{:-<{}}|", "", widths[i] + 2)
                     : fmt::format("{:->{}}|", ":", widths[i] + 2);
    }
    text += "\n";
  }
  return text;
}

bool write_file(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text << std::flush;
  if (!file) std::cerr << fmt::format("bench: cannot write '{}'\n", path);
  return static_cast<bool>(file);
}

bool write_page(const std::string& name, const std::string& text) {
  std::error_code ignored;  // a folder that cannot be made shows when the file is written
  std::filesystem::create_directories(BENCH_DOCS_FOLDER, ignored);
  return write_file(fmt::format("{}/{}", BENCH_DOCS_FOLDER, name), text);
}

int no_such_row(const std::string& filter, const std::string& example) {
  std::cerr << fmt::format("bench: no row has '{}' in its name; one is called '{}'\n", filter,
                           example);
  return 2;
}

int not_all_rows() {
  std::cerr << "bench: --write needs all rows: without --quick and --filter\n";
  return 2;
}

}  // namespace glance::bench
