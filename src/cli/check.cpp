// SPDX-License-Identifier: Apache-2.0
#include "kleene/engine/concurrent/in_rounds.h"
#include "kleene/engine/registry.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "assumptions.h"
#include "commands.h"
#include "explain.h"
#include "files.h"
#include "goal.h"
#include "judging.h"
#include "order.h"
#include "portfolio.h"
#include "second_look.h"
#include "spec.h"
#include "witness_file.h"

namespace kleene::cli {
namespace {

using report::Verdict;

void warn(Context& context, std::string message) {
  Diagnostic d = Diagnostic::error(ErrorKind::Usage, std::move(message));
  d.severity = Severity::Warning;
  context.report.diagnostics.push_back(std::move(d));
}

/// Everything around one engine run.
class Check {
public:
  Check(Context& context, const Input& input, const Goal& goal, const ir::Program& program)
      : context_(context),
        input_(input),
        goal_(goal),
        problem_{program,
                 goal.property,
                 goal.targets,
                 input.integers,
                 context.arguments.check.context_switches,
                 context.arguments.check.rounds} {}

  /// What the verdict on the property means for the question; may change the report.
  using Conclusion = std::function<Verdict(report::Report&, const Verdict&)>;

  Result<Verdict> decide(const Conclusion& conclude) {
    Result<Verdict> found = search(conclude);
    if (!found) return found;
    return after_second_look(context_, input_, goal_, problem_, *found);
  }

private:
  Result<Verdict> search(const Conclusion& conclude) {
    std::string not_tried;
    std::vector<const engine::Engine*> able;
    for (const engine::Engine* e : engines_in_order())
      if (std::optional<std::string> obstacle = obstacle_to(*e))
        not_tried += fmt::format("{}{}: {}", not_tried.empty() ? "" : "; ", e->name, *obstacle);
      else
        able.push_back(e);
    if (able.empty())
      return Verdict::unknown(
          fmt::format("no engine decides {} here: {}", name(problem_.property), not_tried));
    auto attempt = [&](const engine::Engine& e, Context& context) -> Result<Outcome> {
      Result<Outcome> outcome = Check(context, input_, goal_, problem_.program).decide_with(e);
      if (outcome && outcome->verdict)
        outcome->verdict = conclude(context.report, *outcome->verdict);
      return outcome;
    };
    if (problem_.program.concurrent()) {
      Result<Outcome> outcome = attempt(*able.front(), context_);
      if (!outcome) return outcome.error();
      return outcome->verdict ? *outcome->verdict : Verdict::unknown(outcome->reason);
    }
    if (input_.language != Language::C || able.size() == 1)
      return try_in_turn(context_, able, attempt);
    Features features = features_of(problem_.program);
    put_in_order(able, features);
    context_.observer.phase(fmt::format("engines for {}", describe(features)));
    return try_at_once(context_, able, attempt);
  }

  std::optional<std::string> obstacle_to(const engine::Engine& e) const {
    if (!sequentially(e)) return e.obstacle(problem_);
    if (!problem_.rounds) return "it takes sequential programs only, and threads with --rounds";
    return engine::concurrent::obstacle_in_rounds(e, problem_);
  }

  /// Threads for an engine that knows none.
  bool sequentially(const engine::Engine& e) const {
    return problem_.program.concurrent() && !e.concurrent;
  }

  /// The newest hint that makes sense for the program.
  void take_hints() {
    for (const std::string& text : context_.hints) {
      Result<evidence::EvidenceFile> read = evidence::read_evidence(text, problem_.program);
      if (!read) continue;
      if (auto* believed = std::get_if<evidence::InductiveProof>(&read->evidence))
        problem_.hints = std::make_shared<evidence::InductiveProof>(std::move(*believed));
    }
  }

  engine::Candidate solve(const engine::Engine& e, Observer& observer) {
    if (!sequentially(e)) return e.solve(problem_, context_.budget, observer);
    return engine::concurrent::solve_in_rounds(e, problem_, context_.budget, observer);
  }

  Result<Outcome> decide_with(const engine::Engine& e) {
    context_.report.engine = e.name;
    take_hints();
    ExplainingObserver explaining(context_.observer);
    bool explain = context_.arguments.check.explain;
    Observer& observer = explain ? explaining : context_.observer;
    engine::Candidate candidate = solve(e, observer);
    if (auto* violated = std::get_if<engine::Violated>(&candidate))
      violated->execution =
          evidence::simplest_heap(problem_, std::move(violated->execution), context_.budget);
    Result<Outcome> outcome = judge_candidate(context_, input_, goal_, problem_, candidate);
    if (!outcome || !outcome->verdict) return outcome;
    std::optional<evidence::Evidence> evidence = evidence_of(candidate);
    if (explain)
      context_.report.explained =
          std::make_shared<report::Explained>(explaining.explained(problem_, evidence));
    if (evidence && context_.arguments.check.evidence)
      context_.report.evidence = evidence::write_evidence(problem_, *evidence, goal_.spec);
    if (context_.arguments.check.harness && !replayed_natively())
      warn(context_,
           "no harness is written: the answer rests on no execution that can be replayed in C");
    if (context_.arguments.check.witness)
      context_.report.witness = witness_text(context_, input_, goal_, problem_, candidate);
    return outcome;
  }

