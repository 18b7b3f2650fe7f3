// SPDX-License-Identifier: Apache-2.0
#include "kleene/logic/overflow.h"

namespace kleene {
namespace {

/// Conditions on the operands of one operator. `low` and `high` are the bounds of the type.
class Bounds {
public:
  Bounds(TermManager& terms, Type type)
      : terms_(terms),
        type_(type),
        low_(terms.constant(type, min_value(type))),
        high_(terms.constant(type, max_value(type))),
        zero_(terms.constant(type, 0)),
        minus_one_(terms.constant(type, -1)) {}

  Term neg(Term a) { return terms_.eq(a, low_); }
  Term add(Term a, Term b) {
    return either(both(positive(b), terms_.lt(sub(high_, b), a)),
                  both(negative(b), terms_.lt(a, sub(low_, b))));
  }
  Term subtract(Term a, Term b) {
    return either(both(negative(b), terms_.lt(plus(high_, b), a)),
                  both(positive(b), terms_.lt(a, plus(low_, b))));
  }
  Term divide(Term a, Term b) { return both(terms_.eq(a, low_), terms_.eq(b, minus_one_)); }
  Term multiply(Term a, Term b) {
    if (type_.width() > 32) return multiply_by_division(a, b);
    Type wide = Type::machine(64, true);
    Term product = terms_.binary(Op::Mul, terms_.cast(wide, a), terms_.cast(wide, b));
    return either(terms_.lt(product, terms_.constant(wide, min_value(type_))),
                  terms_.lt(terms_.constant(wide, max_value(type_)), product));
  }
  /// The amount is in range, or the statement is not executed. Negative numbers do not count.
  Term shift_left(Term a, Term amount) {
    return terms_.lt(terms_.binary(Op::Shr, high_, amount), a);
  }

private:
  Term both(Term a, Term b) { return terms_.conj(a, b); }
  Term either(Term a, Term b) { return terms_.disj(a, b); }
  Term positive(Term a) { return terms_.lt(zero_, a); }
  Term negative(Term a) { return terms_.lt(a, zero_); }
  Term plus(Term a, Term b) { return terms_.binary(Op::Add, a, b); }
  Term sub(Term a, Term b) { return terms_.binary(Op::Sub, a, b); }

  /// Divides by `b`, or by one where b is 0 or -1 and something else decides.
  Term multiply_by_division(Term a, Term b) {
    Term one = terms_.constant(type_, 1);
    Term by_plus = terms_.ite(positive(b), b, one);
    Term by_minus = terms_.ite(terms_.lt(b, minus_one_), b, one);
    auto quotient = [&](Term x, Term by) { return terms_.binary(Op::Div, x, by); };
    Term if_positive =
        either(terms_.lt(quotient(high_, by_plus), a), terms_.lt(a, quotient(low_, by_plus)));
    Term if_negative =
        either(terms_.lt(a, quotient(high_, by_minus)), terms_.lt(quotient(low_, by_minus), a));
    return terms_.disj({both(positive(b), if_positive),
                        both(terms_.lt(b, minus_one_), if_negative),
                        both(terms_.eq(b, minus_one_), terms_.eq(a, low_))});
  }

  TermManager& terms_;
  Type type_;
  Term low_;
  Term high_;
  Term zero_;
  Term minus_one_;
};

/// Of the operator at the top of the term; null if it cannot overflow.
Term overflow_at_top(TermManager& terms, Term t) {
  if (!t.type().is_machine() || !t.type().is_signed() || t.arity() == 0) return {};
  Bounds bounds(terms, t.type());
  switch (t.op()) {
  case Op::Neg:
    return bounds.neg(t.arg(0));
  case Op::Add:
    return bounds.add(t.arg(0), t.arg(1));
  case Op::Sub:
    return bounds.subtract(t.arg(0), t.arg(1));
  case Op::Mul:
    return bounds.multiply(t.arg(0), t.arg(1));
  case Op::Div:
  case Op::Rem:
    return bounds.divide(t.arg(0), t.arg(1));
  case Op::Shl:
    return bounds.shift_left(t.arg(0), t.arg(1));
  default:
    return {};
  }
}

} // namespace

Term overflow_condition(TermManager& terms, Term t) {
  std::vector<Term> conditions;
  for_each_subterm(t, [&](Term subterm) {
    Term condition = overflow_at_top(terms, subterm);
    if (!condition.null() && !condition.is_false()) conditions.push_back(condition);
  });
  return terms.disj(std::move(conditions));
}

} // namespace kleene
