// SPDX-License-Identifier: Apache-2.0
#include "linkage.h"

#include "clang_driver.h"
#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/Basic/SourceManager.h>
#include <fmt/core.h>

namespace kleene::frontend::c {
namespace {

bool may_be_defined_again(const clang::FunctionDecl* decl) {
  return decl->isInlineSpecified() || decl->hasAttr<clang::WeakAttr>()
         || decl->hasAttr<clang::GNUInlineAttr>();
}

Diagnostic error_at(const clang::NamedDecl* decl, ErrorKind kind, const std::string& message) {
  const clang::SourceManager& sources = decl->getASTContext().getSourceManager();
  clang::SourceLocation place = sources.getExpansionLoc(decl->getLocation());
  auto [file, offset] = sources.getDecomposedLoc(place);
  SourceFiles files;
  SourceRange range;
  if (auto buffer = sources.getBufferOrNone(file))
    range.file = files.add(buffer->getBufferIdentifier().str(), buffer->getBuffer().str());
  range.begin = {sources.getLineNumber(file, offset), sources.getColumnNumber(file, offset)};
  range.end = {range.begin.line,
               range.begin.column + static_cast<std::uint32_t>(decl->getName().size())};
  return Diagnostic::at(files, range, kind, message);
}

Diagnostic defined_twice(const clang::NamedDecl* decl) {
  return error_at(decl,
                  ErrorKind::Parse,
                  fmt::format("{} is defined in more than one file", decl->getNameAsString()));
}

} // namespace

FunctionEntity& Linkage::function(const clang::FunctionDecl* decl) {
  const clang::Decl* key = decl->getCanonicalDecl();
  auto known = functions_by_decl_.find(key);
  if (known != functions_by_decl_.end()) return *known->second;
  std::string name = decl->getNameAsString();
  FunctionEntity* entity = nullptr;
  bool external = decl->isExternallyVisible();
  if (external) {
    auto found = functions_by_name_.find(name);
    if (found != functions_by_name_.end()) entity = found->second;
  }
  if (entity == nullptr) {
    functions_.push_back(std::make_unique<FunctionEntity>());
    entity = functions_.back().get();
    entity->name = name;
    entity->declaration = decl;
    if (external) functions_by_name_[name] = entity;
  }
  functions_by_decl_[key] = entity;
  return *entity;
}

GlobalEntity& Linkage::global(const clang::VarDecl* decl) {
  const clang::Decl* key = decl->getCanonicalDecl();
  auto known = globals_by_decl_.find(key);
  if (known != globals_by_decl_.end()) return *known->second;
  std::string name = decl->getNameAsString();
  GlobalEntity* entity = nullptr;
  bool external = decl->isExternallyVisible();
  if (external) {
    auto found = globals_by_name_.find(name);
    if (found != globals_by_name_.end()) entity = found->second;
  }
  if (entity == nullptr) {
    globals_.push_back(std::make_unique<GlobalEntity>());
    entity = globals_.back().get();
    entity->name = name;
    entity->external = external;
    entity->declaration = decl;
    entity->type = decl->getType();
    entity->defined = decl->isStaticLocal();
    if (external) globals_by_name_[name] = entity;
  }
  globals_by_decl_[key] = entity;
  return *entity;
}

FunctionEntity* Linkage::find_function(const std::string& name) {
  auto found = functions_by_name_.find(name);
  return found == functions_by_name_.end() ? nullptr : found->second;
}

bool Linkage::define(const clang::FunctionDecl* decl, bool library) {
  FunctionEntity& entity = function(decl);
  if (entity.defined) {
    if (library || entity.declaration == decl) return true;
    if (may_be_defined_again(decl)) return true;
    if (!may_be_defined_again(entity.declaration)) return false;
  }
  entity.declaration = decl;
  entity.defined = true;
  entity.library = library;
  return true;
}

bool Linkage::define(const clang::VarDecl* decl, bool library) {
  GlobalEntity& entity = global(decl);
  if (entity.type->isIncompleteType()) entity.type = decl->getType();
  auto kind = decl->isThisDeclarationADefinition();
  if (kind == clang::VarDecl::DeclarationOnly) return true;
  bool initialised = decl->hasInit();
  if (entity.defined) {
    if (!initialised) return true;
    if (entity.declaration->hasInit()) return entity.declaration == decl || library;
  }
  entity.declaration = decl;
  if (!decl->getType()->isIncompleteType()) entity.type = decl->getType();
  entity.defined = true;
  entity.library = library;
  return true;
}

std::optional<Diagnostic> Linkage::add(const TranslationUnit& unit) {
  for (const clang::Decl* decl : unit.context().getTranslationUnitDecl()->decls()) {
    if (const auto* function_decl = llvm::dyn_cast<clang::FunctionDecl>(decl)) {
      if (!function_decl->doesThisDeclarationHaveABody()) continue;
      if (function_decl->hasAttr<clang::ConstructorAttr>()
          || function_decl->hasAttr<clang::DestructorAttr>())
        return error_at(
            function_decl, ErrorKind::Unsupported, "function that runs before or after main");
      if (!define(function_decl, unit.library)) return defined_twice(function_decl);
    } else if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(decl)) {
      if (!define(variable, unit.library)) return defined_twice(variable);
    }
  }
  return std::nullopt;
}

} // namespace kleene::frontend::c
