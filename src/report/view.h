// SPDX-License-Identifier: Apache-2.0
// From what the interpreter says to what the report shows: places get their files and lines, ids get
// their names.
#pragma once
#include "kleene/evidence/activations.h"
#include "kleene/evidence/execution.h"
#include "kleene/evidence/lasso.h"
#include "kleene/evidence/must.h"
#include "kleene/evidence/recurrent.h"
#include "kleene/evidence/schedule.h"
#include "kleene/evidence/trace.h"
#include "kleene/report/build.h"
#include "kleene/report/report.h"

namespace kleene::report {

/// As witnesses and tests have it: `2026-11-15T18:40:00Z`.
std::string utc_now();
SourcePlace to_place(const SourceFiles& files, const SourceRange& range);
std::vector<ShownInput> to_shown(const ir::Program& program,
                                 const std::vector<evidence::Input>& inputs);
/// What malloc gave, where it is not zero: by the names of parts, or as bytes.
std::vector<ShownInput> to_shown(const ir::Program& program,
                                 const std::vector<evidence::HeapContents>& heap);
/// The calls at the end of a run; library models are left out.
std::vector<ShownFrame> to_shown(const ir::Program& program, const std::vector<ir::FrameAt>& stack);

/// An accepted schedule as a counterexample with one lane per thread.
Counterexample to_counterexample(const evidence::Problem& problem,
                                 const evidence::Schedule& schedule,
                                 const evidence::ScheduleReplay& replay,
                                 const evidence::Trace& trace);

/// An accepted infinite execution as a counterexample.
Counterexample to_counterexample(const evidence::Problem& problem,
                                 const evidence::Lasso& lasso,
                                 const evidence::LassoJudgement& judgement,
                                 const evidence::Trace& trace);

/// An accepted recurrent set as a counterexample.
Counterexample to_counterexample(const evidence::Problem& problem,
                                 const evidence::RecurrentSet& set,
                                 const evidence::Trace& trace);

/// Accepted runs of procedures as a counterexample without inputs; each run is shown once.
Counterexample to_counterexample(const evidence::Problem& problem,
                                 const evidence::Activations& runs,
                                 const evidence::ActivationsJudgement& judgement);

/// Accepted sets as a counterexample without inputs.
Counterexample to_counterexample(const evidence::Problem& problem,
                                 const evidence::MustReach& reach);

} // namespace kleene::report
