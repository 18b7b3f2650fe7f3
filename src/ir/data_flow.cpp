// SPDX-License-Identifier: Apache-2.0
#include "kleene/ir/data_flow.h"

namespace kleene::ir {

DataFlow::DataFlow(const Program& program, const std::vector<bool>& used)
    : sources_(program.variables.size()) {
  auto flow = [&](VarId to, Term from) {
    for (VarId v : variables_of(from))
      sources_[to.index()].push_back(v);
  };
  for (std::size_t p = 0; p < program.procedures.size(); ++p) {
    if (!used[p]) continue;
    for (const Edge& edge : program.procedures[p].edges) {
      if (const auto* assign = std::get_if<Assign>(&edge.statement))
        for (std::size_t i = 0; i < assign->targets.size(); ++i)
          flow(assign->targets[i], assign->values[i]);
      if (const auto* call = std::get_if<Call>(&edge.statement)) {
        const Procedure& callee = program.procedure(call->callee);
        for (std::size_t i = 0; i < call->arguments.size(); ++i)
          flow(callee.parameters[i], call->arguments[i]);
        for (std::size_t i = 0; i < call->results.size(); ++i)
          sources_[call->results[i].index()].push_back(callee.returns[i]);
      }
    }
  }
}

std::vector<bool> DataFlow::sources(const std::vector<VarId>& variables) const {
  std::vector<bool> result(sources_.size(), false);
  std::vector<VarId> work;
  auto mark = [&](VarId v) {
    if (result[v.index()]) return;
    result[v.index()] = true;
    work.push_back(v);
  };
  for (VarId v : variables)
    mark(v);
  while (!work.empty()) {
    VarId v = work.back();
    work.pop_back();
    for (VarId source : sources_[v.index()])
      mark(source);
  }
  return result;
}

} // namespace kleene::ir
