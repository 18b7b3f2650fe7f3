// SPDX-License-Identifier: Apache-2.0
#include "explicit_reference.h"

#include "kleene/support/invariant.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace kleene::reference {
namespace {

using Values = std::map<VarId, bool>;

bool evaluate(Term term, const Values& values) {
  switch (term.op()) {
  case Op::Constant:
    return term.is_true();
  case Op::Variable:
    return values.at(term.variable());
  case Op::Not:
    return !evaluate(term.arg(0), values);
  case Op::And:
    for (Term arg : term.args())
      if (!evaluate(arg, values)) return false;
    return true;
  case Op::Or:
    for (Term arg : term.args())
      if (evaluate(arg, values)) return true;
    return false;
  case Op::Eq:
    return evaluate(term.arg(0), values) == evaluate(term.arg(1), values);
  case Op::Ite:
    return evaluate(term.arg(evaluate(term.arg(0), values) ? 1 : 2), values);
  default:
    KL_INVARIANT(false, "the reference should see Boolean operators only");
  }
}

/// All valuations that differ from `values` at most in `free`.
std::vector<Values> spread(Values values, const std::vector<VarId>& free) {
  std::vector<Values> result{std::move(values)};
  for (VarId v : free) {
    std::size_t count = result.size();
    for (std::size_t i = 0; i < count; ++i) {
      result[i][v] = false;
      result.push_back(result[i]);
      result.back()[v] = true;
    }
  }
  return result;
}

/// A state with the stack forgotten.
struct State {
  ir::ProcId procedure;
  ir::LocId location;
  Values values; ///< globals and the variables of the procedure
  auto operator<=>(const State&) const = default;
};

} // namespace

/// The states that can be reached where `allowed` holds, with what each procedure makes of each
/// entry state.
struct ExplicitReference::Solver {
  using Allowed = std::function<bool(ir::ProcId, ir::LocId)>;

  Solver(const ir::Program& program, Allowed allowed)
      : program(program), allowed(std::move(allowed)) {
    for (const ir::Procedure& procedure : program.procedures)
      outgoing.push_back(procedure.outgoing());
    std::vector<VarId> free;
    Values values;
    for (VarId g : program.globals) {
      const auto& initial = program.variable(g).initial;
      if (initial)
        values[g] = initial->is_true();
      else
        free.push_back(g);
    }
    for (Values& start : spread(values, free))
      starts.push_back(enter(program.entry, start, {}));
    for (const State& start : starts)
      add_entry(start);
    bool changed = true;
    while (changed) { // until no procedure gains an entry or an exit
      changed = false;
      std::vector<State> known;
      for (const auto& [entry, result] : exits)
        known.push_back(entry);
      for (const State& entry : known)
        changed |= explore(entry);
    }
  }

  /// The state at the entry of a procedure; locals start false, since nobody reads them there.
  State enter(ir::ProcId id, const Values& caller, const std::vector<Term>& arguments) const {
    const ir::Procedure& procedure = program.procedure(id);
    State state{id, procedure.entry, {}};
    for (VarId g : program.globals)
      state.values[g] = caller.at(g);
    for (VarId v : procedure.locals)
      state.values[v] = false;
    for (VarId v : procedure.returns)
      state.values[v] = false;
    for (std::size_t i = 0; i < arguments.size(); ++i)
      state.values[procedure.parameters[i]] = evaluate(arguments[i], caller);
    return state;
  }

  bool add_entry(const State& state) {
    if (!allowed(state.procedure, state.location)) return false;
    return exits.try_emplace(state).second;
  }

  /// The caller's state after a call that ended with `callee_values`.
  State resume(const State& caller, const ir::Edge& edge, const Values& callee_values) const {
    const auto& call = std::get<ir::Call>(edge.statement);
    const ir::Procedure& callee = program.procedure(call.callee);
    State after = caller;
    after.location = edge.to;
    for (VarId g : program.globals)
      after.values[g] = callee_values.at(g);
    for (std::size_t i = 0; i < call.results.size(); ++i)
      after.values[call.results[i]] = callee_values.at(callee.returns[i]);
    return after;
  }

