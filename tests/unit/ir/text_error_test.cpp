// SPDX-License-Identifier: Apache-2.0
// Texts that are no programs: the complaint is at the right place and says what is wrong.
#include "kleene/ir/text.h"

#include <gtest/gtest.h>

#include <gmock/gmock.h>
#include <random>

#include "random_program.h"

namespace kleene::ir {
namespace {

using testing::HasSubstr;

struct WrongText {
  std::string text; ///< a `#` marks the place of the complaint and is taken out
  std::string message;
};
void PrintTo(const WrongText& wrong, std::ostream* out) {
  *out << wrong.text;
}

class TextError : public testing::TestWithParam<WrongText> {};

TEST_P(TextError, IsReportedWhereItIs) {
  std::string text = GetParam().text;
  std::size_t offset = text.find('#');
  ASSERT_NE(offset, std::string::npos);
  text.erase(offset, 1);
  auto line = static_cast<std::uint32_t>(1 + std::count(text.begin(), text.begin() + offset, '\n'));
  std::size_t newline = offset == 0 ? std::string::npos : text.rfind('\n', offset - 1);
  auto column =
      static_cast<std::uint32_t>(newline == std::string::npos ? offset + 1 : offset - newline);

  Result<Program> program = parse(text, "wrong.ir");
  ASSERT_FALSE(program);
  EXPECT_THAT(program.error().message, HasSubstr(GetParam().message));
  EXPECT_EQ(program.error().begin, (SourcePoint{line, column})) << program.error().message;
  EXPECT_EQ(program.error().file, "wrong.ir");
  EXPECT_EQ(program.error().kind, ErrorKind::Parse);
}

INSTANTIATE_TEST_SUITE_P(
    Tokens,
    TextError,
    testing::Values(WrongText{"global x: i32 = 0;\n  #\\", "unexpected character '\\'"},
                    WrongText{"#\x01", "unexpected byte 0x01"},
                    WrongText{std::string("global #\0", 9), "unexpected byte 0x00"},
                    WrongText{"file #\"a.c", "no closing \""},
                    WrongText{"file #\"a\nb\";", "no closing \""},
                    WrongText{"file \"a#\\qb\";", "unknown escape"},
                    WrongText{"file \"a#\\x4", "unknown escape"},
                    WrongText{"missing #``;", "should not be empty"},
                    WrongText{"first_free #0x;", "malformed number"},
                    WrongText{"first_free #12ab;", "malformed number"},
                    WrongText{"global x: int = #" + std::string(1'500'000, '9') + ";",
                              "too many digits"}));

INSTANTIATE_TEST_SUITE_P(
    Declarations,
    TextError,
    testing::Values(
        WrongText{"#hello", "expected a declaration"},
        WrongText{"#;", "expected a declaration"},
        WrongText{"global #;", "expected the name of a variable, but found ';'"},
        WrongText{"global x#", "expected ':', but found the end of the text"},
        WrongText{"global x: #i65 = 0;", "expected a type"},
        WrongText{"global x: #i0 = 0;", "expected a type"},
        WrongText{"global x: i32#;", "'= ?' for any value"},
        WrongText{"global x: i32 = 0#", "expected ';'"},
        WrongText{"global x: i32 = 0;\nglobal y, #x: i32 = 0;", "x is declared twice"},
        WrongText{"global x: u8 = #256;", "256 is no value of type u8"},
        WrongText{"global x: u8 = #-1;", "-1 is no value of type u8"},
        WrongText{"global x: bool = #1;", "expected a value of type bool, but this is a number"},
        WrongText{"global x: u64 = #&o;", "there is no object o"},
        WrongText{"global a: allocation; global #b: allocation;", "one allocation table only"},
        WrongText{"global x: i32 = 0 @ #1:2;", "there is no file number 0"},
        WrongText{"file \"a\"; global x: i32 = 0 @ #1/1:2;", "there is no file number 1"},
        WrongText{"file \"a\"; global x: i32 = 0 @ 1:#x;", "expected a column number"},
        WrongText{"file \"a\"; file #\"a\";", "declared twice"},
        WrongText{"pointer_width #12;", "8, 16"},
        WrongText{"first_free #0x10000000000000000;", "64 bits"},
        WrongText{"entry #f;", "there is no procedure f"},
        WrongText{"library #global", "expected 'proc'"},
        WrongText{"global m: memory; object o at #m;", "expected an address"},
        WrongText{"object o at 1 in #m;", "there is no variable m of type memory"},
        WrongText{"global m: memory; object o at 1 in m bytes #\"abc\";", "hexadecimal"},
        WrongText{"global m: memory; object o at 1 in m bytes #\"0g\";", "hexadecimal"},
        WrongText{"global m: memory; object o at 1 in m pointers 0: &#p;", "there is no object p"},
        WrongText{"function f at 1; function #f at 2;", "declared twice"},
        WrongText{"function f at 1 body #f;", "there is no procedure f"},
        WrongText{"proc f() {} proc #f() {}", "declared twice"},
        WrongText{"proc f(x: int, #x: int) {}", "declared twice"},
        WrongText{"proc f(x: int) { local #x: int; }", "declared twice"}));

INSTANTIATE_TEST_SUITE_P(
    Bodies,
    TextError,
    testing::Values(
        WrongText{"proc f() {\n  a -> b: skip\n#}", "expected ';', but found '}'"},
        WrongText{"proc f() {#", "expected a declaration, an edge or '}'"},
        WrongText{"proc f() { a #: skip; }", "expected '->'"},
        WrongText{"proc f() { a -> #: skip; }", "expected a location"},
        WrongText{"proc f() { a -> b: #jump; }", "expected a statement"},
        WrongText{"proc f() { a -> b: #x := 1; }", "there is no variable x here"},
        WrongText{"proc g(x: int) {} proc f() { a -> b: #x := 1; }", "no variable x here"},
        WrongText{"proc f() { a -> b: havoc #x; }", "there is no variable x here"},
        WrongText{"proc f() { a -> b: call #g(); }", "there is no procedure g"},
        WrongText{"proc f(n: int) { a -> b: call f(#); }", "expected a term"},
        WrongText{"proc f(n: int) { a -> b: call f(1#, 2); }", "expected ')'"},
        WrongText{"proc f(n: int, m: int) { a -> b: call f(1#); }", "expected ','"},
        WrongText{"proc f(n: int) { a -> b: call f(#true); }", "expected a value of type int"},
        WrongText{"proc f() { a -> b: assume[#maybe] true; }", "no kind of assumption 'maybe'"},
        WrongText{"proc f() { location a target #x; }", "expected 'assertion'"},
        WrongText{"proc f(p: u64) { a -> b: alloc p := 1 in #p; }",
                  "should be a variable of type memory"},
        WrongText{"proc f(p: u64) { a -> b: print p on #stdout; }", "expected 'stderr'"}));

INSTANTIATE_TEST_SUITE_P(
    Terms,
    TextError,
    testing::Values(
        WrongText{"global x: i32 = 1 +#;", "expected a term, but found ';'"},
        WrongText{"global x: i32 = (1#;", "expected an operator or ')'"},
        WrongText{"global x: i32 = ite(true, 1#;", "expected an operator, ',' or ')'"},
        WrongText{"global x: i32 = ite(true, 1#);", "expected ',': ite has 3 operands"},
        WrongText{"global x: i32 = ite(true, 1, 2#, 3);", "expected ')': ite has 3 operands"},
        WrongText{"global x: i32 = #f(1);", "there is no operator f"},
        WrongText{"global x: i32 = cast#(1);", "expected '['"},
        WrongText{"global x: i32 = cast[i32](#1);", "the type of this number is not clear here"},
        WrongText{"global x: bool = #1 < 2;", "the type of this number is not clear here"},
        WrongText{"global x: i32 = 1:#bool;", "a number should have an integer type"},
        WrongText{"global y: u8 = 0; global x: i32 = #1 + y;",
                  "expected a value of type i32, but this has type u8"},
        WrongText{"global y: u8 = 0; global x: bool = y == 1 && #y;",
                  "expected a value of type bool"},
        WrongText{"global x: bool = #true + false;", "should be an integer, but it has type bool"},
        WrongText{"global m: memory; global x: bool = #m == m;", "integer or bool"},
        WrongText{"global m: memory; global x: i12 = #load[i12](m, 0);", "whole bytes"},
        WrongText{"global m: memory; global x: i32 = load[i32](m, #0:i32);",
                  "expected a value of type u64"},
        WrongText{"global x: i32 = load[i32](#x, 0);", "expected a value of type memory"}));

TEST(TextError, ShowsTheSourceLineWithACaret) {
  Result<Program> program = parse("proc f() {\n  a -> b: x := 1;\n}\n", "f.ir");
  ASSERT_FALSE(program);
  EXPECT_EQ(render(program.error()),
            "f.ir:2:11: error: there is no variable x here\n"
            "     2 |   a -> b: x := 1;\n"
            "       |           ^\n");
}

/// Damaged programs parse or not, but nothing worse happens.
TEST(TextError, DamagedProgramsDoNoHarm) {
  std::mt19937 rng(1);
  unsigned accepted = 0;
  for (std::uint32_t seed = 1; seed <= 100; ++seed) {
    std::string text = print(random_program(seed));
    for (int i = 0; i < 20; ++i) {
      std::string damaged = text;
      std::size_t place = rng() % damaged.size();
      switch (rng() % 4) {
      case 0:
        damaged.resize(place);
        break;
      case 1:
        damaged[place] = static_cast<char>(rng());
        break;
      case 2:
        damaged.erase(place, rng() % 20);
        break;
      default:
        damaged.insert(place, damaged.substr(rng() % damaged.size(), rng() % 20));
      }
      Result<Program> program = parse(damaged, "damaged.ir");
      if (!program) {
        EXPECT_FALSE(program.error().message.empty());
        continue;
      }
      ++accepted;
      std::string again = print(*program);
      Result<Program> second = parse(again, "again.ir");
      ASSERT_TRUE(second) << render(second.error());
      EXPECT_EQ(print(*second), again);
    }
  }
  EXPECT_GT(accepted, 0U);
}

TEST(TextError, DeepNestingIsNoProblem) {
  constexpr std::size_t depth = 100'000;
  std::string open(depth, '(');
  std::string close(depth, ')');
  Result<Program> balanced = parse("global x: i32 = " + open + "1" + close + ";", "deep.ir");
  ASSERT_TRUE(balanced) << render(balanced.error());
  EXPECT_EQ(balanced->variables[0].initial->value(), 1);
  Result<Program> unbalanced = parse("global x: i32 = " + open + "1;", "deep.ir");
  ASSERT_FALSE(unbalanced);
  EXPECT_EQ(unbalanced.error().begin.column, 18 + depth);
}

TEST(TextError, DeepTermsSurvive) {
  constexpr std::size_t depth = 20'000;
  Program program;
  VarId x = program.add_variable({.name = "x", .type = Type::integer()});
  Term left = program.var(x);
  Term right = program.var(x);
  for (std::size_t i = 0; i < depth; ++i) {
    left = program.terms->binary(Op::Sub, left, program.var(x));
    right = program.terms->binary(Op::Sub, program.var(x), right);
  }
  Procedure p{.name = "main"};
  p.entry = p.add_location();
  p.exit = p.add_location();
  p.add_edge(p.entry, p.exit, Assume{program.terms->eq(left, right)});
  program.entry = program.add_procedure(p);
  std::string text = print(program);
  Result<Program> again = parse(text, "deep.ir");
  ASSERT_TRUE(again) << render(again.error());
  EXPECT_EQ(print(*again), text);
  EXPECT_EQ(again->terms->size(), program.terms->size());
}

} // namespace
} // namespace kleene::ir
