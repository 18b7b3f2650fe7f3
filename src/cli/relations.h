// SPDX-License-Identifier: Apache-2.0
// A program as relations of the fixed-point calculus.
#pragma once
#include "kleene/ir/program.h"
#include "kleene/support/result.h"

#include <string>

namespace kleene::cli {

/// As calculus text, with the default targets. The error says why the program is no Boolean one.
Result<std::string> program_relations(const ir::Program& program);

} // namespace kleene::cli