  /// Successors inside the procedure; nothing for calls and halts.
  std::vector<State> step(const State& state, const ir::Edge& edge) const {
    State next = state;
    next.location = edge.to;
    if (std::holds_alternative<ir::Skip>(edge.statement)) return {next};
    if (const auto* assume = std::get_if<ir::Assume>(&edge.statement)) {
      if (!evaluate(assume->condition, state.values)) return {};
      return {next};
    }
    if (const auto* assign = std::get_if<ir::Assign>(&edge.statement)) {
      for (std::size_t i = 0; i < assign->targets.size(); ++i)
        next.values[assign->targets[i]] = evaluate(assign->values[i], state.values);
      return {next};
    }
    if (const auto* havoc = std::get_if<ir::Havoc>(&edge.statement)) {
      std::vector<State> result;
      for (Values& values : spread(next.values, havoc->variables))
        result.push_back({next.procedure, next.location, std::move(values)});
      return result;
    }
    return {};
  }

  bool ends(const ir::Edge& edge) const { return std::holds_alternative<ir::Halt>(edge.statement); }

  /// Follows every path from an entry state; true if something new was learnt.
  bool explore(const State& entry) {
    bool changed = false;
    std::set<State> seen{entry};
    std::vector<State> work{entry};
    while (!work.empty()) {
      State state = work.back();
      work.pop_back();
      states.insert(state);
      const ir::Procedure& procedure = program.procedure(state.procedure);
      if (state.location == procedure.exit) changed |= exits.at(entry).insert(state.values).second;
      for (std::size_t e : outgoing[state.procedure.index()][state.location.index()]) {
        const ir::Edge& edge = procedure.edges[e];
        std::vector<State> next = step(state, edge);
        if (const auto* call = std::get_if<ir::Call>(&edge.statement)) {
          State callee = enter(call->callee, state.values, call->arguments);
          changed |= add_entry(callee);
          if (auto found = exits.find(callee); found != exits.end())
            for (const Values& values : found->second)
              next.push_back(resume(state, edge, values));
        }
        for (State& s : next)
          if (allowed(s.procedure, s.location) && seen.insert(s).second) work.push_back(s);
      }
    }
    return changed;
  }

  /// Successors in the graph of states with the stack forgotten: calls are stepped over and into.
  std::vector<State> successors(const State& state) const {
    std::vector<State> result;
    const ir::Procedure& procedure = program.procedure(state.procedure);
    for (std::size_t e : outgoing[state.procedure.index()][state.location.index()]) {
      const ir::Edge& edge = procedure.edges[e];
      for (State& s : step(state, edge))
        result.push_back(std::move(s));
      if (const auto* call = std::get_if<ir::Call>(&edge.statement)) {
        State callee = enter(call->callee, state.values, call->arguments);
        if (auto found = exits.find(callee); found != exits.end()) {
          result.push_back(callee);
          for (const Values& values : found->second)
            result.push_back(resume(state, edge, values));
        }
      }
    }
    std::erase_if(result, [&](const State& s) { return !allowed(s.procedure, s.location); });
    return result;
  }

  bool halts_at(const State& state) const {
    const ir::Procedure& procedure = program.procedure(state.procedure);
    const auto& edges = outgoing[state.procedure.index()][state.location.index()];
    return std::ranges::any_of(edges, [&](std::size_t e) { return ends(procedure.edges[e]); });
  }

  const ir::Program& program;
  Allowed allowed;
  std::vector<std::vector<std::vector<std::size_t>>> outgoing;
  std::vector<State> starts;
  std::map<State, std::set<Values>> exits; ///< per entry state that occurs
  std::set<State> states;                  ///< all that occur
};

ExplicitReference::ExplicitReference(const ir::Program& program) : program_(program) {
  for (const ir::Variable& v : program.variables)
    KL_INVARIANT(v.type.is_bool(), "the reference should see Boolean variables only");
}

ExplicitReference::~ExplicitReference() = default;

