// SPDX-License-Identifier: Apache-2.0
// Infinite executions, and what becomes of their evidence when someone tampers with it.
#include "helpers.h"
#include "random_program.h"

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
    Answer candidate = solve(termination(program), budget, silent_observer());
    if (auto* found = std::get_if<evidence::RecurrentSet>(&candidate)) return *found;
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

TEST_F(NonTerminationTest, FindsRecursionThatMissesItsEnd) {
  EXPECT_TRUE(never_ends("f(n) { if (n != 0) { f(n - 2); } } main() { int k; f(k); }"));
  EXPECT_FALSE(never_ends("f(n) { if (n != 0) { f(n - 2); } }"
                          "main() { int k; assume(k >= 0); f(2 * k); }"));
  EXPECT_TRUE(never_ends("int r; f(x) { if (x != 0) { g(x - 1); r = r + 1; } }"
                         "g(x) { if (x != 0) { f(x - 2); } else { r = 0; } }"
                         "main() { int x; assume(x > 10); f(x); }"));
}

TEST_F(NonTerminationTest, StepsOverCallsInsideTheLoop) {
  EXPECT_TRUE(never_ends("int r; dec(x) { r = x - 2; }"
                         "main() { int x; assume(x >= 0); while (x != 0) { dec(x); x = r; } }"));
  EXPECT_FALSE(never_ends("int r; dec(x) { r = x - 1; }"
                          "main() { int x; assume(x >= 0); while (x != 0) { dec(x); x = r; } }"));
  EXPECT_TRUE(never_ends("int g; inc(n) { if (n > 0) { inc(n - 1); g = g + 1; } }"
                         "main() { g = 0; while (g >= 0) { inc(g); } }"));
  EXPECT_TRUE(never_ends("int g; one() { g = g + 1; } two() { one(); one(); }"
                         "main() { g = 0; while (g != 7) { two(); } }"));
}

TEST_F(NonTerminationTest, ACallThatBlocksIsNotSteppedOver) {
  EXPECT_FALSE(never_ends("int g; f(n) { assume(n < 5); g = g + 1; }"
                          "main() { g = 0; while (g >= 0) { f(g); } }"));
  EXPECT_TRUE(never_ends("int g; f(n) { if (?) { assume(n < 5); } g = g + 1; }"
                         "main() { g = 0; while (g >= 0) { f(g); } }"));
}

TEST_F(NonTerminationTest, ACallIsSteppedOverOnlyIfAnyResultLeadsOn) {
  // It can go on for ever, if the callee always chooses well; the evidence cannot say that.
  ir::Program program = read("int r; f() { r = ?; } main() { int x; x = 1;"
                             "while (x > 0) { f(); x = r; } }");
  auto set = find(program);
  EXPECT_TRUE(!set || objection(program, *set).empty());
}

TEST_F(NonTerminationTest, TamperedCallsAreRejected) {
  ir::Program program = read("int g; inc(n) { if (n > 0) { inc(n - 1); g = g + 1; } }"
                             "main() { g = 1; while (g > 0) { inc(g); } }");
  auto set = find(program);
  ASSERT_TRUE(set.has_value());
  ASSERT_EQ(objection(program, *set), "");
  std::size_t inc = program.find_procedure("inc")->index();
  ASSERT_FALSE(set->calls.procedures.empty());
  TermManager& t = *program.terms;
  Term g = program.var(*program.find_variable("g"));
  auto changed = [&](auto change) {
    evidence::RecurrentSet other = *set;
    change(other.calls.procedures[inc]);
    return objection(program, other);
  };
  using Calls = evidence::InductiveProof::Procedure;
  EXPECT_NE(changed([](Calls& c) { c.summary = Term(); }), "") << "it does return";
  EXPECT_NE(changed([&](Calls& c) { c.summary = t.truth(true); }), "") << "g could be anything";
  EXPECT_NE(changed([&](Calls& c) { c.summary = t.lt(t.constant(Type::integer(), 0), g); }), "")
      << "not for every entry of the pairs";
  EXPECT_NE(changed([](Calls& c) { c = {}; }), "") << "nothing is known of the call";
  for (std::size_t l = 0; l < program.procedures[inc].locations.size(); ++l) {
    if (set->calls.procedures[inc].invariants[l].null()) continue;
    EXPECT_NE(changed([&](Calls& c) { c.invariants[l] = Term(); }), "") << "location " << l;
  }
  Term n = program.var(*program.find_variable("n"));
  EXPECT_NE(changed([&](Calls& c) { c.summary = t.conj(c.summary, t.eq(n, n)); }), "")
      << "a parameter is gone when the procedure has returned";
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

TEST_F(NonTerminationTest, FindsNothingInRandomProgramsThatEnd) {
  for (std::uint32_t seed = 0; seed < 25; ++seed) {
    std::string text = random_program(seed);
    ir::Program program = read(text);
    Budget brief{std::chrono::duration<double>(1), std::nullopt};
    try {
      Answer candidate = solve(termination(program), brief, silent_observer());
      EXPECT_FALSE(std::holds_alternative<evidence::RecurrentSet>(candidate))
          << "seed " << seed << "\n"
          << text;
    } catch (const ResourceOut&) {
      // No answer is no wrong one.
    }
  }
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
