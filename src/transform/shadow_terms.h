// SPDX-License-Identifier: Apache-2.0
// Which bits of the value of a term nobody gave, as a term: a set bit for each. Never fewer than there are.
#pragma once
#include "kleene/logic/term.h"

#include <functional>

namespace kleene::transform {

/// Of the shadow of values of this type.
inline Type shadow_type(Type type) {
  return type.is_machine() ? Type::machine(type.width(), false) : type;
}
Term no_bits(TermManager& terms, Type type);
Term all_bits(TermManager& terms, Type type);
/// Is there one?
Term any_bit(TermManager& terms, Term shadow);

/// `of` gives the shadow of a variable or region; null: no bit is open. So is the result. Where memory is read or written is
/// taken to be known.
Term shadow_of(TermManager& terms, Term t, const std::function<Term(VarId)>& of);

} // namespace kleene::transform
