// SPDX-License-Identifier: Apache-2.0
// `kleene validate FILE EVIDENCE`: no engine, only the judge of the evidence.
#include "kleene/frontend/task/witness.h"

#include <fmt/core.h>

#include "commands.h"
#include "judging.h"
#include "validate_witness.h"

namespace kleene::cli {
namespace {

using report::Verdict;

/// The property that evidence says it is about, before anything is known about the program.
std::optional<std::string> stated_property(const std::string& text) {
  std::size_t at = text.find("\nproperty ");
  if (at == std::string::npos) return std::nullopt;
  at += std::string_view("\nproperty ").size();
  return text.substr(at, text.find('\n', at) - at);
}

bool same(const ir::TargetSelection& a, const ir::TargetSelection& b) {
  return a.functions == b.functions && a.assertions == b.assertions && a.labels == b.labels;
}

std::string what_was_checked(const evidence::EvidenceFile& file) {
  static constexpr std::array kinds{"an execution",
                                    "invariants and summaries",
                                    "bounds of loops and recursion",
                                    "a number of runs",
                                    "ranks of states",
                                    "a loop that is gone round for ever",
                                    "a recurrent set",
                                    "layers of states",
                                    "layers of states that are never left",
                                    "leaps over loops",
                                    "a schedule of the threads",
                                    "states of the threads",
                                    "stacks of the threads",
                                    "control flow"};
  return kinds.at(file.evidence.index());
}

/// The other kinds say nothing about programs with threads.
bool about_threads(const evidence::Evidence& evidence) {
  return std::holds_alternative<evidence::Schedule>(evidence)
         || std::holds_alternative<evidence::InterleavingProof>(evidence)
         || std::holds_alternative<evidence::StackProof>(evidence)
         || std::holds_alternative<evidence::ControlFlow>(evidence);
}

} // namespace

Result<Verdict> validate(Context& context) {
  const Arguments& arguments = context.arguments;
  ReadFile file = read_file(arguments.evidence_file);
  if (!file.text) return Diagnostic::error(ErrorKind::Usage, file.error);
  if (frontend::task::is_witness(*file.text)) return validate_witness(context, *file.text);
  Result<Input> input = resolve_input(arguments.input);
  if (!input) return input.error();
  context.report.data_model = data_model_name(*input);
  context.report.integers = name(input->integers);
  CheckArguments question = arguments.check;
  std::optional<std::string> stated = stated_property(*file.text);
  if (!question.property && !question.label && stated
      && *stated != name(evidence::Property::UnreachCall))
    question.property = stated;
  Result<Goal> goal = choose_goal(question, *input);
  if (!goal) return goal.error();
  context.report.property = name(goal->property);
  context.report.diagnostics = goal->notes;

  context.observer.phase("reading the program");
  Result<LoadedProgram> loaded =
      load_program(*input, arguments.input, {goal->entry, goal->targets.functions});
  if (!loaded) return loaded.error();
  const ir::Program& program = loaded->program;
  context.report.missing_bodies.assign(program.missing_bodies.begin(),
                                       program.missing_bodies.end());
  Result<evidence::EvidenceFile> shown = evidence::read_evidence(*file.text, program);
  if (!shown) return Verdict::unknown("the evidence is not accepted: " + shown.error().message);
  if (about_threads(shown->evidence) != program.concurrent())
    return Verdict::unknown("the evidence is not accepted: it is about a program with"
                            + std::string(program.concurrent() ? "out" : "") + " threads");
  evidence::Problem problem{program, goal->property, goal->targets, input->integers};
  bool same_targets =
      goal->property != evidence::Property::UnreachCall || same(shown->targets, goal->targets);
  if (shown->property != problem.property || !same_targets || shown->integers != problem.integers)
    return Verdict::unknown("the evidence is about another question: give the same --property, "
                            "--label and --integers as for check");
  context.report.engine = "validate: " + what_was_checked(*shown);
  Result<Outcome> outcome =
      judge_candidate(context, *input, *goal, problem, candidate_of(shown->evidence));
  if (!outcome) return outcome.error();
  if (!outcome->verdict)
    return Verdict::unknown("the evidence is not accepted: " + outcome->reason);
  return *outcome->verdict;
}

} // namespace kleene::cli
