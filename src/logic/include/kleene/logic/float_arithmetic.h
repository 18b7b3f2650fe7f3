// SPDX-License-Identifier: Apache-2.0
// The float operators of floats.h on bits: see float_circuit.h.
#pragma once
#include "kleene/logic/float_circuit.h"

#include <optional>

namespace kleene {

template <class B>
class FloatArithmetic {
public:
  using Bits = typename B::Bits;
  using Bool = typename B::Bool;

  FloatArithmetic(B& build, unsigned width) : b_(build), c_(build, width) {}

  Bool equal(const Bits& x, const Bits& y) {
    Bool zeros = b_.conj(c_.is_zero(x), c_.is_zero(y));
    return b_.conj(ordered(x, y), b_.disj(b_.equal(x, y), zeros));
  }
  Bool less(const Bits& x, const Bits& y, bool or_equal) {
    Bool nx = c_.sign(x);
    Bool ny = c_.sign(y);
    Bits mx = c_.magnitude(x);
    Bits my = c_.magnitude(y);
    Bool zeros = b_.conj(c_.is_zero(x), c_.is_zero(y));
    Bool both_negative = b_.conj(b_.conj(nx, ny), b_.less(my, mx));
    Bool apart = b_.conj(nx, b_.negate(ny));
    Bool both_positive = b_.conj(b_.conj(b_.negate(nx), b_.negate(ny)), b_.less(mx, my));
    Bool below = b_.conj(b_.negate(zeros), b_.disj(both_negative, b_.disj(apart, both_positive)));
    if (or_equal) below = b_.disj(below, b_.disj(b_.equal(x, y), zeros));
    return b_.conj(ordered(x, y), below);
  }

  Bits add(const Bits& x, const Bits& y) {
    Bool swap = b_.less(c_.magnitude(x), c_.magnitude(y));
    auto big = c_.unpack(b_.choose(swap, y, x));
    auto small = c_.unpack(b_.choose(swap, x, y));
    unsigned width = sb() + 4; // a carry, and three bits behind
    auto wide = [&](const Bits& s) {
      return b_.concat(b_.constant(1, 0), b_.concat(s, b_.constant(3, 0)));
    };
    Bits distance = b_.extract(b_.sub(big.exponent, small.exponent), c_.format().exponent - 1, 0);
    Bits moved = c_.shifted_sticky(wide(small.significand), distance);
    Bool subtract = c_.differ(big.negative, small.negative);
    Bits sum =
        b_.add(wide(big.significand), b_.choose(subtract, b_.invert(moved), moved), subtract);
    sum = b_.extract(sum, width - 1, 0);
    Bits result = c_.rounded({big.negative, c_.more_by(big.exponent, 1), sum}, false);
    Bool both = b_.conj(c_.sign(x), c_.sign(y));
    result = b_.choose(c_.nonzero(sum), result, c_.zero(both));
    Bool infinite = b_.disj(c_.is_infinite(x), c_.is_infinite(y));
    result = b_.choose(infinite, c_.infinity(big.negative), result);
    Bool against = b_.conj(b_.conj(c_.is_infinite(x), c_.is_infinite(y)), subtract);
    return b_.choose(b_.disj(none(x, y), against), c_.nan(), result);
  }
  Bits sub(const Bits& x, const Bits& y) {
    return add(x, b_.concat(c_.flag(b_.negate(c_.sign(y))), c_.magnitude(y)));
  }

  Bits mul(const Bits& x, const Bits& y) {
    auto a = c_.unpack(x);
    auto b = c_.unpack(y);
    Bool negative = c_.differ(a.negative, b.negative);
    Bits product =
        b_.mul(c_.extended(a.significand, 2 * sb()), c_.extended(b.significand, 2 * sb()));
    auto bias = static_cast<std::uint64_t>(c_.format().bias());
    Bits exponent = c_.less_by(sum(a.exponent, b.exponent), bias - 1);
    Bits result = c_.rounded({negative, exponent, product}, true);
    Bool zero = b_.disj(c_.is_zero(x), c_.is_zero(y));
    Bool infinite = b_.disj(c_.is_infinite(x), c_.is_infinite(y));
    result = b_.choose(zero, c_.zero(negative), result);
    result = b_.choose(infinite, c_.infinity(negative), result);
    return b_.choose(b_.disj(none(x, y), b_.conj(zero, infinite)), c_.nan(), result);
  }

  Bits div(const Bits& x, const Bits& y) {
    auto a = c_.normalised(c_.unpack(x));
    auto b = c_.normalised(c_.unpack(y));
    Bool negative = c_.differ(a.negative, b.negative);
    // Digit by digit, as on paper; the rest is less than twice the divisor.
    Bits divisor = c_.extended(b.significand, sb() + 2);
    Bits rest = c_.extended(a.significand, sb() + 2);
    std::optional<Bits> quotient;
    for (unsigned i = 0; i < sb() + 2; ++i) {
      Bits less = b_.sub(rest, divisor);
      Bool fits = b_.negate(c_.bit(less, sb() + 1));
      rest = b_.choose(fits, less, rest);
      rest = b_.concat(b_.extract(rest, sb(), 0), b_.constant(1, 0));
      quotient = quotient ? b_.concat(*quotient, c_.flag(fits)) : c_.flag(fits);
    }
    Bits significand = b_.concat(*quotient, c_.flag(c_.nonzero(rest)));
    auto bias = static_cast<std::uint64_t>(c_.format().bias());
    Bits exponent = c_.more_by(b_.sub(a.exponent, b.exponent), bias);
    Bits result = c_.rounded({negative, exponent, significand}, true);
    Bool null = b_.disj(c_.is_zero(x), c_.is_infinite(y));
    Bool infinite = b_.disj(c_.is_infinite(x), c_.is_zero(y));
    result = b_.choose(null, c_.zero(negative), result);
    result = b_.choose(infinite, c_.infinity(negative), result);
    return b_.choose(b_.disj(none(x, y), b_.conj(null, infinite)), c_.nan(), result);
  }

