// SPDX-License-Identifier: Apache-2.0
#include "kleene/symbolic/simplifier.h"

#include "kleene/logic/floats.h"
#include "kleene/support/invariant.h"

#include <algorithm>
#include <unordered_map>

namespace kleene::symbolic {
namespace {

bool commutes(Op op) {
  return op == Op::Add || op == Op::Mul || op == Op::BitAnd || op == Op::BitOr || op == Op::BitXor;
}

bool is_value(Term t, Integer value) {
  return t.is_constant() && t.value() == value;
}

/// Among few conjuncts, or the term itself.
bool has_conjunct(Term t, Term part) {
  constexpr std::size_t few = 16;
  if (t == part) return true;
  if (t.op() != Op::And || t.arity() > few) return false;
  for (std::size_t i = 0; i < t.arity(); ++i)
    if (t.arg(i) == part) return true;
  return false;
}

} // namespace

unsigned Simplifier::choices(Term t) {
  if (t.is_constant()) return 1;
  if (t.op() != Op::Ite) return most_choices + 1;
  if (choices_.size() <= t.id()) choices_.resize(std::max(terms_.size(), std::size_t(t.id()) + 1));
  if (choices_[t.id()] == 0) {
    unsigned sum = std::min(choices(t.arg(1)) + choices(t.arg(2)), most_choices + 1);
    choices_[t.id()] = static_cast<std::uint8_t>(sum);
  }
  return choices_[t.id()];
}

Term Simplifier::for_each_choice(Term t, const std::function<Term(Term)>& f) {
  if (t.op() != Op::Ite) return f(t);
  Term then_value = for_each_choice(t.arg(1), f);
  return ite(t.arg(0), then_value, for_each_choice(t.arg(2), f));
}

Term Simplifier::conj(Term a, Term b) {
  if (a.is_true() || a == b) return b;
  if (b.is_true()) return a;
  if (a.is_false() || b.is_false()) return truth(false);
  if (has_conjunct(a, negate(b)) || has_conjunct(b, negate(a))) return truth(false);
  if (has_conjunct(a, b)) return a;
  if (has_conjunct(b, a)) return b;
  // a and not (a and c): a and not c
  if (b.op() == Op::Not && b.arg(0).op() == Op::And && b.arg(0).arity() == 2) {
    Term inner = b.arg(0);
    for (std::size_t i = 0; i < 2; ++i)
      if (has_conjunct(a, inner.arg(i))) return conj(a, negate(inner.arg(1 - i)));
  }
  constexpr std::size_t widest = 16; // wider ones are nested, not copied
  if ((a.op() == Op::And && a.arity() >= widest) || (b.op() == Op::And && b.arity() >= widest))
    return terms_.ite(a, b, truth(false));
  return terms_.conj(a, b);
}

Term Simplifier::ite(Term condition, Term then_value, Term else_value) {
  if (condition.is_constant()) return condition.is_true() ? then_value : else_value;
  if (then_value == else_value) return then_value;
  if (condition.op() == Op::Not) return ite(condition.arg(0), else_value, then_value);
  if (then_value.op() == Op::Ite && then_value.arg(0) == condition)
    return ite(condition, then_value.arg(1), else_value);
  if (else_value.op() == Op::Ite && else_value.arg(0) == condition)
    return ite(condition, then_value, else_value.arg(2));
  if (then_value.type().is_bool()) {
    if (then_value.is_true() || then_value == condition) return disj(condition, else_value);
    if (then_value.is_false()) return conj(negate(condition), else_value);
    if (else_value.is_false() || else_value == condition) return conj(condition, then_value);
    if (else_value.is_true()) return disj(negate(condition), then_value);
  }
  if (condition.op() == Op::Eq && condition.arg(1) == then_value && condition.arg(0) == else_value)
    return else_value;
  if (else_value.op() == Op::Ite && else_value.arg(1) == then_value)
    return ite(disj(condition, else_value.arg(0)), then_value, else_value.arg(2));
  return terms_.ite(condition, then_value, else_value);
}

Term Simplifier::on_choices(Op op, Type type, Term a, Term b) {
  bool comparison = type.is_bool();
  return for_each_choice(a, [&](Term x) {
    return for_each_choice(b, [&](Term y) {
      if (std::optional<Integer> value = fold(model_, op, type, x.type(), x.value(), y.value()))
        if (comparison || !type.is_machine() || fits(type, *value))
          return terms_.constant(type, *value);
      return terms_.binary(op, x, y); // has no value: never evaluated
    });
  });
}

/// a == constant, for the argument that can be told from it (arithmetic is modulo 2^width).
std::optional<Term> Simplifier::solved(Term a, Term constant_b) {
  Integer b = constant_b.value();
  Type type = a.type();
  if (a.op() == Op::Add && a.arg(1).is_constant())
    return eq(a.arg(0), constant(type, b - a.arg(1).value()));
  if (a.op() == Op::PtrAdd && a.arg(0).is_constant())
    return eq(a.arg(1), constant(type, b - a.arg(0).value()));
  if (a.op() == Op::Cast && a.arg(0).type().is_machine()
      && type.width() >= a.arg(0).type().width()) {
    Type narrow = a.arg(0).type(); // widening is injective
    Integer value = wrap(narrow, b);
    if (wrap(type, value) != b) return truth(false);
    return eq(a.arg(0), constant(narrow, value));
  }
  if (a.op() == Op::Mul && a.arg(1).is_constant() && a.arg(0).op() == Op::Cast) {
    Type narrow = a.arg(0).arg(0).type();
    Integer factor = a.arg(1).value();
    bool wraps = !narrow.is_machine() || narrow.width() > 32 || factor <= 0
                 || factor >= (Integer(1) << 24) || type.width() < 64;
    if (wraps) return std::nullopt;
    Integer product = wrap(Type::machine(type.width(), true), b);
    if (product % factor != 0 || !fits(narrow, product / factor)) return truth(false);
    return eq(a.arg(0).arg(0), constant(narrow, product / factor));
  }
  return std::nullopt;
}

Term Simplifier::eq(Term a, Term b) {
  if (a == b) return truth(true);
  if (decides(a, b)) {
    return for_each_choice(a, [&](Term x) {
      return for_each_choice(b, [&](Term y) { return truth(x.value() == y.value()); });
    });
  }
  if (a.is_constant()) std::swap(a, b);
  if (a.type().is_bool()) {
    if (b.is_constant()) return b.is_true() ? a : negate(a);
    if (a == negate(b)) return truth(false);
  }
  if (b.is_constant() && a.type().is_machine() && model_ == IntegerModel::Machine)
    if (std::optional<Term> result = solved(a, b)) return *result;
  if (!b.is_constant() && a.id() > b.id()) std::swap(a, b);
  return terms_.eq(a, b);
}

Term Simplifier::lt(Term a, Term b) {
  if (a == b) return truth(false);
  if (decides(a, b)) return on_choices(Op::Lt, Type::boolean(), a, b);
  Type type = a.type();
  bool bounded = type.is_machine() && (model_ == IntegerModel::Machine || !type.is_signed());
  if (bounded && (is_value(b, min_value(type)) || is_value(a, max_value(type))))
    return truth(false);
  return terms_.lt(a, b);
}

Term Simplifier::unary(Op op, Term a) {
  if (is_choice(a)) {
    return for_each_choice(a, [&](Term x) {
      std::optional<Integer> value = fold(model_, op, a.type(), a.type(), x.value(), 0);
      bool fit = value && (!a.type().is_machine() || fits(a.type(), *value));
      return fit ? terms_.constant(a.type(), *value) : terms_.unary(op, x);
    });
  }
  if (a.op() == op) return a.arg(0);
  return terms_.unary(op, a);
}

/// Operands that leave the other one as it is, or decide the result alone.
std::optional<Term> Simplifier::neutral(Op op, Term a, Term b) {
  switch (op) {
  case Op::Add:
  case Op::Sub:
  case Op::PtrAdd:
  case Op::Shl:
  case Op::Shr:
  case Op::BitXor:
  case Op::BitOr:
    if (is_value(b, 0)) return a;
    break;
  case Op::Mul:
    if (is_value(b, 1)) return a;
    if (is_value(b, 0)) return b;
    break;
  case Op::Div:
    if (is_value(b, 1)) return a;
    break;
  case Op::BitAnd:
    if (is_value(b, 0)) return b;
    if (b.type().is_machine() && is_value(b, wrap(b.type(), -1))) return a;
    break;
  default:
    break;
  }
  if (a == b && (op == Op::Sub || op == Op::BitXor)) return constant(a.type(), 0);
  if (a == b && (op == Op::BitAnd || op == Op::BitOr)) return a;
  return std::nullopt;
}

/// (x + 3) + 4, and pointers likewise.
std::optional<Term> Simplifier::collect_constants(Op op, Term a, Term b) {
  bool exact = !a.type().is_machine() || (model_ == IntegerModel::Math && a.type().is_signed());
  if (op == Op::Sub && b.is_constant() && !exact) return binary(Op::Add, a, unary(Op::Neg, b));
  if (exact) return std::nullopt;
  if ((op == Op::Add || op == Op::Mul) && a.op() == op && b.is_constant() && a.arg(1).is_constant())
    return binary(op, a.arg(0), binary(op, a.arg(1), b));
  if (op == Op::PtrAdd && a.op() == Op::PtrAdd)
    return binary(Op::PtrAdd, a.arg(0), binary(Op::Add, a.arg(1), b));
  return std::nullopt;
}

Term Simplifier::binary(Op op, Term a, Term b) {
  if (op == Op::Lt) return lt(a, b);
  if (op == Op::Le) return le(a, b);
  if (decides(a, b)) return on_choices(op, a.type(), a, b);
  if (commutes(op) && a.is_constant()) std::swap(a, b);
  if (std::optional<Term> result = neutral(op, a, b)) return *result;
  if (std::optional<Term> result = collect_constants(op, a, b)) return *result;
  if (commutes(op) && !b.is_constant() && a.id() > b.id()) std::swap(a, b);
  return terms_.binary(op, a, b);
}

Term Simplifier::cast(Type to, Term a) {
  if (a.type() == to) return a;
  if (a.type().is_bool()) return ite(a, constant(to, 1), constant(to, 0));
  if (is_choice(a)) {
    return for_each_choice(a, [&](Term x) {
      Integer value = fold(model_, Op::Cast, to, a.type(), x.value(), 0).value_or(0);
      return to.is_machine() && !fits(to, value) ? terms_.cast(to, x) : terms_.constant(to, value);
    });
  }
  // Through a type at least as wide as the result: its high bits are cut off again.
  if (model_ == IntegerModel::Machine && a.op() == Op::Cast && to.is_machine()
      && a.type().is_machine() && a.type().width() >= to.width() && a.arg(0).type().is_machine())
    return cast(to, a.arg(0));
  return terms_.cast(to, a);
}

Term Simplifier::rebuild(Term t, const std::vector<Term>& args) {
  switch (t.op()) {
  case Op::Constant:
  case Op::Variable:
  case Op::Address:
    return t;
  case Op::Not:
    return negate(args[0]);
  case Op::And: {
    Term result = args[0];
    for (std::size_t i = 1; i < args.size(); ++i)
      result = conj(result, args[i]);
    return result;
  }
  case Op::Or: {
    Term result = args[0];
    for (std::size_t i = 1; i < args.size(); ++i)
      result = disj(result, args[i]);
    return result;
  }
  case Op::Eq:
    return eq(args[0], args[1]);
  case Op::Ite:
    return ite(args[0], args[1], args[2]);
  case Op::Neg:
  case Op::BitNot:
    return unary(t.op(), args[0]);
  case Op::Cast:
    return cast(t.type(), args[0]);
  default:
    if (is_float(t.op())) return terms_.rebuild(t, args);
    KL_INVARIANT(t.arity() == 2 && t.op() < Op::Load, "memory should not reach the simplifier");
    return binary(t.op(), args[0], args[1]);
  }
}

} // namespace kleene::symbolic
