// SPDX-License-Identifier: Apache-2.0
// Which variables can change the way an execution takes: those that conditions depend on, directly or
// through other variables. Over-approximates, without regard to the order of statements: whatever goes
// to memory, to output, or to a size or an address counts.
#pragma once
#include "kleene/ir/program.h"

namespace kleene::ir {

/// By VarId. A value of a variable that does not steer reaches nothing but variables of that kind.
std::vector<bool> steering_variables(const Program& program);

/// The terms of a statement whose values can steer, given the variables that do; none: those that steer
/// by themselves.
std::vector<Term> steering_terms(const Program& program,
                                 const Statement& statement,
                                 const std::vector<bool>& steering);

} // namespace kleene::ir
