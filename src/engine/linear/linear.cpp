// SPDX-License-Identifier: Apache-2.0
// The order of attack, each step only if the one before did not decide:
//   1 closed form (natural.h)      decides most programs, in time that does not depend on bounds
//   2 path edges, briefly          finds errors; proves what ends after few steps
//   3 widening (widening.h)        proves what has no closed form
//   4 closed form in the context of the widened invariants
//   5 equations of degree two (quadratic.h) on top of the widened invariants
//   6 path edges, for the rest     errors that are far away
// From the targets backwards:
//   1 closed form (backward.h), on top of the forward one or of widened invariants: proofs
//   2 suffix edges (suffix_edges.h): errors, and proofs where finitely many steps suffice
#include "kleene/engine/linear/linear.h"

#include <fmt/core.h>

#include <algorithm>

#include "backward.h"
#include "concrete.h"
#include "nonterm.h"
#include "proof.h"
#include "quadratic.h"
#include "suffix_edges.h"
#include "widening.h"

namespace kleene::engine::linear {
namespace {

using domain::Exactness;

// Seconds for the two rounds of path edges, and the effort of single operations in the other steps,
// where giving up early leaves time for the next.
constexpr double brief = 1;
constexpr double thorough = 8;
constexpr double seconds_per_guess = 1;
constexpr std::size_t many_path_edges = 500;
constexpr std::uint64_t effort = 300'000;

/// Unbounded integers, or, where the judge reads machine integers, a type with room for sums of them:
/// solvers are slow where both kinds meet.
Type formula_type(const evidence::Problem& problem) {
  constexpr unsigned room = 32;
  unsigned widest = 0;
  for (const ir::Variable& v : problem.program.variables)
    if (v.type.is_machine()) widest = std::max(widest, v.type.width());
  bool machine = problem.integers == IntegerModel::Machine && widest > 0;
  return machine ? Type::machine(widest + room, true) : Type::integer();
}

class Attempt {
public:
  Attempt(const evidence::Problem& problem, Budget& budget, Observer& observer)
      : problem_(problem),
        budget_(budget),
        observer_(observer),
        context_(budget),
        domain_(problem.program, context_, formula_type(problem)),
        calls_(problem.program) {}

