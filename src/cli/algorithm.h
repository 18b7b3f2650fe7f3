// SPDX-License-Identifier: Apache-2.0
// Formula files that a user gives as an algorithm, and what their iterations cost.
#pragma once
#include "kleene/engine/calculus/calculus.h"

#include "commands.h"

namespace kleene::cli {

/// What is told of every round of a fixed point; empty if nobody asked. It writes a line at once to the file of
/// --statistics: CSV if its name ends in .csv, else columns of text; - is stdout.
Result<std::function<void(const calculus::Round&)>>
round_writer(const std::optional<std::string>& file);

/// The file of --algorithm; null if there is none.
Result<std::shared_ptr<const engine::calculus::Formula>> algorithm_of(const Arguments& arguments);

} // namespace kleene::cli
