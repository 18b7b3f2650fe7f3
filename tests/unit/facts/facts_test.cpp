// SPDX-License-Identifier: Apache-2.0
#include "kleene/facts/call_graph.h"
#include "kleene/facts/loops.h"
#include "kleene/facts/mod_ref.h"
#include "kleene/ir/liveness.h"
#include "kleene/ir/text.h"

#include <gtest/gtest.h>

namespace kleene::facts {
namespace {

ir::Program read(const std::string& text) {
  auto program = ir::parse(text, "t.ir");
  EXPECT_TRUE(program.ok()) << (program.ok() ? "" : render(program.error()));
  return std::move(*program);
}

/// `main` calls `f` and `g`; `f` makes an object in `mem`, `g` changes its bytes without a store.
ir::Program memory_program() {
  return read(R"(
global mem: memory;
global alloc: allocation;
global other: memory;
global x: i32 = 0;

proc main() returns () {
  local main.p: u64;
  local main.v: i32;
  exit L4;
  L0 -> L1: call main.p := f();
  L1 -> L2: call g(main.p);
  L2 -> L3: main.v := load[i32](mem, main.p);
  L3 -> L4: assume main.v == 0;
}
proc f() returns (f.r: u64) {
  exit L1;
  L0 -> L1: alloc f.r := 4 in mem named "malloc";
}
proc g(g.p: u64) returns () {
  exit L1;
  L0 -> L1: forget mem[g.p, 4];
}
)");
}

ir::ProcId procedure(const ir::Program& program, const std::string& name) {
  return *program.find_procedure(name);
}

TEST(ModRef, NewObjectsAndForgottenBytesChangeTheirMemory) {
  ir::Program program = memory_program();
  ModRef mod_ref(program);
  VarId mem = *program.find_variable("mem");
  VarId other = *program.find_variable("other");
  for (const char* name : {"f", "g", "main"}) {
    EXPECT_TRUE(mod_ref.modifies(procedure(program, name), mem)) << name;
    EXPECT_FALSE(mod_ref.modifies(procedure(program, name), other)) << name;
  }
}

/// The bytes beside them stay: the memory is not dead before.
TEST(ModRef, PartsThatChangeLeaveTheRestAlive) {
  ir::Program program = memory_program();
  VarId mem = *program.find_variable("mem");
  for (const char* name : {"f", "g"}) {
    const ir::Procedure& p = program.procedure(procedure(program, name));
    EXPECT_EQ(ir::Liveness(p, {mem}, {mem}).live_at(p.entry), std::vector<VarId>{mem}) << name;
  }
}

TEST(CallGraph, KnowsRecursionAndWhatCanBeReached) {
  ir::Program program = read(R"(
proc main() returns () { exit L1; L0 -> L1: call a(); }
proc a() returns () { exit L1; L0 -> L1: call b(); L0 -> L1: skip; }
proc b() returns () { exit L1; L0 -> L1: call a(); }
proc c() returns () { exit L1; L0 -> L1: call a(); }
)");
  CallGraph calls(program);
  ir::ProcId a = procedure(program, "a");
  ir::ProcId b = procedure(program, "b");
  ir::ProcId c = procedure(program, "c");
  EXPECT_TRUE(calls.recursive(a) && calls.recursive(b) && calls.same_group(a, b));
  EXPECT_FALSE(calls.recursive(program.entry) || calls.recursive(c) || calls.same_group(a, c));
  EXPECT_TRUE(calls.reachable(program.entry) && calls.reachable(b));
  EXPECT_FALSE(calls.reachable(c) || calls.called(c) || calls.called(program.entry));
  EXPECT_EQ(calls.sites(a).size(), 3U);
  EXPECT_EQ(calls.groups().front(), (std::vector<ir::ProcId>{a, b}));
}

TEST(Loops, AForestSaysWhereLoopsEnd) {
  ir::Program program = read(R"(
proc main() returns () {
  exit L5;
  L0 -> L1: skip;
  L1 -> L2: skip;
  L2 -> L3: skip;
  L3 -> L2: skip;
  L3 -> L4: skip;
  L4 -> L1: skip;
  L1 -> L5: skip;
}
)");
  std::vector<Nested> forest = loop_forest(program.procedure(program.entry));
  ASSERT_EQ(forest.size(), 3U);
  EXPECT_FALSE(forest[0].loop || forest[2].loop);
  ASSERT_TRUE(forest[1].loop);
  EXPECT_EQ(forest[1].location, ir::LocId(1));
  ASSERT_EQ(forest[1].body.size(), 2U);
  EXPECT_TRUE(forest[1].body[0].loop);
  EXPECT_EQ(forest[1].body[0].location, ir::LocId(2));
  ASSERT_EQ(forest[1].body[0].body.size(), 1U);
  EXPECT_EQ(forest[1].body[0].body[0].location, ir::LocId(3));
  EXPECT_FALSE(forest[1].body[1].loop);
}

} // namespace
} // namespace kleene::facts
