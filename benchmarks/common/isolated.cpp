#include "benchmarks/common/isolated.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <new>
#include <stdexcept>
#include <thread>
#include <type_traits>

#include "measure/stopwatch.h"

namespace glance::bench {
namespace {

constexpr int kTries = 5;
constexpr double kTriesSeconds = 0.05;  // all of them; slower ones are tried less often

static_assert(std::is_trivially_copyable_v<Outcome> &&
              std::atomic<std::size_t>::is_always_lock_free);

/// What parent and child both see.
class SharedOutcomes {
 public:
  explicit SharedOutcomes(std::size_t count)
      : count_(count), bytes_(sizeof(std::atomic<std::size_t>) + count * sizeof(Outcome)) {
    memory_ = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory_ == MAP_FAILED) throw std::runtime_error("no memory to share with a child process");
    at_ = new (memory_) std::atomic<std::size_t>(0);
    outcomes_ = new (at_ + 1) Outcome[count];
  }
  SharedOutcomes(const SharedOutcomes&) = delete;
  SharedOutcomes& operator=(const SharedOutcomes&) = delete;
  ~SharedOutcomes() { munmap(memory_, bytes_); }

  /// The pair that the child is at.
  std::atomic<std::size_t>& at() { return *at_; }
  std::span<Outcome> outcomes() { return {outcomes_, count_}; }

 private:
  std::size_t count_, bytes_;
  void* memory_;
  std::atomic<std::size_t>* at_;
  Outcome* outcomes_;
};

Outcome ask_one(Peer& peer, Question question, const Track& pair) {
  Outcome outcome;
  outcome.kind = Outcome::Kind::answered;
  try {
    peer.load({&pair, 1});
  } catch (...) {  // a body that the library refuses
    outcome.answer.failed = true;
    return outcome;
  }
  const measure::Stopwatch all;
  for (int i = 0; i < kTries && all.seconds() < kTriesSeconds; i++) {
    const measure::Stopwatch watch;
    peer.ask(question, 0, false, {&outcome.answer, 1});
    const double seconds = watch.seconds();
    outcome.seconds = i == 0 ? seconds : std::min(outcome.seconds, seconds);
  }
  return outcome;
}

[[noreturn]] void be_the_child(Peer& peer, Question question, std::span<const Track> pairs,
                               std::size_t first, SharedOutcomes& shared) {
  const int nowhere = open("/dev/null", O_WRONLY);
  if (nowhere >= 0) dup2(nowhere, STDERR_FILENO);  // libraries that speak as they fail
  for (std::size_t i = first; i < pairs.size(); i++) {
    shared.at() = i;
    shared.outcomes()[i] = ask_one(peer, question, pairs[i]);
  }
  _exit(0);
}

/// Whether the child came to its end by itself; if not, it is stopped and its end awaited.
bool wait_for(pid_t child, SharedOutcomes& shared, double patience) {
  std::size_t last = shared.at();
  measure::Stopwatch since;
  for (;;) {
    int status;
    if (waitpid(child, &status, WNOHANG) == child) return true;
    if (shared.at() != last) {
      last = shared.at();
      since = measure::Stopwatch();
    } else if (since.seconds() > patience) {
      kill(child, SIGKILL);
      waitpid(child, &status, 0);
      return false;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

}  // namespace

std::vector<Outcome> ask_isolated(Peer& peer, Question question, std::span<const Track> pairs,
                                  double patience) {
  SharedOutcomes shared(pairs.size());
  for (std::size_t first = 0; first < pairs.size();) {
    shared.at() = first;
    const pid_t child = fork();
    if (child < 0) throw std::runtime_error("cannot start a child process");
    if (child == 0) be_the_child(peer, question, pairs, first, shared);
    const bool ended = wait_for(child, shared, patience);
    // Past the pair that it was at: the last one, if all is well.
    Outcome& latest = shared.outcomes()[shared.at()];
    if (!ended) latest.kind = Outcome::Kind::hung;
    first = shared.at() + 1;
  }
  return {shared.outcomes().begin(), shared.outcomes().end()};
}

}  // namespace glance::bench
