// SPDX-License-Identifier: Apache-2.0
// Backward reachability: both of its ways, each alone, with its evidence judged.
#include "backward.h"
#include "helpers.h"
#include "proof.h"
#include "suffix_edges.h"

namespace kleene::engine::linear::test {
namespace {

class BackwardTest : public ::testing::Test {
protected:
  Budget budget{std::chrono::duration<double>(60), std::nullopt};
  presburger::Context context{budget};

  std::string judged(const ir::Program& program, const evidence::InductiveProof& proof) {
    smt::Cvc5 solver;
    std::string objection = evidence::judge(problem(program), proof, solver, budget).objection;
    return objection.empty() ? "true" : "objection: " + objection;
  }

  /// By suffix edges alone.
  std::string by_steps(const std::string& text, std::size_t max_edges = 5000) {
    ir::Program program = read(text);
    evidence::Problem p = problem(program);
    domain::PresburgerDomain domain(program, context);
    CallGraph calls(program);
    SuffixEdges suffixes(domain, calls, p.targets);
    switch (suffixes.run(max_edges, 60)) {
    case SuffixEdges::Ending::StartReached: {
      std::string objection = evidence::replay(p, suffixes.execution(), budget).objection;
      return objection.empty() ? "false" : "objection: " + objection;
    }
    case SuffixEdges::Ending::Complete:
      return judged(program, suffixes.proof());
    case SuffixEdges::Ending::Limit:
      break;
    }
    return "unknown";
  }

  /// By closed forms alone.
  std::string closed(const std::string& text) {
    ir::Program program = read(text);
    domain::PresburgerDomain domain(program, context);
    CallGraph calls(program);
    Solution forward = solve_natural(domain, calls, silent_observer());
    auto safe = solve_backward(domain, calls, problem(program).targets, forward, silent_observer());
    return safe ? judged(program, proof_of(domain, *safe)) : "may be false";
  }
};

TEST_F(BackwardTest, StepsGoBackIntoCallsAndOverThem) {
  std::string text = "int g; f(n) { if (n > 3) { g = n; } else { g = 0 - n; } }"
                     "main() { int x, y; x = ?; f(x); y = g; f(y - 7); ";
  EXPECT_EQ(by_steps(text + "assert(g != 5); }"), "false");
  EXPECT_EQ(by_steps(text + "assert(g > 3 || g >= 0 - 3); }"), "true");
  EXPECT_EQ(by_steps("int g; f(n) { assert(n != 4); g = n; } main() { int x; f(x); f(g + 2); }"),
            "false");
  EXPECT_EQ(by_steps("f(n) { assert(n != 4); } main() { int x; f(2 * x + 1); }"), "true");
}

TEST_F(BackwardTest, StepsTerminateWhereTheForwardOnesDoNot) {
  // Forwards the loop never ends; backwards one step shows that x < 0 comes from x < 0 only.
  EXPECT_EQ(by_steps("main() { int x; x = 0; while (?) { x = x + 1; } assert(x >= 0); }", 400),
            "true");
  EXPECT_EQ(by_steps("main() { int x; x = 0; while (?) { x = x + 2; } assert(x != 7); }", 400),
            "unknown");
}

TEST_F(BackwardTest, OnlyResultsThatLeadOnAreAskedFor) {
  // The recursion has infinitely many results; none of them leads to the assertion.
  EXPECT_EQ(by_steps("int g; f() { g = g + 1; if (?) { f(); } }"
                     "main() { int x; x = 3; assert(x = 3); f(); }",
                     400),
            "true");
}

TEST_F(BackwardTest, ClosedFormsProveForAnyBound) {
  EXPECT_EQ(closed("main() { int i, n; assume(n >= 0); i = 0; while (i < n) { i = i + 1; }"
                   "assert(i = n); }"),
            "true");
  EXPECT_EQ(closed("int g; f(n) { assert(n != 5); if (n > 1) { f(n - 2); g = g + 1; } }"
                   "main() { int k; assume(k >= 3); f(2 * k); }"),
            "true");
  EXPECT_EQ(closed("int g; f(n) { assert(n != 4); if (n > 1) { f(n - 2); g = g + 1; } }"
                   "main() { int k; assume(k >= 3); f(2 * k); }"),
            "may be false");
}

TEST_F(BackwardTest, TargetsInsideNestedLoopsAreSeen) {
  std::string text = "main() { int i, j, n; assume(n >= 0); i = 0; while (i < n) { j = 0;"
                     "while (j < 3) { ";
  EXPECT_EQ(closed(text + "assert(i != 9 || j != 2); j = j + 1; } i = i + 1; } }"), "may be false");
  EXPECT_EQ(closed(text + "assert(i >= j - 2); j = j + 1; } i = i + 1; } }"), "true");
}

} // namespace
} // namespace kleene::engine::linear::test
