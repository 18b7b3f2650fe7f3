// SPDX-License-Identifier: Apache-2.0
// Wrong input is refused with its place and with what was expected.
#include <gtest/gtest.h>

#include <gmock/gmock.h>

#include "run_text.h"

namespace kleene::calculus {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

struct Case {
  const char* text;
  const char* place;
  const char* message;
};

class Errors : public ::testing::TestWithParam<Case> {};

TEST_P(Errors, AreReportedWithTheirPlace) {
  TextRun run = run_text(GetParam().text);
  EXPECT_EQ(run.place, GetParam().place);
  EXPECT_THAT(run.error, HasSubstr(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    Syntax,
    Errors,
    ::testing::Values(Case{"bool F(bool x) x &;", "1:19", "expected a formula, found ';'"},
                      Case{"1 -> 1 -> 1;", "1:8", "expected ';'"},
                      Case{"enum E { };", "1:10", "expected the name of a constant"},
                      Case{"\n  exists bool x y;", "2:17", "expected '.'"},
                      Case{"if 1 1;", "1:4", "expected '(' after 'if'"},
                      Case{"case 1: 1; ", "1:12", "expected a formula, found end of file"},
                      Case{"bool F(bool x) (x;", "1:18", "expected ')' to close '('"},
                      Case{"1 $ 1;", "1:3", "unexpected character '$'"},
                      Case{"/* no end", "1:1", "this comment does not end"},
                      Case{"#print \"no end;", "1:8", "this string does not end"},
                      Case{"#nonsense 3;", "1:1", "unknown directive '#nonsense'"},
                      Case{"load dmecommon1;", "1:1", "unknown type 'load'"},
                      Case{"mu F(bool x) x;", "1:4", "expected 'bool'"},
                      Case{"1", "1:2", "expected ';' after the formula"}));

INSTANTIATE_TEST_SUITE_P(
    Types,
    Errors,
    ::testing::Values(
        Case{"enum E { a, b }; exists E x. x;",
             "1:30",
             "expected a value of type bool, found one of type E"},
        Case{"enum E { a, b }; enum D { a }; exists E x, D y. x = y;",
             "1:53",
             "expected a value of type E, found one of type D"},
        Case{"enum E { a, b }; exists E x. x = c;",
             "1:34",
             "'c' is neither a variable nor a constant of type E"},
        Case{"enum R { 0..3 }; exists R x. x = 4;", "1:34", "4 is no value of type R"},
        Case{"exists bool x. x = 2;", "1:20", "2 is no value of type bool"},
        Case{"bool F(bool x) x; F(1, 1);", "1:19", "'F' takes 1 arguments, here are 2"},
        Case{"G(1);", "1:1", "unknown relation 'G'"},
        Case{"bool F(bool x) x; F;", "1:19", "'F' is a relation: it needs arguments"},
        Case{"bool F(T x) 1;", "1:8", "unknown type 'T'"},
        Case{"exists bool x. x.y;", "1:16", "only values of a class have components"},
        Case{"class C { bool x; }; exists C c. c.y;", "1:34", "type C has no component 'y'"},
        Case{"exists bool x. x[0];", "1:16", "only arrays can be indexed"},
        Case{"exists bool x[2]. x[2];", "1:21", "index 2 is outside of bool[2]"},
        Case{"enum I { 0..2 }; exists bool x[2], I i. x[i];", "1:43", "the index may be 2"},
        Case{"enum E { a, a };", "1:13", "constant 'a' occurs twice"},
        Case{"class C { bool x, x; };", "1:19", "component 'x' occurs twice"},
        Case{"enum R { 3..1 };", "1:1", "the range of 'R' is empty"},
        Case{"bool F(bool x, bool x) x;", "1:21", "parameter 'x' occurs twice"},
        Case{"bool F(bool x) x; bool F(bool x) x;", "1:24", "'F' is already defined"},
        Case{"mu bool F(bool x); bool F(bool x) x;", "1:25", "another fixed point"},
        Case{"enum E { a }; bool F(E x); bool F(bool x) x;",
             "1:33",
             "was declared with parameters (E)"},
        Case{"bool F(bool x) F(x); F(1);", "1:6", "declare it 'mu' or 'nu'"},
        Case{"bool F(bool x); F(1);", "1:6", "'F' is declared but never defined"},
        Case{"bool b[K];", "1:8", "unknown constant 'K'"},
        Case{"bool b[0];", "1:8", "at least one element"},
        Case{"enum E { a }; enum D { a }; a = a;", "1:29", "cannot tell the type of 'a' and 'a'"},
        Case{"#ons Nobody;", "1:6", "unknown relation 'Nobody'"}));

TEST(ErrorLimits, DeepNestingIsRefused) {
  for (std::size_t depth : {std::size_t{100}, std::size_t{100'000}}) {
    std::string open(depth, '(');
    std::string close(depth, ')');
    TextRun run = run_text(open + "1" + close + ";");
    EXPECT_EQ(run.error.empty(), depth == 100) << run.error;
  }
  std::string nots(1'000'001, '!');
  EXPECT_EQ(run_text(nots + "1;").truths, "F");
  std::string ifs;
  for (int i = 0; i < 100'000; ++i)
    ifs += "if (1) 0 else ";
  EXPECT_THAT(run_text(ifs + "1;").error, HasSubstr("nested too deeply"));
}

TEST(ErrorLimits, WideFormulasAreFine) {
  std::string text = "0";
  for (int i = 0; i < 50'000; ++i)
    text += " | 0 & 1";
  EXPECT_EQ(run_text(text + ";").truths, "F");
}

TEST(ErrorLimits, HugeTypesAreRefused) {
  EXPECT_NE(run_text("bool b[99999999];").error, "");
  EXPECT_NE(run_text("class A { bool x[1000]; }; class B { A y[1000]; };").error, "");
  EXPECT_NE(run_text("forall i in 0..99999999. 1;").error, "");
  EXPECT_NE(run_text("const K = 999999999 * 999999999 * 999999999 * 999999999;").error, "");
}

} // namespace
} // namespace kleene::calculus
