// SPDX-License-Identifier: Apache-2.0
#include "validate_witness.h"

#include "kleene/engine/explore/explore.h"
#include "kleene/engine/registry.h"
#include "kleene/frontend/task/witness.h"
#include "kleene/support/sha256.h"
#include "kleene/witness/follow.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>

#include "assumptions.h"
#include "goal.h"
#include "judging.h"
#include "portfolio.h"
#include "view.h"

namespace kleene::cli {
namespace {

using frontend::task::InvariantSet;
using frontend::task::ViolationSequence;
using frontend::task::Witness;
using report::ExitCode;
using report::Verdict;

class Validation {
public:
  Validation(Context& context, const Input& input, const Goal& goal, const ir::Program& program)
      : context_(context),
        input_(input),
        goal_(goal),
        program_(program),
        problem_{program, goal.property, goal.targets, input.integers} {}

  Result<Verdict> confirm(const ViolationSequence& sequence) {
    if (goal_.property == evidence::Property::Termination) return confirm_infinite(sequence);
    witness::Followed followed = witness::follow(program_, goal_.targets, sequence);
    ignore(followed.ignored);
    if (auto verdict = replay_values(sequence)) return *verdict;
    evidence::Problem restricted{followed.program, goal_.property, goal_.targets, input_.integers};
    Result<Verdict> answer =
        search(restricted, [&](const engine::Engine& e, Context& context) -> Result<Outcome> {
          engine::Candidate candidate = e.solve(restricted, context.budget, context.observer);
          bool found = std::holds_alternative<engine::Violated>(candidate);
          if (!found && engine::violated(candidate) == true)
            return Outcome{{}, std::string(only_executions)};
          if (found && !passes(std::get<engine::Violated>(candidate).execution, sequence))
            return Outcome{{}, "an execution violates the property, but goes another way"};
          return judge_candidate(context, input_, goal_, found ? problem_ : restricted, candidate);
        });
    if (!answer || answer->code() != ExitCode::True) return answer;
    forget_answer();
    return Verdict::unknown("the witness is refused: no execution of the program follows it");
  }

  Result<Verdict> confirm(const InvariantSet& set) {
    witness::Asserted asserted = witness::assert_invariants(program_, set);
    ignore(asserted.ignored);
    ir::TargetSelection targets = goal_.targets;
    targets.labels.insert(std::string(witness::refuted_label));
    // Invariants are about places. Whether operations overflow, or executions end, is another question.
    bool another = goal_.property != evidence::Property::UnreachCall;
    if (another) targets = {{}, false, {std::string(witness::refuted_label)}};
    evidence::Problem together{
        asserted.program, evidence::Property::UnreachCall, targets, input_.integers};
    Result<Verdict> answer = search(together, [&](const engine::Engine& e, Context& context) {
      return prove(e, context, together);
    });
    if (!answer) return answer;
    if (*answer == Verdict::violated(std::string(refused))) {
      // The explanation shows the execution that refutes an invariant.
      return Verdict::unknown("the witness is refused: an invariant does not hold");
    }
    if (answer->code() == ExitCode::True && !asserted.ignored.empty()) {
      // The property may well hold; but that is our proof, and not what the witness says.
      forget_answer();
      return Verdict::unknown(fmt::format("the witness is not confirmed: it is not shown that all "
                                          "of it holds, for instance {}",
                                          asserted.ignored.front()));
    }
    if (!another || answer->code() != ExitCode::True) return answer;
    forget_answer();
    return search(problem_, [&](const engine::Engine& e, Context& context) -> Result<Outcome> {
      engine::Candidate candidate = e.solve(problem_, context.budget, context.observer);
      return judge_candidate(context, input_, goal_, problem_, candidate);
    });
  }

private:
  static constexpr std::string_view refused = "witness";
  static constexpr std::string_view only_executions =
      "a violation was found, but no execution that could be replayed";
  static constexpr std::uint64_t most_steps = 50'000'000;
  static constexpr std::uint64_t steps_of_a_lasso = 1'000'000;

