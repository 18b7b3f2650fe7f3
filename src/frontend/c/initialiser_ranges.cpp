// SPDX-License-Identifier: Apache-2.0
#include "initialiser_ranges.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>

#include <set>
#include <vector>

namespace kleene::frontend::c {
namespace {

/// The values of an initialiser, in order; null where there is none.
using Values = std::vector<const clang::Expr*>;

void collect(const clang::Expr* initialiser, Values& values) {
  const auto* list = llvm::dyn_cast<clang::InitListExpr>(initialiser);
  if (list == nullptr) {
    bool none = llvm::isa<clang::ImplicitValueInitExpr>(initialiser);
    values.push_back(none ? nullptr : initialiser);
    return;
  }
  if (!list->isSemanticForm()) list = list->getSemanticForm();
  for (const clang::Expr* part : list->inits())
    if (part != nullptr) collect(part, values);
}

bool is_constant(const clang::Expr* value, const clang::ASTContext& context) {
  return value->isConstantInitializer(const_cast<clang::ASTContext&>(context), false);
}

} // namespace

bool shares_values_in_part(const clang::InitListExpr* list, const clang::ASTContext& context) {
  if (!list->isSemanticForm()) list = list->getSemanticForm();
  std::set<Values> different; // elements or members that are lists
  for (const clang::Expr* part : list->inits()) {
    const auto* inner = part == nullptr ? nullptr : llvm::dyn_cast<clang::InitListExpr>(part);
    if (inner == nullptr) continue;
    Values values;
    collect(part, values);
    if (!different.insert(std::move(values)).second) continue;
    if (shares_values_in_part(inner, context)) return true;
  }
  std::set<const clang::Expr*> seen{nullptr};
  bool shared = false;
  bool constant = true;
  for (const Values& values : different) {
    std::set<const clang::Expr*> own(values.begin(), values.end());
    own.erase(nullptr);
    for (const clang::Expr* value : own) {
      shared |= !seen.insert(value).second;
      constant &= is_constant(value, context);
    }
  }
  return shared && !constant;
}

} // namespace kleene::frontend::c
