// SPDX-License-Identifier: Apache-2.0
// Keeps the promises of the command when the work itself does not get to them: limits of time and
// memory hold, signals end in a clean `unknown`, and a crash is an answer too.
//
// Work that checks its Budget stops by itself. Where it does not (inside Clang, for example), a thread
// prints the answer in its place and ends the process.
#pragma once
#include "kleene/report/unknown.h"
#include "kleene/support/budget.h"

#include <atomic>
#include <thread>

#include "answer.h"

namespace kleene::cli {

class Guard {
public:
  /// `base` is what an answer given by the guard says of the command: version, files, …
  Guard(report::Report base, AnswerStyle style, const Arguments& arguments);
  ~Guard();
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;

  Budget& budget() { return budget_; }

private:
  void watch();
  double seconds_used() const;
  /// Which limit is broken, and by how much; null if none is.
  const char* broken_limit(bool by_far) const;
  /// Ends the process, unless somebody else is answering already.
  void answer_and_exit(const char* why);
  static void out_of_memory();

  report::Report base_;
  AnswerStyle style_;
  report::Allowance allowance_;
  std::optional<double> seconds_;
  std::optional<std::size_t> memory_;
  Budget budget_;
  Budget::Clock::time_point start_ = Budget::Clock::now();
  std::atomic<bool> done_{false};
  std::thread thread_;
};

} // namespace kleene::cli
