// SPDX-License-Identifier: Apache-2.0
// Expressions other than operators, lvalues and calls.
#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include "function_lowering.h"
#include "wide_bit_fields.h"

namespace kleene::frontend::c {

using clang::dyn_cast;
using clang::isa;

namespace {

Integer integer_of(const llvm::APInt& value, bool is_signed) {
  return is_signed ? Integer(value.getSExtValue()) : static_cast<Integer>(value.getZExtValue());
}

/// The operand of a conversion that does not change whether a value is zero.
const clang::Expr* under_truth(const clang::Expr* e, const clang::ASTContext& context) {
  for (;;) {
    e = e->IgnoreParens();
    const auto* cast = dyn_cast<clang::CastExpr>(e);
    if (cast == nullptr) return e;
    const clang::Expr* operand = cast->getSubExpr();
    switch (cast->getCastKind()) {
    case clang::CK_NoOp:
    case clang::CK_IntegralToBoolean:
    case clang::CK_PointerToBoolean:
      break;
    case clang::CK_IntegralCast:
      if (context.getTypeSize(e->getType()) < context.getTypeSize(operand->getType())) return e;
      break;
    default:
      return e;
    }
    if (operand->isGLValue()) return e;
    e = operand;
  }
}

/// The operand that a choice with a constant condition takes; null for other expressions. The other operand may be
/// of a type that is not modelled, as in macros of <math.h>.
const clang::Expr* settled_choice(const clang::Expr* e, const clang::ASTContext& context) {
  const auto* choice = dyn_cast<clang::ConditionalOperator>(e);
  bool truth = false;
  if (choice == nullptr || choice->getCond()->HasSideEffects(context)
      || !choice->getCond()->EvaluateAsBooleanCondition(truth, context))
    return nullptr;
  return truth ? choice->getTrueExpr() : choice->getFalseExpr();
}

} // namespace

Type FunctionLowering::type_of(const clang::Expr* e) {
  auto type = scalar_type(context_, e->getType());
  if (!type) unsupported(e, describe_unsupported(e->getType()));
  return *type;
}

Value FunctionLowering::value(const clang::Expr* e) {
  if (e->getType()->isVoidType()) {
    discard(e);
    return {};
  }
  if (e->getType()->isRecordType()) return record_value(e);
  return scalar_value(scalar(e));
}

Term FunctionLowering::scalar(const clang::Expr* e) {
  e = e->IgnoreParens();
  if (const Value* known = settled(e)) return known->scalar;
  Settled parts(*this, e);
  Type type = type_of(e);
  if (const auto* cast = dyn_cast<clang::CastExpr>(e)) return lower_cast(cast);
  if (const auto* op = dyn_cast<clang::BinaryOperator>(e)) return binary(op);
  if (const auto* op = dyn_cast<clang::UnaryOperator>(e)) return unary(op);
  if (const auto* literal = dyn_cast<clang::IntegerLiteral>(e))
    return terms_.constant(type, integer_of(literal->getValue(), type.is_signed()));
  if (const auto* literal = dyn_cast<clang::CharacterLiteral>(e))
    return terms_.constant(type, static_cast<std::int32_t>(literal->getValue()));
  if (isa<clang::FloatingLiteral>(e))
    if (auto constant = float_constant(e)) return *constant;
  if (const auto* reference = dyn_cast<clang::DeclRefExpr>(e)) {
    if (const auto* enumerator = dyn_cast<clang::EnumConstantDecl>(reference->getDecl())) {
      const llvm::APSInt& number = enumerator->getInitVal();
      return terms_.constant(type, integer_of(number, number.isSigned()));
    }
  }
  if (const auto* invocation = dyn_cast<clang::CallExpr>(e)) {
    Value result = call(invocation, true, VarId());
    if (result.kind != Value::Kind::Scalar)
      unsupported(e, "use of a value that a call does not give");
    return terms_.convert(type, result.scalar);
  }
  if (isa<clang::AbstractConditionalOperator>(e)) return conditional(e);
  if (const auto* statements = dyn_cast<clang::StmtExpr>(e))
    return terms_.convert(type, statement_expression(statements).scalar);
  if (isa<clang::UnaryExprOrTypeTraitExpr>(e)) return size_or_align(e);
  if (const auto* argument = dyn_cast<clang::VAArgExpr>(e)) return variadic_argument(argument);
  if (const auto* opaque = dyn_cast<clang::OpaqueValueExpr>(e)) {
    auto known = opaque_.find(opaque);
    if (known != opaque_.end()) return known->second.scalar;
    return scalar(opaque->getSourceExpr());
  }
  if (const auto* constant = dyn_cast<clang::ConstantExpr>(e))
    return scalar(constant->getSubExpr());
  if (const auto* selection = dyn_cast<clang::GenericSelectionExpr>(e)) {
    if (selection->isExprPredicate()
        && mentions_wide_bit_field(selection->getControllingExpr(), context_))
      unsupported(e, "type of a bit-field wider than int");
    return scalar(selection->getResultExpr());
  }
  if (const auto* choice = dyn_cast<clang::ChooseExpr>(e))
    return scalar(choice->getChosenSubExpr());
  if (const auto* operation = dyn_cast<clang::AtomicExpr>(e)) return atomic_operation(operation);
  if (isa<clang::ImplicitValueInitExpr>(e)) return terms_.constant(type, 0);
  if (const auto* list = dyn_cast<clang::InitListExpr>(e)) {
    if (list->getNumInits() == 0) return terms_.constant(type, 0);
    return scalar(list->getInit(0));
  }
  if (isa<clang::MemberExpr, clang::ArraySubscriptExpr>(e)) return load(place(e), e->getType(), e);
  if (isa<clang::AddrLabelExpr>(e)) unsupported(e, "address of a label");
  clang::Expr::EvalResult constant;
  if (e->EvaluateAsInt(constant, context_)) {
    const llvm::APSInt& number = constant.Val.getInt();
    return terms_.constant(type, integer_of(number, number.isSigned()));
  }
  unsupported(e, std::string("expression of class ") + e->getStmtClassName());
}

Term FunctionLowering::lower_cast(const clang::CastExpr* e) {
  const clang::Expr* operand = e->getSubExpr();
  Type type = type_of(e);
  if (const auto* written = dyn_cast<clang::ExplicitCastExpr>(e))
    evaluate_array_sizes(written->getTypeAsWritten());
  switch (e->getCastKind()) {
  case clang::CK_LValueToRValue: {
    Lvalue read = place(operand);
    std::optional<VarId> section = enter_section_for(operand->getType());
    Term value = load(read, operand->getType(), operand);
    if (section) leave_section(term(*section), range_);
    note(e, read);
    return value;
  }
  case clang::CK_ArrayToPointerDecay:
    return decayed(operand);
  case clang::CK_FunctionToPointerDecay:
    return place(operand).address;
  case clang::CK_BuiltinFnToFnPtr:
    unsupported(e, "address of a compiler built-in");
  case clang::CK_NullToPointer:
    discard(operand);
    return terms_.constant(type, 0);
  case clang::CK_NoOp:
  case clang::CK_BitCast:
  case clang::CK_IntegralCast:
  case clang::CK_IntegralToBoolean:
  case clang::CK_PointerToBoolean:
  case clang::CK_BooleanToSignedIntegral:
  case clang::CK_IntegralToPointer:
  case clang::CK_PointerToIntegral:
  case clang::CK_AddressSpaceConversion:
  case clang::CK_AtomicToNonAtomic:
  case clang::CK_NonAtomicToAtomic:
    if (operand->isGLValue()) return load(place(operand), operand->getType(), operand);
    return converted_integer(e, type, scalar(operand));
  case clang::CK_FloatingCast:
    // Limits are written so in headers: DBL_MAX is ((double)1.7…e+308L).
    if (!scalar_type(context_, operand->getType()))
      if (auto constant = float_constant(e)) return *constant;
    [[fallthrough]];
  case clang::CK_FloatingToIntegral:
  case clang::CK_FloatingToBoolean:
  case clang::CK_IntegralToFloating:
    type_of(operand->IgnoreParens());
    return converted(scalar(operand), operand->getType(), e->getType(), e);
  default:
    // The operand is what is not covered, mostly: a floating-point value that is converted.
    scalar(operand);
    unsupported(e, std::string("conversion ") + e->getCastKindName());
  }
}

/// No float on either side.
Term FunctionLowering::converted_integer(const clang::CastExpr* e, Type type, Term value) {
  const auto* implicit = dyn_cast<clang::ImplicitCastExpr>(e);
  if (implicit != nullptr && !implicit->isPartOfExplicitCast()
      && e->getCastKind() == clang::CK_IntegralCast)
    watch_conversion(value, type, range_of(e));
  return terms_.convert(type, value);
}

Term FunctionLowering::decayed(const clang::Expr* array) {
  Lvalue whole = place(array);
  return address_of(whole, array);
}

Value FunctionLowering::record_value(const clang::Expr* e) {
  e = e->IgnoreParens();
  if (const Value* known = settled(e)) return *known;
  Settled parts(*this, e);
  if (const auto* cast = dyn_cast<clang::CastExpr>(e)) {
    const clang::Expr* operand = cast->getSubExpr();
    if (cast->getCastKind() == clang::CK_ToUnion) {
      Lvalue whole = in_memory(
          stack_object("union", size_of(context_, e->getType()), align_of(context_, e->getType())),
          true);
      if (operand->getType()->isRecordType()) {
        store_record(whole, operand->getType(), record_value(operand), e);
      } else {
        store(whole, operand->getType(), scalar(operand), e);
      }
      return load_record(whole, e->getType());
    }
    if (operand->isGLValue() && program_.options().volatile_changes
        && operand->getType().isVolatileQualified())
      unsupported(e, "copy of a volatile record");
    if (operand->isGLValue()) {
      Lvalue read = place(operand);
      note(e, read);
      return load_record(read, e->getType());
    }
    return record_value(operand);
  }
  if (const auto* op = dyn_cast<clang::BinaryOperator>(e)) {
    if (op->getOpcode() == clang::BO_Comma) {
      discard(op->getLHS());
      return record_value(op->getRHS());
    }
    return load_record(assign_record(op), e->getType());
  }
  if (const auto* invocation = dyn_cast<clang::CallExpr>(e)) return call(invocation, true, VarId());
  if (isa<clang::AbstractConditionalOperator>(e)) return record_conditional(e);
  if (const auto* statements = dyn_cast<clang::StmtExpr>(e))
    return statement_expression(statements);
  if (const auto* unary = dyn_cast<clang::UnaryOperator>(e);
      unary && unary->getOpcode() == clang::UO_Extension)
    return record_value(unary->getSubExpr());
  if (const auto* opaque = dyn_cast<clang::OpaqueValueExpr>(e)) {
    auto known = opaque_.find(opaque);
    return known != opaque_.end() ? known->second : record_value(opaque->getSourceExpr());
  }
  if (const auto* constant = dyn_cast<clang::ConstantExpr>(e))
    return record_value(constant->getSubExpr());
  if (const auto* selection = dyn_cast<clang::GenericSelectionExpr>(e))
    return record_value(selection->getResultExpr());
  if (const auto* choice = dyn_cast<clang::ChooseExpr>(e))
    return record_value(choice->getChosenSubExpr());
  if (isa<clang::InitListExpr, clang::ImplicitValueInitExpr>(e)) {
    Lvalue whole = in_memory(
        stack_object("value", size_of(context_, e->getType()), align_of(context_, e->getType())),
        true);
    initialise_memory(whole, e->getType(), e);
    return load_record(whole, e->getType());
  }
  return load_record(place(e), e->getType());
}

Value FunctionLowering::statement_expression(const clang::StmtExpr* e) {
  const clang::CompoundStmt* body = e->getSubStmt();
  SourceRange outer = range_;
  Value result;
  enter_scope(body);
  for (const clang::Stmt* statement : body->body()) {
    if (statement != body->body_back() || e->getType()->isVoidType()) {
      lower(statement);
      continue;
    }
    // The value is that of the last statement, which may be labelled.
    const clang::Stmt* last = statement;
    while (const auto* label = dyn_cast<clang::LabelStmt>(last)) {
      cfg_.join(label_place(label->getDecl()), range_);
      last = label->getSubStmt();
    }
    const auto* expression = dyn_cast<clang::Expr>(last);
    if (expression == nullptr) {
      lower(last);
      continue;
    }
    range_ = range_of(expression);
    result = value(expression);
    // Declarations inside may come to life again before the value is used.
    if (scopes_.back().endings.empty() && !repeats_) continue;
    if (result.kind == Value::Kind::Scalar) result.scalar = saved(result.scalar);
    for (Term& leaf : result.leaves)
      leaf = saved(leaf);
    if (result.kind == Value::Kind::Memory && !scopes_.back().endings.empty()) {
      Lvalue copy = in_memory(
          stack_object("value", size_of(context_, e->getType()), align_of(context_, e->getType())),
          true);
      store_record(copy, e->getType(), result, e);
      result = load_record(copy, e->getType());
    }
  }
  leave_scope();
  range_ = outer;
  return result;
}

void FunctionLowering::discard(const clang::Expr* e) {
  e = e->IgnoreParens();
  if (settled(e) != nullptr) return;
  Settled parts(*this, e);
  if (const auto* cast = dyn_cast<clang::CastExpr>(e)) {
    if (cast->getCastKind() == clang::CK_ToVoid || cast->getCastKind() == clang::CK_NoOp
        || cast->getCastKind() == clang::CK_IntegralCast
        || cast->getCastKind() == clang::CK_BitCast) {
      if (!cast->getSubExpr()->isGLValue()) return discard(cast->getSubExpr());
      e = cast->getSubExpr();
    }
  }
  if (const clang::Expr* taken = settled_choice(e, context_)) {
    discard(taken);
  } else if (const auto* op = dyn_cast<clang::CompoundAssignOperator>(e)) {
    assign_compound(op, false);
  } else if (const auto* op = dyn_cast<clang::BinaryOperator>(e);
             op && (op->getOpcode() == clang::BO_Assign || op->getOpcode() == clang::BO_Comma)) {
    if (op->getOpcode() == clang::BO_Assign) {
      assign(op, false);
    } else {
      discard(op->getLHS());
      discard(op->getRHS());
    }
  } else if (const auto* step = dyn_cast<clang::UnaryOperator>(e);
             step && step->isIncrementDecrementOp()) {
    increment(step, false);
  } else if (const auto* invocation = dyn_cast<clang::CallExpr>(e)) {
    call(invocation, false, VarId());
  } else if (const auto* operation = dyn_cast<clang::AtomicExpr>(e)) {
    atomic_operation(operation);
  } else if (const auto* statements = dyn_cast<clang::StmtExpr>(e)) {
    SourceRange outer = range_;
    lower(statements->getSubStmt());
    range_ = outer;
  } else if (const auto* choice = dyn_cast<clang::ConditionalOperator>(e);
             choice && !is_simple(e)) {
    ir::LocId yes = cfg_.fresh();
    ir::LocId no = cfg_.fresh();
    ir::LocId after = cfg_.fresh();
    branch(choice->getCond(), yes, no);
    cfg_.move_to(yes);
    discard(choice->getTrueExpr());
    cfg_.jump(after, range_);
    cfg_.move_to(no);
    discard(choice->getFalseExpr());
    cfg_.join(after, range_);
  } else if (const auto* op = dyn_cast<clang::BinaryOperator>(e); op && op->isLogicalOp()) {
    if (is_simple(e)) return;
    ir::LocId after = cfg_.fresh();
    ir::LocId right = cfg_.fresh();
    bool conjunction = op->getOpcode() == clang::BO_LAnd;
    branch(op->getLHS(), conjunction ? right : after, conjunction ? after : right);
    cfg_.move_to(right);
    discard(op->getRHS());
    cfg_.join(after, range_);
  } else if (const auto* paren = dyn_cast<clang::UnaryOperator>(e);
             paren && paren->getOpcode() == clang::UO_Extension) {
    discard(paren->getSubExpr());
  } else if (e->isGLValue()) {
    if (isa<clang::DeclRefExpr>(e)) return;
    Lvalue unused = place(e);
    if (unused.kind == Lvalue::Kind::Memory) evaluate(unused.address);
  } else if (!e->getType()->isVoidType() && !isa<clang::IntegerLiteral>(e)) {
    evaluate(value(e));
  }
}

void FunctionLowering::evaluate(Term value) {
  if (can_overflow(value)) assign(temporary(value.type()), value, range_);
}

void FunctionLowering::evaluate(const Value& value) {
  if (value.kind == Value::Kind::Scalar) evaluate(value.scalar);
  for (Term leaf : value.leaves)
    evaluate(leaf);
  if (value.kind == Value::Kind::Memory) evaluate(value.place.address);
}

Value FunctionLowering::evaluated(Value value) {
  auto settle = [&](Term& t) {
    if (!can_overflow(t)) return;
    VarId copy = temporary(t.type());
    assign(copy, t, range_);
    t = term(copy);
  };
  if (value.kind == Value::Kind::Scalar) settle(value.scalar);
  for (Term& leaf : value.leaves)
    settle(leaf);
  if (value.kind == Value::Kind::Memory) settle(value.place.address);
  return value;
}

void FunctionLowering::branch(const clang::Expr* e, ir::LocId yes, ir::LocId no) {
  Settled parts(*this, e);
  e = under_truth(e, context_);
  if (const auto* constant = dyn_cast<clang::ConstantExpr>(e)) e = constant->getSubExpr();
  if (const clang::Expr* taken = settled_choice(e, context_)) return branch(taken, yes, no);
  if (const auto* unary = dyn_cast<clang::UnaryOperator>(e)) {
    if (unary->getOpcode() == clang::UO_LNot) return branch(unary->getSubExpr(), no, yes);
    if (unary->getOpcode() == clang::UO_Extension) return branch(unary->getSubExpr(), yes, no);
  }
  if (const auto* op = dyn_cast<clang::BinaryOperator>(e)) {
    if (op->getOpcode() == clang::BO_Comma) {
      discard(op->getLHS());
      return branch(op->getRHS(), yes, no);
    }
    if (op->isLogicalOp() && !is_simple(e)) {
      ir::LocId right = cfg_.fresh();
      if (op->getOpcode() == clang::BO_LAnd) {
        branch(op->getLHS(), right, no);
      } else {
        branch(op->getLHS(), yes, right);
      }
      cfg_.move_to(right);
      return branch(op->getRHS(), yes, no);
    }
  }
  if (const auto* choice = dyn_cast<clang::ConditionalOperator>(e); choice && !is_simple(e)) {
    ir::LocId left = cfg_.fresh();
    ir::LocId right = cfg_.fresh();
    branch(choice->getCond(), left, right);
    cfg_.move_to(left);
    branch(choice->getTrueExpr(), yes, no);
    cfg_.move_to(right);
    return branch(choice->getFalseExpr(), yes, no);
  }
  if (const auto* invocation = dyn_cast<clang::CallExpr>(e)) {
    const clang::FunctionDecl* callee = invocation->getDirectCallee();
    if (callee && builtin_of(callee->getNameAsString()) == Builtin::Expect
        && invocation->getNumArgs() >= 1 && !program_.linkage().function(callee).defined) {
      for (unsigned i = invocation->getNumArgs(); i-- > 1;)
        discard(invocation->getArg(i));
      return branch(invocation->getArg(0), yes, no);
    }
  }
  Term condition = truth_of(e);
  SourceRange where = range_of(e);
  cfg_.guard(condition, yes, where);
  cfg_.guard(terms_.negate(condition), no, where);
  cfg_.move_to(cfg_.fresh());
}

Term FunctionLowering::logical(const clang::Expr* e) {
  Type type = type_of(e);
  const auto* op = clang::cast<clang::BinaryOperator>(e);
  if (is_simple(e)) {
    Term a = truth_of(op->getLHS());
    Term b = truth_of(op->getRHS());
    TermManager& manager = terms_.manager();
    return terms_.convert(
        type, op->getOpcode() == clang::BO_LAnd ? manager.conj(a, b) : manager.disj(a, b));
  }
  VarId result = temporary(Type::boolean());
  ir::LocId yes = cfg_.fresh();
  ir::LocId no = cfg_.fresh();
  ir::LocId after = cfg_.fresh();
  branch(e, yes, no);
  cfg_.move_to(yes);
  assign(result, terms_.manager().truth(true), range_);
  cfg_.jump(after, range_);
  cfg_.move_to(no);
  assign(result, terms_.manager().truth(false), range_);
  cfg_.join(after, range_);
  return terms_.convert(type, term(result));
}

Term FunctionLowering::conditional(const clang::Expr* e) {
  if (is_wide_bit_field(e, context_)) unsupported(e, "choice of a bit-field wider than int");
  Type type = type_of(e);
  if (const clang::Expr* taken = settled_choice(e, context_))
    return terms_.convert(type, scalar(taken));
  if (const auto* choice = dyn_cast<clang::ConditionalOperator>(e); choice && is_simple(e)) {
    Term condition = truth_of(choice->getCond());
    Term yes = terms_.convert(type, scalar(choice->getTrueExpr()));
    Term no = terms_.convert(type, scalar(choice->getFalseExpr()));
    return terms_.ite(condition, yes, no);
  }
  VarId result = temporary(type);
  scalar_into(e, result);
  return term(result);
}

void FunctionLowering::scalar_into(const clang::Expr* e, VarId target) {
  Type type = program_.program().variable(target).type;
  const clang::Expr* inner = e->IgnoreParens();
  if (isa<clang::AbstractConditionalOperator>(inner) && is_wide_bit_field(inner, context_))
    unsupported(e, "choice of a bit-field wider than int");
  if (const Value* known = settled(inner)) {
    if (known->scalar != term(target)) assign(target, terms_.convert(type, known->scalar), range_);
    return;
  }
  if (const clang::Expr* taken = settled_choice(inner, context_)) return scalar_into(taken, target);
  Settled parts(*this, inner);
  bool same_type = scalar_type(context_, inner->getType()) == type;
  if (const auto* invocation = dyn_cast<clang::CallExpr>(inner); invocation && same_type) {
    Value result = call(invocation, true, target);
    if (result.kind != Value::Kind::Scalar)
      unsupported(e, "use of a value that a call does not give");
    if (result.scalar != term(target)) assign(target, terms_.convert(type, result.scalar), range_);
    return;
  }
  if (const auto* choice = dyn_cast<clang::AbstractConditionalOperator>(inner);
      choice && same_type && !is_simple(inner)) {
    ir::LocId yes = cfg_.fresh();
    ir::LocId no = cfg_.fresh();
    ir::LocId after = cfg_.fresh();
    if (const auto* elvis = dyn_cast<clang::BinaryConditionalOperator>(choice)) {
      Term common = saved(scalar(elvis->getCommon()));
      opaque_[elvis->getOpaqueValue()] = scalar_value(common);
    }
    branch(choice->getCond(), yes, no);
    cfg_.move_to(yes);
    scalar_into(choice->getTrueExpr(), target);
    cfg_.jump(after, range_);
    cfg_.move_to(no);
    scalar_into(choice->getFalseExpr(), target);
    cfg_.join(after, range_);
    return;
  }
  Term value = terms_.convert(type, scalar(e));
  if (value != term(target)) assign(target, value, range_);
}

Value FunctionLowering::record_conditional(const clang::Expr* e) {
  const auto* choice = clang::cast<clang::AbstractConditionalOperator>(e);
  Lvalue result = new_local("choice", e->getType(), !record_leaves(context_, e->getType()), range_);
  ir::LocId yes = cfg_.fresh();
  ir::LocId no = cfg_.fresh();
  ir::LocId after = cfg_.fresh();
  branch(choice->getCond(), yes, no);
  cfg_.move_to(yes);
  store_record(result, e->getType(), record_value(choice->getTrueExpr()), e);
  cfg_.jump(after, range_);
  cfg_.move_to(no);
  store_record(result, e->getType(), record_value(choice->getFalseExpr()), e);
  cfg_.join(after, range_);
  return load_record(result, e->getType());
}

Term FunctionLowering::size_or_align(const clang::Expr* e) {
  const auto* trait = clang::cast<clang::UnaryExprOrTypeTraitExpr>(e);
  Type type = type_of(e);
  clang::Expr::EvalResult constant;
  if (e->EvaluateAsInt(constant, context_)) {
    const llvm::APSInt& number = constant.Val.getInt();
    return terms_.constant(type, integer_of(number, number.isSigned()));
  }
  if (trait->getKind() != clang::UETT_SizeOf) unsupported(e, "operator on a type of variable size");
  if (!trait->isArgumentType()) {
    if (trait->getArgumentExpr()->HasSideEffects(context_)) discard(trait->getArgumentExpr());
  } else {
    evaluate_array_sizes(trait->getArgumentType());
  }
  return terms_.convert(type, dynamic_size(trait->getTypeOfArgument()));
}

// A va_list begins with the address of the next variadic argument.
Lvalue FunctionLowering::variadic_argument_place(const clang::VAArgExpr* e) {
  std::uint64_t size = size_of(context_, e->getType());
  Type pointer = terms_.pointer();
  const clang::Expr* list = e->getSubExpr();
  Lvalue cursor = list->isGLValue() ? place(list) : in_memory(scalar(list), false);
  if (cursor.kind == Lvalue::Kind::Memory) check(cursor, pointer.bytes(), true, e);
  Term old = cursor.kind == Lvalue::Kind::Variables ? term(cursor.variables.at(0))
                                                    : loaded(cursor, pointer);
  Term next = terms_.pointer_add(old, (size + 7) / 8 * 8);
  VarId slot = temporary(pointer);
  ir::Assign step{{slot}, {old}};
  if (cursor.kind == Lvalue::Kind::Variables) {
    step.targets.push_back(cursor.variables.at(0));
    step.values.push_back(next);
  } else {
    step.targets.push_back(program_.memory());
    step.values.push_back(stored_memory(cursor, pointer, next));
  }
  cfg_.emit(std::move(step), range_);
  return in_memory(term(slot), false);
}

Term FunctionLowering::variadic_argument(const clang::VAArgExpr* e) {
  type_of(e);
  return load(variadic_argument_place(e), e->getType(), e);
}

bool FunctionLowering::is_simple(const clang::Expr* e) {
  e = e->IgnoreParens();
  auto known = simple_.find(e);
  if (known != simple_.end()) return known->second;
  bool simple = is_simple_uncached(e);
  simple_[e] = simple;
  return simple;
}

bool FunctionLowering::is_simple_uncached(const clang::Expr* e) {
  if (!scalar_type(context_, e->getType()) || watched_.contains(e) || may_be_event(e)) return false;
  if (isa<clang::IntegerLiteral, clang::CharacterLiteral, clang::FloatingLiteral>(e)) return true;
  if (const auto* reference = dyn_cast<clang::DeclRefExpr>(e))
    return isa<clang::EnumConstantDecl>(reference->getDecl());
  if (const auto* cast = dyn_cast<clang::CastExpr>(e)) {
    const clang::Expr* operand = cast->getSubExpr();
    if (cast->getCastKind() == clang::CK_LValueToRValue
        || cast->getCastKind() == clang::CK_ArrayToPointerDecay)
      return is_simple_lvalue(operand)
             && !(program_.options().volatile_changes && operand->getType().isVolatileQualified());
    if (cast->getCastKind() == clang::CK_FunctionToPointerDecay)
      return isa<clang::DeclRefExpr>(operand->IgnoreParens());
    if (cast->getCastKind() == clang::CK_FloatingToIntegral) return false; // checked
    return !operand->isGLValue() && is_simple(operand);
  }
  if (const auto* op = dyn_cast<clang::BinaryOperator>(e)) return is_simple_operator(op);
  if (const auto* unary = dyn_cast<clang::UnaryOperator>(e)) {
    const clang::Expr* operand = unary->getSubExpr();
    switch (unary->getOpcode()) {
    case clang::UO_Plus:
    case clang::UO_Extension:
    case clang::UO_LNot:
    case clang::UO_Not:
      return !operand->isGLValue() && is_simple(operand);
    case clang::UO_Minus:
      if (isa<clang::IntegerLiteral>(operand->IgnoreParens())) return true;
      return (e->getType()->isUnsignedIntegerType() || is_float(e->getType()))
             && is_simple(operand);
    case clang::UO_AddrOf:
      return is_simple_lvalue(operand);
    default:
      return false;
    }
  }
  if (const clang::Expr* taken = settled_choice(e, context_)) return is_simple(taken);
  if (const auto* choice = dyn_cast<clang::ConditionalOperator>(e))
    return is_simple(choice->getCond()) && is_simple(choice->getTrueExpr())
           && is_simple(choice->getFalseExpr());
  if (const auto* constant = dyn_cast<clang::ConstantExpr>(e))
    return is_simple(constant->getSubExpr());
  return isa<clang::UnaryExprOrTypeTraitExpr>(e) && e->isEvaluatable(context_);
}

bool FunctionLowering::is_simple_operator(const clang::BinaryOperator* e) {
  if (e->isAssignmentOp() || e->getOpcode() == clang::BO_Comma) return false;
  if (!is_simple(e->getLHS()) || !is_simple(e->getRHS())) return false;
  if (e->isComparisonOp() || e->isLogicalOp() || e->isBitwiseOp()) return true;
  bool wraps = !e->getType()->isSignedIntegerType();
  if (e->isAdditiveOp() && wraps) return true;
  if (e->isAdditiveOp() && e->getType()->isPointerType()) return true;
  if (e->getOpcode() == clang::BO_Mul && wraps) return true;
  if (e->getOpcode() == clang::BO_Shr || e->getOpcode() == clang::BO_Shl) {
    clang::Expr::EvalResult amount;
    if (!e->getRHS()->EvaluateAsInt(amount, context_)) return false;
    std::uint64_t width = context_.getTypeSize(e->getType());
    return amount.Val.getInt().isNonNegative() && amount.Val.getInt().ult(width)
           && (wraps || e->getOpcode() == clang::BO_Shr);
  }
  if (is_float(e->getType())) return e->getOpcode() == clang::BO_Div;
  if (e->getOpcode() == clang::BO_Div || e->getOpcode() == clang::BO_Rem) {
    clang::Expr::EvalResult divisor;
    if (!e->getRHS()->EvaluateAsInt(divisor, context_)) return false;
    return !divisor.Val.getInt().isZero() && !divisor.Val.getInt().isAllOnes();
  }
  return false;
}

/// An lvalue that can be read without check or side effect.
bool FunctionLowering::is_simple_lvalue(const clang::Expr* e) {
  e = e->IgnoreParens();
  if (const auto* reference = dyn_cast<clang::DeclRefExpr>(e)) {
    const auto* variable = dyn_cast<clang::VarDecl>(reference->getDecl());
    if (variable == nullptr || variable->getType()->isVariablyModifiedType()) return false;
    bool shared = variable->hasGlobalStorage() || program_.discovery().address_taken(variable);
    return !shared || !program_.has_threads(); // otherwise each read is a step
  }
  if (isa<clang::StringLiteral>(e)) return true;
  if (const auto* access = dyn_cast<clang::MemberExpr>(e))
    return !access->isArrow() && access->getBase()->isGLValue()
           && is_simple_lvalue(access->getBase());
  const auto* element = dyn_cast<clang::ArraySubscriptExpr>(e);
  if (element == nullptr || program_.has_threads()) return false;
  const auto* decay = dyn_cast<clang::ImplicitCastExpr>(element->getBase()->IgnoreParens());
  if (decay == nullptr || decay->getCastKind() != clang::CK_ArrayToPointerDecay) return false;
  const clang::ConstantArrayType* array =
      context_.getAsConstantArrayType(decay->getSubExpr()->getType());
  if (array == nullptr || !is_simple_lvalue(decay->getSubExpr())) return false;
  clang::Expr::EvalResult index;
  if (!element->getIdx()->EvaluateAsInt(index, context_)) return false;
  return index.Val.getInt().isNonNegative() && index.Val.getInt().getActiveBits() <= 64
         && index.Val.getInt().getZExtValue() < array->getSize().getZExtValue();
}

} // namespace kleene::frontend::c
