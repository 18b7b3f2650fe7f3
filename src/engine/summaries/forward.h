// SPDX-License-Identifier: Apache-2.0
// Entry-forward reachability: the natural equations (kleene/equations/natural.h) for Boolean programs. Only
// reachable entry states are ever looked at. Terminates: the sets only grow and are finite.
#pragma once
#include "kleene/equations/natural.h"
#include "kleene/equations/solve.h"
#include "kleene/fixpoint/worklist.h"
#include "kleene/support/observer.h"

#include <functional>

#include "relations.h"

namespace kleene::engine::summaries {

/// What is asked of each location.
struct Places {
  std::vector<bool> allowed; ///< executions that leave it are not followed
  std::vector<bool> goal;    ///< the search ends when one is reached
  std::vector<Bdd> within;   ///< other pairs are not followed; empty: all are
};

using equations::Rule;

/// Told of every set of pairs that is new at a node, in the order of discovery: each follows from
/// earlier ones by a rule, Start for those that begin an activation.
using Discovery = std::function<void(Node, const Bdd& pairs, Rule rule)>;

/// Which location is looked at next.
enum class Order {
  Callees, ///< callees first, in weak topological order: least work
  Breadth, ///< in the order of discovery: short executions
};

/// Nodes by urgency, or in the order in which they were pushed.
class ForwardQueue {
public:
  ForwardQueue(Order order, const std::vector<std::size_t>& urgency);
  bool empty() const { return order_ == Order::Callees ? by_urgency_.empty() : line_.empty(); }
  void push(Node n);
  Node pop() { return order_ == Order::Callees ? by_urgency_.pop() : line_.pop(); }

private:
  Order order_;
  fixpoint::Worklist by_urgency_;
  fixpoint::Line<Node> line_;
};

class ForwardReach {
public:
  ForwardReach(const domain::BooleanDomain& domain, const ControlFlow& flow, const Places& places);

  /// Solves the equations, or stops at the first goal. Returns the goal.
  std::optional<Node>
  run(Observer& observer, Order order = Order::Callees, const Discovery& discovery = {});

  const Bdd& pairs(Node n) const { return pairs_.sets()[n]; }              ///< P
  const Bdd& summary(ir::ProcId p) const { return summaries_[p.index()]; } ///< ρ
  const Bdd& entries(ir::ProcId p) const { return entries_[p.index()]; }
  /// What a call does, by the summary of its callee.
  const Bdd& across(Step call) const;

private:
  struct CallSite {
    std::size_t version = 0; ///< of the summary that `across` comes from
    Bdd across;
  };
  /// The operators of the equations, with the solution as far as it is known.
  struct Relations : NodeSets {
    ForwardReach& reach;
    auto outgoing(Node k) const {
      return std::views::filter(reach.flow_.outgoing(k),
                                [this](Step s) { return !reach.flow_.halts(s); });
    }
    bool is_call(Step s) const { return reach.flow_.call(s) != nullptr; }
    Node to(Step s) const { return reach.flow_.to(s); }
    Node entry(Step call) const { return reach.flow_.entry(reach.flow_.call(call)->callee); }
    bool is_exit(Node k) const;
    const std::vector<Step>& callers(Node exit) const;
    Bdd post(Step s, const Bdd& fresh) const { return reach.domain_.post(s, fresh); }
    Bdd into(Step call, const Bdd& fresh);
    Bdd over(Step call, const Bdd& fresh) const;
    Bdd summary(Node exit, const Bdd& fresh);
    Bdd resume(Step call, const Bdd& gained) const;
  };

  void care_for_size(Observer& observer);
  Bdd frontier(Node n);
  void add(Node n, const Bdd& pairs, Rule rule);

  const domain::BooleanDomain& domain_;
  const ControlFlow& flow_;
  const Places& places_;
  equations::Growing<NodeSets, ForwardQueue> pairs_; ///< P
  std::vector<Bdd> entries_;
  std::vector<Bdd> summaries_; ///< ρ
  std::vector<std::size_t> versions_;
  mutable std::vector<std::vector<CallSite>> call_sites_; ///< per procedure and edge
  std::optional<Node> reached_;
  std::size_t collections_ = 0; ///< at the last look
  bool large_ = false;          ///< there were many nodes then
  Discovery discovery_;
};

} // namespace kleene::engine::summaries
