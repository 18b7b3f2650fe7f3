// SPDX-License-Identifier: Apache-2.0
// Terms as piecewise linear functions of a state vector.
#pragma once
#include "kleene/domain/presburger_domain.h"

namespace kleene::domain {

class LinearTerms {
public:
  LinearTerms(const presburger::Context& context, const Layout& layout)
      : context_(context), layout_(layout), dims_(layout.state.size()) {}

  /// The value of a term; a Bool is 0 or 1. Throws NotLinear.
  presburger::Expr value(Term t);
  /// The states where a Bool term is true. Throws NotLinear.
  presburger::Set condition(Term t);

private:
  presburger::Expr number(Integer v) const {
    return presburger::Expr::constant(context_, dims_, v);
  }
  presburger::Expr variable(VarId v) const;
  presburger::Expr arithmetic(Term t);
  presburger::Expr product(Term t);
  presburger::Expr wrapped(Type type, const presburger::Expr& value) const;

  const presburger::Context& context_;
  const Layout& layout_;
  std::size_t dims_;
};

} // namespace kleene::domain
