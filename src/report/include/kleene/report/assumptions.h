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

/// The files that the procedures of the program stand in, in their order, library models left out.
std::vector<std::pair<std::string, std::string>> sources_of(const ir::Program& program);

/// Fills in what the report says about the program, whatever the answer is: functions without body and
/// assumptions.
void describe_program(Report& report, const ProgramSource& source, const ir::Program& program);

} // namespace kleene::report
