// SPDX-License-Identifier: Apache-2.0
// What lvalues designate and what expressions evaluate to, while a function is lowered.
#pragma once
#include "kleene/logic/term.h"

#include <optional>
#include <vector>

#include "layout.h"

namespace kleene::frontend::c {

/// What an lvalue designates.
struct Lvalue {
  enum class Kind { Variables, Memory };
  Kind kind = Kind::Memory;
  std::vector<VarId> variables; ///< one for a scalar; the leaves of a split record
  Term address;
  /// Lies inside an object that is known to live, if `bounds` hold: no other check is needed.
  bool direct = false;
  std::vector<Term> bounds;
  bool own = false;   ///< in a local variable whose address is no value anywhere
  bool inner = false; ///< some of these are of an array inside a larger object
  std::optional<BitRange> bits;
};

/// What an expression evaluates to.
struct Value {
  enum class Kind { Nothing, Scalar, Leaves, Memory };
  Kind kind = Kind::Nothing;
  Term scalar;
  std::vector<Term> leaves; ///< of a split record
  Lvalue place;             ///< Memory: a record that lies there until the next side effect
};

} // namespace kleene::frontend::c
