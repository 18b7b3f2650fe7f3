// SPDX-License-Identifier: Apache-2.0
// Relations along the paths of one procedure, loops closed at once (see accelerate.h): from a start to
// every location, in weak topological order, and from every location to a goal, against it.
#pragma once
#include "kleene/domain/presburger_domain.h"
#include "kleene/facts/loops.h"

#include <functional>
#include <map>
#include <optional>

namespace kleene::engine::linear {

/// Per location; none: not reached.
using Relations = std::vector<std::optional<domain::Relation>>;
/// Per location; none: the empty set.
using StateSets = std::vector<std::optional<domain::StateSet>>;
/// What an edge of the procedure does; none: it is not taken.
using EdgeRelation = std::function<std::optional<domain::Relation>(std::size_t edge)>;

class Flow {
public:
  /// `context`, if given, holds in every state that matters at a location: loops are closed within it,
  /// which makes more of them exact, and relations are then right for such states only.
  Flow(const domain::PresburgerDomain& domain, ir::ProcId procedure, StateSets context = {});

  /// The relation from the start to each location, given the one at `start`, which must lie outside
  /// all loops. Over if a loop has no exact closure. Throws presburger::Failure.
  Relations from(ir::LocId start, const domain::Relation& at_start, const EdgeRelation& edge);

  /// The states at each location from which some state of `goal` is reached. Over if a loop on the way
  /// has no exact closure. Throws presburger::Failure.
  StateSets before(const StateSets& goal, const EdgeRelation& edge);

  /// One round of a loop, from its head back to it; none if there is no such path.
  std::optional<domain::Relation> round(const facts::Nested& loop, const EdgeRelation& edge);
  /// Any number of rounds.
  const domain::Relation& closed_loop(const facts::Nested& loop, const EdgeRelation& edge);

  /// The first loop whose closure was not exact, if any: where it stands in the source.
  const std::optional<SourceRange>& inexact_loop() const { return inexact_loop_; }
  /// Is the location inside a loop?
  bool in_loop(ir::LocId location) const { return in_loop_[location.index()]; }
  const std::vector<facts::Nested>& order() const { return order_; }

private:
  using Sequence = std::vector<facts::Nested>;
  SourceRange place_of(ir::LocId head) const;
  void visit(const Sequence& sequence, Relations& at, const EdgeRelation& edge);
  void join_incoming(ir::LocId location, Relations& at, const EdgeRelation& edge);
  void visit_backwards(const Sequence& sequence,
                       const StateSets& goal,
                       StateSets& before,
                       const EdgeRelation& edge);
  std::optional<domain::StateSet> join_outgoing(ir::LocId location,
                                                const StateSets& goal,
                                                const StateSets& before,
                                                const EdgeRelation& edge) const;

  const domain::PresburgerDomain& domain_;
  ir::ProcId procedure_;
  StateSets context_;
  Sequence order_;
  std::vector<std::vector<std::size_t>> incoming_; ///< edges into each location
  std::vector<std::vector<std::size_t>> outgoing_;
  std::vector<bool> in_loop_;
  std::optional<SourceRange> inexact_loop_;
  std::map<ir::LocId, domain::Relation>
      closed_; ///< loops already closed, within one call of `from` or `before`
};

} // namespace kleene::engine::linear
