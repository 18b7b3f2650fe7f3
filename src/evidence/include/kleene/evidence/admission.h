// SPDX-License-Identifier: Apache-2.0
// What each judge may be asked: the preconditions of all of them in one table. Every judge asks here before
// it looks at the evidence, so evidence of the wrong kind, about the wrong property or the wrong sort of
// program never gets further.
#pragma once
#include "kleene/evidence/problem.h"

#include <span>
#include <string>

namespace kleene::evidence {

/// One per judge. Invariants have two: of programs over Booleans, and of all others.
enum class Kind {
  Execution,
  Invariants,
  BooleanInvariants,
  Bounds,
  AllRuns,
  Ranks,
  Lasso,
  RecurrentSet,
  Activations,
  LayeredRecurrence,
  Leaps,
  MustSets,
  Ranking,
  Schedule,
  Interleavings,
  Stacks,
  ControlFlow,
};

enum class Programs {
  Sequential,        ///< one thread, any values
  SequentialBoolean, ///< one thread, over Booleans
  Threads,           ///< with threads, any values
  BooleanThreads,    ///< with threads, over Booleans
};

struct Precondition {
  Kind kind;
  std::string_view name; ///< as in a sentence: `a lasso`
  bool unreach_call;
  bool termination;
  bool no_overflow; ///< of machine integers: unbounded ones do not overflow
  Programs programs;
  /// The judge knows that values which nobody gives (demonic ones) are not for anybody to choose.
  bool unknown_values;
};

/// The table, in the order of the kinds.
std::span<const Precondition> preconditions();

/// Why evidence of this kind says nothing about the problem, whatever it is; empty if it may.
std::string refusal(Kind kind, const Problem& problem);

/// All variables are Bool, and so is everything that is computed with them.
bool is_boolean(const ir::Program& program);

} // namespace kleene::evidence
