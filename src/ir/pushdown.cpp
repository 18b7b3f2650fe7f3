// SPDX-License-Identifier: Apache-2.0
#include "kleene/ir/pushdown.h"

#include "kleene/ir/liveness.h"
#include "kleene/ir/unfold.h"
#include "kleene/support/invariant.h"
#include "kleene/support/overloaded.h"

#include <fmt/core.h>

#include <algorithm>

namespace kleene::ir {
namespace {

constexpr std::size_t most_bits = 64;
/// Shared states, and symbols, that are told apart.
constexpr std::size_t most_values = 1'000'000;
/// Variables that get any value at once.
constexpr std::size_t most_choices = 16;

using Kind = StackSymbol::Kind;
using Stage = SharedState::Birth::Stage;

bool bit(ValueBits values, std::size_t i) {
  return ((values >> i) & 1U) != 0;
}

ValueBits with_bit(ValueBits values, std::size_t i, bool value) {
  ValueBits mask = ValueBits(1) << i;
  return value ? values | mask : values & ~mask;
}

/// The first so many.
ValueBits first_bits(std::size_t count) {
  return count >= most_bits ? ~ValueBits(0) : (ValueBits(1) << count) - 1;
}

/// All ways to give the variables values, added to what is there.
std::vector<ValueBits> all_choices(ValueBits values, ValueBits chosen) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < most_bits; ++i)
    if (bit(chosen, i)) places.push_back(i);
  if (places.size() > most_choices)
    throw TooManyValues(fmt::format("{} variables get any value at once", places.size()));
  std::vector<ValueBits> result{values & ~chosen};
  for (std::size_t i : places)
    for (std::size_t n = result.size(); n > 0; --n)
      result.push_back(with_bit(result[n - 1], i, true));
  return result;
}

} // namespace

template <class T>
std::uint32_t PushdownThreads::Table<T>::number(const T& value) {
  auto [found, fresh] = numbers.try_emplace(value, static_cast<std::uint32_t>(values.size()));
  if (!fresh) return found->second;
  if (values.size() >= most_values) throw TooManyValues("there are too many states");
  values.push_back(value);
  return found->second;
}

PushdownThreads::PushdownThreads(const Program& program, const TargetSelection& targets)
    : program_(&program), targets_(targets), positions_(program.variables.size(), 0) {}

Result<PushdownThreads>
PushdownThreads::make(const Program& program, const TargetSelection& targets, std::size_t copies) {
  PushdownThreads result(program, targets);
  if (auto problem = result.prepare(copies))
    return Diagnostic::error(ErrorKind::Unsupported, *problem);
  return result;
}

std::optional<std::string> PushdownThreads::prepare(std::size_t copies) {
  Result<Unfolding> unfolding =
      unfold_threads(*program_, {.targets = targets_, .copies = copies, .deep = DeepCalls::Forget});
  if (!unfolding) return unfolding.error().message;
  complete_ = unfolding->complete;
  for (const UnfoldedThread& t : unfolding->threads)
    threads_.push_back({t.name, t.procedure, t.started.valid()});
  if (program_->globals.size() > most_bits) return "there are more than 64 shared variables";
  for (std::size_t i = 0; i < program_->globals.size(); ++i)
    positions_[program_->globals[i].index()] = i;
  for (const Procedure& p : program_->procedures) {
    Shape& shape = shapes_.emplace_back();
    for (const auto* list : {&p.parameters, &p.returns, &p.locals})
      shape.variables.insert(shape.variables.end(), list->begin(), list->end());
    if (shape.variables.size() > most_bits)
      return fmt::format("{} has more than 64 variables", p.name);
    for (std::size_t i = 0; i < shape.variables.size(); ++i)
      positions_[shape.variables[i].index()] = i;
    shape.parameters = first_bits(p.parameters.size());
    Liveness liveness(p, shape.variables, p.returns);
    for (std::size_t l = 0; l < p.locations.size(); ++l) {
      ValueBits& live = shape.live.emplace_back(0);
      for (VarId v : liveness.live_at(LocId(l)))
        live = with_bit(live, positions_[v.index()], true);
    }
    shape.outgoing = p.outgoing();
  }
  return std::nullopt;
}

