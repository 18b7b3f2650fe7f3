// SPDX-License-Identifier: Apache-2.0
// Floating point as operations on bits: patterns taken apart, rounded, and put together. A template over what builds
// the operations (gates, expressions of a solver, text), so that all of them are one definition, which tests compare
// with the processor. Arithmetic is in float_arithmetic.h.
//
// B has types Bits and Bool and
//   Bits constant(width, value)      Bits extract(a, high, low)   Bits concat(high, low)   unsigned width(a)
//   Bits add(a, b, carry)            Bits sub(a, b)               Bits mul(a, b)           Bits invert(a)
//   Bits choose(condition, a, b)     Bool equal(a, b)             Bool less(a, b): of unsigned numbers
//   Bool truth(value)                Bool conj(a, b)              Bool disj(a, b)          Bool negate(a)
#pragma once
#include "kleene/logic/floats.h"

#include <bit>

namespace kleene {

template <class B>
class FloatCircuit {
public:
  using Bits = typename B::Bits;
  using Bool = typename B::Bool;

  FloatCircuit(B& build, unsigned width)
      : b_(build), format_(float_format(width)), sb_(format_.fraction + 1) {}

  const FloatFormat& format() const { return format_; }
  B& build() { return b_; }

  Bool sign(const Bits& x) { return bit(x, format_.width - 1); }
  Bits magnitude(const Bits& x) { return b_.extract(x, format_.width - 2, 0); }
  Bool is_nan(const Bits& x) { return b_.less(number(format_.infinity()), magnitude(x)); }
  Bool is_infinite(const Bits& x) { return b_.equal(magnitude(x), number(format_.infinity())); }
  Bool is_zero(const Bits& x) { return b_.equal(magnitude(x), number(0)); }
  Bits nan() { return b_.constant(format_.width, format_.nan()); }
  Bits infinity(const Bool& negative) { return with_sign(negative, number(format_.infinity())); }
  Bits zero(const Bool& negative) { return with_sign(negative, number(0)); }

  /// A finite number: significand / 2^(width of it - 1) * 2^(exponent - bias).
  struct Number {
    Bool negative;
    Bits exponent; ///< signed, of `exponent_bits()`
    Bits significand;
  };
  /// Enough for sums and differences of exponents of both formats and of widths.
  static constexpr unsigned exponent_bits() { return 14; }

  /// The significand has the width of the format's, without a leading one if the number is subnormal.
  Number unpack(const Bits& x) {
    Bits field = b_.extract(x, format_.width - 2, format_.fraction);
    Bool normal = b_.negate(b_.equal(field, b_.constant(format_.exponent, 0)));
    Bits hidden = flag(normal);
    Bits exponent = b_.concat(b_.constant(exponent_bits() - format_.exponent, 0),
                              b_.choose(normal, field, b_.constant(format_.exponent, 1)));
    return {sign(x), exponent, b_.concat(hidden, b_.extract(x, format_.fraction - 1, 0))};
  }

  /// The same number with a leading one; unless it is zero.
  Number normalised(Number n) {
    for (unsigned k = std::bit_width(b_.width(n.significand) - 1); k-- > 0;) {
      unsigned by = 1U << k;
      if (by >= b_.width(n.significand)) continue;
      Bool clear = leading_zeros(n.significand, by);
      n.significand = b_.choose(clear, shifted_left(n.significand, by), n.significand);
      n.exponent = b_.choose(clear, less_by(n.exponent, by), n.exponent);
    }
    return n;
  }

  /// To nearest, ties to even. `may_be_small`: the exponent may be less than that of subnormal numbers.
  Bits rounded(Number n, bool may_be_small) {
    n = padded(n);
    n = brought_up(n);
    if (may_be_small) n = brought_down(n);
    unsigned width = b_.width(n.significand);
    Bits kept = b_.extract(n.significand, width - 1, width - sb_);
    Bool half = bit(n.significand, width - sb_ - 1);
    Bool rest =
        width - sb_ >= 2 ? nonzero(b_.extract(n.significand, width - sb_ - 2, 0)) : b_.truth(false);
    Bool up = b_.conj(half, b_.disj(rest, bit(kept, 0)));
    Bits field = b_.choose(bit(kept, sb_ - 1),
                           b_.extract(n.exponent, format_.exponent - 1, 0),
                           b_.constant(format_.exponent, 0));
    Bits packed = b_.concat(field, b_.extract(kept, sb_ - 2, 0));
    // A carry goes into the exponent, and from the greatest number to infinity.
    packed = b_.add(packed, number(0), up);
    auto most = static_cast<std::uint64_t>(2 * format_.bias());
    Bool too_great = b_.conj(b_.negate(bit(n.exponent, exponent_bits() - 1)),
                             b_.less(exponent(most), n.exponent));
    packed = b_.choose(b_.conj(too_great, bit(kept, sb_ - 1)), number(format_.infinity()), packed);
    return with_sign(n.negative, packed);
  }

