// SPDX-License-Identifier: Apache-2.0
#include "kleene/engine/chc/chc.h"
#include "kleene/ir/draw.h"
#include "kleene/ir/interpreter.h"
#include "kleene/ir/text.h"
#include "kleene/verify/relations.h"

#include <cstdio>

#include "commands.h"
#include "goal.h"

namespace kleene::cli {
namespace {

/// The edges that an execution takes.
class EdgeTracer : public ir::Tracer {
public:
  explicit EdgeTracer(const ir::Program& program) : program_(program) {}
  void step(const Step& step) override {
    const std::vector<ir::Edge>& edges = program_.procedure(step.procedure).edges;
    taken.emplace(step.procedure.index(), static_cast<std::size_t>(step.edge - edges.data()));
  }
  ir::TakenEdges taken;

private:
  const ir::Program& program_;
};

/// Of the execution on the inputs of `--input`.
Result<ir::TakenEdges>
edges_to_highlight(Context& context, const ir::Program& program, IntegerModel integers) {
  if (context.arguments.run.inputs.empty()) return ir::TakenEdges();
  if (program.concurrent())
    return Diagnostic::error(ErrorKind::Unsupported, "--input for a concurrent program");
  ir::RunOptions options;
  options.integers = integers;
  options.max_steps = 1'000'000;
  options.targets = verify::default_targets();
  options.budget = &context.budget;
  ir::InputList inputs(context.arguments.run.inputs);
  EdgeTracer tracer(program);
  ir::Interpreter(program).run(inputs, options, &tracer);
  return std::move(tracer.taken);
}

} // namespace

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
  Result<ir::TakenEdges> taken = edges_to_highlight(context, program, input->integers);
  if (!taken) return taken.error();
  std::string text;
  if (form == "ir") text = ir::print(program);
  if (form == "cfg") text = ir::to_cfg(program);
  if (form == "dot") text = ir::to_dot(program, only, *taken);
  if (form == "svg") {
    constexpr double seconds = 30;
    Result<std::string> svg = ir::to_svg(program, seconds, only, *taken);
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
