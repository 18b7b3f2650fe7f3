// SPDX-License-Identifier: Apache-2.0
// A program as relations of the fixed-point calculus.
#pragma once
#include "kleene/calculus/session.h"
#include "kleene/ir/program.h"
#include "kleene/support/result.h"

#include <string>

namespace kleene::verify {

/// As calculus text, with the default targets; of programs with threads those of contexts.fix. The error
/// says why the program has no such text.
Result<std::string> program_relations(const ir::Program& program);
/// How the states of such a text are shown in words of the program, which must outlive the result; empty for
/// programs with threads.
calculus::ShowValue state_words(const ir::Program& program);

} // namespace kleene::verify
