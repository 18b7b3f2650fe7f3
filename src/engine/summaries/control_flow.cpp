// SPDX-License-Identifier: Apache-2.0
#include "control_flow.h"

#include "kleene/facts/loops.h"
#include "kleene/fixpoint/order.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace kleene::engine::summaries {

ControlFlow::ControlFlow(const domain::BooleanScope& scope) : program_(scope.program()) {
  for (std::size_t p = 0; p < program_.procedures.size(); ++p) {
    first_.push_back(places_.size());
    for (std::size_t l = 0; l < program_.procedures[p].locations.size(); ++l)
      places_.push_back({ir::ProcId(p), ir::LocId(l)});
  }
  outgoing_.resize(size());
  incoming_.resize(size());
  call_sites_.resize(program_.procedures.size());
  for (std::size_t p = 0; p < program_.procedures.size(); ++p) {
    if (!scope.used(ir::ProcId(p))) continue;
    for (std::size_t e = 0; e < program_.procedures[p].edges.size(); ++e) {
      Step step{ir::ProcId(p), e};
      outgoing_[from(step)].push_back(step);
      if (!halts(step)) incoming_[to(step)].push_back(step);
      if (const ir::Call* c = call(step)) call_sites_[c->callee.index()].push_back(step);
    }
  }
  find_orders(scope);
}

void ControlFlow::find_orders(const domain::BooleanScope& scope) {
  std::size_t count = program_.procedures.size();
  fixpoint::Graph calls(count);
  for (std::size_t p = 0; p < count; ++p)
    for (Step s : call_sites_[p])
      calls[s.procedure.index()].push_back(p);
  component_ = fixpoint::component_ranks(calls);
  std::vector<std::size_t> position(size(), 0);
  for (std::size_t p = 0; p < count; ++p) {
    if (!scope.used(ir::ProcId(p))) continue;
    auto wto = facts::location_order(program_.procedures[p]);
    for (std::size_t l = 0; l < wto.position.size(); ++l)
      position[first_[p] + l] = wto.position[l];
  }
  std::vector<Node> nodes(size());
  std::iota(nodes.begin(), nodes.end(), Node(0));
  auto ordered = [&](bool backward) {
    std::ranges::sort(nodes, {}, [&](Node n) {
      std::size_t p = procedure(n).index();
      return std::tuple(component_[p], p, backward ? size() - position[n] : position[n], n);
    });
    std::vector<std::size_t> result(size());
    for (std::size_t i = 0; i < nodes.size(); ++i)
      result[nodes[i]] = i;
    return result;
  };
  forward_order_ = ordered(false);
  backward_order_ = ordered(true);
}

} // namespace kleene::engine::summaries
