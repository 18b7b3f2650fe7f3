// SPDX-License-Identifier: Apache-2.0
// Sets of integer vectors as terms.
#include "kleene/domain/presburger_domain.h"

#include <algorithm>

namespace kleene::domain {
namespace {

using presburger::Conjunction;

class Formula {
public:
  Formula(TermManager& terms, std::span<const Term> dims)
      : t_(terms), dims_(dims), type_(dims.empty() ? Type::integer() : dims.front().type()) {}

  Term conjunction(const Conjunction& c) {
    quotients_.clear();
    for (const Conjunction::Quotient& q : c.quotients)
      quotients_.push_back(floor(linear(q.numerator), q.denominator));
    std::vector<Term> all;
    for (const Conjunction::Linear& l : c.equalities) {
      const Conjunction::Quotient* stride = divisibility(c, l);
      all.push_back(stride != nullptr ? divisible(*stride) : compare(l, true));
    }
    for (const Conjunction::Linear& l : c.inequalities)
      all.push_back(compare(l, false));
    return t_.conj(std::move(all));
  }

private:
  /// If an equality says n = d * floor(n / d), that quotient: n is divisible by d.
  static const Conjunction::Quotient* divisibility(const Conjunction& c,
                                                   const Conjunction::Linear& l) {
    const Conjunction::Quotient* found = nullptr;
    Integer sign = 0;
    for (std::size_t i = 0; i < l.quotients.size(); ++i) {
      if (l.quotients[i] == 0) continue;
      const Conjunction::Quotient& q = c.quotients[i];
      bool fits = l.quotients[i] == q.denominator || l.quotients[i] == -q.denominator;
      if (found != nullptr || !fits) return nullptr;
      found = &q;
      sign = l.quotients[i] < 0 ? 1 : -1;
    }
    if (found == nullptr || found->numerator.constant != sign * l.constant) return nullptr;
    for (std::size_t i = 0; i < l.dims.size(); ++i)
      if (found->numerator.dims[i] != sign * l.dims[i]) return nullptr;
    bool plain = std::ranges::all_of(found->numerator.quotients, [](Integer k) { return k == 0; });
    return plain ? found : nullptr;
  }

  Term divisible(const Conjunction::Quotient& q) {
    return t_.eq(t_.binary(Op::Rem, linear(q.numerator), number(q.denominator)), number(0));
  }

  Term number(Integer v) { return t_.constant(type_, v); }

  void add(Term& sum, Integer coefficient, Term value) {
    if (coefficient == 0) return;
    Term product = coefficient == 1 ? value : t_.binary(Op::Mul, number(coefficient), value);
    sum = sum.null() ? product : t_.binary(Op::Add, sum, product);
  }

  /// The part of a form whose coefficients have the given sign, negated if negative.
  Term part(const Conjunction::Linear& l, bool positive) {
    Term sum;
    auto one = [&](Integer c, Term value) {
      if ((c > 0) == positive) add(sum, positive ? c : -c, value);
    };
    for (std::size_t i = 0; i < l.dims.size(); ++i)
      one(l.dims[i], dims_[i]);
    for (std::size_t i = 0; i < l.quotients.size() && i < quotients_.size(); ++i)
      one(l.quotients[i], quotients_[i]);
    Integer c = positive ? l.constant : -l.constant;
    if (c > 0) sum = sum.null() ? number(c) : t_.binary(Op::Add, sum, number(c));
    return sum.null() ? number(0) : sum;
  }

  Term linear(const Conjunction::Linear& l) {
    Term negative = part(l, false);
    Term positive = part(l, true);
    if (negative == number(0)) return positive;
    return t_.binary(Op::Sub, positive, negative);
  }

  Term compare(const Conjunction::Linear& l, bool equality) {
    Term positive = part(l, true);
    Term negative = part(l, false);
    return equality ? t_.eq(positive, negative) : t_.le(negative, positive);
  }

  /// floor(n / d) for d > 0, with the division of terms, which goes towards zero.
  Term floor(Term n, Integer d) {
    Term down = t_.binary(Op::Sub, n, number(d - 1));
    return t_.ite(
        t_.le(number(0), n), t_.binary(Op::Div, n, number(d)), t_.binary(Op::Div, down, number(d)));
  }

  TermManager& t_;
  std::span<const Term> dims_;
  Type type_;
  std::vector<Term> quotients_;
};

} // namespace

Term formula(TermManager& terms, const presburger::Set& set, std::span<const Term> dims) {
  std::vector<Term> all;
  for (const Conjunction& c : set.explicit_quotients().conjunctions())
    all.push_back(Formula(terms, dims).conjunction(c));
  return terms.disj(std::move(all));
}

} // namespace kleene::domain
