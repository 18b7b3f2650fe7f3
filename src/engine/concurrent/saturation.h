// SPDX-License-Identifier: Apache-2.0
// What one recursive thread reaches while it is active: for a regular set of stacks, all pairs of a shared
// state and a stack that its steps lead to, as an automaton. Edges are added until no step adds one
// (post* of Bouajjani, Esparza, Maler, in the form of Schwoon); each knows why it is there, so that an
// execution can be read off.
#pragma once
#include <functional>
#include <unordered_map>

#include "languages.h"

namespace kleene::engine::concurrent {

using Shared = PushdownThreads::Shared;
using ThreadMove = PushdownThreads::Step;

/// The steps of the threads, computed once.
class StepTable {
public:
  explicit StepTable(PushdownThreads& threads) : threads_(threads) {}
  PushdownThreads& threads() const { return threads_; }
  /// The reference stays valid.
  const std::vector<ThreadMove>& steps(Shared shared, Symbol top);

private:
  PushdownThreads& threads_;
  std::unordered_map<std::uint64_t, std::vector<ThreadMove>> known_;
};

struct StackConfiguration {
  Shared shared = 0;
  Word stack;
};

class Saturation {
public:
  /// From all stacks of an automaton, with this shared state. Stops as soon as a target is on top.
  Saturation(StepTable& steps, Shared from, const StackAutomaton& stacks, Budget& budget);

  /// With a target on top, if there is one.
  const std::optional<StackConfiguration>& target() const { return target_; }
  /// The shared states reached.
  std::vector<Shared> reached() const;
  /// The stacks reached with a shared state, of those whose top is wanted.
  Nfa stacks(Shared shared, const std::function<bool(Symbol top)>& wanted) const;
  std::size_t size() const { return edges_.size(); }

  struct Way {
    Word from; ///< the stack that the thread began with
    std::vector<const ThreadMove*> moves;
  };
  /// How the thread comes to a configuration; requires one that is reached.
  Way way(const StackConfiguration& to) const;

private:
  using AutomatonState = std::size_t;
  using EdgeId = std::size_t;
  struct Edge {
    AutomatonState from = 0;
    std::optional<Symbol> symbol; ///< nothing: a procedure left the stack
    AutomatonState to = 0;
    /// Why: `move` from the configuration with the edge `earlier` first; without a move, `earlier`
    /// reads nothing and `later` goes on; without either, the edge was there from the beginning.
    const ThreadMove* move = nullptr;
    std::optional<EdgeId> earlier;
    std::optional<EdgeId> later;
  };

  AutomatonState state_of(Shared shared);
  AutomatonState inside(Shared shared, Symbol top);
  AutomatonState new_state(std::optional<Shared> shared);
  void add(Edge edge);
  void apply(EdgeId id);
  Word shortest_rest(AutomatonState from) const;
  std::vector<EdgeId> path(const StackConfiguration& to) const;

  StepTable& steps_;
  std::vector<std::optional<Shared>> shared_; ///< per state, if stacks begin there
  std::map<Shared, AutomatonState> begins_;
  std::map<std::pair<Shared, Symbol>, AutomatonState> insides_;
  std::vector<bool> accepting_;
  std::vector<Edge> edges_; ///< in the order in which they were found
  std::vector<std::vector<EdgeId>> outgoing_;
  std::vector<std::vector<EdgeId>> silent_into_;
  std::map<std::tuple<AutomatonState, std::optional<Symbol>, AutomatonState>, EdgeId> known_;
  std::optional<StackConfiguration> target_;
};

} // namespace kleene::engine::concurrent
