// SPDX-License-Identifier: Apache-2.0
#include "reinterpretation.h"

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <algorithm>

namespace kleene::frontend::c {

using namespace clang; // NOLINT: this file speaks of Clang's tree only

namespace {

bool holds_pointers(QualType type) {
  type = type.getCanonicalType();
  while (const auto* array = type->getAsArrayTypeUnsafe())
    type = array->getElementType().getCanonicalType();
  if (const RecordDecl* record = type->getAsRecordDecl())
    return std::ranges::any_of(record->fields(),
                               [](const FieldDecl* f) { return holds_pointers(f->getType()); });
  return type->isPointerType();
}

/// What a pointer leads to, if that is an object of known type.
QualType object_at(const Expr* pointer) {
  QualType type = pointer->getType()->getPointeeType();
  bool object = !type.isNull() && !type->isVoidType() && !type->isFunctionType();
  return object ? type : QualType();
}

bool is_mixed_union(const MemberExpr* member) {
  const auto* field = dyn_cast<FieldDecl>(member->getMemberDecl());
  if (field == nullptr || !field->getParent()->isUnion()) return false;
  auto fields = field->getParent()->fields();
  auto holds = [](const FieldDecl* f) { return holds_pointers(f->getType()); };
  auto plain = [](const FieldDecl* f) { return !f->getType()->isPointerType(); };
  return std::ranges::any_of(fields, holds) && std::ranges::any_of(fields, plain);
}

/// Memory without a type, unless it is new, may hold anything.
bool changes_sides(const CastExpr* cast) {
  if (cast->getCastKind() != CK_BitCast) return false;
  const Expr* operand = cast->getSubExpr();
  QualType to = object_at(cast);
  if (to.isNull()) return false;
  QualType from = object_at(operand);
  if (!from.isNull()) return holds_pointers(from) != holds_pointers(to);
  bool fresh = isa<CallExpr>(operand->IgnoreParenImpCasts());
  return !fresh && !to.isConstQualified() && !holds_pointers(to);
}

/// A callee that sees memory without types may copy from one side to the other.
bool leads_to_both(const CallExpr* call) {
  bool pointers = false;
  bool numbers = false;
  for (const Expr* argument : call->arguments()) {
    const auto* cast = dyn_cast<CastExpr>(argument->IgnoreParens());
    if (cast == nullptr || cast->getCastKind() != CK_BitCast) continue;
    QualType object = object_at(argument->IgnoreParenCasts());
    if (const auto* array = argument->IgnoreParenCasts()->getType()->getAsArrayTypeUnsafe())
      object = array->getElementType();
    if (object.isNull()) continue;
    (holds_pointers(object) ? pointers : numbers) = true;
  }
  return pointers && numbers;
}

} // namespace

bool reinterprets_pointers(const Stmt* statement) {
  if (const auto* member = dyn_cast<MemberExpr>(statement)) return is_mixed_union(member);
  if (const auto* cast = dyn_cast<CastExpr>(statement)) return changes_sides(cast);
  const auto* call = dyn_cast<CallExpr>(statement);
  return call != nullptr && leads_to_both(call);
}

} // namespace kleene::frontend::c
