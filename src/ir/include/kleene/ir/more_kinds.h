// SPDX-License-Identifier: Apache-2.0
// Undefined behaviour that nothing else depends on: executions go on behind it unless somebody asks for it.
#pragma once
#include "kleene/ir/statement.h"

namespace kleene::ir {

/// Memory is copied to where a part of it lies.
inline constexpr AssumeKind overlap = static_cast<AssumeKind>(66);

inline bool goes_on(AssumeKind kind) {
  return kind == overlap;
}

} // namespace kleene::ir
