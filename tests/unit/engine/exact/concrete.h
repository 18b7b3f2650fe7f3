// SPDX-License-Identifier: Apache-2.0
// Terms over integers of a few bits, evaluated on concrete values. Written for the oracles alone: neither
// solvers nor the interpreter have a part in it.
#pragma once
#include "kleene/logic/term.h"

#include <map>

namespace kleene::engine::exact {

/// Values of variables; Bools are 0 and 1.
using Concrete = std::map<VarId, Integer>;

/// Variables that have no value count as 0.
Integer evaluate(Term t, const Concrete& values);
inline bool holds(Term t, const Concrete& values) {
  return evaluate(t, values) != 0;
}

/// All values of a type of a few bits.
std::vector<Integer> all_values(Type type);

} // namespace kleene::engine::exact
