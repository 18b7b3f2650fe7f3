// SPDX-License-Identifier: Apache-2.0
// An execution as a tree of calls with source lines and the values that change.
#pragma once
#include "kleene/evidence/execution.h"
#include "kleene/evidence/schedule.h"
#include "kleene/report/report.h"

namespace kleene::cli {

/// Runs the inputs once more, up to `counterexample.steps` steps, and fills in the tree.
void show_call_tree(const evidence::Problem& problem,
                    const std::vector<evidence::Input>& inputs,
                    report::Counterexample& counterexample);

/// Runs a schedule once more and fills in the tree, with the thread of each step.
void show_lanes(const evidence::Problem& problem,
                const evidence::Schedule& schedule,
                report::Counterexample& counterexample);

} // namespace kleene::cli
