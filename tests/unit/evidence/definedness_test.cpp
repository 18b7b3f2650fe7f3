// SPDX-License-Identifier: Apache-2.0
// Judges that conclude that an execution exists have to see it get past operators without a value, as the interpreter
// does or does not.
#include "kleene/evidence/definedness.h"
#include "kleene/evidence/execution.h"
#include "kleene/evidence/must.h"
#include "kleene/evidence/recurrent.h"
#include "kleene/smt/solver.h"

#include "judge_support.h"

namespace kleene::evidence {
namespace {

using namespace testing_support;

/// `statement` leads from `go` to the target; x is what the environment gives.
std::string way(const std::string& statement) {
  return R"(
proc main() {
  local x, y: i32; local b: bool;
  start -> go: havoc x from "x";
  go -> error: )"
         + statement + R"(;
  location error target call reach_error;
})";
}

/// Does the target lie behind every state of `go`, as sets of states say?
bool must_reach(const ir::Program& p, const std::string& states) {
  MustReach reach;
  Term zero = p.terms->constant(Type::integer(), 0);
  Term one = p.terms->constant(Type::integer(), 1);
  reach.procedure = p.entry;
  reach.location = location(p, "main", "start");
  reach.summaries.resize(1);
  reach.layers.push_back(
      {p.entry, reach.location, p.terms->truth(true), {p.terms->constant(Type::integer(), 2)}});
  reach.layers.push_back({p.entry, location(p, "main", "go"), formula(p, states), {one}});
  reach.layers.push_back({p.entry, location(p, "main", "error"), p.terms->truth(true), {zero}});
  smt::Cvc5 solver;
  Budget budget;
  return judge(problem(p), reach, solver, budget).accepted();
}

bool runs_to_the_target(const ir::Program& p, Integer x) {
  Execution execution{{Input{x, ir::InputKind::Value, {}, "", {}}}, 2};
  Budget budget;
  return replay(problem(p), execution, budget).accepted();
}

TEST(Definedness, SetsThatLeadToATargetPassOperatorsWithAValueOnly) {
  struct Row {
    std::string statement;
    std::string has_value; ///< for these x
    Integer good;
    Integer bad;
  };
  const std::vector<Row> rows{
      {"y := 5 / x", "x != 0", 3, 0},
      {"y := 5 % x", "x != 0", 3, 0},
      {"y := 5 << x", "0 <= x && x < 32", 31, 32},
      {"y := 5 >> x", "0 <= x && x < 32", 0, -1},
      {"y := ite(x == 0, 1, 5 / x)", "x != 0", 1, 0},
      {"b := x == 0 || 5 / x == 0", "x != 0", 1, 0},
      {"assume x == 0 || 5 / x <= 5", "0 < x", 1, 0},
  };
  for (const Row& row : rows) {
    ir::Program p = program(way(row.statement));
    EXPECT_TRUE(must_reach(p, row.has_value)) << row.statement;
    EXPECT_FALSE(must_reach(p, "true")) << row.statement;
    EXPECT_TRUE(runs_to_the_target(p, row.good)) << row.statement;
    EXPECT_FALSE(runs_to_the_target(p, row.bad)) << row.statement;
  }
}

TEST(Definedness, AccessesAreInsideObjectsOrNobodyKnows) {
  ir::Program p = program(R"(first_free 0x20000;
global mem: memory cell i32; global alloc: allocation;
object a at 0x10000 size 8 in mem;
proc main() { local q: u64; local y: i32;
  start -> one: mem := store(mem, &a, 1:i32);
  one -> two: mem := store(mem, ptradd(&a, 8), 1:i32);
  two -> three: y := load[i32](mem, ptradd(&a, 4));
  three -> exit: y := load[i32](mem, q);
})");
  const ir::Procedure& main = p.procedure(p.entry);
  ASSERT_TRUE(definedness(p, main.edges[0].statement).has_value());
  EXPECT_TRUE(definedness(p, main.edges[0].statement)->is_true());
  EXPECT_FALSE(definedness(p, main.edges[1].statement).has_value());
  EXPECT_TRUE(definedness(p, main.edges[2].statement).has_value());
  EXPECT_FALSE(definedness(p, main.edges[3].statement).has_value());
}

TEST(Definedness, TextIsPrintedIfItsFormatIsAboutNumbers) {
  auto prints = [](const std::string& format, const std::string& arguments) {
    ir::Program p = program(R"(first_free 0x20000;
global mem: memory; global alloc: allocation;
object f at 0x10000 in mem readonly text ")"
                            + format + R"(\0";
proc main() { local q: u64; local y: i32; start -> exit: print &f)"
                            + arguments + "; }");
    return definedness(p, p.procedure(p.entry).edges[0].statement).has_value();
  };
  EXPECT_TRUE(prints("%d%% %5lx", ", y, y"));
  EXPECT_TRUE(prints("nothing", ""));
  EXPECT_FALSE(prints("%d %d", ", y"));
  EXPECT_FALSE(prints("%s", ", q"));
  EXPECT_FALSE(prints("%n", ", q"));
  EXPECT_FALSE(prints("%*d", ", y, y"));
}

} // namespace
} // namespace kleene::evidence
