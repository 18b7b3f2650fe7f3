// SPDX-License-Identifier: Apache-2.0
// What the iterations of fixed points cost, as a table.
#pragma once
#include "kleene/calculus/session.h"
#include "kleene/support/result.h"

#include <functional>
#include <optional>
#include <string>

namespace kleene::calculus {

/// What is told of every round of a fixed point; empty without a file. It writes a line at once: CSV if the name of the
/// file ends in .csv, else columns of text; - is stdout.
Result<std::function<void(const Round&)>> round_writer(const std::optional<std::string>& file);

} // namespace kleene::calculus
