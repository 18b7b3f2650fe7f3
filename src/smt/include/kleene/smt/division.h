// SPDX-License-Identifier: Apache-2.0
// What is true of every quotient and remainder of bit-vectors, for solvers: a remainder is less than the divisor,
// and neither is further from zero than the dividend. It follows from what the operators mean, but circuits of
// divisions take solvers too long to find out.
#pragma once
#include "kleene/smt/smtlib.h"

namespace kleene::smt {

/// Whether something is said about the operator at the top: Div and Rem of machine integers, in that model.
bool has_division_fact(Term t, IntegerModel integers);
/// A Bool that is true for all operands, zero included. Requires has_division_fact.
std::string division_fact(Term t, const Encoding& encoding);

} // namespace kleene::smt