// Values

bool PushdownThreads::evaluate(Term term, const Values& values) const {
  auto arg = [&](std::size_t i) { return evaluate(term.arg(i), values); };
  switch (term.op()) {
  case Op::Constant:
    return term.is_true();
  case Op::Variable: {
    VarId v = term.variable();
    bool local = program_->variable(v).owner.valid();
    return bit(local ? values.locals : values.globals, positions_[v.index()]);
  }
  case Op::Not:
    return !arg(0);
  case Op::And:
  case Op::Or: {
    bool stop = term.op() == Op::Or;
    for (std::size_t i = 0; i < term.arity(); ++i)
      if (arg(i) == stop) return stop;
    return !stop;
  }
  case Op::Eq:
    return arg(0) == arg(1);
  case Op::Ite:
    return arg(arg(0) ? 1 : 2);
  default:
    KL_INVARIANT(false, "a Boolean program should have Boolean operators only");
  }
}

void PushdownThreads::write(VarId v, bool value, Values& values) const {
  ValueBits& place = program_->variable(v).owner.valid() ? values.locals : values.globals;
  place = with_bit(place, positions_[v.index()], value);
}

PushdownThreads::Symbol PushdownThreads::frame(ProcId procedure, LocId location, ValueBits values) {
  values &= shapes_[procedure.index()].live[location.index()];
  return number(StackSymbol{Kind::Frame, procedure, location.index(), values});
}

/// At the entry of a procedure: its parameters are known, other variables have any value.
std::vector<PushdownThreads::Symbol> PushdownThreads::entries(ProcId procedure,
                                                              ValueBits parameters) {
  const Shape& shape = shapes_[procedure.index()];
  LocId entry = program_->procedure(procedure).entry;
  std::vector<Symbol> result;
  for (ValueBits values : all_choices(parameters, shape.live[entry.index()] & ~shape.parameters))
    result.push_back(frame(procedure, entry, values));
  return result;
}

// The beginning

std::vector<PushdownThreads::Shared> PushdownThreads::initial_shared() {
  SharedState state;
  for (const Thread& t : threads_)
    state.births.push_back({t.spawned ? Stage::Unborn : Stage::Running});
  ValueBits open = 0;
  for (std::size_t i = 0; i < program_->globals.size(); ++i) {
    const auto& initial = program_->variable(program_->globals[i]).initial;
    if (!initial) open = with_bit(open, i, true);
    state.globals = with_bit(state.globals, i, initial && initial->is_true());
  }
  std::vector<Shared> result;
  for (ValueBits globals : all_choices(state.globals, open)) {
    state.globals = globals;
    result.push_back(number(state));
  }
  return result;
}

std::vector<PushdownThreads::Word> PushdownThreads::initial_stacks(std::size_t thread) {
  Symbol bottom = number(StackSymbol{});
  if (threads_[thread].spawned)
    return {{number(StackSymbol{Kind::Waiting, {}, thread, 0}), bottom}};
  ProcId procedure = threads_[thread].procedure;
  std::vector<Word> result;
  for (ValueBits values : all_choices(0, shapes_[procedure.index()].parameters))
    for (Symbol entry : entries(procedure, values))
      if (Word word{entry, bottom}; std::ranges::find(result, word) == result.end())
        result.push_back(std::move(word));
  return result;
}

// Steps

std::vector<PushdownThreads::Step> PushdownThreads::steps(Shared shared, Symbol top) {
  SharedState state = this->state(shared);
  StackSymbol on_top = symbol(top);
  if (state.returning.valid()) return returning_steps(state, on_top);
  if (on_top.kind == Kind::Frame && !is_target(top)) return frame_steps(state, on_top);
  if (on_top.kind != Kind::Waiting) return {};
  SharedState::Birth& birth = state.births[on_top.number];
  if (birth.stage != Stage::Born) return {};
  ValueBits arguments = birth.arguments;
  birth = {};
  Shared running = number(state);
  std::vector<Step> result;
  for (Symbol entry : entries(threads_[on_top.number].procedure, arguments))
    result.push_back({.to = running, .top = {entry}, .edge = {}, .chosen = {}, .starts = {}});
  return result;
}

