// SPDX-License-Identifier: Apache-2.0
// `kleene validate FILE EVIDENCE`: no engine, only the judge of the evidence.
#include "kleene/frontend/task/witness.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "assumptions.h"
#include "commands.h"
#include "judging.h"
#include "second_look.h"
#include "spec.h"
#include "validate_witness.h"

namespace kleene::cli {
namespace {

using report::Verdict;

/// What evidence says it is about (`property` or `spec`), before anything is known about the program.
std::optional<std::string> stated(std::string_view what, const std::string& text) {
  std::string begin = fmt::format("\n{} ", what);
  std::size_t at = text.find(begin);
  if (at == std::string::npos) return std::nullopt;
  at += begin.size();
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
                                    "runs of procedures",
                                    "layers of states that are never left",
                                    "leaps over loops",
                                    "sets of states that lead to a target",
                                    "ranks of loops and calls",
                                    "a schedule of the threads",
                                    "states of the threads",
                                    "stacks of the threads",
                                    "control flow"};
  static_assert(kinds.size() == std::variant_size_v<evidence::Evidence>);
  return kinds.at(file.evidence.index());
}

Verdict not_accepted(const std::string& reason) {
  return Verdict::unknown("the evidence is not accepted: " + reason);
}

/// Why evidence about this formula (or about none) does not answer this question; empty if it may.
std::string other_formula(const std::string& shown, const Goal& goal) {
  if (same_formula(shown, goal.spec)) return {};
  if (shown.empty()) return "the evidence is about a property, and not about a --spec";
  if (goal.spec.empty())
    return fmt::format("the evidence is about a formula: give --spec \"{}\"", shown);
  return fmt::format("the evidence is about another formula: --spec \"{}\"", shown);
}

/// The same for all that evidence says about the question.
std::string other_question(const evidence::EvidenceFile& shown,
                           const evidence::Problem& problem,
                           const Goal& goal) {
  if (std::string reason = other_formula(shown.spec, goal); !reason.empty()) return reason;
  bool same_targets =
      goal.property != evidence::Property::UnreachCall || same(shown.targets, goal.targets);
  if (shown.property != problem.property || !same_targets || shown.integers != problem.integers)
    return "the evidence is about another question: give the same --property, --label and "
           "--integers as for check";
  return {};
}

/// The verdict on one question, if the evidence is accepted.
Result<Verdict> judge_text(Context& context,
                           const Input& input,
                           const Goal& goal,
                           const ir::Program& program,
                           const std::string& text) {
  // Evidence about another formula is about another program: nothing in it need make sense here.
  if (std::string reason = other_formula(stated("spec", text).value_or(""), goal); !reason.empty())
    return Verdict::unknown(reason);
  Result<evidence::EvidenceFile> shown = evidence::read_evidence(text, program);
  if (!shown) return not_accepted(shown.error().message);
  evidence::Problem problem{program, goal.property, goal.targets, input.integers};
  if (std::string reason = other_question(*shown, problem, goal); !reason.empty())
    return Verdict::unknown(reason);
  context.report.engine = "validate: " + what_was_checked(*shown);
  Result<Outcome> outcome =
      judge_candidate(context, input, goal, problem, candidate_of(shown->evidence));
  if (!outcome) return outcome.error();
  if (!outcome->verdict) return not_accepted(outcome->reason);
  return after_second_look(context, input, goal, problem, *outcome->verdict);
}

/// Evidence of a formula answers its questions in their order, up to a violation or to the last.
Result<Verdict> judge_spec(Context& context,
                           const Input& input,
                           const Goal& goal,
                           const ir::Program& program,
                           const std::string& text) {
  Result<Spec> spec = parse_spec(*context.arguments.check.spec);
  if (!spec) return spec.error();
  if (program.concurrent())
    return Diagnostic::error(ErrorKind::Unsupported, "--spec for concurrent programs");
  context.report.property = spec->text;
  Result<std::vector<Question>> questions = questions_of(program, *spec, goal.entry);
  if (!questions) return questions.error();
  std::vector<std::string> texts = evidence::evidence_texts(text);
  for (std::size_t i = 0; i < std::min(texts.size(), questions->size()); ++i) {
    const Question& q = (*questions)[i];
    Result<Verdict> answer = judge_text(context, input, q.goal, q.program, texts[i]);
    if (!answer || answer->code() == report::ExitCode::Unknown) return answer;
    bool last = i + 1 == texts.size();
    bool found = answer->code() == report::ExitCode::False;
    if (last && (found || i + 1 == questions->size()))
      return conclude(*spec, q.goal, context.report, *answer);
    if (found) break;
  }
  return not_accepted(texts.size() < questions->size() ? "it leaves a question open"
                                                       : "there is something behind the end");
}

} // namespace

Result<Verdict> validate(Context& context) {
  const Arguments& arguments = context.arguments;
  ReadFile file = read_file(arguments.evidence_file);
  if (!file.text) return Diagnostic::error(ErrorKind::Usage, file.error);
  if (frontend::task::is_witness(*file.text)) {
    if (arguments.check.spec)
      return Diagnostic::error(ErrorKind::Usage, "a witness is not about a --spec");
    return validate_witness(context, *file.text);
  }
  Result<Input> input = resolve_input(arguments.input, arguments.check.property);
  if (!input) return input.error();
  context.report.data_model = data_model_name(*input);
  context.report.integers = name(input->integers);
  CheckArguments question = arguments.check;
  std::optional<std::string> property = stated("property", *file.text);
  if (!question.property && !question.label && !question.spec && property
      && *property != name(evidence::Property::UnreachCall))
    question.property = property;
  Result<Goal> goal = choose_goal(question, *input);
  if (!goal) return goal.error();
  context.report.property = name(goal->property);
  context.report.diagnostics = goal->notes;

  context.observer.phase("reading the program");
  Result<LoadedProgram> loaded =
      load_program(*input, arguments.input, reading_options(*goal, question));
  if (!loaded) return loaded.error();
  const ir::Program& program = loaded->program;
  describe_program(context.report, *input, program);
  return arguments.check.spec ? judge_spec(context, *input, *goal, program, *file.text)
                              : judge_text(context, *input, *goal, program, *file.text);
}

} // namespace kleene::cli
