// SPDX-License-Identifier: Apache-2.0
// Relations in parts have the values of relations as wholes: on random formulas, on programs, and
// where only some formulas can be followed in parts.
#include "kleene/calculus/algorithms.h"

#include <gtest/gtest.h>

#include <random>

#include "explicit_calculus.h"
#include "rows.h"
#include "run_text.h"

namespace kleene::calculus {
namespace {

TextRun run_as(Partition partition, const std::string& text) {
  return run_text(text, {}, {}, partition);
}

void expect_same(const std::string& text, int& in_parts) {
  TextRun whole = run_as(Partition::Never, text);
  TextRun parts = run_as(Partition::Always, text);
  EXPECT_FALSE(whole.in_parts);
  EXPECT_EQ(parts.error, whole.error) << text;
  EXPECT_EQ(parts.truths, whole.truths) << text;
  EXPECT_EQ(parts.sizes, whole.sizes) << text;
  EXPECT_EQ(parts.warnings, whole.warnings) << text;
  in_parts += parts.in_parts ? 1 : 0;
}

TEST(Partition, RandomFormulasHaveTheSameValues) {
  int in_parts = 0;
  for (bool positive : {true, false}) {
    std::mt19937 random(positive ? 7U : 8U);
    for (int round = 0; round < 400 && !HasFailure(); ++round) {
      reference::System system = reference::random_system(random, positive);
      // Where an iteration never settles, it depends on the order of evaluation whether anyone notices.
      bool settles = true;
      for (std::size_t i = 0; i < system.equations.size(); ++i)
        settles = settles && reference::value_of(system, i).has_value();
      if (!settles) continue;
      std::string text = system.text();
      for (std::size_t i = 0; i < system.equations.size(); ++i)
        text += "#ons R" + std::to_string(i) + ";\n";
      expect_same(text, in_parts);
    }
  }
  EXPECT_GT(in_parts, 20);
}

/// Random graphs with places (enumerations), flags and frame conditions.
class RandomGraph {
public:
  explicit RandomGraph(unsigned seed) : random_(seed) {}

  std::string text() {
    std::string text = "enum P { 0..4 }; enum C { red, green, blue };"
                       "class S { P p; bool a, b; C c; bool d; };\n";
    text += relation("Step(S s, S t)", 9, {"s", "t"})
            + relation("Jump(S s, S t, S r)", 5, {"s", "t", "r"}) + relation("Start(S s)", 2, {"s"})
            + relation("Goal(S s)", 2, {"s"});
    return text;
  }

private:
  int pick(int bound) { return static_cast<int>(random_() % static_cast<unsigned>(bound)); }
  std::string bit() { return std::string(1, "abd"[pick(3)]); }

  std::string
  relation(const std::string& head, int clauses, const std::vector<std::string>& states) {
    std::string text = "bool " + head + "\n";
    const char* colours[] = {"red", "green", "blue"};
    for (int i = 0; i < clauses; ++i) {
      text += i == 0 ? "  " : "| ";
      for (const std::string& state : states)
        text += state + ".p = " + std::to_string(pick(5)) + " & " + state
                + ".c = " + colours[pick(3)] + " & ";
      for (int k = pick(5); k > 0; --k)
        text += condition(states) + " & ";
      text += "true\n";
    }
    return text + ";\n";
  }

  std::string condition(const std::vector<std::string>& states) {
    std::string x = states[static_cast<std::size_t>(pick(static_cast<int>(states.size())))];
    std::string y = states[static_cast<std::size_t>(pick(static_cast<int>(states.size())))];
    switch (pick(4)) {
    case 0:
      return "(" + x + "." + bit() + " <-> " + y + "." + bit() + ")";
    case 1:
      return "(" + x + "." + bit() + " <-> !" + y + "." + bit() + ")";
    case 2:
      return (pick(2) == 0 ? "!" : "") + x + "." + bit();
    default:
      return "(" + x + "." + bit() + " | " + y + "." + bit() + ")";
    }
  }

