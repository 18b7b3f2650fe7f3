// SPDX-License-Identifier: Apache-2.0
#include "guard.h"

#include "kleene/support/process.h"
#include "kleene/support/work.h"

#include <csignal>
#include <cstring>
#include <new>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include "goal.h"

namespace kleene::cli {
namespace {

/// How long the work may take to stop by itself once it was asked to.
constexpr double grace_seconds = 0.6;
constexpr double memory_tolerance = 1.04;

Guard* active = nullptr; // NOLINT(cppcoreguidelines-avoid-non-const-global-variables): new_handler

// What the crash handler prints: prepared early, because it may not allocate.
std::string crash_stdout; // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

extern "C" void on_crash(int /*signal*/) {
  if (claim_answer()) {
    ssize_t ignored = ::write(STDOUT_FILENO, crash_stdout.data(), crash_stdout.size());
    constexpr char text[] = "kleene: internal error: the program crashed\n";
    ignored = ::write(STDERR_FILENO, text, sizeof text - 1);
    (void)ignored;
  }
  ::_exit(static_cast<int>(report::ExitCode::Internal));
}

void handle_crashes(report::Report base, const AnswerStyle& style) {
  base.verdict = report::Verdict::internal_error("the program crashed");
  base.exit_code = static_cast<int>(report::ExitCode::Internal);
  if (style.json == "-")
    crash_stdout = to_json(base);
  else if (style.verdict_line)
    crash_stdout = base.verdict->line() + "\n";
#if !defined(__SANITIZE_ADDRESS__)
  static char stack[65536]; // a crash may be an overflow of the stack
  stack_t alternative{};
  alternative.ss_sp = stack;
  alternative.ss_size = sizeof stack;
  ::sigaltstack(&alternative, nullptr);
  struct sigaction action {};
  action.sa_handler = on_crash;
  action.sa_flags = SA_ONSTACK;
  for (int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT})
    ::sigaction(signal, &action, nullptr);
#endif
}

void limit_data(std::optional<std::size_t> bytes) {
  struct rlimit limit {};
  ::getrlimit(RLIMIT_DATA, &limit);
  limit.rlim_cur = bytes ? std::min<rlim_t>(*bytes, limit.rlim_max) : limit.rlim_max;
  ::setrlimit(RLIMIT_DATA, &limit);
}

/// Recursive descent needs stack: Linux lets the main thread grow this far.
void enlarge_stack() {
  struct rlimit limit {};
  ::getrlimit(RLIMIT_STACK, &limit);
  rlim_t wanted = rlim_t(100) << 20;
  if (limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur < wanted) {
    limit.rlim_cur = std::min(wanted, limit.rlim_max);
    ::setrlimit(RLIMIT_STACK, &limit);
  }
}

sigset_t watched_signals() {
  sigset_t set;
  ::sigemptyset(&set);
  ::sigaddset(&set, SIGTERM);
  ::sigaddset(&set, SIGINT);
  ::sigaddset(&set, SIGUSR1); // from our own destructor
  return set;
}

} // namespace

Guard::Guard(report::Report base, AnswerStyle style, const Arguments& arguments)
    : base_(std::move(base)),
      style_(std::move(style)),
      allowance_(allowance_of(arguments)),
      seconds_(arguments.seconds),
      memory_(arguments.memory_bytes),
      budget_(arguments.seconds ? std::optional(std::chrono::duration<double>(*arguments.seconds))
                                : std::nullopt,
              arguments.memory_bytes) {
  enlarge_stack();
  handle_crashes(base_, style_);
  active = this;
  std::set_new_handler(&Guard::out_of_memory);
  // The watching thread keeps the limit; this is for growth that is faster than it looks. Address
  // space that is reserved but not used counts here, hence the room.
  if (memory_) limit_data(2 * *memory_ + (std::size_t(1) << 30));
  sigset_t set = watched_signals();
  ::pthread_sigmask(SIG_BLOCK, &set, nullptr);
  thread_ = std::thread([this] { watch(); });
}

Guard::~Guard() {
  done_ = true;
  ::pthread_kill(thread_.native_handle(), SIGUSR1);
  thread_.join();
  std::set_new_handler(nullptr);
  active = nullptr;
}

/// Where work is counted the work itself keeps the limit; time is only to end what hangs.
double Guard::seconds_used() const {
  std::chrono::duration<double> used = Budget::Clock::now() - start_;
  return work::counted() ? used.count() / work::patience : used.count();
}

const char* Guard::broken_limit(bool by_far) const {
  if (seconds_ && seconds_used() > *seconds_ + (by_far ? grace_seconds : 0.0))
    return "time limit reached";
  double tolerance = by_far ? memory_tolerance : 1.0;
  if (memory_ && static_cast<double>(resident_memory()) > static_cast<double>(*memory_) * tolerance)
    return "memory limit reached";
  return nullptr;
}

void Guard::watch() {
  sigset_t set = watched_signals();
  const char* why = nullptr;
  std::optional<Budget> grace;
  while (!done_) {
    timespec tick{0, 20'000'000};
    int signal = ::sigtimedwait(&set, nullptr, &tick);
    if (signal == SIGTERM || signal == SIGINT) {
      why = "interrupted by a signal";
      grace = Budget(std::chrono::duration<double>(grace_seconds), std::nullopt);
      Budget::cancel_all(why);
    }
    if (const char* limit = broken_limit(false)) {
      if (why == nullptr) why = limit;
      Budget::cancel_all(why);
    }
    const char* limit = broken_limit(true);
    // A machine without memory may stand still between the two looks.
    if (why == nullptr) why = limit;
    bool late = limit != nullptr || (grace && *grace->seconds_left() <= 0);
    if (late && !done_) answer_and_exit(why);
  }
}

void Guard::answer_and_exit(const char* why) {
  limit_data(std::nullopt);
  if (!claim_answer()) return;
  abandon_helpers();
  report::Report report = base_;
  report.obstacles = remembered_obstacles();
  report.verdict = report::stopped_by(report, allowance_, why);
  report.exit_code = static_cast<int>(report::ExitCode::Resources);
  report.seconds = budget_.seconds_used();
  report.megabytes = static_cast<double>(resident_memory()) / (1 << 20);
  Diagnostic note = Diagnostic::error(ErrorKind::Usage, why);
  note.severity = Severity::Note;
  show(note, style_);
  ::_exit(print_answer(std::move(report), style_));
}

void Guard::out_of_memory() {
  static std::atomic<bool> tried{false};
  if (active == nullptr || tried.exchange(true)) throw std::bad_alloc();
  // Comes back only if an answer is being printed: that may use the memory set free here.
  active->answer_and_exit("memory limit reached");
}

} // namespace kleene::cli
