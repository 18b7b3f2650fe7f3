// SPDX-License-Identifier: Apache-2.0
// A Boolean program as types and relations in the text of the fixed-point calculus: GETAFIX's
// translator. doc/calculus.md has the signature.
#pragma once
#include "kleene/calculus/session.h"
#include "kleene/ir/program.h"

#include <string>

namespace kleene::engine::calculus {

/// Requires a program without obstacle (domain::obstacle_to_boolean). Procedures that are never
/// called and variables that no guard depends on are left out; locals that are not live are 0.
std::string relations_text(const ir::Program& program, const ir::TargetSelection& targets);

/// A state of the program in its own words: `set, line 11 {g = true, a = false}`. Keeps a reference to the program,
/// which is as for `relations_text`.
kleene::calculus::ShowValue state_words(const ir::Program& program);

} // namespace kleene::engine::calculus
