// SPDX-License-Identifier: Apache-2.0
#include "view.h"

#include "kleene/facts/loops.h"
#include "kleene/facts/mod_ref.h"
#include "kleene/symbolic/step.h"

#include <algorithm>

namespace kleene::engine::chc {
namespace {

using ir::ProcId;

const ir::Call* call_of(const ir::Edge& e) {
  return std::get_if<ir::Call>(&e.statement);
}

} // namespace

View::View(const evidence::Problem& problem, std::function<bool(VarId)> tracked, bool overflows)
    : problem_(problem),
      program_(problem.program),
      calls_(problem.program),
      tracked_(std::move(tracked)),
      overflows_(overflows),
      procedures_(program_.procedures.size()),
      relevant_(program_.variables.size()) {
  find_calls();
  find_loops();
  find_written();
  find_useful();
  find_relevant();
  find_live();
}

bool View::can_overflow(const ir::Statement& statement) const {
  if (!overflows_) return false;
  return std::ranges::any_of(ir::evaluated_terms(statement), [&](Term t) {
    return !symbolic::overflow_condition(*program_.terms, t).is_false();
  });
}

void View::find_calls() {
  for (ProcId f : calls_.callees_first()) {
    ProcedureView& view = procedures_[f.index()];
    view.called = calls_.reachable(f);
    view.has_calls_of = std::ranges::any_of(calls_.sites(f), [&](const facts::CallSite& site) {
      return calls_.reachable(site.caller);
    });
    view.recursive = calls_.recursive(f);
    if (view.called) order_.push_back(f);
  }
}

void View::find_loops() {
  for (std::size_t f = 0; f < procedures_.size(); ++f) {
    const ir::Procedure& p = program_.procedures[f];
    fixpoint::WeakTopologicalOrder order = facts::location_order(p);
    procedures_[f].head = std::move(order.head);
    procedures_[f].position = std::move(order.position);
  }
}

void View::find_written() {
  facts::ModRef mod_ref(program_, calls_);
  for (ProcId f : order_) {
    std::set<VarId>& written = procedures_[f.index()].written;
    written.insert(mod_ref.modified(f).begin(), mod_ref.modified(f).end());
    for (const ir::Edge& e : program_.procedure(f).edges)
      for (VarId v : ir::written_variables(e.statement))
        written.insert(v);
  }
}

/// A location is useful if it is a target, may overflow, calls what can fail, or leads to a useful one;
/// an exit is if some call of its procedure leads to a useful location.
void View::find_useful() {
  for (ProcId f : order_)
    procedures_[f.index()].useful.assign(program_.procedure(f).locations.size(), false);
  for (bool changed = true; changed;) {
    changed = false;
    auto set = [&](auto&& flag) {
      changed |= !flag;
      flag = true;
    };
    for (ProcId f : order_) {
      const ir::Procedure& p = program_.procedure(f);
      ProcedureView& view = procedures_[f.index()];
      for (std::size_t l = 0; l < p.locations.size(); ++l)
        if (problem_.is_target(p.locations[l]) && view.position[l] < p.locations.size()) {
          set(view.useful[l]);
          set(view.can_fail);
        }
      for (const ir::Edge& e : p.edges) {
        const ir::Call* call = call_of(e);
        bool fails = can_overflow(e.statement)
                     || (call != nullptr && procedures_[call->callee.index()].can_fail);
        if (fails) set(view.can_fail);
        bool leads_on = view.useful[e.to.index()];
        if (fails || leads_on) set(view.useful[e.from.index()]);
        if (call != nullptr && leads_on)
          set(procedures_[call->callee.index()]
                  .useful[program_.procedure(call->callee).exit.index()]);
      }
    }
  }
}

/// Marks the variables of a term whose values can be spoken of.
bool View::mark(Term t) {
  bool changed = false;
  std::vector<Term> todo{t};
  std::set<std::uint32_t> seen;
  while (!todo.empty()) {
    Term s = todo.back();
    todo.pop_back();
    if (!seen.insert(s.id()).second) continue;
    if (s.is_variable() && tracked_(s.variable()) && !relevant_[s.variable().index()]) {
      relevant_[s.variable().index()] = true;
      changed = true;
    }
    bool opaque =
        s.op() == Op::Valid || s.op() == Op::Writable || s.op() == Op::Freeable
        || s.op() == Op::SizeOf
        || (s.op() == Op::Load && s.arg(0).is_variable() && !tracked_(s.arg(0).variable()));
    if (opaque) continue;
    for (Term arg : s.args())
      todo.push_back(arg);
  }
  return changed;
}

bool View::grow_relevance(const ir::Edge& edge) {
  bool changed = false;
  if (const auto* assign = std::get_if<ir::Assign>(&edge.statement)) {
    for (std::size_t i = 0; i < assign->targets.size(); ++i)
      if (relevant(assign->targets[i])) changed |= mark(assign->values[i]);
  } else if (const ir::Call* call = call_of(edge)) {
    const ir::Procedure& callee = program_.procedure(call->callee);
    for (std::size_t i = 0; i < callee.parameters.size(); ++i)
      if (relevant(callee.parameters[i])) changed |= mark(call->arguments[i]);
    for (std::size_t i = 0; i < call->results.size(); ++i)
      if (relevant(call->results[i]) && !relevant(callee.returns[i]) && tracked_(callee.returns[i]))
        changed = relevant_[callee.returns[i].index()] = true;
  }
  return changed;
}

/// Does the edge decide where an execution goes, or whether it fails?
bool View::seeds(const ir::Edge& edge) const {
  const auto* assume = std::get_if<ir::Assume>(&edge.statement);
  return (assume != nullptr && !ir::is_undefined_behaviour(assume->kind))
         || can_overflow(edge.statement);
}

void View::find_relevant() {
  auto each_edge = [&](auto&& visit) {
    for (ProcId f : order_)
      for (const ir::Edge& e : program_.procedure(f).edges)
        if (procedures_[f.index()].useful[e.from.index()]) visit(f, e);
  };
  each_edge([&](ProcId f, const ir::Edge& e) {
    bool leads_on = procedures_[f.index()].useful[e.to.index()];
    if (!seeds(e) || !(leads_on || can_overflow(e.statement))) return;
    for (Term t : ir::evaluated_terms(e.statement))
      mark(t);
  });
  for (bool changed = true; changed;) {
    changed = false;
    each_edge([&](ProcId, const ir::Edge& e) { changed |= grow_relevance(e); });
  }
}

void View::find_live() {
  auto call_reads = [&](ProcId callee) {
    std::vector<VarId> globals;
    for (VarId v : procedures_[callee.index()].inputs)
      if (!program_.variable(v).owner.valid()) globals.push_back(v);
    return globals;
  };
  auto keep_relevant = [&](std::vector<VarId>& into, const std::vector<VarId>& from) {
    std::ranges::copy_if(from, std::back_inserter(into), [&](VarId v) { return relevant(v); });
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (ProcId f : order_) {
      const ir::Procedure& p = program_.procedure(f);
      ProcedureView& view = procedures_[f.index()];
      std::vector<VarId> tracked;
      keep_relevant(tracked, program_.globals);
      view.outputs.clear();
      std::ranges::copy_if(tracked, std::back_inserter(view.outputs), [&](VarId v) {
        return view.written.contains(v);
      });
      keep_relevant(view.outputs, p.returns);
      for (const auto* own : {&p.parameters, &p.returns, &p.locals})
        keep_relevant(tracked, *own);
      view.live.emplace(
          p, tracked, view.returns(p) ? view.outputs : std::vector<VarId>(), call_reads);
      std::vector<VarId> inputs;
      for (VarId v : view.live->live_at(p.entry))
        if (!program_.variable(v).owner.valid() || std::ranges::count(p.parameters, v) > 0)
          inputs.push_back(v);
      changed |= inputs != view.inputs;
      view.inputs = std::move(inputs);
    }
  }
}

} // namespace kleene::engine::chc
