// SPDX-License-Identifier: Apache-2.0
// The words of the textual form, shared by its printer and its parser.
#pragma once
#include "kleene/ir/statement.h"

#include <optional>
#include <string>
#include <string_view>

namespace kleene::ir {

/// Binding strength of the infix and prefix operators, as in C.
enum class Precedence : std::uint8_t {
  Lowest,
  Or,
  And,
  BitOr,
  BitXor,
  BitAnd,
  Equality,
  Comparison,
  Shift,
  Sum,
  Product,
  Prefix,
  Primary
};

/// How tightly a term with this operator holds together; Primary for what is written as a function.
Precedence precedence(Op op);
/// The infix symbol of an operator; empty if it has none.
std::string_view infix_symbol(Op op);

/// An operator that is written as `name(…)` or `name[type](…)`.
struct FunctionForm {
  std::string_view name;
  Op op;
  std::size_t arity;
  bool has_type;
};
const FunctionForm* function_form(std::string_view name);
const FunctionForm* function_form(Op op);

/// The word in `assume[word]`.
std::string_view assume_word(AssumeKind kind);
std::optional<AssumeKind> parse_assume_word(std::string_view word);

bool is_name_start(char c);
bool is_name_part(char c);
/// The name itself where it is a word of the textual form, otherwise in backquotes.
std::string quote_name(std::string_view name);
/// In double quotes, with escapes for what cannot be seen.
std::string quote_string(std::string_view text);

} // namespace kleene::ir
