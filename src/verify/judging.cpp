// SPDX-License-Identifier: Apache-2.0
#include "kleene/verify/judging.h"

#include "kleene/evidence/addresses.h"
#include "kleene/evidence/bounded_judgement.h"
#include "kleene/evidence/file.h"
#include "kleene/evidence/second_look.h"
#include "kleene/evidence/threads.h"
#include "kleene/ir/floats.h"

#include <algorithm>
#include <utility>

#include "found.h"

namespace kleene::verify {
namespace {

/// One per question and piece of evidence. A method per kind: it fills in what was learnt, and gives the
/// reason for which the evidence is not accepted, empty if it is.
class Judging {
public:
  Judging(const Question& question, Accepted& learnt, Budget& budget, Observer& observer)
      : question_(question),
        problem_(question.problem),
        learnt_(learnt),
        budget_(budget),
        observer_(observer) {}

  std::string judge(const evidence::Execution& execution) {
    observer_.phase("replaying the execution");
    evidence::Replay replay = evidence::replay(problem_, execution, budget_, learnt_.trace);
    if (!replay.accepted())
      return "an execution was found but does not replay: " + replay.objection;
    bool watched =
        (question_.unwatched_label.empty() || replay.run.label != question_.unwatched_label)
        && !is_contract(replay.run.target);
    if (watched && question_.native) {
      observer_.phase("replaying the execution natively");
      learnt_.native = evidence::replay_natively(problem_, replay, *question_.native, budget_);
      if (!learnt_.native->accepted())
        return "an execution was found but not confirmed natively: " + learnt_.native->objection;
    }
    learnt_.property = violated(replay.run.target);
    learnt_.replay = std::move(replay);
    bool ran =
        learnt_.native && learnt_.native->not_run.empty() && !learnt_.native->command.empty();
    if (ran) return {};
    std::string why = evidence::objection_to_addresses(problem_, execution, budget_);
    return why.empty() ? why : "an execution was found but says nothing about others: " + why;
  }

  /// By a second solver, or, for Boolean programs, by decision diagrams built from the program once more.
  std::string judge(const evidence::InductiveProof& proof) {
    observer_.phase("checking the proof");
    if (evidence::refusal(evidence::boolean_invariants, problem_).empty())
      return by_diagrams(evidence::judge_boolean(problem_, proof, budget_));
    return proved(step_by_step(proof));
  }

  /// The judge unfolds the program once more.
  std::string judge(const evidence::BoundedProof& proof) {
    observer_.phase("checking the bounds");
    smt::Cvc5 solver;
    evidence::BoundedJudgement judgement =
        evidence::judge_bounds(problem_, proof, solver, budget_, question_.certificate);
    learnt_.checker = judgement.by;
    learnt_.cnf = std::move(judgement.cnf);
    learnt_.refutation = std::move(judgement.refutation);
    return refused("bounds were found but not accepted: ", judgement);
  }

  std::string judge(const evidence::AllRuns& runs) {
    observer_.phase("trying every execution");
    learnt_.checker = "the interpreter";
    return refused("the executions do not prove the property: ",
                   evidence::judge(problem_, runs, budget_));
  }

  std::string judge(const evidence::RankedProof& proof) {
    observer_.phase("checking the proof");
    return by_diagrams(evidence::judge_ranked(problem_, proof, budget_));
  }

  std::string judge(const evidence::TerminationProof& proof) {
    observer_.phase("checking the ranks");
    return proved(step_by_step(proof));
  }

  std::string judge(const evidence::Activations& runs) {
    observer_.phase("walking through the runs");
    learnt_.activations = evidence::judge(problem_, runs, budget_);
    return refused("a target was reached but not accepted: ", *learnt_.activations);
  }

  /// No infinite execution without going round its loop.
  std::string judge(const evidence::Lasso& lasso) {
    observer_.phase("replaying the loop");
    learnt_.lasso = evidence::judge(problem_, lasso, budget_, learnt_.trace);
    if (!learnt_.lasso->accepted())
      return "a loop was found but does not replay: " + learnt_.lasso->objection;
    if (question_.ltl) {
      observer_.phase("evaluating the formula on the loop");
      std::string why = evidence::objection_to_word(*question_.ltl, problem_, lasso, budget_);
      if (!why.empty()) return "a loop was found but not accepted: " + why;
    }
    return seen_natively("a loop was found, but ", {lasso.stem, lasso.loop});
  }

  /// The same for executions that never repeat a state.
  std::string judge(const evidence::RecurrentSet& set) {
    observer_.phase("checking the recurrent set");
    smt::Cvc5 solver;
    evidence::Judgement judgement = evidence::judge(problem_, set, solver, budget_, learnt_.trace);
    if (std::string why = refused("a recurrent set was found but not accepted: ", judgement);
        !why.empty())
      return why;
    return seen_natively("a recurrent set was found, but ", {set.stem.inputs});
  }

  std::string judge(const evidence::LayeredRecurrence& recurrence) {
    observer_.phase("checking the sets");
    return refused("an infinite execution was found but not accepted: ",
                   evidence::judge_recurrence(problem_, recurrence, budget_));
  }

  /// The conditions of the leaps are questions to a solver. Where the execution is short enough to be run, it
  /// is the better evidence: then it must run.
  std::string judge(const evidence::LeapChain& chain) {
    observer_.phase("checking the leaps");
    evidence::Judgement judgement = by_solver(chain);
    learnt_.leaps_accepted = judgement.accepted();
    if (chain.execution) return judge(*chain.execution);
    if (std::string why = refused("leaps were found but not accepted: ", judgement); !why.empty())
      return why;
    return seen_natively("leaps were found, but ", {});
  }

