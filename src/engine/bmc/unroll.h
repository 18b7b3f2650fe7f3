// SPDX-License-Identifier: Apache-2.0
// A program unrolled up to bounds: all its executions at once, as terms over their inputs. Where paths
// meet again their states are merged, so the result is as large as the unrolled control flow, not as the
// number of paths; where everything is known there is one path, and unrolling is execution.
#pragma once
#include "kleene/evidence/problem.h"
#include "kleene/support/budget.h"

#include <string>

#include "machine.h"

namespace kleene::engine::bmc {

/// How far to unroll. Rounds and activations that depend on known values only cost next to nothing.
struct Bounds {
  unsigned rounds = 1;          ///< of a loop whose end depends on unknown values
  unsigned depth = 1;           ///< of recursion that depends on unknown values
  std::uint64_t steps = 10'000; ///< edges in all
};

/// A value, an edge, or what lies in memory that the environment chose.
struct InputEvent {
  enum class Kind {
    Value,
    Edge,
    Object, ///< one with open contents is made: ir::has_open_contents
    Part,   ///< of the last such object, where it does not live in memory
  };
  Kind kind = Kind::Value;
  symbolic::Path path;      ///< executions that ask for it
  Term value = {};          ///< Value, Part
  std::uint64_t offset = 0; ///< Part
  std::size_t object = 0;   ///< Object: its number in memory
  /// Edges: which can be taken, and which is.
  std::vector<Term> open = {};
  std::vector<Term> taken = {};
};

/// Executions that were not followed to their end.
struct Cut {
  Term condition;
  std::string where; ///< for people: the loop or the recursion
};

struct Unrolling {
  std::vector<Term> violations; ///< conditions of executions that violate the property
  std::vector<Cut> cuts;
  std::vector<InputEvent> inputs; ///< in an order that all executions keep
  std::vector<FirstPart> heap;    ///< of objects that live in memory
  std::uint64_t steps = 0;
  /// Over all loops: how often one was come back to after it was entered. Over all procedures: how
  /// many activations of one there were at a time.
  std::size_t most_rounds = 0;
  std::size_t most_depth = 1;
};

/// Asked at loops and calls whether any execution takes a path; `true` is always a right answer.
using Feasible = std::function<bool(const symbolic::Path&)>;

Unrolling unroll(const evidence::Problem& problem,
                 const Bounds& bounds,
                 symbolic::Simplifier& simplify,
                 VariablePool& pool,
                 const Feasible& feasible,
                 Budget& budget);

} // namespace kleene::engine::bmc
