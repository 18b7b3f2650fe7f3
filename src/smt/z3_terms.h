// SPDX-License-Identifier: Apache-2.0
// Terms as expressions of Z3. Everything in this module that speaks to Z3 translates through this class.
//
// machine model  Machine types are bit-vectors, Memory is an array of cells or bytes.
// math model     Machine types are Int. Unsigned variables and results that the translation leaves
//                open get their range as a side condition: `take_side_conditions`.
#pragma once
#include "kleene/smt/session.h"

#include <z3++.h>

#include <unordered_map>
#include <utility>
#include <vector>

namespace kleene::smt {

/// How the math model is read where there is a choice.
struct MathEncoding {
  /// Unsigned arithmetic and casts keep their values: not what programs do, but a good guess.
  bool never_wraps = false;
  /// Bit operations that are not arithmetic are functions of their operands; otherwise plain symbols.
  bool functions = true;
};

class Z3Terms {
public:
  Z3Terms(z3::context& context, IntegerModel integers, Layout layout, MathEncoding encoding = {})
      : z3_(context), integers_(integers), layout_(std::move(layout)), encoding_(encoding) {}

  z3::expr operator()(Term t);
  z3::sort sort(Term t);
  z3::sort sort(Type type);
  z3::expr number(Type type, Integer value);
  /// Facts about new symbols since the last call; they hold always.
  std::vector<z3::expr> take_side_conditions() { return std::exchange(side_conditions_, {}); }
  bool approximates() const { return approximates_; }
  /// Whether a term so far had unbounded integers.
  bool has_unbounded() const { return has_unbounded_; }
  bool uses_bits(Type type) const {
    return type.is_machine() && integers_ == IntegerModel::Machine;
  }
  z3::context& context() { return z3_; }

private:
  z3::expr translate(Term t);
  z3::expr variable(Term t);
  z3::expr comparison(Term t);
  z3::expr arithmetic(Term t);
  z3::expr bit_arithmetic(Term t);
  z3::expr division(Term t);
  z3::expr int_arithmetic(Term t);
  z3::expr int_bit_operation(Term t);
  z3::expr shift_amount(Term t);
  z3::expr cast(Term t);
  z3::expr floating(Term t);
  z3::expr load(Term t);
  z3::expr store(Term t);
  z3::expr mem_set(Term t);
  z3::expr mem_copy(Term t);
  z3::expr arg(Term t, std::size_t i) { return done_.at(t.arg(i)); }

  /// The value an unsigned type has for an Int; signed ones keep theirs.
  z3::expr wrapped(Type type, const z3::expr& value);
  z3::expr into_range(Type type, const z3::expr& value);
  /// A symbol of its own for a term without translation.
  z3::expr opaque(Term t);
  z3::expr with_range(Type type, z3::expr symbol);
  /// Bits of one element of a memory: its cell, or a byte.
  unsigned unit_bits(Term memory);
  bool same_units(Term a, Term b);
  /// The number of units a constant length has; nothing if it is not constant, or large.
  std::optional<unsigned> units(Term memory, Term length);
  z3::expr address_after(const z3::expr& address, Integer bytes);

  z3::context& z3_;
  IntegerModel integers_;
  Layout layout_;
  MathEncoding encoding_;
  std::unordered_map<Term, z3::expr> done_;
  std::unordered_map<Term, std::optional<Type>> cells_; ///< of memory terms
  std::optional<Type> cell_of(Term memory);
  std::vector<z3::expr> side_conditions_;
  bool approximates_ = false;
  bool has_unbounded_ = false;
};

} // namespace kleene::smt
