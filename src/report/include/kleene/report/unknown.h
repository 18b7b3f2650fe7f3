// SPDX-License-Identifier: Apache-2.0
// The answer `unknown`: one cause, and one hint what to do about it.
#pragma once
#include "kleene/report/report.h"
#include "kleene/support/budget.h"
#include "kleene/verify/cause.h"

namespace kleene::report {

/// What the command line allowed, as far as hints depend on it.
struct Allowance {
  std::optional<double> seconds;
  std::optional<std::size_t> memory_bytes;
  std::optional<std::size_t> context_switches;
  std::optional<std::size_t> rounds;
  bool free_uninitialised = false; ///< --uninit nondet
  bool one_engine = false;         ///< asked for by its name
  bool own_algorithm = false;      ///< --algorithm
  bool explain = false;
};

/// The verdict of a question without answer; the report gets the hint and what each engine came to. `subject` is
/// what the cause is about, if it is not the whole question: `2 of 7 checks undecided`.
Verdict unknown_because(Report& report,
                        const Allowance& allowance,
                        const Budget& budget,
                        const verify::Cause& cause,
                        std::vector<Obstacle> obstacles,
                        const std::string& subject = {});

/// The verdict when a limit is reached, or a signal comes: `why` as the budget says it.
Verdict stopped_by(Report& report, const Allowance& allowance, const std::string& why);

} // namespace kleene::report
