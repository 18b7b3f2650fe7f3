// SPDX-License-Identifier: Apache-2.0
// Terms as SMT-LIB 2 text, in both models of logic/term.h.
//   machine  integers of machine types are bit-vectors
//   math     integers of every type are Int: signed results are exact, unsigned ones wrap
// Mathematical integers are Int in either. Memory is an array from addresses to cells, or, in the
// machine model, to bytes, little endian, where the accesses have no common width.
//
// Operators without a value (division by zero, shifts too far) have some value here, the same for
// the same operands. Shared subterms are written once, in a `let`.
#pragma once
#include "kleene/smt/layout.h"

#include <stdexcept>
#include <string>

namespace kleene::smt {

/// A term that has no text in the model: validity of addresses, blocks of memory of unknown or great
/// length; in the math model also memory of mixed widths and most bit operators.
class NotExpressible : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// The text that stands for a variable.
using VariableText = std::function<std::string(VarId)>;

struct Encoding {
  IntegerModel integers = IntegerModel::Math;
  VariableText variable;
  Layout layout = {};
};

std::string text(Term term, const Encoding& encoding);
/// In the math model, without memory.
std::string text(Term term, const VariableText& variable);
/// An integer literal; negative numbers are written `(- n)`.
std::string text(Integer value);
/// A bit-vector literal of some width.
std::string bits_text(Integer value, unsigned width);

/// The sort of a variable; `cell` matters for Memory only.
std::string sort_text(Type type, std::optional<Type> cell, const Encoding& encoding);
/// In the math model, without memory.
std::string sort_text(Type type);

/// Whether the operator at the top of the term can leave the range of its type: Neg, Add, Sub, Mul,
/// Div, Rem and Shl of a signed machine type.
bool may_overflow(Term term);
/// Machine model: says that it does. Requires may_overflow(term).
std::string overflow_text(Term term, const Encoding& encoding);

/// A quoted symbol for any name.
std::string symbol(std::string_view name);

/// The longest block, in cells or bytes, that MemCopy and MemSet are written out for.
inline constexpr std::size_t longest_block = 64;

} // namespace kleene::smt
