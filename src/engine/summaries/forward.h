// SPDX-License-Identifier: Apache-2.0
// Entry-forward reachability (BEBOP; GETAFIX, PLDI'09, section 4.2):
//
//   P(k)   pairs of a reachable entry state of the procedure and a state at k it leads to
//   S(f)   = P(exit of f), the summary
//
//   P(en_main) ⊇ {(e, e) : e initial}
//   P(l)       ⊇ post[k→l](P(k))                                                        statements
//   P(en_f)    ⊇ {(e, e) : e ∈ into[k→l](P(k))}                                step into a call of f
//   P(l)       ⊇ over[k→l](P(k), S(f))                                         step over a call of f
//
// The least solution, by a worklist of locations that keeps for each what is new there. Only
// reachable entry states are ever looked at. Terminates: the sets only grow and are finite.
#pragma once
#include "kleene/support/observer.h"

#include <functional>

#include "control_flow.h"

namespace kleene::engine::summaries {

/// What is asked of each location.
struct Places {
  std::vector<bool> allowed; ///< executions that leave it are not followed
  std::vector<bool> goal;    ///< the search ends when one is reached
};

enum class Rule { Start, Step };

/// Told of every set of pairs that is new at a node, in the order of discovery: each follows from
/// earlier ones by a rule, Start for those that begin an activation.
using Discovery = std::function<void(Node, const Bdd& pairs, Rule rule)>;

/// Which location is looked at next.
enum class Order {
  Callees, ///< callees first, in weak topological order: least work
  Breadth, ///< in the order of discovery: short executions
};

class ForwardReach {
public:
  ForwardReach(const domain::BooleanDomain& domain, const ControlFlow& flow, const Places& places);

  /// Solves the equations, or stops at the first goal. Returns the goal.
  std::optional<Node>
  run(Observer& observer, Order order = Order::Callees, const Discovery& discovery = {});

  const Bdd& pairs(Node n) const { return pairs_[n]; }                     ///< P
  const Bdd& summary(ir::ProcId p) const { return summaries_[p.index()]; } ///< S
  const Bdd& entries(ir::ProcId p) const { return entries_[p.index()]; }
  /// What a call does, by the summary of its callee.
  const Bdd& across(Step call) const;

private:
  struct CallSite {
    std::size_t version = 0; ///< of the summary that `across` comes from
    Bdd across;
  };

  void care_for_size(Observer& observer);
  Bdd frontier(Node n);
  void add(Node n, const Bdd& pairs, Rule rule);
  void follow(Step step, const Bdd& fresh);
  void enter(Step call, const Bdd& fresh);
  void leave(ir::ProcId p, const Bdd& fresh);

  const domain::BooleanDomain& domain_;
  const ControlFlow& flow_;
  const Places& places_;
  std::vector<Bdd> pairs_;
  std::vector<Bdd> fresh_; ///< part of the pairs that was not followed yet
  std::vector<Bdd> entries_;
  std::vector<Bdd> summaries_;
  std::vector<std::size_t> versions_;
  mutable std::vector<std::vector<CallSite>> call_sites_; ///< per procedure and edge
  std::vector<Node> gained_; ///< nodes with something new since they were last collected
  std::optional<Node> reached_;
  std::size_t collections_ = 0; ///< at the last look
  bool large_ = false;          ///< there were many nodes then
  Discovery discovery_;
};

} // namespace kleene::engine::summaries
