// SPDX-License-Identifier: Apache-2.0
#include "linkage.h"

#include "clang_driver.h"
#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/Basic/SourceManager.h>
#include <fmt/core.h>

#include <cctype>
#include <filesystem>

#include "symbols.h"
#include "type_comparison.h"

namespace kleene::frontend::c {
namespace {

constexpr std::string_view file_local_prefix = "__CPROVER_file_local_";

/// CBMC's name for a static function of a file, by which other files may call it.
std::string file_local_name(const std::string& function, const std::string& file) {
  std::string name = std::filesystem::path(file).filename().string();
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return std::string(file_local_prefix) + name + "_" + function;
}

bool may_be_defined_again(const clang::FunctionDecl* decl) {
  return decl->isInlineSpecified() || is_weak(decl) || decl->hasAttr<clang::GNUInlineAttr>();
}

/// Do declarations of two units, or two symbols that are one, agree on the type? In doubt they do not.
bool same_type(clang::QualType a,
               const clang::ASTContext& in_a,
               clang::QualType b,
               const clang::ASTContext& in_b) {
  const clang::ArrayType* first = in_a.getAsArrayType(a);
  const clang::ArrayType* second = in_b.getAsArrayType(b);
  if (first != nullptr && second != nullptr && (a->isIncompleteType() || b->isIncompleteType()))
    return same_type(first->getElementType(), in_a, second->getElementType(), in_b);
  auto text = [](clang::QualType type) {
    return type.getCanonicalType().getUnqualifiedType().getAsString();
  };
  if (text(a) != text(b)) return false;
  if (a->isIncompleteType() || b->isIncompleteType() || a->isFunctionType()) return true;
  return in_a.getTypeSize(a) == in_b.getTypeSize(b);
}

Diagnostic defined_twice(const clang::NamedDecl* decl, const clang::NamedDecl* before) {
  return error_at(decl,
                  ErrorKind::Parse,
                  fmt::format("{} is defined in more than one file, also at {}",
                              decl->getNameAsString(),
                              error_at(before, ErrorKind::Parse, {}).place()));
}

} // namespace

/// What the alias `decl` stands for, in its unit; the declaration itself if it is none.
template <typename Declaration>
const Declaration* Linkage::aliased(const Declaration* decl) const {
  for (unsigned steps = 0; steps < 64; ++steps) {
    const Declaration* alias = decl;
    std::string name = symbol_name(decl);
    auto other = aliases_.find(name);
    if (decl->isExternallyVisible() && !alias_target(decl) && other != aliases_.end())
      alias = llvm::dyn_cast<Declaration>(other->second);
    if (alias == nullptr) return nullptr;
    auto target = alias_target(alias);
    if (!target) return decl;
    auto found = symbols_.find({&alias->getASTContext(), *target});
    if (found == symbols_.end()) return nullptr;
    decl = llvm::dyn_cast<Declaration>(found->second);
    if (decl == nullptr) return nullptr;
  }
  return nullptr;
}

/// Notes what a declaration says about the symbol.
template <typename Entity, typename Declaration>
void Linkage::note(Entity& entity, const Declaration* decl) const {
  (is_weak(decl) ? entity.weak : entity.strong) = true;
  entity.renamed |= decl->getNameAsString() != entity.declaration->getNameAsString();
  if (!entity.uncovered) entity.uncovered = uncovered_attribute(decl);
  if (entity.declaration == decl || entity.uncovered) return;
  bool function = llvm::isa<clang::FunctionDecl>(decl);
  // Functions are declared in old ways, without parameters, too often.
  const std::string name = decl->getNameAsString();
  if (function && name == entity.declaration->getNameAsString()) return;
  if (function && name.starts_with(file_local_prefix)) return;
  if (!same_type(entity.declaration->getType(),
                 entity.declaration->getASTContext(),
                 decl->getType(),
                 decl->getASTContext()))
    entity.uncovered = fmt::format("{}, which is declared with different types", entity.name);
}

template <typename Entity, typename Declaration>
Entity& Linkage::find(Table<Entity>& table, const Declaration* decl, bool defining) {
  const clang::Decl* key = decl->getCanonicalDecl();
  auto known = table.by_decl.find(key);
  if (known != table.by_decl.end()) return *known->second;
  std::string name = symbol_name(decl);
  Entity* entity = nullptr;
  bool external = decl->isExternallyVisible();
  if (external) {
    auto found = table.by_name.find(name);
    if (found != table.by_name.end()) entity = found->second;
  }
  bool dangling = false;
  if (!defining && (entity == nullptr || !entity->defined)) {
    const Declaration* target = aliased(decl);
    dangling = target == nullptr;
    if (target != nullptr && target != decl) {
      Entity& other = find(table, target, true);
      table.by_decl[key] = &other;
      note(other, decl);
      other.weak_alias |= external && is_weak(decl);
      other.weak &= !other.defined;
      return other;
    }
  }
  if (entity == nullptr) {
    table.all.push_back(std::make_unique<Entity>());
    entity = table.all.back().get();
    entity->name = name;
    entity->external = external;
    entity->declaration = decl;
    if (external) table.by_name[name] = entity;
  }
  table.by_decl[key] = entity;
  note(*entity, decl);
  if (dangling) entity->uncovered = fmt::format("{}, another name of what is not here", name);
  bool both = functions_.by_name.contains(name) && globals_.by_name.contains(name);
  if (external && both) entity->uncovered = fmt::format("{}, a function and a variable", name);
  return *entity;
}

FunctionEntity& Linkage::function(const clang::FunctionDecl* decl, const clang::CallExpr* call) {
  auto other = redirected_.find(call);
  return other != redirected_.end() ? *other->second : function(decl);
}

FunctionEntity& Linkage::redirect(const clang::CallExpr* call,
                                  const clang::FunctionDecl* decl,
                                  const std::string& name) {
  FunctionEntity*& entity = redirections_[name];
  if (entity == nullptr) {
    functions_.all.push_back(std::make_unique<FunctionEntity>());
    entity = functions_.all.back().get();
    entity->name = name;
    entity->external = entity->strong = true;
    entity->declaration = decl;
  }
  redirected_[call] = entity;
  return *entity;
}

FunctionEntity& Linkage::function(const clang::FunctionDecl* decl) {
  return find(functions_, decl, false);
}

GlobalEntity& Linkage::global(const clang::VarDecl* decl) {
  std::size_t known = globals_.all.size();
  GlobalEntity& entity = find(globals_, decl, false);
  if (globals_.all.size() == known) return entity;
  entity.external = decl->isExternallyVisible();
  entity.type = decl->getType();
  entity.defined = decl->isStaticLocal();
  return entity;
}

FunctionEntity* Linkage::find_function(const std::string& name) {
  auto found = functions_.by_name.find(name);
  return found == functions_.by_name.end() ? nullptr : found->second;
}

std::vector<FunctionEntity*> Linkage::in_order(const Order& order) {
  std::vector<FunctionEntity*> result;
  for (const auto& [priority, function] : order)
    result.push_back(function);
  return result;
}

bool Linkage::define(const clang::FunctionDecl* decl, bool library) {
  FunctionEntity& entity = find(functions_, decl, true);
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

bool Linkage::define(const clang::VarDecl* decl, const TranslationUnit& unit) {
  std::size_t known = globals_.all.size();
  GlobalEntity& entity = find(globals_, decl, true);
  if (globals_.all.size() != known) {
    entity.external = decl->isExternallyVisible();
    entity.type = decl->getType();
  }
  if (entity.type->isIncompleteType()) entity.type = decl->getType();
  auto kind = decl->isThisDeclarationADefinition();
  if (kind == clang::VarDecl::DeclarationOnly) return true;
  bool initialised = decl->hasInit();
  if (entity.defined) {
    bool other_unit = &entity.declaration->getASTContext() != &decl->getASTContext();
    if (other_unit && is_weak(decl)) return true;
    bool replaced = other_unit && is_weak(entity.declaration);
    // Without -fcommon, a definition without initialiser is one like any other.
    bool strong = !unit.common || initialised;
    bool twice = other_unit && strong && !unit.library && !entity.common && !entity.library;
    if (twice && !replaced) return false;
    entity.common &= unit.common;
    if (!initialised && !replaced) return true;
    if (entity.declaration->hasInit() && !replaced)
      return entity.declaration == decl || unit.library;
  }
  entity.common = unit.common && !initialised;
  entity.declaration = decl;
  if (!decl->getType()->isIncompleteType()) entity.type = decl->getType();
  entity.defined = true;
  entity.library = unit.library;
  return true;
}

bool Linkage::is_removed(const clang::FunctionDecl* decl, const TranslationUnit& unit) {
  if (removed_names_.empty() || unit.library) return false;
  const std::string name = decl->getNameAsString();
  const std::string file = std::filesystem::path(unit.name).filename().string();
  bool local = !decl->isExternallyVisible();
  bool removed = removed_names_.contains(name) || removed_names_.contains(unit.name + ":" + name)
                 || removed_names_.contains(file + ":" + name)
                 || (local && removed_names_.contains(file_local_name(name, unit.name)));
  if (removed)
    removed_.insert(fmt::format("the body of {} in {} is not looked at", name, unit.name));
  return removed;
}

void Linkage::declare_file_local(const clang::FunctionDecl* decl, const TranslationUnit& unit) {
  if (decl->isExternallyVisible()) return;
  FunctionEntity& entity = find(functions_, decl, true);
  std::string name = file_local_name(decl->getNameAsString(), unit.name);
  auto [place, fresh] = functions_.by_name.emplace(name, &entity);
  FunctionEntity& other = *place->second;
  if (fresh || &other == &entity || other.uncovered) return;
  if (other.name != name) {
    // Files of one name in two folders, or functions that are told apart by their types.
    functions_.all.push_back(std::make_unique<FunctionEntity>());
    place->second = functions_.all.back().get();
    place->second->name = name;
    place->second->external = true;
    place->second->declaration = decl;
    place->second->uncovered = fmt::format("{}, which may be any of several functions", name);
    return;
  }
  // Another file uses the name, or defines it: both are one function.
  functions_.by_decl[decl->getCanonicalDecl()] = &other;
  if (!other.defined && !is_removed(decl, unit)) {
    other.declaration = decl;
    other.name = decl->getNameAsString();
  }
}

/// Enters a symbol of a unit, so that aliases find it.
void Linkage::declare(const clang::Decl* decl) {
  if (!llvm::isa<clang::FunctionDecl, clang::VarDecl>(decl)) return;
  const auto* named = llvm::cast<clang::NamedDecl>(decl);
  std::string name = symbol_name(named);
  if (alias_target(named)) {
    if (named->isExternallyVisible()) aliases_.emplace(name, decl);
  }
  symbols_.emplace(Symbol{&decl->getASTContext(), name}, decl);
}

std::optional<Diagnostic> Linkage::add(const TranslationUnit& unit) {
  if (!unit.library)
    if (auto error = conflicts_.add(unit)) return error;
  for (const clang::Decl* decl : unit.context().getTranslationUnitDecl()->decls()) {
    if (acts_by_itself(decl)) {
      if (uncovered_start_ == nullptr && uncovered_declaration(decl)) uncovered_start_ = decl;
      assembly_ |= is_assembly(decl);
    } else if (auto uncovered = uncovered_declaration(decl)) {
      return error_at(decl, ErrorKind::Unsupported, *uncovered);
    }
    if (!unit.library) declare(decl);
    if (const auto* function_decl = llvm::dyn_cast<clang::FunctionDecl>(decl)) {
      if (!function_decl->doesThisDeclarationHaveABody()) continue;
      if (!unit.library) declare_file_local(function_decl, unit);
      if (is_removed(function_decl, unit)) continue;
      // Names like read and time are also those of other functions.
      if (unit.world
          && types_differ(find(functions_, function_decl, true).declaration, function_decl))
        continue;
      if (!define(function_decl, unit.library))
        return defined_twice(function_decl, find(functions_, function_decl, true).declaration);
      for (const LateAttribute& late : unit.late)
        if (late.priority)
          return error_at(function_decl,
                          ErrorKind::Unsupported,
                          "priority of a constructor behind its definition");
      StartupOrder order = startup_order(function_decl, unit.late);
      FunctionEntity& entity = find(functions_, function_decl, true);
      if (order.before_main) constructors_.emplace(*order.before_main, &entity);
      // The start-up code goes backwards through what runs after main.
      if (order.after_main)
        destructors_.emplace_hint(
            destructors_.lower_bound(-*order.after_main), -*order.after_main, &entity);
    } else if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(decl)) {
      if (alias_target(variable)) continue;
      if (!define(variable, unit))
        return defined_twice(variable, find(globals_, variable, true).declaration);
    }
  }
  return std::nullopt;
}

} // namespace kleene::frontend::c
