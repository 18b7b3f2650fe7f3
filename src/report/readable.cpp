// SPDX-License-Identifier: Apache-2.0
#include "kleene/report/readable.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace kleene::report {
namespace {

/// A comparison of a term with a constant, or the negation of one.
struct Comparison {
  enum class Kind { AtMost, AtLeast, Equal, Different };
  Term term;
  Kind kind = Kind::Equal;
  Integer constant = 0;
};

std::optional<Comparison> as_comparison(Term t, bool positive = true) {
  using Kind = Comparison::Kind;
  if (t.op() == Op::Not) return as_comparison(t.arg(0), !positive);
  if (t.arity() != 2 || !t.arg(0).type().is_integer()) return std::nullopt;
  bool right = t.arg(1).is_constant();
  if (right == t.arg(0).is_constant()) return std::nullopt;
  Term term = t.arg(right ? 0 : 1);
  Integer c = t.arg(right ? 1 : 0).value();
  switch (t.op()) {
  case Op::Eq:
    return Comparison{term, positive ? Kind::Equal : Kind::Different, c};
  case Op::Le: // term <= c, or c <= term
    if (right == positive) return Comparison{term, Kind::AtMost, positive ? c : c - 1};
    return Comparison{term, Kind::AtLeast, positive ? c : c + 1};
  case Op::Lt:
    if (right == positive) return Comparison{term, Kind::AtMost, positive ? c - 1 : c};
    return Comparison{term, Kind::AtLeast, positive ? c + 1 : c};
  default:
    return std::nullopt;
  }
}

/// What is known of a term.
struct Range {
  std::optional<Integer> low, high;
  std::set<Integer> without;

  void add(const Comparison& c) {
    using Kind = Comparison::Kind;
    if (c.kind == Kind::Different) without.insert(c.constant);
    if (c.kind == Kind::AtLeast || c.kind == Kind::Equal)
      low = low ? std::max(*low, c.constant) : c.constant;
    if (c.kind == Kind::AtMost || c.kind == Kind::Equal)
      high = high ? std::min(*high, c.constant) : c.constant;
    while (low && without.contains(*low))
      ++*low;
    while (high && without.contains(*high))
      --*high;
  }

  /// Whether the comparison holds for all of it; nothing if it depends.
  std::optional<bool> decides(const Comparison& c) const {
    using Kind = Comparison::Kind;
    bool below = high && *high < c.constant;
    bool above = low && *low > c.constant;
    bool at = low && high && *low == c.constant && *high == c.constant;
    bool never = below || above || without.contains(c.constant);
    switch (c.kind) {
    case Kind::AtMost:
      if (high && *high <= c.constant) return true;
      if (above) return false;
      break;
    case Kind::AtLeast:
      if (low && *low >= c.constant) return true;
      if (below) return false;
      break;
    case Kind::Equal:
      if (at) return true;
      if (never) return false;
      break;
    case Kind::Different:
      if (never) return true;
      if (at) return false;
      break;
    }
    return std::nullopt;
  }
};

using Known = std::map<std::uint32_t, Range>; ///< by the id of the term

class Reader {
public:
  explicit Reader(TermManager& terms) : terms_(terms) {}

  Term read(Term formula, const Known& known) {
    formula = folded(formula);
    if (formula.op() == Op::Not && is_junction(formula.arg(0))) {
      bool all = formula.arg(0).op() == Op::And;
      std::vector<Term> parts;
      for (Term part : formula.arg(0).args())
        parts.push_back(terms_.negate(part));
      return all ? disjunction(parts, known) : conjunction(std::move(parts), known);
    }
    if (std::optional<Comparison> c = as_comparison(formula)) {
      auto at = known.find(c->term.id());
      std::optional<bool> value = at == known.end() ? std::nullopt : at->second.decides(*c);
      if (!value) value = of_type(c->term).decides(*c);
      return value ? terms_.truth(*value) : formula;
    }
    if (formula.op() == Op::And) return conjunction(formula.args(), known);
    if (formula.op() == Op::Or) return disjunction(formula.args(), known);
    if (formula.op() == Op::Ite && formula.type().is_bool()) return choice(formula, known);
    return formula;
  }

private:
  static bool is_junction(Term t) { return t.op() == Op::And || t.op() == Op::Or; }

