// SPDX-License-Identifier: Apache-2.0
// Formulas as people like to read them: without comparisons that follow from others beside them.
#pragma once
#include "kleene/logic/term.h"

namespace kleene::report {

/// An equivalent formula. Comparisons of a term with constants go where others of the same term imply them,
/// and so do the branches of an `ite` that its condition rules out.
Term readable(TermManager& terms, Term formula);

} // namespace kleene::report
