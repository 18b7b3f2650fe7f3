// SPDX-License-Identifier: Apache-2.0
// `kleene validate FILE EVIDENCE`: no engine, only the judge of the evidence.
#include "kleene/evidence/file.h"
#include "kleene/frontend/task/witness.h"
#include "kleene/report/assumptions.h"
#include "kleene/report/build.h"
#include "kleene/verify/judging.h"
#include "kleene/verify/ltl.h"
#include "kleene/verify/spec.h"
#include "kleene/verify/validation.h"

#include <fmt/core.h>

#include <algorithm>

#include "commands.h"
#include "goal.h"
#include "validate_witness.h"

namespace kleene::cli {
namespace {

using report::Verdict;

Verdict not_accepted(const std::string& reason) {
  return Verdict::unknown("the evidence is not accepted: " + reason);
}

/// The verdict on one question, if the evidence is accepted.
Result<Verdict> judge_text(Context& context,
                           const Input& input,
                           const Goal& goal,
                           const ir::Program& program,
                           const verify::Spec* spec,
                           const std::string& text,
                           std::shared_ptr<const evidence::LtlClaim> ltl = nullptr) {
  // Evidence about another formula is about another program: nothing in it need make sense here.
  if (std::string reason = verify::other_formula(verify::stated("spec", text).value_or(""), goal);
      !reason.empty())
    return Verdict::unknown(reason);
  Result<evidence::EvidenceFile> shown = evidence::read_evidence(text, program);
  if (!shown) return not_accepted(shown.error().message);
  verify::Question question = question_of(context, input, goal, program, spec);
  question.ltl = std::move(ltl);
  if (std::string reason = verify::other_question(*shown, question.problem, goal); !reason.empty())
    return Verdict::unknown(reason);
  context.report.engine =
      fmt::format("validate: {}", evidence::kind_of(shown->evidence).judged.noun);
  verify::Judged judged = verify::judge_evidence(
      question, std::move(shown->evidence), context.budget, context.observer);
  if (const auto* none = std::get_if<verify::NoAnswer>(&judged)) return not_accepted(none->reason);
  const verify::Accepted& accepted = std::get<verify::Accepted>(judged);
  report::show_answer(question, accepted, context.report);
  std::string violated = question.ltl ? "ltl" : std::string(name(accepted.property));
  Verdict verdict = accepted.holds() ? Verdict::holds() : Verdict::violated(violated);
  return after_second_look(context.report, question, {}, verdict, context.budget, context.observer);
}

/// Evidence of a formula answers its questions in their order, up to a violation or to the last.
Result<Verdict> judge_spec(Context& context,
                           const Input& input,
                           const Goal& goal,
                           const ir::Program& program,
                           const std::string& text) {
  Result<verify::Spec> spec = verify::parse_spec(*context.arguments.check.spec);
  if (!spec) return spec.error();
  if (program.concurrent())
    return Diagnostic::error(ErrorKind::Unsupported, "--spec for concurrent programs");
  context.report.property = spec->text;
  Result<std::vector<verify::SpecQuestion>> questions =
      verify::questions_of(program, *spec, goal.entry);
  if (!questions) return questions.error();
  std::vector<std::string> texts = evidence::evidence_texts(text);
  for (std::size_t i = 0; i < std::min(texts.size(), questions->size()); ++i) {
    const verify::SpecQuestion& q = (*questions)[i];
    Result<Verdict> answer = judge_text(context, input, q.goal, q.program, &*spec, texts[i]);
    if (!answer || answer->code() == report::ExitCode::Unknown) return answer;
    bool last = i + 1 == texts.size();
    bool found = answer->code() == report::ExitCode::False;
    if (last && (found || i + 1 == questions->size()))
      return verify::truth(*spec, found) ? Verdict::holds() : Verdict::violated("spec");
    if (found) break;
  }
  return not_accepted(texts.size() < questions->size() ? "it leaves a question open"
                                                       : "there is something behind the end");
}

Result<Verdict> judge_ltl(Context& context,
                          const Input& input,
                          const Goal& goal,
                          const ir::Program& program,
                          const std::string& text) {
  Result<verify::LtlQuestion> asked =
      verify::ltl_question(program, *context.arguments.check.ltl, goal.entry);
  if (!asked) return asked.error();
  context.report.property = asked->goal.asked;
  return judge_text(context, input, asked->goal, asked->program, nullptr, text, asked->claim);
}

} // namespace

Result<Verdict> validate(Context& context) {
  const Arguments& arguments = context.arguments;
  ReadFile file = read_file(arguments.evidence_file);
  if (!file.text) return Diagnostic::error(ErrorKind::Usage, file.error);
  if (frontend::task::is_witness(*file.text)) {
    if (arguments.check.spec || arguments.check.ltl)
      return Diagnostic::error(ErrorKind::Usage, "a witness is not about a formula");
    return validate_witness(context, *file.text);
  }
  Result<Input> input = resolve_input(arguments.input, arguments.check.property);
  if (!input) return input.error();
  context.report.data_model = data_model_name(*input);
  context.report.integers = name(input->integers);
  CheckArguments question = arguments.check;
  std::optional<std::string> property = verify::stated("property", *file.text);
  bool usual = input->reading.task && property == name(Property::UnreachCall);
  if (!question.property && !question.label && !question.spec && !question.ltl && property
      && !usual)
    question.property = property;
  Result<Goal> goal = choose_goal(question, *input);
  if (!goal) return goal.error();
  context.report.property = goal->asked;
  context.report.diagnostics = goal->notes;

  context.observer.phase("reading the program");
  Result<LoadedProgram> loaded =
      load_program(*input, arguments.input, reading_options(*goal, question));
  if (!loaded) return loaded.error();
  if (!loaded->entry.empty()) goal->entry = loaded->entry;
  input->appended = loaded->appended;
  const ir::Program program = verify::with_checks(*goal, std::move(loaded->program));
  report::describe_program(context.report, source_of(*input), program);
  if (arguments.check.ltl) return judge_ltl(context, *input, *goal, program, *file.text);
  return arguments.check.spec ? judge_spec(context, *input, *goal, program, *file.text)
                              : judge_text(context, *input, *goal, program, nullptr, *file.text);
}

} // namespace kleene::cli
