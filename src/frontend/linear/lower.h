// SPDX-License-Identifier: Apache-2.0
// Syntax tree to program: names are resolved here, and control flow becomes edges.
#pragma once
#include "kleene/ir/program.h"
#include "kleene/support/result.h"

#include "ast.h"

namespace kleene::frontend::linear {

/// Requires that the ranges of `tree` lie in `files`, which become the program's.
Result<ir::Program> lower(const Tree& tree, SourceFiles files);

} // namespace kleene::frontend::linear
