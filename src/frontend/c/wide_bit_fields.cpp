// SPDX-License-Identifier: Apache-2.0
#include "wide_bit_fields.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

namespace kleene::frontend::c {

using clang::dyn_cast;

namespace {

const clang::Expr* without_conversions(const clang::Expr* e) {
  for (;;) {
    e = e->IgnoreParens();
    const auto* cast = dyn_cast<clang::ImplicitCastExpr>(e);
    if (cast == nullptr || cast->getType()->isBooleanType()) return e;
    e = cast->getSubExpr();
  }
}

/// Does the low part of the result depend on the low parts of the operands only?
bool is_modular(clang::BinaryOperatorKind assignment) {
  switch (assignment) {
  case clang::BO_AddAssign:
  case clang::BO_SubAssign:
  case clang::BO_MulAssign:
  case clang::BO_AndAssign:
  case clang::BO_OrAssign:
  case clang::BO_XorAssign:
    return true;
  default:
    return false;
  }
}

} // namespace

bool is_wide_bit_field(const clang::Expr* e, const clang::ASTContext& context) {
  e = without_conversions(e);
  if (const auto* member = dyn_cast<clang::MemberExpr>(e)) {
    const auto* field = dyn_cast<clang::FieldDecl>(member->getMemberDecl());
    if (field == nullptr || !field->isBitField()) return false;
    unsigned width = field->getBitWidthValue(context);
    return width > context.getTypeSize(context.IntTy) && width < context.getTypeSize(e->getType());
  }
  auto inside = [&](const clang::Expr* part) { return is_wide_bit_field(part, context); };
  if (const auto* op = dyn_cast<clang::BinaryOperator>(e)) {
    if (op->isAssignmentOp()) return inside(op->getLHS());
    return op->getOpcode() == clang::BO_Comma && inside(op->getRHS());
  }
  if (const auto* unary = dyn_cast<clang::UnaryOperator>(e))
    return unary->getOpcode() != clang::UO_LNot && unary->getOpcode() != clang::UO_Deref
           && unary->getOpcode() != clang::UO_AddrOf && inside(unary->getSubExpr());
  if (const auto* choice = dyn_cast<clang::AbstractConditionalOperator>(e))
    return inside(choice->getTrueExpr()) || inside(choice->getFalseExpr());
  return false;
}

bool mentions_wide_bit_field(const clang::Expr* e, const clang::ASTContext& context) {
  if (is_wide_bit_field(e, context)) return true;
  for (const clang::Stmt* child : e->children())
    if (const auto* part = llvm::dyn_cast_or_null<clang::Expr>(child))
      if (mentions_wide_bit_field(part, context)) return true;
  return false;
}

bool computes_narrower(const clang::BinaryOperator* e, const clang::ASTContext& context) {
  bool shift = e->isShiftOp() || e->isShiftAssignOp();
  bool left = is_wide_bit_field(e->getLHS(), context);
  bool right = is_wide_bit_field(e->getRHS(), context);
  if (e->getOpcode() == clang::BO_Assign || e->getOpcode() == clang::BO_Comma || e->isLogicalOp())
    return false;
  if (shift) return left;
  // What is stored is the same whichever of the two types computes it.
  if (is_modular(e->getOpcode()) && e->getLHS()->getType()->isUnsignedIntegerType()) return false;
  if (e->getType()->isPointerType() || (!left && !right)) return false;
  if (left && right) return true;
  // A partner that has the common type by itself decides, to both compilers.
  const clang::Expr* partner = without_conversions(left ? e->getRHS() : e->getLHS());
  clang::QualType common = e->getLHS()->getType();
  if (const auto* compound = dyn_cast<clang::CompoundAssignOperator>(e))
    common = compound->getComputationLHSType();
  return !context.hasSameUnqualifiedType(partner->getType(), common);
}

} // namespace kleene::frontend::c
