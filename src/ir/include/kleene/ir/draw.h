// SPDX-License-Identifier: Apache-2.0
// Programs as pictures and listings for people.
#pragma once
#include "kleene/ir/program.h"
#include "kleene/support/result.h"

#include <string>

namespace kleene::ir {

/// A graph in the language of graphviz: a box per procedure, targets in red, calls in blue.
std::string to_dot(const Program& program);

/// The picture of `to_dot` as an SVG document, drawn by graphviz. Fails if graphviz is not installed
/// or needs more than the given time.
Result<std::string> to_svg(const Program& program, double seconds = 30);

/// A plain listing: per procedure the locations in the order in which they are reached, each with
/// its edges below it, and the source lines they come from.
std::string to_cfg(const Program& program);

} // namespace kleene::ir
