// SPDX-License-Identifier: Apache-2.0
// Which functions and variables a program can reach from its entry, and whose addresses it takes:
// what has to be known before the first function is lowered.
#pragma once
#include <deque>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <unordered_set>
#include <utility>

#include "linkage.h"

namespace clang {
class ASTContext;
class CallExpr;
class CastExpr;
class Expr;
class Stmt;
} // namespace clang

namespace kleene::frontend::c {

class Discovery {
public:
  explicit Discovery(Linkage& linkage) : linkage_(linkage) {}

  /// Marks `function` and everything that it can reach.
  void reach(FunctionEntity& function);
  /// The names of reached functions that have neither body nor built-in meaning.
  std::set<std::string> unresolved() const;
  /// Binds unresolved functions to the models that `linkage` has learnt of since, and goes on.
  void bind_models();

  /// Functions in C that calls of scanf were found to need since it was asked for the last time.
  std::string take_scan_text();

  /// Is there code, or data, that we do not see? Of functions without body, those in `known` do not
  /// count, nor do variables that a system header declares.
  bool has_unknown(const std::set<std::string>& known) const;
  /// Marks everything that other units can name, and what that can reach.
  void open_up();

  /// Functions with a body, in the order in which they were reached.
  const std::vector<FunctionEntity*>& functions() const { return bodies_; }
  const std::vector<GlobalEntity*>& globals() const { return globals_; }
  /// Is the address of a local variable or parameter taken?
  bool address_taken(const clang::VarDecl* local) const { return locals_.contains(local); }
  /// Is the address of a local variable a value somewhere, other than on the way to its parts?
  bool observed(const clang::VarDecl* local) const { return observed_.contains(local); }
  /// Does anything reached read or write through memory?
  bool uses_memory() const { return uses_memory_; }
  /// Does anything reached follow a pointer?
  bool follows_pointers() const { return follows_pointers_; }
  /// Does anything reached make a pointer of a number?
  bool makes_pointers() const { return makes_pointers_; }
  /// Numbers, not null, of which it makes pointers, or to which it adds something before.
  const std::set<std::uint64_t>& devices() const { return devices_; }
  /// Does anything reached make a pointer of a number that is no constant, nor one with something added?
  bool makes_open_pointers() const { return makes_open_pointers_; }
  /// Can anything reached see the sign or the payload of a float that is no number?
  bool sees_float_bits() const { return sees_float_bits_; }

private:
  void work_off();
  void visit(FunctionEntity& function, bool address_taken);
  void visit(GlobalEntity& global, bool address_taken);
  void walk(const clang::Stmt* statement);
  void walk_type(clang::QualType type);
  void walk_declaration(const clang::Decl* decl);
  void walk_reference(const clang::Decl* decl);
  void take_address(const clang::Expr* lvalue);
  void observe(const clang::Expr* lvalue);
  void need_output_models(const clang::CallExpr* call, const std::string& name);
  FunctionEntity& called(const clang::FunctionDecl* callee, const clang::CallExpr* call);
  void make_pointer(const clang::CastExpr* cast);

  Linkage& linkage_;
  struct Work {
    const clang::Stmt* statement;
    const clang::ASTContext* context;
  };
  std::deque<Work> work_;
  const clang::ASTContext* context_ = nullptr; ///< of what is walked
  std::vector<FunctionEntity*> bodies_;
  std::vector<FunctionEntity*> bodiless_;
  std::set<std::string> wanted_;                                     ///< models that no call names
  std::map<std::pair<std::string, std::string>, std::string> scans_; ///< by function and format
  std::string scan_text_;
  std::vector<GlobalEntity*> globals_;
  std::unordered_set<const clang::VarDecl*> locals_;
  std::unordered_set<const GlobalEntity*> modelled_; ///< globals of the models, once walked
  std::unordered_set<const clang::VarDecl*> observed_;
  bool uses_memory_ = false;
  bool follows_pointers_ = false;
  bool makes_pointers_ = false;
  bool makes_open_pointers_ = false;
  std::set<std::uint64_t> devices_;
  bool sees_float_bits_ = false;
};

/// The function that a call names directly, through whatever `*`, `&` and parentheses; null for a
/// call through a pointer.
const clang::FunctionDecl* direct_callee(const clang::Expr* callee);

} // namespace kleene::frontend::c