  bool replayed_natively() const {
    const std::optional<report::Counterexample>& shown = context_.report.counterexample;
    return shown && !shown->native_command.empty();
  }

  /// The engine that the user names; otherwise all of them, the one made for the language first.
  std::vector<const engine::Engine*> engines_in_order() const {
    const std::string& wanted = context_.arguments.check.engine;
    std::vector<const engine::Engine*> order;
    for (const engine::Engine& e : engine::engines())
      if (wanted == e.name
          || (wanted == "auto" && e.name.find(':') == std::string_view::npos && !sequentially(e)))
        order.push_back(&e);
    auto is_special = [&](const engine::Engine* e) {
      return (input_.language == Language::Linear && e->name == "linear")
             || (input_.language == Language::Boolean && e->name == "summaries");
    };
    std::ranges::stable_partition(order, is_special);
    return order;
  }

  Context& context_;
  const Input& input_;
  const Goal& goal_;
  evidence::Problem problem_;
};

/// The truth of a CTL formula, from the answers to the questions it consists of (see spec.h).
Result<Verdict> decide_spec(Context& context,
                            const Input& input,
                            const Spec& spec,
                            const std::vector<Question>& questions) {
  std::string evidence;
  std::vector<Diagnostic> warnings = context.report.diagnostics;
  for (const Question& q : questions) {
    context.report.diagnostics = warnings;
    Result<Verdict> truth = Check(context, input, q.goal, q.program)
                                .decide([&](report::Report& report, const Verdict& answer) {
                                  return conclude(spec, q.goal, report, answer);
                                });
    evidence += std::exchange(context.report.evidence, {});
    bool none = truth && *truth == verdict_of(spec, false);
    if (none && &q != &questions.back()) continue;
    if (none || (truth && *truth == verdict_of(spec, true))) context.report.evidence = evidence;
    return truth;
  }
  return verdict_of(spec, false);
}

/// The property, or the formula if there is one.
Result<Verdict>
decide(Context& context, const Input& input, const Goal& goal, const ir::Program& program) {
  if (context.arguments.check.spec) {
    Result<Spec> spec = parse_spec(*context.arguments.check.spec);
    if (!spec) return spec.error();
    if (program.concurrent())
      return Diagnostic::error(ErrorKind::Unsupported, "--spec for concurrent programs");
    Result<std::vector<Question>> questions = questions_of(program, *spec, goal.entry);
    if (!questions) return questions.error();
    context.report.property = spec->text;
    return decide_spec(context, input, *spec, *questions);
  }
  if (goal.property == evidence::Property::UnreachCall && !has_target(program, goal.targets)) {
    if (goal.needs_target) return Verdict::unknown("nothing to check: the program has no target");
    context.report.vacuous = "nothing in the program counts as a target of this property";
    warn(context, context.report.vacuous);
  }
  auto as_it_is = [](report::Report&, const Verdict& verdict) { return verdict; };
  return Check(context, input, goal, program).decide(as_it_is);
}

/// Writes what was asked for and is there. What cannot be written costs the verdict, but names it.
std::optional<Diagnostic> write_requested(const report::Report& report,
                                          const CheckArguments& arguments,
                                          const Verdict& verdict) {
  auto write = [&](const std::optional<std::string>& path,
                   const std::string& text) -> std::optional<Diagnostic> {
    if (!path || text.empty()) return std::nullopt;
    std::optional<Diagnostic> error = write_whole_file(*path, text);
    if (error) error->message += fmt::format(" (the answer was {})", verdict.answer());
    return error;
  };
  std::optional<Diagnostic> error = write(arguments.evidence, report.evidence);
  return error ? error : write(arguments.witness, report.witness);
}

} // namespace

Result<Verdict> check(Context& context) {
  const Arguments& arguments = context.arguments;
  Result<Input> input = resolve_input(arguments.input, arguments.check.property);
  if (!input) return input.error();
  context.report.data_model = data_model_name(*input);
  if (input->language != Language::Boolean) context.report.integers = name(input->integers);
  Result<Goal> goal = choose_goal(arguments.check, *input);
  if (!goal) return goal.error();
  context.report.property = name(goal->property);
  context.report.diagnostics = goal->notes;
  bool is_c = input->language == Language::C && input->integers == IntegerModel::Machine;
  if (arguments.check.harness && !is_c)
    return Diagnostic::error(ErrorKind::Usage, "--harness is for C programs with machine integers");
  if (arguments.check.witness && !is_c)
    return Diagnostic::error(ErrorKind::Usage, "--witness is for C programs with machine integers");

  context.observer.phase("reading the program");
  Result<LoadedProgram> loaded =
      load_program(*input, arguments.input, reading_options(*goal, arguments.check));
  if (!loaded) return loaded.error();
  const ir::Program& program = loaded->program;
  for (Diagnostic& warning : loaded->warnings)
    context.report.diagnostics.push_back(std::move(warning));
  describe_program(context.report, *input, program);
  if (arguments.check.label && !has_label(program, *arguments.check.label))
    return Diagnostic::error(ErrorKind::Usage,
                             fmt::format("the program has no label {}", *arguments.check.label));
  Result<Verdict> verdict = decide(context, *input, *goal, program);
  if (!verdict) return verdict;
  if (auto error = write_requested(context.report, arguments.check, *verdict)) return *error;
  return name_opaque_places(*verdict, program, !context.report.obstacles.empty());
}

} // namespace kleene::cli
