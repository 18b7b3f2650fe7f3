// SPDX-License-Identifier: Apache-2.0
// What an answer takes for granted, and what stands in its way in the program itself.
#pragma once
#include "kleene/ir/program.h"
#include "kleene/report/report.h"

#include "input.h"

namespace kleene::cli {

/// Fills in what the report says about the program, whatever the answer is: functions without body and
/// assumptions.
void describe_program(report::Report& report, const Input& input, const ir::Program& program);

/// The verdict, with the constructs named that are not modelled and that it may have failed because of; its
/// own reason stays where it is not shown already.
report::Verdict
name_opaque_places(const report::Verdict& verdict, const ir::Program& program, bool reasons_shown);

} // namespace kleene::cli
