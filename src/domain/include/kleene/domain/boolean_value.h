// SPDX-License-Identifier: Apache-2.0
// Boolean terms as decision diagrams, for engines; judges have their own.
#pragma once
#include "kleene/bdd/manager.h"
#include "kleene/logic/term.h"

#include <functional>
#include <unordered_map>

namespace kleene::domain {

using BooleanValues = std::unordered_map<Term, Bdd>;

/// `literal` says what a variable is, always the same. `known` keeps the values of all subterms for the next time.
Bdd boolean_value(Term term, BooleanValues& known, const std::function<Bdd(VarId)>& literal);

} // namespace kleene::domain
