// SPDX-License-Identifier: Apache-2.0
// Polynomial equations that a set of points satisfies, by linear algebra over monomials.
#pragma once
#include "kleene/presburger/relation.h"

namespace kleene::engine::linear {

/// Σ coefficient · product of the dimensions = 0. No dimension: the constant term.
struct Equation {
  struct Monomial {
    Integer coefficient = 0;
    std::vector<std::size_t> dims; ///< ascending; at most two
  };
  std::vector<Monomial> terms;

  std::size_t degree() const;
  Integer value(const presburger::Point& point) const;
};

/// Equations of degree one and two with small coefficients that all points satisfy, without those of
/// degree two that follow from the others. None where the points are too few to tell.
std::vector<Equation> equations_of(const std::vector<presburger::Point>& points);

} // namespace kleene::engine::linear
