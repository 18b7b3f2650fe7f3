// SPDX-License-Identifier: Apache-2.0
// A reference for the calculus: random systems of equations over tiny types, their text, and their
// values by enumeration, following the defining procedure to the letter. Shares nothing with the
// evaluator.
#pragma once
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace kleene::calculus::reference {

/// 0 is bool, 1 is an enumeration of three values.
using TypeNumber = int;

enum class Op {
  True,
  Bit,
  EqualConst,
  EqualVar,
  Not,
  And,
  Or,
  Implies,
  Iff,
  If,
  Case,
  Exists,
  Forall,
  Apply
};

struct Node {
  Op op = Op::True;
  std::vector<std::unique_ptr<Node>> kids;
  /// Variables by their place in the environment; the arguments of an application.
  std::vector<std::size_t> variables;
  int constant = 0;
  TypeNumber type = 0;
  std::size_t relation = 0;
};

enum class Fixed { Plain, Least, Greatest };

struct Equation {
  Fixed fixed = Fixed::Least;
  std::vector<TypeNumber> formals;
  std::unique_ptr<Node> body;
};

struct System {
  std::vector<Equation> equations;
  std::string text() const;
};

/// With `positive`, relations occur under no negation.
System random_system(std::mt19937& random, bool positive);

/// A relation as a table over its tuples.
using Table = std::vector<bool>;
/// The value of a relation; nothing if some iteration never settles.
std::optional<Table> value_of(const System& system, std::size_t relation);

} // namespace kleene::calculus::reference
