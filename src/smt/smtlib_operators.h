// SPDX-License-Identifier: Apache-2.0
// The text of one operator, given the texts of its operands. Texts that are used twice must be short:
// see `repeats_operands`.
#pragma once
#include "kleene/smt/smtlib.h"

#include <vector>

namespace kleene::smt {

using Texts = std::vector<std::string>;

/// `(head a b …)`.
std::string list(std::string_view head, const Texts& operands);

/// Operators on exact integers; wraps unsigned results of machine types.
std::string integer_text(Term t, const Texts& operands);
/// Brings an exact integer into the range of a machine type.
std::string brought_into_range(Type type, const std::string& value);

/// Operators on bit-vectors, and casts from and to them.
std::string vector_text(Term t, const Texts& operands);

/// Float operators, over bit-vectors.
std::string float_text(Term t, const Texts& operands);

/// Load, Store, MemCopy and MemSet.
std::string memory_text(Term t, const Texts& operands, const Encoding& encoding);

} // namespace kleene::smt
