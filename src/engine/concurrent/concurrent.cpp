// SPDX-License-Identifier: Apache-2.0
#include "kleene/engine/concurrent/concurrent.h"

#include "kleene/engine/concurrent/relations.h"
#include "kleene/support/invariant.h"

#include <fmt/core.h>

#include <algorithm>

#include "schedule.h"

namespace kleene::engine::concurrent {
namespace {

/// Copies of threads that may be started without end are made up to this number.
constexpr std::size_t most_copies = 6;
/// Recursion is unfolded up to this depth.
constexpr std::size_t most_depth = 6;

std::string nothing_within(std::size_t switches) {
  return fmt::format("no error within {} context switch{}", switches, switches == 1 ? "" : "es");
}

std::string nothing_in(std::size_t rounds) {
  return fmt::format("no error within {} round{}", rounds, rounds == 1 ? "" : "s");
}

bool recursive(const ir::Program& program) {
  Result<ir::Unfolding> cut = ir::unfold_threads(program, {.deep = ir::DeepCalls::Forget});
  return cut && !cut->exact;
}

class Solver {
public:
  Solver(const evidence::Problem& problem, Budget& budget, Observer& observer)
      : problem_(problem), budget_(budget), observer_(observer) {}

  Candidate run() {
    if (problem_.rounds) return in_rounds();
    if (!problem_.context_switches && evidence::judge_control_flow(problem_).accepted())
      return NoWayToTarget{};
    std::size_t copies = std::max<std::size_t>(problem_.context_switches.value_or(1), 1);
    bool recursion = recursive(problem_.program);
    while (true) {
      Attempt last = recursion ? by_switches(copies) : attempt({.copies = copies}, bound());
      if (last.evidence) return *last.evidence;
      bool more = last.outcome == Search::Outcome::Closed && !problem_.context_switches
                  && copies < most_copies;
      if (!more) return Unknown{last.obstacle};
      ++copies;
    }
  }

private:
  /// One search: how it ended, and evidence if it counts.
  struct Attempt {
    Search::Outcome outcome = Search::Outcome::Bound;
    std::optional<Candidate> evidence;
    std::string obstacle;
    bool failed = false; ///< there was no search
  };

  std::optional<std::size_t> bound() const { return problem_.context_switches; }

  Attempt attempt(ir::UnfoldOptions options, std::optional<std::size_t> switches) {
    options.targets = problem_.targets;
    Result<ir::Unfolding> unfolding = ir::unfold_threads(problem_.program, options);
    if (!unfolding) return {.evidence = {}, .obstacle = unfolding.error().message, .failed = true};
    std::vector<std::vector<bool>> switch_points = ir::switch_points(*unfolding);
    observer_.phase("searching");
    BddManager manager(budget_);
    Space space(*unfolding, switch_points, manager);
    Search search(space, switch_points, observer_);
    Attempt result;
    result.outcome = problem_.rounds ? search.run_rounds(*problem_.rounds) : search.run(switches);
    switch (result.outcome) {
    case Search::Outcome::Target:
      observer_.phase("finding a schedule");
      if (unfolding->exact)
        result.evidence =
            ViolatedBySchedule{to_schedule(problem_, space, search.path(), search.target_thread())};
      break;
    case Search::Outcome::Bound:
      result.obstacle = problem_.rounds ? nothing_in(*problem_.rounds) : nothing_within(*switches);
      break;
    case Search::Outcome::Closed:
      if (bound())
        result.obstacle = nothing_within(*bound());
      else if (!unfolding->complete)
        result.obstacle = fmt::format(
            "no error with up to {} copies of each thread that may be started without end",
            options.copies);
      else
        result.evidence = ProvedForThreads{to_proof(space, search, options.depth)};
    }
    return result;
  }

  Candidate in_rounds() {
    if (problem_.program.threads.empty())
      return Unknown{"rounds need threads that are all there from the beginning"};
    for (std::size_t depth = 1; depth <= most_depth; ++depth) {
      Attempt below = attempt({.depth = depth}, std::nullopt);
      if (below.evidence) return *below.evidence;
      Attempt above = attempt({.depth = depth, .deep = ir::DeepCalls::Forget}, std::nullopt);
      if (above.outcome != Search::Outcome::Target) return Unknown{above.obstacle};
    }
    return Unknown{
        fmt::format("an error within {} rounds depends on more than {} nested calls of a "
                    "procedure",
                    *problem_.rounds,
                    most_depth)};
  }

  /// For every number of switches, the stacks are made deeper until it is clear whether an error can
  /// be reached: forgetting deep stacks shows that none can, cutting them off shows that one can.
  Attempt by_switches(std::size_t copies) {
    std::size_t depth = 1;
    for (std::size_t k = 0; !bound() || k <= *bound(); ++k) {
      while (true) {
        Attempt above =
            attempt({.copies = copies, .depth = depth, .deep = ir::DeepCalls::Forget}, k);
        if (above.failed || above.outcome == Search::Outcome::Closed) return above;
        if (above.outcome == Search::Outcome::Bound) break;
        Attempt below = attempt({.copies = copies, .depth = depth}, k);
        if (below.outcome == Search::Outcome::Target) return below;
        if (depth == most_depth) return undecided(copies, k);
        ++depth;
      }
    }
    return {.evidence = {}, .obstacle = nothing_within(*bound())};
  }

  /// With k switches it is not clear; but more of them may show an error.
  Attempt undecided(std::size_t copies, std::size_t k) {
    constexpr std::size_t further = 3;
    std::size_t most = bound() ? *bound() : k + further;
    Attempt below = attempt({.copies = copies, .depth = most_depth}, most);
    if (below.outcome == Search::Outcome::Target) return below;
    return {.evidence = {},
            .obstacle = fmt::format("whether an error is reached with {} context switches depends "
                                    "on more than {} nested calls of a procedure",
                                    k,
                                    most_depth)};
  }

  const evidence::Problem& problem_;
  Budget& budget_;
  Observer& observer_;
};

} // namespace

std::optional<std::string> obstacle(const evidence::Problem& problem) {
  if (!problem.program.concurrent()) return "the program has no threads";
  if (problem.property != evidence::Property::UnreachCall)
    return "of concurrent programs only reachability is decided";
  return std::nullopt;
}

Candidate solve(const evidence::Problem& problem, Budget& budget, Observer& observer) {
  return Solver(problem, budget, observer).run();
}

std::optional<std::string> obstacle_to_formula(const evidence::Problem& problem) {
  if (!problem.context_switches) return "it needs --context-switches";
  if (problem.program.threads.empty())
    return "it needs threads that are all there from the beginning";
  return obstacle(problem);
}

Candidate solve_by_formula(const evidence::Problem& problem, Budget& budget, Observer& observer) {
  observer.phase("evaluating the formula");
  Result<bool> reached = reachable_by_formula(
      problem.program, problem.targets, *problem.context_switches, budget, observer);
  if (!reached) return Unknown{reached.error().message};
  if (!*reached) return Unknown{nothing_within(*problem.context_switches)};
  Candidate answer = solve(problem, budget, observer);
  const auto* unknown = std::get_if<Unknown>(&answer);
  KL_INVARIANT(unknown == nullptr || unknown->reason != nothing_within(*problem.context_switches),
               "the formula and the search should agree");
  return answer;
}

} // namespace kleene::engine::concurrent
