// SPDX-License-Identifier: Apache-2.0
// The vectors of all monomials at the points span a space; what is orthogonal to it are the equations.
// Gauss elimination is done modulo a prime, small fractions are recovered from their residues, and
// every equation is checked on all points in exact arithmetic.
#include "equalities.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace kleene::engine::linear {
namespace {

using presburger::Point;
using Monomial = std::vector<std::size_t>;

constexpr std::int64_t prime = 2'147'483'647;
// A fraction is determined by its residue if twice the product of both bounds is below the prime.
constexpr std::int64_t largest_numerator = 1 << 21;
constexpr std::int64_t largest_denominator = 500;
constexpr Integer largest_value = Integer(1) << 40;
constexpr std::size_t spare_points = 8;
constexpr std::size_t max_dims = 14;

std::int64_t residue(Integer v) {
  auto r = static_cast<std::int64_t>(v % prime);
  return r < 0 ? r + prime : r;
}

std::int64_t inverse(std::int64_t a) {
  std::int64_t result = 1;
  for (std::int64_t e = prime - 2; e > 0; e >>= 1) {
    if (e & 1) result = result * a % prime;
    a = a * a % prime;
  }
  return result;
}

/// A fraction with small numerator and denominator that has this residue.
struct Fraction {
  std::int64_t numerator = 0;
  std::int64_t denominator = 0; ///< 0: there is none
};

Fraction fraction(std::int64_t r) {
  // The remainders of Euclid's algorithm are multiples of r; the first small one will do.
  std::int64_t a = prime;
  std::int64_t b = r;
  std::int64_t s = 0;
  std::int64_t t = 1;
  while (b > largest_numerator) {
    std::int64_t q = a / b;
    a = std::exchange(b, a - q * b);
    s = std::exchange(t, s - q * t);
  }
  if (t < 0) {
    t = -t;
    b = -b;
  }
  return t == 0 || t > largest_denominator ? Fraction{} : Fraction{b, t};
}

/// Rows in reduced echelon form; columns without pivot depend on earlier ones.
class Matrix {
public:
  explicit Matrix(std::size_t columns) : columns_(columns) {}

  void add(std::vector<std::int64_t> row) {
    for (const auto& [pivot, known] : rows_)
      subtract(row, known, row[pivot]);
    auto first = std::ranges::find_if(row, [](std::int64_t v) { return v != 0; });
    if (first == row.end()) return;
    auto pivot = static_cast<std::size_t>(first - row.begin());
    std::int64_t scale = inverse(*first);
    for (std::int64_t& v : row)
      v = v * scale % prime;
    for (auto& [other, known] : rows_)
      subtract(known, row, known[pivot]);
    rows_.emplace(pivot, std::move(row));
  }

  bool is_free(std::size_t column) const { return !rows_.contains(column); }

  /// The equation of a free column: itself minus what its pivots contribute. Empty if its coefficients are
  /// not small.
  std::vector<Integer> equation(std::size_t column) const {
    std::vector<Fraction> parts(columns_, Fraction{0, 1});
    parts[column] = {1, 1};
    std::int64_t common = 1;
    for (const auto& [pivot, row] : rows_) {
      if (row[column] == 0) continue;
      parts[pivot] = fraction(prime - row[column]);
      if (parts[pivot].denominator == 0) return {};
      common = std::lcm(common, parts[pivot].denominator);
      if (common > largest_denominator) return {};
    }
    std::vector<Integer> result;
    for (const Fraction& f : parts)
      result.push_back(Integer(f.numerator) * (common / f.denominator));
    return result;
  }

private:
  static void subtract(std::vector<std::int64_t>& row,
                       const std::vector<std::int64_t>& other,
                       std::int64_t factor) {
    if (factor == 0) return;
    for (std::size_t i = 0; i < row.size(); ++i)
      row[i] = (row[i] + (prime - factor) * other[i]) % prime;
  }

  std::size_t columns_;
  std::map<std::size_t, std::vector<std::int64_t>> rows_; ///< by pivot
};

/// The equations over the given monomials, one per monomial that depends on earlier ones.
std::vector<std::pair<std::size_t, Equation>> equations(const std::vector<Point>& points,
                                                        const std::vector<Monomial>& monomials) {
  std::vector<std::pair<std::size_t, Equation>> result;
  if (points.size() < monomials.size() + spare_points) return result;
  Matrix matrix(monomials.size());
  for (const Point& p : points) {
    std::vector<std::int64_t> row;
    for (const Monomial& m : monomials) {
      std::int64_t value = 1;
      for (std::size_t d : m)
        value = value * residue(p[d]) % prime;
      row.push_back(value);
    }
    matrix.add(std::move(row));
  }
  for (std::size_t c = 0; c < monomials.size(); ++c) {
    if (!matrix.is_free(c)) continue;
    std::vector<Integer> coefficients = matrix.equation(c);
    Equation e;
    for (std::size_t i = 0; i < coefficients.size(); ++i)
      if (coefficients[i] != 0) e.terms.push_back({coefficients[i], monomials[i]});
    bool holds = !e.terms.empty()
                 && std::ranges::all_of(points, [&](const Point& p) { return e.value(p) == 0; });
    if (holds) result.emplace_back(c, std::move(e));
  }
  return result;
}

} // namespace

std::size_t Equation::degree() const {
  std::size_t result = 0;
  for (const Monomial& m : terms)
    result = std::max(result, m.dims.size());
  return result;
}

Integer Equation::value(const Point& point) const {
  Integer sum = 0;
  for (const Monomial& m : terms) {
    Integer product = m.coefficient;
    for (std::size_t d : m.dims)
      product *= point[d];
    sum += product;
  }
  return sum;
}

std::vector<Equation> equations_of(const std::vector<Point>& all) {
  std::vector<Point> points;
  for (const Point& p : all)
    if (std::ranges::all_of(p, [](Integer v) { return -largest_value < v && v < largest_value; }))
      points.push_back(p);
  if (points.empty() || points.front().size() > max_dims) return {};
  std::vector<Monomial> monomials{{}};
  for (std::size_t d = 0; d < points.front().size(); ++d)
    monomials.push_back({d});
  std::vector<Equation> result;
  std::vector<bool> depends(points.front().size());
  for (auto& [column, equation] : equations(points, monomials)) {
    depends[monomials[column].front()] = true;
    result.push_back(std::move(equation));
  }
  // Dimensions that depend on others need no products of their own.
  std::erase_if(monomials, [&](const Monomial& m) { return !m.empty() && depends[m.front()]; });
  std::size_t linear = monomials.size();
  for (std::size_t i = 1; i < linear; ++i)
    for (std::size_t j = i; j < linear; ++j)
      monomials.push_back({monomials[i].front(), monomials[j].front()});
  for (auto& [column, equation] : equations(points, monomials))
    result.push_back(std::move(equation));
  return result;
}

} // namespace kleene::engine::linear
