// SPDX-License-Identifier: Apache-2.0
#include "demand.h"

namespace kleene::engine::summaries {

DemandedSummaries::DemandedSummaries(const domain::BooleanDomain& domain,
                                     const ControlFlow& flow,
                                     const std::vector<bool>& allowed)
    : domain_(domain),
      flow_(flow),
      allowed_(allowed),
      pairs_(std::vector<Bdd>(flow.size()), fixpoint::Worklist(flow.backward_order())) {
  const auto& procedures = domain.scope().program().procedures;
  demands_.resize(procedures.size());
  summaries_.resize(procedures.size());
  versions_.resize(procedures.size(), 0);
  for (const ir::Procedure& p : procedures)
    call_sites_.emplace_back(p.edges.size());
}

void DemandedSummaries::demand(Step call, const Bdd& states) {
  ir::ProcId callee = flow_.call(call)->callee;
  Bdd& known = demands_[callee.index()];
  Bdd gained = domain_.demand(call, states) - known;
  if (gained.is_false()) return;
  known |= gained;
  add(flow_.exit(callee), domain_.finish(callee, gained));
}

void DemandedSummaries::demand_all(ir::ProcId p) {
  demands_[p.index()] = Bdd(true);
  add(flow_.exit(p), domain_.finish(p, Bdd(true)));
}

std::vector<ir::ProcId> DemandedSummaries::solve() {
  std::vector<std::size_t> versions_before = versions_;
  pairs_.saturate([&](Node n, const Bdd& fresh) {
    for (Step step : flow_.incoming(n)) {
      if (flow_.call(step) != nullptr) {
        demand(step, fresh);
        add(flow_.from(step), domain_.pre_over(step, fresh, across(step)));
      } else {
        add(flow_.from(step), domain_.pre(step, fresh));
      }
    }
    ir::ProcId p = flow_.procedure(n);
    if (n == flow_.entry(p)) grow(p, fresh);
  });
  std::vector<ir::ProcId> grown;
  for (std::size_t p = 0; p < versions_.size(); ++p)
    if (versions_[p] != versions_before[p]) grown.emplace_back(p);
  return grown;
}

void DemandedSummaries::add(Node n, const Bdd& pairs) {
  if (allowed_[n]) pairs_.add(n, pairs);
}

void DemandedSummaries::grow(ir::ProcId p, const Bdd& fresh) {
  Bdd gained = domain_.summary_of_entry(p, fresh) - summaries_[p.index()];
  if (gained.is_false()) return;
  summaries_[p.index()] |= gained;
  ++versions_[p.index()];
  for (Step call : flow_.call_sites(p)) {
    const Bdd& after = pairs_.sets()[flow_.to(call)];
    if (!after.is_false())
      add(flow_.from(call), domain_.pre_over(call, after, domain_.across(call, gained)));
  }
}

const Bdd& DemandedSummaries::across(Step call) const {
  std::size_t callee = flow_.call(call)->callee.index();
  CallSite& site = call_sites_[call.procedure.index()][call.edge];
  if (site.version != versions_[callee]) {
    site.across = domain_.across(call, summaries_[callee]);
    site.version = versions_[callee];
  }
  return site.across;
}

} // namespace kleene::engine::summaries
