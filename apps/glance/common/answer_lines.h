// Lines in, one answer per line out, in order: what `glance pairs` and `glance toi` share.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace glance::app {

/// Answers every line of a file that is not blank; of standard input if it is called "-". Every
/// answer is flushed before the next line is read, so that a program may hold a conversation with
/// the tool over two pipes. `command` reads them, as errors say. Returns the exit code, and
/// complains if that is bad.
int answer_lines(std::string_view command, const std::string& file,
                 const std::function<std::string(std::string_view)>& answer);

}  // namespace glance::app
