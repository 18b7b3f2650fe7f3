// SPDX-License-Identifier: Apache-2.0
#include "kleene/engine/chc/chc.h"
#include "kleene/ir/draw.h"
#include "kleene/ir/text.h"
#include "kleene/verify/relations.h"

#include <cstdio>

#include "commands.h"
#include "goal.h"

namespace kleene::cli {

Result<int> show(Context& context) {
  Result<Input> input = resolve_input(context.arguments.input);
  if (!input) return input.error();
  context.observer.phase("reading the program");
  Result<LoadedProgram> loaded = load_program(*input, context.arguments.input, {});
  if (!loaded) return loaded.error();
  const ir::Program& program = loaded->program;
  context.report.diagnostics = std::move(loaded->warnings);
  const std::string& form = context.arguments.show_as;
  ir::ProcId only;
  if (const std::string& wanted = context.arguments.show_only; !wanted.empty()) {
    std::optional<ir::ProcId> found = program.find_procedure(wanted);
    if (!found)
      return Diagnostic::error(ErrorKind::Usage,
                               "the program model has no function " + wanted + " for --only");
    only = *found;
  }
  std::string text;
  if (form == "ir") text = ir::print(program);
  if (form == "cfg") text = ir::to_cfg(program);
  if (form == "dot") text = ir::to_dot(program, only);
  if (form == "svg") {
    constexpr double seconds = 30;
    Result<std::string> svg = ir::to_svg(program, seconds, only);
    if (!svg) return svg.error();
    text = *svg;
  }
  if (form == "fix") {
    Result<std::string> relations = verify::program_relations(program);
    if (!relations) return relations.error();
    text = *relations;
  }
  if (form == "smt2") {
    Result<std::string> clauses = engine::chc::clauses(
        {program, evidence::Property::UnreachCall, verify::default_targets(), input->integers});
    if (!clauses) return clauses.error();
    text = *clauses;
  }
  std::fwrite(text.data(), 1, text.size(), stdout);
  return 0;
}

} // namespace kleene::cli
