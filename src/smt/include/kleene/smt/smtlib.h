// SPDX-License-Identifier: Apache-2.0
// Terms as SMT-LIB 2 text over mathematical integers.
#pragma once
#include "kleene/logic/term.h"

#include <functional>
#include <stdexcept>
#include <string>

namespace kleene::smt {

/// A term that has no meaning over mathematical integers (memory, bit operations).
class NotExpressible : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// The text that stands for a variable.
using VariableText = std::function<std::string(VarId)>;

/// The term in the math model of logic/term.h: integers of every type are Int; signed results are
/// exact, unsigned ones wrap. Division goes towards zero, as the operators say.
std::string text(Term term, const VariableText& variable);
/// A literal; negative numbers are written `(- n)`.
std::string text(Integer value);
/// `Int` or `Bool`.
std::string sort_text(Type type);
/// A quoted symbol for any name.
std::string symbol(std::string_view name);

} // namespace kleene::smt
