// SPDX-License-Identifier: Apache-2.0
// How often loops go round, as far as ranges tell, where they are followed round by round.
#pragma once
#include "kleene/analysis/invariants.h"

#include <optional>

namespace kleene::engine::intervals {

/// A number that no loop of the program exceeds, however it is entered; nothing if that is more than a few dozen, or
/// nobody knows, or the program is recursive.
std::optional<std::size_t> most_rounds(const ir::Program& program,
                                       IntegerModel integers,
                                       const analysis::Invariants& invariants,
                                       Budget& budget);

} // namespace kleene::engine::intervals
