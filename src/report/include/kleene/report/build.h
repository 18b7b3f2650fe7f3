// SPDX-License-Identifier: Apache-2.0
// From what was accepted, and from what the interpreter says, to what a report shows.
#pragma once
#include "kleene/report/report.h"
#include "kleene/verify/accepted.h"
#include "kleene/verify/question.h"

namespace kleene::report {

/// Fills in the proof, or the counterexample.
void show_answer(const verify::Question& question,
                 const verify::Accepted& accepted,
                 Report& report);

/// How a look at the compiled program is shown.
ShownLook to_shown(const evidence::SecondLook& look);

/// An accepted replay as a counterexample; the trace is that of the replay.
Counterexample to_counterexample(const evidence::Problem& problem,
                                 const evidence::Replay& replay,
                                 const evidence::Trace& trace);

/// How a run ended.
RunSummary to_summary(const ir::Program& program,
                      const ir::RunResult& run,
                      const std::vector<evidence::Input>& inputs);

} // namespace kleene::report