  /// A root has two digits of the square to each of its own.
  Bits sqrt(const Bits& x) {
    auto a = c_.normalised(c_.unpack(x));
    auto bias = static_cast<std::uint64_t>(c_.format().bias());
    Bits unbiased = c_.less_by(a.exponent, bias);
    Bool odd = c_.bit(unbiased, 0);
    unsigned digits = sb() + 2;
    Bits lone = b_.concat(b_.constant(1, 0), b_.concat(a.significand, b_.constant(1, 0)));
    Bits twice = b_.concat(a.significand, b_.constant(2, 0));
    Bits square = b_.choose(odd, twice, lone); // sb + 2 bits, the first two before the point
    square = b_.concat(square, b_.constant(2 * digits - sb() - 2, 0));
    unsigned width = digits + 3;
    Bits rest = b_.constant(width, 0);
    Bits root = b_.constant(width, 0);
    for (unsigned i = 0; i < digits; ++i) {
      Bits pair = b_.extract(square, 2 * (digits - i) - 1, 2 * (digits - i) - 2);
      rest = b_.concat(b_.extract(rest, width - 3, 0), pair);
      Bits trial = b_.concat(b_.extract(root, width - 3, 0), b_.constant(2, 1));
      Bool fits = b_.negate(b_.less(rest, trial));
      rest = b_.choose(fits, b_.sub(rest, trial), rest);
      root = b_.concat(b_.extract(root, width - 2, 0), c_.flag(fits));
    }
    Bits significand = b_.concat(b_.extract(root, digits - 1, 0), c_.flag(c_.nonzero(rest)));
    unsigned top = c_.exponent_bits() - 1;
    Bits half = b_.concat(b_.extract(unbiased, top, top), b_.extract(unbiased, top, 1));
    Bits result = c_.rounded({b_.truth(false), c_.more_by(half, bias), significand}, false);
    result = b_.choose(c_.is_infinite(x), c_.infinity(b_.truth(false)), result);
    result = b_.choose(b_.disj(c_.is_nan(x), c_.sign(x)), c_.nan(), result);
    return b_.choose(c_.is_zero(x), x, result);
  }

  /// In the format of another width.
  Bits to_float(const Bits& x, unsigned width) {
    FloatCircuit<B> to(b_, width);
    auto n = c_.unpack(x);
    int shift = to.format().bias() - c_.format().bias();
    Bits exponent = c_.more_by(n.exponent, static_cast<std::uint64_t>(shift));
    Bits result = to.rounded({n.negative, exponent, n.significand}, shift < 0);
    result = b_.choose(c_.is_infinite(x), to.infinity(n.negative), result);
    return b_.choose(c_.is_nan(x), to.nan(), result);
  }

  /// Towards zero; 0 if it does not fit.
  Bits to_integer(const Bits& x, Type to) {
    auto n = c_.unpack(x);
    unsigned bits = to.width();
    Bits wide = c_.extended(n.significand, sb() - 1 + bits);
    auto bias = static_cast<std::uint64_t>(c_.format().bias());
    Bits by = c_.less_by(n.exponent, bias);
    Bool fraction = c_.bit(by, c_.exponent_bits() - 1);
    for (unsigned k = 0; (1U << k) < bits; ++k) {
      unsigned step = 1U << k;
      Bits moved = b_.concat(b_.extract(wide, b_.width(wide) - 1 - step, 0), b_.constant(step, 0));
      wide = b_.choose(c_.bit(by, k), moved, wide);
    }
    Bits zero = b_.constant(bits, 0);
    Bits value = b_.choose(fraction, zero, b_.extract(wide, sb() - 2 + bits, sb() - 1));
    if (to.is_signed()) value = b_.choose(n.negative, b_.sub(zero, value), value);
    FloatBounds bounds = float_bounds(Type::machine(c_.format().width, false), to);
    auto constant = [&](std::uint64_t pattern) { return b_.constant(c_.format().width, pattern); };
    Bool fits = b_.conj(less(constant(bounds.low), x, !bounds.above_low),
                        less(x, constant(bounds.high), false));
    return b_.choose(fits, value, zero);
  }

  Bits from_integer(const Bits& x, bool is_signed) {
    unsigned bits = b_.width(x);
    Bool negative = is_signed ? c_.bit(x, bits - 1) : b_.truth(false);
    Bits size = is_signed ? b_.choose(negative, b_.sub(b_.constant(bits, 0), x), x) : x;
    auto exponent = static_cast<std::uint64_t>(c_.format().bias()) + bits - 1;
    return c_.rounded({negative, c_.exponent(exponent), size}, false);
  }

private:
  unsigned sb() const { return c_.format().fraction + 1; }
  Bool none(const Bits& x, const Bits& y) { return b_.disj(c_.is_nan(x), c_.is_nan(y)); }
  Bool ordered(const Bits& x, const Bits& y) { return b_.negate(none(x, y)); }
  Bits sum(const Bits& a, const Bits& b) { return b_.add(a, b, b_.truth(false)); }

  B& b_;
  FloatCircuit<B> c_;
};

} // namespace kleene
