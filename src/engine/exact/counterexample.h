// SPDX-License-Identifier: Apache-2.0
// Is there an execution along an abstract counterexample? Calls are opaque first and expanded step by
// step, as long as the path is possible.
#pragma once
#include <variant>

#include "forward.h"
#include "path.h"

namespace kleene::engine::exact {

/// No execution takes the path: these conditions contradict each other.
struct Infeasible {
  FlatPath path;
  std::vector<Constraint> core;
  std::vector<Values> constants; ///< per step, as in PathFormula
  std::vector<Integer>
      beginning; ///< inputs of an execution that follows the path as far as possible
};

/// The inputs of an execution, as far as the terms say all.
struct Feasible {
  evidence::Execution execution;
};

struct Undecided {
  std::string reason;
  FlatPath path; ///< empty if it would be too long
};

using Feasibility = std::variant<Infeasible, Feasible, Undecided>;

Feasibility examine(const Forward& reached,
                    const AbstractPath& path,
                    const BlockProgram& program,
                    IntegerModel model,
                    Budget& budget);

/// What solvers have to know of the program.
smt::Layout layout_of(const BlockProgram& program);

/// A session with what it has to know of the program.
std::unique_ptr<smt::Session>
session_for(const BlockProgram& program, IntegerModel model, double seconds, Budget& budget);

} // namespace kleene::engine::exact
