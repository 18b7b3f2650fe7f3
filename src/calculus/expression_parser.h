// SPDX-License-Identifier: Apache-2.0
// Formulas, loosest operators first: if, quantifiers, equivalences and implications, |, &, !,
// comparisons, sums (of numbers), assume and cofactor, access.
#pragma once
#include "ast.h"
#include "token_stream.h"

namespace kleene::calculus {

class ExpressionParser {
public:
  explicit ExpressionParser(TokenStream& tokens) : tokens_(tokens) {}

  ExprPtr formula();
  /// A sum of numbers and named constants, as bounds and sizes are written.
  ExprPtr number();
  /// `T x[2], …` up to something that is no comma; each variable with its own type.
  std::vector<VariableDecl> typed_variables();
  VariableDecl variable(const Token& type);

  static bool is_keyword(const Token& token);

private:
  ExprPtr conditional();
  ExprPtr quantified();
  ExprPtr unrolled(bool existential, const SourceRange& begin);
  ExprPtr connective();
  ExprPtr disjunction();
  ExprPtr conjunction();
  ExprPtr negation();
  ExprPtr comparison();
  ExprPtr sum();
  ExprPtr product();
  ExprPtr care();
  ExprPtr postfix();
  ExprPtr attribute(const SourceRange& begin, ExprPtr expr);
  ExprPtr primary();
  ExprPtr cases();

  ExprPtr make(ExprKind kind, const SourceRange& begin, std::vector<ExprPtr> kids) const;
  template <class... Kids>
  ExprPtr node(ExprKind kind, const SourceRange& begin, Kids... kids) const {
    std::vector<ExprPtr> list;
    (list.push_back(std::move(kids)), ...);
    return make(kind, begin, std::move(list));
  }

  TokenStream& tokens_;
};

} // namespace kleene::calculus
