// SPDX-License-Identifier: Apache-2.0
// alpha against enumeration of all states of a small box, and atoms against evaluation.
#include "kleene/domain/alpha.h"
#include "kleene/domain/atoms.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <random>
#include <stdexcept>

namespace kleene::domain {
namespace {

constexpr int bound = 3;

class AlphaTest : public testing::Test {
protected:
  Term var(std::size_t i) { return terms_.variable(VarId(i), int_); }
  Term number(Integer value) { return terms_.constant(int_, value); }

  /// a*x + b*y compared with c.
  struct Atom {
    int a, b, c;
    Op op;
    bool holds(int x, int y) const {
      int left = a * x + b * y;
      return op == Op::Eq ? left == c : op == Op::Lt ? left < c : left <= c;
    }
  };
  Term term(const Atom& atom) {
    Term left = terms_.binary(Op::Add,
                              terms_.binary(Op::Mul, number(atom.a), var(0)),
                              terms_.binary(Op::Mul, number(atom.b), var(1)));
    return atom.op == Op::Eq ? terms_.eq(left, number(atom.c))
                             : terms_.binary(atom.op, left, number(atom.c));
  }
  Atom random_atom() {
    auto pick = [&](int low, int high) {
      return std::uniform_int_distribution(low, high)(random_);
    };
    Op ops[] = {Op::Eq, Op::Lt, Op::Le};
    return {pick(-2, 2), pick(-2, 2), pick(-4, 4), ops[pick(0, 2)]};
  }
  std::vector<Term> box(std::size_t variables = 2) {
    std::vector<Term> result;
    for (std::size_t i = 0; i < variables; ++i) {
      result.push_back(terms_.le(number(-bound), var(i)));
      result.push_back(terms_.le(var(i), number(bound)));
    }
    return result;
  }
  /// The valuations that states of the box in `within` have.
  Bdd enumerated(const std::vector<Atom>& atoms,
                 const std::vector<BddVar>& bits,
                 const Atom& within) {
    Bdd result;
    for (int x = -bound; x <= bound; ++x)
      for (int y = -bound; y <= bound; ++y) {
        if (!within.holds(x, y)) continue;
        Bdd minterm(true);
        for (std::size_t i = 0; i < atoms.size(); ++i)
          minterm &= manager_.literal(bits[i], atoms[i].holds(x, y));
        result |= minterm;
      }
    return result;
  }

  /// Over three variables: comparisons, some of values with a branch, under connectives to this depth.
  Term random_condition(int depth) {
    auto pick = [&](int low, int high) {
      return std::uniform_int_distribution(low, high)(random_);
    };
    if (depth > 0 && pick(0, 3) > 0) {
      Term a = random_condition(depth - 1);
      Term b = random_condition(depth - 1);
      switch (pick(0, 3)) {
      case 0:
        return terms_.conj(a, b);
      case 1:
        return terms_.disj(terms_.negate(a), b);
      case 2:
        return terms_.eq(a, b);
      default:
        return terms_.ite(random_condition(depth - 1), a, b);
      }
    }
    Term left = var(std::size_t(pick(0, 2)));
    if (pick(0, 2) == 0)
      left = terms_.ite(random_condition(depth - 1), left, var(std::size_t(pick(0, 2))));
    if (pick(0, 2) == 0) left = terms_.binary(Op::Add, left, var(std::size_t(pick(0, 2))));
    Term right = number(pick(-2, 2));
    return pick(0, 1) == 0 ? terms_.eq(left, right) : terms_.le(left, right);
  }
  /// Its value where the three variables have these values.
  int evaluate(Term t, const std::array<int, 3>& state) {
    auto at = [&](std::size_t i) { return evaluate(t.arg(i), state); };
    switch (t.op()) {
    case Op::Constant:
      return static_cast<int>(t.value());
    case Op::Variable:
      return state.at(t.variable().index());
    case Op::Not:
      return at(0) == 0 ? 1 : 0;
    case Op::And:
    case Op::Or: {
      int stop = t.op() == Op::And ? 0 : 1;
      for (std::size_t i = 0; i < t.arity(); ++i)
        if (at(i) == stop) return stop;
      return 1 - stop;
    }
    case Op::Eq:
      return at(0) == at(1) ? 1 : 0;
    case Op::Le:
      return at(0) <= at(1) ? 1 : 0;
    case Op::Add:
      return at(0) + at(1);
    case Op::Ite:
      return at(0) != 0 ? at(1) : at(2);
    default:
      throw std::logic_error("not made by random_condition");
    }
  }
  /// The valuations that states of the box in `phi` have.
  Bdd tried(const std::vector<PredicateView>& views, const std::vector<Term>& phi) {
    Bdd result;
    for (int x = -bound; x <= bound; ++x)
      for (int y = -bound; y <= bound; ++y)
        for (int z = -bound; z <= bound; ++z) {
          std::array<int, 3> state{x, y, z};
          if (!std::ranges::all_of(phi, [&](Term t) { return evaluate(t, state) != 0; })) continue;
          Bdd minterm(true);
          for (const PredicateView& view : views)
            minterm &= manager_.literal(view.variable, evaluate(view.formula, state) != 0);
          result |= minterm;
        }
    return result;
  }

