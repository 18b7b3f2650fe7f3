// SPDX-License-Identifier: Apache-2.0
// The locations of all procedures as nodes of one graph, with the orders in which equations over
// them are solved.
#pragma once
#include "kleene/domain/boolean_domain.h"
#include "kleene/ir/program_point.h"

namespace kleene::engine::summaries {

using Node = std::size_t;
using Step = domain::BooleanDomain::Step;

class ControlFlow {
public:
  explicit ControlFlow(const domain::BooleanScope& scope);

  std::size_t size() const { return places_.size(); }
  Node node(ir::ProcId p, ir::LocId l) const { return first_[p.index()] + l.index(); }
  ir::ProcId procedure(Node n) const { return places_[n].procedure; }
  ir::LocId location(Node n) const { return places_[n].location; }
  Node entry(ir::ProcId p) const { return node(p, program_.procedure(p).entry); }
  Node exit(ir::ProcId p) const { return node(p, program_.procedure(p).exit); }
  const ir::Location& at(Node n) const {
    return program_.procedure(procedure(n)).locations[location(n).index()];
  }

  const std::vector<Step>& outgoing(Node n) const { return outgoing_[n]; }
  const std::vector<Step>& incoming(Node n) const { return incoming_[n]; }
  const std::vector<Step>& call_sites(ir::ProcId p) const { return call_sites_[p.index()]; }
  const ir::Edge& edge(Step s) const { return program_.procedure(s.procedure).edges[s.edge]; }
  Node from(Step s) const { return node(s.procedure, edge(s).from); }
  Node to(Step s) const { return node(s.procedure, edge(s).to); }
  const ir::Call* call(Step s) const { return std::get_if<ir::Call>(&edge(s).statement); }
  /// Whether the callee may lead back to the caller.
  bool recursive(Step call_edge) const {
    return component_[call_edge.procedure.index()] == component_[call(call_edge)->callee.index()];
  }
  bool halts(Step s) const { return std::holds_alternative<ir::Halt>(edge(s).statement); }

  /// Callees before callers; inside a procedure in weak topological order.
  const std::vector<std::size_t>& forward_order() const { return forward_order_; }
  /// Callees before callers; inside a procedure against the weak topological order.
  const std::vector<std::size_t>& backward_order() const { return backward_order_; }

private:
  void find_orders(const domain::BooleanScope& scope);

  const ir::Program& program_;
  std::vector<std::size_t> first_; ///< node of location 0, per procedure
  std::vector<ir::ProgramPoint> places_;
  std::vector<std::vector<Step>> outgoing_;
  std::vector<std::vector<Step>> incoming_;
  std::vector<std::vector<Step>> call_sites_;
  std::vector<std::size_t> component_; ///< of the call graph, per procedure
  std::vector<std::size_t> forward_order_;
  std::vector<std::size_t> backward_order_;
};

} // namespace kleene::engine::summaries
