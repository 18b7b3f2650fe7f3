// SPDX-License-Identifier: Apache-2.0
// What a statement does, said once for all judges: a condition on the state before, and new values of variables.
// Terms are over the state before. A judge says from which side it may err:
//   Over   never less than the program does: what nobody can tell may be anything, and an operator without a
//          value (a division by zero) does not end the execution;
//   Exact  what the program does, or it is not covered;
//   Under  never more than the program does: the condition says as well that every operator has a value; what
//          cannot be said without memory is not covered.
#pragma once
#include "kleene/ir/program.h"

namespace kleene::evidence {

enum class Bound { Over, Exact, Under };

struct Effect {
  /// The execution gets past the statement exactly if (Over: only if, Under: if) this holds; `false`: never.
  Term condition;

  struct Change {
    enum class To {
      Value,  ///< of a term in the state before
      Input,  ///< the environment chooses any value of the type
      Unknown ///< nobody knows: any value of the type
    };
    VarId variable;
    To to = To::Value;
    Term value; ///< To::Value only
  };
  std::vector<Change> changes; ///< all at once

  // What more it does; null if nothing of the kind.
  const ir::Call* call = nullptr; ///< left to those who know what the callee does
  // Over only: left to those who know which objects there are.
  const ir::Alloc* alloc = nullptr;
  const ir::Free* free = nullptr;
  const ir::Forget* forget = nullptr;
};

/// Throws NotCheckable for what the bound does not cover. The statement must outlive the result.
Effect effect(const ir::Program& program, const ir::Statement& statement, Bound bound);

} // namespace kleene::evidence
