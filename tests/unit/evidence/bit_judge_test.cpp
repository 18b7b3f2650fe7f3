// SPDX-License-Identifier: Apache-2.0
// Bounds judged in bits alone: what is true of all objects, addresses and contents is accepted, and nothing else.
#include "kleene/evidence/bounded_judgement.h"

#include <gmock/gmock.h>

#include "judge_support.h"

namespace kleene::evidence {
namespace {

using namespace testing_support;
using testing::HasSubstr;

/// Leaves everything to the others.
class Silent : public smt::Solver {
public:
  std::string name() const override { return "nobody"; }
  std::vector<smt::Answer> check(const smt::Script& script, Budget&) override {
    return std::vector<smt::Answer>(script.questions.size(), smt::Answer::Unknown);
  }
};

BoundedJudgement judged(const std::string& text,
                        BoundedProof proof = {0, 1},
                        Property property = Property::UnreachCall) {
  ir::Program p = program(text);
  Silent solver;
  Budget budget;
  return judge_bounds(problem(p, IntegerModel::Machine, property), proof, solver, budget);
}

/// A program with heap objects: statements, then the condition that must not hold.
std::string heap(const std::string& statements, const std::string& bad) {
  return R"(global m: memory; global alloc: allocation; first_free 0x20000;
object table at 0x10000 size 32 in m bytes "0100 0000 0200 0000 0000 0000 0000 0000 0401 0100 0000 0000" pointers 16: &other + 4;
object other at 0x10100 size 8 in m bytes "0700 0000 0900 0000";
proc main() {
  local p, q, r, n: u64; local x, y: i32; local c: bool;
)" + statements
         + "  end -> bad:  assume " + bad + ";\n  end -> exit: assume !(" + bad
         + ");\n  location bad target call reach_error;\n}\n";
}
void accepts(const std::string& statements, const std::string& bad) {
  BoundedJudgement judgement = judged(heap(statements, bad));
  EXPECT_EQ(judgement.objection, "") << bad;
  if (judgement.questions > 0) {
    EXPECT_EQ(judgement.by, "CaDiCaL, whose refutation was checked");
  }
}
void refuses(const std::string& statements, const std::string& bad) {
  EXPECT_THAT(judged(heap(statements, bad)).objection, HasSubstr("CaDiCaL finds a model")) << bad;
}

const std::string two_objects = R"(
  start -> a1:  alloc p := 16 in m;
  a1 -> a2:     alloc q := 16 in m;
)";

TEST(BitJudge, ObjectsAreApart) {
  std::string stores = two_objects + R"(
  a2 -> a3:     havoc x, y;
  a3 -> a4:     m := store(m, p, x);
  a4 -> end:    m := store(m, q, y);
)";
  accepts(stores, "load[i32](m, p) != x");
  accepts(stores, "p == q || p == 0 || q == 0");
  refuses(stores, "load[i32](m, p) == y");
  refuses(stores, "p < q"); // either may be the first
  refuses(stores, "q < p");
  refuses(stores, "ptradd(p, 16) == q");
  refuses(stores, "ptradd(p, 16) != q");
  accepts(stores, "ptradd(p, 8) == q");
}

TEST(BitJudge, PlacesThatAreNotKnown) {
  std::string stores = two_objects + R"(
  a2 -> a3:     havoc n, x, y;
  a3 -> a4:     assume[assumption] n < 4;
  a4 -> a5:     m := store(m, p, x);
  a5 -> a6:     m := store(m, ptradd(q, 8), x);
  a6 -> end:    m := store(m, ptradd(p, n * 4), y);
)";
  accepts(stores, "load[i32](m, ptradd(p, n * 4)) != y");
  accepts(stores, "n != 0 && load[i32](m, p) != x");
  accepts(stores, "load[i32](m, ptradd(q, 8)) != x");
  refuses(stores, "load[i32](m, p) != x");
  refuses(stores, "load[i32](m, ptradd(p, 4)) != y");
  refuses(stores, "load[i32](m, ptradd(p, 12)) == y && x != y");
}

TEST(BitJudge, ChosenObjects) {
  std::string stores = two_objects + R"(
  a2 -> a3:     havoc c, x, y;
  a3 -> a4:     m := store(m, p, x);
  a4 -> a5:     m := store(m, q, x);
  a5 -> l:      assume c;
  a5 -> r:      assume !c;
  l -> b:       r := p;
  r -> b:       r := q;
  b -> end:     m := store(m, r, y);
)";
  accepts(stores, "c && load[i32](m, p) != y");
  accepts(stores, "c && load[i32](m, q) != x");
  accepts(stores, "load[i32](m, r) != y");
  accepts(stores, "r == 0 || r != p && r != q");
  refuses(stores, "load[i32](m, q) != x");
  refuses(stores, "r == p");
}

