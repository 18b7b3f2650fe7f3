// SPDX-License-Identifier: Apache-2.0
#include "folding_terms.h"

#include <optional>

namespace kleene::frontend::c {
namespace {

/// The condition of a term that is 1 if it holds and 0 otherwise.
std::optional<Term> zero_one_condition(Term t, TermManager& terms) {
  if (t.op() != Op::Ite || !t.arg(1).is_constant() || !t.arg(2).is_constant()) return std::nullopt;
  if (t.arg(1).value() == 1 && t.arg(2).value() == 0) return t.arg(0);
  if (t.arg(1).value() == 0 && t.arg(2).value() == 1) return terms.negate(t.arg(0));
  return std::nullopt;
}

/// The exact result of an operator on constants, if it has one.
std::optional<Integer> evaluate(Op op, Type type, Integer a, Integer b) {
  switch (op) {
  case Op::Add:
    return a + b;
  case Op::Sub:
    return a - b;
  case Op::Mul:
    return a * b;
  case Op::Div:
    if (b == 0) return std::nullopt;
    return a / b;
  case Op::Rem:
    if (b == 0 || !fits(type, a / b)) return std::nullopt;
    return a % b;
  case Op::BitAnd:
    return a & b;
  case Op::BitOr:
    return a | b;
  case Op::BitXor:
    return a ^ b;
  case Op::Shl:
    if (b < 0 || b >= type.width()) return std::nullopt;
    if (a < 0) return std::nullopt;
    return a << static_cast<unsigned>(b);
  case Op::Shr:
    if (b < 0 || b >= type.width()) return std::nullopt;
    return a >> static_cast<unsigned>(b);
  default:
    return std::nullopt;
  }
}

} // namespace

Term FoldingTerms::constant(Type type, Integer value) {
  if (type.is_bool()) return terms_.truth(value != 0);
  return terms_.constant(type, value);
}

Term FoldingTerms::truth(Term value) {
  if (value.type().is_bool()) return value;
  if (value.is_constant()) return terms_.truth(value.value() != 0);
  if (auto condition = zero_one_condition(value, terms_)) return *condition;
  return terms_.ne(value, terms_.constant(value.type(), 0));
}

Term FoldingTerms::convert(Type to, Term value) {
  if (value.type() == to) return value;
  if (to.is_bool()) return truth(value);
  if (auto condition = zero_one_condition(value, terms_)) return terms_.cast(to, *condition);
  return terms_.cast(to, value);
}

Term FoldingTerms::compare(Op op, Term a, Term b) {
  if (a.is_constant() && b.is_constant()) {
    Integer x = a.value();
    Integer y = b.value();
    return terms_.truth(op == Op::Eq ? x == y : op == Op::Lt ? x < y : x <= y);
  }
  if (op != Op::Eq) return terms_.binary(op, a, b);
  if (a.is_constant()) std::swap(a, b);
  if (b.is_constant()) {
    if (auto condition = zero_one_condition(a, terms_)) {
      if (b.value() == 0) return terms_.negate(*condition);
      if (b.value() == 1) return *condition;
      if (!can_overflow(*condition)) return terms_.truth(false);
    }
  }
  return terms_.eq(a, b);
}

Term FoldingTerms::arithmetic(Op op, Term a, Term b) {
  if (a.is_constant() && b.is_constant()) {
    auto result = evaluate(op, a.type(), a.value(), b.value());
    if (result && (!a.type().is_signed() || fits(a.type(), *result)))
      return terms_.constant(a.type(), *result);
  }
  return terms_.binary(op, a, b);
}

Term FoldingTerms::unary(Op op, Term a) {
  if (a.is_constant()) {
    Integer result = op == Op::Neg ? -a.value() : ~a.value();
    if (!a.type().is_signed() || fits(a.type(), result)) return terms_.constant(a.type(), result);
  }
  return terms_.unary(op, a);
}

Term FoldingTerms::ite(Term condition, Term yes, Term no) {
  if (yes == no) return yes;
  if (yes.type().is_bool()) {
    if (yes.is_true() && no.is_false()) return condition;
    if (yes.is_false() && no.is_true()) return terms_.negate(condition);
  }
  return terms_.ite(condition, yes, no);
}

Term FoldingTerms::offset(Term index, std::uint64_t scale) {
  Term wide = convert(pointer_, index);
  if (scale == 1) return wide;
  return arithmetic(Op::Mul, wide, size(scale));
}

Term FoldingTerms::pointer_add(Term address, Term offset) {
  if (offset.is_constant()) {
    if (offset.value() == 0) return address;
    if (address.is_constant()) return terms_.constant(pointer_, address.value() + offset.value());
    if (address.op() == Op::PtrAdd && address.arg(1).is_constant())
      return pointer_add(address.arg(0),
                         terms_.constant(pointer_, address.arg(1).value() + offset.value()));
  }
  return terms_.binary(Op::PtrAdd, address, offset);
}

bool can_overflow(Term term) {
  bool found = false;
  for_each_subterm(term, [&](Term t) {
    if (!t.type().is_machine() || !t.type().is_signed()) return;
    found |= t.op() == Op::Neg || t.op() == Op::Add || t.op() == Op::Sub || t.op() == Op::Mul
             || t.op() == Op::Div || t.op() == Op::Rem || t.op() == Op::Shl;
  });
  return found;
}

bool is_fixed(Term term) {
  bool fixed = true;
  for_each_subterm(term, [&](Term t) {
    if (t.is_variable()) fixed = false;
  });
  return fixed;
}

} // namespace kleene::frontend::c
