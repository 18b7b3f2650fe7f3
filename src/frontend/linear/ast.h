// SPDX-License-Identifier: Apache-2.0
// The syntax tree of a Linear Program, names unresolved.
#pragma once
#include "kleene/logic/integer.h"
#include "kleene/support/source.h"

#include <optional>
#include <string>
#include <vector>

namespace kleene::frontend::linear {

struct Name {
  std::string text;
  SourceRange range;
};

/// A sum of products of constants and variables.
struct Expression {
  struct Monomial {
    Integer coefficient = 1;
    std::optional<Name> variable; ///< none: a constant
  };
  std::vector<Monomial> sum;
  SourceRange range;
};

enum class Comparison { Less, LessEqual, Equal, NotEqual, GreaterEqual, Greater };

struct Condition {
  enum class Kind { Any, Compare, Not, And, Or };
  Kind kind = Kind::Any; ///< Any: `?`
  Comparison comparison = Comparison::Equal;
  Expression left;
  Expression right;
  std::vector<Condition> operands; ///< Not: one; And, Or: two or more
  SourceRange range;

  /// Is there a `?` in it?
  bool nondeterministic() const {
    if (kind == Kind::Any) return true;
    for (const Condition& c : operands)
      if (c.nondeterministic()) return true;
    return false;
  }
};

struct Statement {
  enum class Kind { Skip, Goto, Assign, Havoc, If, While, Assert, Assume, Call, Return, Block };
  Kind kind = Kind::Skip;
  std::vector<Name> labels;
  Name name;                        ///< Goto: the label; Assign, Havoc: the variable; Call
  std::vector<Expression> values;   ///< Assign: one; Call: the arguments
  Condition condition;              ///< If, While, Assert, Assume
  std::vector<Statement> body;      ///< If, While, Block
  std::vector<Statement> otherwise; ///< If
  SourceRange range;
};

struct Declaration {
  Name name;
  std::optional<Expression> initial;
};

struct Procedure {
  Name name;
  std::vector<Name> parameters;
  std::vector<Declaration> locals;
  std::vector<Statement> body;
  SourceRange range;
};

struct Tree {
  std::vector<Declaration> globals;
  std::vector<Procedure> procedures;
};

} // namespace kleene::frontend::linear
