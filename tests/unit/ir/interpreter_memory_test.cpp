// SPDX-License-Identifier: Apache-2.0
// Memory in the interpreter: bytes, lives of objects, and what is indeterminate.
#include "kleene/support/invariant.h"

#include "interpreter_support.h"

namespace kleene::ir {
namespace {

constexpr const char* declarations = R"(
  global m: memory;
  global n: memory;
  global t: allocation;
  object g at 0x1000 size 8 in m bytes "01020304 f5f6f7f8";
  object s at 0x1008 in m readonly text "hello\0";
  object e at 0x1010 size 0 in m;
  object o at 0x1020 size 4 in n;
  function f at 0x1030 size 4;
)";

/// Runs `body` as the main procedure, with the result r and some pointers.
RunResult in_memory(const std::string& body, const RunOptions& options = {}) {
  return run_text(declarations + std::string("proc main() returns (r: i64) { local p, q, k: u64; ")
                      + body + "}",
                  {},
                  options);
}

Integer value(const std::string& term) {
  RunResult r = in_memory("a -> exit: r := " + term + ";");
  EXPECT_EQ(r.ending, Ending::Returned) << term;
  EXPECT_FALSE(r.indeterminate) << term;
  return r.status;
}

TEST(InterpreterMemory, LittleEndianWithSign) {
  EXPECT_EQ(value("cast[i64](load[u8](m, &g))"), 0x01);
  EXPECT_EQ(value("cast[i64](load[i8](m, ptradd(&g, 4)))"), -11);
  EXPECT_EQ(value("cast[i64](load[u16](m, ptradd(&g, 3)))"), 0xF504);
  EXPECT_EQ(value("cast[i64](load[i16](m, ptradd(&g, 3)))"), 0xF504 - 0x10000);
  EXPECT_EQ(value("cast[i64](load[u24](m, ptradd(&g, 1)))"), 0x040302);
  EXPECT_EQ(value("cast[i64](load[i24](m, ptradd(&g, 2)))"), 0xF50403 - 0x1000000);
  EXPECT_EQ(value("cast[i64](load[i32](m, &g))"), 0x04030201);
  EXPECT_EQ(value("cast[i64](load[u32](m, ptradd(&g, 4)))"), 0xF8F7F6F5LL);
  EXPECT_EQ(value("cast[i64](load[i32](m, ptradd(&g, 4)))"), 0xF8F7F6F5LL - 0x100000000LL);
  EXPECT_EQ(value("load[i64](m, &g)"), static_cast<std::int64_t>(0xF8F7F6F504030201ULL));
  EXPECT_EQ(value("cast[i64](load[u64](m, &g) >> 8:u64)"), 0xF8F7F6F5040302LL);
}

TEST(InterpreterMemory, ValidityIsExact) {
  auto valid = [](const std::string& address, unsigned length, const char* what = "valid") {
    return value("ite(" + std::string(what) + "(t, " + address + ", " + std::to_string(length)
                 + "), 1, 0)")
           == 1;
  };
  EXPECT_TRUE(valid("&g", 8));
  EXPECT_TRUE(valid("ptradd(&g, 7)", 1));
  EXPECT_FALSE(valid("ptradd(&g, 7)", 2)) << "the next object is another one";
  EXPECT_FALSE(valid("ptradd(&g, 0xFFFFFFFFFFFFFFFF)", 1));
  EXPECT_TRUE(valid("&s", 6));
  EXPECT_FALSE(valid("&s", 7));
  EXPECT_TRUE(valid("&g", 8, "writable"));
  EXPECT_FALSE(valid("&s", 1, "writable"));
  EXPECT_FALSE(valid("&e", 1));
  EXPECT_FALSE(valid("&f", 1));
  EXPECT_FALSE(valid("0", 1));
  EXPECT_FALSE(valid("0", 0));
  EXPECT_TRUE(valid("&g", 0));
  EXPECT_TRUE(valid("ptradd(&g, 8)", 0));
  EXPECT_FALSE(valid("0x1019", 0));
  EXPECT_FALSE(valid("0xFFFFFFFFFFFFFFFF", 1));
  EXPECT_EQ(value("ite(freeable(t, 0), 1, 0)"), 1);
  EXPECT_EQ(value("ite(freeable(t, &g), 1, 0)"), 0);
}

TEST(InterpreterMemory, UnguardedInvalidAccessIsUndefined) {
  for (const char* body : {"a -> exit: r := load[i64](m, ptradd(&g, 1));",
                           "a -> exit: m := store(m, ptradd(&g, 8), 1:u8);",
                           "a -> exit: m := store(m, &s, 1:u8);",
                           "a -> exit: m := store(m, &e, 1:u8);",
                           "a -> exit: r := load[i64](m, 0);",
                           "a -> exit: r := load[i64](m, &f);",
                           "a -> exit: m := memset(m, &g, 0, 9);",
                           "a -> exit: m := memset(m, &s, 0, 1);",
                           "a -> exit: m := memcopy(m, &g, m, &s, 7);",
                           "a -> exit: m := memcopy(m, &s, m, &g, 1);",
                           "a -> exit: m := memcopy(m, &g, m, &g, 0xFFFFFFFFFFFFFFFF);",
                           "a -> exit: forget m[&g, 9];"}) {
    RunResult r = in_memory(body);
    EXPECT_EQ(r.ending, Ending::UndefinedBehaviour) << body;
    EXPECT_EQ(r.undefined, AssumeKind::InvalidDereference) << body;
    EXPECT_EQ(r.steps, 0U);
  }
  RunResult freed = in_memory("a -> exit: free &g;");
  EXPECT_EQ(freed.undefined, AssumeKind::InvalidFree);
}

TEST(InterpreterMemory, AccessOfAnotherRegionIsInvalidAndNamed) {
  for (const char* body : {"a -> exit: r := cast[i64](load[i32](m, &o));",
                           "a -> exit: m := store(m, &o, 1:i32);",
                           "a -> exit: m := memcopy(m, &g, m, &o, 2);",
                           "a -> exit: n := memset(n, &g, 0, 2);",
                           "a -> exit: forget n[&g, 2];",
                           // The same instruction, first right and then wrong.
                           "a -> b: p := &g; b -> c: r := cast[i64](load[i32](m, p));"
                           "c -> b: p := &o;"}) {
    RunResult r = in_memory(body);
    EXPECT_EQ(r.ending, Ending::UndefinedBehaviour) << body;
    EXPECT_EQ(r.undefined, AssumeKind::InvalidDereference) << body;
    ASSERT_TRUE(r.foreign) << body;
    EXPECT_NE(r.foreign->text.find("region m"), r.foreign->text.find("region n"))
        << r.foreign->text;
  }
  EXPECT_FALSE(in_memory("a -> exit: m := store(m, &g, 1:i32);").foreign);
}

TEST(InterpreterMemory, StoresAndAliases) {
  RunResult r = in_memory(R"(
    a -> b: p := ptradd(&g, 2);
    b -> c: m := store(store(m, &g, 0x1122334455667788:u64), p, 0xABCD:u16);
    c -> exit: r := load[i64](m, &g);)");
  EXPECT_EQ(r.status, 0x11223344ABCD7788LL);
  RunResult odd = in_memory(R"(
    a -> b: m := store(m, &g, 0x998877:u24);
    b -> exit: r := load[i64](m, &g) & 0xFFFFFFFF;)");
  EXPECT_EQ(odd.status, 0x04998877);
}

TEST(InterpreterMemory, TermsReadTheMemoryBeforeTheStatement) {
  RunResult r = in_memory(R"(
    a -> b: m := store(store(m, &g, load[u8](m, ptradd(&g, 1))), ptradd(&g, 1), load[u8](m, &g)),
            r := cast[i64](load[u8](m, &g));
    b -> exit: r := r * 65536 + cast[i64](load[u16](m, &g));)");
  EXPECT_EQ(r.status, 0x010102);
  // The copy comes after the store, but reads what was there before.
  RunResult copy = in_memory(R"(
    a -> b: m := memcopy(store(m, &g, 0xAA:u8), ptradd(&g, 4), m, &g, 2);
    b -> exit: r := load[i64](m, &g);)");
  EXPECT_EQ(copy.status, static_cast<std::int64_t>(0xF8F70201040302AAULL));
  RunResult two = in_memory(R"(
    a -> b: m := memcopy(memcopy(m, &g, m, ptradd(&g, 4), 4), ptradd(&g, 4), m, &g, 4);
    b -> exit: r := load[i64](m, &g);)");
  EXPECT_EQ(two.status, static_cast<std::int64_t>(0x04030201F8F7F6F5ULL)) << "swapped";
}

TEST(InterpreterMemory, TermsMayReadAChangedMemory) {
  // Loads see the change; the memory itself stays as it is.
  RunResult r = in_memory(R"(
    a -> b: r := load[i64](store(memset(m, &g, 0x22, 3), ptradd(&g, 2), 0xAA:u8), &g);
    b -> exit: r := r - load[i64](m, &g);)");
  EXPECT_EQ(r.status, 0x04AA2222 - 0x04030201);
  // A store of what another store has put there, and a copy out of a changed memory.
  RunResult chain = in_memory(R"(
    a -> b: m := store(store(m, &g, 0x77:u8), ptradd(&g, 1), load[u8](store(m, &g, 0x77:u8), &g));
    b -> exit: r := load[i64](m, &g) & 0xFFFFFFFF;)");
  EXPECT_EQ(chain.status, 0x04037777);
  RunResult copy = in_memory(R"(
    a -> b: m := memcopy(store(m, &g, 0x11:u8), ptradd(&g, 4), store(m, &g, 0x99:u8), &g, 2);
    b -> exit: r := load[i64](m, &g);)");
  EXPECT_EQ(copy.status, static_cast<std::int64_t>(0xF8F7029904030211ULL));
  RunResult swapped = in_memory(R"(
    a -> exit: r := load[i64](memcopy(memcopy(m, &g, m, ptradd(&g, 4), 4), ptradd(&g, 4), m, &g, 4), &g);)");
  EXPECT_EQ(swapped.status, static_cast<std::int64_t>(0x04030201F8F7F6F5ULL));
  RunResult unknown = in_memory(R"(
    a -> b: alloc p := 8 in m;
    b -> c: r := load[i64](store(m, p, 5:i64), p);
    c -> exit: assume[assumption] r == 5;)");
  EXPECT_EQ(unknown.ending, Ending::Returned);
  EXPECT_FALSE(unknown.indeterminate);
  RunResult back = in_memory(R"(
    a -> b: alloc p := 8 in m;
    b -> c: r := load[i64](store(m, p, 5:i64), p);
    c -> exit: r := load[i64](m, p);)");
  EXPECT_TRUE(back.indeterminate);
  EXPECT_EQ(back.status, 0);
}

TEST(InterpreterMemory, CopiesMayOverlap) {
  RunResult up = in_memory(R"(
    a -> b: m := memcopy(m, ptradd(&g, 1), m, &g, 7);
    b -> exit: r := load[i64](m, &g);)");
  EXPECT_EQ(up.status, static_cast<std::int64_t>(0xF7F6F50403020101ULL));
  RunResult down = in_memory(R"(
    a -> b: m := memcopy(m, &g, m, ptradd(&g, 1), 7);
    b -> exit: r := load[i64](m, &g);)");
  EXPECT_EQ(down.status, static_cast<std::int64_t>(0xF8F8F7F6F5040302ULL));
}

TEST(InterpreterMemory, BetweenRegions) {
  RunResult r = in_memory(R"(
    a -> b: n := memcopy(n, &o, m, ptradd(&g, 4), 4);
    b -> c: n := memset(n, ptradd(&o, 1), 0x7E, 2);
    c -> exit: r := cast[i64](load[u32](n, &o));)");
  EXPECT_EQ(r.status, 0xF87E7EF5LL);
}

TEST(InterpreterMemory, IndeterminateBytes) {
  auto noted = [](const std::string& body) {
    RunResult r =
        in_memory("a -> b: alloc p := 16 in m; b -> c: alloc q := 16 in m zeroed; " + body);
    EXPECT_EQ(r.ending, Ending::Returned) << body;
    return r.indeterminate.has_value();
  };
  EXPECT_TRUE(noted("c -> exit: r := load[i64](m, p);"));
  EXPECT_FALSE(noted("c -> exit: r := load[i64](m, q);"));
  EXPECT_FALSE(noted("c -> d: m := store(m, p, 5:i64); d -> exit: r := load[i64](m, p);"));
  EXPECT_TRUE(noted("c -> d: m := store(m, p, 5:i32); d -> exit: r := load[i64](m, p);"));
  EXPECT_TRUE(
      noted("c -> d: m := store(m, p, 5:i64); d -> exit: r := load[i64](m, ptradd(p, 1));"));
  EXPECT_FALSE(noted("c -> d: m := memset(m, p, 1, 8); d -> exit: r := load[i64](m, p);"));
  // Copies carry the state along, in both directions, without a note.
  EXPECT_FALSE(noted("c -> d: m := memcopy(m, q, m, p, 16); d -> exit: r := 0;"));
  EXPECT_TRUE(noted("c -> d: m := memcopy(m, q, m, p, 16); d -> exit: r := load[i64](m, q);"));
  EXPECT_FALSE(noted("c -> d: m := memcopy(m, p, m, q, 16); d -> exit: r := load[i64](m, p);"));
  EXPECT_TRUE(noted("c -> d: m := memcopy(store(m, &g, 1:u8), q, m, p, 16);"
                    "d -> exit: r := load[i64](m, q);"));
  EXPECT_TRUE(noted("c -> d: forget m[ptradd(q, 4), 1]; d -> exit: r := load[i64](m, q);"));
  EXPECT_FALSE(noted("c -> d: forget m[ptradd(q, 8), 1]; d -> exit: r := load[i64](m, q);"));
  EXPECT_TRUE(noted("c -> d: forget m[&g, 8]; d -> exit: r := load[i64](m, &g);"));
}

TEST(InterpreterMemory, IndeterminateBytesReadAsZero) {
  RunResult r = in_memory(R"(
    a -> b: alloc p := 8 in m;
    b -> c: m := store(m, p, -1:i64);
    c -> d: forget m[ptradd(p, 2), 3];
    d -> exit: r := load[i64](m, p);)");
  EXPECT_EQ(r.status, static_cast<std::int64_t>(0xFFFFFF000000FFFFULL));
  EXPECT_TRUE(r.indeterminate);
}

TEST(InterpreterMemory, HeapObjectsLiveUntilFreed) {
  RunResult after = in_memory(R"(
    a -> b: alloc p := 8 in m zeroed;
    b -> c: r := load[i64](m, p);
    c -> d: free p;
    d -> b;)");
  EXPECT_EQ(after.undefined, AssumeKind::InvalidDereference);
  EXPECT_EQ(after.steps, 4U);
  RunResult twice = in_memory("a -> b: alloc p := 8 in m; b -> c: free p; c -> exit: free p;");
  EXPECT_EQ(twice.undefined, AssumeKind::InvalidFree);
  RunResult inside = in_memory("a -> b: alloc p := 8 in m; b -> exit: free ptradd(p, 4);");
  EXPECT_EQ(inside.undefined, AssumeKind::InvalidFree);
  EXPECT_EQ(in_memory("a -> b: free 0; b -> exit: r := 1;").status, 1);
}

TEST(InterpreterMemory, SizesAndFreeability) {
  RunResult r = in_memory(R"(
    a -> b: alloc p := 24 in m;
    b -> c: alloc q := 8 in m stack;
    c -> exit: r := cast[i64](sizeof(t, p)) + ite(freeable(t, p), 1000, 0)
                  + ite(freeable(t, ptradd(p, 8)), 10000, 0) + ite(freeable(t, q), 10000, 0)
                  + cast[i64](sizeof(t, q)) + cast[i64](sizeof(t, 0))
                  + cast[i64](sizeof(t, ptradd(p, 1)));)");
  EXPECT_EQ(r.status, 1024);
}

TEST(InterpreterMemory, StackObjectsDieWithTheirProcedure) {
  RunResult r = run_text(std::string(declarations) + R"(
    proc main() returns (r: i32) { local p: u64;
      a -> b: call p := make();
      b -> exit: r := load[i32](m, p); }
    proc make() returns (p: u64) {
      a -> b: alloc p := 4 in m stack zeroed;
      b -> exit: m := store(m, p, 5:i32); })");
  EXPECT_EQ(r.undefined, AssumeKind::InvalidDereference);
  EXPECT_EQ(r.steps, 3U);
}

TEST(InterpreterMemory, RecursiveActivationsHaveObjectsOfTheirOwn) {
  RunResult r = run_text(std::string(declarations) + R"(
    proc main() returns (r: i32) { a -> exit: call r := sum(100); }
    proc sum(n: i32) returns (r: i32) { local p: u64;
      a -> b: alloc p := 4 in m stack;
      b -> c: m := store(m, p, n);
      c -> d: assume n != 0;
      c -> z: assume n == 0;
      z -> exit: r := 0;
      d -> e: call r := sum(n - 1);
      e -> exit: r := r + load[i32](m, p); })");
  EXPECT_EQ(r.status, 5050);
  EXPECT_FALSE(r.indeterminate);
}

TEST(InterpreterMemory, ObjectsAreApartAligned) {
  RunResult r = in_memory(R"(
    a -> b: alloc p := 1 in m align 64;
    b -> c: alloc q := 0 in m;
    c -> d: alloc k := 5000 in m zeroed align 4096;
    d -> e: assume[unreachable] p % 64 == 0 && k % 4096 == 0 && p != 0 && q != 0;
    e -> f: assume[unreachable] !valid(t, q, 1) && valid(t, q, 0) && q != p && q != ptradd(p, 1);
    f -> g: assume[unreachable] !valid(t, ptradd(p, 1), 1) && !valid(t, ptradd(p, 0xFFFFFFFFFFFFFFFF), 1);
    g -> h: assume[unreachable] valid(t, k, 5000) && !valid(t, k, 5001) && !valid(t, ptradd(k, 0xFFFFFFFFFFFFFFFF), 1);
    h -> exit: r := cast[i64](load[u8](m, ptradd(k, 4999)));)");
  EXPECT_EQ(r.ending, Ending::Returned);
  EXPECT_EQ(r.status, 0);
}

TEST(InterpreterMemory, FreedAddressesDoNotComeBackSoon) {
  RunResult r = in_memory(R"(
    a -> b: alloc p := 8 in m;
    b -> c: free p;
    c -> d: alloc q := 8 in m;
    d -> exit: r := ite(p == q, 1, 0);)");
  EXPECT_EQ(r.status, 0);
}

TEST(InterpreterMemory, A32BitAddressSpaceIsUsedAgain) {
  // 6000 times 1 MiB pass through 4 GiB; one object stays and must not be touched.
  RunResult r = run_text(R"(pointer_width 32;
    global m: memory; global t: allocation;
    proc main() returns (r: i32) { local p, keep: u32; local i: i32;
      a -> b: alloc keep := 4 in m;
      b -> c: m := store(m, keep, 42:i32), i := 0;
      c -> d: assume i < 6000;
      c -> z: assume !(i < 6000);
      d -> e: alloc p := 1048576 in m;
      e -> f: assume[unreachable] p >= 0x10000 && p <= 0xFFFFFFFF - 1048576;
      f -> g: assume[unreachable] keep + 4 <= p || p + 1048576 <= keep;
      g -> h: free p;
      h -> c: i := i + 1;
      z -> exit: r := load[i32](m, keep); })");
  EXPECT_EQ(r.ending, Ending::Returned);
  EXPECT_EQ(r.status, 42);
}

TEST(InterpreterMemory, AFullAddressSpaceIsAMemoryLimit) {
  constexpr const char* text = R"(pointer_width 16; first_free 0x1000;
    global m: memory;
    proc main() { local p: u16; a -> a: alloc p := 1000 in m; })";
  RunResult r = run_text(text);
  EXPECT_EQ(r.ending, Ending::MemoryLimit);
  EXPECT_GE(r.steps, (0x10000U - 0x1000) / 1040);
  EXPECT_LE(r.steps, (0x10000U - 0x1000) / 1000);
}

