// SPDX-License-Identifier: Apache-2.0
// The loops that the paths between the places of a site form: one for each schedule, inner loops as leaps.
#pragma once
#include "search.h"

namespace kleene::engine::leap {

/// What a choice inside a loop may depend on: what was so at the entry, or what the steps ask.
enum class Split { ByEntry, ByGuards };

/// Loops under different schedules, simple ones first, at most so many.
std::vector<Loop> scheduled(const Tools& tools,
                            const Site& site,
                            const std::vector<Term>& facts,
                            Split split,
                            std::size_t most);

} // namespace kleene::engine::leap
