// SPDX-License-Identifier: Apache-2.0
#include "kleene/engine/registry.h"

#include <fmt/core.h>

#include <algorithm>
#include <fstream>
#include <iostream>

#include "commands.h"
#include "goal.h"
#include "portfolio.h"
#include "proof_view.h"
#include "spec.h"
#include "view.h"

namespace kleene::cli {
namespace {

using report::Verdict;

/// Everything around one engine run.
class Check {
public:
  Check(Context& context, const Input& input, const Goal& goal, const ir::Program& program)
      : context_(context),
        input_(input),
        goal_(goal),
        problem_{program, goal.property, goal.targets, input.integers} {}

  /// What the verdict on the property means for the question; may change the report.
  using Conclusion = std::function<Verdict(report::Report&, const Verdict&)>;

  Result<Verdict> decide(const Conclusion& conclude) {
    std::string not_tried;
    std::vector<const engine::Engine*> able;
    for (const engine::Engine* e : engines_in_order())
      if (std::optional<std::string> obstacle = e->obstacle(problem_))
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
    return input_.language == Language::C && able.size() > 1 ? try_at_once(context_, able, attempt)
                                                             : try_in_turn(context_, able, attempt);
  }

private:
  Result<Outcome> decide_with(const engine::Engine& e) {
    context_.report.engine = e.name;
    engine::Candidate candidate = e.solve(problem_, context_.budget, context_.observer);
    return std::visit([&](const auto& c) { return judge(c); }, candidate);
  }

  /// The engine that the user names; otherwise all of them, the one made for the language first.
  std::vector<const engine::Engine*> engines_in_order() const {
    const std::string& wanted = context_.arguments.check.engine;
    std::vector<const engine::Engine*> order;
    for (const engine::Engine& e : engine::engines())
      if (wanted == e.name || (wanted == "auto" && e.name.find(':') == std::string_view::npos))
        order.push_back(&e);
    auto is_special = [&](const engine::Engine* e) {
      return (input_.language == Language::Linear && e->name == "linear")
             || (input_.language == Language::Boolean && e->name == "summaries");
    };
    std::ranges::stable_partition(order, is_special);
    return order;
  }

  Result<Outcome> judge(const engine::Unknown& unknown) { return Outcome{{}, unknown.reason}; }

  /// No `true` without a check of the invariants: by a second solver, or, for Boolean programs, by
  /// decision diagrams built from the program once more.
  Result<Outcome> judge(const engine::Proved& proved) {
    context_.observer.phase("checking the proof");
    if (evidence::is_boolean(problem_.program)) {
      evidence::Judgement judgement =
          evidence::judge_boolean(problem_, proved.proof, context_.budget);
      return proof_outcome(proved.proof, judgement, "decision diagrams");
    }
    smt::Cvc5 solver;
    evidence::Judgement judgement =
        evidence::judge(problem_, proved.proof, solver, context_.budget);
    return proof_outcome(proved.proof, judgement, solver.name());
  }

  /// The judge unfolds the program once more.
  Result<Outcome> judge(const engine::Bounded& bounded) {
    context_.observer.phase("checking the bounds");
    smt::Cvc5 solver;
    evidence::Judgement judgement =
        evidence::judge(problem_, bounded.proof, solver, context_.budget);
    if (!judgement.accepted())
      return Outcome{{}, "bounds were found but not accepted: " + judgement.objection};
    report::Proof proof;
    proof.what =
        fmt::format("every execution goes round its loops at most {} times, has at most {} "
                    "calls of one procedure open, and is fine",
                    bounded.proof.rounds,
                    bounded.proof.depth);
    proof.checker = solver.name();
    proof.questions = judgement.questions;
    context_.report.proof = std::move(proof);
    return Outcome{Verdict::holds(), {}};
  }

  Result<Outcome> judge(const engine::Exhausted& exhausted) {
    context_.observer.phase("trying every execution");
    evidence::Judgement judgement = evidence::judge(problem_, exhausted.runs, context_.budget);
    if (!judgement.accepted())
      return Outcome{{}, "not every execution is fine: " + judgement.objection};
    report::Proof proof;
    proof.what =
        judgement.questions == 1
            ? "the program has a single execution, and it is fine"
            : fmt::format("the program has {} executions, and all are fine", judgement.questions);
    proof.checker = "the interpreter";
    proof.counted = "run";
    proof.questions = judgement.questions;
    context_.report.proof = std::move(proof);
    return Outcome{Verdict::holds(), {}};
  }

