// SPDX-License-Identifier: Apache-2.0
// How terms and statements look to people.
#include "kleene/ir/text.h"

#include <gtest/gtest.h>

namespace kleene::ir {
namespace {

constexpr std::string_view declarations = R"(
  global x.1: i32 = 0 display "x";
  global y: i32 = 0;
  global u: u8 = 0;
  global b: bool = ?;
  global p: u64 = 0;
  global m: memory;
  global live: allocation;
  object count at 0x1000 size 4 in m;
  object `"hi"` at 0x1010 size 3 in m;
  function puts at 0x2000;
)";

/// The statement of the only edge of a program.
std::string shown(const std::string& statement) {
  std::string text(declarations);
  text.append("proc main() { a -> exit: ").append(statement);
  text.append("; } proc f(n: i32) returns (r: i32) {}");
  Result<Program> program = parse(text, "test.ir");
  EXPECT_TRUE(program) << render(program.error());
  if (!program) return "";
  return to_string(program->procedures[0].edges[0].statement, *program);
}

/// A condition.
std::string shown_term(const std::string& term) {
  std::string text = shown("assume " + term);
  return text.substr(1, text.size() - 2);
}

TEST(Describe, TermsUseTheNamesOfTheSource) {
  EXPECT_EQ(shown_term("x.1 + y == 3"), "x + y == 3");
  EXPECT_EQ(shown_term("p == &`\"hi\"`"), "p == &\"hi\"");
}

TEST(Describe, ComparisonsAreTurnedForReading) {
  EXPECT_EQ(shown_term("x.1 > 3"), "x > 3");
  EXPECT_EQ(shown_term("3 < x.1"), "x > 3");
  EXPECT_EQ(shown_term("3 <= x.1"), "x >= 3");
  EXPECT_EQ(shown_term("!(x.1 < y)"), "x >= y");
  EXPECT_EQ(shown_term("!(x.1 <= y)"), "x > y");
  EXPECT_EQ(shown_term("!(3 < y)"), "y <= 3");
  EXPECT_EQ(shown_term("!(3 <= y)"), "y < 3");
  EXPECT_EQ(shown_term("!(x.1 == y)"), "x != y");
  EXPECT_EQ(shown_term("1:i32 < 2"), "1 < 2");
}

TEST(Describe, ParenthesesFollowTheStructure) {
  EXPECT_EQ(shown_term("(y - 1) - 2 == y - (1 - y)"), "y - 1 - 2 == y - (1 - y)");
  EXPECT_EQ(shown_term("(y + 1) * 2 == -(y + 1)"), "(y + 1) * 2 == -(y + 1)");
  EXPECT_EQ(shown_term("!(b && y == 1)"), "!(b && y == 1)");
  EXPECT_EQ(shown_term("b || b && y == 1"), "b || (b && y == 1)");
  EXPECT_EQ(shown_term("(y | y & 1 | y) == 0"), "(y | (y & 1) | y) == 0");
  EXPECT_EQ(shown_term("y << 1 + y == ~y"), "y << (1 + y) == ~y");
  EXPECT_EQ(shown_term("(y == 1) == b"), "(y == 1) == b");
}

TEST(Describe, CastsConditionsAndMemoryLookLikeC) {
  EXPECT_EQ(shown_term("cast[i32](u) + 1 == y"), "(i32)u + 1 == y");
  EXPECT_EQ(shown_term("ite(b, y, 2) + 1 == y"), "(b ? y : 2) + 1 == y");
  EXPECT_EQ(shown_term("load[i32](m, &count) == 1"), "count == 1");
  EXPECT_EQ(shown_term("load[u8](m, &count) == 1"), "*(u8*)&count == 1");
  EXPECT_EQ(shown_term("load[i32](m, ptradd(p, 4)) == 1"), "*(i32*)(p + 4) == 1");
  EXPECT_EQ(shown_term("valid(live, p, 4) && freeable(live, p)"), "valid(p, 4) && freeable(p)");
}

TEST(Describe, Statements) {
  EXPECT_EQ(shown("skip"), "skip");
  EXPECT_EQ(shown("x.1 := y, y := x.1"), "x := y, y := x");
  EXPECT_EQ(shown("m := store(m, &count, y)"), "count := y");
  EXPECT_EQ(shown("m := store(m, ptradd(p, 8), 1:u8)"), "*(u8*)(p + 8) := 1");
  EXPECT_EQ(shown("assume[assumption] b"), "assume b");
  EXPECT_EQ(shown("assume[division_by_zero] y != 0"), "require y != 0 (no division by zero)");
  EXPECT_EQ(shown("havoc x.1, y from \"nondet\""), "x, y := any from nondet");
  EXPECT_EQ(shown("havoc unknown x.1"), "x := unknown");
  EXPECT_EQ(shown("call x.1 := f(y + 1)"), "x := f(y + 1)");
  EXPECT_EQ(shown("call f(1)"), "f(1)");
  EXPECT_EQ(shown("alloc p := 12 in m named \"malloc\""), "p := heap 12 bytes for malloc");
  EXPECT_EQ(shown("alloc p := 12 in m stack zeroed"), "p := stack zeroed 12 bytes");
  EXPECT_EQ(shown("free p"), "free(p)");
  EXPECT_EQ(shown("forget m[p, 4]"), "forget 4 bytes at p");
  EXPECT_EQ(shown("print &`\"hi\"`, y"), "printf(&\"hi\", y)");
  EXPECT_EQ(shown("print y := p on stderr"), "y := fprintf(stderr, p)");
  EXPECT_EQ(shown("print p, y into m[p, 3]"), "snprintf(p, 3, p, y)");
  EXPECT_EQ(shown("print p into m[p]"), "sprintf(p, p)");
  EXPECT_EQ(shown("exit 3"), "exit(3)");
  EXPECT_EQ(shown("abort"), "abort()");
  EXPECT_EQ(shown("fail"), "assertion fails");
}

} // namespace
} // namespace kleene::ir
