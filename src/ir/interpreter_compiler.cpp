// SPDX-License-Identifier: Apache-2.0
// Slots, labels and the control flow of procedures.
#include "interpreter_compiler.h"

#include "kleene/ir/shadow.h"
#include "kleene/support/invariant.h"

#include <algorithm>

#include "shared_steps.h"

namespace kleene::ir::vm {
namespace {

bool scalar(Type type) {
  return type.is_bool() || type.is_integer();
}

/// Slots of 64 bits do for machine integers.
bool needs_wide(const Program& program, IntegerModel integers) {
  if (integers == IntegerModel::Math) return true;
  bool math = false;
  auto look = [&](Term t) { math |= t.type().is_math(); };
  for (const Variable& v : program.variables)
    math |= v.type.is_math();
  for (const Procedure& p : program.procedures)
    for (const Edge& e : p.edges)
      for (Term t : evaluated_terms(e.statement))
        if (!math) for_each_subterm(t, look);
  return math;
}

const Assume* guard(const Edge& edge) {
  const auto* assume = std::get_if<Assume>(&edge.statement);
  return assume != nullptr && !is_undefined_behaviour(assume->kind) ? assume : nullptr;
}

/// `b` is true exactly where `a` is false, as far as their form shows.
bool complementary(Term a, Term b) {
  if (a.op() == Op::Not && a.arg(0) == b) return true;
  if (b.op() == Op::Not && b.arg(0) == a) return true;
  bool orders = (a.op() == Op::Lt && b.op() == Op::Le) || (a.op() == Op::Le && b.op() == Op::Lt);
  return orders && a.arg(0) == b.arg(1) && a.arg(1) == b.arg(0);
}

/// Two values of an integer type that are compared, the second one a number.
std::optional<std::pair<Term, Term>> compared_with_number(Term t) {
  auto number = [](Term c) { return c.is_constant() || c.op() == Op::Address; };
  if (t.op() != Op::Eq) return std::nullopt;
  if (number(t.arg(1))) return std::pair{t.arg(0), t.arg(1)};
  if (number(t.arg(0))) return std::pair{t.arg(1), t.arg(0)};
  return std::nullopt;
}

/// The guards of a switch: what is compared, the edge of each number, the edge for all others.
struct CaseSplit {
  Term value;
  std::vector<std::pair<Term, std::uint32_t>> cases;
  std::optional<std::uint32_t> otherwise;
};

std::optional<CaseSplit> case_split(const Procedure& procedure,
                                    const std::vector<std::size_t>& edges) {
  CaseSplit split;
  std::set<std::uint32_t> equations;
  Term excluded;
  for (std::size_t index : edges) {
    auto e = static_cast<std::uint32_t>(index);
    const Assume* assume = guard(procedure.edges[e]);
    if (assume == nullptr) return std::nullopt;
    auto equation = compared_with_number(assume->condition);
    if (!equation) {
      if (split.otherwise) return std::nullopt;
      split.otherwise = e;
      excluded = assume->condition;
      continue;
    }
    if (!split.value.null() && split.value != equation->first) return std::nullopt;
    split.value = equation->first;
    split.cases.emplace_back(equation->second, e);
    equations.insert(assume->condition.id());
  }
  if (split.cases.empty()) return std::nullopt;
  if (!split.otherwise) return split;
  std::vector<Term> parts = excluded.op() == Op::And ? excluded.args() : std::vector{excluded};
  std::set<std::uint32_t> negated;
  for (Term part : parts) {
    if (part.op() != Op::Not) return std::nullopt;
    negated.insert(part.arg(0).id());
  }
  if (negated != equations) return std::nullopt;
  return split;
}

} // namespace

Code compile(const Program& program, IntegerModel integers, bool traced, const Reading& reading) {
  return Compiler(program, integers, traced, reading).run();
}

Compiler::Compiler(const Program& program,
                   IntegerModel integers,
                   bool traced,
                   const Reading& reading)
    : program_(program),
      integers_(integers),
      traced_(traced),
      assignment_(definite_assignment(program, reading)),
      term_epoch_(program.terms->size()),
      term_slot_(program.terms->size()) {
  code_.wide = needs_wide(program, integers);
  code_.shadowed = shadowed_regions(program);
  code_.zero_uninitialised = reading.zero_uninitialised;
  code_.threads = program.concurrent();
  if (code_.threads) shared_steps_ = shared_steps(program);
  code_.variables.resize(program.variables.size());
  code_.procedures.resize(program.procedures.size());
}

Code Compiler::run() {
  lay_out_globals();
  for (const Procedure& p : program_.procedures)
    lay_out(p);
  for (std::size_t p = 0; p < program_.procedures.size(); ++p)
    procedure(ProcId(p));
  for (CallSite& site : code_.calls) {
    site.frame = code_.procedures[site.frame].frame;
    site.entry = code_.procedures[site.callee].entry;
    site.need = code_.procedures[site.callee].need;
  }
  code_.globals.assign(area_.rbegin(), area_.rend());
  return std::move(code_);
}

Slot Compiler::global_slot(Integer initial) {
  area_.push_back(initial);
  return -static_cast<Slot>(area_.size());
}

Slot Compiler::constant(Integer value) {
  auto [found, added] = constants_.try_emplace(value);
  if (added) found->second = global_slot(value);
  return found->second;
}

Slot Compiler::temporary() {
  end_temporary_ = std::max(end_temporary_, next_temporary_ + 1);
  return next_temporary_++;
}

void Compiler::lay_out_globals() {
  for (VarId g : program_.globals) {
    const Variable& v = program_.variable(g);
    if (!scalar(v.type)) continue;
    Integer initial = 0;
    if (v.initial) {
      bool address = v.initial->op() == Op::Address;
      initial =
          address ? Integer(program_.object(v.initial->object()).address) : v.initial->value();
    }
    code_.variables[g.index()].value = global_slot(initial);
    if (assignment_.marked[g.index()]) code_.variables[g.index()].flag = global_slot(0);
  }
}

/// Parameters first: the caller puts its arguments there.
void Compiler::lay_out(const Procedure& p) {
  Slot next = 0;
  std::vector<VarId> all;
  for (const auto* list : {&p.parameters, &p.returns, &p.locals})
    all.insert(all.end(), list->begin(), list->end());
  for (VarId v : all)
    code_.variables[v.index()].value = next++;
  for (VarId v : all)
    if (assignment_.marked[v.index()]) code_.variables[v.index()].flag = next++;
  code_.procedures[static_cast<std::size_t>(&p - program_.procedures.data())].frame =
      static_cast<std::uint32_t>(next);
}

std::size_t Compiler::emit(OpCode code, Insn insn) {
  insn.op = static_cast<std::uint16_t>(2 * static_cast<unsigned>(code) + (step_pending_ ? 1 : 0));
  step_pending_ = false;
  code_.insns.push_back(insn);
  code_.places.push_back({static_cast<std::uint32_t>(procedure_id_.index()), edge_});
  return code_.insns.size() - 1;
}

void Compiler::begin_step(std::uint32_t edge) {
  edge_ = edge;
  step_pending_ = true;
  next_temporary_ = first_temporary_;
  forget_terms();
}

/// With threads: others may have their turn before the edges that leave the location.
void Compiler::yield(LocId location) {
  if (!code_.threads) return;
  YieldSite site;
  for (std::size_t e : outgoing_edges_[location.index()]) {
    SharedVariables shared = shared_variables(program_, procedure_->edges[e].statement);
    site.reads.insert(site.reads.end(), shared.reads.begin(), shared.reads.end());
    site.writes.insert(site.writes.end(), shared.writes.begin(), shared.writes.end());
    site.number |= shared.number;
  }
  site.switches = shared_steps_[procedure_id_.index()][location.index()];
  if (!site.switches && !site.number && site.reads.empty() && site.writes.empty()) return;
  emit(OpCode::Yield, {.a = static_cast<Slot>(code_.yields.size())});
  code_.yields.push_back(std::move(site));
}

void Compiler::end_step() {
  if (step_pending_) emit(OpCode::Nop, {});
}

Compiler::Label Compiler::new_label() {
  labels_.push_back(-1);
  return static_cast<Label>(labels_.size() - 1);
}

void Compiler::bind(Label label) {
  labels_[static_cast<std::size_t>(label)] = static_cast<std::int32_t>(code_.insns.size());
}

Compiler::Label Compiler::failure(OpCode code, std::uint8_t extra) {
  failures_.push_back({new_label(), code, extra, edge_});
  return failures_.back().label;
}

void Compiler::procedure(ProcId id) {
  procedure_id_ = id;
  procedure_ = &program_.procedure(id);
  ProcedureCode& code = code_.procedures[id.index()];
  std::size_t locations = procedure_->locations.size();
  outgoing_edges_ = procedure_->outgoing();
  incoming_.assign(locations, InsnOrigin::no_edge);
  incoming_count_.assign(locations, 0);
  for (std::size_t e = 0; e < procedure_->edges.size(); ++e) {
    std::size_t to = procedure_->edges[e].to.index();
    if (incoming_count_[to]++ == 0) incoming_[to] = static_cast<std::uint32_t>(e);
  }
  labels_.assign(locations, -1);
  branch_at_.assign(locations, -1);
  failures_.clear();
  choice_insns_.clear();
  switch_insns_.clear();
  first_insn_ = code_.insns.size();
  first_temporary_ = next_temporary_ = end_temporary_ = static_cast<Slot>(code.frame);
  outgoing_slots_ = 0;
  code.entry = static_cast<std::uint32_t>(first_insn_);
  prologue();
  wanted_.assign(1, procedure_->entry);
  while (!wanted_.empty()) {
    LocId location = wanted_.back();
    wanted_.pop_back();
    if (labels_[location.index()] < 0) place_from(location);
  }
  for (const Failure& f : failures_) {
    bind(f.label);
    edge_ = f.edge;
    emit(f.code, {.extra = f.extra});
  }
  code.frame = static_cast<std::uint32_t>(end_temporary_);
  code.need = code.frame + outgoing_slots_;
  resolve();
}

void Compiler::prologue() {
  edge_ = InsnOrigin::no_edge;
  step_pending_ = false;
  for (VarId v : procedure_->parameters)
    define(v);
  for (const auto* list : {&procedure_->returns, &procedure_->locals})
    for (VarId v : *list)
      if (code_.zero_uninitialised ? assignment_.read_early[v.index()] : marked(v)) unset(v);
}

void Compiler::place_from(LocId location) {
  while (place_one(location)) {
  }
}

/// Code for one location. True: the code of `location`, set anew, should follow.
bool Compiler::place_one(LocId& location) {
  if (labels_[location.index()] >= 0) {
    go(location);
    return false;
  }
  bind(static_cast<Label>(location.index()));
  arrival(location);
  if (location == procedure_->exit) {
    edge_ =
        incoming_count_[location.index()] == 1 ? incoming_[location.index()] : InsnOrigin::no_edge;
    emit(OpCode::Return, {});
    return false;
  }
  const std::vector<std::size_t>& edges = outgoing_edges_[location.index()];
  if (edges.empty()) {
    edge_ = incoming_[location.index()];
    emit(OpCode::Block, {.extra = no_step});
    return false;
  }
  auto first = static_cast<std::uint32_t>(edges[0]);
  begin_step(first);
  yield(location);
  if (edges.size() == 1) return follow_one(first, location);
  std::size_t before = code_.insns.size();
  if (edges.size() == 2 && branch_pair(first, static_cast<std::uint32_t>(edges[1]))) {
    bool alone = code_.insns.size() == before + 1
                 && labels_[location.index()] == static_cast<std::int32_t>(before);
    if (alone && !traced_) branch_at_[location.index()] = static_cast<std::int32_t>(before);
    return false;
  }
  if (traced_ || !switch_cases(edges)) choose(edges);
  return false;
}

bool Compiler::marker(LocId id) const {
  const Location& location = procedure_->locations[id.index()];
  return location.target || !location.labels.empty();
}

void Compiler::arrival(LocId id) {
  if (!marker(id)) return;
  const std::vector<std::size_t>& edges = outgoing_edges_[id.index()];
  edge_ = edges.empty() ? incoming_[id.index()] : static_cast<std::uint32_t>(edges[0]);
  step_pending_ = false;
  emit(OpCode::Arrive, {.a = static_cast<Slot>(code_.markers.size())});
  code_.markers.push_back(&procedure_->locations[id.index()]);
}

bool Compiler::follow_one(std::uint32_t e, LocId& location) {
  const Edge& edge = procedure_->edges[e];
  if (!statement(edge.statement)) return false;
  end_step();
  if (traced_) emit(OpCode::Trace, {.extra = std::holds_alternative<Call>(edge.statement)});
  location = edge.to;
  return true;
}

/// Where a guard leads to: its location, in traced code by way of a Trace.
Compiler::Label Compiler::leads_to(std::uint32_t e) {
  LocId to = procedure_->edges[e].to;
  wanted_.push_back(to);
  return traced_ ? new_label() : static_cast<Label>(to.index());
}

void Compiler::leave_edge(std::uint32_t e) {
  edge_ = e;
  if (traced_)
    emit(OpCode::Trace, {.extra = std::holds_alternative<Call>(procedure_->edges[e].statement)});
  go(procedure_->edges[e].to);
}

void Compiler::go(LocId location) {
  wanted_.push_back(location);
  if (location == procedure_->exit && !marker(location)) {
    emit(OpCode::Return, {});
    return;
  }
  std::int32_t branch = branch_at_[location.index()];
  if (branch >= 0) {
    // Saves the jump at the end of a loop.
    code_.insns.push_back(code_.insns[static_cast<std::size_t>(branch)]);
    code_.places.push_back(code_.places[static_cast<std::size_t>(branch)]);
    return;
  }
  emit(OpCode::Jump, {.dst = static_cast<Label>(location.index())});
}

bool Compiler::branch_pair(std::uint32_t first, std::uint32_t second) {
  const Assume* a = guard(procedure_->edges[first]);
  const Assume* b = guard(procedure_->edges[second]);
  if (a == nullptr || b == nullptr || !complementary(a->condition, b->condition)) return false;
  Label no = leads_to(second);
  Label yes = leads_to(first);
  branch(a->condition, yes, no);
  if (!traced_) return true;
  bind(yes);
  leave_edge(first);
  bind(no);
  leave_edge(second);
  return true;
}

/// Guards `t == c` for different constants, and at most one guard that excludes exactly these.
bool Compiler::switch_cases(const std::vector<std::size_t>& edges) {
  std::optional<CaseSplit> split = case_split(*procedure_, edges);
  if (!split) return false;
  SwitchSite site;
  for (auto [constant, e] : split->cases) {
    Integer value = constant.op() == Op::Address
                        ? Integer(program_.object(constant.object()).address)
                        : constant.value();
    if (!code_.wide) value = static_cast<std::int64_t>(value); // as it looks in a slot
    site.cases.emplace_back(value, leads_to(e));
  }
  std::ranges::sort(site.cases);
  if (std::ranges::adjacent_find(site.cases, {}, [](const auto& c) { return c.first; })
      != site.cases.end())
    return false;
  site.otherwise = split->otherwise ? leads_to(*split->otherwise) : failure(OpCode::Block, 0);
  Slot value = evaluate(split->value);
  switch_insns_.push_back(
      emit(OpCode::Switch, {.a = value, .b = static_cast<Slot>(code_.switches.size())}));
  code_.switches.push_back(std::move(site));
  return true;
}

void Compiler::choose(const std::vector<std::size_t>& edges) {
  ChoiceSite site;
  std::vector<std::pair<Label, std::uint32_t>> bodies;
  for (std::size_t index : edges) {
    auto e = static_cast<std::uint32_t>(index);
    edge_ = e;
    const Assume* assume = guard(procedure_->edges[e]);
    Slot condition = assume != nullptr ? evaluate(assume->condition) : constant(1);
    bool direct = assume != nullptr && !traced_;
    Label label = direct ? leads_to(e) : new_label();
    site.edges.emplace_back(condition, label);
    if (!direct) bodies.emplace_back(label, e);
  }
  edge_ = static_cast<std::uint32_t>(edges[0]);
  choice_insns_.push_back(emit(OpCode::Choose, {.a = static_cast<Slot>(code_.choices.size())}));
  code_.choices.push_back(std::move(site));
  for (auto [label, e] : bodies) {
    bind(label);
    edge_ = e;
    next_temporary_ = first_temporary_;
    forget_terms();
    const Edge& edge = procedure_->edges[e];
    if (guard(edge) == nullptr && !statement(edge.statement)) continue;
    leave_edge(e);
  }
}

/// Labels become distances, and outgoing arguments get their slots.
void Compiler::resolve() {
  auto distance = [&](std::size_t insn, Label label) {
    std::int32_t position = labels_[static_cast<std::size_t>(label)];
    KL_INVARIANT(position >= 0, "each label should have a place");
    return position - static_cast<std::int32_t>(insn);
  };
  for (std::size_t i = first_insn_; i < code_.insns.size(); ++i) {
    Insn& insn = code_.insns[i];
    if (insn.code() == OpCode::Jump) insn.dst = distance(i, insn.dst);
    if (insn.code() >= OpCode::BranchTrue && insn.code() <= OpCode::BranchValid) {
      insn.dst = distance(i, insn.dst);
      insn.c = distance(i, insn.c);
    } else if (insn.dst >= outgoing) {
      insn.dst += static_cast<Slot>(code_.procedures[procedure_id_.index()].frame) - outgoing;
    }
  }
  for (std::size_t i : choice_insns_)
    for (auto& [condition, target] :
         code_.choices[static_cast<std::size_t>(code_.insns[i].a)].edges)
      target = distance(i, target);
  for (std::size_t i : switch_insns_) {
    SwitchSite& site = code_.switches[static_cast<std::size_t>(code_.insns[i].b)];
    for (auto& [value, target] : site.cases)
      target = distance(i, target);
    site.otherwise = distance(i, site.otherwise);
  }
}

} // namespace kleene::ir::vm
