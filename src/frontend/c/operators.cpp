// SPDX-License-Identifier: Apache-2.0
// Unary, binary and assignment operators.
#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include "function_lowering.h"
#include "wide_bit_fields.h"

namespace kleene::frontend::c {

using clang::BinaryOperatorKind;
using clang::dyn_cast;

namespace {

/// gcc reads a plain variable on the left of these only after it has evaluated the right side.
bool gcc_swaps(BinaryOperatorKind op) {
  switch (op) {
  case clang::BO_Add:
  case clang::BO_Mul:
  case clang::BO_And:
  case clang::BO_Or:
  case clang::BO_Xor:
    return true;
  default:
    return clang::BinaryOperator::isComparisonOp(op);
  }
}

bool is_plain_variable(const clang::Expr* e) {
  e = e->IgnoreParens();
  const auto* read = dyn_cast<clang::ImplicitCastExpr>(e);
  if (read == nullptr || read->getCastKind() != clang::CK_LValueToRValue) return false;
  return llvm::isa<clang::DeclRefExpr>(read->getSubExpr()->IgnoreParens());
}

/// The declaration whose address an expression is, if that is plain to see.
const clang::ValueDecl* addressed(const clang::Expr* e) {
  e = e->IgnoreParenCasts();
  if (const auto* unary = dyn_cast<clang::UnaryOperator>(e);
      unary && unary->getOpcode() == clang::UO_AddrOf)
    e = unary->getSubExpr()->IgnoreParenCasts();
  const auto* reference = dyn_cast<clang::DeclRefExpr>(e);
  return reference == nullptr ? nullptr : reference->getDecl();
}

Op arithmetic_op(BinaryOperatorKind op) {
  switch (op) {
  case clang::BO_Add:
    return Op::Add;
  case clang::BO_Sub:
    return Op::Sub;
  case clang::BO_Mul:
    return Op::Mul;
  case clang::BO_Div:
    return Op::Div;
  case clang::BO_Rem:
    return Op::Rem;
  case clang::BO_And:
    return Op::BitAnd;
  case clang::BO_Or:
    return Op::BitOr;
  case clang::BO_Xor:
    return Op::BitXor;
  case clang::BO_Shl:
    return Op::Shl;
  default:
    return Op::Shr;
  }
}

} // namespace

Term FunctionLowering::saved(Term value) {
  bool stable = true;
  for_each_subterm(value, [&](Term t) {
    if (t.is_variable() && !program_.program().variable(t.variable()).temporary) stable = false;
  });
  if (stable) return value;
  VarId copy = temporary(value.type());
  assign(copy, value, range_);
  return term(copy);
}

bool FunctionLowering::is_open(Term value) {
  bool open = false;
  for_each_subterm(value, [&](Term t) {
    if (t.is_variable() && !program_.program().variable(t.variable()).owner.valid()) open = true;
  });
  return open;
}

/// The value of an operand on the left, while `right` is evaluated: what a call in it may change is
/// copied.
Term FunctionLowering::keep(Term value, const clang::Expr* right) {
  return is_open(value) && right->HasSideEffects(context_) ? saved(value) : value;
}

Term FunctionLowering::scaled_offset(Term index, clang::QualType pointer) {
  clang::QualType element = pointer->getPointeeType();
  if (element->isVariablyModifiedType() && element->isArrayType())
    return terms_.arithmetic(
        Op::Mul, terms_.convert(terms_.pointer(), index), dynamic_size(element));
  return terms_.offset(index, size_of(context_, element));
}

Term FunctionLowering::unary(const clang::UnaryOperator* e) {
  switch (e->getOpcode()) {
  case clang::UO_PostInc:
  case clang::UO_PostDec:
  case clang::UO_PreInc:
  case clang::UO_PreDec:
    return increment(e, true);
  case clang::UO_AddrOf: {
    const clang::Expr* operand = e->getSubExpr()->IgnoreParens();
    return address_of(place(operand), operand);
  }
  case clang::UO_Plus:
  case clang::UO_Extension:
    return scalar(e->getSubExpr());
  case clang::UO_Minus:
    if (is_wide_bit_field(e->getSubExpr(), context_))
      unsupported(e, "arithmetic on a bit-field wider than int");
    if (is_float(e->getType())) return float_negated(scalar(e->getSubExpr()));
    return negated(terms_.convert(type_of(e), scalar(e->getSubExpr())), range_of(e));
  case clang::UO_Not:
    if (is_wide_bit_field(e->getSubExpr(), context_))
      unsupported(e, "arithmetic on a bit-field wider than int");
    return terms_.unary(Op::BitNot, terms_.convert(type_of(e), scalar(e->getSubExpr())));
  case clang::UO_LNot:
    return terms_.convert(type_of(e), terms_.negate(truth_of(e->getSubExpr())));
  default:
    unsupported(e, "operator " + clang::UnaryOperator::getOpcodeStr(e->getOpcode()).str());
  }
}

/// The value of a place that is written next.
Term FunctionLowering::load_to_change(Lvalue& target, clang::QualType type, const clang::Expr* e) {
  Type scalar = *scalar_type(context_, type);
  if (may_be_device(target, type)) {
    target = keep(target);
    return load_device(target, type, scalar, range_of(e));
  }
  if (target.kind == Lvalue::Kind::Memory) {
    std::uint64_t size = target.bits ? target.bits->unit.bytes() : stored_type(scalar).bytes();
    check(target, size, true, e);
  }
  Term old =
      target.kind == Lvalue::Kind::Memory ? loaded(target, scalar) : term(target.variables.at(0));
  return read_now(changes_by_itself(target, type) ? volatile_value(target, type, old, range_of(e))
                                                  : old);
}

Term FunctionLowering::increment(const clang::UnaryOperator* e, bool value_used) {
  Lvalue target = place(e->getSubExpr());
  clang::QualType type = e->getType();
  Type scalar = type_of(e);
  std::optional<VarId> section = enter_section_for(e->getSubExpr()->getType());
  Term old = load_to_change(target, e->getSubExpr()->getType(), e);
  note(e, target);
  Term changed;
  if (type->isPointerType()) {
    Term step = scaled_offset(terms_.size(1), type);
    if (e->isDecrementOp()) step = terms_.unary(Op::Neg, step);
    watch_pointer(old, step, true, range_of(e));
    changed = terms_.pointer_add(old, step);
  } else if (is_float(type)) {
    changed = apply_float(e->isIncrementOp() ? clang::BO_Add : clang::BO_Sub,
                          old,
                          float_constant(scalar, 1),
                          range_of(e));
  } else {
    clang::QualType wide =
        context_.isPromotableIntegerType(type) ? context_.getPromotedIntegerType(type) : type;
    Type promoted = *scalar_type(context_, wide);
    Op op = e->isIncrementOp() ? Op::Add : Op::Sub;
    Term one = terms_.constant(promoted, 1);
    watch_wrap(op, terms_.convert(promoted, old), one, range_of(e));
    Term sum = arithmetic(op, terms_.convert(promoted, old), one);
    watch_conversion(sum, scalar, range_of(e));
    changed = terms_.convert(scalar, sum);
  }
  ir::Assign update;
  VarId result;
  bool kept = e->isPostfix() || target.kind == Lvalue::Kind::Memory || program_.has_threads();
  if (value_used && kept) {
    result = temporary(scalar);
    Term shown = e->isPostfix() ? old : changed;
    if (target.bits) shown = terms_.convert(scalar, terms_.convert(target.bits->value, shown));
    update.targets.push_back(result);
    update.values.push_back(shown);
  }
  if (target.kind == Lvalue::Kind::Memory) {
    update.targets.push_back(program_.memory());
    update.values.push_back(stored_memory(target, scalar, changed));
  } else {
    update.targets.push_back(target.variables.at(0));
    update.values.push_back(changed);
  }
  if (may_be_device(target, e->getSubExpr()->getType())) {
    update.targets.pop_back();
    update.values.pop_back();
    if (result.valid()) cfg_.emit(std::move(update), range_);
    store_device(target, e->getSubExpr()->getType(), scalar, saved(changed), range_);
  } else {
    cfg_.emit(std::move(update), range_);
  }
  if (section) leave_section(term(*section), range_);
  if (result.valid()) return term(result);
  return value_used ? term(target.variables.at(0)) : Term();
}

/// Is the address of a symbol compared that has several names? gcc takes the names for different
/// objects, or for one, depending on how it came to know.
bool FunctionLowering::compares_names(const clang::BinaryOperator* e) {
  if (!e->isComparisonOp() || !e->getLHS()->getType()->isPointerType()) return false;
  auto renamed = [&](const clang::ValueDecl* decl) {
    if (const auto* function = llvm::dyn_cast_or_null<clang::FunctionDecl>(decl))
      return program_.linkage().function(function).renamed;
    const auto* variable = llvm::dyn_cast_or_null<clang::VarDecl>(decl);
    return variable != nullptr && variable->hasGlobalStorage()
           && program_.linkage().global(variable).renamed;
  };
  return renamed(addressed(e->getLHS())) && renamed(addressed(e->getRHS()));
}

Term FunctionLowering::binary(const clang::BinaryOperator* e) {
  if (compares_names(e)) unsupported(e, "comparison of two names of one symbol");
  if (computes_narrower(e, context_)) unsupported(e, "arithmetic on a bit-field wider than int");
  if (const auto* compound = dyn_cast<clang::CompoundAssignOperator>(e))
    return assign_compound(compound, true);
  if (e->getOpcode() == clang::BO_Assign) return assign(e, true);
  if (e->getOpcode() == clang::BO_Comma) {
    discard(e->getLHS());
    return scalar(e->getRHS());
  }
  if (e->isLogicalOp()) return logical(e);
  const clang::Expr* left = e->getLHS();
  const clang::Expr* right = e->getRHS();
  Term a = scalar(left);
  if (!(gcc_swaps(e->getOpcode()) && is_plain_variable(left))) a = keep(a, right);
  Term b = scalar(right);
  return apply(e->getOpcode(), a, b, left->getType(), right->getType(), e);
}

namespace {

/// Do both lead into one live object, or to its end? Equal ones do, and what is a distance away from another does.
Term in_one_object(TermManager& terms, ProgramLowering& program, Term a, Term b) {
  auto root = [](Term t) {
    while (t.op() == Op::PtrAdd)
      t = t.arg(0);
    return t;
  };
  if (root(a) == root(b) || a.type() != b.type()) return terms.truth(true);
  auto from = [&](Term first, Term last) {
    Term length = terms.binary(Op::Sub, last, first);
    return terms.conj(terms.le(first, last), terms.valid(program.allocation_term(), first, length));
  };
  return terms.disj({terms.eq(a, b), from(a, b), from(b, a)});
}

} // namespace

Term FunctionLowering::apply(
    int opcode, Term a, Term b, clang::QualType left, clang::QualType right, const clang::Expr* e) {
  auto op = static_cast<BinaryOperatorKind>(opcode);
  if (is_float(left) || is_float(right)) return apply_float(opcode, a, b, range_of(e));
  // What is asked of pointers to different objects is undefined, but for whether they are equal.
  bool ordered = clang::BinaryOperator::isRelationalOp(op) || op == clang::BO_Sub;
  if (ordered && left->isPointerType() && right->isPointerType() && !program_.has_threads())
    watch(Property::DefBehavior, in_one_object(terms_.manager(), program_, a, b), range_of(e));
  if (clang::BinaryOperator::isComparisonOp(op)) {
    if (a.type() != b.type()) b = terms_.convert(a.type(), b);
    Term condition;
    switch (op) {
    case clang::BO_EQ:
      condition = terms_.compare(Op::Eq, a, b);
      break;
    case clang::BO_NE:
      condition = terms_.negate(terms_.compare(Op::Eq, a, b));
      break;
    case clang::BO_LT:
      condition = terms_.compare(Op::Lt, a, b);
      break;
    case clang::BO_GT:
      condition = terms_.compare(Op::Lt, b, a);
      break;
    case clang::BO_LE:
      condition = terms_.compare(Op::Le, a, b);
      break;
    default:
      condition = terms_.compare(Op::Le, b, a);
      break;
    }
    return terms_.convert(Type::machine(32, true), condition);
  }
  if (left->isPointerType() || right->isPointerType())
    return apply_pointer(opcode, a, b, left, right, e);
  Op operation = arithmetic_op(op);
  if (operation == Op::Shl || operation == Op::Shr) {
    Term in_range = terms_.compare(
        Op::Lt, b, terms_.constant(b.type(), static_cast<Integer>(a.type().width())));
    if (b.type().is_signed())
      in_range =
          terms_.manager().conj(terms_.compare(Op::Le, terms_.constant(b.type(), 0), b), in_range);
    assume(in_range, ir::AssumeKind::ShiftRange, range_of(e));
    return arithmetic(operation, a, b);
  }
  if (a.type() != b.type()) b = terms_.convert(a.type(), b);
  watch_wrap(operation, a, b, range_of(e));
  if (operation == Op::Div || operation == Op::Rem)
    assume(terms_.truth(b), ir::AssumeKind::DivisionByZero, range_of(e));
  return arithmetic(operation, a, b);
}

/// With -fwrapv, signed sums, differences, products and left shifts are those of unsigned numbers.
Term FunctionLowering::arithmetic(Op op, Term a, Term b) {
  bool wraps = op == Op::Add || op == Op::Sub || op == Op::Mul || op == Op::Shl;
  if (!wraps || !overflow_is_defined(a.type())) return terms_.arithmetic(op, a, b);
  Type plain = Type::machine(a.type().width(), false);
  if (op != Op::Shl) b = terms_.convert(plain, b);
  return terms_.convert(a.type(), terms_.arithmetic(op, terms_.convert(plain, a), b));
}

Term FunctionLowering::negated(Term a, SourceRange where) {
  if (!a.type().is_signed()) watch_wrap(Op::Sub, terms_.constant(a.type(), 0), a, where);
  if (!overflow_is_defined(a.type())) return terms_.unary(Op::Neg, a);
  Type plain = Type::machine(a.type().width(), false);
  return terms_.convert(a.type(), terms_.unary(Op::Neg, terms_.convert(plain, a)));
}

bool FunctionLowering::overflow_is_defined(Type type) const {
  return type.is_machine() && type.is_signed() && context_.getLangOpts().isSignedOverflowDefined();
}

Term FunctionLowering::apply_pointer(
    int opcode, Term a, Term b, clang::QualType left, clang::QualType right, const clang::Expr* e) {
  if (left->isPointerType() && right->isPointerType()) {
    Type difference = Type::machine(terms_.pointer().width(), true);
    Term bytes = terms_.convert(difference, terms_.arithmetic(Op::Sub, a, b));
    clang::QualType element = left->getPointeeType();
    Term size = element->isVariablyModifiedType() && element->isArrayType()
                    ? dynamic_size(element)
                    : terms_.size(size_of(context_, element));
    if (size.is_constant() && size.value() == 1) return bytes;
    size = terms_.convert(difference, size);
    assume(terms_.truth(size), ir::AssumeKind::DivisionByZero, range_of(e));
    return terms_.arithmetic(Op::Div, bytes, size);
  }
  if (!left->isPointerType()) {
    std::swap(a, b);
    std::swap(left, right);
  }
  Term offset = scaled_offset(b, left);
  if (opcode == clang::BO_Sub) offset = terms_.unary(Op::Neg, offset);
  watch_pointer(a, offset, opcode == clang::BO_Sub || b.type().is_signed(), range_of(e));
  return terms_.pointer_add(a, offset);
}

Term FunctionLowering::assign(const clang::BinaryOperator* e, bool value_used) {
  if (e->getType()->isRecordType()) {
    assign_record(e);
    return Term();
  }
  const clang::Expr* right = e->getRHS();
  clang::QualType type = e->getLHS()->getType();
  bool right_first = !llvm::isa<clang::CallExpr>(right->IgnoreParens())
                     && right->HasSideEffects(context_) && e->getLHS()->HasSideEffects(context_);
  Term early = right_first ? saved(scalar(right)) : Term();
  Lvalue target = place(e->getLHS());
  if (type->isAtomicType() && program_.has_threads()) {
    if (right->HasSideEffects(context_)) target = keep(target);
    Term value = right_first ? early : saved(scalar(right));
    std::optional<VarId> section = enter_section_for(type);
    store(target, type, value, e);
    leave_section(term(*section), range_);
    return value;
  }
  if (target.kind == Lvalue::Kind::Variables) {
    if (!scalar_type(context_, type)) unsupported(e, describe_unsupported(type));
    note(e, target);
    if (right_first) {
      VarId variable = target.variables.at(0);
      assign(variable, terms_.convert(program_.program().variable(variable).type, early), range_);
    } else {
      scalar_into(right, target.variables.at(0));
    }
    return term(target.variables.at(0));
  }
  if (!right_first && right->HasSideEffects(context_)) target = keep(target);
  Term value = right_first ? early : scalar(right);
  if (value_used) value = saved(value);
  note(e, target);
  store(target, type, value, e);
  if (value_used && target.bits)
    value = terms_.convert(value.type(), terms_.convert(target.bits->value, value));
  return value;
}

Lvalue FunctionLowering::assign_record(const clang::BinaryOperator* e) {
  Lvalue target = place(e->getLHS());
  if (e->getRHS()->HasSideEffects(context_)) target = keep(target);
  Value value = record_value(e->getRHS());
  note(e, target);
  store_record(target, e->getType(), value, e);
  return target;
}

Term FunctionLowering::assign_compound(const clang::CompoundAssignOperator* e, bool value_used) {
  if (computes_narrower(e, context_)) unsupported(e, "arithmetic on a bit-field wider than int");
  Term right = scalar(e->getRHS());
  right = keep(right, e->getLHS());
  Lvalue target = place(e->getLHS());
  clang::QualType type = e->getLHS()->getType();
  auto scalar = scalar_type(context_, type);
  auto computation = scalar_type(context_, e->getComputationLHSType());
  if (!scalar) unsupported(e, describe_unsupported(type));
  if (!computation) unsupported(e, describe_unsupported(e->getComputationLHSType()));
  std::optional<VarId> section = enter_section_for(type);
  Term left = load_to_change(target, type, e);
  note(e, target);
  BinaryOperatorKind op = clang::BinaryOperator::getOpForCompoundAssignment(e->getOpcode());
  Term value = apply(op,
                     converted(left, type, e->getComputationLHSType(), e),
                     right,
                     e->getComputationLHSType(),
                     e->getRHS()->getType(),
                     e);
  if (e->getComputationResultType()->isIntegerType() && type->isIntegerType())
    watch_conversion(value, *scalar, range_of(e));
  value = converted(value, e->getComputationResultType(), type, e);
  if (target.kind == Lvalue::Kind::Variables) {
    bool kept = value_used && program_.has_threads();
    if (kept) value = saved(value);
    assign(target.variables.at(0), value, range_);
    if (section) leave_section(term(*section), range_);
    return kept ? value : term(target.variables.at(0));
  }
  bool device = may_be_device(target, type);
  if (value_used || device) value = saved(value);
  if (device)
    store_device(target, type, *scalar, value, range_);
  else
    assign(program_.memory(), stored_memory(target, *scalar, value), range_);
  if (section) leave_section(term(*section), range_);
  if (value_used && target.bits)
    value = terms_.convert(*scalar, terms_.convert(target.bits->value, value));
  return value;
}

} // namespace kleene::frontend::c
