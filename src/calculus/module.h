// SPDX-License-Identifier: Apache-2.0
// A whole formula file after type checking: types, relations, and what to do in order.
#pragma once
#include "kleene/support/diagnostic.h"

#include <memory>

#include "formula.h"

namespace kleene::calculus {

enum class CommandKind {
  Query,
  OnsetSize,
  NodeCount,
  Print,
  Statistics,
  Witness,
  Counterexample,
  Reset,
  Frontier,
  Timer,
  Quit
};

struct Command {
  CommandKind kind = CommandKind::Query;
  SourceRange range;
  /// The name of a query, text to print, or the word behind a directive.
  std::string text;
  /// For traces closed, and negated for counterexamples.
  const Formula* formula = nullptr;
  const Relation* relation = nullptr;
};

/// Advice that variables of one type stand above, or are interleaved with, those of another.
struct TypeAdvice {
  OrderKind kind = OrderKind::Above;
  const Type* left = nullptr;
  const Type* right = nullptr;
  SourceRange range;
};

struct Module {
  TypeTable types;
  FormulaArena formulas;
  std::deque<Relation> relations;
  std::map<std::string, Relation*> relation_by_name;
  std::vector<VariablePlace> places;
  /// Top-level variables.
  std::vector<Formal> variables;
  std::vector<TypeAdvice> advice;
  std::vector<Command> commands;
  std::vector<Diagnostic> warnings;
  bool declares_inputs = false;
  bool asks_for_bits = false; ///< of enumerations: what is split by their values cannot tell

  const Relation* find(const std::string& name) const {
    auto found = relation_by_name.find(name);
    return found == relation_by_name.end() ? nullptr : found->second;
  }
};

/// Relations that a formula applies, and top-level variables it names, itself.
struct Mentions {
  std::set<const Relation*> relations;
  std::set<PlaceId> own_places;
};
Mentions mentions(const Module& module, const Formula* f);
/// Top-level variables on which a formula depends, also through relations.
std::vector<const Formal*> free_variables(const Module& module, const Formula* f);

} // namespace kleene::calculus
