// SPDX-License-Identifier: Apache-2.0
// All executions of a program that reads small inputs: the oracle for what the equations should say.
#pragma once
#include "kleene/domain/presburger_domain.h"
#include "kleene/evidence/problem.h"

#include <optional>
#include <set>

namespace kleene::engine::linear::test {

/// Pairs (entry, state) per procedure, at the moment it returns.
using Returns = std::vector<std::set<presburger::Point>>;

/// Of all executions on all inputs; nothing if there are too many, or one is too long. Requires that every
/// variable has got a value before its procedure returns.
std::optional<Returns> all_returns(const domain::PresburgerDomain& domain);

/// Is a target reached on any input? Nothing if there are too many executions, or one is too long.
std::optional<bool> reaches_target(const evidence::Problem& problem);

} // namespace kleene::engine::linear::test
