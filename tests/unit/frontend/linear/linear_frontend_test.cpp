// SPDX-License-Identifier: Apache-2.0
#include "kleene/frontend/linear/linear_frontend.h"

#include <gtest/gtest.h>

#include <gmock/gmock.h>

namespace kleene::frontend::linear {
namespace {

using ::testing::HasSubstr;

ir::Program read(const std::string& text) {
  auto program = read_linear("t.lin", text);
  EXPECT_TRUE(program.ok()) << (program.ok() ? "" : render(program.error()));
  return program.ok() ? std::move(program).value() : ir::Program();
}

Diagnostic error(const std::string& text) {
  auto program = read_linear("t.lin", text);
  EXPECT_FALSE(program.ok());
  return program.ok() ? Diagnostic() : program.error();
}

template <class S>
std::vector<const ir::Edge*> edges_with(const ir::Procedure& p) {
  std::vector<const ir::Edge*> result;
  for (const ir::Edge& e : p.edges)
    if (std::holds_alternative<S>(e.statement)) result.push_back(&e);
  return result;
}

const ir::Procedure& main_of(const ir::Program& program) {
  return program.procedure(program.entry);
}

TEST(LinearFrontend, ReadsTheGrammarOfThePaperWithoutBracesAndTypes) {
  ir::Program p =
      read("int even x;\n"
           "main() x = 5; parity(x); assert(even = 0);\n"
           "parity(n) if (n = 0) { even = 1; } else { parity(n - 1); even = 1 - even; }\n");
  ASSERT_EQ(p.procedures.size(), 2U);
  EXPECT_EQ(main_of(p).name, "main");
  EXPECT_EQ(p.globals.size(), 2U);
  EXPECT_EQ(p.procedures[1].parameters.size(), 1U);
  EXPECT_EQ(edges_with<ir::Call>(p.procedures[1]).size(), 1U);
}

TEST(LinearFrontend, AFailingAssertionIsATarget) {
  ir::Program p = read("int x; main() { assert(x >= 0); }");
  std::size_t targets = 0;
  for (const ir::Location& l : main_of(p).locations)
    if (l.target && l.target->kind == ir::TargetKind::Assertion) ++targets;
  EXPECT_EQ(targets, 1U);
  EXPECT_EQ(edges_with<ir::Halt>(main_of(p)).size(), 1U);
}

TEST(LinearFrontend, VariablesWithoutValueAreArbitrary) {
  ir::Program p = read("int g; int h = -3; main() { int a, b = g + 1; a = b; }");
  EXPECT_FALSE(p.variable(*p.find_variable("g")).initial.has_value());
  EXPECT_EQ(p.variable(*p.find_variable("h")).initial->value(), -3);
  auto havocs = edges_with<ir::Havoc>(main_of(p));
  ASSERT_EQ(havocs.size(), 1U);
  const auto& havoc = std::get<ir::Havoc>(havocs[0]->statement);
  EXPECT_EQ(havoc.choice, ir::Choice::Input);
  EXPECT_EQ(havoc.variables, std::vector<VarId>{*p.find_variable("a")});
}

TEST(LinearFrontend, ALocalHidesAGlobalOfTheSameName) {
  ir::Program p = read("int x; f(x) { x = 1; } main() { x = 2; f(x); }");
  VarId global = *p.find_variable("x");
  const auto& inner = std::get<ir::Assign>(edges_with<ir::Assign>(p.procedures[0])[0]->statement);
  const auto& outer = std::get<ir::Assign>(edges_with<ir::Assign>(p.procedures[1])[0]->statement);
  EXPECT_NE(inner.targets[0], global);
  EXPECT_EQ(inner.targets[0], p.procedures[0].parameters[0]);
  EXPECT_EQ(outer.targets[0], global);
}

TEST(LinearFrontend, ConstantsFoldAndProductsScale) {
  ir::Program p = read("int x, y; main() { y = 2 * (x + 3) - (1 + 2) * x + 4; }");
  const auto& a = std::get<ir::Assign>(edges_with<ir::Assign>(main_of(p))[0]->statement);
  // 2x - 3x + 10, for x = 5: 5
  TermManager& t = *p.terms;
  Term x = p.var(*p.find_variable("x"));
  Type i = Type::integer();
  Term expected = t.binary(Op::Add,
                           t.binary(Op::Sub,
                                    t.binary(Op::Mul, t.constant(i, 2), x),
                                    t.binary(Op::Mul, t.constant(i, 3), x)),
                           t.constant(i, 10));
  EXPECT_EQ(a.values[0], expected);
}

TEST(LinearFrontend, AQuestionMarkBranchesFreely) {
  ir::Program p = read("main() { while (?) { ; } }");
  std::map<std::size_t, std::size_t> skips;
  for (const ir::Edge* e : edges_with<ir::Skip>(main_of(p)))
    ++skips[e->from.index()];
  EXPECT_TRUE(std::ranges::any_of(skips, [](auto& s) { return s.second == 2; }));
}

TEST(LinearFrontend, MixedConditionsShortCircuit) {
  ir::Program p = read("int x; main() { if (x > 0 && ?) { x = 1; } else { x = 2; } }");
  // the guard, its negation, and a free choice behind the guard only
  EXPECT_EQ(edges_with<ir::Assume>(main_of(p)).size(), 2U);
  auto guard = edges_with<ir::Assume>(main_of(p))[0];
  std::size_t choices = 0;
  for (const ir::Edge* e : edges_with<ir::Skip>(main_of(p)))
    choices += e->from == guard->to ? 1U : 0U;
  EXPECT_EQ(choices, 2U);
}

TEST(LinearFrontend, GotoForwardAndBackwardMeetTheirLabel) {
  ir::Program p =
      read("int x; main() { A: x = x + 1; if (x < 5) { goto A; } goto B; x = 9; B: ; }");
  std::map<std::string, std::size_t> where;
  const ir::Procedure& m = main_of(p);
  for (std::size_t l = 0; l < m.locations.size(); ++l)
    for (const std::string& name : m.locations[l].labels)
      where[name] = l;
  ASSERT_EQ(where.size(), 2U);
  std::size_t to_a = 0;
  std::size_t to_b = 0;
  for (const ir::Edge& e : m.edges) {
    to_a += e.to.index() == where["A"] ? 1U : 0U;
    to_b += e.to.index() == where["B"] ? 1U : 0U;
  }
  EXPECT_EQ(to_a, 2U);
  EXPECT_EQ(to_b, 2U);
}

TEST(LinearFrontend, TheTwoSpellingsOfAtMostAreTheSame) {
  ir::Program a = read("int x; main() { assume(x =< 3); }");
  ir::Program b = read("int x; main() { assume(x <= 3); }");
  auto condition = [](const ir::Program& p) {
    return std::get<ir::Assume>(edges_with<ir::Assume>(main_of(p))[0]->statement).condition;
  };
  EXPECT_EQ(condition(a).op(), Op::Le);
  EXPECT_EQ(condition(b).op(), Op::Le);
}

TEST(LinearFrontend, NumbersHaveAnySize) {
  ir::Program p = read("int x; main() { x = 999999999999999999999999999999999999999999; }");
  Term value = std::get<ir::Assign>(edges_with<ir::Assign>(main_of(p))[0]->statement).values[0];
  EXPECT_EQ(to_string(value.value()), "999999999999999999999999999999999999999999");
}

struct Wrong {
  const char* text;
  std::uint32_t line;
  std::uint32_t column;
  const char* message;
};

class LinearFrontendErrors : public ::testing::TestWithParam<Wrong> {};

TEST_P(LinearFrontendErrors, NameTheirPlace) {
  Diagnostic d = error(GetParam().text);
  EXPECT_EQ(d.kind, ErrorKind::Parse);
  EXPECT_EQ(d.begin.line, GetParam().line) << d.message;
  EXPECT_EQ(d.begin.column, GetParam().column) << d.message;
  EXPECT_THAT(d.message, HasSubstr(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    All,
    LinearFrontendErrors,
    ::testing::Values(Wrong{"int x;\nmain() { x = y; }", 2, 14, "'y' is not declared"},
                      Wrong{"int x, y; main() { x = x * y; }", 1, 24, "not linear"},
                      Wrong{"main() { f(); }", 1, 10, "no procedure 'f'"},
                      Wrong{"f(a) { ; } main() { f(1, 2); }", 1, 21, "takes 1 argument, not 2"},
                      Wrong{"main() { goto L; }", 1, 15, "no label 'L'"},
                      Wrong{"main() { L: ; L: ; }", 1, 15, "defined twice"},
                      Wrong{"int x; int x; main() { ; }", 1, 12, "declared twice"},
                      Wrong{"f(a a) { ; } main() { ; }", 1, 5, "declared twice"},
                      Wrong{"main() { ; } main() { ; }", 1, 14, "defined twice"},
                      Wrong{"int x; main() { x = 1 }", 1, 23, "expected ';'"},
                      Wrong{"int x; main() { if (x) { ; } }", 1, 22, "expected a comparison"},
                      Wrong{"int x; main() { x = 1; /* open", 1, 24, "not closed"},
                      Wrong{"int x; main() { x = $; }", 1, 21, "'$' has no meaning"},
                      Wrong{"int while; main() { ; }", 1, 5, "keyword 'while'"},
                      Wrong{"int x = y; main() { ; }", 1, 9, "must be a constant"},
                      Wrong{"int x; f() { ; }", 0, 0, "no procedure 'main'"},
                      Wrong{"main() { if (?) { ;", 1, 20, "before the end of the file"}));

TEST(LinearFrontend, DeepNestingIsAnErrorAndNoCrash) {
  std::string deep = "int x; main() { x = ";
  deep += std::string(100'000, '(');
  EXPECT_THAT(error(deep).message, HasSubstr("levels deep"));
  std::string blocks = "main() ";
  blocks += std::string(100'000, '{');
  EXPECT_THAT(error(blocks).message, HasSubstr("levels deep"));
}

TEST(LinearFrontend, ALongProgramIsNoProblem) {
  std::string text = "int x; main() {\n";
  for (int i = 0; i < 20'000; ++i)
    text += "x = x + 1;\n";
  EXPECT_EQ(main_of(read(text + "}")).edges.size(), 20'001U);
}

} // namespace
} // namespace kleene::frontend::linear
