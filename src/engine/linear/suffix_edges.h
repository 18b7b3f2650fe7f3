// SPDX-License-Identifier: Apache-2.0
// Backward reachability, one step at a time: from which states a target is reached, and which results
// a procedure has, as far as the callers' ways to a target depend on them. The mirror of path_edges.h.
#pragma once
#include "kleene/evidence/inductive.h"

#include <variant>

#include "call_graph.h"
#include "choices.h"
#include "known_pairs.h"

namespace kleene::engine::linear {

/// New states at a location, and where they lead: to a target (the map has no outputs), or to the exit
/// of the procedure with a result (its output).
struct SuffixEdge {
  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  struct AtGoal {}; ///< at a target, or at the exit with a result that is asked for
  struct Stepped {
    std::size_t next = none;
    std::size_t edge = 0;
  };
  struct Entered { ///< into a call that leads to a target
    std::size_t next = none;
    std::size_t edge = 0;
  };
  struct Returned { ///< over a call, which `inner` takes from entry to exit
    std::size_t next = none;
    std::size_t edge = 0;
    std::size_t inner = none;
  };
  using Origin = std::variant<AtGoal, Stepped, Entered, Returned>;

  ir::ProcId procedure;
  ir::LocId location;
  bool to_target = true;
  presburger::Map leads;
  Origin origin;
};

class SuffixEdges {
public:
  enum class Ending { Complete, StartReached, Limit };

  /// Keeps references.
  SuffixEdges(const domain::PresburgerDomain& domain,
              const CallGraph& calls,
              const ir::TargetSelection& targets);

  /// Goes on until nothing is new, an initial state leads to a target, `max_edges` exist, or so many
  /// seconds of computing are over: on a busy machine as much is done as on a quiet one.
  Ending run(std::size_t max_edges, double seconds);

  /// After StartReached: numbers for an execution to a target. Throws presburger::Failure.
  evidence::Execution execution();
  /// After Complete: no state of the invariants leads to a target, and
  ///   summary(f) = { (e, r) : if r was asked for, f leads from e to r }.
  evidence::InductiveProof proof() const;

private:
  /// A suffix edge behind a call that waits for results, or one at an entry.
  struct AtCall {
    Signature results;
    std::size_t suffix = 0;
    ir::ProcId caller;
    std::size_t edge = 0;
  };

  void
  propagate(ir::ProcId f, ir::LocId l, bool to_target, presburger::Map leads, SuffixEdge::Origin o);
  void process(std::size_t index);
  void at_entry(std::size_t index);
  void behind_call(std::size_t index, std::size_t edge, const ir::Call& call);
  void join(const AtCall& behind, std::size_t inner);
  const presburger::Map& step(ir::ProcId f, std::size_t edge);
  /// Everything known at a location: states that lead to a target; states with their results.
  std::optional<presburger::Map> all(ir::ProcId f, ir::LocId l, bool to_target) const;
  evidence::InductiveProof::Procedure invariants(ir::ProcId f) const;

  const domain::PresburgerDomain& domain_;
  const CallGraph& calls_;
  std::vector<std::vector<std::vector<std::size_t>>> incoming_;
  std::vector<std::vector<std::optional<presburger::Map>>> steps_;
  std::vector<SuffixEdge> edges_;
  std::size_t next_ = 0; ///< the worklist: edges from here on are not processed
  std::vector<std::vector<KnownPairs>> to_target_;
  std::vector<std::vector<KnownPairs>> to_result_;
  std::vector<std::vector<AtCall>>
      entries_; ///< per procedure: edges at its entry that have results
  std::vector<std::vector<AtCall>> waiting_; ///< per procedure: edges behind calls of it
  std::size_t start_ = SuffixEdge::none;
};

} // namespace kleene::engine::linear
