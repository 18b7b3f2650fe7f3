// SPDX-License-Identifier: Apache-2.0
#include "goal.h"

#include "kleene/ltl/formula.h"

namespace kleene::cli {

verify::AskedAbout asked_about(const Input& input) {
  return {input.language, input.integers, input.reading.task, input.task ? &*input.task : nullptr};
}

Result<Goal> choose_goal(const CheckArguments& arguments, const Input& input) {
  return verify::choose_goal(arguments, asked_about(input));
}

ReadingOptions reading_options(const Goal& goal, const CheckArguments& arguments) {
  ReadingOptions options{goal.entry, goal.targets.functions, true};
  // A formula asks for labels: what error functions do matters then.
  if (arguments.formula()) options.target_functions.clear();
  if (arguments.ltl) {
    Result<ltl::Formula> formula = ltl::parse(*arguments.ltl);
    options.mark_statements = formula && ltl::has_next(*formula);
  }
  options.overflows_count = goal.property == evidence::Property::NoOverflow
                            || goal.targets.checks.contains(Property::NoOverflow);
  options.checks = goal.targets.checks;
  return options;
}

verify::Question question_of(const Context& context,
                             const Input& input,
                             const Goal& goal,
                             const ir::Program& program,
                             const verify::Spec* spec) {
  const CheckArguments& arguments = context.arguments.check;
  verify::Question question{{program,
                             goal.property,
                             goal.targets,
                             input.integers,
                             arguments.context_switches,
                             arguments.rounds,
                             {}},
                            input.language};
  if (input.language == Language::C && input.integers == IntegerModel::Machine)
    question.native = native_program(input, context.arguments.input, goal.entry);
  question.spec = goal.spec;
  question.execution_wanted = spec != nullptr && spec->existential();
  question.unwatched_label = goal.unwatched_label;
  question.certificate = arguments.certificate.has_value();
  return question;
}

report::Outputs outputs_of(const Context& context, const Input& input) {
  const Arguments& a = context.arguments;
  report::Outputs outputs;
  outputs.json = a.json || a.report;
  outputs.sarif = a.sarif.has_value();
  outputs.evidence = a.check.evidence.has_value();
  outputs.harness = a.check.harness;
  outputs.replay = a.check.replay;
  if (a.check.witness)
    outputs.witness = {context.report.version, input.files, {}, data_model_name(input)};
  return outputs;
}

report::Allowance allowance_of(const Arguments& arguments) {
  return {arguments.seconds,
          arguments.memory_bytes,
          arguments.check.context_switches,
          arguments.check.rounds,
          arguments.input.free_uninitialised.value_or(false),
          arguments.check.engine != "auto",
          arguments.check.algorithm.has_value(),
          arguments.check.explain};
}

verify::PortfolioOptions portfolio_options(Context& context, Observer& observer) {
  auto so_far = [&context](const std::vector<report::Obstacle>& obstacles) {
    context.report.obstacles = obstacles;
    remember_obstacles(obstacles);
  };
  return {context.budget, observer, context.arguments.memory_bytes, so_far};
}

} // namespace kleene::cli
