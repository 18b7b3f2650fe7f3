// SPDX-License-Identifier: Apache-2.0
#include "kleene/ir/interpreter.h"
#include "kleene/ir/text.h"
#include "kleene/ir/validate.h"
#include "kleene/property/property.h"
#include "kleene/transform/check_sites.h"

#include <gtest/gtest.h>

namespace kleene::transform {
namespace {

using namespace ir;

TargetSelection asked() {
  return {{}, false, {}, {Property::Uninit}};
}

Checked checked(const std::string& text, const std::set<std::size_t>& dropped = {}) {
  Result<Program> program = parse(text, "test.ir");
  EXPECT_TRUE(program.ok()) << (program.ok() ? "" : render(program.error()));
  Checked result = with_check_sites(program.value(), asked(), dropped);
  for (const std::string& complaint : validate(result.transformed.program))
    ADD_FAILURE() << complaint;
  return result;
}

RunResult run(const Checked& checked, std::vector<Integer> inputs = {}) {
  InputList list(std::move(inputs));
  RunOptions options;
  options.targets = asked();
  return Interpreter(checked.transformed.program, {.notice = Notice::SteeringReads})
      .run(list, options);
}

bool violated(const std::string& text, std::vector<Integer> inputs = {}) {
  RunResult result = run(checked(text), std::move(inputs));
  return result.ending == Ending::TargetReached && result.target->property == Property::Uninit;
}

/// `first` is executed before a branch on the condition; the locals are `x`, `y`, `z` of i32, `c` an input, `p`, `q` pointers.
std::string branch(const std::string& edges, const std::string& condition) {
  return R"(global mem: memory; global other: memory; global alloc: allocation;
proc main() {
  local x, y, z, c: i32; local p, q: u64;
  start -> begin: havoc c from "__VERIFIER_nondet_int";
)" + edges
         + R"(
  end -> yes:  assume )"
         + condition + R"(;
  end -> no:   assume !()"
         + condition + R"();
  yes -> exit: skip;
  no -> exit:  skip;
}
)";
}

TEST(Shadows, ABranchOnAVariableThatNobodyGaveAValue) {
  std::string one_way = branch(R"(begin -> set: assume c > 0;
  begin -> end: assume c <= 0;
  set -> end:   x := 1;)",
                               "x == 1");
  EXPECT_EQ(checked(one_way).sites.size(), 1U);
  EXPECT_FALSE(violated(one_way, {1}));
  EXPECT_TRUE(violated(one_way, {0}));
}

TEST(Shadows, WhatIsGivenOnAllWaysIsNoSite) {
  EXPECT_TRUE(checked(branch("begin -> end: x := c;", "x == 1")).sites.empty());
  EXPECT_TRUE(checked(branch("begin -> end: y := x;", "c == 1")).sites.empty());
}

TEST(Shadows, BitsGoWithValues) {
  EXPECT_TRUE(violated(branch("begin -> end: y := x + c;", "y == 1"), {0}));
  EXPECT_TRUE(violated(branch("begin -> end: y := x & 6;", "y == 2"), {0}));
  EXPECT_FALSE(violated(branch("begin -> end: y := (x & 6) | 6;", "y == 6"), {0}));
  EXPECT_FALSE(violated(branch("begin -> end: y := (x & 6) & 1;", "y == 6"), {0}));
  EXPECT_FALSE(violated(branch("begin -> end: y := (x & 6) >> 3;", "y == 6"), {0}));
  EXPECT_TRUE(violated(branch("begin -> end: y := (x & 6) >> 2;", "y == 6"), {0}));
}

TEST(Shadows, AnOperandThatSettlesTheResultHidesTheOther) {
  EXPECT_FALSE(violated(branch("begin -> end: y := c;", "y > 0 && x == 1"), {0}));
  EXPECT_TRUE(violated(branch("begin -> end: y := c;", "y > 0 && x == 1"), {1}));
  EXPECT_FALSE(violated(branch("begin -> end: y := c;", "y > 0 || x == 1"), {1}));
  EXPECT_TRUE(violated(branch("begin -> end: y := c;", "y > 0 || x == 1"), {0}));
}

TEST(Shadows, MemoryHasThemByteByByte) {
  std::string two = R"(begin -> made: alloc p := 8 in mem named "malloc";
  made -> set:   mem := store(mem, p, c);
  set -> end:    x := load[i32](mem, ptradd(p, AT));)";
  auto at = [&](const std::string& offset) {
    std::string text = two;
    return branch(text.replace(text.find("AT"), 2, offset), "x == 1");
  };
  EXPECT_FALSE(violated(at("0"), {1}));
  EXPECT_TRUE(violated(at("4"), {1}));
  EXPECT_TRUE(violated(at("2"), {1}));
}

TEST(Shadows, CopiesTakeThemAlong) {
  std::string copy = R"(begin -> made: alloc p := 8 in mem named "malloc";
  made -> both:  alloc q := 8 in other named "malloc";
  both -> set:   mem := store(mem, p, c);
  set -> copied: other := memcopy(other, q, mem, p, 8);
  copied -> end: x := load[i32](other, ptradd(q, AT));)";
  auto at = [&](const std::string& offset) {
    std::string text = copy;
    return branch(text.replace(text.find("AT"), 2, offset), "x == 1");
  };
  EXPECT_FALSE(violated(at("0"), {1}));
  EXPECT_TRUE(violated(at("4"), {1}));
}

TEST(Shadows, AnAddressIsAUse) {
  EXPECT_TRUE(violated(branch(R"(begin -> made: alloc p := 8 in mem named "malloc";
  made -> set:   mem := store(mem, p, c);
  set -> end:    x := load[i32](mem, ptradd(p, cast[u64](y & 1)));)",
                              "c == 1"),
                       {1}));
}

TEST(Shadows, ParametersAndResultsCarryThem) {
  std::string text = R"(
proc main() {
  local x, y, c: i32;
  start -> begin: havoc c from "__VERIFIER_nondet_int";
  begin -> set:   assume c > 0;
  begin -> call:  assume c <= 0;
  set -> call:    x := 1;
  call -> end:    call y := f(x);
  end -> exit:    assume y == 1;
  end -> exit:    assume !(y == 1);
}
proc f(a: i32) returns (r: i32) {
  start -> exit: r := a;
})";
  EXPECT_FALSE(violated(text, {1}));
  EXPECT_TRUE(violated(text, {0}));
}

TEST(Shadows, ExecutionsEndAtDroppedSites) {
  std::string text = branch("begin -> end: y := c;", "x == 1");
  RunResult result = run(checked(text, {0}), {1});
  EXPECT_EQ(result.ending, Ending::UndefinedBehaviour) << describe(result.ending);
}

} // namespace
} // namespace kleene::transform
