// SPDX-License-Identifier: Apache-2.0
#include "progress.h"

#include <fmt/core.h>

#include <sys/ioctl.h>
#include <unistd.h>

namespace kleene::cli {

Progress::Progress(unsigned verbosity)
    : live_(verbosity > 0 && ::isatty(STDERR_FILENO) != 0), phases_(verbosity >= 2) {}

Progress::~Progress() {
  clear();
}

void Progress::phase(std::string_view name) {
  phase_ = name;
  if (phases_) {
    clear();
    fmt::print(stderr, "kleene: {}\n", name);
  }
  draw({});
}

void Progress::progress(std::string_view text) {
  auto now = Budget::Clock::now();
  if (now - last_ < std::chrono::milliseconds(100)) return;
  last_ = now;
  draw(text);
}

void Progress::draw(std::string_view text) {
  if (!live_) return;
  std::string line = fmt::format("kleene: {}{}{}", phase_, text.empty() ? "" : ": ", text);
  struct winsize size {};
  bool known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 20;
  fmt::print(stderr, "\r\033[K{}", line.substr(0, known ? size.ws_col - 2U : 78U));
  std::fflush(stderr);
  drawn_ = true;
}

void Progress::clear() {
  if (drawn_) fmt::print(stderr, "\r\033[K");
  drawn_ = false;
}

} // namespace kleene::cli
