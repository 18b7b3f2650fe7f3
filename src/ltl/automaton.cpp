// SPDX-License-Identifier: Apache-2.0
#include "kleene/ltl/automaton.h"

#include "kleene/support/invariant.h"

#include <algorithm>

namespace kleene::ltl {

Automaton::Automaton(const Formula& formula) {
  obligations_.push_back(formula);
  names_
      .emplace_back(); // the formula itself is due once; as a part of itself it has its own Boolean
  collect(formula);
}

void Automaton::collect(const Formula& formula) {
  for (const Formula& arg : formula->args)
    collect(arg);
  bool later =
      formula->kind == Kind::Next || formula->kind == Kind::Until || formula->kind == Kind::Release;
  std::string name = to_string(formula);
  if (!later || std::ranges::find(names_, name) != names_.end()) return;
  if (formula->kind == Kind::Until) eventualities_.push_back(obligations_.size());
  obligations_.push_back(formula);
  names_.push_back(std::move(name));
}

std::size_t Automaton::number(const Formula& formula) const {
  auto found = std::ranges::find(names_, to_string(formula));
  KL_INVARIANT(found != names_.end(), "every temporal subformula should have its obligation");
  return static_cast<std::size_t>(found - names_.begin());
}

/// The formula holds here, if what it hands on holds at the next position.
Term Automaton::met(const Formula& formula, const Meaning& meaning) const {
  TermManager& terms = meaning.terms;
  auto arg = [&](std::size_t i) { return met(formula->args[i], meaning); };
  switch (formula->kind) {
  case Kind::Constant:
    return terms.truth(formula->value);
  case Kind::Atom:
    return meaning.atom(formula->atom);
  case Kind::Not:
    return terms.negate(meaning.atom(formula->args[0]->atom));
  case Kind::And:
    return terms.conj(arg(0), arg(1));
  case Kind::Or:
    return terms.disj(arg(0), arg(1));
  case Kind::Next:
    return meaning.next[number(formula)];
  case Kind::Until:
    return terms.disj(arg(1), terms.conj(arg(0), meaning.next[number(formula)]));
  case Kind::Release:
    return terms.conj(arg(1), terms.disj(arg(0), meaning.next[number(formula)]));
  }
  KL_INVARIANT(false, "every kind of formula should be met in some way");
}

Term Automaton::step(const Meaning& meaning) const {
  TermManager& terms = meaning.terms;
  std::vector<Term> all;
  for (std::size_t i = 0; i < size(); ++i) {
    bool next = i > 0 && obligations_[i]->kind == Kind::Next;
    Term here = met(next ? obligations_[i]->args[0] : obligations_[i], meaning);
    all.push_back(terms.disj(terms.negate(meaning.due[i]), here));
  }
  return terms.conj(std::move(all));
}

} // namespace kleene::ltl
