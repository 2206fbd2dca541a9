#include "cli/interruption.hpp"

#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>

#include "smsvm/error.hpp"

namespace smsvm::cli {
namespace {

constexpr int ends_at_once = 0;
constexpr int waits_for_one = -1;

/// One of the two above, or the number of the signal received: all that the handler touches.
std::atomic<int> state = ends_at_once;
std::atomic<bool> checkpoint_exists = false;
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<bool>::is_always_lock_free,
              "a signal handler must not lock");

void handle(int signal) {
  int expected = waits_for_one;
  if (state.compare_exchange_strong(expected, signal)) return;
  ::_exit(checkpoint_exists ? static_cast<int>(ErrorKind::interrupted) : exit_code_of_signal(signal));
}

void install(int signal) {
  struct sigaction action {};
  if (::sigaction(signal, nullptr, &action) != 0 || action.sa_handler == SIG_IGN) return;
  action = {};
  action.sa_handler = handle;
  action.sa_flags = SA_RESTART;
  ::sigemptyset(&action.sa_mask);
  ::sigaction(signal, &action, nullptr);
}

}  // namespace

void install_signal_handlers() {
  for (const int signal : std::array{SIGINT, SIGTERM, SIGHUP}) install(signal);
  for (const int signal : std::array{SIGPIPE, SIGXFSZ}) std::signal(signal, SIG_IGN);
}

void note_checkpoint() { checkpoint_exists = true; }

DeferredSignals::DeferredSignals() { state = waits_for_one; }
DeferredSignals::~DeferredSignals() { state = ends_at_once; }

int DeferredSignals::received() const {
  const int now = state;
  return now > 0 ? now : 0;
}

void DeferredSignals::check() const {
  if (const int signal = received(); signal != 0) throw Interrupted{signal};
}

}  // namespace smsvm::cli
