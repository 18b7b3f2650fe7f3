// SPDX-License-Identifier: Apache-2.0
// What is defined and asked about all the same (property/property.h): where it happens there is a target, behind which
// executions go on.
#include "kleene/ir/pointer_order.h"
#include "kleene/logic/floats.h"
#include "kleene/property/property.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <algorithm>

#include "function_lowering.h"

namespace kleene::frontend::c {
namespace {

std::string_view description(Property event) {
  switch (event) {
  case Property::UnsignedOverflow:
    return "unsigned overflow";
  case Property::Conversion:
    return "conversion that changes the value";
  case Property::PointerOverflow:
    return "pointer overflow";
  case Property::FloatDivByZero:
    return "floating-point division by zero";
  case Property::Nan:
    return "result that is not a number";
  case Property::DefBehavior:
    return ir::different_objects;
  default:
    return "floating-point overflow";
  }
}

bool is_integer(Type type) {
  return type.is_machine() && !type.is_bool();
}

Integer least(Type type) {
  return type.is_signed() ? -(Integer(1) << (type.width() - 1)) : Integer(0);
}
Integer greatest(Type type) {
  return (Integer(1) << (type.width() - (type.is_signed() ? 1 : 0))) - 1;
}

} // namespace

bool FunctionLowering::asks(Property event) const {
  return program_.options().events.contains(event) && !function_.library;
}

/// Could one of the events that are asked about happen at this operator?
bool FunctionLowering::may_be_event(const clang::Expr* e) const {
  bool any = std::ranges::any_of(program_.options().events, is_on_demand);
  if (!any || function_.library) return false;
  if (const auto* cast = clang::dyn_cast<clang::ImplicitCastExpr>(e))
    return cast->getCastKind() == clang::CK_IntegralCast
           || cast->getCastKind() == clang::CK_FloatingCast;
  if (const auto* cast = clang::dyn_cast<clang::CastExpr>(e))
    return cast->getCastKind() == clang::CK_FloatingCast;
  if (const auto* unary = clang::dyn_cast<clang::UnaryOperator>(e))
    return unary->getOpcode() == clang::UO_Minus;
  const auto* binary = clang::dyn_cast<clang::BinaryOperator>(e);
  return binary != nullptr && (binary->isAdditiveOp() || binary->isMultiplicativeOp());
}

void FunctionLowering::watch(Property event, Term fine, SourceRange where) {
  if (!asks(event) || fine.is_true()) return;
  ir::LocId happens = cfg_.fresh();
  ir::LocId after = cfg_.fresh();
  cfg_.guard(fine, after, where);
  cfg_.guard(terms_.negate(fine), happens, where);
  cfg_.move_to(happens);
  cfg_.location(happens).target =
      ir::Target{ir::TargetKind::Check, std::string(description(event)), event};
  cfg_.join(after, where);
}

/// A sum, difference or product of unsigned numbers that leaves their type.
void FunctionLowering::watch_wrap(Op op, Term a, Term b, SourceRange where) {
  Type type = a.type();
  bool wraps = op == Op::Add || op == Op::Sub || op == Op::Mul;
  if (!wraps || !asks(Property::UnsignedOverflow) || !is_integer(type) || type.is_signed()) return;
  Term fine;
  if (op == Op::Add) {
    fine = terms_.compare(Op::Le, a, terms_.arithmetic(Op::Add, a, b));
  } else if (op == Op::Sub) {
    fine = terms_.compare(Op::Le, b, a);
  } else if (type.width() <= 32) {
    Type wide = Type::machine(64, false);
    Term product = terms_.arithmetic(Op::Mul, terms_.convert(wide, a), terms_.convert(wide, b));
    fine = terms_.compare(Op::Le, product, terms_.constant(wide, greatest(type)));
  } else {
    if (a.is_constant()) std::swap(a, b);
    Term zero = terms_.constant(type, 0);
    Term none = terms_.compare(Op::Eq, b, zero);
    Term divisor = terms_.ite(none, terms_.constant(type, 1), b);
    Term most = terms_.arithmetic(Op::Div, terms_.constant(type, greatest(type)), divisor);
    fine = terms_.manager().disj(none, terms_.compare(Op::Le, a, most));
  }
  watch(Property::UnsignedOverflow, fine, where);
}

void FunctionLowering::watch_conversion(Term value, Type to, SourceRange where) {
  Type from = value.type();
  if (!asks(Property::Conversion) || !is_integer(from) || !is_integer(to)) return;
  Term fine = terms_.manager().truth(true);
  if (least(from) < least(to))
    fine = terms_.compare(Op::Le, terms_.constant(from, least(to)), value);
  if (greatest(from) > greatest(to))
    fine = terms_.manager().conj(
        fine, terms_.compare(Op::Le, value, terms_.constant(from, greatest(to))));
  watch(Property::Conversion, fine, where);
}

/// Numbers are compared, and no addresses: an address stays below the end of its object by definition.
void FunctionLowering::watch_pointer(Term pointer,
                                     Term offset,
                                     bool may_be_negative,
                                     SourceRange where) {
  if (!asks(Property::PointerOverflow)) return;
  TermManager& manager = terms_.manager();
  Type type = offset.type();
  Type plain = Type::machine(type.width(), false);
  Term size = terms_.convert(plain, offset);
  Term zero = terms_.constant(plain, 0);
  Term room = terms_.unary(Op::BitNot, terms_.convert(plain, pointer));
  Term fine = terms_.compare(Op::Le, size, room);
  if (may_be_negative) {
    Term half = terms_.constant(plain, Integer(1) << (plain.width() - 1));
    Term back = terms_.arithmetic(Op::Sub, zero, size);
    Term fits = terms_.compare(Op::Le, room, terms_.unary(Op::BitNot, back));
    fine = terms_.ite(terms_.compare(Op::Lt, size, half), fine, fits);
  }
  Term nothing = terms_.compare(Op::Eq, size, zero);
  Term null = terms_.compare(Op::Eq, room, terms_.constant(plain, greatest(plain)));
  watch(Property::PointerOverflow,
        manager.disj(nothing, manager.conj(manager.negate(null), fine)),
        where);
}

Term FunctionLowering::watch_float(FloatOp op, Term a, Term b, SourceRange where) {
  Term result = floating(terms_.manager(), op, a, b);
  if (op != FloatOp::Div) return watch_float_result(computed(result), {a, b}, where);
  Term nonzero = float_truth(b);
  watch(Property::FloatDivByZero, nonzero, where);
  return watch_float_result(computed(result), {a, b}, where, terms_.negate(nonzero));
}

/// `infinite`: the result is exactly so.
Term FunctionLowering::watch_float_result(Term result,
                                          const std::vector<Term>& operands,
                                          SourceRange where,
                                          Term infinite) {
  if (!asks(Property::Nan) && !asks(Property::FloatOverflow)) return result;
  TermManager& manager = terms_.manager();
  VarId kept = temporary(result.type());
  assign(kept, result, where);
  result = term(kept);
  auto is_infinite = [&](Term x) {
    FloatFormat format = float_format(x.type().width());
    Term mask = terms_.constant(x.type(), Integer(format.sign_bit() - 1));
    return terms_.compare(Op::Eq,
                          terms_.arithmetic(Op::BitAnd, x, mask),
                          terms_.constant(x.type(), Integer(format.infinity())));
  };
  std::vector<Term> number{floating(manager, FloatOp::Eq, result, result)};
  std::vector<Term> finite{terms_.negate(is_infinite(result))};
  for (Term x : operands) {
    number.push_back(terms_.negate(floating(manager, FloatOp::Eq, x, x)));
    finite.push_back(is_infinite(x));
  }
  if (infinite != Term()) finite.push_back(infinite);
  watch(Property::Nan, manager.disj(number), where);
  watch(Property::FloatOverflow, manager.disj(finite), where);
  return result;
}

} // namespace kleene::frontend::c
