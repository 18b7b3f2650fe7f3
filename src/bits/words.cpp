// SPDX-License-Identifier: Apache-2.0
#include "kleene/bits/words.h"

#include "kleene/support/invariant.h"

#include <algorithm>

namespace kleene::bits {

Word Words::constant(const Integer& value, std::size_t width) {
  Word result(width);
  for (std::size_t i = 0; i < width; ++i)
    result[i] = bits::constant(((value >> i) & 1) != 0);
  return result;
}

Word Words::input(std::size_t width) {
  Word result(width);
  for (Lit& l : result)
    l = c_.input();
  return result;
}

std::optional<Integer> Words::value(const Word& a) {
  Integer result = 0;
  for (std::size_t i = a.size(); i-- > 0;) {
    if (!a[i].is_constant()) return std::nullopt;
    result = 2 * result + (a[i] == yes ? 1 : 0);
  }
  return result;
}

Word Words::choose(Lit condition, const Word& a, const Word& b) {
  KL_INVARIANT(a.size() == b.size(), "words should have one width");
  Word result(a.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    result[i] = c_.choose(condition, a[i], b[i]);
  return result;
}

Word Words::invert(const Word& a) {
  Word result(a);
  for (Lit& l : result)
    l = !l;
  return result;
}

Word Words::negate(const Word& a) {
  return add(invert(a), constant(0, a.size()), yes);
}

Word Words::add(const Word& a, const Word& b, Lit carry) {
  KL_INVARIANT(a.size() == b.size(), "words should have one width");
  Word result(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    Lit half = c_.exor(a[i], b[i]);
    result[i] = c_.exor(half, carry);
    carry = c_.choose(half, carry, a[i]);
  }
  return result;
}

/// Adds the shifted multiples; those of a constant only where it has a one.
Word Words::mul(const Word& a, const Word& b) {
  auto constants = [](const Word& w) { return std::ranges::count_if(w, &Lit::is_constant); };
  if (constants(a) > constants(b)) return mul(b, a);
  std::size_t width = a.size();
  Word result = constant(0, width);
  for (std::size_t i = 0; i < width; ++i) {
    if (b[i] == no) continue;
    Word multiple = constant(0, width);
    for (std::size_t k = i; k < width; ++k)
      multiple[k] = c_.conj(a[k - i], b[i]);
    result = add(result, multiple);
  }
  return result;
}

/// As on paper: the divisor is taken away from the front of the dividend wherever it fits.
Words::Division Words::divide_unsigned(const Word& a, const Word& b) {
  std::size_t width = a.size();
  if (std::optional<Integer> divisor = value(b);
      divisor && *divisor > 0 && (*divisor & (*divisor - 1)) == 0) {
    std::size_t shift = 0;
    while ((*divisor >> shift) > 1)
      ++shift;
    Division result{constant(0, width), constant(0, width)};
    for (std::size_t i = 0; i < width; ++i)
      (i < shift ? result.remainder[i] : result.quotient[i - shift]) = a[i];
    return result;
  }
  Word quotient(width);
  Word rest = constant(0, width + 1);
  Word divisor = resize(b, width + 1, false);
  for (std::size_t i = width; i-- > 0;) {
    rest.insert(rest.begin(), a[i]);
    rest.pop_back();
    Word less_divisor = sub(rest, divisor);
    quotient[i] = !less_divisor.back();
    rest = choose(quotient[i], less_divisor, rest);
  }
  rest.pop_back();
  return {quotient, rest};
}

Words::Division Words::divide(const Word& a, const Word& b, bool is_signed) {
  if (!is_signed) return divide_unsigned(a, b);
  auto magnitude = [&](const Word& w) { return choose(w.back(), negate(w), w); };
  Division result = divide_unsigned(magnitude(a), magnitude(b));
  result.quotient = choose(c_.exor(a.back(), b.back()), negate(result.quotient), result.quotient);
  result.remainder = choose(a.back(), negate(result.remainder), result.remainder);
  return result;
}

Word Words::conj(const Word& a, const Word& b) {
  Word result(a.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    result[i] = c_.conj(a[i], b[i]);
  return result;
}

Word Words::disj(const Word& a, const Word& b) {
  return invert(conj(invert(a), invert(b)));
}

Word Words::exor(const Word& a, const Word& b) {
  Word result(a.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    result[i] = c_.exor(a[i], b[i]);
  return result;
}

/// The bits of the amount that alone exceed the width.
Lit Words::too_far(const Word& amount, std::size_t width) {
  Lit result = no;
  for (std::size_t i = 0; i < amount.size(); ++i)
    if (i >= 63 || (std::size_t(1) << i) >= width) result = c_.disj(result, amount[i]);
  return result;
}

Word Words::shift_left(const Word& a, const Word& amount) {
  Word flipped(a.rbegin(), a.rend());
  Word result = shift_right(flipped, amount, no);
  return {result.rbegin(), result.rend()};
}

Word Words::shift_right(const Word& a, const Word& amount, Lit fill) {
  Word result = a;
  std::size_t width = a.size();
  for (std::size_t i = 0; i < amount.size() && i < 63 && (std::size_t(1) << i) < width; ++i) {
    Word shifted(width, fill);
    std::size_t by = std::size_t(1) << i;
    std::copy(result.begin() + static_cast<std::ptrdiff_t>(by), result.end(), shifted.begin());
    result = choose(amount[i], shifted, result);
  }
  return choose(too_far(amount, width), Word(width, fill), result);
}

Word Words::resize(const Word& a, std::size_t width, bool is_signed) {
  Word result = a;
  result.resize(width, is_signed && !a.empty() ? a.back() : no);
  return result;
}

/// From the highest bit down, so that comparisons of one word with several numbers share gates.
Lit Words::equal(const Word& a, const Word& b) {
  KL_INVARIANT(a.size() == b.size(), "words should have one width");
  Lit result = yes;
  for (std::size_t i = a.size(); i-- > 0;)
    result = c_.conj(result, c_.same(a[i], b[i]));
  return result;
}

Lit Words::less(const Word& a, const Word& b, bool is_signed, bool or_equal) {
  KL_INVARIANT(a.size() == b.size(), "words should have one width");
  Lit result = bits::constant(or_equal);
  for (std::size_t i = 0; i < a.size(); ++i) {
    bool sign = is_signed && i + 1 == a.size();
    result = c_.choose(c_.exor(a[i], b[i]), sign ? a[i] : b[i], result);
  }
  return result;
}

Lit Words::any(const Word& a) {
  Lit none = yes;
  for (Lit l : a)
    none = c_.conj(none, !l);
  return !none;
}

} // namespace kleene::bits
