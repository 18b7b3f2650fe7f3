// SPDX-License-Identifier: Apache-2.0
// Which objects become variables, and that those which must not stay in memory.
#include "kleene/ir/text.h"
#include "kleene/ir/validate.h"
#include "kleene/transform/promote.h"
#include "kleene/transform/zeroed.h"

#include <fmt/core.h>

#include <gmock/gmock.h>

#include "interpreter_support.h"
#include "memory_program.h"

namespace kleene::transform {
namespace {

using namespace ir;

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// In place; the number of new variables.
std::size_t promote(Program& program) {
  Promoted promoted = promote_objects(std::move(program));
  program = std::move(promoted.program);
  return promoted.cells;
}

constexpr const char* memory = "global m: memory; global live: allocation;\n";

Program parsed(const std::string& text) {
  Result<Program> program = parse(memory + text, "test.ir");
  EXPECT_TRUE(program.ok()) << (program.ok() ? "" : render(program.error()));
  return program.ok() ? std::move(program).value() : Program();
}

std::size_t promoted(const std::string& text) {
  Program program = parsed(text);
  std::size_t count = promote(program);
  EXPECT_THAT(validate(program), IsEmpty());
  return count;
}

constexpr const char* record = R"(proc main() returns (s: i32) {
  local p, q: u64;
  a -> b: alloc p := 16 in m named "record";
  b -> c: m := store(store(m, p, 3:i32), ptradd(p, 8), 4:i64);
  c -> d: q := p;
  d -> e: m := store(m, ptradd(q, 4), load[i32](m, q) + 2);
  e -> exit: s := load[i32](m, q) * 10 + load[i32](m, ptradd(p, 4));
})";

TEST(Promote, TheFieldsOfARecordMadeOnce) {
  Program program = parsed(record);
  EXPECT_EQ(promote(program), 3U);
  std::string text = print(program);
  EXPECT_THAT(text, Not(HasSubstr("load")));
  EXPECT_THAT(text, Not(HasSubstr("store")));
  InputList none({});
  EXPECT_EQ(Interpreter(program).run(none, {}).status, 35);
}

TEST(Promote, NotWhatIsMadeAgainAndAgain) {
  EXPECT_EQ(promoted(R"(proc main() {
  local p: u64;
  a -> b: alloc p := 4 in m named "x";
  b -> a: m := store(m, p, 1:i32);
})"),
            0U);
  EXPECT_EQ(promoted(R"(proc main() { a -> b: call f(); b -> exit: call f(); }
proc f() { local p: u64; a -> b: alloc p := 4 in m named "x"; b -> exit: m := store(m, p, 1:i32); })"),
            0U)
      << "two calls leave two blocks on the heap";
  EXPECT_EQ(promoted(R"(proc main() { a -> b: call f(); b -> exit: call f(); }
proc f() { local p: u64; a -> b: alloc p := 4 in m stack named "x"; b -> exit: m := store(m, p, 1:i32); })"),
            1U)
      << "but only one variable at a time on the stack";
  EXPECT_EQ(promoted(R"(proc main() { a -> exit: call f(); }
proc f() {
  local p: u64;
  a -> b: alloc p := 4 in m stack named "x";
  b -> c: m := store(m, p, 1:i32);
  c -> exit: call f();
})"),
            0U)
      << "recursion has many";
}

TEST(Promote, NotWhatOverlapsOrMoves) {
  auto with = [](const std::string& statement) {
    return promoted(fmt::format(R"(proc main() {{
  local p: u64;
  local n: u64;
  a -> b: alloc p := 16 in m named "x";
  b -> c: havoc n;
  c -> d: m := store(m, p, 1:i32);
  d -> exit: {};
}})",
                                statement));
  };
  EXPECT_EQ(with("m := store(m, ptradd(p, 4), 1:i32)"), 2U);
  EXPECT_EQ(with("m := store(m, ptradd(p, 2), 1:i32)"), 0U);
  EXPECT_EQ(with("m := store(m, p, 1:i8)"), 0U);
  EXPECT_EQ(with("m := store(m, ptradd(p, n), 1:i32)"), 0U);
  EXPECT_EQ(with("m := store(m, ptradd(p, 14), 1:i32)"), 0U);
  EXPECT_EQ(with("m := memset(m, p, 0:u8, 16)"), 1U);
  EXPECT_EQ(with("m := memset(m, p, 0:u8, 2)"), 0U);
  EXPECT_EQ(with("m := memset(m, p, 1:u8, 16)"), 0U);
  EXPECT_EQ(with("p := ptradd(p, 4)"), 0U);
  EXPECT_EQ(with("print p"), 0U) << "printing reads bytes";
  EXPECT_EQ(with("havoc unknown m from \"f\" escaping p"), 0U) << "others may write";
}

TEST(Promote, NotOneOfTwoThatAPointerMayLeadTo) {
  EXPECT_EQ(promoted(R"(proc main() {
  local p, q: u64;
  local c: bool;
  a -> b: alloc p := 4 in m named "x";
  b -> c: alloc q := 4 in m named "y";
  c -> d: havoc c;
  d -> exit: m := store(m, ite(c, p, q), 1:i32);
})"),
            0U);
}

