// SPDX-License-Identifier: Apache-2.0
// A shortest execution to a goal, counted in edges, those inside calls included.
//
// Pairs are discovered in the order of time, the number of edges from the start of the program:
//
//   entry e of f at time g        its first call, or the start at time 0
//   (e, s) at k at time t         t - g is the length of a shortest way inside the activation
//   a statement                   takes one edge
//   a step over a call            takes one edge more than the shortest way through the callee
//
// A way through a callee has the same length for all callers, so it is kept with that length, t - g
// at the exit. A caller at time a comes back at a + 1 + length; it entered at a + 1 >= g, so this is
// never in the past (Knuth's generalisation of Dijkstra's algorithm, with sets of pairs).
#pragma once
#include <cstdint>

#include "derivation.h"

namespace kleene::engine::summaries {

class ShortestExecution {
public:
  /// Keeps references to all arguments.
  ShortestExecution(const domain::BooleanDomain& domain,
                    const ControlFlow& flow,
                    const std::vector<bool>& goal);

  struct Effort {
    std::size_t images = 0;
    std::size_t nodes = 0; ///< of decision diagrams, made on the way
  };

  /// Nothing if a shortest execution has more than `longest` edges, if finding one takes more than
  /// this effort, or if there is none.
  std::optional<Path> find(std::size_t longest, Effort most);
  /// Whether the last search ended because it took too much effort.
  bool gave_up() const { return gave_up_; }

private:
  using Time = std::uint64_t;
  /// What is discovered at one place, in the order of time.
  struct Discoveries {
    Row sets;
    std::vector<Time> times; ///< of the sets
    Bdd all;
    void add(const Bdd& fresh, Time time);
    /// Those elements of a set that were discovered at a time.
    Bdd at(Time time, const Bdd& set) const;
  };
  /// What waits to be discovered at one time.
  struct Agenda {
    std::map<ir::ProcId, Bdd> entries;
    std::map<Node, Bdd> pairs;
  };
  struct Fact {
    Node node = 0;
    Time time = 0;
    Bdd pair;
  };
  struct Reason {
    Step step;
    Fact before;
    std::optional<Fact> callee_exit; ///< for a step over a call
  };
  struct Open {
    Fact at;
    std::optional<Step> call; ///< who called, if the activation returns
  };

  void enter(ir::ProcId p, const Bdd& entries, Time now);
  void arrive(Node n, const Bdd& pairs, Time now);
  void leave(ir::ProcId p, const Bdd& pairs, Time now);
  void call(Step step, const Bdd& pairs, Time now);

  Path unwind(Fact end) const;
  Reason reason(const Fact& after) const;
  std::optional<Reason> over(Step call, const Fact& after) const;
  Fact callee_exit(Step call, const Bdd& exits, Time length) const;
  std::pair<Step, Fact> caller(const Fact& entry) const;
  bool begins_activation(const Fact& fact) const;

  const domain::BooleanDomain& domain_;
  const ControlFlow& flow_;
  const std::vector<bool>& goal_;
  std::map<Time, Agenda> agenda_;
  std::vector<Discoveries> pairs_;                ///< per node
  std::vector<Discoveries> entries_;              ///< per procedure: entry states
  std::vector<Discoveries> summaries_;            ///< per procedure; the times are lengths
  std::vector<std::map<std::size_t, Row>> calls_; ///< per procedure and call edge: entries made
  std::optional<Fact> reached_;
  std::size_t work_ = 0; ///< images so far
  bool gave_up_ = false;
};

} // namespace kleene::engine::summaries
