// SPDX-License-Identifier: Apache-2.0
// Simple conjuncts that invariants of programs often contain: bounds by numbers that the program compares with,
// and orders between variables. Reasoning over unbounded integers does not need them; showing that nothing
// wraps does.
#pragma once
#include "kleene/smt/horn.h"

namespace kleene::engine::chc {

/// Conjuncts worth a try, per relation; few enough to be tried at once.
std::vector<std::vector<Term>> seeds(const smt::HornSystem& system, TermManager& terms);

} // namespace kleene::engine::chc