  /// The program on the values that the witness names: usually that is the execution already. It has
  /// to pass the waypoints.
  std::optional<Result<Verdict>> replay_values(const ViolationSequence& sequence) {
    context_.observer.phase("replaying the witness");
    witness::WitnessInputs values(program_, sequence);
    evidence::InputRecorder recorder(values);
    ir::RunOptions options;
    options.integers = input_.integers;
    options.targets = goal_.targets;
    options.max_steps = most_steps;
    options.budget = &context_.budget;
    ir::RunResult run = evidence::interpreter_for(problem_).run(recorder, options);
    if (!evidence::objection_to(problem_, run).empty()) return std::nullopt;
    evidence::Execution execution{recorder.inputs(), run.steps};
    if (!passes(execution, sequence)) return std::nullopt;
    return accept(engine::Violated{execution});
  }

  bool passes(const evidence::Execution& execution, const ViolationSequence& sequence) {
    return witness::passes(problem_, execution, sequence, context_.budget);
  }

  /// An infinite execution that goes the way of the witness: with its values, or any that engines find.
  Result<Verdict> confirm_infinite(const ViolationSequence& sequence) {
    context_.observer.phase("replaying the witness");
    witness::WitnessInputs values(program_, sequence);
    std::optional<evidence::Lasso> lasso =
        engine::explore::find_lasso(problem_, values, steps_of_a_lasso, context_.budget);
    if (lasso && witness::passes(problem_, *lasso, sequence, context_.budget))
      if (auto verdict = accept(engine::NeverEnds{*lasso})) return *verdict;
    witness::Followed followed = witness::follow_for_ever(program_, sequence);
    ignore(followed.ignored);
    if (followed.cycle == 0)
      return Verdict::unknown("the witness is refused: its cycle is nowhere in the program");
    evidence::Problem restricted{followed.program, goal_.property, {}, input_.integers};
    Result<Verdict> answer =
        search(restricted, [&](const engine::Engine& e, Context& context) -> Result<Outcome> {
          engine::Candidate candidate = e.solve(restricted, context.budget, context.observer);
          return judge_candidate(context, input_, goal_, restricted, candidate);
        });
    if (!answer || answer->code() != ExitCode::True) return answer;
    forget_answer();
    return Verdict::unknown("the witness is refused: no infinite execution follows it");
  }

  std::optional<Result<Verdict>> accept(const engine::Candidate& found) {
    Result<Outcome> outcome = judge_candidate(context_, input_, goal_, problem_, found);
    if (!outcome) return Result<Verdict>(outcome.error());
    if (!outcome->verdict) return std::nullopt;
    context_.report.engine = "validate: replay of the witness";
    return Result<Verdict>(*outcome->verdict);
  }

  Result<Outcome>
  prove(const engine::Engine& e, Context& context, const evidence::Problem& together) {
    engine::Candidate candidate = e.solve(together, context.budget, context.observer);
    const auto* violated = std::get_if<engine::Violated>(&candidate);
    // Whatever else violates the program with assertions need not violate the program.
    if (violated == nullptr && engine::violated(candidate) == true)
      return Outcome{{}, std::string(only_executions)};
    if (violated == nullptr) return judge_candidate(context, input_, goal_, together, candidate);
    evidence::Replay replay = evidence::replay(together, violated->execution, context.budget);
    if (!replay.accepted()) return Outcome{{}, "an execution does not replay: " + replay.objection};
    if (replay.run.label != witness::refuted_label)
      return judge_candidate(context, input_, goal_, problem_, candidate);
    context.report.counterexample = to_counterexample(together, replay);
    context.report.counterexample->headline = "Refused";
    context.report.counterexample->what = "an invariant of the witness does not hold";
    return Outcome{Verdict::violated(std::string(refused)), {}};
  }

  Result<Verdict> search(const evidence::Problem& problem, const Attempt& attempt) {
    std::vector<const engine::Engine*> able;
    for (const engine::Engine& e : engine::engines())
      if (e.name.find(':') == std::string_view::npos && !e.concurrent && !e.obstacle(problem))
        able.push_back(&e);
    if (able.empty()) return Verdict::unknown("no engine takes this program");
    return try_at_once(context_, able, attempt);
  }

