// SPDX-License-Identifier: Apache-2.0
// Ranks of small programs: every proof is judged, and for each form of rank there is a program that is almost the
// same and does not end.
#include "kleene/engine/termination/termination.h"
#include "kleene/evidence/ranking.h"
#include "kleene/ir/text.h"

#include <gtest/gtest.h>

namespace kleene::engine::termination {
namespace {

/// Whether the engine has a proof, which the judge must accept.
bool ends(const std::string& text, IntegerModel integers = IntegerModel::Machine) {
  Result<ir::Program> parsed = ir::parse(text, "test.ir");
  EXPECT_TRUE(parsed.ok()) << (parsed.ok() ? "" : render(parsed.error()));
  Budget budget;
  evidence::Problem problem{
      parsed.value(), evidence::Property::Termination, {{"reach_error"}, false, {}}, integers};
  Answer candidate = solve(problem, budget, silent_observer());
  const auto* proved = std::get_if<evidence::TerminationProof>(&candidate);
  if (proved == nullptr) return false;
  smt::Cvc5 solver;
  evidence::Judgement judgement = evidence::judge(problem, *proved, solver, budget);
  EXPECT_TRUE(judgement.accepted()) << judgement.objection;
  return true;
}

/// A loop over these variables, with any values at the beginning.
std::string
loop(const std::string& type, const std::string& guard, const std::vector<std::string>& ways) {
  std::string text = "proc main() {\n  local x, y, z, n: " + type
                     + ";\n  start -> head: havoc x, y, z, n from \"any\";\n  head -> body: assume "
                     + guard + ";\n  head -> exit: assume !(" + guard + ");\n";
  for (const std::string& way : ways)
    text += "  body -> head: " + way + ";\n";
  return text + "}";
}

TEST(Termination, OneNumberBecomesLess) {
  EXPECT_TRUE(ends(loop("i32", "x > 0", {"x := x - 1"})));
  EXPECT_TRUE(ends(loop("i32", "x < y", {"x := x + 1", "y := y - 1"})));
  EXPECT_TRUE(ends(loop("i32", "x > 0", {"x := x + 1"}))) << "wraps, and leaves the loop";
  EXPECT_FALSE(ends(loop("i32", "x != 0", {"x := 0 - x"})));
}

TEST(Termination, UnboundedIntegersDoNotWrap) {
  EXPECT_TRUE(ends(loop("int", "x > 0", {"x := x - 1"}), IntegerModel::Math));
  EXPECT_FALSE(ends(loop("int", "x != y", {"x := x + 1"}), IntegerModel::Math));
}

TEST(Termination, TheWayRoundTheCircle) {
  EXPECT_TRUE(ends(loop("u32", "x != y", {"x := x + 1"})));
  EXPECT_FALSE(ends(loop("u32", "x != y", {"x := x + 2"})));
}

TEST(Termination, InnerNumbersMayBeSetAnew) {
  EXPECT_TRUE(ends(loop("i32", "x > 0 && y > 0", {"x := x - 1, y := n", "y := y - 1"})));
  EXPECT_FALSE(ends(loop("i32", "x > 0 && y > 0", {"x := n, y := y - 1", "x := x - 1, y := n"})));
}

TEST(Termination, OnePhaseAfterTheOther) {
  EXPECT_TRUE(ends(loop("int", "x > 0", {"x := x + y, y := y - 1"}), IntegerModel::Math));
  EXPECT_TRUE(
      ends(loop("int", "x > 0", {"x := x + y, y := y + z, z := z - 1"}), IntegerModel::Math));
  EXPECT_FALSE(ends(loop("int", "x > 0", {"x := x + y"}), IntegerModel::Math));
}

TEST(Termination, PhasesOfUnboundedIntegersAmongMachineIntegers) {
  EXPECT_TRUE(ends(loop("int", "x > 0", {"x := x + y, y := y - 1"})));
}

TEST(Termination, TheLargerOfTwo) {
  EXPECT_TRUE(
      ends(loop("int", "x >= 0 || y >= 0", {"x := y - 1, y := x - 1"}), IntegerModel::Math));
  EXPECT_FALSE(ends(loop("int", "x >= 0 || y >= 0", {"x := y, y := x"}), IntegerModel::Math));
}

/// One round of a machine: in state 0 it asks whether n is positive, in state 1 n changes, then it begins again.
std::string machine(const std::string& change) {
  return R"(proc main() {
  local s, n: i32;
  start -> set: havoc n from "any";
  set -> head: s := 0;
  head -> zero: assume s == 0;
  zero -> last: assume n <= 0;
  zero -> one: assume n > 0;
  last -> head: s := 3;
  one -> head: s := 1;
  head -> busy: assume s == 1;
  busy -> head: s := 0, n := )"
         + change + R"(;
  head -> exit: assume s == 3;
})";
}

