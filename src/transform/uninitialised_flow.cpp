// SPDX-License-Identifier: Apache-2.0
#include "uninitialised_flow.h"

#include <algorithm>
#include <unordered_set>

namespace kleene::transform {
namespace {

constexpr std::size_t no_slot = static_cast<std::size_t>(-1);

bool scalar(Type type) {
  return type.is_bool() || type.is_machine();
}

/// Does the argument only say where, or how much?
bool places(Op op, std::size_t argument) {
  switch (op) {
  case Op::Load:
  case Op::Store:
    return argument == 1;
  case Op::MemSet:
    return argument == 1 || argument == 3;
  case Op::MemCopy:
    return argument == 1 || argument == 3 || argument == 4;
  default:
    return false;
  }
}

} // namespace

std::vector<VarId> value_variables(Term t) {
  std::vector<VarId> result;
  std::unordered_set<std::uint32_t> seen;
  std::vector<Term> work{t};
  while (!work.empty()) {
    Term next = work.back();
    work.pop_back();
    if (!seen.insert(next.id()).second) continue;
    if (next.is_variable()) result.push_back(next.variable());
    for (std::size_t i = 0; i < next.arity(); ++i)
      if (!places(next.op(), i)) work.push_back(next.arg(i));
  }
  return result;
}

std::vector<Term> address_terms(Term t) {
  std::vector<Term> result;
  for_each_subterm(t, [&](Term part) {
    for (std::size_t i = 0; i < part.arity(); ++i)
      if (places(part.op(), i) && std::ranges::find(result, part.arg(i)) == result.end())
        result.push_back(part.arg(i));
  });
  return result;
}

UninitialisedFlow::UninitialisedFlow(const ir::Program& program)
    : program_(program),
      slots_(program.variables.size(), no_slot),
      open_(program.variables.size()),
      states_(program.procedures.size()) {
  for (const ir::Procedure& p : program.procedures)
    number_locals(p);
  do {
    grew_ = false;
    for (std::size_t p = 0; p < program.procedures.size(); ++p)
      analyse(ir::ProcId(p));
  } while (grew_);
}

void UninitialisedFlow::number_locals(const ir::Procedure& p) {
  std::size_t next = 0;
  for (const auto* list : {&p.parameters, &p.returns, &p.locals})
    for (VarId v : *list)
      if (scalar(program_.variable(v).type)) slots_[v.index()] = next++;
  count_.push_back(next);
}

void UninitialisedFlow::analyse(ir::ProcId id) {
  const ir::Procedure& p = program_.procedure(id);
  std::vector<OpenSlots>& states = states_[id.index()];
  states.assign(p.locations.size(), {});
  std::vector<std::vector<std::size_t>> outgoing = p.outgoing();
  OpenSlots start(count_[id.index()] + 1, true);
  for (VarId v : p.parameters)
    set(start, v, open_[v.index()]);
  states[p.entry.index()] = start;
  std::vector<std::size_t> work{p.entry.index()};
  while (!work.empty()) {
    std::size_t at = work.back();
    work.pop_back();
    for (std::size_t e : outgoing[at]) {
      OpenSlots state = states[at];
      step(id, e, state);
      OpenSlots& there = states[p.edges[e].to.index()];
      bool more = there.empty();
      if (more) there.resize(state.size());
      for (std::size_t i = 0; i < state.size(); ++i)
        if (state[i] && !there[i]) there[i] = more = true;
      if (more) work.push_back(p.edges[e].to.index());
    }
  }
  if (const OpenSlots& end = states[p.exit.index()]; !end.empty())
    for (VarId v : p.returns)
      set_global(v, open_in(end, v));
}

void UninitialisedFlow::set_global(VarId v, bool open) {
  if (!open || open_[v.index()]) return;
  open_[v.index()] = true;
  grew_ = true;
}

void UninitialisedFlow::set(OpenSlots& state, VarId v, bool open) {
  std::size_t slot = slots_[v.index()];
  if (slot == no_slot)
    set_global(v, open);
  else
    state[slot] = open;
}

bool UninitialisedFlow::open_in(const OpenSlots& state, VarId v) const {
  std::size_t slot = slots_[v.index()];
  return slot == no_slot ? open_[v.index()] : state[slot];
}

bool UninitialisedFlow::open_in(const OpenSlots& state, Term t) const {
  return std::ranges::any_of(value_variables(t), [&](VarId v) { return open_in(state, v); });
}

void UninitialisedFlow::step(ir::ProcId id, std::size_t e, OpenSlots& state) {
  const ir::Statement& statement = program_.procedure(id).edges[e].statement;
  if (const auto* assign = std::get_if<ir::Assign>(&statement)) {
    std::vector<bool> open;
    for (Term t : assign->values)
      open.push_back(open_in(state, t));
    for (std::size_t i = 0; i < open.size(); ++i)
      set(state, assign->targets[i], open[i]);
  } else if (const auto* havoc = std::get_if<ir::Havoc>(&statement)) {
    bool open = havoc->choice == ir::Choice::Unknown && havoc->uninitialised;
    for (VarId v : havoc->variables)
      set(state, v, open);
  } else if (const auto* call = std::get_if<ir::Call>(&statement)) {
    const ir::Procedure& callee = program_.procedure(call->callee);
    for (std::size_t i = 0; i < call->arguments.size(); ++i)
      set_global(callee.parameters[i], open_in(state, call->arguments[i]));
    for (std::size_t i = 0; i < call->results.size(); ++i)
      set(state, call->results[i], open_[callee.returns[i].index()]);
  } else if (const auto* alloc = std::get_if<ir::Alloc>(&statement)) {
    set(state, alloc->target, false);
    set_global(alloc->region, !alloc->zeroed);
  } else if (const auto* forget = std::get_if<ir::Forget>(&statement)) {
    set_global(forget->region, true);
  } else if (const auto* output = std::get_if<ir::Output>(&statement)) {
    if (output->result.valid()) set(state, output->result, false);
  }
}

bool UninitialisedFlow::open(ir::ProcId p, ir::LocId at, VarId v) const {
  const OpenSlots& state = states_[p.index()][at.index()];
  return !state.empty() && open_in(state, v);
}

bool UninitialisedFlow::open(ir::ProcId p, ir::LocId at, Term t) const {
  const OpenSlots& state = states_[p.index()][at.index()];
  return !state.empty() && open_in(state, t);
}

} // namespace kleene::transform
