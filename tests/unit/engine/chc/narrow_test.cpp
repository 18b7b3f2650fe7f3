// SPDX-License-Identifier: Apache-2.0
#include "kleene/logic/substitute.h"
#include "kleene/smt/session.h"

#include <gtest/gtest.h>

#include "narrow.h"

namespace kleene::engine::chc {
namespace {

const Type i32 = Type::machine(32, true);
const Type u8 = Type::machine(8, false);
const Type math = Type::integer();

class NarrowTest : public testing::Test {
protected:
  Term var(std::size_t id, Type type) { return terms.variable(VarId(id), type); }
  Term num(Integer v) { return terms.constant(math, v); }
  Term exact(Term t) { return terms.cast(math, t); }
  Term op(Op o, Term a, Term b) { return terms.binary(o, a, b); }

  /// The narrowed formula speaks of no unbounded integer and means the same for values of the types.
  void expect_same(Term formula) {
    Narrower narrow(terms, IntegerModel::Machine);
    Term narrowed = narrow(formula);
    std::vector<Term> ranges;
    for_each_subterm(narrowed, [&](Term t) {
      EXPECT_FALSE(t.type().is_math());
      if (!t.is_variable()) return;
      ranges.push_back(terms.le(terms.constant(t.type(), min_value(t.type())), t));
      ranges.push_back(terms.le(t, terms.constant(t.type(), max_value(t.type()))));
    });
    auto session = smt::z3_session({IntegerModel::Math}, budget);
    session->assume(terms.conj(ranges));
    session->assume(terms.negate(terms.eq(formula, narrowed)));
    EXPECT_EQ(session->check(), smt::Answer::Unsat);
  }

  TermManager terms;
  Budget budget;
};

TEST_F(NarrowTest, ComparesAVariableInItsOwnType) {
  Term x = var(0, i32);
  Narrower narrow(terms, IntegerModel::Machine);
  EXPECT_EQ(narrow(terms.le(exact(x), num(5))), terms.le(x, terms.constant(i32, 5)));
  EXPECT_EQ(narrow(terms.le(op(Op::Sub, exact(x), exact(var(1, i32))), num(0))),
            terms.le(x, var(1, i32)));
}

TEST_F(NarrowTest, KeepsTheMeaningOfSums) {
  Term x = exact(var(0, i32));
  Term y = exact(var(1, i32));
  Term b = exact(var(2, u8));
  expect_same(terms.le(op(Op::Add, x, y), num(7)));
  expect_same(terms.lt(op(Op::Sub, x, op(Op::Mul, num(3), y)), op(Op::Add, b, num(-9))));
  expect_same(terms.eq(op(Op::Mul, num(2), x), y));
  expect_same(terms.le(num(Integer(1) << 40), op(Op::Add, x, b)));
  expect_same(terms.negate(terms.lt(b, num(-1))));
  expect_same(terms.le(num(300), b));
}

TEST_F(NarrowTest, KeepsTheMeaningOfChoicesAndRemainders) {
  Term x = exact(var(0, i32));
  Term b = exact(var(1, u8));
  Term choice = terms.ite(terms.lt(x, num(0)), op(Op::Add, b, num(1)), op(Op::Rem, b, num(3)));
  expect_same(terms.le(choice, op(Op::Div, x, num(2))));
}

} // namespace
} // namespace kleene::engine::chc
