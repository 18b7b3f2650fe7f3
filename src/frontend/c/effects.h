// SPDX-License-Identifier: Apache-2.0
// What expressions and calls read and write, and whether they may end the execution: as far as it
// decides whether the order of two evaluations matters. Over-approximates.
#pragma once
#include "kleene/frontend/c/c_frontend.h"

#include <clang/AST/ASTFwd.h>

#include <set>
#include <unordered_map>
#include <vector>

#include "discovery.h"

namespace kleene::frontend::c {

struct Effects {
  /// Variables by name: entities of static storage (GlobalEntity), declarations of local ones.
  std::set<const void*> reads;
  std::set<const void*> writes;
  /// Is anything among them within the reach of pointers?
  bool reads_exposed = false;
  bool writes_exposed = false;
  /// Through pointers.
  bool reads_memory = false;
  bool writes_memory = false;
  bool unknown = false;   ///< code that nobody knows: it may do anything but touch hidden locals
  bool stops = false;     ///< may not return, whatever the reason
  bool halts = false;     ///< calls something that ends the program, or drops the execution
  bool violates = false;  ///< may reach a target
  bool overflows = false; ///< signed arithmetic
  bool looks_at_addresses = false; ///< compares or subtracts pointers, or takes their bits

  void add(const Effects& other);
  bool operator==(const Effects&) const = default;
};

/// Does it matter which of two comes first, where at least one is a call?
bool conflict(const Effects& a, const Effects& b);

/// How an lvalue is used.
enum class Access { Address, Read, Write, Both };

class EffectTable {
public:
  EffectTable(Linkage& linkage, const Discovery& discovery, const Options& options)
      : linkage_(linkage), discovery_(discovery), options_(options) {}

  /// Of the evaluation of an expression or statement as a whole.
  Effects of(const clang::Stmt* statement);
  /// Of the call alone, without its operands.
  Effects of_call(const clang::CallExpr* call);
  /// Of a function that is called somehow.
  Effects of_function(FunctionEntity& function);
  /// Of the use of the object alone, without the evaluation of its address.
  Effects of_access(const clang::Expr* lvalue, Access access);

private:
  struct Summary {
    Effects own;
    std::vector<FunctionEntity*> callees;
    Effects all;
  };

  void compute();
  void walk(const clang::Stmt* statement, Summary& to);
  void walk_lvalue(const clang::Expr* e, Access access, Summary& to);
  void touch(const clang::VarDecl* variable, Access access, Effects& to);
  void call(const clang::CallExpr* e, Summary& to);
  void call(FunctionEntity& callee, Summary& to);
  bool calls_itself(const FunctionEntity* function);
  Effects total(const Summary& summary);

  Linkage& linkage_;
  const Discovery& discovery_;
  const Options& options_;
  std::unordered_map<const FunctionEntity*, Summary> summaries_;
  std::vector<FunctionEntity*> callable_; ///< through pointers
  bool computed_ = false;
};

} // namespace kleene::frontend::c
