// SPDX-License-Identifier: Apache-2.0
#include "kleene/domain/presburger_domain.h"
#include "kleene/frontend/linear/linear_frontend.h"

#include <gtest/gtest.h>

#include <random>

namespace kleene::domain {
namespace {

using presburger::Expr;
using presburger::Map;
using presburger::Point;
using presburger::Set;

/// The value of a term in plain arithmetic: what formulas should mean.
Integer value(Term t, const Point& state) {
  auto arg = [&](std::size_t i) { return value(t.arg(i), state); };
  switch (t.op()) {
  case Op::Constant:
    return t.value();
  case Op::Variable:
    return state[t.variable().index()];
  case Op::Not:
    return arg(0) == 0 ? 1 : 0;
  case Op::And:
    for (std::size_t i = 0; i < t.arity(); ++i)
      if (arg(i) == 0) return 0;
    return 1;
  case Op::Or:
    for (std::size_t i = 0; i < t.arity(); ++i)
      if (arg(i) != 0) return 1;
    return 0;
  case Op::Eq:
    return arg(0) == arg(1) ? 1 : 0;
  case Op::Le:
    return arg(0) <= arg(1) ? 1 : 0;
  case Op::Ite:
    return arg(0) != 0 ? arg(1) : arg(2);
  case Op::Add:
    return arg(0) + arg(1);
  case Op::Sub:
    return arg(0) - arg(1);
  case Op::Mul:
    return arg(0) * arg(1);
  case Op::Div:
    return arg(0) / arg(1);
  case Op::Rem:
    return arg(0) % arg(1);
  default:
    ADD_FAILURE() << "unexpected operator " << name(t.op());
    return 0;
  }
}

class PresburgerDomainTest : public ::testing::Test {
protected:
  Budget budget;
  presburger::Context c{budget};

