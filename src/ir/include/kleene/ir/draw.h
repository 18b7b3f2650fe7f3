// SPDX-License-Identifier: Apache-2.0
// Programs as pictures and listings for people.
#pragma once
#include "kleene/ir/program.h"
#include "kleene/support/result.h"

#include <set>
#include <string>
#include <utility>

namespace kleene::ir {

/// Edges of an execution: procedure, and number of the edge in it.
using TakenEdges = std::set<std::pair<std::size_t, std::size_t>>;

/// A graph in the language of graphviz: a frame per procedure, statements between locations with their source lines,
/// error locations in red, calls in blue, and a legend. With `only`, that procedure alone. `taken` are edges to be
/// highlighted.
std::string to_dot(const Program& program, ProcId only = {}, const TakenEdges& taken = {});

/// The picture of `to_dot` as an SVG document, drawn by graphviz. Fails if graphviz is not installed
/// or needs more than the given time.
Result<std::string>
to_svg(const Program& program, double seconds = 30, ProcId only = {}, const TakenEdges& taken = {});

/// A plain listing: per procedure the locations in the order in which they are reached, each with
/// its edges below it, and the source lines they come from.
std::string to_cfg(const Program& program);

} // namespace kleene::ir
