// SPDX-License-Identifier: Apache-2.0
#include "opaque_floats.h"

#include "kleene/logic/floats.h"

#include <unordered_map>

namespace kleene::engine::termination {
namespace {

class Opaque {
public:
  Opaque(TermManager& terms, FreshVariables& fresh) : terms_(terms), fresh_(fresh) {}

  Term operator()(Term t) {
    for_each_subterm(t, [&](Term s) {
      if (!done_.contains(s)) done_.emplace(s, replaced(s));
    });
    return done_.at(t);
  }
  bool found() const { return found_; }

private:
  Term replaced(Term s) {
    if (is_float(s.op())) {
      found_ = true;
      return fresh_(s.type());
    }
    std::vector<Term> args;
    bool changed = false;
    for (std::size_t i = 0; i < s.arity(); ++i) {
      args.push_back(done_.at(s.arg(i)));
      changed |= args.back() != s.arg(i);
    }
    return changed ? terms_.rebuild(s, args) : s;
  }

  TermManager& terms_;
  FreshVariables& fresh_;
  std::unordered_map<Term, Term> done_;
  bool found_ = false;
};

} // namespace

std::optional<System> with_opaque_floats(System system, TermManager& terms, FreshVariables& fresh) {
  Opaque opaque(terms, fresh);
  for (Step& step : system.steps) {
    step.known = opaque(step.known);
    step.condition = opaque(step.condition);
  }
  if (!opaque.found()) return std::nullopt;
  return system;
}

} // namespace kleene::engine::termination
