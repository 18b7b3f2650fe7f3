// SPDX-License-Identifier: Apache-2.0
// Evidence that its judge accepted, with all that was learnt on the way: answers are put into words, and
// witnesses are written, from this. Nothing is judged or run again for them.
#pragma once
#include "kleene/evidence/evidence.h"
#include "kleene/evidence/native.h"
#include "kleene/evidence/second_look.h"
#include "kleene/evidence/trace.h"

#include <optional>
#include <string>
#include <variant>

namespace kleene::verify {

struct Accepted {
  evidence::Evidence evidence;
  Property property = Property::UnreachCall; ///< that holds, or is violated
  std::string checker;                       ///< who answered the judge's questions
  std::size_t questions = 0;                 ///< that were asked; of all runs: runs
  /// If the question wants a certificate: the judge's questions as SMT-LIB, each unsatisfiable; or as DIMACS, with a refutation.
  std::string script;
  std::string cnf;
  std::string refutation;
  /// Executions: what the interpreter saw. The trace is that of the execution, the schedule, stem and
  /// loop of a lasso, or the stem of a recurrent set.
  std::optional<evidence::Replay> replay;
  std::optional<evidence::ScheduleReplay> schedule;
  std::optional<evidence::LassoJudgement> lasso;
  std::optional<evidence::ActivationsJudgement> activations;
  evidence::Trace trace;
  /// Executions of C with machine integers: what gcc's code did.
  std::optional<evidence::NativeReplay> native;
  /// Violations that no run can show as a whole: how gcc's code began.
  std::optional<evidence::SecondLook> look;
  /// Leaps that have an execution, too: whether they were accepted beside it.
  bool leaps_accepted = false;

  bool holds() const { return evidence::kind_of(evidence).shows == evidence::Shows::PropertyHolds; }
};

/// No answer: why, and what is believed to hold all the same, as evidence text.
struct NoAnswer {
  std::string reason;
  std::string hints = {};
};

using Judged = std::variant<Accepted, NoAnswer>;

} // namespace kleene::verify