  static ir::Program read(const std::string& text) {
    auto program = frontend::linear::read_linear("t.lin", text);
    EXPECT_TRUE(program.ok());
    return std::move(program).value();
  }
  template <class S>
  static const ir::Edge& edge_with(const ir::Procedure& p) {
    for (const ir::Edge& e : p.edges)
      if (std::holds_alternative<S>(e.statement)) return e;
    throw InternalError("the procedure should have such an edge");
  }
};

TEST_F(PresburgerDomainTest, FormulasMeanTheSameAsTheirSets) {
  TermManager t;
  std::vector<Term> dims{t.variable(VarId(0), Type::integer()),
                         t.variable(VarId(1), Type::integer())};
  std::mt19937 random(11);
  auto pick = [&](int low, int high) {
    return std::uniform_int_distribution<int>(low, high)(random);
  };
  Expr x = Expr::dimension(c, 2, 0);
  Expr y = Expr::dimension(c, 2, 1);
  auto n = [&](Integer v) { return Expr::constant(c, 2, v); };
  for (int round = 0; round < 80; ++round) {
    Set s = (x.scaled(pick(-2, 2)) + y.scaled(pick(-2, 2))).at_most(n(pick(-3, 3)));
    if (pick(0, 1) == 1)
      s = s & (x + y.scaled(pick(0, 2))).remainder(pick(2, 4)).equal_to(n(pick(-1, 1)));
    if (pick(0, 2) == 0) s = s | x.equal_to(n(pick(-4, 4)));
    if (pick(0, 2) == 0) s = s.complement();
    Term formula = domain::formula(t, s, dims);
    for (Integer a = -6; a <= 6; ++a)
      for (Integer b = -6; b <= 6; ++b)
        ASSERT_EQ(value(formula, {a, b}) != 0, s.contains({a, b})) << s.text();
  }
}

TEST_F(PresburgerDomainTest, AnAssignmentChangesItsTargetOnly) {
  ir::Program p = read("int x, y; main() { x = 2 * y - x + 3; }");
  PresburgerDomain d(p, c);
  const ir::Procedure& m = p.procedure(p.entry);
  Relation r = d.edge(p.entry, edge_with<ir::Assign>(m));
  EXPECT_EQ(r.exactness, Exactness::Exact);
  EXPECT_TRUE(r.map.as_set().contains({5, 7, 12, 7}));
  EXPECT_FALSE(r.map.as_set().contains({5, 7, 12, 8}));
}

TEST_F(PresburgerDomainTest, ACallKeepsTheCallersLocalsAndTakesGlobalsFromTheSummary) {
  ir::Program p = read("int g; f(n) { g = g + n; } main() { int a; g = 1; a = 4; f(a + 1); }");
  PresburgerDomain d(p, c);
  ir::ProcId f = *p.find_procedure("f");
  // The summary of f: (g, n) to g + n.
  std::vector<Expr> sum{Expr::dimension(c, 2, 0) + Expr::dimension(c, 2, 1)};
  Relation summary{presburger::function(c, 2, sum)};
  const ir::Edge& call = edge_with<ir::Call>(p.procedure(p.entry));
  Relation over = d.step_over(p.entry, std::get<ir::Call>(call.statement), summary);
  EXPECT_EQ(d.layout(f).entry.size(), 2U);
  EXPECT_TRUE(over.map.as_set().contains({1, 4, 6, 4})) << over.map.text();
  EXPECT_FALSE(over.map.as_set().contains({1, 4, 6, 5}));
  EXPECT_TRUE(over.map.single_valued());
}

TEST_F(PresburgerDomainTest, ArbitraryChoicesAreExactAndOurIgnoranceIsNot) {
  ir::Program p = read("int x; main() { x = ?; }");
  PresburgerDomain d(p, c);
  ir::Edge e = edge_with<ir::Havoc>(p.procedure(p.entry));
  EXPECT_EQ(d.edge(p.entry, e).exactness, Exactness::Exact);
  std::get<ir::Havoc>(e.statement).choice = ir::Choice::Unknown;
  EXPECT_EQ(d.edge(p.entry, e).exactness, Exactness::Over);
}

TEST_F(PresburgerDomainTest, UnsignedArithmeticWrapsAndSignedDoesNot) {
  ir::Program p;
  ir::ProcId main = p.add_procedure({});
  p.entry = main;
  ir::Variable u{"u", "u", Type::machine(8, false)};
  ir::Variable s{"s", "s", Type::machine(8, true)};
  VarId uv = p.add_variable(u);
  VarId sv = p.add_variable(s);
  PresburgerDomain d(p, c);
  auto plus = [&](VarId v, Integer k) {
    return p.terms->binary(Op::Add, p.var(v), p.terms->constant(p.variable(v).type, k));
  };
  ir::Edge e;
  e.statement = ir::Assign{{uv, sv}, {plus(uv, 10), plus(sv, 10)}};
  Set step = d.edge(main, e).map.as_set();
  EXPECT_TRUE(step.contains({250, 120, 4, 130}));
  EXPECT_FALSE(step.contains({250, 120, 260, 130}));
}

TEST_F(PresburgerDomainTest, AProductOfVariablesIsNotLinear) {
  ir::Program p = read("int x, y; main() { x = y; }");
  PresburgerDomain d(p, c);
  ir::Edge e = edge_with<ir::Assign>(p.procedure(p.entry));
  Term x = p.var(*p.find_variable("x"));
  e.statement = ir::Assign{{*p.find_variable("x")}, {p.terms->binary(Op::Mul, x, x)}};
  EXPECT_THROW((void)d.edge(p.entry, e), NotLinear);
}

TEST(Exactness, OverAndUnderDoNotMix) {
  EXPECT_EQ(combine(Exactness::Exact, Exactness::Over), Exactness::Over);
  EXPECT_EQ(combine(Exactness::Under, Exactness::Exact), Exactness::Under);
  EXPECT_EQ(combine(Exactness::Over, Exactness::Over), Exactness::Over);
  EXPECT_THROW((void)combine(Exactness::Over, Exactness::Under), InternalError);
}

} // namespace
} // namespace kleene::domain
