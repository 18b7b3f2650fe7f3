// SPDX-License-Identifier: Apache-2.0
// An execution as a tree of calls with source lines and the values that change.
#pragma once
#include "kleene/evidence/activations.h"
#include "kleene/evidence/execution.h"
#include "kleene/evidence/schedule.h"
#include "kleene/evidence/trace.h"
#include "kleene/report/report.h"

namespace kleene::report {

/// Fills in the tree, up to `counterexample.steps` steps. The trace is that of the execution.
void show_call_tree(const evidence::Problem& problem,
                    const evidence::Execution& execution,
                    const evidence::Trace& trace,
                    Counterexample& counterexample);

/// The same for runs of procedures, each shown once.
void show_call_tree(const ir::Program& program,
                    const evidence::Activations& runs,
                    Counterexample& counterexample);

/// The same for a schedule, with the thread of each step.
void show_lanes(const evidence::Problem& problem,
                const evidence::Schedule& schedule,
                const evidence::Trace& trace,
                Counterexample& counterexample);

} // namespace kleene::report
