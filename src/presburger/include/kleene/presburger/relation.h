// SPDX-License-Identifier: Apache-2.0
// Sets of integer vectors and relations between them, exact: unions of conjunctions of linear
// constraints with integer divisions. Dimensions are told by their position. Every operation may
// throw Failure (see context.h).
#pragma once
#include "kleene/logic/integer.h"
#include "kleene/presburger/handle.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace kleene::presburger {

using Point = std::vector<Integer>;
class Map;

/// One conjunction in plain numbers: linear constraints over the dimensions and over quotients.
struct Conjunction {
  /// constant + Σ dims[i]·x_i + Σ quotients[j]·q_j, compared with zero.
  struct Linear {
    Integer constant = 0;
    std::vector<Integer> dims;
    std::vector<Integer> quotients;
  };
  /// q_j = floor(numerator / denominator); the numerator uses earlier quotients only.
  struct Quotient {
    Linear numerator;
    Integer denominator = 1;
  };
  std::vector<Quotient> quotients;
  std::vector<Linear> equalities;   ///< = 0
  std::vector<Linear> inequalities; ///< >= 0
};

class Set : public Handle<isl_set> {
public:
  using Handle::Handle;
  static Set universe(const Context& context, std::size_t dims);
  static Set empty(const Context& context, std::size_t dims);
  static Set point(const Context& context, const Point& point);
  /// The points where the form is >= 0, or = 0.
  static Set half_space(const Context& context, const Conjunction::Linear& form, bool equality);

  std::size_t dims() const;
  Set operator|(const Set& other) const;
  Set operator&(const Set& other) const;
  Set operator-(const Set& other) const;
  Set complement() const;
  bool is_empty() const;
  bool subset_of(const Set& other) const;
  bool equals(const Set& other) const;
  bool contains(const Point& point) const;
  Set apply(const Map& map) const;
  Set fix(std::size_t dim, Integer value) const;
  /// Without the dimensions `first`, …, `first + count - 1`: their values are arbitrary.
  Set project_out(std::size_t first, std::size_t count) const;
  /// Merges disjuncts where that is exact. Expensive.
  Set coalesce() const;
  /// Integer divisions get an explicit value; needed before `conjunctions()`.
  Set explicit_quotients() const;
  std::size_t disjuncts() const;
  std::vector<Set> split() const;
  /// One convex superset made of constraints that the disjuncts already have.
  Set simple_hull() const;
  Set affine_hull() const;
  /// The disjuncts in numbers. Requires explicit quotients.
  std::vector<Conjunction> conjunctions() const;
  /// Per dimension the only value it has, where that can be seen without computation.
  std::vector<std::optional<Integer>> plain_values() const;
  /// Some element, with values near zero where that is cheap; none if the set is empty.
  std::optional<Point> sample() const;
  /// The pairs of the first `inputs` dimensions with the others.
  Map as_map(std::size_t inputs) const;
  std::string text() const;
};

struct Closure;

class Map : public Handle<isl_map> {
public:
  using Handle::Handle;
  static Map universe(const Context& context, std::size_t inputs, std::size_t outputs);
  static Map empty(const Context& context, std::size_t inputs, std::size_t outputs);
  static Map identity(const Context& context, std::size_t dims);
  /// Output i is input `sources[i]`; arbitrary where there is no source.
  static Map select(const Context& context,
                    std::size_t inputs,
                    std::span<const std::optional<std::size_t>> sources);

  std::size_t inputs() const;
  std::size_t outputs() const;
  Map operator|(const Map& other) const;
  Map operator&(const Map& other) const;
  Map operator-(const Map& other) const;
  /// First this, then `next`.
  Map then(const Map& next) const;
  Map reverse() const;
  Set domain() const;
  Set range() const;
  Map restrict_domain(const Set& set) const;
  Map restrict_range(const Set& set) const;
  bool is_empty() const;
  bool subset_of(const Map& other) const;
  bool equals(const Map& other) const;
  bool single_valued() const;
  /// x to (this(x), other(x)): the outputs side by side.
  Map beside(const Map& other) const;
  /// (x, y) to (this(x), other(y)).
  Map parallel(const Map& other) const;
  Map coalesce() const;
  std::size_t disjuncts() const;
  std::vector<Map> split() const;
  /// One or more steps; `exact` says whether the result is that, or a superset.
  Closure transitive_closure() const;
  /// Inputs and outputs as one vector.
  Set as_set() const;
  std::string text() const;
};

struct Closure {
  Map map;
  bool exact = false;
};

/// A value that depends on a vector: piecewise linear, with division by constants.
class Expr : public Handle<isl_pw_aff> {
public:
  using Handle::Handle;
  static Expr constant(const Context& context, std::size_t dims, Integer value);
  static Expr dimension(const Context& context, std::size_t dims, std::size_t index);

  Expr operator+(const Expr& other) const;
  Expr operator-(const Expr& other) const;
  Expr scaled(Integer factor) const;
  /// Towards zero, as in C. Requires a divisor other than zero.
  Expr quotient(Integer divisor) const;
  Expr remainder(Integer divisor) const;
  static Expr choose(const Set& condition, const Expr& yes, const Expr& no);
  Set equal_to(const Expr& other) const;
  Set less_than(const Expr& other) const;
  Set at_most(const Expr& other) const;
};

/// The function that maps a vector to the values of the expressions.
Map function(const Context& context, std::size_t inputs, std::span<const Expr> values);

} // namespace kleene::presburger
