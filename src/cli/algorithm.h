// SPDX-License-Identifier: Apache-2.0
// Formula files that a user gives as an algorithm.
#pragma once
#include "kleene/engine/calculus/calculus.h"

#include "commands.h"

namespace kleene::cli {

/// The file of --algorithm; null if there is none.
Result<std::shared_ptr<const engine::calculus::Formula>> algorithm_of(const Arguments& arguments);

} // namespace kleene::cli
