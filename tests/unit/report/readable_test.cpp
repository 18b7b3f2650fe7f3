// SPDX-License-Identifier: Apache-2.0
#include "kleene/report/readable.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace kleene::report {
namespace {

class ReadableTest : public testing::Test {
protected:
  Term n(int value) { return terms_.constant(int_, value); }
  TermManager terms_;
  Type int_ = Type::integer();
  Term x_ = terms_.variable(VarId(0), int_);
  Term y_ = terms_.variable(VarId(1), int_);

  bool holds(Term t, int x, int y) {
    auto value = [&](Term v) { return v == x_ ? Integer(x) : v == y_ ? Integer(y) : v.value(); };
    switch (t.op()) {
    case Op::Constant:
      return t.is_true();
    case Op::Not:
      return !holds(t.arg(0), x, y);
    case Op::And:
      return std::ranges::all_of(t.args(), [&](Term a) { return holds(a, x, y); });
    case Op::Or:
      return std::ranges::any_of(t.args(), [&](Term a) { return holds(a, x, y); });
    case Op::Ite:
      return holds(t.arg(holds(t.arg(0), x, y) ? 1 : 2), x, y);
    case Op::Eq:
      return value(t.arg(0)) == value(t.arg(1));
    case Op::Le:
      return value(t.arg(0)) <= value(t.arg(1));
    default:
      return value(t.arg(0)) < value(t.arg(1));
    }
  }

  Term random_formula(std::mt19937& random, int depth) {
    auto below = [&](unsigned bound) { return static_cast<unsigned>(random() % bound); };
    if (depth == 0) {
      Term v = below(2) == 0 ? x_ : y_;
      Term c = n(static_cast<int>(below(5)) - 2);
      Term atom = below(3) == 0   ? terms_.eq(v, c)
                  : below(2) == 0 ? terms_.le(v, c)
                                  : terms_.lt(c, v);
      return below(2) == 0 ? atom : terms_.negate(atom);
    }
    std::vector<Term> parts;
    for (unsigned i = 0; i < 3; ++i)
      parts.push_back(random_formula(random, depth - 1));
    unsigned kind = below(3);
    return kind == 0   ? terms_.conj(std::move(parts))
           : kind == 1 ? terms_.disj(std::move(parts))
                       : terms_.ite(parts[0], parts[1], parts[2]);
  }
};

TEST_F(ReadableTest, WeakerBoundsGo) {
  Term both = terms_.conj(terms_.lt(n(-1), x_), terms_.lt(n(0), x_));
  EXPECT_EQ(readable(terms_, both), terms_.lt(n(0), x_));
}

TEST_F(ReadableTest, AnEqualitySaysAll) {
  Term all = terms_.conj({terms_.ne(x_, n(1)), terms_.eq(x_, n(0)), terms_.le(x_, n(5))});
  EXPECT_EQ(readable(terms_, all), terms_.eq(x_, n(0)));
}

TEST_F(ReadableTest, ABranchThatIsRuledOutGoes) {
  Term choice = terms_.ite(terms_.eq(x_, n(2)), terms_.le(y_, n(1)), terms_.le(y_, n(2)));
  Term whole = terms_.conj(terms_.lt(n(2), x_), choice);
  EXPECT_EQ(readable(terms_, whole), terms_.conj(terms_.lt(n(2), x_), terms_.le(y_, n(2))));
}

TEST_F(ReadableTest, ABranchThatIsTrueIsAnAlternative) {
  Term choice = terms_.ite(terms_.eq(x_, n(2)), terms_.le(x_, n(3)), terms_.le(x_, n(2)));
  EXPECT_EQ(readable(terms_, choice), terms_.le(x_, n(2)));
}

TEST_F(ReadableTest, ConstantsAreComputed) {
  Term above =
      terms_.conj(terms_.lt(n(0), n(1)), terms_.lt(terms_.binary(Op::Sub, n(5), n(1)), x_));
  Term below = terms_.conj(terms_.lt(n(1), n(0)), terms_.lt(x_, y_));
  Term shown = readable(terms_, terms_.negate(terms_.disj(above, below)));
  EXPECT_EQ(shown, readable(terms_, terms_.negate(terms_.lt(n(4), x_))));
}

TEST_F(ReadableTest, TheMeaningStays) {
  std::mt19937 random(5);
  for (int round = 0; round < 2000; ++round) {
    Term formula = random_formula(random, 2);
    if (round % 2 == 1) formula = terms_.negate(formula);
    Term shown = readable(terms_, formula);
    for (int x = -4; x <= 4; ++x)
      for (int y = -4; y <= 4; ++y)
        ASSERT_EQ(holds(formula, x, y), holds(shown, x, y)) << "round " << round;
  }
}

} // namespace
} // namespace kleene::report
