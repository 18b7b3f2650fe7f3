// SPDX-License-Identifier: Apache-2.0
// When the objects of a block come to life and end (C11 6.2.4).
//
// Most objects need nothing: nobody can tell when they end unless their address is a value somewhere. Those
// of inner blocks whose address is one are ended on every way out of the block, and made anew at each pass
// of the declaration. Where a block is entered past declarations, by `case` or `goto`, the variables
// declared there are alive, without a value.
#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include <algorithm>
#include <functional>

#include "function_lowering.h"

namespace kleene::frontend::c {

using clang::dyn_cast;
using clang::isa;

void FunctionLowering::enter_scope(const clang::Stmt* block) {
  scopes_.push_back({block, tree_.has_entry(block), {}});
  begin_literals(block);
  // Jumps inside the block may skip declarations at each pass anew.
  if (scopes_.back().enterable && repeats_ && isa<clang::CompoundStmt>(block))
    forget_skipped(block, nullptr);
}

/// The compound literals of a block live from its beginning to its end. Those of the body end with the activation.
void FunctionLowering::begin_literals(const clang::Stmt* block) {
  if (scopes_.size() == 1 || scopes_.back().enterable) return;
  for (const clang::CompoundLiteralExpr* literal : tree_.literals(block)) {
    std::uint64_t size = size_of(context_, literal->getType());
    unsigned alignment = align_of(context_, literal->getType());
    Term object = repeats_ ? object_made_here("literal", size, alignment)
                           : stack_object("literal", size, alignment);
    compound_literals_.emplace(literal, in_memory(object, true));
    scopes_.back().endings.push_back({object});
  }
}

void FunctionLowering::end_objects(std::size_t outer) {
  for (std::size_t i = scopes_.size(); i-- > outer;)
    for (std::size_t k = scopes_[i].endings.size(); k-- > 0;) {
      const Scope::Ending& ending = scopes_[i].endings[k];
      if (ending.variable != nullptr)
        clean_up(ending.variable);
      else
        cfg_.emit(ir::Free{ending.object}, range_);
    }
}

/// The variable has been declared with a function that is called, with its address, on every way out of the
/// block.
void FunctionLowering::clean_up_at_end(const clang::VarDecl* variable) {
  const clang::FunctionDecl* called = variable->getAttr<clang::CleanupAttr>()->getFunctionDecl();
  FunctionEntity& function = program_.linkage().function(called);
  if (scopes_.back().enterable)
    program_.unsupported(range_, "variable with a cleanup function in a block with labels");
  if (!function.defined)
    program_.unsupported(range_, "variable with a cleanup function that has no body");
  program_.require_covered(function);
  Signature signature = program_.signature(function.declaration);
  if (signature.variadic || signature.parameters.size() != 1 || signature.returns_by_address()
      || signature.parameters.front().leaves.size() != 1)
    program_.unsupported(range_, "cleanup function with other parameters than an address");
  scopes_.back().endings.push_back({Term(), variable});
}

void FunctionLowering::clean_up(const clang::VarDecl* variable) {
  const clang::FunctionDecl* called = variable->getAttr<clang::CleanupAttr>()->getFunctionDecl();
  FunctionEntity& function = program_.linkage().function(called);
  if (program_.options().target_functions.contains(function.name))
    mark_target({ir::TargetKind::Call, function.name}, range_);
  Type type = program_.signature(function.declaration).parameters.front().leaves.front();
  Term address = terms_.convert(type, local_place(variable).address);
  cfg_.emit(ir::Call{{}, program_.procedure(function), {address}}, range_);
}

bool FunctionLowering::cleans_up() const {
  return std::ranges::any_of(scopes_, [](const Scope& scope) {
    return std::ranges::any_of(
        scope.endings, [](const Scope::Ending& ending) { return ending.variable != nullptr; });
  });
}

void FunctionLowering::leave_scope() {
  end_objects(scopes_.size() - 1);
  scopes_.pop_back();
}

/// Does the variable end with the innermost block, in a way that can be noticed?
bool FunctionLowering::ends_with_scope(const clang::VarDecl* variable) const {
  return scopes_.size() > 1 && !scopes_.back().enterable && !skipped_.contains(variable)
         && program_.discovery().observed(variable);
}

/// Does it begin with a block that is entered past its declaration? Then nobody follows when it ends.
bool FunctionLowering::ends_unnoticed(const clang::VarDecl* variable) const {
  if (variable->hasGlobalStorage() || !program_.discovery().observed(variable)) return false;
  return skipped_.contains(variable) || (scopes_.size() > 1 && !ends_with_scope(variable));
}

/// The variable has no value any more.
void FunctionLowering::forget(const clang::VarDecl* variable) {
  if (variable->hasGlobalStorage() || variable->getType()->isVariablyModifiedType()) return;
  skipped_.insert(variable);
  Lvalue place = local_place(variable);
  if (place.kind == Lvalue::Kind::Memory) {
    std::uint64_t size = size_of(context_, variable->getType());
    if (size > 0)
      cfg_.emit(ir::Forget{program_.memory(), place.address, terms_.size(size)}, range_);
  } else if (!place.variables.empty()) {
    std::string name = variable->getNameAsString();
    cfg_.emit(ir::Havoc{place.variables, ir::Choice::Unknown, name, {}, true}, range_);
  }
}

/// Forgets what is declared in a block, and in those inside it that lead to `target`, before the target;
/// without one, before any label or case in the block.
void FunctionLowering::forget_skipped(const clang::Stmt* block, const clang::Stmt* target) {
  if (block == nullptr) return;
  std::vector<const clang::Stmt*> way{block};
  if (target != nullptr) way = tree_.way(block, target);
  for (std::size_t i = 0; i < way.size(); ++i) {
    const clang::Stmt* next = i + 1 < way.size() ? way[i + 1] : target;
    std::vector<const clang::VarDecl*> open;
    for (const clang::Stmt* child : way[i]->children()) {
      if (child == nullptr) continue;
      if (const auto* declarations = dyn_cast<clang::DeclStmt>(child)) {
        for (const clang::Decl* decl : declarations->decls())
          if (const auto* variable = dyn_cast<clang::VarDecl>(decl)) open.push_back(variable);
      }
      bool leads = target != nullptr ? child == next : tree_.has_entry(child);
      if (!leads) continue;
      for (const clang::VarDecl* variable : open)
        forget(variable);
      open.clear();
    }
  }
}

void FunctionLowering::jump_to(const clang::LabelDecl* label) {
  const clang::Stmt* target = label->getStmt();
  std::size_t common = scopes_.size();
  while (common > 0 && !tree_.contains(scopes_[common - 1].block, target))
    --common;
  end_objects(common);
  // Blocks that the jump leads into begin.
  if (common > 0)
    for (const clang::Stmt* child : scopes_[common - 1].block->children())
      if (child != nullptr && child != target && tree_.contains(child, target)
          && !isa<clang::LabelStmt>(child))
        forget_skipped(child, target);
  cfg_.jump(label_place(label), range_);
}

} // namespace kleene::frontend::c