  Result<Outcome> judge(const engine::Terminates& terminates) {
    context_.observer.phase("checking the proof");
    evidence::Judgement judgement =
        evidence::judge_ranked(problem_, terminates.proof, context_.budget);
    Outcome outcome = proof_outcome(terminates.proof.invariants, judgement, "decision diagrams");
    if (context_.report.proof)
      context_.report.proof->what =
          fmt::format("every execution ends: each step goes down in an order of {} sets of states",
                      terminates.proof.layers.size());
    return outcome;
  }

  Outcome proof_outcome(const evidence::InductiveProof& proof,
                        const evidence::Judgement& judgement,
                        const std::string& checker) {
    if (!judgement.accepted())
      return Outcome{{}, "a proof was found but not accepted: " + judgement.objection};
    context_.report.proof = to_shown(problem_.program, proof, judgement, checker);
    if (problem_.property == evidence::Property::NoOverflow)
      context_.report.proof->what = "no signed operation overflows";
    return Outcome{Verdict::holds(), {}};
  }

  Result<Outcome> judge(const engine::Reached& reached) {
    context_.observer.phase("checking the layers");
    evidence::Judgement judgement =
        evidence::judge_layers(problem_, reached.layers, context_.budget);
    if (!judgement.accepted())
      return Outcome{{}, "a target was reached but not accepted: " + judgement.objection};
    context_.report.counterexample =
        to_counterexample(problem_, reached.layers, judgement.questions);
    return Outcome{Verdict::violated(std::string(name(goal_.property))), {}};
  }

  /// No infinite execution without going round its loop.
  Result<Outcome> judge(const engine::NeverEnds& never) {
    context_.observer.phase("replaying the loop");
    evidence::LassoJudgement judgement = evidence::judge(problem_, never.lasso, context_.budget);
    if (!judgement.accepted())
      return Outcome{{}, "a loop was found but does not replay: " + judgement.objection};
    context_.report.counterexample = to_counterexample(problem_, never.lasso, judgement);
    return Outcome{Verdict::violated(std::string(name(goal_.property))), {}};
  }

  /// The same for executions that never repeat a state.
  Result<Outcome> judge(const engine::Recurs& recurs) {
    context_.observer.phase("checking the recurrent set");
    smt::Cvc5 solver;
    evidence::Judgement judgement = evidence::judge(problem_, recurs.set, solver, context_.budget);
    if (!judgement.accepted())
      return Outcome{{}, "a recurrent set was found but not accepted: " + judgement.objection};
    context_.report.counterexample = to_counterexample(problem_, recurs.set);
    return Outcome{Verdict::violated(std::string(name(goal_.property))), {}};
  }

  Result<Outcome> judge(const engine::Persists& persists) {
    context_.observer.phase("checking the sets");
    evidence::Judgement judgement =
        evidence::judge_recurrence(problem_, persists.recurrence, context_.budget);
    if (!judgement.accepted())
      return Outcome{{},
                     "an infinite execution was found but not accepted: " + judgement.objection};
    report::Counterexample counterexample;
    counterexample.what = "an execution never ends; it begins";
    const ir::Procedure& main = problem_.program.procedure(problem_.program.entry);
    counterexample.place = to_place(problem_.program.files, main.range);
    counterexample.layers = judgement.questions;
    context_.report.counterexample = std::move(counterexample);
    return Outcome{Verdict::violated(std::string(name(goal_.property))), {}};
  }

  /// No `false` without a replay: in the interpreter, and natively for C with machine integers.
  Result<Outcome> judge(const engine::Violated& violated) {
    context_.observer.phase("replaying the execution");
    evidence::Replay replay = evidence::replay(problem_, violated.execution, context_.budget);
    if (!replay.accepted())
      return Outcome{{}, "an execution was found but does not replay: " + replay.objection};
    report::Counterexample counterexample = to_counterexample(problem_, replay);
    if (input_.language == Language::C && input_.integers == IntegerModel::Machine) {
      context_.observer.phase("replaying the execution natively");
      evidence::NativeReplay native =
          evidence::replay_natively(problem_,
                                    replay,
                                    native_program(input_, context_.arguments.input, goal_.entry),
                                    context_.budget);
      if (!native.accepted())
        return Outcome{{},
                       "an execution was found but not confirmed natively: " + native.objection};
      counterexample.native_command = native.command;
      if (std::optional<Diagnostic> error = write_harness(native.harness)) return *error;
    }
    context_.report.counterexample = std::move(counterexample);
    return Outcome{Verdict::violated(std::string(name(goal_.property))), {}};
  }

  std::optional<Diagnostic> write_harness(const std::string& text) {
    const std::optional<std::string>& path = context_.arguments.check.harness;
    if (!path) return std::nullopt;
    if (*path == "-") {
      std::cout << text << std::flush;
      return std::nullopt;
    }
    std::ofstream file(*path);
    file << text << std::flush;
    if (file) return std::nullopt;
    return Diagnostic::error(ErrorKind::Usage, "cannot write the harness to " + *path);
  }

