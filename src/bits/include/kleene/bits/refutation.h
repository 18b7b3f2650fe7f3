// SPDX-License-Identifier: Apache-2.0
// Questions to a SAT solver, and its refutations checked.
#pragma once
#include "kleene/bits/circuit.h"
#include "kleene/support/budget.h"

#include <functional>
#include <string>
#include <string_view>

namespace kleene::bits {

/// Checks a refutation in the DRAT format, text or binary, of a question in the format of DIMACS. 0: accepted; 1: wrong,
/// `why` says how; 2: `stop` said so. See drat.cpp, which is also a program of its own.
int check_refutation(std::string_view cnf,
                     std::string_view proof,
                     const std::function<bool()>& stop,
                     std::string& why);

/// The text of drat.cpp.
std::string_view checker_text();

enum class SatAnswer {
  Satisfiable,
  Refuted,   ///< and the refutation was checked
  Unchecked, ///< CaDiCaL says that it is unsatisfiable; its refutation was too long to be checked
  Unknown
};

struct SatResult {
  SatAnswer answer = SatAnswer::Unknown;
  std::string problem;    ///< why it is Unknown
  std::string refutation; ///< as CaDiCaL wrote it
  double solver_seconds = 0;
  double checker_seconds = 0;
};

struct SatLimits {
  double seconds = 60;         ///< for CaDiCaL
  double checker_seconds = 60; ///< for the checker
};

/// Asks CaDiCaL, as a process. A refutation that is wrong is no answer. Throws ResourceOut if the budget is exhausted.
SatResult solve(const Cnf& question, const SatLimits& limits, Budget& budget);

} // namespace kleene::bits
