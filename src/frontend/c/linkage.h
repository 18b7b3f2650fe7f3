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
#include <string>
#include <unordered_map>
#include <vector>

namespace clang {
class ASTContext;
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
  bool library = false; ///< defined by the libc models
  bool reached = false;
  bool called = false; ///< or its address taken, by code that is reached
  bool address_taken = false;
  FunctionEntity* model = nullptr; ///< a built-in that another function models
  ir::ProcId procedure;
  ObjectId object;
};

struct GlobalEntity {
  std::string name;
  const clang::VarDecl* declaration = nullptr; ///< the definition if there is one
  clang::QualType type;                        ///< complete if any declaration is
  bool defined = false;
  bool external = false; ///< other units, also ones that we do not see, may name it
  bool library = false;
  bool reached = false;
  bool address_taken = false;
  bool placed = false; ///< the members below are set
  std::vector<VarId> variables;
  ObjectId object;
};

class Linkage {
public:
  /// Enters the definitions of a unit. The error says what is defined twice, or runs before main.
  std::optional<Diagnostic> add(const TranslationUnit& unit);

  FunctionEntity& function(const clang::FunctionDecl* decl);
  /// `decl` has static storage.
  GlobalEntity& global(const clang::VarDecl* decl);
  FunctionEntity* find_function(const std::string& name);

  /// In the order in which they were first met.
  const std::vector<std::unique_ptr<FunctionEntity>>& functions() const { return functions_; }
  const std::vector<std::unique_ptr<GlobalEntity>>& globals() const { return globals_; }

private:
  bool define(const clang::FunctionDecl* decl, bool library);
  bool define(const clang::VarDecl* decl, bool library);

  std::vector<std::unique_ptr<FunctionEntity>> functions_;
  std::vector<std::unique_ptr<GlobalEntity>> globals_;
  std::map<std::string, FunctionEntity*> functions_by_name_;
  std::map<std::string, GlobalEntity*> globals_by_name_;
  std::unordered_map<const clang::Decl*, FunctionEntity*> functions_by_decl_;
  std::unordered_map<const clang::Decl*, GlobalEntity*> globals_by_decl_;
};

} // namespace kleene::frontend::c
