// SPDX-License-Identifier: Apache-2.0
// What expressions and calls read and write, and whether they may end the execution: as far as it
// decides whether the order of two evaluations matters. Over-approximates.
#pragma once
#include "kleene/frontend/c/c_frontend.h"

#include <clang/AST/ASTFwd.h>

#include <memory>
#include <unordered_map>
#include <vector>

#include "pointers.h"

namespace kleene::frontend::c {

struct Effects {
  /// Objects, by the numbers of Pointers: by name or through pointers.
  Pointers::Objects reads;
  Pointers::Objects writes;
  /// Is anything among them within the reach of pointers?
  bool reads_exposed = false;
  bool writes_exposed = false;
  /// Through pointers that may lead to everything within their reach.
  bool reads_memory = false;
  bool writes_memory = false;
  bool unknown = false;   ///< code that nobody knows: it may do anything but touch hidden locals
  bool stops = false;     ///< may not return, whatever the reason
  bool halts = false;     ///< calls something that ends the program, or drops the execution
  bool violates = false;  ///< may reach a target
  bool overflows = false; ///< signed arithmetic
  bool looks_at_addresses = false; ///< compares or subtracts pointers, or takes their bits

  void add(const Effects& other);
  bool operator==(const Effects& other) const;
};

/// Does it matter which of two comes first, where at least one is a call?
bool conflict(const Effects& a, const Effects& b);

/// How an lvalue is used.
enum class Access { Address, Read, Write, Both };

class EffectTable {
public:
  /// `unknown`: there is code or data that we do not see.
  EffectTable(Linkage& linkage, const Discovery& discovery, const Options& options, bool unknown)
      : linkage_(linkage), discovery_(discovery), options_(options), unknown_(unknown) {}

  /// Of the evaluation of an expression or statement as a whole.
  Effects of(const clang::Stmt* statement);
  /// Of the call alone, without its operands.
  Effects of_call(const clang::CallExpr* call);
  /// Of a function that is called somehow.
  Effects of_function(FunctionEntity& function);
  /// Of the use of the object alone, without the evaluation of its address.
  Effects of_access(const clang::Expr* lvalue, Access access);
  /// Could a pointer whose targets are not known lead to the variable?
  bool is_exposed(const clang::VarDecl* variable) const;
  Pointers& pointers();

private:
  struct Summary {
    Effects own;
    std::vector<FunctionEntity*> callees;
    Effects all;
    FunctionEntity* function = nullptr; ///< whose body it is about, if it is about one
    bool recursive = false;
  };

  void compute();
  void walk(const clang::Stmt* statement, Summary& to);
  void walk_lvalue(const clang::Expr* e, Access access, Summary& to);
  void touch(const clang::VarDecl* variable, Access access, Summary& to);
  void follow(const clang::Expr* pointer, Access access, Effects& to);
  void call(const clang::CallExpr* e, Summary& to);
  bool call_builtin(const clang::CallExpr* e, Builtin kind, Effects& to);
  void call(FunctionEntity& callee, Summary& to);
  bool calls_itself(const FunctionEntity* function);
  Effects total(const Summary& summary);
  void hide_own_variables(const Summary& summary, Effects& effects);

  Linkage& linkage_;
  const Discovery& discovery_;
  const Options& options_;
  const bool unknown_;
  std::unique_ptr<Pointers> pointers_;
  std::unordered_map<const FunctionEntity*, Summary> summaries_;
  std::vector<FunctionEntity*> callable_; ///< through pointers
  bool computed_ = false;
};

} // namespace kleene::frontend::c
