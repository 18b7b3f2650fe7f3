// SPDX-License-Identifier: Apache-2.0
// An execution as a tree of calls with source lines and the values that change.
#pragma once
#include "kleene/evidence/activations.h"
#include "kleene/evidence/execution.h"
#include "kleene/evidence/schedule.h"
#include "kleene/report/report.h"

namespace kleene::cli {

/// Runs the execution once more, up to `counterexample.steps` steps, and fills in the tree.
void show_call_tree(const evidence::Problem& problem,
                    const evidence::Execution& execution,
                    report::Counterexample& counterexample);

/// The same for runs of procedures, each shown once.
void show_call_tree(const ir::Program& program,
                    const evidence::Activations& runs,
                    report::Counterexample& counterexample);

/// How many of the steps an execution takes until a signed operation overflows; all, if they are many.
std::uint64_t steps_to_overflow(const evidence::Problem& problem,
                                const evidence::Execution& execution);

/// Runs a schedule once more and fills in the tree, with the thread of each step.
void show_lanes(const evidence::Problem& problem,
                const evidence::Schedule& schedule,
                report::Counterexample& counterexample);

} // namespace kleene::cli
