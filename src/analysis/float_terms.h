// SPDX-License-Identifier: Apache-2.0
// Operators on bits that have a meaning for floats.
#pragma once
#include "kleene/logic/floats.h"

#include <optional>

namespace kleene::analysis {

/// The float of which the term takes the absolute value: all of its bits but the sign.
std::optional<Term> absolute_float(Term t);
/// The float whose sign the term changes.
std::optional<Term> negated_float(Term t);

} // namespace kleene::analysis
