// SPDX-License-Identifier: Apache-2.0
// What holds for all elements of arrays. Every proof is judged; programs that are almost right have none.
#include "kleene/engine/k_induction/k_induction.h"
#include "kleene/ir/text.h"

#include <gtest/gtest.h>

namespace kleene::engine::k_induction {
namespace {

enum class Outcome { Unknown, Proved, ProvedForAllElements };

Outcome answer(const std::string& text, IntegerModel integers = IntegerModel::Machine) {
  Result<ir::Program> parsed = ir::parse(text, "test.ir");
  EXPECT_TRUE(parsed.ok()) << (parsed.ok() ? "" : render(parsed.error()));
  Budget budget;
  evidence::Problem problem{
      parsed.value(), evidence::Property::UnreachCall, {{"reach_error"}, false, {}}, integers};
  Answer candidate = solve(problem, budget, silent_observer());
  const auto* proved = std::get_if<evidence::InductiveProof>(&candidate);
  if (proved == nullptr) return Outcome::Unknown;
  smt::Cvc5 solver;
  evidence::Judgement judgement = evidence::judge(problem, *proved, solver, budget);
  EXPECT_TRUE(judgement.accepted()) << judgement.objection;
  return proved->parameters.empty() ? Outcome::Proved : Outcome::ProvedForAllElements;
}

std::string element(const std::string& array, const std::string& index) {
  return "ptradd(&" + array + ", cast[u64](" + index + ") * 4)";
}
std::string load(const std::string& array, const std::string& index) {
  return "load[i32](mem." + array + ", " + element(array, index) + ")";
}
std::string store(const std::string& array, const std::string& index, const std::string& value) {
  return "mem." + array + " := store(mem." + array + ", " + element(array, index) + ", " + value
         + ")";
}

std::string declarations() {
  return R"(first_free 0x200000;
global mem.a: memory cell i32; global mem.b: memory cell i32;
object a at 0x10000 size 4000 in mem.a bytes "05";
object b at 0x20000 size 4000 in mem.b bytes "07";
)";
}

/// A loop over i from a first to a last number, and one over x from zero that asks about each element.
std::string loops(const std::string& first,
                  const std::string& body,
                  const std::string& bad,
                  const std::string& last = "1000") {
  return declarations() + R"(proc main() {
  local i, x, flag: i32;
  start -> begin:    flag := 1;
  begin -> first:    i := )"
         + first + R"(;
  first -> body:     assume i < 1000;
  first -> between:  assume !(i < 1000);
)" + body + R"(
  next -> first:     i := i + 1;
  between -> second: x := 0;
  second -> look:    assume x < )"
         + last + R"(;
  second -> exit:    assume !(x < )"
         + last + R"();
  look -> bad:       assume )"
         + bad + R"(;
  look -> fine:      assume !()"
         + bad + R"();
  fine -> second:    x := x + 1;
  location bad target call reach_error;
})";
}

TEST(Elements, WhatIsStoredIsThere) {
  std::string body = "  body -> next: " + store("a", "i", "i + 3") + ";";
  EXPECT_EQ(answer(loops("0", body, load("a", "x") + " != x + 3")), Outcome::ProvedForAllElements);
  EXPECT_EQ(answer(loops("0", body, load("a", "x") + " != x + 3"), IntegerModel::Math),
            Outcome::ProvedForAllElements);
  EXPECT_EQ(answer(loops("1", body, load("a", "x") + " != x + 3")), Outcome::Unknown)
      << "the first element is another";
  EXPECT_EQ(answer(loops("0", body, load("a", "x") + " != x + 3", "1001")), Outcome::Unknown)
      << "beyond the last element is another";
}

TEST(Elements, CopiesAreEqual) {
  std::string body = "  body -> next: " + store("b", "i", load("a", "i")) + ";";
  std::string differ = load("a", "x") + " != " + load("b", "x");
  EXPECT_EQ(answer(loops("0", body, differ)), Outcome::ProvedForAllElements);
  EXPECT_EQ(answer(loops("2", body, differ)), Outcome::Unknown);
}

TEST(Elements, WhatIsStoredMayDependOnAnotherElement) {
  std::string sign = load("a", "i") + " < 0";
  std::string body = "  body -> low:  assume " + sign + ";\n  body -> high: assume !(" + sign
                     + ");\n  low -> next:  " + store("b", "i", "1:i32")
                     + ";\n  high -> next: " + store("b", "i", "0:i32") + ";";
  EXPECT_EQ(answer(loops("0", body, load("a", "x") + " < 0 && " + load("b", "x") + " == 0")),
            Outcome::ProvedForAllElements);
}

/// The flag says whether all elements were equal.
TEST(Elements, FlagsTellAboutAllElements) {
  std::string differ = load("a", "i") + " != " + load("b", "i");
  std::string body = "  body -> other: assume " + differ + ";\n  body -> next: assume !(" + differ
                     + ");\n  other -> next: flag := 0;";
  std::string bad = load("a", "x") + " != " + load("b", "x");
  EXPECT_EQ(answer(loops("0", body, "flag == 1 && " + bad)), Outcome::ProvedForAllElements);
  EXPECT_EQ(answer(loops("0", body, "flag == 0 && " + bad)), Outcome::Unknown);
}

std::string with_callee(const std::string& bad, const std::string& length) {
  return declarations() + R"(proc main() {
  local x: i32;
  start -> filled:  call fill(&a, )"
         + length + R"();
  filled -> second: x := 0;
  second -> look:   assume x < 1000;
  second -> exit:   assume !(x < 1000);
  look -> bad:      assume )"
         + bad + R"(;
  look -> fine:     assume !()"
         + bad + R"();
  fine -> second:   x := x + 1;
  location bad target call reach_error;
}
proc fill(p: u64, n: i32) {
  local i: i32;
  start -> first: i := 0;
  first -> body:  assume i < n;
  first -> exit:  assume !(i < n);
  body -> next:   mem.a := store(mem.a, ptradd(p, cast[u64](i) * 4), 8:i32);
  next -> first:  i := i + 1;
})";
}

TEST(Elements, CalleesPromiseThemToTheirCallers) {
  EXPECT_EQ(answer(with_callee(load("a", "x") + " != 8", "1000")), Outcome::ProvedForAllElements);
  EXPECT_EQ(answer(with_callee(load("a", "x") + " != 8", "999")), Outcome::Unknown);
  EXPECT_EQ(answer(with_callee(load("a", "x") + " == 8", "1000")), Outcome::Unknown);
}

/// Where nothing has to be known about elements, nothing is said about them.
TEST(Elements, AreLeftAloneIfTheyDoNotMatter) {
  std::string body = "  body -> next: " + store("a", "i", "i + 3") + ";";
  EXPECT_EQ(answer(loops("0", body, "i < 0")), Outcome::Proved);
}

} // namespace
} // namespace kleene::engine::k_induction
