// SPDX-License-Identifier: Apache-2.0
// What names mean across translation units: each function and each variable with static storage is
// one entity, found by its name if it has external linkage, by its declaration otherwise.
#pragma once
#include "kleene/ir/program.h"
#include "kleene/support/diagnostic.h"

#include <clang/AST/Type.h>

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "conflicts.h"

namespace clang {
class ASTContext;
class CallExpr;
class Decl;
class FunctionDecl;
class VarDecl;
} // namespace clang

namespace kleene::frontend::c {

class TranslationUnit;

struct FunctionEntity {
  std::string name;
  const clang::FunctionDecl* declaration = nullptr; ///< the definition if there is one
  bool defined = false;
  bool external = false; ///< other units, also ones that we do not see, may name it
  bool library = false;  ///< defined by the libc models
  bool reached = false;
  bool called = false; ///< or its address taken, by code that is reached
  bool address_taken = false;
  bool weak = false;                    ///< some declaration is
  bool strong = false;                  ///< some declaration is not weak
  bool weak_alias = false;              ///< it is used under a name that is a weak alias
  bool renamed = false;                 ///< declarations with different names in C are this symbol
  std::optional<std::string> uncovered; ///< what about it is not covered, where it is used
  FunctionEntity* model = nullptr;      ///< a built-in that another function models
  ir::ProcId procedure;
  ObjectId object;
};

struct GlobalEntity {
  bool common = false; ///< other files may define it, too
  std::string name;
  const clang::VarDecl* declaration = nullptr; ///< the definition if there is one
  clang::QualType type;                        ///< complete if any declaration is
  bool defined = false;
  bool external = false; ///< other units, also ones that we do not see, may name it
  bool library = false;
  bool reached = false;
  bool address_taken = false;
  bool weak = false;                    ///< some declaration is
  bool strong = false;                  ///< some declaration is not weak
  bool weak_alias = false;              ///< it is used under a name that is a weak alias
  bool renamed = false;                 ///< declarations with different names in C are this symbol
  std::optional<std::string> uncovered; ///< what about it is not covered, where it is used
  bool placed = false;                  ///< the members below are set
  std::vector<VarId> variables;
  ObjectId object;
  std::uint64_t each = 0; ///< of the object: bytes for each thread; 0: there is one for all
  VarId elsewhere; ///< holds its address, if another unit defines it and nobody here knows its size
};

/// A reference that the linker leaves null if nobody defines the symbol.
template <typename Entity>
bool is_weak_reference(const Entity& entity) {
  return entity.weak && !entity.strong && !entity.defined;
}

class Linkage {
public:
  /// `removed`: functions whose bodies do not count, see Options::removed_bodies.
  explicit Linkage(std::set<std::string> removed = {}) : removed_names_(std::move(removed)) {}

  bool removes(const std::string& function) const { return removed_names_.contains(function); }
  /// Which bodies did not count, in words.
  const std::set<std::string>& removed() const { return removed_; }

  /// Enters the definitions of a unit. The error says what is defined twice, or not covered.
  std::optional<Diagnostic> add(const TranslationUnit& unit);

  /// What a declaration refers to, once all units are entered: symbols are found by the name that the
  /// assembler sees, and aliases lead to what they stand for.
  FunctionEntity& function(const clang::FunctionDecl* decl);
  /// What a call of it leads to.
  FunctionEntity& function(const clang::FunctionDecl* decl, const clang::CallExpr* call);
  /// From now on, the call leads to a function of this name, which a model is expected to define.
  FunctionEntity&
  redirect(const clang::CallExpr* call, const clang::FunctionDecl* decl, const std::string& name);
  /// `decl` has static storage.
  GlobalEntity& global(const clang::VarDecl* decl);
  FunctionEntity* find_function(const std::string& name);

  /// In the order in which they were first met.
  const std::vector<std::unique_ptr<FunctionEntity>>& functions() const { return functions_.all; }
  const std::vector<std::unique_ptr<GlobalEntity>>& globals() const { return globals_.all; }
  /// Functions that run before main and after it, in that order.
  std::vector<FunctionEntity*> constructors() const { return in_order(constructors_); }
  /// The first declaration that acts by itself, in a way that is not covered; null if there is none.
  const clang::Decl* uncovered_start() const { return uncovered_start_; }
  /// Is there assembly at file scope, which is code of another unit?
  bool has_assembly() const { return assembly_; }
  std::vector<FunctionEntity*> destructors() const { return in_order(destructors_); }

private:
  template <typename Entity>
  struct Table {
    std::vector<std::unique_ptr<Entity>> all;
    std::map<std::string, Entity*> by_name;
    std::unordered_map<const clang::Decl*, Entity*> by_decl;
  };
  using Symbol = std::pair<const clang::ASTContext*, std::string>;
  using Order = std::multimap<int, FunctionEntity*>;

  template <typename Entity, typename Declaration>
  Entity& find(Table<Entity>& table, const Declaration* decl, bool defining);
  template <typename Declaration>
  const Declaration* aliased(const Declaration* decl) const;
  template <typename Entity, typename Declaration>
  void note(Entity& entity, const Declaration* decl) const;
  void declare(const clang::Decl* decl);
  bool define(const clang::FunctionDecl* decl, bool library);
  bool define(const clang::VarDecl* decl, const TranslationUnit& unit);
  static std::vector<FunctionEntity*> in_order(const Order& order);

  bool is_removed(const clang::FunctionDecl* decl, const TranslationUnit& unit);
  void declare_file_local(const clang::FunctionDecl* decl, const TranslationUnit& unit);
  std::set<std::string> removed_names_;
  std::set<std::string> removed_;
  Table<FunctionEntity> functions_;
  Table<GlobalEntity> globals_;
  Conflicts conflicts_;
  std::map<Symbol, const clang::Decl*> symbols_; ///< of each unit
  std::unordered_map<const clang::CallExpr*, FunctionEntity*> redirected_;
  std::map<std::string, FunctionEntity*> redirections_;
  std::map<std::string, const clang::Decl*> aliases_; ///< with external linkage, by their symbols
  const clang::Decl* uncovered_start_ = nullptr;
  bool assembly_ = false;
  Order constructors_;
  Order destructors_;
};

} // namespace kleene::frontend::c
