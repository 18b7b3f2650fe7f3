// SPDX-License-Identifier: Apache-2.0
#include "kleene/analysis/range.h"

#include <algorithm>
#include <utility>

namespace kleene::analysis {
namespace {

constexpr Integer infinity = Range::infinity;

Integer clamp(const Integer& value) {
  return std::clamp(value, -infinity, infinity);
}

/// Bounds that a range can have: there is always room for the values beyond the last finite one.
Integer as_low(const Integer& value) {
  return std::clamp(value, -infinity, infinity - 1);
}
Integer as_high(const Integer& value) {
  return std::clamp(value, 1 - infinity, infinity);
}

/// Infinite bounds stay infinite.
Integer plus(Integer a, Integer b) {
  if (a <= -infinity || b <= -infinity) return -infinity;
  if (a >= infinity || b >= infinity) return infinity;
  return clamp(a + b);
}

Integer times(Integer a, Integer b) {
  return clamp(a * b);
}

Integer absolute(Integer a) {
  return a < 0 ? -a : a;
}

Integer gcd(Integer a, Integer b) {
  a = absolute(a);
  b = absolute(b);
  while (b != 0)
    a = std::exchange(b, a % b);
  return a;
}

/// In 0 … modulus-1.
Integer reduced(Integer value, Integer modulus) {
  Integer result = value % modulus;
  return result < 0 ? result + modulus : result;
}

/// Large moduli say little and would overflow.
constexpr Integer largest_modulus = Integer(1) << 56;

} // namespace

Range::Range(Integer low, Integer high) : low_(as_low(low)), high_(as_high(high)) {
  tighten();
}

Range Range::of(Type type, IntegerModel integers) {
  if (type.is_bool()) return {0, 1};
  if (!type.is_machine()) return {};
  if (integers == IntegerModel::Math && type.is_signed()) return {};
  return {min_value(type), max_value(type)};
}

Range Range::congruent(Integer modulus, Integer residue, Integer low, Integer high) {
  Range result;
  result.low_ = as_low(low);
  result.high_ = as_high(high);
  result.modulus_ = absolute(modulus);
  if (modulus == 0 && absolute(residue) >= infinity) return result.meet({residue, residue});
  if (result.modulus_ > largest_modulus) result.modulus_ = 1;
  result.residue_ = residue;
  if (result.modulus_ != 0) result.residue_ = reduced(residue, result.modulus_);
  if (result.modulus_ == 0) {
    result.low_ = std::max(result.low_, residue);
    result.high_ = std::min(result.high_, residue);
  }
  result.tighten();
  return result;
}

void Range::tighten() {
  if (empty()) {
    low_ = 1;
    high_ = 0;
    modulus_ = 1;
    residue_ = 0;
    return;
  }
  if (modulus_ > 1) {
    if (has_low()) low_ = as_low(low_ + reduced(residue_ - low_, modulus_));
    if (has_high()) high_ = as_high(high_ - reduced(high_ - residue_, modulus_));
    if (empty()) return tighten();
  }
  if (low_ == high_) {
    modulus_ = 0;
    residue_ = low_;
  }
}

bool Range::contains(Integer value) const {
  if ((has_low() && value < low_) || (has_high() && value > high_)) return false;
  return modulus_ <= 1 || reduced(value - residue_, modulus_) == 0;
}

bool Range::within(const Range& other) const {
  if (empty()) return true;
  if (low_ < other.low_ || high_ > other.high_) return false;
  if (other.modulus_ == 1) return true;
  if (other.modulus_ == 0) return *this == other;
  return reduced(residue_ - other.residue_, other.modulus_) == 0 && modulus_ % other.modulus_ == 0;
}

Range Range::join(const Range& other) const {
  if (empty()) return other;
  if (other.empty()) return *this;
  Integer modulus = gcd(gcd(modulus_, other.modulus_), residue_ - other.residue_);
  return congruent(modulus, residue_, std::min(low_, other.low_), std::max(high_, other.high_));
}

Range Range::meet(const Range& other) const {
  if (empty() || other.empty()) return nothing();
  Integer low = std::max(low_, other.low_);
  Integer high = std::min(high_, other.high_);
  if (low > high) return nothing();
  if (is_constant()) return other.contains(low_) ? *this : nothing();
  if (other.is_constant()) return contains(other.low_) ? other : nothing();
  // Both congruences hold; where they meet in none, there is nothing. The stronger one is kept.
  Integer common = gcd(modulus_, other.modulus_);
  if (reduced(residue_ - other.residue_, common) != 0) return nothing();
  const Range& kept = modulus_ >= other.modulus_ ? *this : other;
  return congruent(kept.modulus_, kept.residue_, low, high);
}

Range Range::add(const Range& other) const {
  if (empty() || other.empty()) return nothing();
  return congruent(gcd(modulus_, other.modulus_),
                   residue_ + other.residue_,
                   plus(low_, other.low_),
                   plus(high_, other.high_));
}

Range Range::negate() const {
  if (empty()) return nothing();
  return congruent(modulus_, -residue_, -high_, -low_);
}

Range Range::multiply(const Range& other) const {
  if (empty() || other.empty()) return nothing();
  Integer corners[] = {times(low_, other.low_),
                       times(low_, other.high_),
                       times(high_, other.low_),
                       times(high_, other.high_)};
  auto [low, high] = std::minmax_element(std::begin(corners), std::end(corners));
  Integer residue = times(residue_, other.residue_);
  Integer modulus = gcd(gcd(times(modulus_, other.modulus_), times(modulus_, other.residue_)),
                        times(other.modulus_, residue_));
  bool exact = absolute(residue) < infinity && modulus < infinity;
  return exact ? congruent(modulus, residue, *low, *high) : Range(*low, *high);
}

Range Range::divide(const Range& other) const {
  if (empty() || other.empty()) return nothing();
  Integer most = std::max(absolute(low_), absolute(high_));
  if (other.low_ <= 0 && other.high_ >= 0) return {-most, most};
  auto quotient = [](Integer a, Integer b) {
    if (absolute(b) >= infinity) return Integer(0);
    return absolute(a) >= infinity ? ((a < 0) != (b < 0) ? -infinity : infinity) : a / b;
  };
  Integer corners[] = {quotient(low_, other.low_),
                       quotient(low_, other.high_),
                       quotient(high_, other.low_),
                       quotient(high_, other.high_)};
  auto [low, high] = std::minmax_element(std::begin(corners), std::end(corners));
  return {*low, *high};
}

Range Range::remainder(const Range& other) const {
  if (empty() || other.empty()) return nothing();
  if (is_constant() && other.is_constant()) return constant(low_ % other.low_);
  Integer size = std::max(absolute(other.low_), absolute(other.high_));
  Integer least = other.low_ > 0 ? other.low_ : (other.high_ < 0 ? -other.high_ : 1);
  if (low_ > -least && high_ < least) return *this;
  Integer most = size >= infinity ? infinity : size - 1;
  Integer low = low_ >= 0 ? 0 : -std::min(most, -low_);
  Integer high = high_ <= 0 ? 0 : std::min(most, high_);
  // x ≡ r (mod m) and c | m: the remainder of a non-negative x by c is that of r.
  if (other.is_constant() && modulus_ > 1 && low_ >= 0) {
    Integer common = gcd(modulus_, other.low_);
    return congruent(common, residue_, low, high);
  }
  return {low, high};
}

Range Range::without(Integer value) const {
  if (empty() || !contains(value)) return *this;
  Integer step = std::max<Integer>(1, modulus_);
  if (is_constant()) return nothing();
  if (value == low_) return congruent(modulus_, residue_, low_ + step, high_);
  if (value == high_) return congruent(modulus_, residue_, low_, high_ - step);
  return *this;
}

Range Range::wrapped(Type type) const {
  if (empty()) return *this;
  Integer least = min_value(type);
  Integer most = max_value(type);
  if (low_ >= least && high_ <= most) return *this;
  Integer size = Integer(1) << type.width();
  // All of it in one lap around: move it back.
  if (has_low() && has_high() && high_ - low_ < size) {
    Integer moved = wrap(type, low_) - low_;
    if (high_ + moved <= most)
      return congruent(modulus_, residue_ + moved, low_ + moved, high_ + moved);
  }
  // A congruence survives if it divides the size of the lap.
  Integer modulus = modulus_ == 0 ? size : gcd(modulus_, size);
  return congruent(modulus, residue_, least, most);
}

} // namespace kleene::analysis