/// A pointer to one record lies in another: the second can move once the first has.
TEST(Promote, RecordsThatPointToEachOther) {
  Program program = parsed(R"(proc main() returns (s: i32) {
  local p, q: u64;
  a -> b: alloc p := 16 in m named "outer";
  b -> c: alloc q := 4 in m named "inner";
  c -> d: m := store(m, ptradd(p, 8), q);
  d -> e: m := store(m, load[u64](m, ptradd(p, 8)), 7:i32);
  e -> exit: s := load[i32](m, q);
})");
  EXPECT_EQ(promote(program), 2U);
  InputList none({});
  EXPECT_EQ(Interpreter(program).run(none, {}).status, 7);
}

/// A pointer that is printed may be one that came out of memory.
TEST(Promote, NotWhatAPointerInMemoryMayShow) {
  EXPECT_EQ(promoted(R"(proc main() {
  local p, q, r: u64;
  local n: u64;
  a -> b: alloc p := 4 in m named "text";
  b -> c: alloc q := 64 in m named "table";
  c -> d: m := store(m, p, 65:i32);
  d -> e: havoc n;
  e -> f: m := store(m, ptradd(q, n), p);
  f -> g: r := load[u64](m, ptradd(q, n));
  g -> exit: print r;
})"),
            0U);
}

TEST(Promote, NotWhatIsReadInTheMiddleOfAChange) {
  EXPECT_EQ(promoted(R"(proc main() returns (s: i32) {
  local p: u64;
  a -> b: alloc p := 4 in m named "x";
  b -> exit: s := load[i32](store(m, p, 1:i32), p);
})"),
            0U);
}

/// What a global object holds at the start, addresses included.
TEST(Promote, InitialContentsMove) {
  MemoryProgram text;
  ObjectId number = text.object("number", 8);
  ObjectId pointer = text.object("pointer", 8);
  text.put(number, 0, 7);
  text.point(pointer, 0, number);
  VarId p = text.variable("p");
  text.assign(p, text.load(text.at(pointer)));
  VarId n = text.variable("n", MemoryProgram::i32);
  text.assign(n, text.load(text.program.var(p), MemoryProgram::i32));
  VarId result = text.result("result");
  text.assign(result, text.program.terms->cast(MemoryProgram::pointer, text.program.var(n)));
  EXPECT_EQ(promote(text.program), 2U);
  EXPECT_THAT(validate(text.program), IsEmpty());
  EXPECT_THAT(print(text.program), Not(HasSubstr("load")));
  InputList none({});
  EXPECT_EQ(Interpreter(text.program).run(none, {}).status, 7);
}

TEST(Promote, ChecksOfAccessesStay) {
  Program program = parsed(R"(proc main() {
  local p: u64;
  a -> b: alloc p := 4 in m named "x";
  b -> c: m := store(m, p, 1:i32);
  c -> d: free p;
  d -> e: assume[invalid_dereference] valid(live, p, 4);
  e -> exit: m := store(m, p, 2:i32);
})");
  EXPECT_EQ(promote(program), 1U);
  InputList none({});
  EXPECT_EQ(Interpreter(program).run(none, {}).ending, Ending::UndefinedBehaviour);
}

TEST(Promote, WhatMallocLeavesOpenIsKnownByItsPlace) {
  std::string text = record;
  Program other = parsed(text);
  promote(other);
  EXPECT_THAT(print(other), Not(HasSubstr(" heap "))) << "made by something else than malloc";
  text.replace(text.find("record\""), 6, "malloc");
  Program program = parsed(text);
  promote(program);
  for (const char* place : {" heap 0", " heap 4", " heap 8"})
    EXPECT_THAT(print(program), HasSubstr(place));
  Result<Program> again = parse(print(program), "again.ir");
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(print(*again), print(program));
}

TEST(Promote, ReadsWhatTheEnvironmentPutThere) {
  const std::string text = R"(proc main() returns (s: i32) {
  local p: u64;
  a -> b: alloc p := 8 in m named "malloc";
  b -> c: m := store(m, p, load[i32](m, ptradd(p, 4)) - load[i32](m, ptradd(p, 4)));
  c -> exit: s := load[i32](m, ptradd(p, 4)) + load[i32](m, p);
})";
  Program before = parsed(text);
  Program after = parsed(text);
  EXPECT_EQ(promote(after), 2U);
  for (const Program* program : {&before, &after}) {
    InputList inputs({}, {{1, std::string("\1\1\1\1\xfe\xff\xff\xff", 8)}});
    RunResult run = Interpreter(*program, {.zero_uninitialised = true}).run(inputs, {});
    EXPECT_EQ(run.status, -2);
  }
}

TEST(Zeroed, IsOneOfTheRunsThatTheEnvironmentMayChoose) {
  Program program = parsed(R"(proc main() returns (s: i32) {
  local p: u64;
  local x, y: i32;
  a -> b: havoc uninitialised x from "x";
  b -> c: alloc p := 4 in m named "block";
  c -> exit: s := x + y + load[i32](m, p);
})");
  InputList none({});
  EXPECT_TRUE(Interpreter(program).run(none, {}).indeterminate);
  Program zero = zeroed(program).program;
  EXPECT_THAT(validate(zero), IsEmpty());
  RunResult run = Interpreter(zero).run(none, {});
  EXPECT_FALSE(run.indeterminate);
  EXPECT_EQ(run.status, 0);
}

} // namespace
} // namespace kleene::transform
