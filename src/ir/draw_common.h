// SPDX-License-Identifier: Apache-2.0
// What drawings and listings have in common.
#pragma once
#include "kleene/ir/program.h"

#include <string>
#include <vector>

namespace kleene::ir {

/// `f(n: i32) returns r: i32`, with the names of the source.
std::string signature(const Procedure& procedure, const Program& program);

/// Valid UTF-8 without control characters; each byte that is something else becomes `?`.
std::string printable(std::string_view text);

/// Breaks a text at blanks into lines of at most `width` characters, if words are not longer than that.
std::vector<std::string> wrap_lines(std::string_view text, std::size_t width);

/// All locations, those that can be reached from the entry first, depth first.
std::vector<LocId> reading_order(const Procedure& procedure);

} // namespace kleene::ir
