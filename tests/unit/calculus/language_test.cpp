// SPDX-License-Identifier: Apache-2.0
// What each construct of the language means.
#include <gtest/gtest.h>

#include <gmock/gmock.h>

#include "run_text.h"

namespace kleene::calculus {
namespace {

std::string truths(const std::string& text) {
  TextRun run = run_text(text);
  EXPECT_EQ(run.error, "");
  return run.truths;
}

std::string sizes(const std::string& text) {
  TextRun run = run_text(text);
  EXPECT_EQ(run.error, "");
  return run.sizes;
}

TEST(Language, Connectives) {
  EXPECT_EQ(truths("true; false; 1; 0;"), "TFTF");
  EXPECT_EQ(truths("1 & 0; 1 | 0; !0; !1; !!1;"), "FTTFT");
  EXPECT_EQ(truths("1 -> 0; 0 -> 0; 1 <- 0; 0 <- 1; 1 <-> 1; 1 <-> 0; 1 <+> 0; 1 <+> 1;"),
            "FTTFTFTF");
  EXPECT_EQ(truths("if (1) 0 else 1; if (0) 0 else 1; if (0) 0; if (1) 0;"), "FTTF");
  EXPECT_EQ(truths("case 0: 1; 1: 0; 1: 1; esac; case 0: 1; esac; case 1: 1 esac;"), "FFT");
}

TEST(Language, PrecedenceFromLooseToTight) {
  EXPECT_EQ(truths("1 | 1 & 0;"), "T");                // 1 | (1 & 0)
  EXPECT_EQ(truths("0 & 0 -> 0;"), "T");               // (0 & 0) -> 0
  EXPECT_EQ(truths("!0 = 1;"), "T");                   // !(0 = 1)
  EXPECT_EQ(truths("!1 & 0 | 1;"), "T");               // ((!1) & 0) | 1
  EXPECT_EQ(truths("0 & exists bool x. x | 1;"), "F"); // the quantifier takes all to its right
  EXPECT_EQ(truths("(exists bool x. 0) | 1;"), "T");
  EXPECT_EQ(truths("if (0) 1 else 0 | 1;"), "T");    // else (0 | 1)
  EXPECT_EQ(truths("if (1) if (0) 1 else 0;"), "F"); // else belongs to the inner if
}

TEST(Language, QuantifiersRangeOverValues) {
  EXPECT_EQ(truths("exists bool x. x; forall bool x. x; Exists bool x: !x; FORALL bool x: x | !x;"),
            "TFTT");
  EXPECT_EQ(truths("enum E { a, b, c };"
                   "forall E x. x = a | x = b | x = c; exists E x. x != a & x != b & x != c;"),
            "TF");
  EXPECT_EQ(truths("enum R { 2..4 }; forall R x. x = 2 | x = 3 | x = 4; exists R x. x = 3;"), "TT");
  EXPECT_EQ(truths("forall bool x. exists bool y. x != y; exists bool y. forall bool x. x != y;"),
            "TF");
}

TEST(Language, VariablesMayBeShadowed) {
  EXPECT_EQ(truths("forall bool x. (exists bool x. !x) & (x | !x);"), "T");
  EXPECT_EQ(truths("exists bool x. x & (exists bool x. !x) & x;"), "T");
}

TEST(Language, CountsAreOverValuesOnly) {
  EXPECT_EQ(
      sizes("enum E { a, b, c }; bool F(E x) x != a; bool G(E x, bool y) 1; bool H(E x) !F(x);"
            "#ons F; #ons G; #onsetsize H;"),
      "F=2;G=6;H=1");
  EXPECT_EQ(sizes("enum One { only }; bool F(One x) 1; #ons F;"), "F=1");
  EXPECT_EQ(
      sizes("enum R { 0...6 }; class C { R x; R y; bool z; }; bool F(C c) c.x = c.y; #ons F;"),
      "F=14");
  EXPECT_EQ(sizes("bool F(bool a[100]) 1; #ons F;"), "F=1267650600228229401496703205376");
  EXPECT_EQ(sizes("class Empty { }; bool F(Empty e, bool b) 1; #ons F;"), "F=2");
}

TEST(Language, ConstantsAreScopedByTheirType) {
  EXPECT_EQ(truths("enum A { x, y }; enum B { y, x };"
                   "exists A a, B b. a = x & b = x; bool F(A a) a = y; F(y); F(x);"),
            "TTF");
  // A variable that has the name of a constant of the wanted type gives way to it.
  EXPECT_EQ(truths("enum A { x, y }; bool F(A a, bool x) a = x & x; exists A a. F(a, 1);"), "T");
}

TEST(Language, ClassesAreComparedAsWholes) {
  EXPECT_EQ(sizes("class D { bool p, q; }; class C { D d; bool r[2]; };"
                  "bool Same(C a, C b) a = b; bool Differ(C a, C b) a != b;"
                  "bool Part(C a, C b) a.d = b.d & a.r[0] = b.r[1]; bool Rows(C a) a.r[0] = a.d.p;"
                  "#ons Same; #ons Differ; #ons Part; #ons Rows;"),
            "Same=16;Differ=240;Part=32;Rows=8");
}

TEST(Language, ArraysAreIndexedByConstantsAndByValues) {
  EXPECT_EQ(sizes("enum I { 0..2 }; class C { bool bit[3]; }; bool At(C c, I i) c.bit[i];"
                  "bool Not(C c, I i) !c.bit[i]; #ons At; #ons Not;"),
            "At=12;Not=12");
  EXPECT_EQ(truths("enum I { a, b }; class C { I of[2]; };"
                   "exists C c. c.of[a] = b & c.of[c.of[a]] = a & c.of[1] = a;"),
            "T");
  EXPECT_EQ(truths("class P { bool x, y; }; bool F(P p[3]) p[0] = p[2] & !p[1].x;"
                   "exists P q[3]. F(q) & q[0].x & q[1].y; forall P q[3]. F(q);"
                   "exists P q[3], P r[3]. q = r & F(q) & !F(r);"),
            "TFF");
  EXPECT_EQ(truths("exists bool m[2][3]. m[1][2] & !m[0][2];"), "T");
}

TEST(Language, ArgumentsMayBePartsConstantsAndFormulas) {
  EXPECT_EQ(truths("class C { bool x, y; }; bool Less(bool a, bool b) !a & b;"
                   "forall C c. Less(c.x, c.y) -> c.y & !c.x; Less(0, 1); Less(1, 1);"
                   "forall C c. Less(c.x, c.x) -> false; forall C c. Less(c.x & c.y, c.x | c.y) "
                   "<-> (c.x <+> c.y);"),
            "TTFTT");
}

TEST(Language, ArgumentsAreSubstitutedSimultaneously) {
  EXPECT_EQ(truths("bool F(bool a, bool b) a & !b;"
                   "bool Swapped(bool a, bool b) F(b, a); bool Same(bool a, bool b) F(a, a);"
                   "Swapped(0, 1); Swapped(1, 0); exists bool a, bool b. Same(a, b);"),
            "TFF");
}

TEST(Language, EqualityOfFormulas) {
  EXPECT_EQ(truths("bool F(bool a) a; forall bool x. F(x) = x; forall bool x. F(x) != (x | x);"),
            "TF");
}

TEST(Language, CareSets) {
  EXPECT_EQ(
      truths("bool F(bool a, bool b) a & b;"
             "bool G(bool a, bool b) F(a, b) assume a; bool H(bool a, bool b) F(a, b) cofactor a;"
             "forall bool a, bool b. a -> (G(a, b) <-> F(a, b));"
             "forall bool a, bool b. a -> (H(a, b) <-> F(a, b));"
             "forall bool a, bool b. (F(a, b) assume b) & b <-> a & b;"),
      "TTT");
}

TEST(Language, ConstantsAndUnrolling) {
  std::string text = "const K = 3; enum N { 0..K }; class C { bool g[K + 1]; };"
                     "bool Chain(C c) forall i in 1..K. c.g[i - 1] -> c.g[i];"
                     "bool Some(C c) exists i in 0..K. c.g[i] & (i = K | !c.g[i + 1]);"
                     "bool Is(N n) exists i in 2..K. n = i;"
                     "#ons Chain; #ons Some; #ons Is;";
  EXPECT_EQ(sizes(text), "Chain=5;Some=15;Is=2");
  EXPECT_EQ(run_text(text, {{"K", 5}}).sizes, "Chain=7;Some=63;Is=4");
  EXPECT_EQ(truths("exists i in 1..0. 1; forall i in 1..0. 0; exists i in 1..4. i * i = 9;"),
            "FTT");
  EXPECT_EQ(truths("forall i in 0..3. forall j in 0..3. i < j -> i + 1 <= j;"), "T");
}

TEST(Language, FreeVariablesAreShown) {
  TextRun run =
      run_text("enum E { a, b, c }; E x; bool y; query both: x != b & (x = a -> y); y & !y;");
  ASSERT_EQ(run.error, "");
  ASSERT_EQ(run.outcomes.size(), 2U);
  EXPECT_EQ(run.outcomes[0].name, "both");
  EXPECT_EQ(run.outcomes[0].value, std::nullopt);
  EXPECT_EQ(run.outcomes[0].count->to_string(), "3");
  EXPECT_THAT(
      run.outcomes[0].lines,
      ::testing::ElementsAre("(x = a, y = true)", "(x = c, y = false)", "(x = c, y = true)"));
  EXPECT_EQ(run.outcomes[1].count->to_string(), "0");
}

TEST(Language, FreeVariablesReachThroughRelations) {
  TextRun run = run_text("bool x; bool F(bool a) a & x; F(1); exists bool a. F(a) & !x;");
  ASSERT_EQ(run.outcomes.size(), 2U);
  EXPECT_EQ(run.outcomes[0].count->to_string(), "1");
  EXPECT_EQ(run.outcomes[1].count->to_string(), "0");
}

TEST(Language, AllocationConstraintsNeverChangeTheMeaning) {
  std::string before = "class C { bool x, y; bool v[2]; } ";
  std::string after = "; enum E { p, q, r }; bool F(C a, E b, C c) ";
  std::string body = " a.x & b = q & c = a; #ons F;";
  for (const char* order : {"", "x ~+ y", "y < x", "x < y, y < x", "x ~- v", "~+ x", "y > v"})
    for (const char* heads : {"", "a ~+ c", "a < b", "b < a, a < b", "c ~- a, b > c", "~+ a"})
      EXPECT_EQ(sizes(before + order + after + heads + body), "F=8") << order << " / " << heads;
}

TEST(Language, ContradictoryConstraintsAreAWarning) {
  TextRun run = run_text("bool F(bool a, bool b) a < b, b < a a & b; F(1, 1);");
  EXPECT_EQ(run.truths, "T");
  ASSERT_EQ(run.warnings.size(), 1U);
  EXPECT_THAT(run.warnings[0], ::testing::HasSubstr("contradict"));
}

TEST(Language, DirectivesOfMucke) {
  TextRun run =
      run_text("#print \"several\nlines\"; #print; #timer reset; #frontier on; #verbose 2;"
               "bool F(bool x) x; #size F; #reset F; #reset all; #print statistics; F(1);"
               "#quit; F(0);");
  EXPECT_EQ(run.error, "");
  EXPECT_EQ(run.truths, "T");
  ASSERT_FALSE(run.outcomes.empty());
  EXPECT_EQ(run.outcomes[0].lines, std::vector<std::string>{"several\nlines"});
}

TEST(Language, TheFrontierDoesNotChangeValues) {
  std::string text = "enum P { 0..9 }; bool Next(P p, P q) p = 3 & q = 5 | p = 5 & q = 7;"
                     "mu bool Reach(P p) p = 3 | (exists P q. Reach(q) & Next(q, p)); #ons Reach;";
  EXPECT_EQ(run_text("#frontier off; " + text + "#frontier on; #ons Reach;").sizes,
            "Reach=3;Reach=3");
  EXPECT_EQ(run_text("#frontier sometimes; #timer never;").warnings.size(), 2U);
}

TEST(Language, TheFrontierWithoutAWordSwitchesItOn) {
  TextRun run = run_text("#frontier off; #frontier; bool F(bool x) x; F(1);");
  EXPECT_EQ(run.truths, "T");
  EXPECT_EQ(run.outcomes.size(), 1U); // it prints nothing
  EXPECT_TRUE(run.warnings.empty());
}

TEST(Language, TheStoppedTimerStandsStill) {
  TextRun run = run_text("#timer stop; #timer reset; bool F(bool x) x; F(1); #timer;");
  ASSERT_EQ(run.outcomes.size(), 2U);
  EXPECT_EQ(run.outcomes[1].lines, std::vector<std::string>{"timer: 0.000 s of processor time"});
}

TEST(Language, WhatIsDrawnOrPrintedElsewhereIsAWarning) {
  TextRun run = run_text("bool F(bool x) x; #vis F; #visualize F; #print symbols; F(1);");
  EXPECT_EQ(run.error, "");
  EXPECT_EQ(run.truths, "T");
  EXPECT_EQ(run.warnings.size(), 3U);
}

TEST(Language, SeveralTextsAreOneLine) {
  TextRun run = run_text("#print \"a\", \"b\"; #print \"c\", statistics; #print;");
  ASSERT_EQ(run.outcomes.size(), 4U);
  EXPECT_EQ(run.outcomes[0].lines, std::vector<std::string>{"a b"});
  EXPECT_EQ(run.outcomes[2].lines, std::vector<std::string>{"c"});
  EXPECT_EQ(run.outcomes[3].lines, std::vector<std::string>{""});
}

TEST(Language, BitsOfEnumerations) {
  std::string text =
      "enum Int { 0..7 }; enum E { p, q, r };"
      "bool Next(Int a, Int b) b[0] != a[0] & (if (a[0]) b[1] != a[1] else b[1] = a[1])"
      " & (if (a[0] & a[1]) b[2] != a[2] else b[2] = a[2]);"
      "bool Odd(Int a) a[0]; bool Second(E e) e[0]; #ons Next; #ons Odd; #ons Second;";
  EXPECT_EQ(sizes(text), "Next=8;Odd=4;Second=1");
  EXPECT_EQ(
      truths(text + "Next(3, 4); Next(7, 0); Next(3, 5); Odd(5); Odd(6); Second(q); Second(r);"),
      "TTFTFTF");
  EXPECT_THAT(run_text("enum E { 0..2 }; bool f(E e) e[2];").error,
              ::testing::HasSubstr("bits 0 to 1"));
}

TEST(Language, NamesMayHavePrimes) {
  EXPECT_EQ(truths("bool Less(bool r, bool r') !r & r'; Less(0, 1); Less(1, 1);"), "TF");
}

TEST(Language, AttributesOfMucke) {
  std::string text = "enum E { a, b }; bool F(E x, E y) (x = y) { witcs 1 > 0, x = a } & (x = a) { "
                     "alloccs x < y };"
                     "bool G(E x, E y) (x = y) { assume x = a } & x = a; #ons F; #ons G;"
                     "mu bool M(E x, E y) F(x, y) { show \"pair\", x }; #ons M;";
  EXPECT_EQ(run_text(text).error, "");
  EXPECT_EQ(sizes(text), "F=1;G=1;M=1");
}

TEST(Language, TheTimerPrintsOneLine) {
  TextRun run = run_text("#timer reset; #timer go; bool F(bool x) x; F(1); #timer;");
  ASSERT_EQ(run.outcomes.size(), 2U);
  ASSERT_EQ(run.outcomes[1].lines.size(), 1U);
  EXPECT_THAT(run.outcomes[1].lines[0], ::testing::MatchesRegex("timer: [0-9.]+ s of .*"));
  EXPECT_EQ(run_text("#dump F;").warnings.size(), 1U);
}

TEST(Language, ConstraintsMayNameComponentsOfComponents) {
  std::string text = "class G { bool x, y; }; class S { G g; bool z; } g.y < z, z < g.x;"
                     "bool F(S s) s.g.x & !s.z; #ons F; exists S s. F(s) & s.g.y;";
  TextRun run = run_text(text);
  EXPECT_EQ(run.sizes, "F=2");
  EXPECT_EQ(run.truths, "T");
  EXPECT_TRUE(run.warnings.empty());
  EXPECT_EQ(run_text("class G { bool x; }; class S { G g; bool z; } g.w < z;").warnings.size(), 1U);
}

TEST(Language, FilesAreLoaded) {
  std::map<std::string, std::string> files{{"a.mu", "bool A(bool x) x; #load sub/b;"},
                                           {"sub/b.fix", "#load c.mu; bool B(bool x) C(x) & A(x);"},
                                           {"sub/c.mu", "bool C(bool x) 1;"}};
  EXPECT_EQ(run_text("#load a; B(1); B(0);", {}, files).truths, "TF");
  EXPECT_EQ(run_text("#load \"a.mu\" ; C(0);", {}, files).truths, "T");
  EXPECT_EQ(run_text("#load a, \"sub/c\"; A(1); C(0);",
                     {},
                     {{"a.mu", "bool A(bool x) x;"}, {"sub/c.mu", "bool C(bool x) 1;"}})
                .truths,
            "TT");
  EXPECT_THAT(run_text("#load x;", {}, files).error, ::testing::HasSubstr("cannot read 'x'"));
  files["sub/c.mu"] = "#load ../a;";
  EXPECT_NE(run_text("#load a;", {}, files).error, "");
}

TEST(Language, InputsAreBoundFromOutside) {
  SourceFiles files;
  FileId good = files.add("good.fix",
                          "enum E { a, b, c }; class S { E e; bool f[2]; };"
                          "input R(S s, bool x); bool N(S s) !R(s, 1); #ons R; #ons N;");
  auto session = Session::read(files, {good});
  ASSERT_TRUE(session.ok());
  EXPECT_EQ((*session)->open_inputs(), std::vector<std::string>{"R"});
  (*session)->bind("R", [](BddManager& manager, const std::vector<TypedBlock>& formals) {
    TypedBlock f = formals[0].component("f");
    return manager.variable(f.element(1).bits[0]) & manager.variable(formals[1].bits[0]);
  });
  EXPECT_TRUE((*session)->open_inputs().empty());
  Budget budget;
  auto outcomes = (*session)->evaluate(budget, silent_observer());
  ASSERT_TRUE(outcomes.ok());
  EXPECT_EQ((*outcomes)[0].count->to_string(), "6");
  EXPECT_EQ((*outcomes)[1].count->to_string(), "6");
}

TEST(Language, InputsMayBeDefinedByEarlierText) {
  EXPECT_EQ(truths("bool R(bool x) !x; input R(bool y); R(0);"), "T");
  EXPECT_EQ(truths("input R(bool y); bool S(bool x) R(x); bool R(bool x) !x; S(0); S(1);"), "TF");
  EXPECT_THAT(run_text("input R(bool x); R(1);").error, ::testing::HasSubstr("'R' is not given"));
}

} // namespace
} // namespace kleene::calculus