/// The caller takes the results; at the bottom there is none.
std::vector<PushdownThreads::Step> PushdownThreads::returning_steps(const SharedState& state,
                                                                    const StackSymbol& top) {
  SharedState after = state;
  after.returning = {};
  after.returned = 0;
  Step step{.to = 0, .top = {}, .edge = {}, .chosen = {}, .starts = {}};
  if (top.kind == Kind::Calling) {
    const Edge& edge = program_->procedure(top.procedure).edges[top.number];
    const auto& call = std::get<Call>(edge.statement);
    Values values{after.globals, top.values};
    for (std::size_t i = 0; i < call.results.size(); ++i)
      write(call.results[i], bit(state.returned, i), values);
    after.globals = values.globals;
    step.top = {frame(top.procedure, edge.to, values.locals)};
    step.returns = true;
  } else {
    step.top = {number(top)};
  }
  step.to = number(after);
  return {step};
}

std::vector<PushdownThreads::Step> PushdownThreads::frame_steps(const SharedState& state,
                                                                const StackSymbol& top) {
  const Procedure& procedure = program_->procedure(top.procedure);
  std::vector<Step> result;
  if (procedure.exit.index() == top.number) {
    SharedState after = state;
    after.returning = top.procedure;
    for (std::size_t i = 0; i < procedure.returns.size(); ++i)
      after.returned =
          with_bit(after.returned, i, bit(top.values, procedure.parameters.size() + i));
    result.push_back({.to = number(after), .top = {}, .edge = {}, .chosen = {}, .starts = {}});
    return result;
  }
  for (std::size_t e : shapes_[top.procedure.index()].outgoing[top.number])
    follow(state, top, e, result);
  return result;
}

void PushdownThreads::follow(const SharedState& state,
                             const StackSymbol& top,
                             std::size_t number_of_edge,
                             std::vector<Step>& steps) {
  const Edge& edge = program_->procedure(top.procedure).edges[number_of_edge];
  Values values{state.globals, top.values};
  auto arrive = [&](const Values& then, std::vector<bool> chosen) {
    SharedState after = state;
    after.globals = then.globals;
    steps.push_back({.to = number(after),
                     .top = {frame(top.procedure, edge.to, then.locals)},
                     .edge = number_of_edge,
                     .chosen = std::move(chosen),
                     .starts = {}});
  };
  auto nothing_known = [](const auto& /*s*/) {
    KL_INVARIANT(false, "a Boolean program should have no such statement");
  };
  std::visit(Overloaded{
                 [&](const Skip& /*s*/) { arrive(values, {}); },
                 [&](const Halt& /*s*/) {},
                 [&](const Call& /*s*/) { call(state, top, number_of_edge, steps); },
                 [&](const Assume& s) {
                   if (evaluate(s.condition, values)) arrive(values, {});
                 },
                 [&](const Assign& s) {
                   Values then = values;
                   for (std::size_t i = 0; i < s.targets.size(); ++i)
                     write(s.targets[i], evaluate(s.values[i], values), then);
                   arrive(then, {});
                 },
                 [&](const Havoc& s) {
                   for (ValueBits choice : all_choices(0, first_bits(s.variables.size()))) {
                     Values then = values;
                     std::vector<bool> chosen;
                     for (std::size_t i = 0; i < s.variables.size(); ++i) {
                       chosen.push_back(bit(choice, i));
                       write(s.variables[i], chosen.back(), then);
                     }
                     arrive(then, std::move(chosen));
                   }
                 },
                 [&](const Spawn& s) { begin(s, state, top, number_of_edge, steps); },
                 [&](const EndThread& /*s*/) {
                   Symbol ended = number(StackSymbol{.kind = Kind::Ended, .procedure = {}});
                   steps.push_back({.to = number(state),
                                    .top = {ended},
                                    .edge = number_of_edge,
                                    .chosen = {},
                                    .starts = {}});
                 },
                 [&](const Alloc& s) { nothing_known(s); },
                 [&](const Free& s) { nothing_known(s); },
                 [&](const Forget& s) { nothing_known(s); },
                 [&](const Output& s) { nothing_known(s); },
             },
             edge.statement);
}

