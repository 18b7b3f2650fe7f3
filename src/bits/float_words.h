// SPDX-License-Identifier: Apache-2.0
// Floating point as gates: what FloatCircuit needs of words.
#pragma once
#include "kleene/bits/words.h"
#include "kleene/logic/float_arithmetic.h"

namespace kleene::bits {

class FloatWords {
public:
  using Bits = Word;
  using Bool = Lit;

  explicit FloatWords(Words& words) : w_(words) {}

  static Bits constant(unsigned width, std::uint64_t value) {
    return Words::constant(Integer(value), width);
  }
  static unsigned width(const Bits& a) { return static_cast<unsigned>(a.size()); }
  static Bits extract(const Bits& a, unsigned high, unsigned low) {
    return {a.begin() + low, a.begin() + high + 1};
  }
  static Bits concat(const Bits& high, const Bits& low) {
    Bits result = low;
    result.insert(result.end(), high.begin(), high.end());
    return result;
  }
  Bits add(const Bits& a, const Bits& b, Bool carry) { return w_.add(a, b, carry); }
  Bits sub(const Bits& a, const Bits& b) { return w_.sub(a, b); }
  Bits mul(const Bits& a, const Bits& b) { return w_.mul(a, b); }
  Bits invert(const Bits& a) { return w_.invert(a); }
  Bits choose(Bool c, const Bits& a, const Bits& b) { return w_.choose(c, a, b); }
  Bool equal(const Bits& a, const Bits& b) { return w_.equal(a, b); }
  Bool less(const Bits& a, const Bits& b) { return w_.less(a, b, false, false); }
  static Bool truth(bool value) { return bits::constant(value); }
  Bool conj(Bool a, Bool b) { return w_.circuit().conj(a, b); }
  Bool disj(Bool a, Bool b) { return w_.circuit().disj(a, b); }
  static Bool negate(Bool a) { return !a; }

private:
  Words& w_;
};

} // namespace kleene::bits