  Answer run() {
    if (problem_.events().no_end) return nontermination();
    if (auto answer = closed_form(nullptr)) return *answer;
    auto answer = path_edges(20'000, brief);
    bool long_list = answer && paths_->edges().size() > many_path_edges;
    if (answer && !(long_list && std::holds_alternative<evidence::InductiveProof>(*answer)))
      return *answer;
    // What was enumerated is a proof, but judges are faster with invariants that are no long lists.
    if (auto general = by_widening()) return *general;
    if (!answer) answer = path_edges(200'000, thorough);
    return answer ? *answer : given_up();
  }

  Answer run_backward() {
    if (auto answer = backward_closed_form()) return *answer;
    if (auto answer = suffix_edges(20'000, brief)) return *answer;
    if (auto invariants = widening())
      if (auto answer = backward_on(*invariants)) return *answer;
    if (auto answer = suffix_edges(200'000, thorough)) return *answer;
    return given_up();
  }

private:
  std::optional<Answer> by_widening() {
    std::optional<Solution> invariants = widening();
    if (!invariants) return std::nullopt;
    if (!reached_target(domain_, *invariants, problem_.targets))
      return proof_of(domain_, *invariants);
    for (auto step : {&Attempt::closed_form, &Attempt::quadratic})
      if (auto answer = (this->*step)(&*invariants)) return answer;
    return std::nullopt;
  }

  Answer given_up() const {
    return Unknown{obstacle_.empty() ? "the limits of the engine are reached" : obstacle_};
  }

  /// One step of the attack; what it cannot do is remembered, unless something better is known.
  template <class Step>
  auto guarded(const char* phase, Step step) -> decltype(step()) {
    observer_.phase(phase);
    presburger::TighterLimit limit(context_, effort);
    try {
      return step();
    } catch (const presburger::Failure& why) {
      if (obstacle_.empty()) obstacle_ = why.what();
      return std::nullopt;
    }
  }

  std::optional<Answer> closed_form(const Solution* context) {
    return guarded("closing loops and recursion", [&]() -> std::optional<Answer> {
      Solution solution = solve_natural(domain_, calls_, observer_, context);
      if (reached_target(domain_, solution, problem_.targets)) {
        if (solution.exactness == Exactness::Over) obstacle_ = solution.obstacle;
        return std::nullopt;
      }
      if (solution.exactness == Exactness::Over && !is_inductive(domain_, solution))
        return std::nullopt;
      return proof_of(domain_, solution);
    });
  }

  /// A guess is shown to the judge at once: if it fails there, other steps may still succeed.
  std::optional<Answer> quadratic(const Solution* invariants) {
    return guarded("guessing quadratic invariants", [&]() -> std::optional<Answer> {
      auto guess = guess_quadratic(domain_, *invariants, budget_);
      if (!guess) return std::nullopt;
      smt::Cvc5 solver(seconds_per_guess, 10 * seconds_per_guess);
      if (evidence::judge(problem_, guess->proof, solver, budget_).accepted())
        return std::move(guess->proof);
      if (!obstacle_.empty())
        obstacle_ +=
            fmt::format("; the program computes something quadratic, such as {}", guess->example);
      return std::nullopt;
    });
  }

  std::optional<Answer> backward_closed_form() {
    auto forward = guarded("closing loops and recursion", [&] {
      return std::optional(solve_natural(domain_, calls_, observer_));
    });
    return forward ? backward_on(*forward) : std::nullopt;
  }

  std::optional<Answer> backward_on(const Solution& forward) {
    return guarded("going back from the targets", [&]() -> std::optional<Answer> {
      auto safe = solve_backward(domain_, calls_, problem_.targets, forward, observer_);
      if (!safe || !is_inductive(domain_, *safe)) return std::nullopt;
      return proof_of(domain_, *safe);
    });
  }

  std::optional<Answer> suffix_edges(std::size_t limit, double seconds) {
    observer_.phase("following suffix edges");
    try {
      if (!suffixes_) suffixes_.emplace(domain_, calls_, problem_.targets);
      switch (suffixes_->run(limit, seconds)) {
      case SuffixEdges::Ending::StartReached:
        return suffixes_->execution();
      case SuffixEdges::Ending::Complete:
        return suffixes_->proof();
      case SuffixEdges::Ending::Limit:
        return std::nullopt;
      }
    } catch (const presburger::Failure& why) {
      obstacle_ = why.what();
    }
    return std::nullopt;
  }

  std::optional<Answer> path_edges(std::size_t limit, double seconds) {
    observer_.phase("following path edges");
    try {
      if (!paths_) paths_.emplace(domain_, reach(problem_.program, problem_.targets));
      switch (paths_->run(limit, seconds)) {
      case PathEdges::Ending::TargetReached:
        return concrete_execution(domain_, *paths_, paths_->target());
      case PathEdges::Ending::Complete:
        return proof_of(domain_, paths_->solution());
      case PathEdges::Ending::Limit:
        return std::nullopt;
      }
    } catch (const presburger::Failure& why) {
      obstacle_ = why.what();
    }
    return std::nullopt;
  }

  Answer nontermination() {
    auto set = guarded("looking for executions that never end",
                       [&] { return find_recurrent_set(domain_, calls_, observer_); });
    if (set) return std::move(*set);
    return Unknown{"no infinite execution was found, and the engine cannot prove termination"};
  }

  std::optional<Solution> widening() {
    return guarded("widening", [&] {
      return std::optional(solve_by_widening(domain_, calls_, problem_.targets, observer_));
    });
  }

  const evidence::Problem& problem_;
  Budget& budget_;
  Observer& observer_;
  presburger::Context context_;
  domain::PresburgerDomain domain_;
  CallGraph calls_;
  std::optional<PathEdges> paths_;
  std::optional<SuffixEdges> suffixes_;
  std::string obstacle_;
};

} // namespace

/// With machine integers the engine still calculates with unbounded ones; the judges do not, and decide
/// whether what it finds holds with wrap-around too.
std::optional<std::string> obstacle(const evidence::Problem& problem) {
  if (!problem.program.variables.empty() && evidence::is_boolean(problem.program))
    return "made for programs with integers";
  if (problem.events().overflows)
    return "it reads integers as unbounded, and those do not overflow";
  if (problem.events().no_end && problem.integers != IntegerModel::Math)
    return "it reads integers as unbounded: use --integers math";
  for (const ir::Variable& v : problem.program.variables)
    if (!v.type.is_bool() && !v.type.is_integer()) return "the program uses memory";
  return std::nullopt;
}

std::optional<std::string> obstacle_backward(const evidence::Problem& problem) {
  if (problem.events().no_end) return "it looks for executions that reach something";
  return obstacle(problem);
}

namespace {

template <class Run>
Answer unless_not_linear(Run run) {
  try {
    return run();
  } catch (const domain::NotLinear& why) {
    return Unknown{fmt::format("the program is not linear: {}", why.what())};
  }
}

} // namespace

Answer solve(const evidence::Problem& problem, Budget& budget, Observer& observer) {
  return unless_not_linear([&] { return Attempt(problem, budget, observer).run(); });
}

Answer solve_backward(const evidence::Problem& problem, Budget& budget, Observer& observer) {
  return unless_not_linear([&] { return Attempt(problem, budget, observer).run_backward(); });
}

} // namespace kleene::engine::linear
