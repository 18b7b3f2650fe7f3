// SPDX-License-Identifier: Apache-2.0
// What the parser delivers: statements and untyped expressions, as written.
#pragma once
#include "kleene/support/source.h"

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace kleene::calculus {

enum class ExprKind {
  Name,
  Number,
  Access, ///< kids[0] . name
  Index,  ///< kids[0] [ kids[1] ]
  Call,   ///< name ( kids )
  Not,
  And, ///< any number of kids
  Or,
  Iff,
  Xor,
  Implies,
  Equal,
  NotEqual,
  Less, ///< numbers only, as are the following four
  LessEqual,
  Plus,
  Minus,
  Times,
  Assume,
  Cofactor,
  If,     ///< condition, then, and perhaps else
  Case,   ///< condition, value, condition, value, …
  Exists, ///< variables; kids[0]
  Forall,
  UnrollExists, ///< for name in kids[0]..kids[1]: kids[2]
  UnrollForall,
  Show, ///< kids[0] { show shown }
};

struct Expr;
using ExprPtr = std::unique_ptr<Expr>;

/// `T x[2][3]`
struct VariableDecl {
  std::string type;
  SourceRange type_range;
  std::string name;
  SourceRange range;
  std::vector<ExprPtr> dimensions;
};

struct Expr {
  ExprKind kind = ExprKind::Name;
  SourceRange range;
  std::string name;
  long number = 0;
  std::vector<ExprPtr> kids;
  std::vector<VariableDecl> variables;
  std::vector<std::string> shown;
};

enum class OrderKind { Above, Interleave, InterleaveReversed };

/// Advice on the order of decision variables; without `left` it is about `right` alone.
struct OrderAdvice {
  OrderKind kind = OrderKind::Above;
  std::string left;
  std::string right;
  SourceRange range;
};

struct EnumDecl {
  std::string name;
  /// Names of the constants, or the bounds of a range of numbers.
  std::vector<std::pair<std::string, SourceRange>> constants;
  ExprPtr low;
  ExprPtr high;
};

struct ClassDecl {
  std::string name;
  std::vector<VariableDecl> components;
  std::vector<OrderAdvice> order;
};

enum class RelationKind { Plain, Least, Greatest, Input };

struct RelationDecl {
  RelationKind kind = RelationKind::Plain;
  std::string name;
  SourceRange name_range;
  std::vector<VariableDecl> formals;
  std::vector<OrderAdvice> order;
  ExprPtr body;
};

struct ConstDecl {
  std::string name;
  ExprPtr value;
};

struct QueryDecl {
  /// Empty if the query has no name.
  std::string name;
  ExprPtr formula;
};

enum class DirectiveKind {
  OnsetSize,
  NodeCount,
  Print,
  PrintStatistics,
  Counterexample,
  Witness,
  Reset,
  Frontier,
  Timer,
  Quit,
  NotDone, ///< accepted with a warning
  Ignored
};

struct DirectiveDecl {
  DirectiveKind kind = DirectiveKind::Ignored;
  /// Text to print, the name of a relation (empty for `all`), or the word behind the directive.
  std::string text;
  SourceRange text_range;
  ExprPtr formula;
};

struct Statement {
  SourceRange range;
  std::variant<EnumDecl, ClassDecl, RelationDecl, VariableDecl, ConstDecl, QueryDecl, DirectiveDecl>
      what;
};

} // namespace kleene::calculus
