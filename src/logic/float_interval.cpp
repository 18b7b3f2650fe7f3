// SPDX-License-Identifier: Apache-2.0
#include "kleene/logic/float_interval.h"

#include <algorithm>
#include <cmath>

namespace kleene {
namespace {

/// A number of the format that is nearest to one of double precision, or to the result of an operation on numbers of the
/// format, computed by the processor.
template <class Operation>
double rounded(unsigned width, double a, double b, Operation operation) {
  if (width == 32) return operation(static_cast<float>(a), static_cast<float>(b));
  return operation(a, b);
}

Type pattern_type(unsigned width) {
  return width == 32 ? float_type() : double_type();
}

/// The least interval with the results for the bounds; where that is NaN, with zero.
template <class Operation>
FloatInterval
corners(const FloatInterval& a, const FloatInterval& b, bool nan, const Operation& operation) {
  FloatInterval result = FloatInterval::nothing(a.width());
  for (double x : {a.low(), a.high()})
    for (double y : {b.low(), b.high()}) {
      double corner = rounded(a.width(), x, y, operation);
      if (std::isnan(corner)) corner = 0;
      result = result.join({a.width(), corner, corner});
    }
  return result.with_nan(nan);
}

/// A comparison with NaN is false.
FloatInterval::Truth also_with_nan(FloatInterval::Truth truth, bool nan) {
  truth.can_fail |= nan;
  return truth;
}

} // namespace

double float_nearest(unsigned width, double number) {
  return width == 32 ? static_cast<float>(number) : number;
}

double float_above(unsigned width, double number) {
  if (width == 32)
    return std::nextafter(static_cast<float>(number), std::numeric_limits<float>::infinity());
  return std::nextafter(number, std::numeric_limits<double>::infinity());
}

double float_below(unsigned width, double number) {
  return -float_above(width, -number);
}

FloatInterval FloatInterval::of_pattern(Type type, std::uint64_t pattern) {
  double number = float_number(type, pattern);
  return std::isnan(number) ? only_nan(type.width()) : FloatInterval(type.width(), number, number);
}

FloatInterval FloatInterval::of_patterns(Type type, Integer low, Integer high) {
  FloatFormat format = float_format(type.width());
  auto sign = Integer(format.sign_bit());
  FloatInterval result = nothing(type.width());
  for (bool negative : {false, true}) {
    Integer base = negative ? sign : Integer(0);
    Integer first = std::max(low, base) - base;
    Integer last = std::min(high, base + sign - 1) - base;
    if (first > last) continue;
    result.nan_ |= last > Integer(format.infinity());
    last = std::min(last, Integer(format.infinity()));
    if (first > last) continue;
    FloatInterval part(type.width(),
                       float_number(type, static_cast<std::uint64_t>(first)),
                       float_number(type, static_cast<std::uint64_t>(last)));
    result = result.join(negative ? part.negate() : part);
  }
  return result;
}

FloatInterval FloatInterval::of_integers(unsigned width, Integer low, Integer high) {
  if (width == 32) return {width, static_cast<float>(low), static_cast<float>(high)};
  return {width, static_cast<double>(low), static_cast<double>(high)};
}

bool FloatInterval::everything() const {
  return low_ == -infinity && high_ == infinity && nan_;
}

bool FloatInterval::within(const FloatInterval& other) const {
  if (nan_ && !other.nan_) return false;
  return !has_numbers() || (other.low_ <= low_ && high_ <= other.high_);
}

FloatInterval::Integers FloatInterval::patterns() const {
  Type type = pattern_type(width_);
  auto pattern = [&](double number) { return Integer(float_pattern(type, number)); };
  if (nan_ || !has_numbers() || (low_ <= 0 && high_ >= 0)) return {0, max_value(type)};
  return low_ > 0 ? Integers{pattern(low_), pattern(high_)}
                  : Integers{pattern(high_), pattern(low_)};
}

FloatInterval::Integers FloatInterval::magnitudes() const {
  Type type = pattern_type(width_);
  FloatFormat format = float_format(width_);
  FloatInterval size = absolute();
  Integer low = has_numbers() ? Integer(float_pattern(type, std::abs(size.low_)))
                              : Integer(format.infinity() + 1);
  if (nan_) return {low, Integer(format.sign_bit() - 1)};
  return {low, has_numbers() ? Integer(float_pattern(type, size.high_)) : low};
}

FloatInterval::Integers FloatInterval::truncated(Type type) const {
  double least = std::trunc(low_);
  double most = std::trunc(high_);
  auto first = static_cast<double>(min_value(type));
  double end = std::ldexp(1.0, static_cast<int>(type.width()) - (type.is_signed() ? 1 : 0));
  bool fits_in = !nan_ && has_numbers() && least >= first && most < end;
  if (fits_in) return {static_cast<Integer>(least), static_cast<Integer>(most)};
  if (!has_numbers()) return {0, 0};
  Integer low = least >= first ? (least < end ? static_cast<Integer>(least) : 0) : min_value(type);
  Integer high = most < end ? (most >= first ? static_cast<Integer>(most) : 0) : max_value(type);
  return {std::min<Integer>(low, 0), std::max<Integer>(high, 0)};
}

FloatInterval FloatInterval::join(const FloatInterval& other) const {
  if (!has_numbers()) return other.with_nan(nan_ || other.nan_);
  if (!other.has_numbers()) return with_nan(nan_ || other.nan_);
  return {width_, std::min(low_, other.low_), std::max(high_, other.high_), nan_ || other.nan_};
}

FloatInterval FloatInterval::meet(const FloatInterval& other) const {
  FloatInterval result(
      width_, std::max(low_, other.low_), std::min(high_, other.high_), nan_ && other.nan_);
  return result.has_numbers() ? result : nothing(width_).with_nan(result.nan_);
}

FloatInterval FloatInterval::add(const FloatInterval& other) const {
  bool nan = nan_ || other.nan_;
  if (!has_numbers() || !other.has_numbers()) return nothing(width_).with_nan(nan);
  auto sum = [](auto a, auto b) { return a + b; };
  double low = rounded(width_, low_, other.low_, sum);
  double high = rounded(width_, high_, other.high_, sum);
  nan |= (low_ == -infinity && other.high_ == infinity)
         || (high_ == infinity && other.low_ == -infinity);
  // An infinity of the one sign, and of the other: whatever is no NaN is the infinity that is alone.
  if (std::isnan(low)) low = infinity;
  if (std::isnan(high)) high = -infinity;
  FloatInterval result(width_, low, high, nan);
  return result.has_numbers() ? result : nothing(width_).with_nan(nan);
}

FloatInterval FloatInterval::multiply(const FloatInterval& other) const {
  bool nan = nan_ || other.nan_;
  if (!has_numbers() || !other.has_numbers()) return nothing(width_).with_nan(nan);
  auto product = [](auto a, auto b) { return a * b; };
  nan |= (contains(0) && other.has_infinity()) || (has_infinity() && other.contains(0));
  return corners(*this, other, nan, product);
}

FloatInterval FloatInterval::divide(const FloatInterval& other) const {
  bool nan = nan_ || other.nan_;
  if (!has_numbers() || !other.has_numbers()) return nothing(width_).with_nan(nan);
  nan |= (contains(0) && other.contains(0)) || (has_infinity() && other.has_infinity());
  if (other.contains(0)) return {width_, -infinity, infinity, nan};
  auto quotient = [](auto a, auto b) { return a / b; };
  return corners(*this, other, nan, quotient);
}

FloatInterval FloatInterval::remainder(const FloatInterval& other) const {
  bool nan = nan_ || other.nan_ || has_infinity() || other.contains(0);
  if (!has_numbers() || !other.has_numbers()) return nothing(width_).with_nan(nan);
  double most = std::min(absolute().high_, other.absolute().high_);
  return {width_, low_ < 0 ? -most : 0, high_ > 0 ? most : 0, nan};
}

FloatInterval FloatInterval::root() const {
  bool nan = nan_ || (has_numbers() && low_ < 0);
  if (!has_numbers() || high_ < 0) return nothing(width_).with_nan(nan);
  auto root = [](auto a, auto) { return std::sqrt(a); };
  return {
      width_, rounded(width_, std::max(low_, 0.0), 0, root), rounded(width_, high_, 0, root), nan};
}

FloatInterval FloatInterval::absolute() const {
  if (!has_numbers() || low_ >= 0) return *this;
  if (high_ <= 0) return negate();
  return {width_, 0, std::max(-low_, high_), nan_};
}

FloatInterval FloatInterval::converted(unsigned width) const {
  if (!has_numbers()) return nothing(width).with_nan(nan_);
  return {width, float_nearest(width, low_), float_nearest(width, high_), nan_};
}

FloatInterval::Truth FloatInterval::equal(const FloatInterval& other) const {
  bool meets = has_numbers() && other.has_numbers() && meet(other).has_numbers();
  bool same = low_ == high_ && low_ == other.low_ && low_ == other.high_;
  return also_with_nan({meets, !same}, nan_ || other.nan_);
}

FloatInterval::Truth FloatInterval::less(const FloatInterval& other) const {
  bool both = has_numbers() && other.has_numbers();
  return also_with_nan({both && low_ < other.high_, both && high_ >= other.low_},
                       nan_ || other.nan_);
}

FloatInterval::Truth FloatInterval::less_or_equal(const FloatInterval& other) const {
  bool both = has_numbers() && other.has_numbers();
  return also_with_nan({both && low_ <= other.high_, both && high_ > other.low_},
                       nan_ || other.nan_);
}

FloatInterval FloatInterval::wider() const {
  if (!has_numbers()) return *this;
  return {width_, float_below(width_, low_), float_above(width_, high_), nan_};
}

FloatInterval FloatInterval::below(const FloatInterval& other, bool strict) const {
  if (!has_numbers() || !other.has_numbers()) return nothing(width_);
  if (strict && other.high_ == -infinity) return nothing(width_);
  double most = strict ? float_below(width_, other.high_) : other.high_;
  return meet({width_, -infinity, most});
}

FloatInterval FloatInterval::above(const FloatInterval& other, bool strict) const {
  return negate().below(other.negate(), strict).negate();
}

FloatInterval FloatInterval::before_conversion(unsigned width) const {
  if (!has_numbers()) return nothing(width).with_nan(nan_);
  if (width == width_) return *this;
  // The conversion to the wider format is exact, that to the narrower one rounds.
  return width == 64 ? wider().converted(width) : converted(width).wider();
}

} // namespace kleene
