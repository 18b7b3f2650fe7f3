// SPDX-License-Identifier: Apache-2.0
// The algorithms of the folder algorithms/, as they were when kleene was built, by the names of their
// files. Their result is the query `reachable`, or `nonterminating`.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kleene::calculus {

/// Sorted.
std::vector<std::string> shipped_algorithms();
/// The text of one of them.
std::optional<std::string_view> shipped_algorithm(std::string_view name);

} // namespace kleene::calculus
