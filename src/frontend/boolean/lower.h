// SPDX-License-Identifier: Apache-2.0
// Syntax tree to ir::Program.
#pragma once
#include "kleene/frontend/boolean/boolean_frontend.h"

#include "ast.h"

namespace kleene::frontend::boolean {

/// Fills `program`, whose files are those the tree was read from.
Result<BooleanProgram> lower(const ast::Program& tree, ir::Program program, const Options& options);

} // namespace kleene::frontend::boolean
