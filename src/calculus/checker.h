// SPDX-License-Identifier: Apache-2.0
// Checks and translates one expression at a time; the statements around it are in elaborate.cpp.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "ast.h"
#include "lexer.h"
#include "module.h"
#include "scope.h"

namespace kleene::calculus {

/// A value of some type: one of several parts or constants, each under a condition (an array indexed
/// by a variable gives several), or a formula (type bool only), or a number without a type yet.
struct Operand {
  struct Alternative {
    const Formula* guard = nullptr; ///< null: always
    Argument value;
  };
  const Type* type = nullptr;
  long number = 0;
  const Formula* formula = nullptr;
  std::vector<Alternative> alternatives;
};

class Checker {
public:
  Checker(const SourceFiles& files, Module& module, Scope& scope)
      : files_(files), module_(module), scope_(scope), make_(module.formulas) {}

  /// A formula; anything that is not of type bool is an error.
  const Formula* formula(const Expr& expr);
  /// A number made of constants.
  long number(const Expr& expr);
  const Type* type_of(const VariableDecl& declaration);
  /// Variables named by `show` since the last call.
  std::vector<std::string> take_shown() { return std::exchange(shown_, {}); }

private:
  [[noreturn]] void wrong(const Expr& expr, const std::string& message) const {
    fail(files_, expr.range, message);
  }
  [[noreturn]] void mismatch(const Expr& expr, const Type* wanted, const Type* found) const;

  const Formula* junction(const Expr& expr);
  const Formula* implication(const Expr& expr);
  const Formula* condition(const Expr& expr);
  const Formula* cases(const Expr& expr);
  const Formula* quantified(const Expr& expr);
  const Formula* unrolled(const Expr& expr);
  const Formula* equality(const Expr& expr);
  const Formula* comparison(const Expr& expr);
  const Formula* application(const Expr& expr);

  /// An operand of the wanted type; `wanted` may be null where nothing is known.
  Operand operand(const Expr& expr, const Type* wanted);
  Operand name(const Expr& expr, const Type* wanted);
  Operand component(const Expr& expr);
  Operand element(const Expr& expr);
  std::optional<Operand> bit_of_code(const Expr& expr, const Operand& value);
  static Operand constant(const Type* type, std::size_t code);
  Operand with_type(const Expr& expr, Operand operand, const Type* wanted);
  /// The type of an expression as far as it does not depend on what is wanted of it.
  const Type* own_type(const Expr& expr);
  std::optional<long> try_number(const Expr& expr);
  const Formula* as_formula(const Operand& operand);
  const Formula* guarded(const Formula* guard, const Formula* f);
  /// The one enumeration that has both names among its constants; null if there is not one.
  const Type* common_enumeration(const Expr& left, const Expr& right);
  void add_elements(const Expr& expr, const Operand& array, const Operand& index, Operand& result);
  /// Unrolling can make much of little text.
  void limit_size(const Expr& expr);

  const SourceFiles& files_;
  Module& module_;
  Scope& scope_;
  FormulaArena& make_;
  int unrolling_ = 0;
  std::size_t steps_ = 0;
  std::vector<std::string> shown_;
};

} // namespace kleene::calculus
