// SPDX-License-Identifier: Apache-2.0
#include "kleene/engine/summaries/summaries.h"

#include "kleene/domain/boolean_scope.h"
#include "kleene/engine/summaries/analysis.h"
#include "kleene/support/invariant.h"
#include "kleene/transform/guard_slicing.h"

#include <fmt/core.h>

#include <utility>

#include "acceptance.h"
#include "formulas.h"
#include "given_pairs.h"
#include "lasso.h"
#include "places.h"
#include "runs.h"
#include "sampling.h"
#include "shortest.h"

namespace kleene::engine::summaries {
namespace {

/// Executions longer than this are not written down.
constexpr std::size_t longest_execution = 500'000;
/// A short execution is looked for before all others, which must not cost much.
constexpr ShortestExecution::Effort small_effort{4'000, 1'000'000};
/// For a shortest execution, after some other one was found by chance, and after a search: if it takes
/// more, the other one has to do.
constexpr ShortestExecution::Effort medium_effort{10'000, 1'500'000};
constexpr ShortestExecution::Effort large_effort{300'000, 100'000'000};
/// Of random executions: at first, and where all states turn out to be too many for a quick look.
constexpr std::size_t few_sampled_steps = 800'000;
constexpr std::size_t sampled_steps = 4'000'000;
constexpr double quick_look = 1; ///< seconds

/// Everything about one problem; lives as long as its decision diagrams.
class Solver {
public:
  Solver(const evidence::Problem& problem,
         Budget& budget,
         Observer& observer,
         domain::Slicing slicing = domain::Slicing::Needless)
      : problem_(problem),
        observer_(observer),
        manager_(budget),
        scope_(problem.program, slicing),
        domain_(scope_, manager_),
        flow_(scope_) {}

  /// A proof; nothing if a target is reached.
  std::optional<evidence::InductiveProof> proof() {
    Places places = reachability_places();
    ForwardReach reach(domain_, flow_, places);
    if (reach.run(observer_)) return std::nullopt;
    return proved(reach);
  }

  /// An execution that is found with little effort: a shortest one, or else some one.
  std::optional<Answer> near_violation() {
    Places places = reachability_places();
    observer_.phase("searching for a short execution");
    ShortestExecution shortest(domain_, flow_, places.goal);
    if (auto path = shortest.find(longest_execution, small_effort)) return violated(*path);
    gave_up_ = shortest.gave_up(); // otherwise there is none, or every one is very long
    return gave_up_ ? sampled(few_sampled_steps) : std::nullopt;
  }
  bool gave_up() const { return gave_up_; }

  /// Random executions.
  std::optional<Answer> sampled(std::size_t steps) {
    observer_.phase("trying random executions");
    Places places = reachability_places();
    auto runs = sample(scope_, flow_, places.goal, steps, manager_.budget());
    if (!runs) return std::nullopt;
    return violated(places, *std::move(runs), medium_effort);
  }

  /// A proof, or an execution.
  Answer reachability() {
    Places places = reachability_places();
    ForwardReach reach(domain_, flow_, places);
    observer_.phase("searching");
    if (!reach.run(observer_)) return proved(reach);
    observer_.phase("finding an execution");
    return violated(places, derived(places), large_effort);
  }

  /// An execution that stays among these pairs.
  Answer within(const std::vector<std::vector<Term>>& pairs) {
    observer_.phase("following the relation to a target");
    Places places = reachability_places();
    places.within = given_pairs(domain_, flow_, pairs);
    ForwardReach reach(domain_, flow_, places);
    Derivations derivations(domain_, flow_);
    std::optional<Node> goal =
        reach.run(observer_, Order::Breadth, [&](Node n, const Bdd& found, Rule rule) {
          derivations.discover(n, found, rule);
        });
    if (!goal) return Unknown{"no execution that stays in the relation comes to a target"};
    evidence::Activations runs = derivations.execution(*goal, reach.pairs(*goal));
    std::optional<evidence::Execution> execution =
        unrolled(problem_.program, runs, longest_execution);
    if (!execution) return runs;
    return *std::move(execution);
  }

  /// An infinite execution as sets that it need not leave. Requires that nothing was sliced away.
  evidence::LayeredRecurrence recurrence() {
    Places places = everywhere();
    ForwardReach reach(domain_, flow_, places);
    LayerWriter writer(domain_, flow_);
    reach.run(
        observer_, Order::Callees, [&](Node n, const Bdd& pairs, Rule) { writer.add(n, pairs); });
    NonTermination forever(domain_, flow_, reach);
    forever.run(observer_);
    KL_INVARIANT(forever.from_start(), "slicing should not change the answer");
    evidence::LayeredRecurrence recurrence{writer.take(), {}};
    for (std::size_t f = 0; f < problem_.program.procedures.size(); ++f) {
      ir::ProcId p(f);
      std::vector<Term>& states = recurrence.states.emplace_back();
      states.resize(problem_.program.procedures[f].locations.size());
      if (!scope_.used(p)) continue;
      Formulas formulas(domain_, p);
      for (std::size_t l = 0; l < states.size(); ++l)
        states[l] = formulas.term(forever.states(flow_.node(p, ir::LocId(l))));
    }
    return recurrence;
  }

  /// An order of the states, or a lasso; nothing if every lasso is too long.
  std::optional<Answer> termination() {
    Places places = everywhere();
    ForwardReach reach(domain_, flow_, places);
    observer_.phase("searching");
    reach.run(observer_);
    observer_.phase("searching for infinite executions");
    NonTermination forever(domain_, flow_, reach);
    std::vector<std::pair<Node, Bdd>> departures;
    forever.run(observer_, [&](Node n, const Bdd& states) { departures.emplace_back(n, states); });
    if (!forever.from_start()) return terminates(reach, departures);
    return lasso(places, staying(flow_, forever));
  }

  /// An order of the states, or a lasso through accepting places.
  Answer acceptance() {
    Places places = everywhere();
    ForwardReach reach(domain_, flow_, places);
    observer_.phase("searching");
    reach.run(observer_);
    observer_.phase("searching for accepting executions");
    Acceptance acceptance(
        domain_, flow_, reach, as_nodes(PlaceSet::targets(problem_.program, problem_.targets)));
    acceptance.run(observer_);
    if (!acceptance.from_start()) return terminates(reach, acceptance.departures());
    if (auto found = lasso(places, acceptance.guide())) return *std::move(found);
    return Unknown{
        fmt::format("every loop that is found has more than {} steps", longest_execution)};
  }

private:
  std::optional<Answer> lasso(const Places& places, const Guide& guide) {
    observer_.phase("finding a lasso");
    ForwardReach reach(domain_, flow_, places);
    Derivations derivations(domain_, flow_);
    reach.run(observer_, Order::Breadth, [&](Node n, const Bdd& pairs, Rule rule) {
      derivations.discover(n, pairs, rule);
    });
    auto found = find_lasso(domain_, flow_, reach, guide, derivations, longest_execution);
    if (!found) return std::nullopt;
    return std::move(*found);
  }

  evidence::InductiveProof proved(const ForwardReach& reach) {
    manager_.collect_garbage();
    observer_.phase(fmt::format("writing the proof, {} nodes", manager_.statistics().live_nodes));
    return inductive_proof(domain_, flow_, reach);
  }

  Places everywhere() const {
    return {std::vector<bool>(flow_.size(), true), std::vector<bool>(flow_.size(), false)};
  }

  Places reachability_places() const {
    return {std::vector<bool>(flow_.size(), true),
            as_nodes(PlaceSet::targets(problem_.program, problem_.targets))};
  }

  /// The execution that these runs are, or a shortest one if that is found; the runs, if they are too
  /// long to be written down.
  Answer
  violated(const Places& places, evidence::Activations runs, ShortestExecution::Effort effort) {
    std::optional<evidence::Execution> execution =
        unrolled(problem_.program, runs, longest_execution);
    if (!execution) return runs;
    observer_.phase("searching for a shortest execution");
    if (auto path = ShortestExecution(domain_, flow_, places.goal).find(execution->steps, effort))
      return violated(*path);
    execution->maybe_long = true;
    return *std::move(execution);
  }

  evidence::Execution violated(const Path& path) const {
    ConcreteRun run(problem_.program, path.start);
    for (const Move& move : path.moves)
      run.move(move);
    return evidence::Execution{run.inputs(), run.steps()};
  }

  /// Runs that follow from a search that keeps what it discovers.
  evidence::Activations derived(const Places& places) {
    ForwardReach reach(domain_, flow_, places);
    Derivations derivations(domain_, flow_);
    std::optional<Node> goal =
        reach.run(observer_, Order::Callees, [&](Node n, const Bdd& pairs, Rule rule) {
          derivations.discover(n, pairs, rule);
        });
    KL_INVARIANT(goal.has_value(), "the same search should have the same answer");
    return derivations.execution(*goal, reach.pairs(*goal));
  }

  Answer terminates(const ForwardReach& reach,
                    const std::vector<std::pair<Node, Bdd>>& departures) {
    RankedProofBuilder builder(domain_, flow_);
    evidence::RankedProof proof{inductive_proof(domain_, flow_, reach), {}};
    for (const auto& [node, states] : departures)
      proof.layers.push_back(builder.layer(node, states));
    return proof;
  }

  /// Layers as formulas, one writer per procedure.
  class RankedProofBuilder {
  public:
    RankedProofBuilder(const domain::BooleanDomain& domain, const ControlFlow& flow)
        : domain_(domain), flow_(flow) {}

    evidence::RankedProof::Layer layer(Node n, const Bdd& states) {
      ir::ProcId p = flow_.procedure(n);
      auto writer = writers_.try_emplace(p, domain_, p).first;
      return {p, flow_.location(n), writer->second.term(states)};
    }

  private:
    const domain::BooleanDomain& domain_;
    const ControlFlow& flow_;
    std::map<ir::ProcId, Formulas> writers_;
  };

  const evidence::Problem& problem_;
  Observer& observer_;
  BddManager manager_;
  domain::BooleanScope scope_;
  domain::BooleanDomain domain_;
  ControlFlow flow_;
  bool gave_up_ = false;
};

/// All states, if they are few.
std::optional<Answer>
quick_answer(const evidence::Problem& problem, Budget& budget, Observer& observer) {
  Budget slice = budget.slice(quick_look);
  try {
    return Solver(problem, slice, observer).reachability();
  } catch (const ResourceOut&) {
    budget.check();
    return std::nullopt;
  }
}

/// Cheap attempts: proofs with the guards near the targets and what matters to them, and a search for
/// executions before the second of these, which may be as hard as the program itself.
std::optional<Answer>
attempt(const evidence::Problem& problem, Budget& budget, Observer& observer) {
  bool searched = false;
  auto near_violation = [&]() -> std::optional<Answer> {
    if (std::exchange(searched, true)) return std::nullopt;
    {
      Solver solver(problem, budget, observer);
      if (auto found = solver.near_violation()) return found;
      if (!solver.gave_up()) return std::nullopt;
    }
    if (auto answer = quick_answer(problem, budget, observer)) return answer;
    return Solver(problem, budget, observer).sampled(sampled_steps);
  };
  for (const auto& [easier, back] : transform::easier_programs(problem.program, problem.targets)) {
    observer.phase("searching with the guards near the targets");
    evidence::Problem same = problem.about(easier);
    if (auto proved = Solver(same, budget, observer).proof()) return *std::move(proved);
    if (auto found = near_violation()) return found;
  }
  return near_violation();
}

/// The answer if unknown values were free choices: right if it is a proof.
Answer solve_as_free_choices(const evidence::Problem& problem, Budget& budget, Observer& observer) {
  if (problem.events().targets) {
    if (auto answer = attempt(problem, budget, observer)) return *std::move(answer);
    return Solver(problem, budget, observer).reachability();
  }
  if (evidence::asks_for_acceptance(problem)) return Solver(problem, budget, observer).acceptance();
  if (auto answer = Solver(problem, budget, observer).termination()) return *std::move(answer);
  // The first solver's decision diagrams are gone: there is only one table of them.
  return never_ends_in_layers(problem, budget, observer);
}

/// Whether the property does not hold, decided backward.
bool violated_backward(const evidence::Problem& problem, Budget& budget, Observer& observer) {
  if (problem.events().no_end) {
    PlaceSet places = PlaceSet::everywhere(problem.program);
    places.end = false;
    return stays(problem.program, places, Direction::Backward, budget, observer);
  }
  PlaceSet targets = PlaceSet::targets(problem.program, problem.targets);
  for (const auto& [easier, back] : transform::easier_programs(problem.program, problem.targets))
    if (!reaches(easier, targets, Direction::Backward, budget, observer)) return false;
  return reaches(problem.program, targets, Direction::Backward, budget, observer);
}

} // namespace

std::optional<std::string> obstacle(const evidence::Problem& problem) {
  if (problem.events().overflows) return "Booleans do not overflow";
  return domain::obstacle_to_boolean(problem.program, domain::UnknownValues::Allowed);
}

Answer solve(const evidence::Problem& problem, Budget& budget, Observer& observer) {
  Answer answer = solve_as_free_choices(problem, budget, observer);
  auto unknown = domain::obstacle_to_boolean(problem.program);
  if (unknown && violated(answer) != false) return Unknown{*unknown};
  return answer;
}

evidence::LayeredRecurrence
never_ends_in_layers(const evidence::Problem& problem, Budget& budget, Observer& observer) {
  observer.phase("writing the search down in layers");
  return Solver(problem, budget, observer, domain::Slicing::Nothing).recurrence();
}

Answer violation_within(const evidence::Problem& problem,
                        const std::vector<std::vector<Term>>& pairs,
                        Budget& budget,
                        Observer& observer) {
  return Solver(problem, budget, observer).within(pairs);
}

Answer solve_backward(const evidence::Problem& problem, Budget& budget, Observer& observer) {
  bool violated = violated_backward(problem, budget, observer);
  Answer answer = solve(problem, budget, observer);
  std::optional<bool> evidence_says = engine::violated(answer);
  KL_INVARIANT(!evidence_says || *evidence_says == violated,
               "backward and forward search should agree");
  return answer;
}

} // namespace kleene::engine::summaries
