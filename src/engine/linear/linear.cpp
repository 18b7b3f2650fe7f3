// SPDX-License-Identifier: Apache-2.0
// The order of attack, each step only if the one before did not decide:
//   1 closed form (natural.h)      decides most programs, in time that does not depend on bounds
//   2 path edges, briefly          finds errors; proves what ends after few steps
//   3 widening (widening.h)        proves what has no closed form
//   4 path edges, for the rest     errors that are far away
#include "kleene/engine/linear/linear.h"

#include <fmt/core.h>

#include "concrete.h"
#include "nonterm.h"
#include "proof.h"
#include "widening.h"

namespace kleene::engine::linear {
namespace {

using domain::Exactness;

// Seconds for the two rounds of path edges, and the effort of single operations in the other steps,
// where giving up early leaves time for the next.
constexpr double brief = 1;
constexpr double thorough = 120;
constexpr std::uint64_t effort = 300'000;

class Attempt {
public:
  Attempt(const evidence::Problem& problem, Budget& budget, Observer& observer)
      : problem_(problem),
        observer_(observer),
        context_(budget),
        domain_(problem.program, context_),
        calls_(problem.program) {}

  Candidate run() {
    if (problem_.property == evidence::Property::Termination) return nontermination();
    if (auto answer = closed_form()) return *answer;
    if (auto answer = path_edges(20'000, brief)) return *answer;
    if (auto answer = widening()) return *answer;
    if (auto answer = path_edges(200'000, thorough)) return *answer;
    return Unknown{obstacle_.empty() ? "the limits of the engine are reached" : obstacle_};
  }

private:
  std::optional<Candidate> closed_form() {
    observer_.phase("closing loops and recursion");
    presburger::TighterLimit limit(context_, effort);
    try {
      Solution solution = solve_natural(domain_, calls_, observer_);
      if (reached_target(domain_, solution, problem_.targets)) {
        if (solution.exactness == Exactness::Over) obstacle_ = solution.obstacle;
        return std::nullopt;
      }
      if (solution.exactness == Exactness::Over && !is_inductive(domain_, solution))
        return std::nullopt;
      return Proved{proof_of(domain_, solution)};
    } catch (const presburger::Failure& why) {
      obstacle_ = why.what();
      return std::nullopt;
    }
  }

  std::optional<Candidate> path_edges(std::size_t limit, double seconds) {
    observer_.phase("following path edges");
    try {
      if (!paths_) paths_.emplace(domain_, reach(problem_.program, problem_.targets));
      switch (paths_->run(limit, seconds)) {
      case PathEdges::Ending::TargetReached:
        return Violated{concrete_execution(domain_, *paths_, paths_->target())};
      case PathEdges::Ending::Complete:
        return Proved{proof_of(domain_, paths_->solution())};
      case PathEdges::Ending::Limit:
        return std::nullopt;
      }
    } catch (const presburger::Failure& why) {
      obstacle_ = why.what();
    }
    return std::nullopt;
  }

  Candidate nontermination() {
    observer_.phase("looking for executions that never end");
    presburger::TighterLimit limit(context_, effort);
    try {
      if (auto set = find_recurrent_set(domain_, calls_, observer_)) return Recurs{std::move(*set)};
      return Unknown{"no infinite execution was found, and the engine cannot prove termination"};
    } catch (const presburger::Failure& why) {
      return Unknown{why.what()};
    }
  }

  std::optional<Candidate> widening() {
    observer_.phase("widening");
    presburger::TighterLimit limit(context_, effort);
    try {
      Solution solution = solve_by_widening(domain_, calls_, problem_.targets, observer_);
      if (reached_target(domain_, solution, problem_.targets)) return std::nullopt;
      return Proved{proof_of(domain_, solution)};
    } catch (const presburger::Failure& why) {
      obstacle_ = why.what();
      return std::nullopt;
    }
  }

  const evidence::Problem& problem_;
  Observer& observer_;
  presburger::Context context_;
  domain::PresburgerDomain domain_;
  CallGraph calls_;
  std::optional<PathEdges> paths_;
  std::string obstacle_;
};

} // namespace

std::optional<std::string> obstacle(const evidence::Problem& problem) {
  if (problem.integers != IntegerModel::Math)
    return "it reads integers as unbounded: use --integers math";
  if (problem.property == evidence::Property::NoOverflow)
    return "unbounded integers do not overflow";
  return std::nullopt;
}

Candidate solve(const evidence::Problem& problem, Budget& budget, Observer& observer) {
  try {
    return Attempt(problem, budget, observer).run();
  } catch (const domain::NotLinear& why) {
    return Unknown{fmt::format("the program is not linear: {}", why.what())};
  }
}

} // namespace kleene::engine::linear
