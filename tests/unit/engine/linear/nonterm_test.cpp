// SPDX-License-Identifier: Apache-2.0
// Infinite executions, and what becomes of their evidence when someone tampers with it.
#include "helpers.h"

namespace kleene::engine::linear::test {
namespace {

class NonTerminationTest : public ::testing::Test {
protected:
  Budget budget{std::chrono::duration<double>(60), std::nullopt};

  static evidence::Problem termination(const ir::Program& program) {
    evidence::Problem p = problem(program);
    p.property = evidence::Property::Termination;
    return p;
  }
  std::optional<evidence::RecurrentSet> find(const ir::Program& program) {
    Candidate candidate = solve(termination(program), budget, silent_observer());
    if (auto* found = std::get_if<Recurs>(&candidate)) return found->set;
    return std::nullopt;
  }
  std::string objection(const ir::Program& program, const evidence::RecurrentSet& set) {
    smt::Cvc5 solver;
    return evidence::judge(termination(program), set, solver, budget).objection;
  }
  /// Found and accepted?
  bool never_ends(const std::string& text) {
    ir::Program program = read(text);
    auto set = find(program);
    return set && objection(program, *set).empty();
  }
};

TEST_F(NonTerminationTest, FindsLoopsThatNeverRepeatAState) {
  EXPECT_TRUE(never_ends("main() { int x; x = 1; while (x > 0) { x = x + 1; } }"));
  EXPECT_TRUE(never_ends("main() { int x; while (x != 0) { x = x - 2; } }"));
  EXPECT_TRUE(never_ends("main() { int x; x = 9; while (x > 0) { if (?) { x = x - 1; } } }"));
}

TEST_F(NonTerminationTest, FindsEndlessRecursion) {
  EXPECT_TRUE(never_ends("f(n) { f(n + 1); } main() { f(0); }"));
  EXPECT_TRUE(
      never_ends("f(n) { if (n > 3) { g(n); } } g(n) { f(n + 1); } main() { int k; f(k); }"));
}

TEST_F(NonTerminationTest, FindsNothingWhereEverythingEnds) {
  EXPECT_FALSE(never_ends("main() { int x; while (x > 0) { x = x - 1; } }"));
  EXPECT_FALSE(never_ends("f(n) { if (n > 0) { f(n - 1); } } main() { int k; f(k); }"));
  EXPECT_FALSE(never_ends("main() { int x; assume(x < 0); while (x > 0) { x = x + 1; } }"));
  EXPECT_FALSE(never_ends("main() { int x; x = ?; assume(x > 5 && x < 5); while (?) { ; } }"))
      << "executions that an assumption drops are no executions";
}

TEST_F(NonTerminationTest, TamperedSetsAreRejected) {
  ir::Program program = read("main() { int x, y; x = 3; while (x > 0) { x = x + 1; y = x; } }");
  auto set = find(program);
  ASSERT_TRUE(set.has_value());
  EXPECT_EQ(objection(program, *set), "");
  std::vector<Term>& states = set->states[program.entry.index()];
  for (std::size_t l = 0; l < states.size(); ++l) {
    if (states[l].null()) continue;
    evidence::RecurrentSet changed = *set;
    changed.states[program.entry.index()][l] = Term();
    EXPECT_NE(objection(program, changed), "") << "location " << l;
  }
  evidence::RecurrentSet everything = *set;
  for (Term& t : everything.states[program.entry.index()])
    t = program.terms->truth(true);
  EXPECT_NE(objection(program, everything), "") << "the exit goes nowhere";
  evidence::RecurrentSet elsewhere = *set;
  elsewhere.location = program.procedure(program.entry).exit;
  EXPECT_NE(objection(program, elsewhere), "");
  evidence::RecurrentSet longer = *set;
  longer.stem.steps += 1;
  longer.stem.inputs.clear();
  EXPECT_NE(objection(program, longer), "");
}

TEST_F(NonTerminationTest, ASetOfAProgramThatEndsIsRejected) {
  ir::Program endless = read("main() { int x; x = 3; while (x > 0) { x = x + 1; } }");
  ir::Program ending = read("main() { int x; x = 3; while (x > 0) { x = x - 1; } }");
  auto set = find(endless);
  ASSERT_TRUE(set.has_value());
  EXPECT_NE(objection(ending, *set), "");
}

} // namespace
} // namespace kleene::engine::linear::test