TEST(InterpreterMemory, MemoryLimits) {
  EXPECT_EQ(in_memory("a -> exit: alloc p := 0x100000000 in m;").ending, Ending::MemoryLimit);
  EXPECT_EQ(in_memory("a -> exit: alloc p := 0xFFFFFFFFFFFFFFFF in m;").ending,
            Ending::MemoryLimit);
  EXPECT_EQ(in_memory("a -> a: alloc p := 1000000 in m;", {.max_memory = 10'500'000}).steps, 10U);
  EXPECT_EQ(in_memory("a -> b: alloc p := 1000000 in m; b -> a: free p;",
                      {.max_steps = 1000, .max_memory = 10'500'000})
                .ending,
            Ending::StepLimit);
}

TEST(InterpreterMemory, HugeObjectsCostOnlyWhatIsTouched) {
  Program p = program_of(R"(first_free 0x2000000000;
    global m: memory; global t: allocation;
    object huge at 0x1000 size 0x800000000 in m bytes "2a";
    proc main() returns (r: i32) {
      a -> b: m := store(m, ptradd(&huge, 0x7FFFFFFFF), 5:u8);
      b -> exit: r := cast[i32](load[u8](m, &huge)) + cast[i32](load[u8](m, ptradd(&huge, 0x7FFFFFFFF))); })");
  Interpreter interpreter(p);
  std::size_t before = resident_memory();
  for (int i = 0; i < 3; ++i) {
    InputList none({});
    EXPECT_EQ(interpreter.run(none, {}).status, 47);
  }
  EXPECT_LT(resident_memory(), before + (std::size_t(1) << 27));
}

