// SPDX-License-Identifier: Apache-2.0
#include "concrete.h"

#include "kleene/support/invariant.h"

#include <algorithm>

namespace kleene::engine::summaries {
namespace {

bool given(const Values& values, VarId v) {
  auto found = values.find(v);
  return found != values.end() && found->second;
}

} // namespace

ConcreteRun::ConcreteRun(const ir::Program& program, const Values& start)
    : program_(program), outgoing_(program.procedures.size()) {
  const ir::Procedure& main = program.procedure(program.entry);
  stack_.push_back({program.entry, main.entry, {}, nullptr, {}});
  for (VarId g : program.globals) {
    const ir::Variable& v = program.variable(g);
    if (v.initial)
      globals_[g] = v.initial->is_true();
    else
      ask(g, given(start, g), v.range, v.display);
  }
  for (VarId p : main.parameters)
    ask(p, given(start, p), program.variable(p).range, program.variable(p).display);
}

void ConcreteRun::ask(VarId v, bool value, const SourceRange& range, const std::string& origin) {
  write(v, value);
  inputs_.push_back({value ? 1 : 0, ir::InputKind::Value, Type::boolean(), origin, range});
}

bool ConcreteRun::value(VarId v) const {
  const Values& values = program_.variable(v).owner.valid() ? stack_.back().values : globals_;
  return given(values, v);
}

void ConcreteRun::write(VarId v, bool value) {
  (program_.variable(v).owner.valid() ? stack_.back().values : globals_)[v] = value;
}

bool ConcreteRun::evaluate(Term term) const {
  switch (term.op()) {
  case Op::Constant:
    return term.is_true();
  case Op::Variable:
    return value(term.variable());
  case Op::Not:
    return !evaluate(term.arg(0));
  case Op::And:
    for (std::size_t i = 0; i < term.arity(); ++i)
      if (!evaluate(term.arg(i))) return false;
    return true;
  case Op::Or:
    for (std::size_t i = 0; i < term.arity(); ++i)
      if (evaluate(term.arg(i))) return true;
    return false;
  case Op::Eq:
    return evaluate(term.arg(0)) == evaluate(term.arg(1));
  case Op::Ite:
    return evaluate(term.arg(evaluate(term.arg(0)) ? 1 : 2));
  default:
    KL_INVARIANT(false, "a Boolean program should have Boolean operators only");
  }
}

void ConcreteRun::settle() {
  while (stack_.size() > 1
         && stack_.back().location == program_.procedure(stack_.back().procedure).exit) {
    ConcreteCall callee = std::move(stack_.back());
    stack_.pop_back();
    const ir::Call& call = *stack_.back().call;
    const ir::Procedure& procedure = program_.procedure(callee.procedure);
    for (std::size_t i = 0; i < call.results.size(); ++i)
      write(call.results[i], given(callee.values, procedure.returns[i]));
    stack_.back().location = stack_.back().after_call;
  }
}

/// The interpreter asks which edge to take if it has a choice.
void ConcreteRun::choose_edge(Step step) {
  const ir::Procedure& procedure = program_.procedure(step.procedure);
  auto& outgoing = outgoing_[step.procedure.index()];
  if (outgoing.empty()) outgoing = procedure.outgoing();
  std::size_t candidates = 0;
  std::size_t chosen = 0;
  for (std::size_t e : outgoing[stack_.back().location.index()]) {
    const auto* assume = std::get_if<ir::Assume>(&procedure.edges[e].statement);
    bool possible = assume == nullptr || evaluate(assume->condition);
    if (e == step.edge) {
      KL_INVARIANT(possible, "an execution should satisfy its guards");
      chosen = candidates;
    }
    candidates += possible ? 1 : 0;
  }
  if (candidates > 1)
    inputs_.push_back({static_cast<Integer>(chosen),
                       ir::InputKind::Edge,
                       {},
                       "",
                       procedure.edges[step.edge].range});
}

void ConcreteRun::move(const Move& move) {
  settle();
  const ir::Edge& edge = program_.procedure(move.step.procedure).edges[move.step.edge];
  KL_INVARIANT(stack_.back().procedure == move.step.procedure
                   && stack_.back().location == edge.from,
               "an execution should go on where it stands");
  choose_edge(move.step);
  ++steps_;
  if (const auto* assign = std::get_if<ir::Assign>(&edge.statement)) {
    std::vector<bool> values;
    for (Term t : assign->values)
      values.push_back(evaluate(t));
    for (std::size_t i = 0; i < values.size(); ++i)
      write(assign->targets[i], values[i]);
  } else if (const auto* havoc = std::get_if<ir::Havoc>(&edge.statement)) {
    for (VarId v : havoc->variables)
      ask(v, given(move.after, v), edge.range, havoc->origin);
  } else if (const auto* call = std::get_if<ir::Call>(&edge.statement)) {
    const ir::Procedure& callee = program_.procedure(call->callee);
    ConcreteCall frame{call->callee, callee.entry, {}, nullptr, {}};
    for (std::size_t i = 0; i < call->arguments.size(); ++i)
      frame.values[callee.parameters[i]] = evaluate(call->arguments[i]);
    stack_.back().call = call;
    stack_.back().after_call = edge.to;
    stack_.push_back(std::move(frame));
    return;
  }
  stack_.back().location = edge.to;
}

ConcreteRun::Moment ConcreteRun::now() const {
  const ConcreteCall& top = stack_.back();
  return {top.procedure, top.location, globals_, top.values};
}

} // namespace kleene::engine::summaries
