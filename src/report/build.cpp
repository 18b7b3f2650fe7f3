// SPDX-License-Identifier: Apache-2.0
#include "kleene/report/build.h"

#include "kleene/report/explain.h"

#include <fmt/core.h>

#include "leap_view.h"
#include "proof_view.h"
#include "view.h"

namespace kleene::report {
namespace {

/// A method per kind of evidence.
class Builder {
public:
  Builder(const verify::Question& question, const verify::Accepted& accepted, Report& report)
      : question_(question), problem_(question.problem), accepted_(accepted), report_(report) {}

  void show(const evidence::Execution& execution) {
    Counterexample shown = to_counterexample(problem_, *accepted_.replay, accepted_.trace);
    shown.maybe_long = execution.maybe_long;
    show_replayed(std::move(shown));
  }
  void show(const evidence::InductiveProof& proof) {
    invariants(proof);
    bool formula = !question_.spec.empty() && problem_.events().targets;
    report_.proof->what = formula ? "no execution reaches a location of the formula"
                                  : std::string(entry(problem_.property).proved);
  }
  void show(const evidence::BoundedProof& proof) {
    std::string loops = proof.rounds == 0 ? "no loop has an iteration"
                                          : fmt::format("loops have at most {} iteration{}",
                                                        proof.rounds,
                                                        proof.rounds == 1 ? "" : "s");
    proved(fmt::format("no execution violates the property: {}, and {}",
                       loops,
                       proof.depth <= 1
                           ? "no procedure calls itself"
                           : fmt::format("the recursion depth is at most {}", proof.depth)));
  }
  void show(const evidence::AllRuns& runs) {
    if (problem_.program.concurrent() && runs.max_steps == 0) {
      proved("whatever the number of threads: none of the states that the first thread reaches "
             "with any "
             "two others violates the property, and the others change nothing of that");
      report_.proof->counted = "turn";
      return;
    }
    if (problem_.program.concurrent()) {
      proved(fmt::format("the threads, in every order and with all inputs, reach {} states, and "
                         "none violates the property",
                         runs.max_runs));
      report_.proof->counted = "turn";
      return;
    }
    proved(accepted_.questions == 1
               ? "the program has a single execution, and it does not violate the property"
               : fmt::format("the program has {} executions, and none violates the property",
                             accepted_.questions));
    report_.proof->counted = "run";
  }
  void show(const evidence::RankedProof& proof) {
    invariants(proof.invariants);
    const char* what = "every execution ends: each step goes down in an order of {} sets of states";
    if (question_.ltl)
      what = "every execution satisfies the formula: an automaton for its negation accepts none, "
             "in an "
             "order of {} sets of states no step goes up, and each accepting one goes down";
    report_.proof->what = fmt::format(fmt::runtime(what), proof.layers.size());
  }
  void show(const evidence::TerminationProof& proof) {
    invariants(proof.invariants);
    report_.proof->what =
        question_.ltl
            ? "every execution satisfies the formula: with an automaton for its negation, each "
              "loop iteration, and each call, decreases a ranking function"
            : "every execution ends: each loop iteration, and each call, decreases a ranking "
              "function";
  }
  void show(const evidence::Lasso& lasso) {
    report_.counterexample = to_counterexample(problem_, lasso, *accepted_.lasso, accepted_.trace);
  }
  void show(const evidence::RecurrentSet& set) {
    report_.counterexample = to_counterexample(problem_, set, accepted_.trace);
    Explained explained;
    explained.facts = facts_of(problem_.program, set);
    if (!report_.explained && !explained.facts.empty())
      report_.explained = std::make_shared<Explained>(std::move(explained));
  }
  void show(const evidence::Activations& runs) {
    report_.counterexample = to_counterexample(problem_, runs, *accepted_.activations);
  }
  void show(const evidence::LayeredRecurrence&) {
    Counterexample shown;
    shown.what = "an execution never ends; it begins";
    const ir::Program& program = problem_.program;
    shown.place = to_place(program.files, program.procedure(program.entry).range);
    shown.layers = accepted_.questions;
    report_.counterexample = std::move(shown);
  }
  void show(const evidence::LeapChain& chain) {
    if (chain.execution)
      show(*chain.execution);
    else
      report_.counterexample = to_counterexample(problem_, chain);
    if (accepted_.leaps_accepted)
      report_.counterexample->leaps =
          to_shown(problem_, chain, accepted_.checker, accepted_.questions);
  }
  void show(const evidence::MustReach& reach) {
    report_.counterexample = to_counterexample(problem_, reach);
  }
  void show(const evidence::Schedule& schedule) {
    show_replayed(to_counterexample(problem_, schedule, *accepted_.schedule, accepted_.trace));
  }
  void show(const evidence::InterleavingProof&) {
    proved(
        "no interleaving of the threads reaches an error location: the set of reachable states is "
        "closed under one more context of any thread");
  }
  void show(const evidence::StackProof& proof) {
    proved(fmt::format("no interleaving of the threads reaches an error location: {} sets of "
                       "configurations, whose stacks {} automata accept, are closed under one more "
                       "context of any thread",
                       proof.sets.size(),
                       proof.automata.size()));
  }
  void show(const evidence::ControlFlow&) {
    proved("no path through the program leads to an error location, whatever the values are");
  }

