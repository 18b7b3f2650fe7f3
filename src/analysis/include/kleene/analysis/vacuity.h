// SPDX-License-Identifier: Apache-2.0
// Does a property hold because there is nothing to hold? Then a proof is worth nothing, and people should know.
#pragma once
#include "kleene/ir/program.h"
#include "kleene/support/budget.h"

#include <functional>
#include <string>

namespace kleene::analysis {

/// Where something could go wrong, if execution comes there.
using IsSite = std::function<bool(ir::ProcId procedure, ir::LocId location)>;

/// Why no execution comes to any of the sites, whatever they check: no way leads there, or all ways lead
/// through assumptions of the program that are never true, as far as ranges tell. Empty if some may come, or nobody
/// knows. Branches do not count: that they keep an execution away from a site is what a proof is about.
std::string why_vacuous(const ir::Program& program,
                        IntegerModel integers,
                        const IsSite& is_site,
                        Budget& budget);

} // namespace kleene::analysis
