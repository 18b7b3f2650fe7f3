// SPDX-License-Identifier: Apache-2.0
// Sets of floats of one format: all numbers between two bounds, infinities included, and perhaps NaN. Both zeros are one
// number here. Every operation gives a set that contains all results, rounded to nearest as the operators of floats.h do;
// the backward operations give a set that contains all operands which lead to a result in a set.
#pragma once
#include "kleene/logic/floats.h"
#include "kleene/logic/integer.h"

#include <limits>

namespace kleene {

class FloatInterval {
public:
  static constexpr double infinity = std::numeric_limits<double>::infinity();

  /// Every float of the format.
  explicit FloatInterval(unsigned width) : width_(width) {}
  /// The bounds are numbers of the format.
  FloatInterval(unsigned width, double low, double high, bool nan = false)
      : width_(width), low_(low), high_(high), nan_(nan) {}
  static FloatInterval nothing(unsigned width) { return {width, 1, 0}; }
  static FloatInterval only_nan(unsigned width) { return {width, 1, 0, true}; }
  static FloatInterval of_pattern(Type type, std::uint64_t pattern);
  /// What patterns between these, as unsigned integers, stand for.
  static FloatInterval of_patterns(Type type, Integer low, Integer high);
  /// Integers between these, converted.
  static FloatInterval of_integers(unsigned width, Integer low, Integer high);

  unsigned width() const { return width_; }
  double low() const { return low_; }
  double high() const { return high_; }
  bool has_nan() const { return nan_; }
  bool has_numbers() const { return low_ <= high_; }
  bool has_infinity() const { return has_numbers() && (low_ == -infinity || high_ == infinity); }
  bool empty() const { return !has_numbers() && !nan_; }
  bool everything() const;
  bool is_number() const { return low_ == high_ && !nan_; } ///< exactly one
  bool contains(double number) const { return low_ <= number && number <= high_; }
  bool within(const FloatInterval& other) const;
  bool operator==(const FloatInterval&) const = default;

  /// The unsigned integers that the patterns lie between.
  struct Integers {
    Integer low = 0;
    Integer high = 0;
  };
  Integers patterns() const;
  /// The same of the patterns without their signs.
  Integers magnitudes() const;
  /// Values cut off towards zero, in a type; 0 where it has none.
  Integers truncated(Type type) const;

  FloatInterval join(const FloatInterval& other) const;
  FloatInterval meet(const FloatInterval& other) const;
  FloatInterval numbers() const { return {width_, low_, high_}; } ///< without NaN
  FloatInterval with_nan(bool nan) const { return {width_, low_, high_, nan}; }

  FloatInterval add(const FloatInterval& other) const;
  FloatInterval negate() const { return {width_, -high_, -low_, nan_}; }
  FloatInterval subtract(const FloatInterval& other) const { return add(other.negate()); }
  FloatInterval multiply(const FloatInterval& other) const;
  FloatInterval divide(const FloatInterval& other) const;
  FloatInterval remainder(const FloatInterval& other) const;
  FloatInterval root() const;
  FloatInterval absolute() const;
  FloatInterval converted(unsigned width) const;

  /// Whether a comparison may be true, and may be false.
  struct Truth {
    bool can_hold = true;
    bool can_fail = true;
  };
  Truth equal(const FloatInterval& other) const;
  Truth less(const FloatInterval& other) const;
  Truth less_or_equal(const FloatInterval& other) const;

  /// Both bounds one number further out. Whatever is rounded to one of these numbers lies in between.
  FloatInterval wider() const;
  /// The numbers x with x < (or <=) some number of the other one; and the same for greater ones.
  FloatInterval below(const FloatInterval& other, bool strict) const;
  FloatInterval above(const FloatInterval& other, bool strict) const;
  /// The numbers of the other format of which a conversion to this one is in here.
  FloatInterval before_conversion(unsigned width) const;

private:
  unsigned width_;
  double low_ = -infinity;
  double high_ = infinity;
  bool nan_ = true;
};

/// The number of the format that is nearest.
double float_nearest(unsigned width, double number);
/// The next number of the format; infinities stay.
double float_above(unsigned width, double number);
double float_below(unsigned width, double number);

} // namespace kleene