  void forget_answer() {
    context_.report.rendered.reset();
    context_.report.proof.reset();
    context_.report.counterexample.reset();
  }

  void ignore(const std::vector<std::string>& parts) {
    for (const std::string& part : parts) {
      Diagnostic d = Diagnostic::error(ErrorKind::Usage, "not used of the witness: " + part);
      d.severity = Severity::Warning;
      context_.report.diagnostics.push_back(std::move(d));
    }
  }

  Context& context_;
  const Input& input_;
  const Goal& goal_;
  const ir::Program& program_;
  evidence::Problem problem_;
};

/// Says so if the witness was made for another text of the program.
void compare_hashes(Context& context, const Input& input, const Witness& witness) {
  for (const std::string& file : input.files)
    for (const auto& [name, hash] : witness.hashes) {
      bool same_name =
          std::filesystem::path(name).filename() == std::filesystem::path(file).filename();
      if (!same_name || hash == sha256(read_file(file).text.value_or(std::string()))) continue;
      Diagnostic d = Diagnostic::error(
          ErrorKind::Usage, fmt::format("the witness is about another version of {}", file));
      d.severity = Severity::Warning;
      context.report.diagnostics.push_back(std::move(d));
    }
}

/// What the command line asks for, or else what the witness is about, or else the usual.
Result<Goal>
goal_of_witness(const Arguments& arguments, const Input& input, const Witness& witness) {
  std::string text = witness.specification;
  bool chosen = arguments.check.property || arguments.check.label;
  if (chosen || text.empty()) return choose_goal(arguments.check, input);
  if (text.find("CHECK") == std::string::npos)
    text = fmt::format("CHECK( init(main()), LTL({}) )", text);
  Result<Goal> goal = goal_of_specification(arguments.evidence_file, text);
  bool nonsense = !goal && goal.error().kind == ErrorKind::Parse;
  return nonsense ? choose_goal(arguments.check, input) : goal;
}

} // namespace

Result<Verdict> validate_witness(Context& context, const std::string& text) {
  const Arguments& arguments = context.arguments;
  Result<Witness> witness = frontend::task::parse_witness(arguments.evidence_file, text);
  if (!witness) return witness.error();
  InputArguments described = arguments.input;
  if (!described.pointer_bits && witness->data_model == "ILP32") described.pointer_bits = 32;
  if (!described.pointer_bits && witness->data_model == "LP64") described.pointer_bits = 64;
  Result<Input> input = resolve_input(described, arguments.check.property);
  if (!input) return input.error();
  if (input->language != Language::C || input->integers == IntegerModel::Math)
    return Diagnostic::error(ErrorKind::Usage, "witnesses are about C with machine integers");
  context.report.data_model = data_model_name(*input);
  context.report.integers = name(input->integers);
  Result<Goal> goal = goal_of_witness(arguments, *input, *witness);
  if (!goal) return goal.error();
  context.report.property = name(goal->property);
  compare_hashes(context, *input, *witness);

  context.observer.phase("reading the program");
  Result<LoadedProgram> loaded =
      load_program(*input, described, {goal->entry, goal->targets.functions, true});
  if (!loaded) return loaded.error();
  const ir::Program& program = loaded->program;
  describe_program(context.report, *input, program);
  if (program.concurrent())
    return Diagnostic::error(ErrorKind::Unsupported, "witnesses about concurrent programs");
  Validation validation(context, *input, *goal, program);
  Result<Verdict> verdict =
      std::visit([&](const auto& c) { return validation.confirm(c); }, witness->content);
  bool violation = std::holds_alternative<ViolationSequence>(witness->content);
  ExitCode opposite = violation ? ExitCode::True : ExitCode::False;
  if (verdict && verdict->code() == opposite && violation)
    return Verdict::unknown("the witness is refused: the property holds");
  return verdict;
}

} // namespace kleene::cli
