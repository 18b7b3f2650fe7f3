// SPDX-License-Identifier: Apache-2.0
#include "kleene/logic/term.h"
#include "kleene/support/invariant.h"

#include <gtest/gtest.h>

namespace kleene {
namespace {

constexpr Type i32 = Type::machine(32, true);

TEST(Term, EqualTermsAreTheSameHandle) {
  TermManager m;
  Term x = m.variable(VarId(0), i32);
  Term a = m.binary(Op::Add, x, m.constant(i32, 1));
  Term b = m.binary(Op::Add, m.variable(VarId(0), i32), m.constant(i32, 1));
  EXPECT_EQ(a, b);
  EXPECT_NE(a, m.binary(Op::Add, m.constant(i32, 1), x));
  EXPECT_NE(m.constant(i32, 1), m.constant(Type::machine(16, true), 1));
}

TEST(Term, ConstantsAreWrappedToTheirType) {
  TermManager m;
  EXPECT_EQ(m.constant(Type::machine(8, true), 200).value(), -56);
  EXPECT_EQ(m.constant(Type::machine(8, false), -1).value(), 255);
  EXPECT_EQ(m.constant(Type::integer(), Integer(1) << 100).value(), Integer(1) << 100);
}

TEST(Term, WrongOperandTypesAreRefused) {
  TermManager m;
  Term x = m.variable(VarId(0), i32);
  Term y = m.variable(VarId(1), Type::machine(64, true));
  EXPECT_THROW(m.binary(Op::Add, x, y), InternalError);
  EXPECT_THROW(m.eq(x, y), InternalError);
  EXPECT_THROW(m.negate(x), InternalError);
  EXPECT_THROW(m.ite(x, x, x), InternalError);
  EXPECT_NO_THROW(m.binary(Op::Shl, x, y));
}

TEST(Term, BooleanConstantsSimplify) {
  TermManager m;
  Term p = m.variable(VarId(0), Type::boolean());
  EXPECT_EQ(m.conj(p, m.truth(true)), p);
  EXPECT_EQ(m.disj(m.truth(true), p), m.truth(true));
  EXPECT_EQ(m.conj({}), m.truth(true));
  EXPECT_EQ(m.disj({}), m.truth(false));
  EXPECT_EQ(m.negate(m.negate(p)), p);
}

TEST(Term, SimplificationKeepsEvaluations) {
  TermManager m;
  Term x = m.variable(VarId(0), i32);
  Term zero = m.constant(i32, 0);
  EXPECT_EQ(m.binary(Op::Mul, x, zero).op(), Op::Mul);
  EXPECT_EQ(m.binary(Op::Div, m.constant(i32, 1), zero).op(), Op::Div);
}

TEST(Term, DeepTermsAreVisitedWithoutRecursion) {
  TermManager m;
  Term t = m.variable(VarId(0), i32);
  for (int i = 0; i < 200000; ++i)
    t = m.unary(Op::Neg, t);
  EXPECT_EQ(variables_of(t), std::vector<VarId>{VarId(0)});
}

TEST(Term, RebuildWithTheSameArgumentsIsTheSameTerm) {
  TermManager m;
  Term x = m.variable(VarId(0), i32);
  Term mem = m.variable(VarId(1), Type::memory());
  Term at = m.variable(VarId(2), Type::machine(32, false));
  for (Term t : {m.binary(Op::Shl, x, at),
                 m.load(i32, mem, at),
                 m.store(mem, at, x),
                 m.cast(Type::machine(8, true), x),
                 m.ite(m.lt(x, x), x, m.unary(Op::BitNot, x)),
                 m.mem_set(mem, at, m.constant(Type::machine(8, false), 1), at)}) {
    EXPECT_EQ(m.rebuild(t, t.args()), t);
  }
}

} // namespace
} // namespace kleene
