// SPDX-License-Identifier: Apache-2.0
// Types of variable length: their sizes are evaluated once, where the type is written.
#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Type.h>

#include "function_lowering.h"

namespace kleene::frontend::c {

using clang::dyn_cast;

/// `declares`: an object or a type name is declared with it; only there do the compilers, too, ask for a positive size.
/// Unless somebody asks, executions go on: gcc has arrays without elements.
void FunctionLowering::evaluate_array_size(const clang::Expr* size, bool declares) {
  Term given = scalar(size);
  if (declares && asks(Property::DefBehavior)) {
    Term none = terms_.constant(given.type(), 0);
    assume(terms_.compare(Op::Lt, none, given), ir::AssumeKind::ArraySize, range_);
  }
  Term count = terms_.convert(terms_.pointer(), given);
  auto known = array_sizes_.find(size);
  if (known == array_sizes_.end())
    known = array_sizes_.emplace(size, temporary(terms_.pointer())).first;
  assign(known->second, count, range_);
}

/// The sizes in a type as it is written: not those behind the name of a type, or of an expression whose type it takes
/// over, which were evaluated where they were written.
std::vector<const clang::Expr*> FunctionLowering::written_array_sizes(clang::QualType type) {
  std::vector<const clang::Expr*> sizes;
  while (!type.isNull() && type->isVariablyModifiedType()) {
    if (clang::isa<clang::TypedefType, clang::TypeOfExprType>(type)) break;
    if (const auto* array = dyn_cast<clang::ArrayType>(type)) {
      const auto* variable = dyn_cast<clang::VariableArrayType>(array);
      if (variable != nullptr && variable->getSizeExpr() != nullptr)
        sizes.push_back(variable->getSizeExpr());
      type = array->getElementType();
    } else if (const auto* pointer = dyn_cast<clang::PointerType>(type)) {
      type = pointer->getPointeeType();
    } else {
      clang::QualType inner = type.getSingleStepDesugaredType(context_);
      if (inner == type) break;
      type = inner;
    }
  }
  return sizes;
}

/// Evaluates the sizes in a type. They are not sequenced: gcc begins with the innermost, clang with the outermost.
void FunctionLowering::evaluate_array_sizes(clang::QualType type, bool declares) {
  std::vector<const clang::Expr*> sizes = written_array_sizes(type);
  bool open = false;
  for (std::size_t i = 0; i < sizes.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      open |= conflict(program_.effects().of(sizes[i]), program_.effects().of(sizes[j]));
  if (open && sizes.size() > 2)
    unsupported(sizes.front(), "more than two array sizes whose order of evaluation matters");
  if (!open) {
    for (const clang::Expr* size : sizes)
      evaluate_array_size(size, declares);
    return;
  }
  Term choice = open_choice();
  ir::LocId inner_first = cfg_.fresh();
  ir::LocId outer_first = cfg_.fresh();
  ir::LocId after = cfg_.fresh();
  cfg_.guard(terms_.negate(choice), inner_first, range_);
  cfg_.guard(choice, outer_first, range_);
  cfg_.move_to(inner_first);
  evaluate_array_size(sizes.back(), declares);
  evaluate_array_size(sizes.front(), declares);
  cfg_.jump(after, range_);
  cfg_.move_to(outer_first);
  evaluate_array_size(sizes.front(), declares);
  evaluate_array_size(sizes.back(), declares);
  cfg_.jump(after, range_);
  cfg_.move_to(after);
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
  if (!array_sizes_.contains(array->getSizeExpr()))
    evaluate_array_size(array->getSizeExpr(), false);
  return terms_.arithmetic(
      Op::Mul, term(array_sizes_.at(array->getSizeExpr())), dynamic_size(array->getElementType()));
}

} // namespace kleene::frontend::c
