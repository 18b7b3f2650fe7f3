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
  std::string text;
  if (form == "ir") text = ir::print(program);
  if (form == "cfg") text = ir::to_cfg(program);
  if (form == "dot") text = ir::to_dot(program);
  if (form == "svg") {
    Result<std::string> svg = ir::to_svg(program);
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
