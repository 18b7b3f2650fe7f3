// SPDX-License-Identifier: Apache-2.0
// Intervals never refute what has a model. Random questions are made true by random values, which the processor computes
// with.
#include <gtest/gtest.h>

#include <random>

#include "judge_support.h"
#include "propagation.h"

namespace kleene::evidence {
namespace {

const Type int_type = Type::machine(32, true);

/// A formula over a few values, each of which is known.
class Questions {
public:
  explicit Questions(unsigned seed)
      : program_(testing_support::program("proc main() { exit L0; }")),
        problem_{program_, Property::UnreachCall, {}, IntegerModel::Machine},
        use_(ir::address_use(program_)),
        formula_(problem_, use_),
        t_(formula_.terms()),
        random_(seed) {
    for (Type type :
         {float_type(), float_type(), double_type(), double_type(), int_type, int_type}) {
      Term x = formula_.fresh("x", type, std::nullopt, Formula::Range::OfType);
      leaves_.push_back(x);
      values_[x] = type == int_type ? Integer(pick(41)) - 20 : Integer(pattern(type));
    }
  }

  Formula& formula() { return formula_; }
  std::size_t pick(std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_);
  }

  /// Of this or weaker bounds of leaves, comparisons and their negations: all true.
  Term question() {
    std::vector<Term> parts;
    for (std::size_t i = 0; i < 5; ++i) {
      Term condition = this->condition(3);
      Integer truth = value(condition);
      if (pick(3) == 0) condition = formula_.named("c", condition);
      values_[condition] = truth;
      parts.push_back(truth == 1 ? condition : t_.negate(condition));
    }
    return pick(2) == 0 ? t_.conj(parts) : t_.conj(parts[0], t_.disj(parts[1], condition(2)));
  }

private:
  std::uint64_t pattern(Type type) {
    FloatFormat format = float_format(type.width());
    std::uint64_t special[] = {0,
                               1,
                               format.sign_bit(),
                               format.infinity(),
                               format.nan(),
                               format.infinity() - 1,
                               format.infinity() | format.sign_bit()};
    if (pick(4) == 0) return special[pick(std::size(special))];
    return float_pattern(type, (double(pick(401)) - 200) / 16);
  }

  Term number(Type type, unsigned depth) {
    if (depth == 0 || pick(5) == 0) {
      if (pick(4) == 0) return constant(type, Integer(pattern(type)));
      return leaf(type);
    }
    Type other = type == float_type() ? double_type() : float_type();
    std::uint64_t sign = float_format(type.width()).sign_bit();
    switch (pick(9)) {
    case 0:
      return float_root(t_, number(type, depth - 1));
    case 1:
      return float_conversion(t_, FloatOp::ToFloat, type, number(other, depth - 1));
    case 2:
      return float_conversion(t_, FloatOp::FromInt, type, integer(depth - 1));
    case 3:
      return t_.ite(condition(depth - 1), number(type, depth - 1), number(type, depth - 1));
    case 4:
      return pick(2) == 0
                 ? t_.binary(Op::BitXor, number(type, depth - 1), constant(type, Integer(sign)))
                 : t_.binary(
                     Op::BitAnd, number(type, depth - 1), constant(type, Integer(sign - 1)));
    default: {
      constexpr FloatOp ops[] = {
          FloatOp::Add, FloatOp::Sub, FloatOp::Mul, FloatOp::Div, FloatOp::Rem};
      Term a = number(type, depth - 1);
      return floating(t_, ops[pick(5)], a, pick(6) == 0 ? a : number(type, depth - 1));
    }
    }
  }

  Term integer(unsigned depth) {
    if (depth == 0 || pick(4) == 0)
      return pick(3) == 0 ? constant(int_type, Integer(pick(9)) - 4) : leaf(int_type);
    if (pick(3) == 0)
      return float_conversion(t_, FloatOp::ToInt, int_type, number(double_type(), depth - 1));
    constexpr Op ops[] = {Op::Add, Op::Sub, Op::Mul, Op::BitAnd};
    return t_.binary(ops[pick(4)], integer(depth - 1), integer(depth - 1));
  }

  Term condition(unsigned depth) {
    Type type = pick(2) == 0 ? float_type() : double_type();
    constexpr FloatOp ops[] = {FloatOp::Eq, FloatOp::Lt, FloatOp::Le};
    switch (pick(5)) {
    case 0:
      return t_.lt(integer(depth), integer(depth));
    case 1:
      return t_.eq(integer(depth), integer(depth));
    case 2:
      return t_.le(number(type, depth), number(type, depth)); // of patterns
    default: {
      Term a = number(type, depth);
      return floating(t_, ops[pick(3)], a, pick(8) == 0 ? a : number(type, depth));
    }
    }
  }

