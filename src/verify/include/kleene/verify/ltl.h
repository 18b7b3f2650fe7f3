// SPDX-License-Identifier: Apache-2.0
// Linear temporal logic: a formula about all executions is a question about a program in which an automaton for the
// negated formula runs along (doc/ltl.md). Programs over Booleans: does an execution come to accepting places
// infinitely often? Others: does one go on for ever?
#pragma once
#include "kleene/evidence/ltl.h"
#include "kleene/support/result.h"
#include "kleene/verify/goal.h"

#include <memory>
#include <string>

namespace kleene::verify {

struct LtlQuestion {
  ir::Program program; ///< with the automaton
  Goal goal;
  std::shared_ptr<const evidence::LtlClaim> claim;
};

/// What `Goal::spec` is for a formula of this logic.
std::string ltl_spec(const std::string& text);

/// Requires that `program` lives as long as the question. The error says what is wrong with the text, which atom the
/// program does not have, or that it has threads. With X, statements have to be marked.
Result<LtlQuestion>
ltl_question(const ir::Program& program, const std::string& text, const std::string& entry);

} // namespace kleene::verify
