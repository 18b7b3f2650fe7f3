// SPDX-License-Identifier: Apache-2.0
// An infinite execution as evidence against termination: inputs that lead to a state, and inputs that
// lead from it back to itself, so that they can be repeated for ever. With recursion, "itself" may lie
// deeper on the stack, if nothing below is ever returned to.
#pragma once
#include "kleene/evidence/execution.h"
#include "kleene/evidence/kind.h"

namespace kleene::evidence {

struct Lasso {
  static constexpr KindEntry kind{"lasso",
                                  Shows::Violation,
                                  {"a loop that is gone round for ever", about::end},
                                  {"steps input loop-steps loop-input"}};
  std::vector<Input> stem;
  std::vector<Input> loop;
  std::uint64_t stem_steps = 0;
  std::uint64_t loop_steps = 0;
};

struct LassoJudgement {
  /// Why it shows no infinite execution; empty if it does.
  std::string objection;
  ir::ProcId procedure; ///< where the loop begins
  SourceRange range;
  bool grows = false; ///< every round is deeper in the recursion

  bool accepted() const { return objection.empty(); }
};

/// Runs the stem, then the loop twice, in the interpreter. Accepts if the loop begins and ends in the
/// same procedure and location, with the same globals, locals on top of the stack and memory, never
/// returns below where it began, allocates nothing, and consumes exactly its inputs. Variables that
/// cannot change the way of an execution (`kleene/ir/steering.h`), as one that counts rounds, may have
/// other values. Executions with a signed overflow or a value that nobody knows are refused.
LassoJudgement judge(const Problem& problem, const Lasso& lasso, Budget& budget);

} // namespace kleene::evidence
