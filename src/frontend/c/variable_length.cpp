// SPDX-License-Identifier: Apache-2.0
// Types of variable length: their sizes are evaluated once, where the type is written.
#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Type.h>

#include "function_lowering.h"

namespace kleene::frontend::c {

using clang::dyn_cast;

void FunctionLowering::evaluate_array_size(const clang::Expr* size) {
  Term count = terms_.convert(terms_.pointer(), scalar(size));
  auto known = array_sizes_.find(size);
  if (known == array_sizes_.end())
    known = array_sizes_.emplace(size, temporary(terms_.pointer())).first;
  assign(known->second, count, range_);
}

/// Evaluates the sizes in a type as it is written: not those behind the name of a type, or of an
/// expression whose type it takes over, which were evaluated where they were written.
void FunctionLowering::evaluate_array_sizes(clang::QualType type) {
  while (!type.isNull() && type->isVariablyModifiedType()) {
    if (clang::isa<clang::TypedefType, clang::TypeOfExprType>(type)) return;
    if (const auto* array = dyn_cast<clang::ArrayType>(type)) {
      const auto* variable = dyn_cast<clang::VariableArrayType>(array);
      if (variable != nullptr && variable->getSizeExpr() != nullptr)
        evaluate_array_size(variable->getSizeExpr());
      type = array->getElementType();
    } else if (const auto* pointer = dyn_cast<clang::PointerType>(type)) {
      type = pointer->getPointeeType();
    } else {
      clang::QualType inner = type.getSingleStepDesugaredType(context_);
      if (inner == type) return;
      type = inner;
    }
  }
}

Term FunctionLowering::dynamic_size(clang::QualType type) {
  const clang::VariableArrayType* array = context_.getAsVariableArrayType(type);
  if (array == nullptr) {
    const clang::ConstantArrayType* fixed = context_.getAsConstantArrayType(type);
    if (fixed == nullptr || !type->isVariablyModifiedType())
      return terms_.size(size_of(context_, type));
    return terms_.arithmetic(Op::Mul,
                             terms_.size(fixed->getSize().getZExtValue()),
                             dynamic_size(fixed->getElementType()));
  }
  if (!array_sizes_.contains(array->getSizeExpr())) evaluate_array_size(array->getSizeExpr());
  return terms_.arithmetic(
      Op::Mul, term(array_sizes_.at(array->getSizeExpr())), dynamic_size(array->getElementType()));
}

} // namespace kleene::frontend::c
