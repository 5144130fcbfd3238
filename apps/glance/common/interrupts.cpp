#include "common/interrupts.h"

#include <csignal>

namespace glance::app {
namespace {

constexpr int kSignals[] = {SIGINT, SIGTERM};

volatile std::sig_atomic_t caught_signal = 0;

void note_signal(int signal) { caught_signal = signal; }

}  // namespace

Interrupts::Interrupts() {
  caught_signal = 0;
  struct sigaction action = {};
  action.sa_handler = note_signal;
  // What is being read or written goes on; the next signal does what it would.
  action.sa_flags = static_cast<int>(SA_RESTART | SA_RESETHAND);
  for (const int signal : kSignals) sigaction(signal, &action, nullptr);
}

Interrupts::~Interrupts() {
  for (const int signal : kSignals) std::signal(signal, SIG_DFL);
}

int Interrupts::caught() { return caught_signal; }

}  // namespace glance::app
