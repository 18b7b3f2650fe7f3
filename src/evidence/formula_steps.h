// SPDX-License-Identifier: Apache-2.0
// A formula as the list of what was done to make it, for those who do not read text: see formula.h.
#pragma once
#include "kleene/logic/term.h"

#include <variant>
#include <vector>

namespace kleene::evidence {

/// A new variable with any value. Of type Memory: any contents of the region.
struct AnyValue {
  Term variable;
  VarId region;
};

struct NamedValue {
  Term variable;
  Term value;
  /// Has no text, so the variable is any value there; who can say more does.
  bool without_text = false;
};

/// The memory of a region at the start of the program.
struct FirstContents {
  Term variable;
  VarId region;
};

/// A Bool: the operator at the top of the term overflows.
struct OverflowOf {
  Term variable;
  Term operation;
};

/// Holds in every model. If there are addresses, then it speaks only of how they lie to each other: what does not
/// depend on the number of each of them does not need it.
struct Requirement {
  Term condition;
  std::vector<Term> addresses;
};

/// A variable of any value is from now on the address of a new object, if the guard holds.
struct NewAddress {
  Term variable;
  Term size;
  Term guard;
};

/// A variable of any value is from now on the address of an object of the program. Without one, objects have the
/// addresses that the program gives them.
struct ProgramAddress {
  Term variable;
  ObjectId object;
};

/// A block got any contents, or zeros, and nothing else changed: `after` may say less. Both are of type Memory.
struct NewContents {
  Term before;
  Term after;
  VarId region;
  Term address;
  Term length;
  bool zeroed = false;
};

/// An object that was made within the formula.
struct LiveObject {
  Term address;
  Term bytes;
  Term alive;
  bool heap = false;
};

/// If the Bool is true, the bytes lie in a live object.
struct LiveBytes {
  Term answer;
  Term address;
  Term length;
};

/// The Bool is true if and only if the bytes lie in one of these objects, or in one of the program: all live ones
/// are here. Without a length: if the address is that of a live heap object, or null.
struct KnownBytes {
  Term answer;
  Term address;
  Term length; ///< may be null
  bool written = false;
  std::vector<LiveObject> objects;
};

using FormulaStep = std::variant<AnyValue,
                                 NamedValue,
                                 FirstContents,
                                 OverflowOf,
                                 Requirement,
                                 NewAddress,
                                 ProgramAddress,
                                 NewContents,
                                 LiveBytes,
                                 KnownBytes>;

} // namespace kleene::evidence
