// SPDX-License-Identifier: Apache-2.0
// Floating-point values: constants, operators and conversions. A float is its bit pattern (logic/floats.h).
#include "kleene/ir/floats.h"

#include "kleene/logic/floats.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include "function_lowering.h"

namespace kleene::frontend::c {

namespace {

FloatOp float_operator(clang::BinaryOperatorKind op) {
  switch (op) {
  case clang::BO_Add:
    return FloatOp::Add;
  case clang::BO_Sub:
    return FloatOp::Sub;
  case clang::BO_Mul:
    return FloatOp::Mul;
  default:
    return FloatOp::Div;
  }
}

void assume_rounding(ir::Program& program) {
  program.add_assumption("floats",
                         "floats are IEEE 754 binary32 and binary64, rounded to nearest even after "
                         "each operation");
}

} // namespace

Term FunctionLowering::float_constant(Type type, double number) {
  return terms_.constant(type, Integer(float_pattern(type, number)));
}

std::optional<Term> FunctionLowering::float_constant(const clang::Expr* e) {
  llvm::APFloat number(0.0);
  if (!is_float(e->getType()) || !e->EvaluateAsFloat(number, context_)) return std::nullopt;
  Type type = type_of(e);
  llvm::APInt bits = number.bitcastToAPInt();
  if (bits.getBitWidth() != type.width()) return std::nullopt;
  return terms_.constant(type, static_cast<Integer>(bits.getZExtValue()));
}

/// Of a result that is no number, nobody knows sign and payload: where the program can see them, they are
/// unknown.
Term FunctionLowering::computed(Term result) {
  assume_rounding(program_.program());
  if (!program_.discovery().sees_float_bits()) return result;
  Type type = result.type();
  if (result.is_constant() && result.value() != Integer(float_nan(type))) return result;
  VarId variable = temporary(type);
  assign(variable, result, range_);
  Term number = floating(terms_.manager(), FloatOp::Eq, term(variable), term(variable));
  ir::LocId none = cfg_.fresh();
  ir::LocId after = cfg_.fresh();
  cfg_.guard(number, after, range_);
  cfg_.guard(terms_.negate(number), none, range_);
  cfg_.move_to(none);
  VarId bits = temporary(type);
  cfg_.emit(ir::Havoc{{bits}, ir::Choice::Unknown, "sign and payload of a NaN", {}}, range_);
  Term quiet = terms_.constant(type, Integer(float_nan(type)));
  assign(variable, terms_.manager().binary(Op::BitOr, term(bits), quiet), range_);
  cfg_.join(after, range_);
  return term(variable);
}

Term FunctionLowering::float_truth(Term value) {
  return terms_.negate(
      floating(terms_.manager(), FloatOp::Eq, value, terms_.constant(value.type(), 0)));
}

/// Is the value of an expression different from zero?
Term FunctionLowering::truth_of(const clang::Expr* e) {
  Term value = scalar(e);
  return is_float(e->getType()) ? float_truth(value) : terms_.truth(value);
}

Term FunctionLowering::float_negated(Term value) {
  Term sign = terms_.constant(value.type(), Integer(float_format(value.type().width()).sign_bit()));
  return terms_.arithmetic(Op::BitXor, value, sign);
}

Term FunctionLowering::apply_float(int opcode, Term a, Term b, SourceRange where) {
  auto op = static_cast<clang::BinaryOperatorKind>(opcode);
  TermManager& manager = terms_.manager();
  Term condition;
  switch (op) {
  case clang::BO_EQ:
    condition = floating(manager, FloatOp::Eq, a, b);
    break;
  case clang::BO_NE:
    condition = manager.negate(floating(manager, FloatOp::Eq, a, b));
    break;
  case clang::BO_LT:
    condition = floating(manager, FloatOp::Lt, a, b);
    break;
  case clang::BO_GT:
    condition = floating(manager, FloatOp::Lt, b, a);
    break;
  case clang::BO_LE:
    condition = floating(manager, FloatOp::Le, a, b);
    break;
  case clang::BO_GE:
    condition = floating(manager, FloatOp::Le, b, a);
    break;
  default:
    return watch_float(float_operator(op), a, b, where);
  }
  return terms_.convert(Type::machine(32, true), condition);
}

/// The value of a float, towards zero, in an integer type that must have it.
Term FunctionLowering::float_to_integer(Type to, Term value, SourceRange where) {
  TermManager& manager = terms_.manager();
  Type type = value.type();
  FloatBounds bounds = float_bounds(type, to);
  Term least = terms_.constant(type, Integer(bounds.low));
  Term end = terms_.constant(type, Integer(bounds.high));
  Term low = floating(manager, bounds.above_low ? FloatOp::Lt : FloatOp::Le, least, value);
  Term high = floating(manager, FloatOp::Lt, value, end);
  assume(manager.conj(low, high), ir::AssumeKind::FloatRange, where);
  return float_conversion(manager, FloatOp::ToInt, to, value);
}

/// Conversion between scalar types of C.
Term FunctionLowering::converted(Term value,
                                 clang::QualType from,
                                 clang::QualType to,
                                 const clang::Expr* e) {
  auto type = scalar_type(context_, to);
  if (!type) unsupported(e, describe_unsupported(to));
  bool from_float = is_float(from);
  bool to_float = is_float(to);
  if (from_float && to_float) {
    if (value.type() == *type) return value;
    Term result = computed(float_conversion(terms_.manager(), FloatOp::ToFloat, *type, value));
    return watch_float_result(result, {value}, range_of(e));
  }
  if (from_float && type->is_bool()) return float_truth(value);
  if (from_float) return float_to_integer(*type, value, range_of(e));
  if (!to_float) return terms_.convert(*type, value);
  if (value.type().is_bool()) value = terms_.convert(Type::machine(32, true), value);
  assume_rounding(program_.program());
  return float_conversion(terms_.manager(), FloatOp::FromInt, *type, value);
}

} // namespace kleene::frontend::c
