// SPDX-License-Identifier: Apache-2.0
// The solutions themselves, before any judge sees them: what each way of solving the equations says of
// random programs, against all executions. A judge would only say that a proof is not accepted.
#include "executions.h"
#include "helpers.h"
#include "path_edges.h"
#include "proof.h"
#include "random_program.h"
#include "widening.h"

namespace kleene::engine::linear::test {
namespace {

using domain::Exactness;
using domain::PresburgerDomain;
using presburger::Map;
using presburger::Point;
using presburger::Set;

enum class Expected { Same, Superset };

/// What a solution says at the exits.
void compare(const PresburgerDomain& domain,
             const Solution& solution,
             const Returns& returns,
             Expected expected) {
  const ir::Program& program = domain.program();
  for (std::size_t f = 0; f < returns.size(); ++f) {
    std::size_t inputs = domain.layout(ir::ProcId(f)).entry.size();
    std::size_t dims = inputs + domain.layout(ir::ProcId(f)).state.size();
    Set claimed = Set::empty(domain.context(), dims);
    if (const auto& p = solution.procedures[f])
      if (const auto& at_exit = p->paths[program.procedures[f].exit.index()])
        claimed = at_exit->map.restrict_domain(p->entries.set).as_set();
    Set real = Set::empty(domain.context(), dims);
    for (const Point& p : returns[f]) {
      EXPECT_TRUE(claimed.contains(p)) << program.procedures[f].name << " does return so";
      real = real | Set::point(domain.context(), p);
    }
    EXPECT_TRUE(expected == Expected::Superset || claimed.subset_of(real))
        << program.procedures[f].name << " never returns so";
  }
}

/// Calls `check` with random programs that the oracle can run.
template <class Check>
void on_random_programs(Check check) {
  int checked = 0;
  for (std::uint32_t seed = 1000; seed < 1040; ++seed) {
    std::string text = random_program(seed);
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
    ir::Program program = read(text);
    Budget budget(std::chrono::duration<double>(2), std::nullopt);
    try {
      presburger::Context context(budget, 300'000);
      PresburgerDomain domain(program, context);
      auto returns = all_returns(domain);
      if (!returns || (*returns)[program.entry.index()].size() > 60) continue;
      if (check(domain, *returns)) ++checked;
    } catch (const ResourceOut&) {
      // Nothing was claimed.
    }
  }
  EXPECT_GE(checked, 10);
}

TEST(Semantics, CompletePathEdgesAreExact) {
  on_random_programs([](const PresburgerDomain& domain, const Returns& returns) {
    PathEdges paths(domain, [](auto...) { return std::nullopt; });
    if (paths.run(3000, 2) != PathEdges::Ending::Complete) return false;
    compare(domain, paths.solution(), returns, Expected::Same);
    return true;
  });
}

TEST(Semantics, ClosedFormsThatClaimToBeExactAreExactAndOthersContainAll) {
  on_random_programs([](const PresburgerDomain& domain, const Returns& returns) {
    CallGraph calls(domain.program());
    Solution solution = solve_natural(domain, calls, silent_observer());
    bool exact = solution.exactness == Exactness::Exact;
    compare(domain, solution, returns, exact ? Expected::Same : Expected::Superset);
    return exact;
  });
}

TEST(Semantics, WideningContainsAllAndIsInductive) {
  on_random_programs([](const PresburgerDomain& domain, const Returns& returns) {
    CallGraph calls(domain.program());
    ir::TargetSelection targets = problem(domain.program()).targets;
    Solution solution = solve_by_widening(domain, calls, targets, silent_observer());
    EXPECT_EQ(solution.exactness, Exactness::Over);
    EXPECT_TRUE(is_inductive(domain, solution));
    compare(domain, solution, returns, Expected::Superset);
    return true;
  });
}

TEST(Semantics, ClosedFormsInAContextStayRight) {
  on_random_programs([](const PresburgerDomain& domain, const Returns& returns) {
    CallGraph calls(domain.program());
    ir::TargetSelection targets = problem(domain.program()).targets;
    Solution context = solve_by_widening(domain, calls, targets, silent_observer());
    Solution solution = solve_natural(domain, calls, silent_observer(), &context);
    bool exact = solution.exactness == Exactness::Exact;
    compare(domain, solution, returns, exact ? Expected::Same : Expected::Superset);
    return true;
  });
}

TEST(Semantics, ACallThatComesLaterGetsItsResultToo) {
  // The input of the second call is covered by the first, whose results come later than both: every
  // caller must hear of them.
  ir::Program program =
      read("int g = 0; f(n) { int i = 0; while (i < n) { i = i + 1; } g = g + i; }"
           "main() { if (?) { f(3); } else { f(3); g = g + 100; } }");
  Budget budget;
  presburger::Context context(budget);
  PresburgerDomain domain(program, context);
  PathEdges paths(domain, [](auto...) { return std::nullopt; });
  ASSERT_EQ(paths.run(1000, 60), PathEdges::Ending::Complete);
  compare(domain, paths.solution(), *all_returns(domain), Expected::Same);
}

TEST(Semantics, AnInexactLoopMakesTheWholeSolutionOver) {
  ir::Program program = read("int s; sum(n) { int i = 0; while (i < n) { i = i + 1; s = s + i; } }"
                             "main() { int n; s = 0; sum(n); s = s + 1; }");
  Budget budget;
  presburger::Context context(budget);
  PresburgerDomain domain(program, context);
  CallGraph calls(program);
  Solution solution = solve_natural(domain, calls, silent_observer());
  EXPECT_EQ(solution.exactness, Exactness::Over);
  EXPECT_NE(solution.obstacle, "");
  auto exact = exact_procedures(domain, calls, silent_observer());
  EXPECT_FALSE(exact[program.find_procedure("sum")->index()].has_value());
  EXPECT_FALSE(exact[program.entry.index()].has_value()) << "it calls one that is not exact";
}

} // namespace
} // namespace kleene::engine::linear::test
