// SPDX-License-Identifier: Apache-2.0
#include "kleene/engine/concurrent/concurrent.h"

#include "kleene/engine/concurrent/relations.h"
#include "kleene/evidence/admission.h"
#include "kleene/support/invariant.h"

#include <fmt/core.h>

#include <algorithm>
#include <functional>

#include "schedule.h"
#include "stack_search.h"

namespace kleene::engine::concurrent {
namespace {

/// Copies of threads that may be started without end are made up to this number.
constexpr std::size_t most_copies = 6;
/// Recursion is unfolded up to this depth before whole stacks are looked at,
constexpr std::size_t shallow = 3;
/// and up to this depth after that.
constexpr std::size_t most_depth = 6;
/// Switches for which whole stacks are looked at before stacks are forgotten at a greater depth.
constexpr std::size_t further = 8;

constexpr const char* no_rounds = "rounds need threads that are all there from the beginning";

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

  Answer run() {
    if (problem_.rounds) return in_rounds();
    if (!problem_.context_switches && evidence::judge_control_flow(problem_).accepted())
      return evidence::ControlFlow{};
    bool recursion = recursive(problem_.program);
    return with_copies([&](std::size_t copies) {
      return recursion ? by_switches(copies) : attempt({.copies = copies}, bound());
    });
  }

  Answer run_with_stacks() {
    if (problem_.rounds && problem_.program.threads.empty()) return Unknown{no_rounds};
    return with_copies([&](std::size_t copies) { return with_whole_stacks(copies, bound()); });
  }

private:
  /// One search: how it ended, and evidence if it counts.
  struct Attempt {
    Outcome outcome = Outcome::Bound;
    std::optional<Answer> evidence;
    std::string obstacle;
    bool failed = false; ///< there was no search
  };

  /// Threads that may be started without end: with K switches K copies suffice.
  Answer with_copies(const std::function<Attempt(std::size_t)>& search) {
    std::size_t copies = std::max<std::size_t>(problem_.context_switches.value_or(1), 1);
    while (true) {
      Attempt last = search(copies);
      if (last.evidence) return *last.evidence;
      bool more = last.outcome == Outcome::Closed && !bound() && copies < most_copies;
      if (!more) return Unknown{last.obstacle};
      ++copies;
    }
  }

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
    observer_.phase(fmt::format("states reached: {} decision nodes", search.size()));
    switch (result.outcome) {
    case Outcome::Target:
      observer_.phase("finding a schedule");
      if (unfolding->exact)
        result.evidence =
            to_schedule(problem_, to_thread_trace(space, search.path(), search.target_thread()));
      break;
    case Outcome::Bound:
      result.obstacle = nothing_found(switches);
      break;
    case Outcome::Closed:
      result.obstacle = obstacle_to_proof(unfolding->complete, options.copies);
      if (result.obstacle.empty()) result.evidence = to_proof(space, search, options.depth);
    }
    return result;
  }

  /// Recursion exactly: stacks are words, sets of them automata.
  Attempt with_whole_stacks(std::size_t copies, std::optional<std::size_t> switches) {
    Result<ir::PushdownThreads> threads =
        ir::PushdownThreads::make(problem_.program, problem_.targets, copies);
    if (!threads) return {.evidence = {}, .obstacle = threads.error().message, .failed = true};
    observer_.phase("searching with whole stacks");
    Attempt result;
    try {
      StackSearch search(*threads, budget_, observer_);
      result.outcome = problem_.rounds ? search.run_rounds(*problem_.rounds) : search.run(switches);
      if (result.outcome == Outcome::Target)
        result.evidence = to_schedule(problem_, search.thread_trace(problem_.program));
      if (result.outcome == Outcome::Bound) result.obstacle = nothing_found(switches);
      if (result.outcome == Outcome::Closed) {
        result.obstacle = obstacle_to_proof(threads->complete(), copies);
        if (result.obstacle.empty()) result.evidence = search.proof();
      }
    } catch (const ir::TooManyValues& limit) {
      return {.evidence = {}, .obstacle = limit.what(), .failed = true};
    }
    return result;
  }

  std::string nothing_found(std::optional<std::size_t> switches) const {
    return problem_.rounds ? nothing_in(*problem_.rounds) : nothing_within(*switches);
  }

  /// Why a search that found nothing more proves nothing; empty if it is a proof.
  std::string obstacle_to_proof(bool complete, std::size_t copies) const {
    if (bound()) return nothing_within(*bound());
    if (complete) return {};
    return fmt::format("no error with up to {} copies of each thread that may be started without "
                       "end; how many there may be is not bounded",
                       copies);
  }

