// SPDX-License-Identifier: Apache-2.0
#include "kleene/report/trace_printer.h"

#include "kleene/ir/text.h"

#include <fmt/core.h>

#include <cstdio>

namespace kleene::report {

void TracePrinter::step(const Step& step) {
  const ir::Edge& edge = *step.edge;
  if (program_.procedure(step.procedure).library) return;
  if (std::holds_alternative<ir::Skip>(edge.statement)) return;
  std::string place =
      edge.range.known()
          ? fmt::format("{}:{}", program_.files.name(edge.range.file), edge.range.begin.line)
          : "-";
  std::string changes;
  for (const auto& [variable, value] : step.written)
    changes += fmt::format("{}{} = {}",
                           changes.empty() ? "" : ", ",
                           program_.variable(variable).display,
                           to_string(value));
  std::string indent(2 * std::min<std::size_t>(step.depth, 30), ' ');
  fmt::print(stderr,
             "{:<24} {}{}{}\n",
             place,
             indent,
             ir::to_string(edge.statement, program_),
             changes.empty() ? "" : "   [" + changes + "]");
}

int exit_code(ir::Ending ending) {
  switch (ending) {
  case ir::Ending::Returned:
  case ir::Ending::Exited:
  case ir::Ending::Aborted:
    return 0;
  case ir::Ending::AssertionFailed:
  case ir::Ending::TargetReached:
    return 10;
  case ir::Ending::UndefinedBehaviour:
    return 11;
  case ir::Ending::Blocked:
  case ir::Ending::InputsExhausted:
    return 5;
  case ir::Ending::StepLimit:
  case ir::Ending::StackOverflow:
  case ir::Ending::MemoryLimit:
  case ir::Ending::OutOfRange:
    return 4;
  }
  return 6;
}

} // namespace kleene::report
