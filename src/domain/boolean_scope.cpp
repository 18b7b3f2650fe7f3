// SPDX-License-Identifier: Apache-2.0
#include "kleene/domain/boolean_scope.h"

#include "kleene/facts/mod_ref.h"
#include "kleene/ir/data_flow.h"
#include "kleene/ir/liveness.h"
#include "kleene/support/invariant.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <set>

namespace kleene::domain {
namespace {

std::optional<std::string> obstacle(const ir::Statement& statement, UnknownValues unknown) {
  if (std::holds_alternative<ir::Skip>(statement) || std::holds_alternative<ir::Assign>(statement)
      || std::holds_alternative<ir::Call>(statement) || std::holds_alternative<ir::Halt>(statement))
    return std::nullopt;
  if (const auto* assume = std::get_if<ir::Assume>(&statement)) {
    if (ir::is_undefined_behaviour(assume->kind)) return "undefined behaviour is possible";
    return std::nullopt;
  }
  if (const auto* havoc = std::get_if<ir::Havoc>(&statement)) {
    if (havoc->choice == ir::Choice::Unknown && unknown == UnknownValues::Refused)
      return "some values are unknown";
    return std::nullopt;
  }
  return "the program uses memory or prints";
}

} // namespace

std::optional<std::string> obstacle_to_boolean(const ir::Program& program, UnknownValues unknown) {
  if (program.concurrent()) return "the program has threads";
  for (const ir::Variable& v : program.variables)
    if (!v.type.is_bool()) return fmt::format("`{}` is not Boolean", v.display);
  for (const ir::Procedure& p : program.procedures) {
    for (const ir::Edge& edge : p.edges)
      if (auto reason = obstacle(edge.statement, unknown)) return reason;
    std::vector<VarId> own = p.locals;
    own.insert(own.end(), p.returns.begin(), p.returns.end());
    std::vector<VarId> unset = ir::Liveness(p, own, p.returns).live_at(p.entry);
    if (!unset.empty())
      return fmt::format("`{}` may be read before it is set",
                         program.variable(unset.front()).display);
  }
  return std::nullopt;
}

BooleanScope::BooleanScope(const ir::Program& program, Slicing slicing)
    : program_(program),
      slicing_(slicing),
      matters_(program.variables.size(), slicing == Slicing::Nothing),
      procedures_(program.procedures.size()) {
  find_used();
  find_what_matters();
  find_effects();
  find_live();
}

void BooleanScope::find_used() {
  std::vector<ir::ProcId> work{program_.entry};
  procedures_[program_.entry.index()].used = true;
  procedures_[program_.entry.index()].called = slicing_ == Slicing::Nothing;
  while (!work.empty()) {
    ir::ProcId p = work.back();
    work.pop_back();
    for (const ir::Edge& edge : program_.procedure(p).edges) {
      const auto* call = std::get_if<ir::Call>(&edge.statement);
      if (call == nullptr) continue;
      Procedure& callee = procedures_[call->callee.index()];
      callee.called = true;
      if (!callee.used) work.push_back(call->callee);
      callee.used = true;
    }
  }
}

/// The variables in guards, and what their values are made from.
void BooleanScope::find_what_matters() {
  std::vector<bool> used;
  std::vector<VarId> in_guards;
  for (std::size_t p = 0; p < procedures_.size(); ++p) {
    used.push_back(procedures_[p].used);
    if (!used.back()) continue;
    for (const ir::Edge& edge : program_.procedures[p].edges)
      if (const auto* assume = std::get_if<ir::Assume>(&edge.statement))
        std::ranges::copy(variables_of(assume->condition), std::back_inserter(in_guards));
  }
  std::vector<bool> needed = ir::DataFlow(program_, used).sources(in_guards);
  for (std::size_t v = 0; v < needed.size(); ++v)
    matters_[v] = matters_[v] || needed[v];
}

/// What goes into a procedure and comes out of it, callees included.
void BooleanScope::find_effects() {
  const facts::ModRef effects(program_);
  for (std::size_t p = 0; p < procedures_.size(); ++p) {
    Procedure& info = procedures_[p];
    for (VarId v : program_.procedures[p].parameters)
      if (matters(v)) info.inputs.push_back(v);
    for (VarId v : program_.procedures[p].returns)
      if (matters(v)) info.outputs.push_back(v);
    const std::vector<VarId>& used = effects.used(ir::ProcId(p));
    for (VarId g : program_.globals) {
      if (slicing_ != Slicing::Nothing && (!matters(g) || !std::ranges::binary_search(used, g)))
        continue;
      info.used_globals.push_back(g);
      if (matters(g) && effects.modifies(ir::ProcId(p), g)) info.written_globals.push_back(g);
    }
    info.inputs.insert(info.inputs.end(), info.used_globals.begin(), info.used_globals.end());
    info.outputs.insert(
        info.outputs.end(), info.written_globals.begin(), info.written_globals.end());
  }
}

void BooleanScope::find_live() {
  for (std::size_t p = 0; p < procedures_.size(); ++p) {
    Procedure& info = procedures_[p];
    if (!info.used) continue;
    const ir::Procedure& procedure = program_.procedures[p];
    std::vector<VarId> tracked = info.inputs;
    for (const auto* list : {&procedure.locals, &procedure.returns})
      for (VarId v : *list)
        if (matters(v)) tracked.push_back(v);
    if (slicing_ == Slicing::Nothing) {
      info.live.assign(procedure.locations.size(), tracked);
      continue;
    }
    std::vector<VarId> at_exit = info.called ? info.outputs : std::vector<VarId>{};
    ir::Liveness liveness(procedure, tracked, at_exit, [&](ir::ProcId callee) {
      return procedures_[callee.index()].used_globals;
    });
    for (std::size_t l = 0; l < procedure.locations.size(); ++l)
      info.live.push_back(liveness.live_at(ir::LocId(l)));
  }
}

std::vector<VarId> BooleanScope::carried(ir::ProcId p) const {
  const Procedure& info = procedures_[p.index()];
  std::set<VarId> all(info.inputs.begin(), info.inputs.end());
  all.insert(info.outputs.begin(), info.outputs.end());
  for (const auto& live : info.live)
    all.insert(live.begin(), live.end());
  return {all.begin(), all.end()};
}

} // namespace kleene::domain
