// SPDX-License-Identifier: Apache-2.0
// Terms as C expressions and back. Only what C and the terms agree on without undefined behaviour:
// integers and floats, no memory, no division of integers by what may be zero.
#pragma once
#include "kleene/logic/term.h"
#include "kleene/support/result.h"
#include "kleene/witness/scope.h"

#include <optional>
#include <string>

namespace kleene::witness {

/// The C text of a Bool term over variables that the scope can name; nothing if it has none. Where a
/// signed operation might overflow it is written with unsigned operands.
std::optional<std::string> to_c(const Scope& scope, Term term);

/// A side-effect-free C expression as a condition (not zero). `result` is what `\result` means; it may
/// be null. The message says what is not understood.
Result<Term> parse_c(const Scope& scope, std::string_view text, Term result = {});

} // namespace kleene::witness
