// SPDX-License-Identifier: Apache-2.0
#include "kleene/domain/atoms.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <unordered_set>

namespace kleene::domain {
namespace {

constexpr Integer max_coefficient = Integer(1) << 62;
constexpr std::size_t max_cases = 16;

/// sum of coefficient * monomial, plus a constant. Monomials in the order of their terms.
struct LinearForm {
  std::map<std::uint32_t, std::pair<Term, Integer>> sum;
  Integer constant = 0;

  void add(Term monomial, Integer coefficient) {
    auto [at, is_new] = sum.try_emplace(monomial.id(), monomial, 0);
    at->second.second += coefficient;
    if (at->second.second == 0) sum.erase(at);
  }
};

Integer magnitude(Integer value) {
  return value < 0 ? -value : value;
}

Integer floor_div(Integer a, Integer b) {
  Integer q = a / b;
  return (a % b != 0 && (a < 0) != (b < 0)) ? q - 1 : q;
}

bool is_exact(Type type) {
  return type.is_math() || (type.is_machine() && type.is_signed());
}

/// Adds factor * t; false if numbers get too large.
class Linear {
public:
  Linear(TermManager& terms, Type type) : terms_(terms), type_(type) {}

  std::optional<LinearForm> difference(Term a, Term b) {
    if (!add(a, 1) || !add(b, -1)) return std::nullopt;
    return form_;
  }

private:
  bool add(Term t, Integer factor) {
    if (magnitude(factor) > max_coefficient) return false;
    if (!is_exact(t.type())) return monomial(t, factor);
    switch (t.op()) {
    case Op::Constant:
      if (magnitude(t.value()) > max_coefficient) return false;
      form_.constant += factor * t.value();
      return magnitude(form_.constant) <= max_coefficient;
    case Op::Neg:
      return add(t.arg(0), -factor);
    case Op::Add:
      return add(t.arg(0), factor) && add(t.arg(1), factor);
    case Op::Sub:
      return add(t.arg(0), factor) && add(t.arg(1), -factor);
    case Op::Mul:
      for (std::size_t i : {0U, 1U})
        if (t.arg(i).is_constant() && magnitude(t.arg(i).value()) < (Integer(1) << 31)
            && magnitude(factor) < (Integer(1) << 31))
          return add(t.arg(1 - i), factor * t.arg(i).value());
      return monomial(t, factor);
    case Op::Cast:
      if (is_exact(t.arg(0).type()) && t.arg(0).type().width() <= t.type().width()
          && t.type().is_machine() && t.arg(0).type().is_machine())
        return add(t.arg(0), factor);
      return monomial(t, factor);
    default:
      return monomial(t, factor);
    }
  }

  bool monomial(Term t, Integer factor) {
    if (t.type() != type_) t = terms_.cast(type_, t);
    form_.add(t, factor);
    return true;
  }

  TermManager& terms_;
  Type type_;
  LinearForm form_;
};

/// Builds `pos <= neg + bound` or `pos == neg + bound`; nothing if a number does not fit the type.
class Renderer {
public:
  Renderer(TermManager& terms, Type type) : terms_(terms), type_(type) {}

  std::optional<Term> render(const LinearForm& form, Integer bound, Op op) {
    Term left;
    Term right;
    for (const auto& [id, entry] : form.sum) {
      const auto& [monomial, coefficient] = entry;
      Integer size = magnitude(coefficient);
      if (!holds(size)) return std::nullopt;
      Term part =
          size == 1 ? monomial : terms_.binary(Op::Mul, terms_.constant(type_, size), monomial);
      extend(coefficient > 0 ? left : right, part);
    }
    if (!holds(magnitude(bound))) return std::nullopt;
    if (right.null()) {
      right = terms_.constant(type_, bound);
    } else if (op == Op::Le && bound == -1) {
      return terms_.lt(left, right);
    } else if (bound > 0) {
      extend(right, terms_.constant(type_, bound));
    } else if (bound < 0) {
      extend(left, terms_.constant(type_, -bound));
    }
    return op == Op::Le ? terms_.le(left, right) : terms_.eq(left, right);
  }

private:
  bool holds(Integer value) const { return type_.is_math() || fits(type_, value); }

  void extend(Term& sum, Term part) { sum = sum.null() ? part : terms_.binary(Op::Add, sum, part); }

