// SPDX-License-Identifier: Apache-2.0
// What the atoms of a formula mean for a program.
#pragma once
#include "kleene/logic/term.h"

#include <map>
#include <string>

namespace kleene::ltl {

struct AtomMeaning {
  enum class Kind {
    Label,     ///< the position is at this label; END is where a program stays that has ended
    Function,  ///< the position is in this function, which is the one called last
    Condition, ///< a condition over global variables holds
  };
  Kind kind = Kind::Label;
  std::string name; ///< of the label or function
  Term condition;
};

/// By the text of the atom.
using Atoms = std::map<std::string, AtomMeaning>;

inline constexpr const char* end_label = "END";

/// At which places of a program a position of the sequence is.
enum class Positions {
  Changes,    ///< wherever an atom may change; formulas without X cannot tell more
  Statements, ///< where a statement of the source begins
};

/// How an execution that satisfies the automaton is told.
enum class Acceptance {
  Places, ///< it comes to places with `accepting_label` infinitely often
  Fuel,   ///< it goes on for ever
};

/// A label that no source has.
inline constexpr const char* accepting_label = "an accepting place";

} // namespace kleene::ltl
