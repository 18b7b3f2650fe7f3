// SPDX-License-Identifier: Apache-2.0
// Where an execution may stand: a location of a procedure.
#pragma once
#include "kleene/ir/program.h"

#include <compare>

namespace kleene::ir {

struct ProgramPoint {
  ProcId procedure;
  LocId location;
  auto operator<=>(const ProgramPoint&) const = default;
};

} // namespace kleene::ir
