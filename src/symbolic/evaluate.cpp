// SPDX-License-Identifier: Apache-2.0
#include "kleene/symbolic/evaluate.h"

#include "kleene/logic/floats.h"
#include "kleene/support/invariant.h"
#include "kleene/symbolic/simplifier.h"

#include <algorithm>
#include <vector>

namespace kleene::symbolic {

Integer Evaluator::operator()(Term t) {
  std::vector<Term> todo{t};
  while (!todo.empty()) {
    Term top = todo.back();
    if (known_.contains(top)) {
      todo.pop_back();
      continue;
    }
    std::size_t before = todo.size();
    for (std::size_t i = 0; i < top.arity(); ++i)
      if (!known_.contains(top.arg(i))) todo.push_back(top.arg(i));
    if (todo.size() == before) {
      known_.emplace(top, compute(top));
      todo.pop_back();
    }
  }
  return known_.at(t);
}

Integer Evaluator::compute(Term t) {
  auto arg = [&](std::size_t i) { return known_.at(t.arg(i)); };
  auto holds = [&](Term a) { return known_.at(a) != 0; };
  switch (t.op()) {
  case Op::Constant:
    return t.value();
  case Op::Variable:
  case Op::Address:
    return variable_(t);
  case Op::Not:
    return arg(0) != 0 ? 0 : 1;
  case Op::And:
    return std::ranges::all_of(t.args(), holds) ? 1 : 0;
  case Op::Or:
    return std::ranges::any_of(t.args(), holds) ? 1 : 0;
  case Op::Ite:
    return arg(0) != 0 ? arg(1) : arg(2);
  default:
    if (is_float(t.op())) {
      std::vector<std::uint64_t> values;
      for (std::size_t i = 0; i < t.arity(); ++i)
        values.push_back(static_cast<std::uint64_t>(arg(i)));
      auto result = Integer(float_result(float_op(t.op()), t.type(), t.arg(0).type(), values));
      return t.type().is_machine() ? wrap(t.type(), result) : result;
    }
    KL_INVARIANT(t.op() < Op::Load, "terms over memory should not be evaluated");
    Integer second = t.arity() == 2 ? arg(1) : 0;
    return fold(model_, t.op(), t.type(), t.arg(0).type(), arg(0), second).value_or(0);
  }
}

} // namespace kleene::symbolic
