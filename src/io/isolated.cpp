// Tested in tests/unit/io/mesh_file_test.cpp (MeshFile.WhatCrashesOrHangsAssimpIsAnError).
#include "io/isolated.h"

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <fstream>

namespace glance::io {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kLimitMemory = false;  // sanitizers map terabytes
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr bool kLimitMemory = false;
#else
constexpr bool kLimitMemory = true;
#endif
#else
constexpr bool kLimitMemory = true;
#endif

void limit_memory(std::size_t more_bytes) {
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  if (!kLimitMemory || pages == 0) return;
  const rlim_t most = pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) + more_bytes;
  const rlimit limit{most, most};
  setrlimit(RLIMIT_AS, &limit);
}

bool write_all(int to, const char* bytes, std::size_t size) {
  while (size > 0) {
    const ssize_t count = write(to, bytes, size);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes += count;
    size -= static_cast<std::size_t>(count);
  }
  return true;
}

/// Ends the copy without what a process does at its end: that is left to the original.
[[noreturn]] void be_the_copy(const std::function<std::string()>& work, int to,
                              std::size_t more_bytes) {
  for (const int signal : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL}) ::signal(signal, SIG_DFL);
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  limit_memory(more_bytes);
  const std::string result = work();
  const std::uint64_t size = result.size();
  const bool done = write_all(to, reinterpret_cast<const char*>(&size), sizeof(size)) &&
                    write_all(to, result.data(), result.size());
  _exit(done ? 0 : 1);
}

/// All that comes until the other end is closed; false: not in time.
bool read_all(int from, double seconds, std::string& bytes) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  std::array<char, 1 << 16> buffer;
  for (;;) {
    const double left = std::chrono::duration<double>(end - Clock::now()).count();
    if (left <= 0) return false;
    pollfd wait{from, POLLIN, 0};
    const int ready = poll(&wait, 1, static_cast<int>(std::min(left * 1000 + 1, 1e9)));
    if (ready <= 0) continue;  // time is up, or a signal came
    const ssize_t count = read(from, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return true;
    bytes.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

}  // namespace

Result<std::string> run_isolated(const std::function<std::string()>& work, double seconds,
                                 std::size_t more_bytes) {
  std::array<int, 2> ends;
  if (pipe(ends.data()) != 0) return fail(ErrorCode::bad_data, "no pipe can be made");
  const pid_t copy = fork();
  if (copy == 0) {
    close(ends[0]);
    be_the_copy(work, ends[1], more_bytes);
  }
  close(ends[1]);
  if (copy < 0) {
    close(ends[0]);
    return fail(ErrorCode::bad_data, "no process can be made");
  }
  std::string bytes;
  const bool in_time = read_all(ends[0], seconds, bytes);
  close(ends[0]);
  if (!in_time) kill(copy, SIGKILL);
  int status = 0;
  while (waitpid(copy, &status, 0) < 0 && errno == EINTR) {
  }
  if (!in_time) return fail(ErrorCode::bad_data, fmt::format("took longer than {:g} s", seconds));
  std::uint64_t size = 0;
  if (bytes.size() >= sizeof(size)) std::memcpy(&size, bytes.data(), sizeof(size));
  if (bytes.size() < sizeof(size) || bytes.size() - sizeof(size) != size) {
    return fail(ErrorCode::bad_data, WIFSIGNALED(status)
                                         ? fmt::format("crashed ({})", strsignal(WTERMSIG(status)))
                                         : "ended without a result");
  }
  bytes.erase(0, sizeof(size));
  return bytes;
}

}  // namespace glance::io