TEST(BitJudge, WhatIsNotInitialised) {
  accepts(two_objects + "  a2 -> end: x := load[i32](m, p);\n", "load[i32](m, p) != x");
  refuses(two_objects + "  a2 -> end: x := load[i32](m, p);\n", "x == 5");
  accepts("  start -> a1: alloc p := 400 in m zeroed;\n  a1 -> a2: havoc n;\n"
          "  a2 -> end: assume[assumption] n < 100;\n",
          "load[i32](m, ptradd(p, n * 4)) != 0");
  refuses("  start -> a1: alloc p := 400 in m;\n  a1 -> end: skip;\n",
          "load[i32](m, ptradd(p, 396)) != 0");
}

TEST(BitJudge, LargeObjectsLeaveOthersAlone) {
  accepts("  start -> a1: alloc p := 4 in m;\n  a1 -> a2: m := store(m, p, 7:i32);\n"
          "  a2 -> end: alloc q := 4000 in m;\n",
          "load[i32](m, p) != 7");
}

TEST(BitJudge, ContentsAtTheStart) {
  std::string nothing = "  start -> a1: havoc n;\n  a1 -> end: assume[assumption] n < 2;\n";
  accepts(nothing, "load[i32](m, ptradd(&table, n * 4)) != cast[i32](n) + 1");
  accepts(nothing, "load[i32](m, load[u64](m, ptradd(&table, 16))) != 9");
  refuses(nothing, "load[i32](m, ptradd(&other, n * 4)) == 9");
  // What was written there leads elsewhere.
  std::string moved = "  start -> end: m := store(m, ptradd(&table, 16), &other);\n";
  accepts(moved, "load[i32](m, load[u64](m, ptradd(&table, 16))) != 7");
}

/// An address that went through arithmetic on numbers is what it is: any object may lie there.
TEST(BitJudge, AddressesAsNumbers) {
  std::string number = two_objects + R"(
  a2 -> a3:     havoc n, x, y;
  a3 -> a4:     m := store(m, p, x);
  a4 -> a5:     m := store(m, q, x);
  a5 -> end:    m := store(m, n, y);
)";
  refuses(number, "load[i32](m, p) != x");
  refuses(number, "load[i32](m, q) != x");
  accepts(number, "n == p && load[i32](m, p) != y");
  accepts(number, "n == ptradd(p, 12) && load[i32](m, ptradd(p, 12)) != y");
  accepts(number, "n == p && load[i32](m, q) != x");
  std::string masked = two_objects + R"(
  a2 -> a3:     r := (p ^ 12345) + 1;
  a3 -> a4:     m := store(m, (r - 1) ^ 12345, 5:i32);
  a4 -> end:    skip;
)";
  accepts(masked, "load[i32](m, p) != 5");
  refuses(masked, "load[i32](m, q) == 5");
}

TEST(BitJudge, FreedAddressesMayComeBack) {
  std::string again = R"(
  start -> a1:  alloc p := 16 in m;
  a1 -> a2:     m := store(m, p, 1:i32);
  a2 -> a3:     free p;
  a3 -> a4:     alloc q := 16 in m;
  a4 -> end:    m := store(m, q, 2:i32);
)";
  refuses(again, "p == q");
  refuses(again, "p != q");
  accepts(again, "load[i32](m, q) != 2");
  // As a number it means the object that lives there now.
  std::string number = again;
  number.replace(number.find("end:    m"), 3, "a5");
  accepts(number + "  a5 -> end: r := p ^ 0;\n", "p == q && load[i32](m, r) != 2");
  std::string twice = R"(
  start -> a1:  alloc p := 16 in m;
  a1 -> a3:     skip;
  a3 -> end:    alloc q := 16 in m;
)";
  accepts(twice, "p == q");
}

TEST(BitJudge, ValidAccessesStayInTheirObject) {
  std::string checked = two_objects + R"(
  a2 -> a3:     havoc n, x;
  a3 -> a4:     m := store(m, q, x);
  a4 -> a5:     assume[invalid_dereference] writable(alloc, ptradd(p, n), 4);
  a5 -> end:    m := store(m, ptradd(p, n), 3:i32);
)";
  accepts(checked, "12 < n");
  accepts(checked, "load[i32](m, q) != x");
  accepts(checked, "load[i32](m, ptradd(p, n)) != 3");
  refuses(checked, "n == 12");
  refuses(checked, "n == 5");
}

