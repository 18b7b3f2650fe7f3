// SPDX-License-Identifier: Apache-2.0
// Evidence that no interleaving of recursive threads over Booleans reaches a target: sets of whole
// configurations that no step and no switch leaves. Stacks are words (ir/pushdown.h), and sets of them
// are automata, so that nothing about deep recursion is lost.
#pragma once
#include "kleene/evidence/inductive.h"
#include "kleene/evidence/kind.h"
#include "kleene/ir/pushdown.h"

#include <vector>

namespace kleene::evidence {

/// A deterministic automaton: which stacks there may be, read from the top. A missing edge rejects.
struct StackAutomaton {
  struct Node {
    bool accepting = false;
    std::vector<std::pair<std::size_t, std::size_t>> next; ///< symbol and state, sorted by symbol
    auto operator<=>(const Node&) const = default;
  };
  std::vector<Node> states; ///< the first is where it begins; empty: no stack at all
  auto operator<=>(const StackAutomaton&) const = default;
};

struct StackProof {
  static constexpr KindEntry kind{"stacks",
                                  Shows::PropertyHolds,
                                  {"stacks of the threads", about::reach, Programs::BooleanThreads},
                                  {"shared symbol automaton state edge set"}};
  /// All configurations with this thread active, this shared state, and stacks that the automata
  /// accept, whichever combination.
  struct Set {
    std::size_t thread = 0;
    std::size_t shared = 0;          ///< among `shared`
    std::vector<std::size_t> stacks; ///< per thread, among `automata`
  };
  std::vector<ir::SharedState> shared;
  std::vector<ir::StackSymbol> symbols; ///< of the automata
  std::vector<StackAutomaton> automata;
  std::vector<Set> sets;
};

/// Accepts if the program starts no thread beyond those of the proof, and
///   every initial configuration is in one of the sets;                             (start)
///   so is what every step of the active thread makes of a set;                     (step)
///   and of a set from which another thread may go on, with that one active;        (switch)
///   no stack of an active thread has a target on top.                              (target)
Judgement judge(const Problem& problem, const StackProof& proof, Budget& budget);

} // namespace kleene::evidence
