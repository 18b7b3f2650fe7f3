// SPDX-License-Identifier: Apache-2.0
#include "float_bits.h"

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <algorithm>
#include <array>

#include "discovery.h"

namespace kleene::frontend::c {

using namespace clang; // NOLINT: this file speaks of Clang's tree only

namespace {

bool holds_floats(QualType type) {
  type = type.getCanonicalType();
  while (const auto* array = type->getAsArrayTypeUnsafe())
    type = array->getElementType().getCanonicalType();
  if (const RecordDecl* record = type->getAsRecordDecl())
    return std::ranges::any_of(record->fields(),
                               [](const FieldDecl* f) { return holds_floats(f->getType()); });
  return type->isFloatingType();
}

bool is_float_union(const MemberExpr* member) {
  const auto* field = dyn_cast<FieldDecl>(member->getMemberDecl());
  return field != nullptr && field->getParent()->isUnion()
         && std::ranges::any_of(field->getParent()->fields(),
                                [](const FieldDecl* f) { return holds_floats(f->getType()); });
}

/// Memory that was just allocated holds nothing yet.
bool is_allocation(const Expr* e) {
  const auto* call = dyn_cast<CallExpr>(e->IgnoreParenCasts());
  const FunctionDecl* callee = call == nullptr ? nullptr : direct_callee(call->getCallee());
  if (callee == nullptr) return false;
  constexpr std::array names{"malloc", "calloc", "alloca", "realloc", "__builtin_alloca"};
  std::string name = callee->getNameAsString();
  return std::ranges::any_of(names, [&](const char* n) { return name == n; });
}

bool changes_view(const CastExpr* cast) {
  if (cast->getCastKind() != CK_BitCast && cast->getCastKind() != CK_LValueBitCast) return false;
  const Expr* operand = cast->getSubExpr();
  QualType to = cast->isGLValue() ? cast->getType() : cast->getType()->getPointeeType();
  QualType from = operand->isGLValue() && cast->isGLValue() ? operand->getType()
                                                            : operand->getType()->getPointeeType();
  if (to.isNull() || from.isNull()) return false;
  if (to.getCanonicalType().getUnqualifiedType() == from.getCanonicalType().getUnqualifiedType())
    return false;
  if (from->isVoidType() && is_allocation(operand)) return false;
  return holds_floats(to) || holds_floats(from);
}

bool tells_sign(const FunctionDecl* function) {
  std::string name = function->getNameAsString();
  return name.find("signbit") != std::string::npos || name.find("copysign") != std::string::npos;
}

/// Text in memory shows the sign of a NaN.
bool prints_to_memory(const FunctionDecl* function) {
  std::string name = function->getNameAsString();
  return name.find("sprintf") != std::string::npos || name.find("snprintf") != std::string::npos;
}

bool calls_one_that_tells(const CallExpr* call) {
  const FunctionDecl* callee = direct_callee(call->getCallee());
  if (callee == nullptr) return false;
  auto is_float = [](const Expr* argument) { return argument->getType()->isRealFloatingType(); };
  return tells_sign(callee)
         || (prints_to_memory(callee) && std::ranges::any_of(call->arguments(), is_float));
}

} // namespace

bool sees_float_bits(const Stmt* statement) {
  if (const auto* member = dyn_cast<MemberExpr>(statement)) return is_float_union(member);
  if (const auto* cast = dyn_cast<CastExpr>(statement)) {
    if (cast->getCastKind() == CK_ToUnion) return holds_floats(cast->getSubExpr()->getType());
    return changes_view(cast);
  }
  // A function that is named without being called may be called with any arguments.
  if (const auto* reference = dyn_cast<DeclRefExpr>(statement)) {
    const auto* function = dyn_cast<FunctionDecl>(reference->getDecl());
    return function != nullptr && (tells_sign(function) || prints_to_memory(function));
  }
  const auto* call = dyn_cast<CallExpr>(statement);
  return call != nullptr && calls_one_that_tells(call);
}

} // namespace kleene::frontend::c
