// SPDX-License-Identifier: Apache-2.0
// Bit patterns of floats, and integers, on which operators might be wrong.
#pragma once
#include "kleene/logic/floats.h"

#include <cstdint>
#include <random>

namespace kleene {

class SpecialPatterns {
public:
  explicit SpecialPatterns(unsigned seed) : random_(seed) {}

  /// Zeros, subnormal numbers, borders of exponents and of integers, infinities, NaNs, halfway cases.
  std::uint64_t pattern(unsigned width) {
    FloatFormat f = float_format(width);
    std::uint64_t mask = width == 64 ? ~0ULL : (1ULL << width) - 1;
    std::uint64_t any = random_() & mask;
    std::uint64_t fraction = any & ((1ULL << f.fraction) - 1);
    std::uint64_t sign = any & f.sign_bit();
    switch (random_() % 10) {
    case 0:
      return sign;
    case 1:
      return sign | fraction;
    case 2:
      return sign | f.infinity();
    case 3:
      return sign | f.infinity() | fraction;
    case 4: // near one
      return sign | ((std::uint64_t(f.bias()) + random_() % 5 - 2) << f.fraction) | fraction;
    case 5: // few bits
      return sign | (any & f.infinity()) | (1ULL << (random_() % f.fraction));
    case 6: // near the borders of integers
      return sign | ((std::uint64_t(f.bias()) + random_() % 66) << f.fraction)
             | (random_() % 3 == 0 ? fraction : (0 - random_() % 2) & ((1ULL << f.fraction) - 1));
    case 7:
      return sign | (1ULL << f.fraction) | (fraction >> (random_() % f.fraction));
    default:
      return any;
    }
  }

  /// A second one, often close to the first.
  std::uint64_t partner(unsigned width, std::uint64_t first) {
    FloatFormat f = float_format(width);
    switch (random_() % 4) {
    case 0:
      return (first ^ (random_() % 2 == 0 ? f.sign_bit() : 0)) ^ (random_() % 8);
    case 1: {
      std::uint64_t shift = random_() % (f.fraction + 4);
      std::uint64_t exponent = (first & f.infinity()) >> f.fraction;
      exponent = exponent > shift ? exponent - shift : 0;
      return (pattern(width) & ~f.infinity()) | (exponent << f.fraction);
    }
    default:
      return pattern(width);
    }
  }

  std::uint64_t integer() {
    std::uint64_t any = random_();
    switch (random_() % 4) {
    case 0:
      return any >> (random_() % 64);
    case 1:
      return (1ULL << (random_() % 64)) + random_() % 3 - 1;
    case 2: // halfway between two floats
      return ((any | 1) >> 10) << (random_() % 10);
    default:
      return any;
    }
  }

private:
  std::mt19937_64 random_;
};

} // namespace kleene
