// SPDX-License-Identifier: Apache-2.0
#include "kleene/ir/text.h"
#include "kleene/logic/floats.h"

#include <gtest/gtest.h>

#include <gmock/gmock.h>

#include "slice.h"
#include "tree_fold.h"
#include "value_text.h"

namespace kleene::report {
namespace {

using ir::Tracer;
using testing::ElementsAre;

ir::Program program(const char* text) {
  Result<ir::Program> parsed = ir::parse(text, "a.ir");
  EXPECT_TRUE(parsed) << render(parsed.error());
  return std::move(parsed).value();
}

/// Runs a program without inputs, and shows its steps.
void show(const ir::Program& p, const std::function<void(const Tracer::Step&)>& see) {
  struct Passing : Tracer {
    explicit Passing(const std::function<void(const Step&)>& see) : see(see) {}
    void step(const Step& step) override { see(step); }
    const std::function<void(const Step&)>& see;
  } passing(see);
  ir::InputList none({});
  ir::Interpreter(p).run(none, {}, &passing);
}

const char* const memory_program = R"(
  global mem: memory;
  global alloc: allocation;
  object text at 0x100 in mem readonly text "hi\0";
  proc main() returns (r: i32) {
    local t: u64;
    local p: u64;
    local q: u64;
    local c: i8;
    local k: i32;
    a0 -> a1: alloc t := 12 in mem stack align 4 named "t";
    a1 -> a2: p := ptradd(t, 8);
    a2 -> a3: mem := store(mem, p, 7:i32);
    a3 -> a4: k := load[i32](mem, p) * 2;
    a4 -> a5: q := 0;
    a5 -> a6: c := 65;
    a6 -> a7: r := load[i32](mem, q);
    a7 -> exit;
  })";

TEST(Values, PointersCharactersAndMemoryAreReadable) {
  ir::Program p = program(memory_program);
  MemoryModel memory(p);
  ValueText text(p);
  std::vector<std::string> seen;
  show(p, [&](const Tracer::Step& step) {
    for (const MemoryWrite& write : memory.take(step))
      seen.push_back(text.place(write) + " = " + text.value(write, memory));
    for (auto [v, value] : step.written)
      seen.push_back(p.variable(v).display + " = " + text(v, value, memory));
  });
  seen.resize(6);
  EXPECT_THAT(seen,
              ElementsAre("t = &t[0]", "p = &t[2]", "t[2] = 7", "k = 14", "q = null", "c = 'A'"));
}

TEST(Values, MembersAreNamedAndFreedObjectsToo) {
  ir::Program p = program(R"(
  file "a.c";
  global mem: memory;
  global alloc: allocation;
  proc main() {
    local n: u64;
    local h: u64;
    local q: u64;
    local k: i32;
    start -> a0: h := 0;
    a0 -> a1: alloc n := 16 in mem named "malloc";
    a1 -> a2: mem := store(mem, n, h) @ 1:1-1:12;
    a2 -> b2: mem := store(mem, ptradd(n, 8), 7:i32) @ 1:14-1:28;
    b2 -> b3: q := ptradd(n, 8);
    b3 -> a3: mem := store(mem, ptradd(q, 4), 9:i32) @ 1:30-1:38;
    a3 -> a4: free n;
    a4 -> a5: h := ptradd(n, 8);
    a5 -> a6: k := load[i32](mem, h);
    a6 -> exit;
  })");
  p.files = SourceFiles();
  p.files.add("a.c", "n->next = h; n->in.val += v; p->x = 9;\n");
  MemoryModel memory(p);
  ValueText text(p);
  std::vector<std::string> seen;
  show(p, [&](const Tracer::Step& step) {
    for (const MemoryWrite& write : memory.take(step))
      seen.push_back(text.place(write, step.edge->range) + " = " + text.value(write, memory));
    for (auto [v, value] : step.written)
      seen.push_back(p.variable(v).display + " = " + text(v, value, memory));
  });
  EXPECT_THAT(seen,
              testing::IsSupersetOf({"h = null",
                                     "n = &malloc#1",
                                     "malloc#1.next = null",
                                     "malloc#1.in.val = 7",
                                     "malloc#1[+8].x = 9",
                                     "h = &malloc#1+8 (freed)"}));
}

TEST(Values, FloatsAreShortestDecimals) {
  EXPECT_EQ(decimal(Type::machine(32, false), float_pattern(Type::machine(32, false), 0.1)), "0.1");
  EXPECT_EQ(decimal(Type::machine(64, false), float_pattern(Type::machine(64, false), -2.5)),
            "-2.5");
  Type type = Type::machine(64, false);
  EXPECT_EQ(exact_and_decimal(type, float_pattern(type, 0.75)), "0x1.8p-1 (0.75)");
  EXPECT_EQ(exact_and_decimal(type, float_pattern(type, -1e300)),
            "-0x1.7e43c8800759cp+996 (-1e+300)");
  EXPECT_EQ(exact_and_decimal(type, float_pattern(type, -3)), "-3");
}

TEST(Slice, FollowsValuesThroughCallsAndMemory) {
  ir::Program p = program(R"(
    global mem: memory;
    global alloc: allocation;
    proc main() {
      local t: u64;
      local x: i32;
      local noise: i32;
      a0 -> a1: alloc t := 8 in mem stack align 4 named "t";
      a1 -> a2: noise := 5;
      a2 -> a3: mem := store(mem, t, 3:i32);
      a3 -> a4: call x := twice(load[i32](mem, t));
      a4 -> a5: noise := noise + 1;
      a5 -> a6: assume x == 6;
      a6 -> exit;
    }
    proc twice(n: i32) returns (r: i32) {
      b0 -> b1: r := n + n;
      b1 -> exit;
    })");
  std::vector<bool> matters = steps_that_matter(p, [&](const auto& see) { show(p, see); });
  std::vector<std::string> shown;
  std::size_t i = 0;
  show(p, [&](const Tracer::Step& step) {
    ASSERT_LT(i, matters.size());
    if (matters[i++]) shown.push_back(ir::to_string(step.edge->statement, p));
  });
  EXPECT_EQ(matters.size(), i);
  for (const std::string& s : shown)
    EXPECT_EQ(s.find("noise"), std::string::npos) << s;
  EXPECT_GE(shown.size(), 5U); // the store, the call and its return, the addition, the decision
}

TEST(Fold, KeepsBeginningEndAndWhatMatters) {
  TreeFold fold;
  for (unsigned i = 0; i < 5000; ++i) {
    ShownStep line;
    line.function = "main";
    line.place = {"a.c", i + 1, 1, "x = i;"};
    line.values = {{"x", std::to_string(i)}};
    line.matters = i == 1234;
    fold.add(std::move(line));
  }
  Counterexample c;
  fold.finish(c);
  std::size_t skipped = 0;
  const ShownStep* previous = nullptr;
  for (const ShownStep& step : c.tree) {
    skipped += step.skipped;
    if (step.skipped > 0) {
      // The state before it is what the step before it left, although that one is not shown.
      ASSERT_TRUE(step.state);
      EXPECT_EQ(step.state->frames.at(0).values.at("x"), std::to_string(step.place.line - 2));
      EXPECT_EQ(previous->place.line + 1 + step.skipped, step.place.line);
    }
    previous = &step;
  }
  EXPECT_EQ(skipped, c.left_out);
  EXPECT_EQ(c.tree.size() + c.left_out, 5000U);
  EXPECT_EQ(std::ranges::count_if(c.tree, &ShownStep::matters), 1);
  EXPECT_EQ(c.tree.back().place.line, 5000U);
}

} // namespace
} // namespace kleene::report
