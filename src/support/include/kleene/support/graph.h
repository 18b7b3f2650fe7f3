// SPDX-License-Identifier: Apache-2.0
// Paths in graphs whose nodes are numbers.
#pragma once
#include <cstddef>
#include <vector>

namespace kleene {

/// By node: where its edges lead.
using Successors = std::vector<std::vector<std::size_t>>;

/// Is there a path with at least one edge?
bool leads_to(const Successors& next, std::size_t from, std::size_t to);

} // namespace kleene