TEST(Termination, StatesOfAMachine) {
  EXPECT_TRUE(ends(machine("n - 1")));
  EXPECT_FALSE(ends(machine("n")));
}

TEST(Termination, BoundsOfSumsKeepNumbersFromWrapping) {
  EXPECT_TRUE(ends(R"(proc main() {
  local x, c: i32;
  start -> any: havoc x, c from "any";
  any -> head: assume 2 <= c && c <= 1000 && -1000 <= x && x <= 1000;
  head -> body: assume x + c >= 0;
  head -> exit: assume x + c < 0;
  body -> head: x := x - c, c := c + 1;
})"));
}

TEST(Termination, WhatFloatsComputeDoesNotMatterWhereSomethingCounts) {
  std::string newton = "fdiv(fadd(f, fdiv(g, f)), 4611686018427387904)";
  auto rounds = [&](const std::string& change) {
    return R"(proc main() {
  local n: i32;
  local f, g: u64;
  start -> head: havoc n, f, g from "any";
  head -> body: assume n > 0 && flt(g, fmul(f, f));
  head -> exit: assume !(n > 0 && flt(g, fmul(f, f)));
  body -> head: f := )"
           + newton + ", n := " + change + ";\n}";
  };
  EXPECT_TRUE(ends(rounds("n - 1")));
}

TEST(Termination, OneOfTwoLoopsThatChange) {
  EXPECT_TRUE(ends(loop("i32", "x != 0", {"x := ite(x > 0, x - 1, x + 1)"})));
}

/// f calls itself with these arguments, unless the first is zero or less.
std::string recursion(const std::string& type, const std::string& arguments) {
  return "proc f(x, y: " + type + ") returns (r: " + type + R"() {
  start -> exit: assume x <= 0;
  start -> call: assume !(x <= 0);
  call -> exit: call r := f()"
         + arguments + ");\n}\nproc main() {\n  local a, b, c: " + type
         + ";\n  start -> go: havoc a, b from \"any\";\n  go -> exit: call c := f(a, b);\n}";
}

TEST(Termination, Recursion) {
  EXPECT_TRUE(ends(recursion("i32", "x - 1, y")));
  EXPECT_TRUE(ends(recursion("i32", "x / 2, x")));
  EXPECT_FALSE(ends(recursion("i32", "x, y")));
  EXPECT_FALSE(ends(recursion("i32", "y, x")));
}

/// McCarthy's function; the inner call adds some number.
std::string nested_recursion(const std::string& added) {
  return R"(proc f(n: i32) returns (r: i32) {
  local t: i32;
  start -> low: assume n <= 100;
  start -> high: assume n > 100;
  high -> exit: r := n - 10;
  low -> again: call t := f(n + )"
         + added + R"();
  again -> exit: call r := f(t);
}
proc main() {
  local a, b: i32;
  start -> go: havoc a from "any";
  go -> exit: call b := f(a);
})";
}

TEST(Termination, WhatTheInnerCallReturns) {
  EXPECT_TRUE(ends(nested_recursion("11")));
  EXPECT_FALSE(ends(nested_recursion("10")));
}

} // namespace
} // namespace kleene::engine::termination
