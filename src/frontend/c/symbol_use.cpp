// SPDX-License-Identifier: Apache-2.0
// Uses of symbols that the linker decides about.
#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <fmt/core.h>

#include "program_lowering.h"
#include "symbols.h"

namespace kleene::frontend::c {
namespace {

/// Comes the symbol from a unit that is not here?
template <typename Entity>
bool is_foreign(const Entity& entity) {
  return entity.reached && !entity.defined && !is_weak_reference(entity)
         && !is_system_symbol(entity.declaration, entity.name);
}

/// A definition that C lets a compiler use or not: the external one, in another unit, may be called instead.
bool is_inline_only(const clang::FunctionDecl* decl) {
  const clang::FunctionDecl* body = decl->getDefinition();
  return body != nullptr && body->isInlined() && body->isExternallyVisible()
         && !body->isInlineDefinitionExternallyVisible();
}
bool is_inline_only(const clang::VarDecl* /*decl*/) {
  return false;
}

/// The linker puts it before or behind everything in a section.
template <typename Entity>
bool is_section_boundary(const Entity& entity) {
  bool boundary = entity.name.starts_with("__start_") || entity.name.starts_with("__stop_");
  return boundary && !entity.defined;
}

} // namespace

bool is_uncovered(const GlobalEntity& global) {
  return global.uncovered || is_section_boundary(global);
}

bool ProgramLowering::is_closed() const {
  for (const auto& function : linkage_.functions()) {
    bool known = function->model != nullptr || builtin_of(function->name) != Builtin::None
                 || options_.target_functions.contains(function->name);
    if (!known && is_foreign(*function)) return false;
  }
  for (const auto& global : linkage_.globals())
    if (is_foreign(*global)) return false;
  return true;
}

template <typename Entity>
bool ProgramLowering::is_null(const Entity& entity) {
  if (!is_weak_reference(entity)) return false;
  if (!is_closed() || is_system_symbol(entity.declaration, entity.name))
    refuse(entity, fmt::format("weak symbol {}, which another unit may define", entity.name));
  return true;
}
template bool ProgramLowering::is_null(const FunctionEntity& entity);
template bool ProgramLowering::is_null(const GlobalEntity& entity);

template <typename Entity>
bool ProgramLowering::may_be_replaced(const Entity& entity) const {
  if (!entity.defined || entity.library || options_.pure_missing_bodies) return false;
  bool weak = entity.declaration->isExternallyVisible() && is_weak(entity.declaration);
  bool replaceable = weak || entity.weak_alias || is_inline_only(entity.declaration);
  return replaceable && !is_closed();
}
template bool ProgramLowering::may_be_replaced(const FunctionEntity& entity) const;
template bool ProgramLowering::may_be_replaced(const GlobalEntity& entity) const;

template <typename Entity>
void ProgramLowering::require_covered(const Entity& entity) {
  if (entity.uncovered) refuse(entity, *entity.uncovered);
  if (is_section_boundary(entity))
    refuse(entity, fmt::format("boundary of a section ({})", entity.name));
}
template void ProgramLowering::require_covered(const FunctionEntity& entity);
template void ProgramLowering::require_covered(const GlobalEntity& entity);

template <typename Entity>
void ProgramLowering::refuse(const Entity& entity, const std::string& construct) {
  const auto* decl = entity.declaration;
  unsupported(range(decl->getASTContext(), decl->getSourceRange()), construct);
}

} // namespace kleene::frontend::c
