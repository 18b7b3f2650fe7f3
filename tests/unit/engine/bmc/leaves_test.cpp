// SPDX-License-Identifier: Apache-2.0
// Random choices between few addresses, against what the term means under random conditions.
#include "kleene/symbolic/evaluate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "leaves.h"

namespace kleene::engine::bmc {
namespace {

class LeavesTest : public testing::Test {
protected:
  static constexpr unsigned conditions = 6;

  Term number(unsigned n) { return terms_.constant(pointer_, Integer(n)); }
  Term condition(unsigned i) { return terms_.variable(VarId(i), Type::boolean()); }
  Term offset() { return terms_.variable(VarId(conditions), pointer_); }
  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }

  /// As pointers come about that are loaded through pointers: each new one chooses between two older ones.
  Term random_address(unsigned steps) {
    std::vector<Term> made{number(4096),
                           number(8192),
                           number(12288),
                           terms_.binary(Op::PtrAdd, number(4096), offset())};
    for (unsigned i = 0; i < steps; ++i) {
      Term a = made[made.size() - 1 - below(std::min<unsigned>(4, unsigned(made.size())))];
      Term b = made[below(unsigned(made.size()))];
      Term next = terms_.ite(condition(below(conditions)), a, b);
      made.push_back(below(8) == 0 ? terms_.binary(Op::PtrAdd, next, number(8)) : next);
    }
    return made.back();
  }

  static std::size_t choices_in(Term t) {
    std::size_t result = 0;
    for_each_subterm(t,
                     [&](Term s) { result += s.op() == Op::Ite && !s.type().is_bool() ? 1 : 0; });
    return result;
  }

  TermManager terms_;
  symbolic::Simplifier simplify_{terms_, IntegerModel::Machine};
  Type pointer_ = Type::machine(64, false);
  std::mt19937 random_{20};
};

TEST_F(LeavesTest, ExactlyOneOfTheConditionsHoldsAndNamesTheAddress) {
  for (unsigned round = 0; round < 300; ++round) {
    Leaves leaves(simplify_);
    Term address = random_address(1 + below(12));
    const std::vector<Leaf>& found = leaves.of(address);
    Term compact = leaves.compact(address);
    for (unsigned bits = 0; bits < (1U << conditions); ++bits) {
      symbolic::Evaluator value(IntegerModel::Machine, [&](Term t) {
        unsigned v = unsigned(t.variable().index());
        return v == conditions ? Integer(16) : Integer((bits >> v) & 1);
      });
      auto holds = [&](const Leaf& leaf) { return value(leaf.condition) != 0; };
      ASSERT_EQ(std::ranges::count_if(found, holds), 1);
      EXPECT_EQ(value(std::ranges::find_if(found, holds)->address), value(address));
      EXPECT_EQ(value(compact), value(address));
    }
  }
}

TEST_F(LeavesTest, AddressesAreSaidOnceHoweverOftenTheyAreChosen) {
  Term a = number(4096);
  Term b = number(8192);
  Term address = a;
  for (unsigned i = 0; i < 200; ++i)
    address = terms_.ite(terms_.variable(VarId(i), Type::boolean()), i % 2 == 0 ? b : a, address);
  ASSERT_EQ(choices_in(address), 200U);
  Leaves leaves(simplify_);
  EXPECT_EQ(leaves.of(address).size(), 2U);
  EXPECT_EQ(choices_in(leaves.compact(address)), 1U);
}

} // namespace
} // namespace kleene::engine::bmc