  /// Shifted to the right; the last bit is one if a one was lost.
  Bits shifted_sticky(Bits x, const Bits& by) {
    unsigned width = b_.width(x);
    Bool lost = b_.truth(false);
    for (unsigned k = 0; k < b_.width(by); ++k) {
      Bool shifts = bit(by, k);
      unsigned step = k < 31 ? 1U << k : width;
      bool all = step >= width;
      Bool cut = nonzero(all ? x : b_.extract(x, step - 1, 0));
      lost = b_.disj(lost, b_.conj(shifts, cut));
      Bits moved = all ? b_.constant(width, 0)
                       : b_.concat(b_.constant(step, 0), b_.extract(x, width - 1, step));
      x = b_.choose(shifts, moved, x);
    }
    return b_.concat(b_.extract(x, width - 1, 1), flag(b_.disj(lost, bit(x, 0))));
  }

  // Small parts
  Bool bit(const Bits& x, unsigned i) { return b_.equal(b_.extract(x, i, i), b_.constant(1, 1)); }
  Bits flag(const Bool& condition) {
    return b_.choose(condition, b_.constant(1, 1), b_.constant(1, 0));
  }
  Bool nonzero(const Bits& x) { return b_.negate(b_.equal(x, b_.constant(b_.width(x), 0))); }
  Bool differ(const Bool& a, const Bool& b) {
    return b_.disj(b_.conj(a, b_.negate(b)), b_.conj(b_.negate(a), b));
  }
  Bits exponent(std::uint64_t value) {
    return b_.constant(exponent_bits(), value & ((1U << exponent_bits()) - 1));
  }
  Bits more_by(const Bits& a, std::uint64_t value) {
    return b_.add(a, exponent(value), b_.truth(false));
  }
  Bits less_by(const Bits& a, std::uint64_t value) { return b_.sub(a, exponent(value)); }
  Bits with_sign(const Bool& negative, const Bits& magnitude) {
    return b_.concat(flag(negative), magnitude);
  }
  Bits extended(const Bits& x, unsigned width) {
    unsigned have = b_.width(x);
    return have == width ? x : b_.concat(b_.constant(width - have, 0), x);
  }

private:
  Bits number(std::uint64_t magnitude) { return b_.constant(format_.width - 1, magnitude); }
  Bool leading_zeros(const Bits& x, unsigned count) {
    unsigned width = b_.width(x);
    return b_.negate(nonzero(b_.extract(x, width - 1, width - count)));
  }
  Bits shifted_left(const Bits& x, unsigned by) {
    return b_.concat(b_.extract(x, b_.width(x) - 1 - by, 0), b_.constant(by, 0));
  }
  /// Room for a bit behind the significand, at least.
  Number padded(Number n) {
    unsigned width = b_.width(n.significand);
    if (width <= sb_) n.significand = b_.concat(n.significand, b_.constant(sb_ + 1 - width, 0));
    return n;
  }
  /// A leading one, as far as the exponent allows.
  Number brought_up(Number n) {
    unsigned width = b_.width(n.significand);
    for (unsigned k = std::bit_width(width - 1); k-- > 0;) {
      unsigned by = 1U << k;
      if (by >= width) continue;
      Bool room = b_.conj(b_.negate(bit(n.exponent, exponent_bits() - 1)),
                          b_.less(exponent(by), n.exponent));
      Bool moves = b_.conj(leading_zeros(n.significand, by), room);
      n.significand = b_.choose(moves, shifted_left(n.significand, by), n.significand);
      n.exponent = b_.choose(moves, less_by(n.exponent, by), n.exponent);
    }
    return n;
  }
  /// An exponent of at least 1, that of subnormal numbers.
  Number brought_down(Number n) {
    Bool small = b_.disj(bit(n.exponent, exponent_bits() - 1), b_.equal(n.exponent, exponent(0)));
    Bits by = b_.choose(small, b_.sub(exponent(1), n.exponent), exponent(0));
    // One bit more, so that the sticky one does not meet the one that decides.
    Bits wide = b_.concat(n.significand, b_.constant(1, 0));
    n.significand = shifted_sticky(wide, by);
    n.exponent = b_.choose(small, exponent(1), n.exponent);
    return n;
  }

  B& b_;
  FloatFormat format_;
  unsigned sb_; ///< bits of a significand
};

} // namespace kleene
