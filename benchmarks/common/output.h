// Tables and files.
#pragma once

#include <string>
#include <vector>

namespace glance::bench {

/// A Markdown table whose columns are aligned, so that it can also be read as it is. The first
/// row is the head; the first column is text, the others are numbers.
std::string table(const std::vector<std::vector<std::string>>& rows);

/// Says on standard error if it cannot.
bool write_file(const std::string& path, const std::string& text);

/// A generated page, docs/benchmarks/NAME.
bool write_page(const std::string& name, const std::string& text);

// What keeps a benchmark from running, on standard error; the exit code.

int no_such_row(const std::string& filter, const std::string& example);
/// A page is written from all rows only.
int not_all_rows();

}  // namespace glance::bench
