// SPDX-License-Identifier: Apache-2.0
#include "implicant.h"

#include <algorithm>

namespace kleene::domain {

Implicant::Implicant(TermManager& terms, std::function<bool(Term)> holds)
    : terms_(terms), evaluate_(std::move(holds)) {}

bool Implicant::holds(Term t) {
  auto [at, is_new] = truth_.try_emplace(t, false);
  if (is_new) at->second = evaluate_(t);
  return at->second;
}

void Implicant::explain(Term formula) {
  explain({formula, true});
}

Term Implicant::resolve(Term t) {
  std::vector<Claim> conditions;
  Term result = resolve(t, conditions);
  for (const Claim& c : conditions)
    explain(c);
  return result;
}

void Implicant::explain(Claim claim) {
  std::vector<Claim> work{claim};
  while (!work.empty()) {
    Claim next = work.back();
    work.pop_back();
    if (next.first.is_constant() || take_apart(next, work)) continue;
    Term atom = resolve(next.first, work);
    Term literal = next.second ? atom : terms_.negate(atom);
    if (!literal.is_constant() && std::ranges::find(literals_, literal) == literals_.end())
      literals_.push_back(literal);
  }
}

/// Adds claims that imply this one; false if it is a literal.
bool Implicant::take_apart(Claim claim, std::vector<Claim>& work) {
  auto [t, value] = claim;
  if (t.op() == Op::Not) {
    work.emplace_back(t.arg(0), !value);
    return true;
  }
  if (t.op() == Op::Ite || (t.op() == Op::Eq && t.arg(0).type().is_bool())) {
    bool first = holds(t.arg(0));
    work.emplace_back(t.arg(0), first);
    Term other = t.op() == Op::Eq || first ? t.arg(1) : t.arg(2);
    work.emplace_back(other, t.op() == Op::Eq ? first == value : value);
    return true;
  }
  if (t.op() != Op::And && t.op() != Op::Or) return false;
  if ((t.op() == Op::And) == value) {
    for (Term a : t.args())
      work.emplace_back(a, value);
    return true;
  }
  // One is enough: the one that speaks of the fewest variables.
  Term best;
  std::size_t fewest = 0;
  for (Term a : t.args()) {
    if (holds(a) != value) continue;
    std::size_t size = variables_of(a).size();
    if (best.null() || size < fewest) {
      best = a;
      fewest = size;
    }
  }
  if (best.null()) return false;
  work.emplace_back(best, value);
  return true;
}

Term Implicant::resolve(Term t, std::vector<Claim>& conditions) {
  std::vector<Term> work{t};
  while (!work.empty()) {
    Term next = work.back();
    std::vector<Term> needed = next.args();
    if (next.op() == Op::Ite) needed = {holds(next.arg(0)) ? next.arg(1) : next.arg(2)};
    std::size_t waiting = work.size();
    for (Term a : needed)
      if (!resolved_.contains(a)) work.push_back(a);
    if (work.size() > waiting) continue;
    work.pop_back();
    if (resolved_.contains(next)) continue;
    if (next.op() == Op::Ite) conditions.emplace_back(next.arg(0), holds(next.arg(0)));
    resolved_[next] = next.op() == Op::Ite ? resolved_.at(needed.front()) : rebuilt(next);
  }
  return resolved_.at(t);
}

/// From its arguments, which are resolved.
Term Implicant::rebuilt(Term t) {
  std::vector<Term> args;
  for (Term a : t.args())
    args.push_back(resolved_.at(a));
  return args == t.args() ? t : terms_.rebuild(t, args);
}

} // namespace kleene::domain
