// SPDX-License-Identifier: Apache-2.0
// What an answer takes for granted, and what stands in its way in the program itself.
#pragma once
#include "kleene/ir/program.h"
#include "kleene/report/report.h"
#include "kleene/verify/question.h"

namespace kleene::report {

/// Where a program comes from, as far as assumptions depend on it.
struct ProgramSource {
  verify::Language language = verify::Language::C;
  IntegerModel integers = IntegerModel::Machine;
  unsigned pointer_bits = 64;
};

/// Fills in what the report says about the program, whatever the answer is: functions without body and
/// assumptions.
void describe_program(Report& report, const ProgramSource& source, const ir::Program& program);

/// The verdict, with the constructs named that are not modelled and that it may have failed because of; its
/// own reason stays where it is not shown already.
Verdict name_opaque_places(const Verdict& verdict, const ir::Program& program, bool reasons_shown);

} // namespace kleene::report
