// SPDX-License-Identifier: Apache-2.0
// Terms as C expressions and back. Only what C and the terms agree on without undefined behaviour:
// integers and floats, no memory, no division of integers by what may be zero.
#pragma once
#include "kleene/logic/term.h"
#include "kleene/support/result.h"
#include "kleene/witness/scope.h"

#include <functional>
#include <optional>
#include <string>

namespace kleene::witness {

/// The C text of a Bool term over variables that the scope can name; nothing if it has none. Where a
/// signed operation might overflow it is written with unsigned operands.
std::optional<std::string> to_c(const Scope& scope, Term term);
/// The same of the values at any earlier visit of the place: `\at(x, AnyPrev)`.
std::optional<std::string> to_c_earlier(const Scope& scope, Term term);

/// What stands for the value of a variable at an earlier visit.
using Earlier = std::function<Term(VarId)>;

/// What a term was when the function was called.
using OldValues = std::function<Term(Term)>;

/// What words with a backslash mean: `\result`, `\old(e)`, `\at(x, AnyPrev)`. Without a meaning they are not understood.
struct Words {
  Term result = {};
  OldValues old = {};
  Earlier earlier = {};
};

/// A side-effect-free C expression as a condition (not zero). The message says what is not understood.
Result<Term> parse_c(const Scope& scope, std::string_view text, const Words& words = {});

} // namespace kleene::witness