  Answer in_rounds() {
    if (problem_.program.threads.empty()) return Unknown{no_rounds};
    for (std::size_t depth = 1; depth <= most_depth; ++depth) {
      Attempt below = attempt({.depth = depth}, std::nullopt);
      if (below.evidence) return *below.evidence;
      Attempt above = attempt({.depth = depth, .deep = ir::DeepCalls::Forget}, std::nullopt);
      if (above.outcome != Outcome::Target) return Unknown{above.obstacle};
      if (depth != shallow) continue;
      Attempt exact = with_whole_stacks(1, std::nullopt);
      if (exact.evidence) return *exact.evidence;
      if (!exact.failed) return Unknown{exact.obstacle};
    }
    return Unknown{
        fmt::format("an error within {} rounds depends on more than {} nested calls of a "
                    "procedure",
                    *problem_.rounds,
                    most_depth)};
  }

  /// For every number of switches, the stacks are made deeper until it is clear whether an error can
  /// be reached: forgetting deep stacks shows that none can, cutting them off shows that one can.
  /// Where this does not suffice, whole stacks decide.
  Attempt by_switches(std::size_t copies) {
    std::size_t depth = 1;
    for (std::size_t k = 0; !bound() || k <= *bound(); ++k) {
      while (true) {
        Attempt above =
            attempt({.copies = copies, .depth = depth, .deep = ir::DeepCalls::Forget}, k);
        if (above.failed || above.outcome == Outcome::Closed) return above;
        if (above.outcome == Outcome::Bound) break;
        Attempt below = attempt({.copies = copies, .depth = depth}, k);
        if (below.outcome == Outcome::Target) return below;
        if (depth == shallow || depth == most_depth) {
          bool last = bound() || depth == most_depth;
          Attempt exact = with_whole_stacks(copies, last ? bound() : k + further);
          if (exact.failed && depth == most_depth) return undecided(copies, k, exact.obstacle);
          if (!exact.failed && (last || exact.outcome != Outcome::Bound)) return exact;
          if (!exact.failed) k += further;
        }
        ++depth;
      }
    }
    return {.evidence = {}, .obstacle = nothing_within(*bound())};
  }

  /// With k switches it is not clear; but more of them may show an error.
  Attempt undecided(std::size_t copies, std::size_t k, const std::string& why) {
    constexpr std::size_t more = 3;
    std::size_t most = bound() ? *bound() : k + more;
    Attempt below = attempt({.copies = copies, .depth = most_depth}, most);
    if (below.outcome == Outcome::Target) return below;
    return {.evidence = {},
            .obstacle = fmt::format("whether an error is reached with {} context switches depends "
                                    "on more than {} nested calls of a procedure, and for whole "
                                    "stacks {}",
                                    k,
                                    most_depth,
                                    why)};
  }

  const evidence::Problem& problem_;
  Budget& budget_;
  Observer& observer_;
};

} // namespace

std::optional<std::string> obstacle(const evidence::Problem& problem) {
  if (!problem.program.concurrent()) return "the program has no threads";
  if (!evidence::is_boolean(problem.program)) return "it takes threads over Booleans only";
  if (!problem.events().targets) return "of concurrent programs only reachability is decided";
  return std::nullopt;
}

Answer solve(const evidence::Problem& problem, Budget& budget, Observer& observer) {
  return Solver(problem, budget, observer).run();
}

Answer solve_with_stacks(const evidence::Problem& problem, Budget& budget, Observer& observer) {
  return Solver(problem, budget, observer).run_with_stacks();
}

std::optional<std::string> obstacle_to_formula(const evidence::Problem& problem) {
  if (!problem.context_switches) return "it needs --context-switches";
  if (problem.program.threads.empty())
    return "it needs threads that are all there from the beginning";
  return obstacle(problem);
}

Answer solve_by_formula(const evidence::Problem& problem, Budget& budget, Observer& observer) {
  observer.phase("evaluating the formula");
  Result<bool> reached = reachable_by_formula(
      problem.program, problem.targets, *problem.context_switches, budget, observer);
  if (!reached) return Unknown{reached.error().message};
  if (!*reached) return Unknown{nothing_within(*problem.context_switches)};
  Answer answer = solve(problem, budget, observer);
  const auto* unknown = std::get_if<Unknown>(&answer);
  KL_INVARIANT(unknown == nullptr || unknown->reason != nothing_within(*problem.context_switches),
               "the formula and the search should agree");
  return answer;
}

} // namespace kleene::engine::concurrent