  Term constant(Type type, Integer value) { return t_.constant(type, value); }
  Term leaf(Type type) {
    for (;;)
      if (Term x = leaves_[pick(leaves_.size())]; x.type() == type) return x;
  }

  Integer value(Term root) {
    for_each_subterm(root, [&](Term t) {
      if (!values_.contains(t)) values_[t] = computed(t);
    });
    return values_.at(root);
  }

  Integer computed(Term t) {
    auto arg = [&](std::size_t i) { return values_.at(t.arg(i)); };
    if (is_float(t.op())) {
      std::uint64_t values[] = {static_cast<std::uint64_t>(arg(0)),
                                t.arity() > 1 ? static_cast<std::uint64_t>(arg(1)) : 0};
      auto result = Integer(float_result(float_op(t.op()), t.type(), t.arg(0).type(), values));
      return t.type().is_bool() ? result : wrap(t.type(), result);
    }
    switch (t.op()) {
    case Op::Constant:
      return t.value();
    case Op::Not:
      return 1 - arg(0);
    case Op::Eq:
      return arg(0) == arg(1) ? 1 : 0;
    case Op::Lt:
      return arg(0) < arg(1) ? 1 : 0;
    case Op::Le:
      return arg(0) <= arg(1) ? 1 : 0;
    case Op::Ite:
      return arg(0) == 1 ? arg(1) : arg(2);
    case Op::Add:
      return wrap(t.type(), arg(0) + arg(1));
    case Op::Sub:
      return wrap(t.type(), arg(0) - arg(1));
    case Op::Mul:
      return wrap(t.type(), arg(0) * arg(1));
    case Op::BitAnd:
      return wrap(t.type(), arg(0) & arg(1));
    case Op::BitXor:
      return wrap(t.type(), arg(0) ^ arg(1));
    default:
      ADD_FAILURE() << "an operator without a value: " << name(t.op());
      return 0;
    }
  }

  ir::Program program_;
  Problem problem_;
  ir::AddressUse use_;
  Formula formula_;
  TermManager& t_;
  std::mt19937 random_;
  std::vector<Term> leaves_;
  std::unordered_map<Term, Integer> values_;
};

TEST(Propagation, RefutesNothingThatIsTrue) {
  for (unsigned seed = 0; seed < 1500; ++seed) {
    Questions questions(seed);
    Term question = questions.question();
    Propagation intervals(questions.formula());
    std::uint64_t steps = 20'000;
    EXPECT_FALSE(intervals.refutes(question, steps)) << "seed " << seed;
  }
}

class KnownQuestions : public testing::Test {
protected:
  KnownQuestions()
      : program(testing_support::program("proc main() { exit L0; }")),
        problem{program, Property::UnreachCall, {}, IntegerModel::Machine},
        use(ir::address_use(program)),
        formula(problem, use),
        t(formula.terms()) {}

  Term any() { return formula.fresh("x", double_type(), std::nullopt, Formula::Range::OfType); }
  Term number(double value) {
    return t.constant(double_type(), Integer(float_pattern(double_type(), value)));
  }
  Term le(Term a, Term b) { return floating(t, FloatOp::Le, a, b); }
  Term lt(Term a, Term b) { return floating(t, FloatOp::Lt, a, b); }
  Term mul(Term a, Term b) { return floating(t, FloatOp::Mul, a, b); }
  Term add(Term a, Term b) { return floating(t, FloatOp::Add, a, b); }
  bool refutes(Term question) {
    std::uint64_t steps = 10'000'000;
    return Propagation(formula).refutes(question, steps);
  }

  ir::Program program;
  Problem problem;
  ir::AddressUse use;
  Formula formula;
  TermManager& t;
};

TEST_F(KnownQuestions, NeedNoSplit) {
  Term x = any();
  Term bounded = t.conj(le(number(-16), x), le(x, number(16)));
  Term u = any();
  Term small = t.conj(le(number(-1), u), le(u, number(1)));
  Term next = add(mul(number(0.9), x), u);
  Term stays = t.conj(le(number(-16), next), le(next, number(16)));
  EXPECT_TRUE(refutes(t.conj({bounded, small, t.negate(stays)})));
  EXPECT_FALSE(refutes(t.conj({bounded, t.negate(stays)})));
}

TEST_F(KnownQuestions, AreTakenApart) {
  Term x = any();
  Term square = mul(x, x);
  Term bounded = t.conj(le(number(-2), x), le(x, number(2)));
  // x² - x is at least -1/4.
  Term value = floating(t, FloatOp::Sub, square, x);
  EXPECT_TRUE(refutes(t.conj(bounded, lt(value, number(-0.26)))));
  EXPECT_FALSE(refutes(t.conj(bounded, lt(value, number(-0.24)))));
  EXPECT_TRUE(refutes(lt(square, number(0))));
  EXPECT_FALSE(refutes(t.negate(le(number(0), square)))); // of a NaN
}

} // namespace
} // namespace kleene::evidence
