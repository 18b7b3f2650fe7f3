// SPDX-License-Identifier: Apache-2.0
#include "kleene/logic/substitute.h"

#include <gtest/gtest.h>

namespace kleene {
namespace {

const Type i32 = Type::machine(32, true);

TEST(Substitution, ReplacesAllVariablesAtOnce) {
  TermManager terms;
  Term x = terms.variable(VarId(0), i32);
  Term y = terms.variable(VarId(1), i32);
  Substitution swap(terms, {{VarId(0), y}, {VarId(1), x}});
  EXPECT_EQ(swap(terms.lt(x, y)), terms.lt(y, x));
}

TEST(Substitution, LeavesOthersAlone) {
  TermManager terms;
  Term x = terms.variable(VarId(0), i32);
  Term z = terms.variable(VarId(2), i32);
  Substitution s(terms, {{VarId(0), terms.constant(i32, 3)}});
  EXPECT_EQ(s(terms.lt(z, z)), terms.lt(z, z));
  EXPECT_EQ(s(terms.lt(x, z)), terms.lt(terms.constant(i32, 3), z));
}

TEST(Substitution, KeepsSharingInTermsThatWouldExplode) {
  TermManager terms;
  Term t = terms.variable(VarId(0), i32);
  for (int i = 0; i < 200; ++i)
    t = terms.binary(Op::Add, t, t);
  Substitution s(terms, {{VarId(0), terms.variable(VarId(1), i32)}});
  std::size_t nodes = 0;
  for_each_subterm(s(t), [&](Term) { ++nodes; });
  EXPECT_EQ(nodes, 201U);
}

TEST(FreshVariables, AreAllDifferent) {
  TermManager terms;
  FreshVariables fresh(terms, 10);
  Term a = fresh(i32);
  Term b = fresh(i32);
  EXPECT_NE(a, b);
  EXPECT_EQ(a.variable(), VarId(10));
  EXPECT_EQ(fresh.next(), 12U);
}

} // namespace
} // namespace kleene
