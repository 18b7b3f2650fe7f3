// SPDX-License-Identifier: Apache-2.0
// When signed operations leave the range of their type, as a term.
#pragma once
#include "kleene/logic/term.h"

namespace kleene {

/// Evaluating the term leaves the range of a signed machine type somewhere in it. The condition itself
/// overflows nowhere and needs no wider types than 64 bits; it means the same in both integer models.
Term overflow_condition(TermManager& terms, Term t);

} // namespace kleene