void PushdownThreads::begin(const Spawn& start,
                            const SharedState& state,
                            const StackSymbol& top,
                            std::size_t number_of_edge,
                            std::vector<Step>& steps) {
  const Edge& edge = program_->procedure(top.procedure).edges[number_of_edge];
  Values values{state.globals, top.values};
  Step step{.to = 0,
            .top = {frame(top.procedure, edge.to, top.values)},
            .edge = number_of_edge,
            .chosen = {},
            .starts = {}};
  ValueBits arguments = 0;
  for (std::size_t i = 0; i < start.arguments.size(); ++i)
    arguments = with_bit(arguments, i, evaluate(start.arguments[i], values));
  const Shape& callee = shapes_[start.callee.index()];
  arguments &= callee.live[program_->procedure(start.callee).entry.index()];
  spawn(start.callee, arguments, state, step, steps);
}

void PushdownThreads::call(const SharedState& state,
                           const StackSymbol& top,
                           std::size_t number_of_edge,
                           std::vector<Step>& steps) {
  const Edge& edge = program_->procedure(top.procedure).edges[number_of_edge];
  const auto& call = std::get<Call>(edge.statement);
  Values values{state.globals, top.values};
  ValueBits arguments = 0;
  for (std::size_t i = 0; i < call.arguments.size(); ++i)
    arguments = with_bit(arguments, i, evaluate(call.arguments[i], values));
  ValueBits kept = top.values & shapes_[top.procedure.index()].live[edge.to.index()];
  for (VarId v : call.results)
    if (program_->variable(v).owner.valid()) kept = with_bit(kept, positions_[v.index()], false);
  Symbol calling = number(StackSymbol{Kind::Calling, top.procedure, number_of_edge, kept});
  for (Symbol entry : entries(call.callee, arguments))
    steps.push_back({.to = number(state),
                     .top = {entry, calling},
                     .edge = number_of_edge,
                     .chosen = {},
                     .starts = {}});
}

/// Threads come to life in their order: they are all alike. Where they may not suffice, any start may
/// be that of a thread which is never active.
void PushdownThreads::spawn(
    ProcId callee, ValueBits arguments, SharedState state, Step step, std::vector<Step>& steps) {
  step.spawns = true;
  std::size_t t = 0;
  while (t < threads_.size()
         && !(threads_[t].procedure == callee && state.births[t].stage == Stage::Unborn))
    ++t;
  if (!complete_ || t == threads_.size()) {
    step.to = number(state);
    steps.push_back(step);
  }
  if (t == threads_.size()) return;
  state.births[t] = {Stage::Born, arguments};
  step.to = number(state);
  step.starts = t;
  steps.push_back(std::move(step));
}

// What symbols mean

bool PushdownThreads::has_place(const StackSymbol& symbol) const {
  if (symbol.kind == Kind::Waiting) return symbol.number < threads_.size();
  if (symbol.kind != Kind::Frame && symbol.kind != Kind::Calling) return true;
  if (symbol.procedure.index() >= program_->procedures.size()) return false;
  const Procedure& p = program_->procedure(symbol.procedure);
  if (symbol.kind == Kind::Frame) return symbol.number < p.locations.size();
  return symbol.number < p.edges.size()
         && std::holds_alternative<Call>(p.edges[symbol.number].statement);
}

bool PushdownThreads::is_target(Symbol number) const {
  const StackSymbol& s = symbol(number);
  return s.kind == Kind::Frame
         && targets_.selects(program_->procedure(s.procedure).locations[s.number]);
}

bool PushdownThreads::has_ended(Shared shared, Symbol top) const {
  Kind kind = symbol(top).kind;
  return kind == Kind::Ended || (kind == Kind::Bottom && !state(shared).returning.valid());
}

bool PushdownThreads::may_switch(Shared shared, Symbol top) const {
  const SharedState& s = state(shared);
  if (s.returning.valid()) return false;
  VarId flag = program_->atomic;
  if (flag.valid() && bit(s.globals, positions_[flag.index()])) return false;
  const StackSymbol& t = symbol(top);
  return t.kind != Kind::Frame || !program_->procedure(t.procedure).locations[t.number].interior;
}

} // namespace kleene::ir