bool ExplicitReference::reaches(const Property& p) {
  Solver solver(program_, [](ir::ProcId, ir::LocId) { return true; });
  for (const State& state : solver.states)
    if (p(state.procedure, &program_.procedure(state.procedure).locations[state.location.index()]))
      return true;
  if (!p(program_.entry, nullptr)) return false;
  for (const State& start : solver.starts)
    if (!solver.exits.at(start).empty()) return true;
  return std::ranges::any_of(solver.states, [&](const State& s) { return solver.halts_at(s); });
}

bool ExplicitReference::stays(const Property& p) {
  Solver solver(program_, [&](ir::ProcId id, ir::LocId l) {
    return p(id, &program_.procedure(id).locations[l.index()]);
  });
  bool end_allowed = p(program_.entry, nullptr);
  if (end_allowed)
    for (const State& start : solver.starts)
      if (solver.exits.contains(start) && !solver.exits.at(start).empty()) return true;
  // Remove states without a remaining successor until nothing changes: what stays can go on for ever.
  std::map<State, std::vector<State>> graph;
  for (const State& state : solver.states)
    graph[state] = solver.successors(state);
  bool changed = true;
  while (changed) {
    changed = false;
    for (auto it = graph.begin(); it != graph.end();) {
      bool goes_on =
          (end_allowed && solver.halts_at(it->first))
          || std::ranges::any_of(it->second, [&](const State& s) { return graph.contains(s); });
      it = goes_on ? std::next(it) : graph.erase(it);
      changed |= !goes_on;
    }
  }
  return std::ranges::any_of(solver.starts, [&](const State& s) { return graph.contains(s); });
}

bool ExplicitReference::reaches(const ir::TargetSelection& targets) {
  return reaches(
      [&](ir::ProcId, const ir::Location* l) { return l != nullptr && targets.selects(*l); });
}

namespace {

/// An activation; the ones below the top wait for the call they made.
struct Activation {
  State state;
  std::size_t call = 0;
  auto operator<=>(const Activation&) const = default;
};
using Stack = std::vector<Activation>;

} // namespace

std::optional<std::uint64_t> ExplicitReference::steps_to(const ir::TargetSelection& targets,
                                                         std::size_t most_stacks) {
  Solver solver(program_, [](ir::ProcId, ir::LocId) { return true; });
  std::set<Stack> seen;
  std::vector<Stack> now;
  bool found = false;
  // Returns take no step; a target may be passed on the way.
  auto arrive = [&](Stack stack, std::vector<Stack>& line) {
    while (true) {
      const State& top = stack.back().state;
      const ir::Procedure& procedure = program_.procedure(top.procedure);
      found |= targets.selects(procedure.locations[top.location.index()]);
      if (top.location != procedure.exit || stack.size() == 1) break;
      Values values = top.values;
      stack.pop_back();
      State& caller = stack.back().state;
      const ir::Edge& edge = program_.procedure(caller.procedure).edges[stack.back().call];
      caller = solver.resume(caller, edge, values);
      stack.back().call = 0;
    }
    if (seen.insert(stack).second) line.push_back(std::move(stack));
  };
  for (const State& start : solver.starts)
    arrive({{start}}, now);
  for (std::uint64_t steps = 0; !now.empty(); ++steps) {
    if (found) return steps;
    if (seen.size() > most_stacks) return std::nullopt;
    std::vector<Stack> next;
    for (const Stack& stack : now) {
      const State& top = stack.back().state;
      const ir::Procedure& procedure = program_.procedure(top.procedure);
      for (std::size_t e : solver.outgoing[top.procedure.index()][top.location.index()]) {
        const ir::Edge& edge = procedure.edges[e];
        Stack after = stack;
        if (const auto* call = std::get_if<ir::Call>(&edge.statement)) {
          after.back().call = e;
          after.push_back({solver.enter(call->callee, top.values, call->arguments)});
          arrive(std::move(after), next);
          continue;
        }
        for (State& s : solver.step(top, edge)) {
          after.back().state = std::move(s);
          arrive(after, next);
        }
      }
    }
    now = std::move(next);
  }
  return std::nullopt;
}

bool ExplicitReference::runs_for_ever() {
  return stays([](ir::ProcId, const ir::Location* l) { return l != nullptr; });
}

} // namespace kleene::reference
