// SPDX-License-Identifier: Apache-2.0
#include "blocks.h"

#include "kleene/ir/liveness.h"
#include "kleene/logic/variable_space.h"
#include "kleene/symbolic/exclusive.h"

#include <algorithm>

namespace kleene::engine::exact {
namespace {

/// The largest object whose initial contents are stated.
constexpr std::uint64_t max_initial_bytes = 64;

bool is_choice(const ir::Statement& statement) {
  const auto* havoc = std::get_if<ir::Havoc>(&statement);
  return havoc != nullptr && havoc->choice == ir::Choice::Input;
}

/// Where the program has a choice: before and after it.
std::set<ir::LocId> choices(TermManager& terms, const ir::Procedure& procedure) {
  std::set<ir::LocId> result;
  for (const ir::Edge& e : procedure.edges)
    if (is_choice(e.statement)) {
      result.insert(e.from);
      result.insert(e.to);
    }
  std::vector<std::vector<std::size_t>> outgoing = procedure.outgoing();
  for (std::size_t l = 0; l < outgoing.size(); ++l) {
    std::vector<const ir::Statement*> statements;
    for (std::size_t e : outgoing[l])
      statements.push_back(&procedure.edges[e].statement);
    if (symbolic::exclusive(terms, statements)) continue;
    result.insert(ir::LocId(l));
    for (std::size_t e : outgoing[l])
      result.insert(procedure.edges[e].to);
  }
  return result;
}

} // namespace

std::vector<Term> conjuncts(Term t) {
  if (t.is_true()) return {};
  return t.op() == Op::And ? t.args() : std::vector<Term>{t};
}

BlockProgram::BlockProgram(const evidence::Problem& problem, BlockOptions options)
    : problem_(problem),
      calls_(problem.program),
      mod_ref_(problem.program, calls_),
      fresh_(*problem.program.terms, symbolic::first_fresh(problem.program)) {
  find_constants();
  for (std::size_t f = 0; f < program().procedures.size(); ++f)
    procedures_.push_back(prepare(ir::ProcId(f), options));
  make_start();
}

void BlockProgram::find_constants() {
  constant_.assign(program().variables.size(), false);
  for (const ir::Procedure& p : program().procedures) {
    for (VarId v : p.parameters)
      constant_[v.index()] = true;
    for (const ir::Edge& e : p.edges)
      for (VarId v : ir::written_variables(e.statement))
        constant_[v.index()] = false;
  }
}

Procedure BlockProgram::prepare(ir::ProcId f, BlockOptions options) {
  Procedure result;
  result.id = f;
  if (!reachable(f)) return result;
  const ir::Procedure& cfg = program().procedure(f);
  for (const ir::Location& l : cfg.locations)
    result.is_target.push_back(problem_.is_target(l));
  find_live(result);
  add_blocks(result, options);
  for (std::size_t e = 0; e < cfg.edges.size(); ++e)
    if (const auto* call = std::get_if<ir::Call>(&cfg.edges[e].statement))
      result.calls.push_back(call_step(f, e, *call));
  return result;
}

void BlockProgram::add_blocks(Procedure& procedure, BlockOptions options) {
  const ir::Procedure& cfg = program().procedure(procedure.id);
  symbolic::BlockOptions wanted;
  wanted.targets = problem_.forbidden_targets();
  if (options.cut_at_choices) wanted.more_cut_points = choices(terms(), cfg);
  std::set<ir::LocId> cuts = symbolic::cut_points(cfg, wanted.targets);
  cuts.insert(wanted.more_cut_points.begin(), wanted.more_cut_points.end());
  procedure.cuts.assign(cuts.begin(), cuts.end());
  for (symbolic::Block& block : symbolic::blocks(program(), procedure.id, wanted, fresh_)) {
    note_memories(block);
    Block own{block.from, block.to, {}, std::move(block.fresh)};
    own.move.condition = conjuncts(in_own_words(procedure.id, block.condition));
    for (const auto& [v, value] : block.after.values())
      own.move.values[v] = in_own_words(procedure.id, value);
    for (symbolic::FreshValue& value : own.fresh)
      value.when = in_own_words(procedure.id, value.when);
    procedure.blocks.push_back(std::move(own));
  }
}

/// New memories of a block have the layout of the variable whose value they are part of.
void BlockProgram::note_memories(const symbolic::Block& block) {
  const VariableSpace space(program().variables.size());
  for (const auto& [v, value] : block.after.values()) {
    if (!value.type().is_memory()) continue;
    for (VarId part : variables_of(value))
      if (space.is_fresh(part)) like_[part] = v;
  }
}

void BlockProgram::find_live(Procedure& procedure) const {
  const ir::Procedure& cfg = program().procedure(procedure.id);
  std::vector<VarId> tracked = mod_ref_.used(procedure.id);
  std::vector<VarId> at_exit = tracked;
  for (const auto* list : {&cfg.parameters, &cfg.returns, &cfg.locals})
    tracked.insert(tracked.end(), list->begin(), list->end());
  at_exit.insert(at_exit.end(), cfg.returns.begin(), cfg.returns.end());
  ir::Liveness liveness(cfg, tracked, at_exit, [&](ir::ProcId f) { return mod_ref_.used(f); });
  for (std::size_t l = 0; l < cfg.locations.size(); ++l)
    procedure.live.push_back(liveness.live_at(ir::LocId(l)));
}

CallStep BlockProgram::call_step(ir::ProcId caller, std::size_t index, const ir::Call& call) const {
  const ir::Edge& edge = program().procedure(caller).edges[index];
  const ir::Procedure& callee = program().procedure(call.callee);
  CallStep step{edge.from, edge.to, index, call.callee, {}, {}, {}};
  for (std::size_t i = 0; i < callee.parameters.size(); ++i) {
    VarId parameter = callee.parameters[i];
    Term argument = in_own_words(caller, call.arguments[i]);
    step.enter.values[parameter] = argument;
    step.enter.values[entry_copy(parameter).variable()] = argument;
    step.leave[entry_copy(parameter).variable()] = argument;
  }
  for (const auto* list : {&callee.locals, &callee.returns})
    for (VarId v : *list)
      step.enter.values[v] = fresh(program().variable(v).type, v);
  for (VarId g : mod_ref_.used(call.callee)) {
    step.enter.values[entry_copy(g).variable()] = variable(g);
    step.leave[entry_copy(g).variable()] = variable(g);
    if (mod_ref_.modifies(call.callee, g))
      step.leave[g] = step.results[g] = fresh(program().variable(g).type, g);
  }
  for (std::size_t i = 0; i < callee.returns.size(); ++i) {
    VarId r = callee.returns[i];
    step.leave[r] = fresh(program().variable(r).type, r);
    if (i < call.results.size()) step.results[call.results[i]] = step.leave[r];
  }
  return step;
}

Term BlockProgram::entry_copy(VarId v) const {
  return terms().variable(evidence::entry_copy(program(), v), program().variable(v).type);
}

bool BlockProgram::is_entry_copy(VarId v) const {
  return VariableSpace(program().variables.size()).is_entry(v);
}

VarId BlockProgram::original(VarId entry_copy) const {
  return *VariableSpace(program().variables.size()).variable(entry_copy);
}

Term BlockProgram::fresh(Type type, VarId like) const {
  Term result = fresh_(type);
  if (type.is_memory() && like.valid()) like_[result.variable()] = like;
  return result;
}

std::optional<Type> BlockProgram::cell(VarId memory) const {
  if (is_entry_copy(memory)) memory = original(memory);
  if (auto found = like_.find(memory); found != like_.end()) memory = found->second;
  if (memory.index() >= program().variables.size()) return std::nullopt;
  return program().variable(memory).cell;
}

Term BlockProgram::in_own_words(ir::ProcId f, Term t) const {
  Substitution own(terms());
  bool any = false;
  for (VarId v : variables_of(t)) {
    bool copy = is_entry_copy(v);
    if (!copy && v.index() >= program().variables.size()) continue;
    VarId original = copy ? this->original(v) : v;
    bool global = !program().variable(original).owner.valid();
    if (copy && global && !mod_ref_.modifies(f, original))
      own.add(v, variable(original));
    else if (!copy && !global && is_constant(original))
      own.add(v, entry_copy(original));
    else
      continue;
    any = true;
  }
  return any ? own(t) : t;
}

void BlockProgram::make_start() {
  auto set = [&](VarId v, Term value) {
    start_.values[v] = value;
    start_.values[entry_copy(v).variable()] = value;
  };
  auto open = [&](VarId v) {
    const ir::Variable& variable = program().variable(v);
    Term value = fresh(variable.type, v);
    if (variable.type.is_bool() || variable.type.is_integer())
      start_values_.push_back(
          {value, ir::Choice::Input, variable.display, false, terms().truth(true)});
    set(v, value);
  };
  for (VarId g : program().globals)
    if (const auto& initial = program().variable(g).initial)
      set(g, *initial);
    else
      open(g);
  for (VarId p : program().procedure(program().entry).parameters)
    open(p);
  for (std::size_t i = 0; i < program().objects.size(); ++i)
    state_contents(program().objects[i], ObjectId(i));
}

/// The initial contents of a small object, cell by cell.
void BlockProgram::state_contents(const ir::Object& object, ObjectId id) {
  if (object.kind != ir::ObjectKind::Data || object.size > max_initial_bytes) return;
  if (!object.region.valid() || !program().variable(object.region).cell) return;
  Type cell = *program().variable(object.region).cell;
  Type pointer = program().pointer_type();
  Term base = terms().address(id, pointer);
  auto byte = [&](std::uint64_t at) {
    return at < object.bytes.size() ? static_cast<unsigned char>(object.bytes[at]) : 0;
  };
  for (std::uint64_t at = 0; at + cell.bytes() <= object.size; at += cell.bytes()) {
    Integer value = 0;
    for (unsigned b = cell.bytes(); b-- > 0;)
      value = value * 256 + byte(at + b);
    Term address =
        terms().binary(Op::PtrAdd, base, terms().constant(pointer, static_cast<Integer>(at)));
    start_.condition.push_back(terms().eq(terms().load(cell, start_.values[object.region], address),
                                          terms().constant(cell, value)));
  }
}

} // namespace kleene::engine::exact
