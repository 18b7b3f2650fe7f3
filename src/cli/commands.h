// SPDX-License-Identifier: Apache-2.0
// The commands. Each fills in the report and gives the exit code; expected failures are diagnostics.
#pragma once
#include "kleene/support/observer.h"

#include "answer.h"
#include "arguments.h"
#include "input.h"

namespace kleene::cli {

/// What a command works with.
struct Context {
  const Arguments& arguments;
  Budget& budget;
  Observer& observer;
  report::Report& report;
  std::vector<std::string> hints{}; ///< evidence texts of what other engines believe to hold
};

/// The verdict; a diagnostic if there is none because of the input or the command line.
Result<report::Verdict> check(Context& context);
/// The same from evidence in a file, by the judge alone.
Result<report::Verdict> validate(Context& context);
/// The exit code.
Result<int> run(Context& context);
Result<int> show(Context& context);
Result<int> fix(Context& context);
Result<int> batch(Context& context);
Result<int> cover(Context& context);

} // namespace kleene::cli