TEST(InterpreterMemory, RunsDoNotShareMemory) {
  Program p = program_of(std::string(declarations) + R"(
    proc main() returns (r: i64) {
      a -> b: r := cast[i64](load[u8](m, &g));
      b -> exit: m := store(m, &g, 99:u8); })");
  Interpreter interpreter(p);
  for (int i = 0; i < 3; ++i) {
    InputList none({});
    EXPECT_EQ(interpreter.run(none, {}).status, 1);
  }
}

TEST(InterpreterMemory, AValueThatDoesNotFitItsCellEndsAMathRun) {
  constexpr const char* body = R"(
    a -> b: r := 2147483647;
    b -> c: m := store(m, &g, cast[i32](r));
    c -> d: r := cast[i64](load[i32](m, &g));
    d -> exit: m := store(m, &g, cast[i32](r) + 1);)";
  RunResult machine = in_memory(body);
  EXPECT_EQ(machine.ending, Ending::Returned);
  EXPECT_TRUE(machine.overflow);
  RunResult exact = in_memory(body, math());
  EXPECT_EQ(exact.ending, Ending::OutOfRange);
  EXPECT_EQ(exact.steps, 3U);
}

TEST(InterpreterMemory, ManySmallObjects) {
  // A linked list of 1000 nodes, summed up, then freed from the front.
  RunResult r = run_text(R"(global m: memory; global t: allocation;
    proc main() returns (r: i32) { local p, head: u64; local i: i32;
      a -> b: i := 0, head := 0, r := 0;
      b -> c: assume i < 1000;
      b -> s: assume !(i < 1000);
      c -> d: alloc p := 12 in m;
      d -> e: m := store(store(m, p, head), ptradd(p, 8), i);
      e -> b: head := p, i := i + 1;
      s -> u: assume head != 0;
      s -> exit: assume head == 0;
      u -> v: assume[invalid_dereference] valid(t, head, 12);
      v -> w: r := r + load[i32](m, ptradd(head, 8)), p := load[u64](m, head);
      w -> x: free head;
      x -> y: assume[unreachable] !valid(t, head, 1);
      y -> s: head := p; })");
  EXPECT_EQ(r.ending, Ending::Returned);
  EXPECT_EQ(r.status, 499500);
}

