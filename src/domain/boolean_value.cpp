// SPDX-License-Identifier: Apache-2.0
#include "kleene/domain/boolean_value.h"

#include "kleene/support/invariant.h"

namespace kleene::domain {
namespace {

/// The value of a term whose arguments are known.
Bdd node(Term t, const BooleanValues& known, const std::function<Bdd(VarId)>& literal) {
  auto arg = [&](std::size_t i) -> const Bdd& { return known.at(t.arg(i)); };
  Bdd result;
  switch (t.op()) {
  case Op::Constant:
    return Bdd(t.is_true());
  case Op::Variable:
    return literal(t.variable());
  case Op::Not:
    return !arg(0);
  case Op::And:
    result = Bdd(true);
    for (std::size_t i = 0; i < t.arity(); ++i)
      result &= arg(i);
    return result;
  case Op::Or:
    for (std::size_t i = 0; i < t.arity(); ++i)
      result |= arg(i);
    return result;
  case Op::Eq:
    return arg(0).iff(arg(1));
  case Op::Ite:
    return ite(arg(0), arg(1), arg(2));
  default:
    KL_INVARIANT(false, "a Boolean program should have Boolean operators only");
  }
}

} // namespace

Bdd boolean_value(Term term, BooleanValues& known, const std::function<Bdd(VarId)>& literal) {
  if (auto found = known.find(term); found != known.end()) return found->second;
  // Arguments first: their values are in the table then.
  for_each_subterm(term, [&](Term t) {
    if (!known.contains(t)) known.emplace(t, node(t, known, literal));
  });
  return known.at(term);
}

} // namespace kleene::domain
