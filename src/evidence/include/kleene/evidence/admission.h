// SPDX-License-Identifier: Apache-2.0
// Every judge asks here before it looks at the evidence, so evidence of the wrong kind, about the wrong
// property or the wrong sort of program never gets further. The preconditions are those of the kinds.
#pragma once
#include "kleene/evidence/kind.h"
#include "kleene/evidence/problem.h"

#include <string>

namespace kleene::evidence {

/// Why a judge with this precondition has nothing to say about the problem, whatever the evidence is; empty
/// if it may.
std::string refusal(const Precondition& judge, const Problem& problem);
/// The question is whether memory is lost, and what is checked is what is left at the end.
bool loses_memory(const Problem& problem);
/// The same for the judge of a type of evidence.
template <class E>
std::string refusal(const Problem& problem) {
  if (E::kind.shows == Shows::PropertyHolds && !E::kind.judged.ends && loses_memory(problem))
    return "memory may be lost by executions that do not end";
  return refusal(E::kind.judged, problem);
}

/// The question is whether an execution comes to selected places infinitely often, and not just whether it goes on
/// for ever: about termination, with labels selected.
bool asks_for_acceptance(const Problem& problem);

/// All variables are Bool, and so is everything that is computed with them.
bool is_boolean(const ir::Program& program);

} // namespace kleene::evidence