constexpr Reading chosen{.zero_uninitialised = true};

/// Two objects of malloc, one that is zero by definition between them.
constexpr const char* three_objects = R"(
global m: memory; global live: allocation;
proc main() returns (s: i32) {
  local p, q, r: u64;
  a -> b: alloc p := 8 in m named "malloc";
  b -> c: alloc q := 8 in m zeroed named "calloc";
  c -> d: alloc r := 8 in m named "malloc";
  d -> exit: s := load[i32](m, ptradd(p, 4)) * 100 + load[i32](m, q) * 10 + load[i32](m, r);
})";

TEST(OpenContents, AreWhatTheEnvironmentSays) {
  Program program = program_of(three_objects);
  using namespace std::string_literals;
  InputList inputs({}, {{1, "\7\0\0\0\3"s}, {2, "\5"s}});
  RunResult run = Interpreter(program, chosen).run(inputs, {});
  EXPECT_EQ(run.status, 305) << "calloc is not counted and stays zero";
  EXPECT_FALSE(run.indeterminate);
}

TEST(OpenContents, AreZeroWhereNothingIsSaidAndEndWithTheObject) {
  Program program = program_of(three_objects);
  InputList nothing({}, {{7, "\1"}});
  EXPECT_EQ(Interpreter(program, chosen).run(nothing, {}).status, 0);
  InputList too_much({}, {{2, std::string(1000, '\1')}});
  EXPECT_EQ(Interpreter(program, chosen).run(too_much, {}).status, 0x01010101);
}

TEST(OpenContents, AreNobodysChoiceOtherwise) {
  InputList inputs({}, {{1, "\7\7\7\7\7"}});
  RunResult run = Interpreter(program_of(three_objects)).run(inputs, {});
  EXPECT_EQ(run.status, 0);
  EXPECT_TRUE(run.indeterminate);
}

TEST(OpenContents, ReachTheVariablesThatHoldThem) {
  Program program = program_of(R"(
global m: memory; global live: allocation;
global low: i8 = 0 heap 0;
global high: u16 = 0 heap 2;
proc main() returns (s: i32) {
  local p: u64;
  a -> b: alloc p := 4 in m named "malloc";
  b -> c: havoc uninitialised low, high from "malloc";
  c -> d: high := high + 1;
  d -> exit: s := cast[i32](high) + cast[i32](low);
})");
  InputList inputs({}, {{1, std::string("\xff\0\1\2", 4)}});
  EXPECT_EQ(Interpreter(program, chosen).run(inputs, {}).status, 0x0201);
  InputList none({});
  EXPECT_EQ(Interpreter(program, chosen).run(none, {}).status, 1);
}

} // namespace
} // namespace kleene::ir
