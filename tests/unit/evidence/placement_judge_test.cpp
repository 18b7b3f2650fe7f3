// SPDX-License-Identifier: Apache-2.0
// What the judges know about where objects lie.
#include <gmock/gmock.h>

#include "judge_support.h"

namespace kleene::evidence {
namespace {

using namespace testing_support;

/// Is it accepted that no execution of this code comes to `bad`?
bool excluded(const std::string& code, IntegerModel integers = IntegerModel::Machine) {
  ir::Program p = program(R"(first_free 0x20000;
global mem: memory; global table: memory cell u64; global alloc: allocation;
object a at 0x10004 size 8 in mem;
object b at 0x10014 size 8 in mem;
object s at 0x10021 in mem readonly text "abc\0";
object t at 0x10031 in mem readonly text "abc\0";
object u at 0x10041 in mem readonly text "bc\0";
object h at 0x10058 size 16 in table bytes "0400010000000000 1800010000000000" pointers 0: &a, 8: &b + 4;
function f at 0x1001 body main;
function g at 0x1011 body main;
proc main() {
  local p: u64; local q: u64; local n: u64;
)" + code + R"(
  location bad target call reach_error;
})");
  smt::Cvc5 solver;
  Budget budget;
  return judge(problem(p, integers), sparse_proof(p, {}), solver, budget).accepted();
}

std::string condition(const std::string& text) {
  return "start -> bad: assume " + text + "; start -> exit: skip;";
}

TEST(Placement, HasNoOrder) {
  EXPECT_FALSE(excluded(condition("&a < &b")));
  EXPECT_FALSE(excluded(condition("&b < &a")));
  EXPECT_FALSE(excluded(condition("&f < &g")));
  EXPECT_FALSE(excluded(condition("&a < &f")));
  EXPECT_FALSE(excluded(condition("&g < &a")));
}

TEST(Placement, HasNoDistance) {
  EXPECT_FALSE(excluded(condition("ptradd(&a, 8) == &b")));
  EXPECT_FALSE(excluded(condition("ptradd(&b, 8) == &a")));
  EXPECT_FALSE(excluded(condition("&b - &a == 1000")));
  EXPECT_FALSE(excluded(condition("&a < 0x1000")));
  EXPECT_FALSE(excluded(condition("0xffff000000000000 < &a")));
}

TEST(Placement, KeepsObjectsApart) {
  EXPECT_TRUE(excluded(condition("&a == &b")));
  EXPECT_TRUE(excluded(condition("ptradd(&a, 4) == &b || ptradd(&b, 4) == &a")));
  EXPECT_TRUE(excluded(condition("&b - &a < 8 || &a - &b < 8")));
  EXPECT_TRUE(excluded(condition("&f == &g || &f == &a")));
  EXPECT_TRUE(excluded(condition("&a == 0 || ptradd(&a, 8) == 0 || ptradd(&a, 8) < &a")));
}

TEST(Placement, KnowsAlignment) {
  EXPECT_TRUE(excluded(condition("(&a & 3) != 0")));
  EXPECT_FALSE(excluded(condition("(&a & 4) != 0")));
  EXPECT_FALSE(excluded(condition("(&a & 4) == 0")));
  EXPECT_FALSE(excluded(condition("(&f & 1) != 0")));
}

TEST(Placement, LetsStringsBeOneObject) {
  EXPECT_FALSE(excluded(condition("&s == &t")));
  EXPECT_FALSE(excluded(condition("&s != &t")));
  EXPECT_FALSE(excluded(condition("ptradd(&s, 1) == &u")));
  EXPECT_TRUE(excluded(condition("ptradd(&s, 2) == &u")));
  EXPECT_TRUE(excluded(condition("ptradd(&s, 1) == &t")));
}

TEST(Placement, IsThatOfInitialContents) {
  std::string looks = "&a < &b && ";
  EXPECT_TRUE(excluded(condition(looks + "load[u64](table, &h) != &a")));
  EXPECT_TRUE(excluded(condition(looks + "load[u64](table, ptradd(&h, 8)) != ptradd(&b, 4)")));
  EXPECT_FALSE(excluded(condition(looks + "load[u64](table, &h) == &a")));
  EXPECT_FALSE(excluded(condition(looks + "load[u64](table, &h) != 0x10004")));
}

TEST(Placement, OfNewObjectsIsAnywhere) {
  auto made = [](const std::string& then) {
    return "start -> L1: alloc p := 8 in mem; " + then + " L1 -> exit: skip;";
  };
  EXPECT_FALSE(excluded(made("L1 -> bad: assume p < 0x10000;")));
  EXPECT_FALSE(excluded(made("L1 -> bad: assume p < &a;")));
  EXPECT_FALSE(excluded(made("L1 -> bad: assume ptradd(&a, 8) == p;")));
  EXPECT_TRUE(excluded(made("L1 -> bad: assume p == &a || ptradd(&a, 4) == p || p == 0;")));
  EXPECT_TRUE(excluded(made("L1 -> bad: assume &a - p < 8 || p - &a < 8;")));
  EXPECT_TRUE(excluded(made("L1 -> bad: assume (p & 15) != 0;")));
}

TEST(Placement, ComesBackWhenAnObjectIsFreed) {
  auto twice = [](const std::string& between) {
    return "start -> L1: alloc p := 8 in mem; L1 -> L2: " + between
           + "; L2 -> L3: alloc q := 8 in mem;"
             " L3 -> bad: assume p == q; L3 -> exit: skip;";
  };
  EXPECT_FALSE(excluded(twice("free p")));
  EXPECT_TRUE(excluded(twice("skip")));
  EXPECT_TRUE(excluded("start -> L1: alloc p := 0 in mem; L1 -> L2: alloc q := 0 in mem;"
                       " L2 -> bad: assume p == q; L2 -> exit: skip;"))
      << "objects without bytes";
}

} // namespace
} // namespace kleene::evidence
