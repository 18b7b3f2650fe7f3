// SPDX-License-Identifier: Apache-2.0
#include "leaves.h"

#include <algorithm>
#include <unordered_set>

namespace kleene::engine::bmc {

/// A choice, or a choice plus an offset.
bool Leaves::is_choice(Term t) {
  return t.op() == Op::Ite || (t.op() == Op::PtrAdd && t.arg(0).op() == Op::Ite);
}

Term Leaves::condition_of(Term choice) {
  return choice.op() == Op::Ite ? choice.arg(0) : choice.arg(0).arg(0);
}

std::pair<Term, Term> Leaves::parts(Term choice) {
  if (choice.op() == Op::Ite) return {choice.arg(1), choice.arg(2)};
  Term base = choice.arg(0);
  return {simplify_.binary(Op::PtrAdd, base.arg(1), choice.arg(1)),
          simplify_.binary(Op::PtrAdd, base.arg(2), choice.arg(1))};
}

/// All that the address may come down to, each behind all choices that lead to it.
std::vector<Term> Leaves::parents_first(Term address) {
  std::vector<Term> result;
  std::unordered_set<Term> seen;
  std::vector<std::pair<Term, bool>> todo{{address, false}};
  while (!todo.empty()) {
    auto [t, children_done] = todo.back();
    todo.pop_back();
    if (children_done) {
      result.push_back(t);
      continue;
    }
    if (!seen.insert(t).second) continue;
    todo.emplace_back(t, true);
    if (!is_choice(t)) continue;
    auto [then_part, else_part] = parts(t);
    todo.emplace_back(then_part, false);
    todo.emplace_back(else_part, false);
  }
  std::ranges::reverse(result);
  return result;
}

const Leaves::Known& Leaves::known(Term address) {
  auto [entry, is_new] = known_.try_emplace(address);
  if (!is_new) return entry->second;
  std::vector<Leaf>& leaves = entry->second.leaves;
  std::unordered_map<Term, Term> when{{address, simplify_.truth(true)}};
  auto also = [&](Term t, Term condition) {
    auto [found, first] = when.try_emplace(t, condition);
    if (!first) found->second = simplify_.disj(found->second, condition);
  };
  std::size_t choices = 0;
  for (Term t : parents_first(address)) {
    Term here = when.at(t);
    if (!is_choice(t)) {
      if (!here.is_false()) leaves.push_back({t, here});
      continue;
    }
    ++choices;
    auto [then_part, else_part] = parts(t);
    also(then_part, simplify_.conj(here, condition_of(t)));
    also(else_part, simplify_.conj(here, simplify_.negate(condition_of(t))));
  }
  entry->second.repeats = choices >= leaves.size();
  return entry->second;
}

Term Leaves::for_each(Term address, const std::function<Term(Term)>& f) {
  if (!is_choice(address)) return f(address);
  const Known& known = this->known(address);
  if (!known.repeats) return follow(address, f);
  std::vector<Leaf> leaves = known.leaves; // `f` may ask for others
  Term result = f(leaves.back().address);
  for (std::size_t i = leaves.size() - 1; i-- > 0;)
    result = simplify_.ite(leaves[i].condition, f(leaves[i].address), result);
  return result;
}

/// Of a tree in which nothing occurs twice.
Term Leaves::follow(Term address, const std::function<Term(Term)>& f) {
  if (!is_choice(address)) return f(address);
  auto [then_part, else_part] = parts(address);
  Term then_value = follow(then_part, f);
  return simplify_.ite(condition_of(address), then_value, follow(else_part, f));
}

Term Leaves::compact(Term address) {
  return for_each(address, [](Term leaf) { return leaf; });
}

} // namespace kleene::engine::bmc
