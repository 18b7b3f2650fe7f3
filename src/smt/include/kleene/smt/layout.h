// SPDX-License-Identifier: Apache-2.0
// What translations of terms have to know about a program beyond its terms.
#pragma once
#include "kleene/logic/term.h"

#include <functional>
#include <optional>

namespace kleene::smt {

struct Layout {
  /// The width and sign in which a Memory variable is accessed throughout, if there is one.
  std::function<std::optional<Type>(VarId)> cell = [](VarId) { return std::nullopt; };
  /// The address of an object.
  std::function<Integer(ObjectId)> address = [](ObjectId) { return Integer(0); };
  unsigned pointer_width = 64;
};

} // namespace kleene::smt
