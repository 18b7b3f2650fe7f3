// SPDX-License-Identifier: Apache-2.0
// The relations of a Boolean program as the systems of equations see them.
#pragma once
#include <functional>
#include <ranges>

#include "control_flow.h"

namespace kleene::engine::summaries {

/// Sets of states per node.
struct NodeSets {
  using Node = summaries::Node;
  using Set = Bdd;
  using Sets = std::vector<Bdd>;
  static Bdd& set(Sets& sets, Node n) { return sets[n]; }
  static const Bdd& set(const Sets& sets, Node n) { return sets[n]; }
  static bool is_empty(const Bdd& set) { return set.is_false(); }
};

/// Steps, seen from where they lead to.
class Backward : public NodeSets {
public:
  /// What a call does, by the summary of its callee.
  using Across = std::function<const Bdd&(Step)>;

  /// With `end`, an execution may stay at the end of the program.
  Backward(const domain::BooleanDomain& domain, const ControlFlow& flow, bool end)
      : domain_(domain), flow_(flow), end_(end) {}

  /// Until summaries are there, a step over a call counts as possible from every state.
  void summaries(Across across) { across_ = std::move(across); }

  Bdd pre(Node k, const Sets& X) const;
  Bdd into(Step c, const Sets& X) const {
    return domain_.pre_into(c, X[flow_.entry(flow_.call(c)->callee)]);
  }
  Bdd over(Step c, const Sets& X) const {
    return across_ ? domain_.pre_over(c, X[flow_.to(c)], across_(c)) : Bdd(true);
  }
  auto calls(Node k) const {
    return std::views::filter(flow_.outgoing(k),
                              [this](Step s) { return flow_.call(s) != nullptr; });
  }
  template <class Visit>
  void dependents(Node k, Visit&& visit) const {
    for (Step step : flow_.incoming(k))
      visit(flow_.from(step));
    ir::ProcId p = flow_.procedure(k);
    if (k != flow_.entry(p)) return;
    for (Step call : flow_.call_sites(p))
      visit(flow_.from(call));
  }

private:
  const domain::BooleanDomain& domain_;
  const ControlFlow& flow_;
  bool end_;
  Across across_;
};

} // namespace kleene::engine::summaries
