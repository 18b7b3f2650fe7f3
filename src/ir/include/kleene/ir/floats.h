// SPDX-License-Identifier: Apache-2.0
// What programs with floats have beyond their terms (logic/floats.h).
#pragma once
#include "kleene/ir/statement.h"
#include "kleene/logic/floats.h"

#include <set>
#include <string_view>

namespace kleene::ir {

class Program;
/// The variables that hold floats, as far as operators and copies show. For what people see, and for analyses; nothing
/// rests on it.
std::set<VarId> float_variables(const Program& program);

/// Is there an operator on floats?
bool computes_with_floats(const Program& program);

/// Does the function give floats to the program? Then its inputs are shown, and given to harnesses, as such.
inline bool is_float_input(std::string_view origin, Type type) {
  if (!is_float_pattern(type)) return false;
  return origin.ends_with(type.width() == 32 ? "nondet_float" : "nondet_double");
}

} // namespace kleene::ir