  /// Too long for a replay: the sets say that it goes on to the target.
  std::string judge(const evidence::MustReach& reach) {
    observer_.phase("checking the sets");
    if (std::string why = refused("a target was reached but not accepted: ", by_solver(reach));
        !why.empty())
      return why;
    return seen_natively("a target was reached, but ", {reach.stem.inputs});
  }

  std::string judge(const evidence::Schedule& schedule) {
    observer_.phase("replaying the schedule");
    evidence::ScheduleReplay replay = evidence::replay(problem_, schedule, budget_, learnt_.trace);
    if (!replay.accepted()) return "a schedule was found but does not replay: " + replay.objection;
    if (question_.native) {
      observer_.phase("replaying the schedule natively");
      learnt_.native =
          evidence::replay_natively(problem_, schedule, replay, *question_.native, budget_);
      if (!learnt_.native->accepted())
        return "a schedule was found but not confirmed natively: " + learnt_.native->objection;
    }
    learnt_.property = violated(replay.run.run.target);
    learnt_.schedule = std::move(replay);
    return {};
  }

  std::string judge(const evidence::InterleavingProof& proof) {
    observer_.phase("checking the proof");
    return by_diagrams(evidence::judge(problem_, proof, budget_));
  }

  std::string judge(const evidence::StackProof& proof) {
    observer_.phase("checking the proof");
    learnt_.checker = "automata";
    return proved(evidence::judge(problem_, proof, budget_));
  }

  std::string judge(const evidence::ControlFlow&) {
    return by_diagrams(evidence::judge_control_flow(problem_));
  }

private:
  /// A contract that people wrote beside the program: gcc's code does not look at it.
  static bool is_contract(const std::optional<ir::Target>& target) {
    return target && target->kind == ir::TargetKind::Check
           && target->property == Property::UnreachCall;
  }
  /// Where a check fails, its property.
  Property violated(const std::optional<ir::Target>& target) const {
    if (target && target->kind == ir::TargetKind::Check) return target->property;
    if (problem_.property == Property::Safety) return Property::UnreachCall;
    return problem_.property;
  }
  template <class E>
  evidence::Judgement by_solver(const E& shown) {
    smt::Cvc5 solver;
    learnt_.checker = solver.name();
    evidence::Judgement judgement = evidence::judge(problem_, shown, solver, budget_);
    learnt_.questions = judgement.questions;
    return judgement;
  }
  /// Intervals answer some of the questions about floats.
  template <class E>
  evidence::Judgement step_by_step(const E& shown) {
    evidence::Judgement judgement = by_solver(shown);
    if (ir::computes_with_floats(problem_.program)) learnt_.checker += " and intervals of floats";
    return judgement;
  }
  std::string by_diagrams(const evidence::Judgement& judgement) {
    learnt_.checker = "decision diagrams";
    return proved(judgement);
  }
  std::string proved(const evidence::Judgement& judgement) {
    return refused("a proof was found but not accepted: ", judgement);
  }
  std::string refused(const char* what, const evidence::Judgement& judgement) {
    learnt_.questions = judgement.questions;
    if (question_.certificate) learnt_.script = judgement.script;
    return judgement.accepted() ? std::string() : what + judgement.objection;
  }
  static std::string refused(const char* what, const evidence::ActivationsJudgement& judgement) {
    return judgement.accepted() ? std::string() : what + judgement.objection;
  }

  /// What the beginning of an execution that cannot be run as a whole does natively, if that contradicts it.
  std::string seen_natively(const char* what, const evidence::Beginning& beginning) {
    bool compiled = question_.native && question_.spec.empty() && question_.unwatched_label.empty();
    if (!compiled) return {};
    observer_.phase("running the beginning natively");
    learnt_.look = evidence::look_before_false(problem_, *question_.native, beginning, budget_);
    const std::string& seen = learnt_.look->contradiction;
    return seen.empty() ? seen : what + seen;
  }

  const Question& question_;
  const evidence::Problem& problem_;
  Accepted& learnt_;
  Budget& budget_;
  Observer& observer_;
};

} // namespace

Judged judge_evidence(const Question& question,
                      evidence::Evidence shown,
                      Budget& budget,
                      Observer& observer) {
  if (question.ltl)
    if (std::string why = evidence::objection_to_product(*question.ltl, question.problem.program);
        !why.empty())
      return NoAnswer{std::move(why)};
  Accepted accepted{std::move(shown), question.problem.property};
  Judging judging(question, accepted, budget, observer);
  std::string reason =
      std::visit([&](const auto& found) { return judging.judge(found); }, accepted.evidence);
  if (!reason.empty()) return NoAnswer{std::move(reason)};
  return accepted;
}

Judged
judge_answer(const Question& question, engine::Answer answer, Budget& budget, Observer& observer) {
  if (const auto* unknown = std::get_if<engine::Unknown>(&answer)) {
    NoAnswer result{unknown->reason};
    if (unknown->believed)
      result.hints = evidence::write_evidence(question.problem, *unknown->believed);
    return result;
  }
  evidence::Evidence found = *engine::evidence_of(std::move(answer));
  bool violation = evidence::kind_of(found).shows == evidence::Shows::Violation;
  observer.phase(violation ? found_execution : found_proof);
  if (const auto* execution = std::get_if<evidence::Execution>(&found)) {
    // People read small numbers; but the numbers of the engine are evidence too, if only they convince a judge.
    evidence::Execution small = evidence::simplest_inputs(question.problem, *execution, budget);
    bool same = std::ranges::equal(
        small.inputs, execution->inputs, {}, &evidence::Input::value, &evidence::Input::value);
    Judged judged = judge_evidence(question, std::move(small), budget, observer);
    if (same || std::holds_alternative<Accepted>(judged)) return judged;
  }
  return judge_evidence(question, std::move(found), budget, observer);
}

} // namespace kleene::verify
