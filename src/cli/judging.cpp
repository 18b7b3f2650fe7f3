// SPDX-License-Identifier: Apache-2.0
#include "judging.h"

#include "kleene/evidence/addresses.h"
#include "kleene/evidence/bounded_judgement.h"
#include "kleene/evidence/second_look.h"

#include <fmt/core.h>

#include "files.h"
#include "leap_view.h"
#include "proof_view.h"
#include "view.h"

namespace kleene::cli {
namespace {

using report::Verdict;

class Judging {
public:
  Judging(Context& context, const Input& input, const Goal& goal, const evidence::Problem& problem)
      : context_(context), input_(input), goal_(goal), problem_(problem) {}

  Result<Outcome> judge(const engine::Unknown& unknown) {
    Outcome outcome{{}, unknown.reason};
    if (unknown.believed) outcome.hints = evidence::write_evidence(problem_, *unknown.believed);
    return outcome;
  }

  /// No `true` without a check of the invariants: by a second solver, or, for Boolean programs, by
  /// decision diagrams built from the program once more.
  Result<Outcome> judge(const engine::Proved& proved) {
    context_.observer.phase("checking the proof");
    bool diagrams = evidence::refusal(evidence::Kind::BooleanInvariants, problem_).empty();
    if (diagrams) {
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
    evidence::BoundedJudgement judgement =
        evidence::judge_bounds(problem_, bounded.proof, solver, context_.budget);
    if (!judgement.accepted())
      return Outcome{{}, "bounds were found but not accepted: " + judgement.objection};
    report::Proof proof;
    proof.what =
        fmt::format("every execution goes round its loops at most {} times, has at most {} "
                    "calls of one procedure open, and is fine",
                    bounded.proof.rounds,
                    bounded.proof.depth);
    proof.checker = judgement.by;
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

  Result<Outcome> judge(const engine::Ends& ends) {
    context_.observer.phase("checking the ranks");
    smt::Cvc5 solver;
    evidence::Judgement judgement = evidence::judge(problem_, ends.proof, solver, context_.budget);
    Outcome outcome = proof_outcome(ends.proof.invariants, judgement, solver.name());
    if (context_.report.proof)
      context_.report.proof->what =
          "every execution ends: each round of a loop, and each call, leads to a lower rank";
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
    context_.observer.phase("walking through the runs");
    evidence::ActivationsJudgement judgement =
        evidence::judge(problem_, reached.runs, context_.budget);
    if (!judgement.accepted())
      return Outcome{{}, "a target was reached but not accepted: " + judgement.objection};
    context_.report.counterexample = to_counterexample(problem_, reached.runs, judgement);
    return Outcome{Verdict::violated(std::string(name(goal_.property))), {}};
  }

  /// No infinite execution without going round its loop.
  Result<Outcome> judge(const engine::NeverEnds& never) {
    context_.observer.phase("replaying the loop");
    evidence::LassoJudgement judgement = evidence::judge(problem_, never.lasso, context_.budget);
    if (!judgement.accepted())
      return Outcome{{}, "a loop was found but does not replay: " + judgement.objection};
    if (std::string seen = seen_natively({never.lasso.stem, never.lasso.loop}); !seen.empty())
      return Outcome{{}, "a loop was found, but " + seen};
    context_.report.counterexample = to_counterexample(problem_, never.lasso, judgement);
    return Outcome{Verdict::violated(std::string(name(goal_.property))), {}};
  }

  Result<Outcome> judge(const engine::ViolatedBySchedule& violated) {
    context_.observer.phase("replaying the schedule");
    evidence::ScheduleReplay replay =
        evidence::replay(problem_, violated.schedule, context_.budget);
    if (!replay.accepted())
      return Outcome{{}, "a schedule was found but does not replay: " + replay.objection};
    context_.report.counterexample = to_counterexample(problem_, violated.schedule, replay);
    return Outcome{Verdict::violated(std::string(name(goal_.property))), {}};
  }

  Result<Outcome> judge(const engine::ProvedForThreads& proved) {
    context_.observer.phase("checking the proof");
    return threads_outcome(
        evidence::judge(problem_, proved.proof, context_.budget),
        "no interleaving of the threads reaches a target: one more context of any "
        "thread stays inside the states that are known");
  }

  Result<Outcome> judge(const engine::ProvedForStacks& proved) {
    context_.observer.phase("checking the proof");
    evidence::Judgement judgement = evidence::judge(problem_, proved.proof, context_.budget);
    Outcome outcome = threads_outcome(
        judgement,
        fmt::format("no interleaving of the threads reaches a target: one more context of any "
                    "thread stays inside {} sets of configurations, each with all stacks that {} "
                    "automata accept",
                    proved.proof.sets.size(),
                    proved.proof.automata.size()));
    if (context_.report.proof) context_.report.proof->checker = "automata";
    return outcome;
  }

  Result<Outcome> judge(const engine::NoWayToTarget&) {
    return threads_outcome(evidence::judge_control_flow(problem_),
                           "no way through the program leads to a target, whatever the values are");
  }

  Outcome threads_outcome(const evidence::Judgement& judgement, const std::string& what) {
    if (!judgement.accepted())
      return Outcome{{}, "a proof was found but not accepted: " + judgement.objection};
    context_.report.proof = report::Proof{what, {}, "decision diagrams", judgement.questions};
    return Outcome{Verdict::holds(), {}};
  }

  /// The same for executions that never repeat a state.
  Result<Outcome> judge(const engine::Recurs& recurs) {
    context_.observer.phase("checking the recurrent set");
    smt::Cvc5 solver;
    evidence::Judgement judgement = evidence::judge(problem_, recurs.set, solver, context_.budget);
    if (!judgement.accepted())
      return Outcome{{}, "a recurrent set was found but not accepted: " + judgement.objection};
    if (std::string seen = seen_natively({recurs.set.stem.inputs}); !seen.empty())
      return Outcome{{}, "a recurrent set was found, but " + seen};
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

  /// The conditions of the leaps are questions to a solver. Where the execution is short enough to be run, it
  /// is the better evidence: then it must run.
  Result<Outcome> judge(const engine::Leapt& leapt) {
    context_.observer.phase("checking the leaps");
    smt::Cvc5 solver;
    evidence::Judgement judgement = evidence::judge(problem_, leapt.chain, solver, context_.budget);
    if (leapt.chain.execution) {
      Result<Outcome> outcome = judge(engine::Violated{*leapt.chain.execution});
      if (!outcome || !outcome->verdict) return outcome;
    } else if (!judgement.accepted()) {
      return Outcome{{}, "leaps were found but not accepted: " + judgement.objection};
    } else if (std::string seen = seen_natively({}); !seen.empty()) {
      return Outcome{{}, "leaps were found, but " + seen};
    } else {
      context_.report.counterexample = to_counterexample(problem_, leapt.chain);
    }
    if (judgement.accepted())
      context_.report.counterexample->leaps =
          to_shown(problem_, leapt.chain, solver.name(), judgement.questions);
    return Outcome{Verdict::violated(std::string(name(goal_.property))), {}};
  }

  /// Too long for a replay: the sets say that it goes on to the target.
  Result<Outcome> judge(const engine::MustReached& reached) {
    context_.observer.phase("checking the sets");
    smt::Cvc5 solver;
    evidence::Judgement judgement =
        evidence::judge(problem_, reached.sets, solver, context_.budget);
    if (!judgement.accepted())
      return Outcome{{}, "a target was reached but not accepted: " + judgement.objection};
    if (std::string seen = seen_natively({reached.sets.stem.inputs}); !seen.empty())
      return Outcome{{}, "a target was reached, but " + seen};
    context_.report.counterexample = to_counterexample(problem_, reached.sets);
    return Outcome{Verdict::violated(std::string(name(goal_.property))), {}};
  }

  /// No `false` without a replay: in the interpreter, and natively for C with machine integers.
  Result<Outcome> judge(const engine::Violated& violated) {
    context_.observer.phase("replaying the execution");
    evidence::Replay replay = evidence::replay(problem_, violated.execution, context_.budget);
    if (!replay.accepted())
      return Outcome{{}, "an execution was found but does not replay: " + replay.objection};
    report::Counterexample counterexample = to_counterexample(problem_, replay);
    counterexample.maybe_long = violated.maybe_long;
    bool watched = goal_.unwatched_label.empty() || replay.run.label != goal_.unwatched_label;
    if (watched && input_.language == Language::C && input_.integers == IntegerModel::Machine) {
      context_.observer.phase("replaying the execution natively");
      evidence::NativeReplay native =
          evidence::replay_natively(problem_,
                                    replay,
                                    native_program(input_, context_.arguments.input, goal_.entry),
                                    context_.budget);
      if (!native.accepted())
        return Outcome{{},
                       "an execution was found but not confirmed natively: " + native.objection};
      counterexample.not_native = native.not_run;
      if (native.not_run.empty()) counterexample.native_command = native.command;
      if (std::optional<Diagnostic> error = write_harness(native.harness)) return *error;
    }
    if (counterexample.native_command.empty())
      if (std::string why =
              evidence::objection_to_addresses(problem_, violated.execution, context_.budget);
          !why.empty())
        return Outcome{{}, "an execution was found but says nothing about others: " + why};
    context_.report.counterexample = std::move(counterexample);
    return Outcome{Verdict::violated(std::string(name(goal_.property))), {}};
  }

  std::optional<Diagnostic> write_harness(const std::string& text) {
    const std::optional<std::string>& path = context_.arguments.check.harness;
    if (!path || text.empty()) return std::nullopt;
    return write_whole_file(*path, text);
  }

private:
  /// What the beginning of an execution that cannot be run as a whole does natively, if that contradicts it.
  std::string seen_natively(const evidence::Beginning& beginning) {
    bool compiled = input_.language == Language::C && input_.integers == IntegerModel::Machine
                    && goal_.spec.empty() && goal_.unwatched_label.empty();
    if (!compiled) return {};
    context_.observer.phase("running the beginning natively");
    return evidence::look_before_false(
               problem_,
               native_program(input_, context_.arguments.input, goal_.entry),
               beginning,
               context_.budget)
        .contradiction;
  }

  Context& context_;
  const Input& input_;
  const Goal& goal_;
  const evidence::Problem& problem_;
};

template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};

} // namespace

Result<Outcome> judge_candidate(Context& context,
                                const Input& input,
                                const Goal& goal,
                                const evidence::Problem& problem,
                                const engine::Candidate& candidate) {
  Judging judging(context, input, goal, problem);
  return std::visit([&](const auto& c) { return judging.judge(c); }, candidate);
}

std::optional<evidence::Evidence> evidence_of(const engine::Candidate& candidate) {
  using Shown = std::optional<evidence::Evidence>;
  return std::visit(
      Overloaded{
          [](const engine::Violated& c) -> Shown { return c.execution; },
          [](const engine::Reached& c) -> Shown { return c.runs; },
          [](const engine::Proved& c) -> Shown { return c.proof; },
          [](const engine::Bounded& c) -> Shown { return c.proof; },
          [](const engine::Exhausted& c) -> Shown { return c.runs; },
          [](const engine::Terminates& c) -> Shown { return c.proof; },
          [](const engine::Ends& c) -> Shown { return c.proof; },
          [](const engine::NeverEnds& c) -> Shown { return c.lasso; },
          [](const engine::Recurs& c) -> Shown { return c.set; },
          [](const engine::Persists& c) -> Shown { return c.recurrence; },
          [](const engine::Leapt& c) -> Shown { return c.chain; },
          [](const engine::MustReached& c) -> Shown { return c.sets; },
          [](const engine::ViolatedBySchedule& c) -> Shown { return c.schedule; },
          [](const engine::ProvedForThreads& c) -> Shown { return c.proof; },
          [](const engine::ProvedForStacks& c) -> Shown { return c.proof; },
          [](const engine::NoWayToTarget&) -> Shown { return evidence::ControlFlow{}; },
          [](const auto&) -> Shown { return std::nullopt; },
      },
      candidate);
}

engine::Candidate candidate_of(const evidence::Evidence& shown) {
  using engine::Candidate;
  return std::visit(
      Overloaded{
          [](const evidence::Execution& e) -> Candidate { return engine::Violated{e}; },
          [](const evidence::Activations& e) -> Candidate { return engine::Reached{e}; },
          [](const evidence::InductiveProof& e) -> Candidate { return engine::Proved{e}; },
          [](const evidence::BoundedProof& e) -> Candidate { return engine::Bounded{e}; },
          [](const evidence::AllRuns& e) -> Candidate { return engine::Exhausted{e}; },
          [](const evidence::RankedProof& e) -> Candidate { return engine::Terminates{e}; },
          [](const evidence::TerminationProof& e) -> Candidate { return engine::Ends{e}; },
          [](const evidence::Lasso& e) -> Candidate { return engine::NeverEnds{e}; },
          [](const evidence::RecurrentSet& e) -> Candidate { return engine::Recurs{e}; },
          [](const evidence::LayeredRecurrence& e) -> Candidate { return engine::Persists{e}; },
          [](const evidence::LeapChain& e) -> Candidate { return engine::Leapt{e}; },
          [](const evidence::MustReach& e) -> Candidate { return engine::MustReached{e}; },
          [](const evidence::Schedule& e) -> Candidate { return engine::ViolatedBySchedule{e}; },
          [](const evidence::InterleavingProof& e) -> Candidate {
            return engine::ProvedForThreads{e};
          },
          [](const evidence::StackProof& e) -> Candidate { return engine::ProvedForStacks{e}; },
          [](const evidence::ControlFlow&) -> Candidate { return engine::NoWayToTarget{}; },
      },
      shown);
}

} // namespace kleene::cli