  void show_replayed(Counterexample shown) {
    if (accepted_.native) {
      shown.not_native = accepted_.native->not_run;
      if (shown.not_native.empty()) shown.native_command = accepted_.native->command;
    }
    report_.counterexample = std::move(shown);
  }

  /// An execution that was asked for is no violation.
  void in_words_of_the_formula() {
    if (!report_.counterexample || question_.spec.empty()) return;
    if (question_.ltl) in_words_of_ltl();
    if (question_.execution_wanted) report_.counterexample->headline = "Witness";
    if (problem_.events().targets)
      report_.counterexample->what = "an execution reaches a location of the formula";
  }

private:
  static constexpr std::string_view automaton = "the automaton"; ///< chooses, too

  /// What the automaton chooses is no input of the program, but tells why the formula is violated.
  void in_words_of_ltl() {
    std::erase_if(report_.counterexample->inputs,
                  [](const ShownInput& input) { return input.origin == automaton; });
    std::string because;
    for (const std::string& f : due_in_loop())
      because += fmt::format("{}`{}`", because.empty() ? "" : " and ", f);
    report_.counterexample->what =
        because.empty()
            ? "an execution violates the formula; its loop begins"
            : fmt::format("an execution violates the formula, for {} holds in its loop, "
                          "which begins",
                          because);
  }

  /// The obligations that the last position of the loop hands on.
  std::vector<std::string> due_in_loop() const {
    std::vector<std::string> formulas;
    for (const ir::Variable& v : problem_.program.variables)
      if (v.temporary && v.display.starts_with("next["))
        formulas.push_back(v.display.substr(5, v.display.size() - 6));
    const auto* lasso = std::get_if<evidence::Lasso>(&accepted_.evidence);
    std::vector<bool> chosen;
    for (std::size_t i = 0; lasso != nullptr && i < lasso->loop.size(); ++i)
      if (lasso->loop[i].origin == automaton && lasso->loop[i].type.is_bool())
        chosen.push_back(lasso->loop[i].value != 0);
    if (chosen.size() < formulas.size()) return {};
    std::vector<std::string> due;
    for (std::size_t i = 0; i < formulas.size(); ++i)
      if (chosen[chosen.size() - formulas.size() + i]) due.push_back(formulas[i]);
    return due;
  }

  void proved(std::string what) {
    report_.proof = Proof{std::move(what), {}, accepted_.checker, accepted_.questions, "query"};
  }
  void invariants(const evidence::InductiveProof& proof) {
    report_.proof = to_shown(problem_.program, proof, accepted_.checker, accepted_.questions);
    report_.proof->counted = "query";
  }

  const verify::Question& question_;
  const evidence::Problem& problem_;
  const verify::Accepted& accepted_;
  Report& report_;
};

} // namespace

ShownLook to_shown(const evidence::SecondLook& look) {
  return {look.not_run, look.runs, look.tried_runs, look.compilers};
}

void show_answer(const verify::Question& question,
                 const verify::Accepted& accepted,
                 Report& report) {
  Builder builder(question, accepted, report);
  std::visit([&](const auto& shown) { builder.show(shown); }, accepted.evidence);
  builder.in_words_of_the_formula();
  if (accepted.look) report.second_look = to_shown(*accepted.look);
}

} // namespace kleene::report
