// SPDX-License-Identifier: Apache-2.0
#include "reinterpretation.h"

#include <clang/AST/CanonicalType.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <algorithm>

namespace kleene::frontend::c {

using namespace clang; // NOLINT: this file speaks of Clang's tree only

namespace {

/// What a pointer leads to, if that is an object of known type.
QualType object_at(const Expr* pointer) {
  QualType type = pointer->getType()->getPointeeType();
  bool object = !type.isNull() && !type->isVoidType() && !type->isFunctionType();
  return object ? type : QualType();
}

} // namespace

bool holds_pointers(QualType type) {
  type = type.getCanonicalType();
  while (const auto* array = type->getAsArrayTypeUnsafe())
    type = array->getElementType().getCanonicalType();
  if (const RecordDecl* record = type->getAsRecordDecl())
    return std::ranges::any_of(record->fields(),
                               [](const FieldDecl* f) { return holds_pointers(f->getType()); });
  return type->isPointerType();
}

bool is_mixed_union(const MemberExpr* member) {
  const auto* field = dyn_cast<FieldDecl>(member->getMemberDecl());
  if (field == nullptr || !field->getParent()->isUnion()) return false;
  auto fields = field->getParent()->fields();
  auto holds = [](const FieldDecl* f) { return holds_pointers(f->getType()); };
  auto plain = [](const FieldDecl* f) { return !f->getType()->isPointerType(); };
  return std::ranges::any_of(fields, holds) && std::ranges::any_of(fields, plain);
}

View view_after(const CastExpr* cast) {
  if (cast->getCastKind() != CK_BitCast) return View::Same;
  const Expr* operand = cast->getSubExpr();
  QualType to = object_at(cast);
  if (to.isNull()) return View::Same;
  bool pointers = holds_pointers(to);
  QualType from = object_at(operand);
  if (from.isNull()) return pointers ? View::Pointers : View::Numbers;
  if (holds_pointers(from) != pointers) return View::Both;
  // Records may have pointers in different places.
  bool records = from->isRecordType() || to->isRecordType();
  bool same = from->getCanonicalTypeUnqualified() == to->getCanonicalTypeUnqualified();
  return pointers && records && !same ? View::Both : View::Same;
}

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

} // namespace kleene::frontend::c
