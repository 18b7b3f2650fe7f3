// SPDX-License-Identifier: Apache-2.0
// The part of validation that looks at one statement.
#pragma once
#include "kleene/ir/program.h"

namespace kleene::ir {

/// What is wrong with a statement on an edge of `procedure`.
std::vector<std::string>
validate_statement(const Statement& statement, const Program& program, ProcId procedure);

} // namespace kleene::ir
