// SPDX-License-Identifier: Apache-2.0
// Which addresses the values of expressions may be, as constraints.
#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include "pointers.h"
#include "reinterpretation.h"

namespace kleene::frontend::c {

using namespace clang; // NOLINT: this file speaks of Clang's tree only

Pointers::Node Pointers::value(const Expr* e) {
  e = e->IgnoreParens();
  if (e->isGLValue()) return load(lvalue(e));
  if (const auto* cast = dyn_cast<CastExpr>(e)) return cast_value(cast);
  if (const auto* op = dyn_cast<BinaryOperator>(e)) return binary_value(op);
  if (const auto* op = dyn_cast<UnaryOperator>(e)) return unary_value(op);
  if (const auto* invocation = dyn_cast<CallExpr>(e)) return call(invocation);
  if (const auto* choice = dyn_cast<ConditionalOperator>(e)) {
    walk(choice->getCond());
    return join(value(choice->getTrueExpr()), value(choice->getFalseExpr()));
  }
  if (const auto* choice = dyn_cast<BinaryConditionalOperator>(e))
    return join(value(choice->getCommon()), value(choice->getFalseExpr()));
  if (const auto* opaque = dyn_cast<OpaqueValueExpr>(e))
    return opaque->getSourceExpr() == nullptr ? 0 : value(opaque->getSourceExpr());
  if (const auto* selection = dyn_cast<GenericSelectionExpr>(e))
    return value(selection->getResultExpr());
  if (const auto* choice = dyn_cast<ChooseExpr>(e)) return value(choice->getChosenSubExpr());
  if (const auto* list = dyn_cast<InitListExpr>(e); list && !list->isSemanticForm())
    return value(list->getSemanticForm());
  if (const auto* trait = dyn_cast<UnaryExprOrTypeTraitExpr>(e)) {
    if (!trait->isArgumentType() && trait->getTypeOfArgument()->isVariablyModifiedType())
      walk(trait->getArgumentExpr());
    return 0;
  }
  if (const auto* statements = dyn_cast<StmtExpr>(e)) {
    walk(statements->getSubStmt());
    const Stmt* last =
        statements->getSubStmt()->body_empty() ? nullptr : statements->getSubStmt()->body_back();
    while (const auto* label = dyn_cast_or_null<LabelStmt>(last))
      last = label->getSubStmt();
    const auto* result = dyn_cast_or_null<Expr>(last);
    return result == nullptr ? 0 : value(result);
  }
  if (const auto* argument = dyn_cast<VAArgExpr>(e)) {
    walk(argument->getSubExpr());
    return variadic_;
  }
  return children_value(e);
}

Pointers::Node Pointers::children_value(const Expr* e) {
  Node result = 0;
  const Stmt* previous = nullptr;
  for (const Stmt* child : e->children()) {
    if (child == previous) continue; // a range has one initialiser for many elements
    previous = child;
    if (const auto* part = dyn_cast_or_null<Expr>(child))
      result = join(result, value(part));
    else
      walk(child);
  }
  return result;
}

Pointers::Node Pointers::cast_value(const CastExpr* e) {
  const Expr* operand = e->getSubExpr();
  switch (e->getCastKind()) {
  case CK_ArrayToPointerDecay:
  case CK_FunctionToPointerDecay:
    return lvalue(operand);
  case CK_BuiltinFnToFnPtr:
    return 0;
  case CK_NullToPointer:
  case CK_ToVoid:
  case CK_PointerToBoolean:
  case CK_IntegralToBoolean:
    walk(operand);
    return 0;
  case CK_IntegralToPointer:
    return join(value(operand), address(anywhere_));
  default:
    Node result = value(operand);
    reinterpret(e, result);
    return result;
  }
}

/// Numbers that a program made up may be read as pointers from where it put them.
void Pointers::reinterpret(const CastExpr* cast, Node pointer) {
  if (pointer == 0) return;
  View view = view_after(cast);
  if (view == View::Same) return;
  nodes_[pointer].as_numbers |= view != View::Pointers;
  nodes_[pointer].as_pointers |= view != View::Numbers;
  nodes_[pointer].done.clear();
  work_.push_back(pointer);
}

Pointers::Node Pointers::binary_value(const BinaryOperator* e) {
  if (e->isAssignmentOp()) {
    Node right = value(e->getRHS());
    Node left = lvalue(e->getLHS());
    store(left, right);
    return e->isCompoundAssignmentOp() ? load(left) : right;
  }
  if (e->getOpcode() == BO_Comma) {
    walk(e->getLHS());
    return value(e->getRHS());
  }
  if (e->isLogicalOp() || e->isComparisonOp()) {
    walk(e->getLHS());
    walk(e->getRHS());
    return 0;
  }
  Node left = value(e->getLHS());
  return join(left, value(e->getRHS()));
}

Pointers::Node Pointers::unary_value(const UnaryOperator* e) {
  if (e->getOpcode() == UO_AddrOf) return lvalue(e->getSubExpr());
  if (e->isIncrementDecrementOp()) return load(lvalue(e->getSubExpr()));
  Node operand = value(e->getSubExpr());
  return e->getOpcode() == UO_LNot ? 0 : operand;
}

Pointers::Node Pointers::followed(const Expr* pointer) {
  pointer = pointer->IgnoreParens();
  Node result = value(pointer);
  auto [known, is_new] = followed_.try_emplace(pointer, result);
  if (is_new || known->second == result) return result;
  // Met twice, in different roles.
  return known->second = join(known->second, result);
}

Pointers::Node Pointers::lvalue(const Expr* e) {
  e = e->IgnoreParens();
  if (const auto* reference = dyn_cast<DeclRefExpr>(e)) {
    if (const auto* variable = dyn_cast<VarDecl>(reference->getDecl()))
      return address(object(variable));
    if (const auto* function = dyn_cast<FunctionDecl>(reference->getDecl()))
      return address(function_object(linkage_.function(function)));
  }
  if (const auto* member = dyn_cast<MemberExpr>(e)) {
    Node record = member->isArrow() ? followed(member->getBase()) : lvalue(member->getBase());
    if (is_mixed_union(member)) store(record, address(anywhere_));
    return record;
  }
  if (const auto* element = dyn_cast<ArraySubscriptExpr>(e)) {
    walk(element->getIdx());
    return followed(element->getBase());
  }
  if (const auto* unary = dyn_cast<UnaryOperator>(e)) {
    if (unary->getOpcode() == UO_Deref) return followed(unary->getSubExpr());
    if (unary->getOpcode() == UO_Extension) return lvalue(unary->getSubExpr());
  }
  if (const auto* cast = dyn_cast<CastExpr>(e); cast && cast->isGLValue())
    return lvalue(cast->getSubExpr());
  if (const auto* selection = dyn_cast<GenericSelectionExpr>(e))
    return lvalue(selection->getResultExpr());
  if (const auto* choice = dyn_cast<ChooseExpr>(e)) return lvalue(choice->getChosenSubExpr());
  if (const auto* opaque = dyn_cast<OpaqueValueExpr>(e); opaque && opaque->getSourceExpr())
    return lvalue(opaque->getSourceExpr());
  // An object of its own: a literal, or a value that is taken apart.
  auto [known, is_new] = by_key_.try_emplace(e, 0);
  if (is_new) {
    unsigned made = add_object(isa<clang::StringLiteral, PredefinedExpr>(e));
    by_key_[e] = made;
    objects_[made].pointers = holds_pointers(e->getType());
    objects_[made].numbers = !objects_[made].pointers;
    include(e->isGLValue() ? children_value(e) : value(e), objects_[made].contents);
    return address(made);
  }
  return address(known->second);
}

Pointers::Node Pointers::call(const CallExpr* e) {
  std::vector<Node> arguments;
  for (const Expr* argument : e->arguments())
    arguments.push_back(followed(argument));
  if (leads_to_both(e))
    for (Node argument : arguments)
      store(argument, address(anywhere_));
  const FunctionDecl* callee = direct_callee(e->getCallee());
  if (callee == nullptr) {
    Node functions = followed(e->getCallee());
    Node result = node();
    if (unknown_) include(missing(arguments), result);
    if (functions == 0) return result;
    calls_.push_back({std::move(arguments), result});
    nodes_[functions].calls.push_back(calls_.size() - 1);
    nodes_[functions].done.clear();
    work_.push_back(functions);
    return result;
  }
  FunctionEntity& function = linkage_.function(callee, e);
  if (!function.defined && function.model == nullptr)
    if (Builtin kind = builtin_of(function.name); kind != Builtin::None)
      return builtin(kind, e, arguments);
  Call direct{std::move(arguments), node()};
  bind(function, direct);
  return direct.result;
}

Pointers::Node
Pointers::builtin(Builtin kind, const CallExpr* e, const std::vector<Node>& arguments) {
  auto argument = [&](std::size_t i) { return i < arguments.size() ? arguments[i] : 0; };
  auto fresh = [&] {
    auto [known, is_new] = by_key_.try_emplace(e, 0);
    if (is_new) {
      unsigned made = add_object();
      by_key_[e] = made;
      return address(made);
    }
    return address(known->second);
  };
  switch (kind) {
  case Builtin::Malloc:
  case Builtin::Calloc:
  case Builtin::Alloca:
    return fresh();
  case Builtin::Realloc: {
    Node block = fresh();
    store(block, load(argument(0)));
    return join(block, argument(0));
  }
  case Builtin::Memcpy:
  case Builtin::Mempcpy:
    store(argument(0), load(argument(1)));
    return argument(0);
  case Builtin::Memset:
    store(argument(0), argument(1));
    return argument(0);
  case Builtin::Overflow:
    store(argument(2), join(argument(0), argument(1)));
    return 0;
  case Builtin::Expect:
  case Builtin::Bswap:
    return argument(0);
  case Builtin::Nondet:
    // A number that may be any address.
    return e->getType()->isPointerType() ? address(anywhere_) : 0;
  default:
    return 0;
  }
}

} // namespace kleene::frontend::c
