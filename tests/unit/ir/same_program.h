// SPDX-License-Identifier: Apache-2.0
// Compares two programs part by part. Variables go together by their names, everything else by its index.
#pragma once
#include "kleene/ir/program.h"

#include <string>

namespace kleene::ir {

/// The first difference found; empty if there is none. Texts of files do not count.
std::string difference(const Program& a, const Program& b);

} // namespace kleene::ir