TEST(BitJudge, UnknownWritesForgetTheRegion) {
  std::string print = two_objects + R"(
  a2 -> a3:     m := store(m, p, 5:i32);
  a3 -> end:    havoc unknown m from "f" escaping p;
)";
  refuses(print, "load[i32](m, p) != 5");
  refuses(print, "load[i32](m, &other) != 7");
  std::string after = print;
  after.replace(after.find("end:    havoc"), 3, "a4");
  accepts(after + "  a4 -> end: m := store(m, p, 6:i32);\n", "load[i32](m, p) != 6");
}

TEST(BitJudge, Blocks) {
  std::string copy = two_objects + R"(
  a2 -> a3:     havoc x, y;
  a3 -> a4:     m := store(store(m, p, x), ptradd(p, 4), y);
  a4 -> a5:     m := store(m, ptradd(p, 8), q);
  a5 -> a6:     m := memcopy(m, q, m, p, 16);
  a6 -> end:    m := memcopy(m, ptradd(p, 2), m, p, 8);
)";
  accepts(copy, "load[i32](m, ptradd(q, 4)) != y");
  accepts(copy, "load[i32](m, load[u64](m, ptradd(q, 8))) != x");
  accepts(copy, "load[i32](m, ptradd(p, 2)) != x"); // as memmove
  accepts(copy, "load[i32](m, ptradd(p, 6)) != y");
  refuses(copy, "load[i32](m, ptradd(p, 4)) != y");
  std::string fill = two_objects + "  a2 -> end: m := memset(m, ptradd(p, 3), 255:u8, 5);\n";
  accepts(fill, "load[i32](m, ptradd(p, 4)) != -1");
  refuses(fill, "load[i32](m, p) != -1");
}

TEST(BitJudge, BlocksOfUnknownLength) {
  std::string fill = two_objects + R"(
  a2 -> a3:     m := memset(m, p, 1:u8, 16);
  a3 -> a4:     havoc n;
  a4 -> a5:     assume[assumption] n <= 10;
  a5 -> end:    m := memset(m, ptradd(p, 6), 255:u8, n);
)";
  accepts(fill, "load[u8](m, ptradd(p, 5)) != 1");
  accepts(fill, "0 < n && load[u8](m, ptradd(p, 6)) != 255");
  accepts(fill, "n == 3 && load[u8](m, ptradd(p, 9)) != 1");
  refuses(fill, "load[u8](m, ptradd(p, 9)) != 1");
  refuses(fill, "load[u8](m, ptradd(p, 9)) != 255");
  std::string copy = two_objects + R"(
  a2 -> a3:     havoc x, y, n;
  a3 -> a4:     m := store(store(m, p, x), ptradd(p, 4), y);
  a4 -> a5:     assume[assumption] n <= 8;
  a5 -> end:    m := memcopy(m, ptradd(p, 2), m, p, n);
)";
  accepts(copy, "n == 8 && load[i32](m, ptradd(p, 2)) != x"); // as memmove
  accepts(copy, "n <= 2 && load[i32](m, ptradd(p, 4)) != y");
  refuses(copy, "load[i32](m, ptradd(p, 4)) != y");
  refuses(copy, "load[i32](m, ptradd(p, 4)) == y");
}

TEST(BitJudge, SizesThatAreNotKnown) {
  std::string text = heap(
      "  start -> a1: havoc n;\n  a1 -> a2: alloc p := n in m;\n  a2 -> end: havoc x;\n", "x == 0");
  EXPECT_THAT(judged(text).objection, HasSubstr("an object of unknown size"));
}

TEST(BitJudge, Overflow) {
  auto text = [](const std::string& limit) {
    return R"(proc main() {
  local a, b, c: i32;
  start -> l1: havoc a, b;
  l1 -> l2:    assume[assumption] 0 <= a && a <= )"
           + limit + R"( && 0 <= b && b <= 46340;
  l2 -> exit:  c := a * b;
})";
  };
  EXPECT_EQ(judged(text("46340"), {0, 1}, Property::NoOverflow).objection, "");
  EXPECT_THAT(judged(text("46342"), {0, 1}, Property::NoOverflow).objection,
              HasSubstr("CaDiCaL finds a model"));
}

TEST(BitJudge, BoundsOfLoops) {
  std::string loop = R"(proc main() {
  local i, n: u8;
  start -> l1:  havoc n;
  l1 -> l2:     assume[assumption] n < 5;
  l2 -> head:   i := 0;
  head -> body: assume i < n;
  head -> exit: assume !(i < n);
  body -> head: i := i + 1;
})";
  EXPECT_EQ(judged(loop, {4, 1}).objection, "");
  EXPECT_THAT(judged(loop, {3, 1}).objection, HasSubstr("CaDiCaL finds a model"));
}

} // namespace
} // namespace kleene::evidence
