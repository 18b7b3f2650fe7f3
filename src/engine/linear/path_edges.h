// SPDX-License-Identifier: Apache-2.0
// Path edges and summary edges, one step at a time (EUREKA's procedure with an exact domain): finds
// errors with a derivation that can be made concrete, and proofs where finitely many steps suffice.
#pragma once
#include <variant>

#include "known_pairs.h"
#include "natural.h"

namespace kleene::engine::linear {

/// New pairs (entry, state) at a location, and where they came from.
struct PathEdge {
  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  struct Entered { ///< by a call; `caller` is `none` at the start of the program
    std::size_t caller = none;
    std::size_t edge = 0;
  };
  struct Stepped {
    std::size_t before = none;
    std::size_t edge = 0;
  };
  struct Returned { ///< from a call, of which `exit` is a path edge to the end
    std::size_t caller = none;
    std::size_t edge = 0;
    std::size_t exit = none;
  };
  using Origin = std::variant<Entered, Stepped, Returned>;

  ir::ProcId procedure;
  ir::LocId location;
  presburger::Map pairs;
  Origin origin;
};

/// The pairs at a location that are looked for; none if there are none among the given ones.
using Goal =
    std::function<std::optional<presburger::Map>(ir::ProcId, ir::LocId, const presburger::Map&)>;
/// All pairs at targets.
Goal reach(const ir::Program& program, const ir::TargetSelection& targets);

class PathEdges {
public:
  enum class Ending { Complete, TargetReached, Limit };

  /// Keeps references.
  PathEdges(const domain::PresburgerDomain& domain, Goal goal);

  /// Goes on until nothing is new, the goal is reached, `max_edges` path edges exist, or so many
  /// seconds of computing are over: on a busy machine as much is done as on a quiet one.
  Ending run(std::size_t max_edges, double seconds);

  const std::vector<PathEdge>& edges() const { return edges_; }
  /// After TargetReached: the path edge that holds the pairs of the goal.
  std::size_t target() const { return target_; }
  /// After Complete: everything that was found, as unions.
  Solution solution() const;
  /// What an edge (not a call) of a procedure does.
  const domain::Relation& step(ir::ProcId procedure, std::size_t edge);

private:
  /// A path edge that begins or ends a call, with the callee's entries.
  struct AtCall {
    Signature entries;
    std::size_t path = 0;
    std::size_t edge = 0; ///< the call, for callers
  };

  void propagate(ir::ProcId f, ir::LocId l, presburger::Map pairs, PathEdge::Origin origin);
  void process(std::size_t index);
  void at_call(std::size_t index, std::size_t edge, const ir::Call& call);
  void at_exit(std::size_t index);
  void join(std::size_t caller, std::size_t edge, const ir::Call& call, std::size_t exit);
  std::size_t slot(ir::ProcId f, ir::LocId l) const { return first_[f.index()] + l.index(); }

  const domain::PresburgerDomain& domain_;
  Goal goal_;
  std::vector<std::size_t> first_; ///< per procedure: the slot of its first location
  std::vector<std::vector<std::vector<std::size_t>>> outgoing_;
  std::vector<std::vector<std::optional<domain::Relation>>> steps_;
  std::vector<PathEdge> edges_;
  std::size_t next_ = 0; ///< the worklist: edges from here on are not processed
  std::vector<KnownPairs> known_;
  std::vector<std::vector<AtCall>> exits_;   ///< per procedure: path edges at its exit
  std::vector<std::vector<AtCall>> waiting_; ///< per procedure: path edges at calls of it
  std::size_t target_ = PathEdge::none;
};

} // namespace kleene::engine::linear