  Context& context_;
  const Input& input_;
  const Goal& goal_;
  evidence::Problem problem_;
};

/// The truth of a CTL formula, from the answers to the questions it consists of (see spec.h).
class SpecCheck {
public:
  SpecCheck(Context& context, const Input& input, const ir::Program& program, const Spec& spec)
      : context_(context), input_(input), program_(program), spec_(spec) {}

  /// There is an execution as the existential path quantifier wants it, or there is none: for AG and
  /// AF, one that violates the formula.
  Result<Verdict> decide() {
    bool value = spec_.existential();
    if (spec_.path == Path::EF || spec_.path == Path::AG) {
      Result<ir::Program> goals = with_goals(program_, spec_, value);
      return goals ? ask(*goals, evidence::Property::UnreachCall) : Result<Verdict>(goals.error());
    }
    std::optional<ir::Program> inside = restricted(program_, spec_, value);
    if (!inside) return conclude(context_.report, Verdict::holds());
    if (holds_at_end(spec_) == value) {
      Result<ir::Program> end = with_end_as_goal(*inside);
      if (!end) return end.error();
      Result<Verdict> answer = ask(*end, evidence::Property::UnreachCall);
      bool none = answer && *answer == conclude(context_.report, Verdict::holds());
      if (!none) return answer;
    }
    return ask(*inside, evidence::Property::Termination);
  }

private:
  Verdict conclude(report::Report& report, const Verdict& answer) const {
    bool found = answer.code() == report::ExitCode::False;
    if (!found && answer.code() != report::ExitCode::True) return answer;
    bool truth = found == spec_.existential();
    if (report.counterexample) {
      report.counterexample->headline = truth ? "Witness" : "Violated";
      if (!report.counterexample->loop_after)
        report.counterexample->what = "an execution arrives at a place asked for";
    }
    if (report.proof && report.proof->what.starts_with("no execution"))
      report.proof->what = "no execution arrives at a place asked for";
    return truth ? Verdict::holds() : Verdict::violated("spec");
  }

  Result<Verdict> ask(const ir::Program& program, evidence::Property property) {
    Goal goal;
    goal.property = property;
    goal.targets = {{}, false, {std::string(goal_label)}};
    return Check(context_, input_, goal, program)
        .decide([&](report::Report& report, const Verdict& v) { return conclude(report, v); });
  }

  Context& context_;
  const Input& input_;
  const ir::Program& program_;
  const Spec& spec_;
};

void warn(Context& context, std::string message) {
  Diagnostic d = Diagnostic::error(ErrorKind::Usage, std::move(message));
  d.severity = Severity::Warning;
  context.report.diagnostics.push_back(std::move(d));
}

} // namespace

Result<Verdict> check(Context& context) {
  const Arguments& arguments = context.arguments;
  Result<Input> input = resolve_input(arguments.input);
  if (!input) return input.error();
  context.report.data_model = data_model_name(*input);
  context.report.integers = name(input->integers);
  Result<Goal> goal = choose_goal(arguments.check, *input);
  if (!goal) return goal.error();
  context.report.property = name(goal->property);
  context.report.diagnostics = goal->notes;
  if (arguments.check.harness
      && (input->language != Language::C || input->integers == IntegerModel::Math))
    return Diagnostic::error(ErrorKind::Usage, "--harness is for C programs with machine integers");

  context.observer.phase("reading the program");
  Result<LoadedProgram> loaded =
      load_program(*input, arguments.input, {goal->entry, goal->targets.functions});
  if (!loaded) return loaded.error();
  const ir::Program& program = loaded->program;
  for (Diagnostic& warning : loaded->warnings)
    context.report.diagnostics.push_back(std::move(warning));
  context.report.missing_bodies.assign(program.missing_bodies.begin(),
                                       program.missing_bodies.end());
  if (arguments.check.label && !has_label(program, *arguments.check.label))
    return Diagnostic::error(ErrorKind::Usage,
                             fmt::format("the program has no label {}", *arguments.check.label));
  if (arguments.check.spec) {
    Result<Spec> spec = parse_spec(*arguments.check.spec);
    if (!spec) return spec.error();
    if (input->language == Language::C)
      return Diagnostic::error(ErrorKind::Unsupported, "--spec for C programs");
    context.report.property = spec->text;
    return SpecCheck(context, *input, program, *spec).decide();
  }
  if (goal->property == evidence::Property::UnreachCall && !has_target(program, goal->targets))
    warn(context, "nothing in the program counts as a target of this property");
  auto as_it_is = [](report::Report&, const Verdict& verdict) { return verdict; };
  return Check(context, *input, *goal, program).decide(as_it_is);
}

} // namespace kleene::cli
