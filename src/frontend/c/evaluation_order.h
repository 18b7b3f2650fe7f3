// SPDX-License-Identifier: Apache-2.0
// In which orders the parts of an expression may be evaluated, where the order matters (C11 6.5p2,
// 6.5.2.2p10).
//
// Calls are indeterminately sequenced: two calls, or a call and an access, of which one disturbs the
// other, may come in either order. Two accesses that no call separates, one of them a write to the same
// variable, are undefined behaviour instead.
#pragma once
#include <unordered_map>

#include "effects.h"

namespace kleene::frontend::c {

/// The orders of one expression whose own operators leave them open.
struct Orders {
  /// The parts that are concerned: reads of lvalues, assignments, calls, and whole operands that are
  /// sequenced in themselves (conditionals, commas).
  std::vector<const clang::Expr*> parts;
  /// Each a permutation of the parts; the one of gcc's code first.
  std::vector<std::vector<std::size_t>> orders;
  /// Two accesses of the expression conflict without a sequence between them.
  bool undefined = false;
  /// More parts than are tried.
  bool too_many = false;
};

class EvaluationOrder {
public:
  explicit EvaluationOrder(EffectTable& effects) : effects_(effects) {}

  /// What is open in a function: full expressions, and operands that are sequenced by `&&`, `||`, `?:`
  /// and the comma, without parentheses around them.
  std::unordered_map<const clang::Expr*, Orders> of(const clang::FunctionDecl* function);

private:
  EffectTable& effects_;
};

} // namespace kleene::frontend::c
