// SPDX-License-Identifier: Apache-2.0
#include "kleene/symbolic/exclusive.h"

#include <algorithm>

namespace kleene::symbolic {
namespace {

std::vector<Term> conjuncts(Term t) {
  return t.op() == Op::And ? t.args() : std::vector<Term>{t};
}

/// For `x == 5`: whether the other says that x is something else.
bool other_constant(Term a, Term b) {
  if (a.op() != Op::Eq || b.op() != Op::Eq) return false;
  for (std::size_t i = 0; i < 2; ++i)
    for (std::size_t j = 0; j < 2; ++j)
      if (a.arg(i) == b.arg(j) && a.arg(1 - i).is_constant() && b.arg(1 - j).is_constant())
        return a.arg(1 - i) != b.arg(1 - j);
  return false;
}

bool contradict(TermManager& terms, const std::vector<Term>& a, const std::vector<Term>& b) {
  return std::ranges::any_of(a, [&](Term x) {
    Term not_x = terms.negate(x);
    return std::ranges::any_of(b, [&](Term y) { return y == not_x || other_constant(x, y); });
  });
}

} // namespace

bool exclusive(TermManager& terms, const std::vector<const ir::Statement*>& statements) {
  if (statements.size() < 2) return true;
  std::vector<Term> conditions;
  std::vector<std::vector<Term>> parts;
  for (const ir::Statement* statement : statements) {
    const auto* assume = std::get_if<ir::Assume>(statement);
    // Where undefined behaviour is assumed away, the edge can be taken in any case.
    if (!assume || ir::is_undefined_behaviour(assume->kind)) return false;
    conditions.push_back(assume->condition);
    parts.push_back(conjuncts(assume->condition));
  }
  for (std::size_t i = 0; i < parts.size(); ++i)
    for (std::size_t j = i + 1; j < parts.size(); ++j)
      if (conditions[i] != terms.negate(conditions[j]) && !contradict(terms, parts[i], parts[j]))
        return false;
  return true;
}

} // namespace kleene::symbolic
