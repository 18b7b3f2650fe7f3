// SPDX-License-Identifier: Apache-2.0
// Progress on stderr: one line that changes, on a terminal; a line per phase, if asked for.
#pragma once
#include "kleene/support/budget.h"
#include "kleene/support/observer.h"

#include <string>

namespace kleene::cli {

class Progress : public Observer {
public:
  /// Verbosity as on the command line: 0 is silent, 2 writes a line per phase.
  explicit Progress(unsigned verbosity);
  ~Progress() override;
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void phase(std::string_view name) override;
  void progress(std::string_view text) override;
  /// Removes the changing line, before something else is printed.
  void clear();

private:
  void draw(std::string_view text);
  bool live_;
  bool phases_;
  bool drawn_ = false;
  std::string phase_;
  Budget::Clock::time_point last_{};
};

} // namespace kleene::cli
