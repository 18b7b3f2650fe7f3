// SPDX-License-Identifier: Apache-2.0
// The syntax tree of a Boolean program. Nodes live in arenas and refer to each other by index, so
// that a deep tree costs no deep recursion when it goes.
#pragma once
#include "kleene/support/ids.h"
#include "kleene/support/source.h"

#include <optional>
#include <string>
#include <vector>

namespace kleene::frontend::boolean::ast {

struct ExprTag;
using ExprId = Id<ExprTag>;
struct StmtTag;
using StmtId = Id<StmtTag>;

enum class ExprKind {
  Constant, ///< `value`
  Variable, ///< `name`
  Primed,   ///< `'name`: the value after the assignment, in `constrain`
  Choice,   ///< `*`, `?`
  Missing,  ///< an operand that the text leaves out: nobody knows its value
  Choose,   ///< schoose[a, b]
  Not,
  And,
  Or,
  Xor, ///< `^`, `!=`
  Eq,
  Implies,
  Ite,
};

struct Expr {
  ExprKind kind = ExprKind::Constant;
  bool value = false;
  std::string name;
  std::vector<ExprId> args;
  SourceRange range;
  unsigned depth = 1; ///< of the tree below
};

struct Name {
  std::string text;
  SourceRange range;
};

enum class StmtKind {
  Skip, ///< skip, print
  Decl, ///< a local declaration: `names`, with `values` (invalid: none)
  Assign,
  Call,
  If,    ///< `condition`, `body`, `otherwise`
  While, ///< `condition`, `body`
  Goto,  ///< `names`
  Return,
  Assume, ///< also `constrain` as a statement of its own
  Assert,
  Enforce,
  AbortIf,
  Dead,
  // Concurrency
  StartThread, ///< `body`: one goto or call
  EndThread,
  AtomicBegin,
  AtomicEnd,
  Sync, ///< sync, wait, broadcast: `callee` is the word
};

struct Stmt {
  StmtKind kind = StmtKind::Skip;
  SourceRange range; ///< of the head, without the bodies
  std::vector<Name> labels;
  std::vector<Name> names;    ///< targets (`_`: discarded), goto labels, declared or dead variables
  std::vector<ExprId> values; ///< assigned values, arguments, returned values, initial values
  ExprId condition;           ///< also the `constrain` part of an assignment (may be invalid)
  Name callee;
  std::vector<StmtId> body;
  std::vector<StmtId> otherwise;
};

/// Where a global or procedure is declared: in one of the thread blocks, or outside of them.
using ThreadIndex = std::optional<std::size_t>;

struct Global {
  Name name;
  ExprId initial; ///< may be invalid
  bool thread_local_storage = false;
  ThreadIndex thread;
};

struct Procedure {
  Name name;
  std::size_t returns = 0;
  std::vector<Name> parameters;
  std::vector<StmtId> body;
  SourceRange end; ///< of the final `end`
  ThreadIndex thread;
};

struct Program {
  std::vector<Expr> exprs;
  std::vector<Stmt> stmts;
  std::vector<Global> globals;
  std::vector<Procedure> procedures;
  std::vector<Name> threads; ///< `thread NAME begin … end`
  ExprId init;               ///< `init EXPR;`, may be invalid

  const Expr& expr(ExprId id) const { return exprs[id.index()]; }
  const Stmt& stmt(StmtId id) const { return stmts[id.index()]; }
};

} // namespace kleene::frontend::boolean::ast
