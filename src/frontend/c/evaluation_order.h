// SPDX-License-Identifier: Apache-2.0
// In which orders the parts of an expression may be evaluated, where the order matters (C11 6.5p2,
// 6.5.2.2p10).
//
// Calls are indeterminately sequenced: two calls, or a call and an access, of which one disturbs the
// other, may come in either order. Two accesses of one object that the expression makes itself, one of them
// a write, are undefined behaviour instead.
#pragma once
#include <unordered_map>

#include "effects.h"

namespace kleene::frontend::c {

/// The orders of one expression whose own operators leave them open.
struct Orders {
  /// Parts of which each disturbs another one: reads of lvalues, assignments, calls, and whole operands
  /// that are sequenced in themselves (conditionals, commas). Parts of different groups do not disturb
  /// each other.
  struct Group {
    std::vector<const clang::Expr*> parts;
    /// Each a permutation of the parts; the one of gcc's code first.
    std::vector<std::vector<std::size_t>> orders;
  };
  /// What is sequenced before others comes first.
  std::vector<Group> groups;
  /// Accesses of which one writes, without a sequence between them: undefined if both happen, to the
  /// same object. Reads (conversions of an lvalue), assignments, increments.
  std::vector<std::pair<const clang::Expr*, const clang::Expr*>> clashes;
  /// This is so in every case.
  bool undefined = false;
  /// What is not modelled about it; null: nothing.
  const char* uncovered = nullptr;

  bool open() const { return !groups.empty() || !clashes.empty() || undefined || uncovered; }
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