  TermManager& terms_;
  Type type_;
};

void negate(LinearForm& form) {
  for (auto& [id, entry] : form.sum)
    entry.second = -entry.second;
  form.constant = -form.constant;
}

std::optional<AtomLiteral> normal_comparison(TermManager& terms, Term atom) {
  Type type = atom.arg(0).type();
  std::optional<LinearForm> form = Linear(terms, type).difference(atom.arg(0), atom.arg(1));
  if (!form) return std::nullopt;
  if (form->sum.empty()) {
    bool truth = atom.op() == Op::Eq   ? form->constant == 0
                 : atom.op() == Op::Lt ? form->constant < 0
                                       : form->constant <= 0;
    return AtomLiteral{terms.truth(true), truth};
  }
  bool flipped = form->sum.begin()->second.second < 0;
  Integer divisor = 0;
  for (const auto& [id, entry] : form->sum)
    divisor = std::gcd(static_cast<std::int64_t>(divisor),
                       static_cast<std::int64_t>(magnitude(entry.second)));
  bool positive = true;
  Integer bound = 0;
  if (atom.op() == Op::Eq) {
    if (flipped) negate(*form);
    if (form->constant % divisor != 0) return AtomLiteral{terms.truth(true), false};
    bound = -form->constant / divisor;
  } else {
    // form < 0 or form <= 0, so sum <= bound; or, flipped, not -sum <= -bound - 1.
    bound = -form->constant - (atom.op() == Op::Lt ? 1 : 0);
    bound = floor_div(bound, divisor);
    if (flipped) {
      negate(*form);
      bound = -bound - 1;
      positive = false;
    }
  }
  for (auto& [id, entry] : form->sum)
    entry.second /= divisor;
  std::optional<Term> result =
      Renderer(terms, type).render(*form, bound, atom.op() == Op::Eq ? Op::Eq : Op::Le);
  if (!result) return std::nullopt;
  return AtomLiteral{*result, positive};
}

bool is_comparison(Term t) {
  return (t.op() == Op::Eq || t.op() == Op::Lt || t.op() == Op::Le) && t.arg(0).type().is_integer();
}

/// The first `ite` inside an atom, outside of other conditions.
Term find_ite(Term atom) {
  Term found;
  for_each_subterm(atom, [&](Term t) {
    if (t.op() == Op::Ite && found.null()) found = t;
  });
  return found;
}

Term replace(TermManager& terms, Term where, Term what, Term by) {
  std::unordered_map<Term, Term> done;
  for_each_subterm(where, [&](Term t) {
    if (t == what) {
      done[t] = by;
      return;
    }
    std::vector<Term> args;
    for (Term a : t.args())
      args.push_back(done.at(a));
    done[t] = args.empty() ? t : terms.rebuild(t, args);
  });
  return done.at(where);
}

class Collector {
public:
  explicit Collector(TermManager& terms) : terms_(terms) {}

  std::vector<Term> run(Term formula) {
    visit(formula);
    return std::move(atoms_);
  }

private:
  void visit(Term formula) {
    std::vector<Term> work{formula};
    while (!work.empty()) {
      Term t = work.back();
      work.pop_back();
      if (!seen_.insert(t).second) continue;
      bool connective = t.op() == Op::Not || t.op() == Op::And || t.op() == Op::Or
                        || (t.op() == Op::Ite && t.type().is_bool())
                        || (t.op() == Op::Eq && t.arg(0).type().is_bool());
      if (!connective) {
        atom(t, work);
        continue;
      }
      for (Term a : t.args())
        work.push_back(a);
    }
  }

  void atom(Term t, std::vector<Term>& work) {
    if (t.is_constant()) return;
    if (Term ite = find_ite(t); !ite.null()) {
      if (++cases_ > max_cases) return;
      work.push_back(ite.arg(0));
      work.push_back(replace(terms_, t, ite, ite.arg(1)));
      work.push_back(replace(terms_, t, ite, ite.arg(2)));
      return;
    }
    Term normal = normal_atom(terms_, t, IntegerModel::Math).atom;
    if (!normal.is_constant() && known_.insert(normal).second) atoms_.push_back(normal);
  }

  TermManager& terms_;
  std::unordered_set<Term> seen_;
  std::unordered_set<Term> known_;
  std::vector<Term> atoms_;
  std::size_t cases_ = 0;
};

} // namespace

AtomLiteral normal_atom(TermManager& terms, Term atom, IntegerModel model) {
  bool positive = true;
  while (atom.op() == Op::Not) {
    positive = !positive;
    atom = atom.arg(0);
  }
  if (atom.is_constant()) return {terms.truth(true), atom.is_true() == positive};
  if (!is_comparison(atom)) return {atom, positive};
  Type type = atom.arg(0).type();
  bool exact = type.is_math() || (type.is_signed() && model == IntegerModel::Math);
  if (exact)
    if (std::optional<AtomLiteral> normal = normal_comparison(terms, atom))
      return {normal->atom, normal->positive == positive};
  if (atom.arg(0) == atom.arg(1)) return {terms.truth(true), (atom.op() != Op::Lt) == positive};
  if (atom.op() == Op::Le) return {terms.lt(atom.arg(1), atom.arg(0)), !positive};
  if (atom.op() == Op::Eq && atom.arg(1).id() < atom.arg(0).id())
    return {terms.eq(atom.arg(1), atom.arg(0)), positive};
  return {atom, positive};
}

Term solution(TermManager& terms, Term atom, Term variable, Integer offset) {
  if (atom.op() == Op::Not) atom = atom.arg(0);
  if (!is_comparison(atom) || atom.arg(0).type() != variable.type()) return {};
  Type type = variable.type();
  std::optional<LinearForm> form = Linear(terms, type).difference(atom.arg(0), atom.arg(1));
  if (!form) return {};
  auto at = form->sum.find(variable.id());
  if (at == form->sum.end() || magnitude(at->second.second) != 1) return {};
  if (at->second.second > 0) negate(*form);
  form->sum.erase(variable.id());
  Integer rest = form->constant + offset;
  Term sum;
  for (const auto& [id, entry] : form->sum) {
    auto [monomial, coefficient] = entry;
    for (VarId v : variables_of(monomial))
      if (v == variable.variable()) return {};
    Term part = coefficient == 1
                    ? monomial
                    : terms.binary(Op::Mul, terms.constant(type, coefficient), monomial);
    sum = sum.null() ? part : terms.binary(Op::Add, sum, part);
  }
  if (sum.null()) return terms.constant(type, rest);
  return rest == 0 ? sum : terms.binary(Op::Add, sum, terms.constant(type, rest));
}

std::vector<Term> atoms_of(TermManager& terms, Term formula) {
  return Collector(terms).run(formula);
}

} // namespace kleene::domain