  /// A sum or difference of constants as one.
  Term folded_value(Term t) {
    bool sum = t.op() == Op::Add || t.op() == Op::Sub;
    if (!sum || t.arity() != 2 || !t.type().is_integer()) return t;
    Term a = folded_value(t.arg(0));
    Term b = folded_value(t.arg(1));
    if (!a.is_constant() || !b.is_constant()) return t;
    Integer value = t.op() == Op::Add ? a.value() + b.value() : a.value() - b.value();
    return terms_.constant(t.type(), t.type().is_machine() ? wrap(t.type(), value) : value);
  }

  /// A comparison, its constants computed.
  Term folded(Term t) {
    if (t.op() == Op::Not) {
      Term inner = folded(t.arg(0));
      return inner == t.arg(0) ? t : terms_.negate(inner);
    }
    bool compares = t.op() == Op::Eq || t.op() == Op::Le || t.op() == Op::Lt;
    if (!compares || !t.arg(0).type().is_integer()) return t;
    Term a = folded_value(t.arg(0));
    Term b = folded_value(t.arg(1));
    if (a.is_constant() && b.is_constant())
      return terms_.truth(t.op() == Op::Eq   ? a.value() == b.value()
                          : t.op() == Op::Le ? a.value() <= b.value()
                                             : a.value() < b.value());
    if (a == t.arg(0) && b == t.arg(1)) return t;
    return t.op() == Op::Eq   ? terms_.eq(a, b)
           : t.op() == Op::Le ? terms_.le(a, b)
                              : terms_.lt(a, b);
  }

  /// What every value of a machine type satisfies says nothing.
  static Range of_type(Term term) {
    Range range;
    bool variable = term.op() == Op::Variable && term.type().is_machine();
    if (!variable) return range;
    range.low = min_value(term.type());
    range.high = max_value(term.type());
    return range;
  }

  static void learn(Known& known, Term fact, bool holds = true) {
    if (std::optional<Comparison> c = as_comparison(fact, holds)) known[c->term.id()].add(*c);
  }

  Term choice(Term formula, const Known& known) {
    Term condition = read(formula.arg(0), known);
    Known if_true = known;
    Known if_false = known;
    learn(if_true, condition);
    learn(if_false, condition, false);
    if (condition.is_true()) return read(formula.arg(1), known);
    if (condition.is_false()) return read(formula.arg(2), known);
    Term yes = read(formula.arg(1), if_true);
    Term no = read(formula.arg(2), if_false);
    if (yes.is_true()) return disjunction({condition, no}, known);
    if (no.is_true()) return disjunction({terms_.negate(condition), yes}, known);
    if (yes.is_false()) return conjunction({terms_.negate(condition), no}, known);
    if (no.is_false()) return conjunction({condition, yes}, known);
    return terms_.ite(condition, yes, no);
  }

  /// Of comparisons only the weakest say something.
  Term disjunction(const std::vector<Term>& parts, const Known& known) {
    std::vector<Term> kept;
    for (Term part : parts)
      kept.push_back(read(part, known));
    for (std::size_t i = 0; i < kept.size(); ++i) {
      Known alone;
      learn(alone, kept[i]);
      for (std::size_t j = 0; j < kept.size(); ++j)
        if (i != j && as_comparison(kept[i]) && read(kept[j], alone).is_true()) {
          kept[i] = terms_.truth(false);
          break;
        }
    }
    return terms_.disj(std::move(kept));
  }

  /// Equalities say most, so they are kept first; of bounds only the tightest say something.
  Term conjunction(std::vector<Term> parts, const Known& before) {
    std::ranges::stable_sort(parts, {}, [](Term t) {
      std::optional<Comparison> c = as_comparison(t);
      if (!c) return 3;
      return c->kind == Comparison::Kind::Equal       ? 0
             : c->kind == Comparison::Kind::Different ? 2
                                                      : 1;
    });
    std::vector<bool> dropped(parts.size());
    for (std::size_t i = parts.size(); i-- > 0;) {
      if (!as_comparison(parts[i])) continue;
      Known others = before;
      for (std::size_t j = 0; j < parts.size(); ++j)
        if (j != i && !dropped[j]) learn(others, parts[j]);
      dropped[i] = read(parts[i], others).is_true();
    }
    Known known = before;
    std::vector<Term> kept;
    for (std::size_t i = 0; i < parts.size(); ++i)
      if (as_comparison(parts[i]) && !dropped[i]) {
        kept.push_back(read(parts[i], known));
        learn(known, parts[i]);
      }
    for (Term part : parts)
      if (!as_comparison(part)) kept.push_back(read(part, known));
    return terms_.conj(std::move(kept));
  }

  TermManager& terms_;
};

} // namespace

Term readable(TermManager& terms, Term formula) {
  return Reader(terms).read(formula, {});
}

} // namespace kleene::report
