// SPDX-License-Identifier: Apache-2.0
#include "kleene/logic/substitute.h"

#include "kleene/support/invariant.h"

namespace kleene {

Term Substitution::operator()(Term t) {
  // Depth first without recursion; what was done before is not visited again.
  std::vector<Term> stack{t};
  while (!stack.empty()) {
    Term s = stack.back();
    if (done_.contains(s)) {
      stack.pop_back();
      continue;
    }
    std::size_t waiting = stack.size();
    for (std::size_t i = 0; i < s.arity(); ++i)
      if (!done_.contains(s.arg(i))) stack.push_back(s.arg(i));
    if (stack.size() > waiting) continue;
    stack.pop_back();
    done_.emplace(s, replaced(s));
  }
  return done_.at(t);
}

Term Substitution::replaced(Term s) {
  if (s.is_variable()) {
    auto found = values_.find(s.variable());
    if (found == values_.end()) return s;
    KL_INVARIANT(found->second.type() == s.type(), "a substitution should keep types");
    return found->second;
  }
  std::vector<Term> args;
  args.reserve(s.arity());
  bool changed = false;
  for (std::size_t i = 0; i < s.arity(); ++i) {
    args.push_back(done_.at(s.arg(i)));
    changed |= args.back() != s.arg(i);
  }
  return changed ? terms_.rebuild(s, args) : s;
}

} // namespace kleene
