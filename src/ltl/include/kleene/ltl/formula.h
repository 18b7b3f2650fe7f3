// SPDX-License-Identifier: Apache-2.0
// Linear temporal logic. A formula speaks about an infinite sequence of positions; at each of them every
// atom holds or does not. What an atom means is not known here: it is a text.
#pragma once
#include "kleene/support/result.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kleene::ltl {

enum class Kind {
  Constant,
  Atom,
  Not,
  And,
  Or,
  Next,    ///< X a
  Until,   ///< a U b: b holds at some position from here on, and a before that
  Release, ///< a R b: b holds from here on, until a position at which a holds, too, or for ever
};

struct Node;
using Formula = std::shared_ptr<const Node>;

struct Node {
  Kind kind = Kind::Constant;
  bool value = false; ///< Constant
  std::string atom;   ///< Atom: its text
  std::vector<Formula> args;
};

/// The other operators are written with these: F a = true U a, G a = false R a, a W b = b R (a | b),
/// a -> b = !a | b, a <-> b = (a & b) | (!a & !b).
Formula constant(bool value);
Formula atom(std::string text);
Formula make(Kind kind, std::vector<Formula> args);

/// Operators ! && || -> <-> X F G U R W, weakest last; U, R and W are right-associative and bind tighter than
/// &&. Atoms are label(NAME), in(NAME) and comparisons of expressions.
Result<Formula> parse(std::string_view text);

/// The formula, or its negation, with negations at atoms only.
Formula positive(const Formula& formula, bool negated = false);

/// The texts of the atoms, in the order in which they occur, each once.
std::vector<std::string> atoms_of(const Formula& formula);
bool has_next(const Formula& formula);

/// With brackets around everything; equal texts are equal formulas.
std::string to_string(const Formula& formula);

} // namespace kleene::ltl
