// SPDX-License-Identifier: Apache-2.0
// Leaps over loops as evidence against a property (Ball, Kupferman and Sagiv, "Leaping loops in the
// presence of abstraction"). A leap is a finite region of states at the heads of a loop, or at the entries of
// recursive procedures, with an entry port and an exit port; conditions on single steps inside the region
// make sure that the loop leads from one port to the other, however often it goes round. A chain of
// leaps and edges from the start of the program to a target is as good as an execution, and is as short
// for a thousand rounds as for a thousand million.
#pragma once
#include "kleene/evidence/execution.h"
#include "kleene/evidence/inductive.h"
#include "kleene/evidence/kind.h"

#include <optional>
#include <utility>
#include <vector>

namespace kleene::evidence {

/// A way through the program: edges, into calls and back, and leaps. When the last edge of a called
/// procedure has been taken, the way is behind the call.
struct Way {
  static constexpr std::size_t no_leap = static_cast<std::size_t>(-1);
  struct Item {
    ir::ProcId procedure;
    std::size_t edge = 0; ///< its number in the procedure
    std::size_t leap = no_leap;
  };
  std::vector<Item> items;
  /// What the environment chooses, one term per input in the order of the way, over the values of the
  /// variables at that moment.
  std::vector<Term> choices;
};

/// States at a place.
struct Port {
  ir::ProcId procedure;
  ir::LocId location;
  Term states; ///< over current values
};

struct Leap {
  enum class Theorem {
    Backward = 1, ///< every state of the exit port is reached from some state of the entry port
    Forward = 2,  ///< every state of the entry port leads to some state of the exit port
  };
  struct Bound {
    VarId variable;
    Term low;
    Term high;
  };
  Theorem theorem = Theorem::Forward;
  std::vector<Port> region; ///< one per place
  Port entry;
  Port exit;
  /// From a place of the region to a place of the region. A step that ends inside a call that it made is
  /// one of a recursion: the way behind the leap never returns from there.
  std::vector<Way> steps;
  /// Mathematical integers only: where the variables stay that the steps change, in terms of others.
  std::vector<Bound> bounds;
  /// Changed by the steps, but read by nothing here.
  std::vector<VarId> hidden;
};

struct LeapChain {
  static constexpr KindEntry kind{
      "leaps",
      Shows::Violation,
      {"leaps over loops", about::reach_or_end},
      {"leap region entry exit least most hide step reached by-way by-leap value way round",
       "round-way take over choose steps input memory"}};
  std::vector<Leap> leaps; ///< a step uses only leaps before its own
  /// Sets of states all of which are reached, each from the one before it, the first from the start of
  /// the program: along one of the ways, or over a backward leap. The environment chooses what it likes:
  /// these ways have no choices.
  struct Reached {
    Port port;
    std::vector<Way> ways;
    std::size_t leap = Way::no_leap;
  };
  std::vector<Reached> reached;
  /// From the last of these sets (or from the start of the program) to the target.
  Way way;
  /// Of variables where the way begins: one state is enough.
  std::vector<std::pair<VarId, Integer>> values;
  /// Against termination: the way leads into `round->states`, and this one from there back into it.
  struct Round {
    Port port;
    Way way;
  };
  std::optional<Round> round;
  /// The inputs of such an execution, where it is short enough to be run.
  std::optional<Execution> execution;
};

/// Accepts if a solver confirms for every leap that
///   the ports lie in the region;                                                   (ports)
///   the region is finite: variables that change have bounds that do not;           (finite)
///   what is hidden is read by nothing;                                             (hidden)
///   forward: a state of the region outside the exit port has a step to a
///   state of the region outside the entry port,                                    (forward)
///   and no state of the region outside the entry port has two predecessors in it;  (one predecessor)
///   backward: a state outside the entry port has a predecessor outside the exit
///   port,                                                                          (backward)
///   and no state of the region outside the exit port has two successors in it;     (one successor)
/// and that the way, whatever states of their exit ports its leaps lead to, passes and ends at a
/// target; against termination, that the round passes at least one edge and leads back.
Judgement
judge(const Problem& problem, const LeapChain& chain, smt::Solver& solver, Budget& budget);

} // namespace kleene::evidence