  std::mt19937 random_;
};

/// Joins, equalities, projections, choices, negation, mutual recursion and rounds.
constexpr const char* graph_formulas = R"(
mu bool Reach(S s) Start(s) | (exists S t. Reach(t) & Step(t, s));
mu bool Pair(S s, S t)
    s = t & Start(s)
  | (exists S x. Pair(s, x) & Step(x, t))
  | (exists S x. Pair(s, x) & (exists S y. Pair(x, y) & Jump(s, y, t)))
  | t = s & (exists S x. Step(x, t) & (exists S e. Pair(e, x)));
mu bool Even(S s);
mu bool Odd(S s) exists S t. Even(t) & Step(t, s);
mu bool Even(S s) Start(s) | (exists S t. Odd(t) & Step(t, s));
bool Both(S s) Even(s) & Odd(s);
bool OnlyEven(S s) Even(s) & !Odd(s);
bool Either(S s) Goal(s) | Reach(s) & (Even(s) | s.p = 2 & s.a);
bool Same(S s, S t) Reach(s) & Reach(t) & s.p = t.p & s.c != t.c;
mu bool New(bool now, S s);
bool Places(P p) exists S s. s.p = p & New(1, s) & !New(0, s);
mu bool New(bool now, S s)
    now & Start(s) | New(1, s) | now & (exists S t. New(1, t) & Places(t.p) & Step(t, s));
nu bool Forever(S s) Reach(s) & (exists S t. Step(s, t) & Forever(t));
#ons Step; #ons Jump; #ons Reach; #ons Pair; #ons Odd; #ons Both; #ons OnlyEven; #ons Either;
#ons Same; #ons New; #ons Forever;
exists S s. Reach(s) & Goal(s);
exists S s, S t. Pair(s, t) & Goal(t);
exists S s. Forever(s);
)";

TEST(Partition, RandomGraphsHaveTheSameValues) {
  int in_parts = 0;
  for (unsigned seed = 1; seed <= 150 && !HasFailure(); ++seed)
    expect_same(RandomGraph(seed).text() + graph_formulas, in_parts);
  EXPECT_EQ(in_parts, 150);
}

TEST(Partition, FormulasThatLeaveAnEnumerationOpenAreEvaluatedAsAWhole) {
  std::string text = "enum P { 0..4 }; class S { P p; bool a; };"
                     "bool All(S s) s.a; bool Not(S s) !(exists S t. t.p = s.p & t.a);"
                     "#ons All; #ons Not; exists S s. All(s) & s.p = 3; exists S s. Not(s);";
  int in_parts = 0;
  expect_same(text, in_parts);
  EXPECT_EQ(in_parts, 0);
  EXPECT_EQ(run_as(Partition::Always, text).truths, "TF");
}

TEST(Partition, OnlyFilesWithInputsAreInPartsUnlessAskedFor) {
  std::string types = "enum P { 0..4 }; class S { P p; bool a; };";
  std::string rest = "bool F(S s) s.p = 1 & s.a; exists S s. F(s);";
  EXPECT_FALSE(run_as(Partition::Programs, types + rest).in_parts);
  EXPECT_TRUE(run_as(Partition::Programs, types + "input F(S s);" + rest).in_parts);
}

TEST(Parts, CopiesShareAndDiffer) {
  Budget budget;
  BddManager manager(budget);
  Bdd x = manager.variable(manager.add_variable());
  Parts first;
  for (RowId row = 0; row < 200; row += 3)
    first.set(row, x);
  Parts second = first;
  EXPECT_EQ(first, second);
  second.set(150, Bdd());
  second.set(151, Bdd(true));
  second.set(3, x); // no change
  EXPECT_NE(first, second);
  EXPECT_EQ(second.count(), first.count());
  std::vector<RowId> differences;
  first.for_each_difference(second, [&](RowId row) {
    differences.push_back(row);
    return true;
  });
  EXPECT_EQ(differences, (std::vector<RowId>{150, 151}));
  EXPECT_EQ(first.at(150), x);
  EXPECT_TRUE(first.at(9999).is_false());
}

TEST(RowTable, FindsRowsBySomeOfTheirColumns) {
  RowTable rows;
  RowId a = rows.intern(0x12);
  RowId b = rows.intern(0x13);
  EXPECT_EQ(rows.matching(0xf0, 0x1f), (std::vector<RowId>{a, b}));
  RowId c = rows.intern(0x22);
  EXPECT_EQ(rows.intern(0x13), b);
  EXPECT_EQ(rows.matching(0x0f, 0x02), (std::vector<RowId>{a, c}));
  EXPECT_TRUE(rows.matching(0xf0, 0x30).empty());
  EXPECT_EQ(rows.distinct(0xf0), 2U);
  EXPECT_EQ(rows.find(0x33), std::nullopt);
}

} // namespace
} // namespace kleene::calculus
