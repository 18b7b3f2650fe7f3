// SPDX-License-Identifier: Apache-2.0
// Places of a program at which nobody knows what happens: constructs that are not modelled.
#pragma once
#include "kleene/ir/program.h"

#include <vector>

namespace kleene::ir {

struct OpaquePlace {
  std::string construct;
  SourceRange range;
};

bool is_opaque(const Location& location);

/// In the order of the procedures; each construct and range once.
std::vector<OpaquePlace> opaque_places(const Program& program);

} // namespace kleene::ir