  TermManager terms_;
  Type int_ = Type::integer();
  Budget budget_;
  BddManager manager_{budget_};
  std::mt19937 random_{17};
};

TEST_F(AlphaTest, AgreesWithEnumeration) {
  std::unique_ptr<smt::Session> session =
      smt::z3_session({.integers = IntegerModel::Math}, budget_);
  Alpha alpha(terms_, manager_, *session, IntegerModel::Math);
  for (int round = 0; round < 60; ++round) {
    std::vector<Atom> atoms;
    std::vector<BddVar> bits;
    std::vector<PredicateView> views;
    for (int i = 0; i < 4; ++i) {
      atoms.push_back(random_atom());
      bits.push_back(manager_.add_variable());
      views.push_back({term(atoms.back()), bits.back()});
    }
    Atom within = random_atom();
    std::vector<Term> phi = box();
    phi.push_back(term(within));
    EXPECT_EQ(alpha(views, phi), enumerated(atoms, bits, within)) << "round " << round;
  }
  EXPECT_EQ(alpha.statistics().fallbacks, 0U);
}

constexpr AlphaLimits one_by_one{.widen_from = std::numeric_limits<std::size_t>::max()};

/// Formulas with branches: what one model is explained by leaves other predicates free. Widened or not, the
/// valuations are those of plain enumeration by the solver and of trying all states.
TEST_F(AlphaTest, WideningFindsTheSameValuations) {
  std::unique_ptr<smt::Session> session =
      smt::z3_session({.integers = IntegerModel::Math}, budget_);
  Alpha plain(terms_, manager_, *session, IntegerModel::Math, one_by_one);
  Alpha wide(terms_, manager_, *session, IntegerModel::Math, {.widen_from = 1});
  for (int round = 0; round < 30; ++round) {
    std::vector<PredicateView> views;
    for (unsigned i = 0; i < 6; ++i)
      views.push_back({random_condition(0), manager_.add_variable(), i < 2 ? 1U : 0U});
    std::vector<Term> phi = box(3);
    phi.push_back(random_condition(3));
    Bdd expected = tried(views, phi);
    EXPECT_EQ(plain(views, phi), expected) << "round " << round;
    EXPECT_EQ(wide(views, phi), expected) << "round " << round;
  }
  EXPECT_GT(wide.statistics().widened, 10U) << "otherwise little was compared";
  EXPECT_EQ(plain.statistics().widened, 0U);
  EXPECT_EQ(wide.statistics().fallbacks, 0U);
}

/// The condition ties all predicates together, but one of its branches concerns none of them.
TEST_F(AlphaTest, FreePredicatesAreNotEnumerated) {
  std::unique_ptr<smt::Session> session =
      smt::z3_session({.integers = IntegerModel::Math}, budget_);
  constexpr std::size_t predicates = 9;
  Alpha plain(terms_, manager_, *session, IntegerModel::Math, one_by_one);
  Alpha wide(terms_, manager_, *session, IntegerModel::Math);
  std::vector<PredicateView> views;
  Term sum = number(0);
  for (std::size_t i = 0; i < predicates; ++i) {
    views.push_back({terms_.lt(number(0), var(i)), manager_.add_variable()});
    sum = terms_.binary(Op::Add, sum, var(i));
  }
  Term switched = terms_.eq(var(predicates), number(1));
  std::vector<Term> phi{terms_.disj(switched, terms_.eq(sum, number(7)))};
  EXPECT_EQ(plain(views, phi), Bdd(true));
  EXPECT_EQ(wide(views, phi), Bdd(true));
  EXPECT_EQ(plain.statistics().checks, (1U << predicates) + 1) << "each by itself, and no more";
  EXPECT_LE(wide.statistics().checks, 10 * predicates);
}

/// The same where the branch is inside a value: x' = switched ? x : 0 for each of the variables.
TEST_F(AlphaTest, BranchesInsideValuesAreResolved) {
  std::unique_ptr<smt::Session> session =
      smt::z3_session({.integers = IntegerModel::Math}, budget_);
  constexpr std::size_t predicates = 9;
  Alpha wide(terms_, manager_, *session, IntegerModel::Math);
  Term switched = terms_.eq(var(predicates), number(1));
  std::vector<PredicateView> views;
  Bdd zero(true);
  for (std::size_t i = 0; i < predicates; ++i) {
    Term next = terms_.ite(switched, var(i), number(0));
    views.push_back({terms_.le(next, number(0)), manager_.add_variable()});
    zero &= manager_.literal(views.back().variable, true);
  }
  BddVar on = manager_.add_variable();
  views.push_back({switched, on});
  EXPECT_EQ(wide(views, {}), manager_.variable(on) | zero);
  EXPECT_LE(wide.statistics().checks, 10 * predicates);
}

TEST_F(AlphaTest, FallbackContainsEveryValuation) {
  std::unique_ptr<smt::Session> session =
      smt::z3_session({.integers = IntegerModel::Math}, budget_);
  Alpha alpha(terms_, manager_, *session, IntegerModel::Math, {.models = 1});
  std::size_t precise = 0;
  for (int round = 0; round < 40; ++round) {
    std::vector<Atom> atoms;
    std::vector<BddVar> bits;
    std::vector<PredicateView> views;
    for (int i = 0; i < 4; ++i) {
      atoms.push_back(random_atom());
      bits.push_back(manager_.add_variable());
      views.push_back({term(atoms.back()), bits.back()});
    }
    Atom within = random_atom();
    std::vector<Term> phi = box();
    phi.push_back(term(within));
    Bdd exact = enumerated(atoms, bits, within);
    Bdd result = alpha(views, phi);
    EXPECT_TRUE(exact.subset_of(result)) << "round " << round;
    precise += result == exact ? 1 : 0;
  }
  EXPECT_GT(alpha.statistics().fallbacks, 0U);
  EXPECT_GT(precise, 0U);
}

/// Within a set of valuations that matter, nothing may be missing and nothing be added; facts that are
/// known beforehand are as good as conditions.
TEST_F(AlphaTest, WithinSomeValuationsAgreesWithEnumeration) {
  std::unique_ptr<smt::Session> session =
      smt::z3_session({.integers = IntegerModel::Math}, budget_);
  Alpha alpha(terms_, manager_, *session, IntegerModel::Math);
  std::size_t partial = 0;
  for (int round = 0; round < 30; ++round) {
    std::vector<Atom> atoms;
    std::vector<BddVar> bits;
    std::vector<PredicateView> views;
    Bdd care(true);
    for (int i = 0; i < 11; ++i) {
      atoms.push_back(random_atom());
      bits.push_back(manager_.add_variable());
      views.push_back({term(atoms.back()), bits.back(), i < 6 ? 1U : 0U});
      if (i < 2) care &= manager_.literal(bits.back(), random_() % 2 == 0);
    }
    Atom within = random_atom();
    std::vector<Term> phi{term(within)};
    Alpha::Within result = alpha.within(care, views, phi, box());
    partial += result.complete ? 0 : 1;
    EXPECT_EQ(result.valuations & care, enumerated(atoms, bits, within) & care) << round;
  }
  EXPECT_GT(partial, 0U);
}

TEST_F(AlphaTest, SamePredicatesNeedNoQuestion) {
  std::unique_ptr<smt::Session> session =
      smt::z3_session({.integers = IntegerModel::Math}, budget_);
  Alpha alpha(terms_, manager_, *session, IntegerModel::Math);
  BddVar p = manager_.add_variable();
  BddVar q = manager_.add_variable();
  // x < y + 1 is the negation of y < x.
  Term one = terms_.lt(var(0), terms_.binary(Op::Add, var(1), number(1)));
  Term two = terms_.lt(var(1), var(0));
  std::vector<PredicateView> views{{one, p, 1}, {two, q}};
  EXPECT_EQ(alpha(views, {}), manager_.variable(p) ^ manager_.variable(q));
  EXPECT_EQ(alpha.statistics().checks, 0U);
}

TEST_F(AlphaTest, MachineArithmeticIsNotMovedAbout) {
  Type i32 = Type::machine(32, true);
  Term x = terms_.variable(VarId(7), i32);
  Term y = terms_.variable(VarId(8), i32);
  Term one = terms_.constant(i32, 1);
  Term atom = terms_.lt(terms_.binary(Op::Add, x, one), terms_.binary(Op::Add, y, one));
  EXPECT_EQ(normal_atom(terms_, atom, IntegerModel::Math).atom,
            normal_atom(terms_, terms_.lt(x, y), IntegerModel::Math).atom);
  EXPECT_NE(normal_atom(terms_, atom, IntegerModel::Machine).atom,
            normal_atom(terms_, terms_.lt(x, y), IntegerModel::Machine).atom)
      << "x + 1 may wrap";
}

} // namespace
} // namespace kleene::domain
