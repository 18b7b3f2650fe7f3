// SPDX-License-Identifier: Apache-2.0
// Arithmetic on words, the lowest bit first. Operators without a value in C have the one that SMT-LIB gives them: a
// quotient by zero is all ones, a remainder by zero the dividend, a shift beyond the width leaves nothing but the sign.
#pragma once
#include "kleene/bits/circuit.h"
#include "kleene/logic/integer.h"

#include <optional>

namespace kleene::bits {

using Word = std::vector<Lit>;

class Words {
public:
  explicit Words(Circuit& circuit) : c_(circuit) {}
  Circuit& circuit() const { return c_; }

  static Word constant(const Integer& value, std::size_t width);
  Word input(std::size_t width);
  /// Nothing if a bit is not constant; without sign.
  static std::optional<Integer> value(const Word& a);

  Word choose(Lit condition, const Word& a, const Word& b);
  Word invert(const Word& a);
  Word negate(const Word& a);
  Word add(const Word& a, const Word& b, Lit carry = no);
  Word sub(const Word& a, const Word& b) { return add(a, invert(b), yes); }
  Word mul(const Word& a, const Word& b);
  struct Division {
    Word quotient;
    Word remainder;
  };
  Division divide(const Word& a, const Word& b, bool is_signed);
  Word conj(const Word& a, const Word& b);
  Word disj(const Word& a, const Word& b);
  Word exor(const Word& a, const Word& b);
  Word shift_left(const Word& a, const Word& amount);
  /// `fill` comes in from above.
  Word shift_right(const Word& a, const Word& amount, Lit fill);
  Word resize(const Word& a, std::size_t width, bool is_signed);

  Lit equal(const Word& a, const Word& b);
  Lit less(const Word& a, const Word& b, bool is_signed, bool or_equal = false);
  Lit any(const Word& a);

private:
  Division divide_unsigned(const Word& a, const Word& b);
  Lit too_far(const Word& amount, std::size_t width);

  Circuit& c_;
};

} // namespace kleene::bits
