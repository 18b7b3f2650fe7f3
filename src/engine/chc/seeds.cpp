// SPDX-License-Identifier: Apache-2.0
#include "seeds.h"

#include <algorithm>
#include <map>
#include <set>

namespace kleene::engine::chc {
namespace {

constexpr std::size_t most_conjuncts = 160; ///< per relation
constexpr std::size_t most_numbers = 12;
constexpr std::size_t most_ordered = 6; ///< parameters that are compared with each other

/// Numbers that occur in comparisons, the most frequent first; 0 always.
std::vector<Integer> numbers(const smt::HornSystem& system) {
  std::map<Integer, std::size_t> count{{0, SIZE_MAX}};
  for (const smt::HornClause& clause : system.clauses)
    for_each_subterm(clause.constraint, [&](Term t) {
      if (t.op() != Op::Lt && t.op() != Op::Le && t.op() != Op::Eq) return;
      for (std::size_t i = 0; i < 2; ++i) {
        Term other = t.arg(1 - i);
        bool range = other.is_variable() && t.arg(i).is_constant() && other.type().is_machine()
                     && (t.arg(i).value() == min_value(other.type())
                         || t.arg(i).value() == max_value(other.type()));
        if (t.arg(i).is_constant() && !range && count[t.arg(i).value()] != SIZE_MAX)
          ++count[t.arg(i).value()];
      }
    });
  std::vector<Integer> result;
  for (const auto& [value, times] : count)
    result.push_back(value);
  std::ranges::stable_sort(result, std::greater<>(), [&](Integer v) { return count[v]; });
  if (result.size() > most_numbers) result.resize(most_numbers);
  return result;
}

} // namespace

std::vector<std::vector<Term>> seeds(const smt::HornSystem& system, TermManager& terms) {
  std::vector<Integer> bounds = numbers(system);
  std::vector<std::vector<Term>> result;
  for (const smt::HornRelation& relation : system.relations) {
    std::vector<Term>& conjuncts = result.emplace_back();
    std::vector<Term> integers;
    std::ranges::copy_if(relation.parameters, std::back_inserter(integers), [](Term p) {
      return p.type().is_machine();
    });
    for (Integer bound : bounds)
      for (Term p : integers) {
        if (!fits(p.type(), bound) || conjuncts.size() + 2 > most_conjuncts) continue;
        conjuncts.push_back(terms.le(p, terms.constant(p.type(), bound)));
        if (p.type().is_signed() || bound > 0)
          conjuncts.push_back(terms.le(terms.constant(p.type(), bound), p));
      }
    if (integers.size() > most_ordered) continue;
    for (Term p : integers)
      for (Term q : integers)
        if (p != q && p.type() == q.type()) conjuncts.push_back(terms.le(p, q));
  }
  return result;
}

} // namespace kleene::engine::chc
