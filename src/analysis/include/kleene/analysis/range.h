// SPDX-License-Identifier: Apache-2.0
// Sets of integers of the form { x : low <= x <= high, x ≡ residue (mod modulus) }: intervals with a
// congruence. Every operation gives a set that contains all exact results.
#pragma once
#include "kleene/logic/integer.h"

namespace kleene::analysis {

class Range {
public:
  /// Bounds at or beyond these mean that there is none.
  static constexpr Integer infinity = Integer(1) << 120;

  /// All integers.
  Range() = default;
  Range(Integer low, Integer high);
  static Range constant(Integer value) { return {value, value}; }
  static Range nothing() { return {1, 0}; }
  /// Every value that a type has; over unbounded integers signed types have all.
  static Range of(Type type, IntegerModel integers);
  /// The multiples of `modulus`, moved by `residue`, inside these bounds.
  static Range
  congruent(Integer modulus, Integer residue, Integer low = -infinity, Integer high = infinity);

  bool empty() const { return low_ > high_; }
  bool is_constant() const { return low_ == high_; }
  Integer low() const { return low_; }
  Integer high() const { return high_; }
  bool has_low() const { return low_ > -infinity; }
  bool has_high() const { return high_ < infinity; }
  /// 1 if nothing is known; 0 for a single value.
  Integer modulus() const { return modulus_; }
  Integer residue() const { return residue_; }
  bool contains(Integer value) const;
  bool within(const Range& other) const;
  bool operator==(const Range&) const = default;

  Range join(const Range& other) const;
  Range meet(const Range& other) const;
  Range add(const Range& other) const;
  Range negate() const;
  Range subtract(const Range& other) const { return add(other.negate()); }
  Range multiply(const Range& other) const;
  /// Towards zero; the divisor is never zero.
  Range divide(const Range& other) const;
  Range remainder(const Range& other) const;
  /// Without one value, as far as a range can say that.
  Range without(Integer value) const;
  /// What wrapping to a machine type makes of it.
  Range wrapped(Type type) const;

private:
  /// Moves the bounds onto the congruence class.
  void tighten();

  Integer low_ = -infinity;
  Integer high_ = infinity;
  Integer modulus_ = 1;
  Integer residue_ = 0;
};

} // namespace kleene::analysis
