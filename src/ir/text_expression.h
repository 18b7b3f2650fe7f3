// SPDX-License-Identifier: Apache-2.0
// Terms of the textual form: parsed with an explicit stack and typed in three sweeps, so nesting of
// any depth needs no recursion.
#pragma once
#include "kleene/ir/program.h"

#include <functional>
#include <optional>

#include "text_lexer.h"

namespace kleene::ir {

/// A term as written. Nodes stand in postorder: arguments before the node that uses them, the root
/// last.
struct Expression {
  struct Node {
    Op op = Op::Constant;
    std::vector<std::size_t> args;
    Integer value = 0;        ///< Constant
    std::string name;         ///< Variable, Address
    std::optional<Type> type; ///< written explicitly, or Bool for true and false
    std::size_t begin = 0;    ///< place in the text
    std::size_t end = 0;
    bool merged = false; ///< its arguments moved on to a longer And or Or: not part of the term
  };
  std::vector<Node> nodes;
};

Expression parse_expression(TokenCursor& cursor);

/// A type word such as `u8`.
Type parse_type_word(TokenCursor& cursor);

/// What names mean in the place of an expression.
struct Scope {
  Program* program = nullptr;
  std::function<std::optional<VarId>(const std::string&)> variable;
  std::function<std::optional<ObjectId>(const std::string&)> object;
  std::function<std::optional<ProcId>(const std::string&)> procedure;
};

/// What the place of an expression says about its type.
struct ExpectedType {
  std::optional<Type> type;
  bool binding = true; ///< otherwise the type counts only where nothing else gives one
};

/// The term an expression means; throws ParseFailure at the first part without meaning.
Term elaborate(const Expression& expression, const Scope& scope, ExpectedType expected);

} // namespace kleene::ir
