// SPDX-License-Identifier: Apache-2.0
#include "machine_reference.h"

#include "kleene/support/graph.h"
#include "kleene/support/invariant.h"

#include <algorithm>

namespace kleene::reference {
namespace {

Integer power_of_two(unsigned n) {
  return Integer(1) << n;
}

Integer wrapped(Type type, Integer value) {
  if (!type.is_machine()) return value;
  Integer size = power_of_two(type.width());
  value = ((value % size) + size) % size;
  return type.is_signed() && value >= size / 2 ? value - size : value;
}

Integer from_bytes(Type type, const std::string& bytes) {
  Integer value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;)
    value = value * 256 + static_cast<unsigned char>(bytes[i]);
  return wrapped(type, value);
}

std::string to_bytes(Type type, Integer value) {
  value = wrapped(Type::machine(type.width(), false), value);
  std::string bytes;
  for (std::size_t i = 0; i < type.bytes(); ++i, value /= 256)
    bytes += static_cast<char>(static_cast<unsigned char>(value % 256));
  return bytes;
}

/// The memory variable at the bottom of a term of type Memory.
VarId root(Term memory) {
  while (!memory.is_variable())
    memory = memory.arg(0);
  return memory.variable();
}

bool is_scalar(Type type) {
  return type.is_bool() || type.is_integer();
}

} // namespace

MachineReference::MachineReference(const ir::Program& program,
                                   std::set<VarId> tables,
                                   std::size_t most_states)
    : program_(program), tables_(std::move(tables)), most_states_(most_states) {
  for (const ir::Procedure& procedure : program.procedures)
    outgoing_.push_back(procedure.outgoing());
  std::vector<VarId> open;
  for (VarId g : program.globals)
    if (is_scalar(program.variable(g).type) && !program.variable(g).initial) open.push_back(g);
  starts_ = spread(initial(), open);
  for (const MachineState& start : starts_)
    exits_.try_emplace(start);
  for (bool changed = true; changed && !too_large_;) { // until no procedure gains an entry or exit
    changed = false;
    std::vector<MachineState> known;
    for (const auto& [entry, result] : exits_)
      known.push_back(entry);
    for (const MachineState& entry : known)
      changed |= explore(entry);
  }
  if (!too_large_) find_graph();
}

void MachineReference::find_graph() {
  std::map<MachineState, std::size_t> numbers;
  for (const MachineState& state : states_) {
    numbers[state] = numbered_.size();
    numbered_.push_back(&state);
  }
  for (const MachineState* state : numbered_) {
    std::vector<std::size_t>& next = graph_.emplace_back();
    for (const MachineState& s : successors(*state))
      next.push_back(numbers.at(s));
  }
}

MachineState MachineReference::initial() const {
  MachineState state{program_.entry, program_.procedure(program_.entry).entry, {}, {}, {}, {}};
  for (const ir::Object& o : program_.objects) {
    if (o.kind != ir::ObjectKind::Data) continue;
    LiveObject object{o.region, false, o.bytes};
    object.bytes.resize(o.size);
    state.objects[static_cast<Integer>(o.address)] = std::move(object);
  }
  for (VarId g : program_.globals) {
    const ir::Variable& v = program_.variable(g);
    if (!is_scalar(v.type)) continue;
    Integer value = 0;
    if (v.initial)
      value = v.initial->is_constant()
                  ? v.initial->value()
                  : static_cast<Integer>(program_.object(v.initial->object()).address);
    state.values[g] = value;
  }
  const ir::Procedure& main = program_.procedure(program_.entry);
  for (const auto* list : {&main.parameters, &main.locals, &main.returns})
    for (VarId v : *list)
      state.values[v] = 0;
  return state;
}

std::vector<MachineState> MachineReference::spread(MachineState state,
                                                   const std::vector<VarId>& variables) const {
  std::vector<MachineState> result{std::move(state)};
  for (VarId v : variables) {
    Type type = program_.variable(v).type;
    if (!is_scalar(type)) continue;
    std::vector<Integer> choices{0, 1};
    if (type.is_machine() && type.width() <= 3) {
      choices.clear();
      for (Integer n = 0; n < power_of_two(type.width()); ++n)
        choices.push_back(wrapped(type, n));
    }
    std::vector<MachineState> more;
    for (const MachineState& s : result)
      for (Integer n : choices) {
        more.push_back(s);
        more.back().values[v] = n;
      }
    result = std::move(more);
  }
  return result;
}

const std::pair<const Integer, LiveObject>*
MachineReference::object_at(const MachineState& state, Integer address, Integer length) const {
  for (const auto& object : state.objects)
    if (object.first <= address
        && address + length <= object.first + static_cast<Integer>(object.second.bytes.size()))
      return &object;
  return nullptr;
}

std::string MachineReference::read(const MachineState& state,
                                   VarId memory,
                                   Integer address,
                                   std::size_t length) {
  std::string bytes;
  if (tables_.contains(memory)) {
    auto table = state.tables.find(memory);
    for (std::size_t i = 0; i < length; ++i) {
      bool known =
          table != state.tables.end() && table->second.contains(address + static_cast<Integer>(i));
      bytes += known ? table->second.at(address + static_cast<Integer>(i)) : '\0';
    }
    return bytes;
  }
  const auto* object = object_at(state, address, static_cast<Integer>(length));
  if (object == nullptr) {
    object_to("a read outside all objects");
    return std::string(length, '\0');
  }
  if (object->second.region != memory) object_to("a read of another region");
  return object->second.bytes.substr(static_cast<std::size_t>(address - object->first), length);
}

void MachineReference::write(MachineState& state,
                             VarId memory,
                             Integer address,
                             const std::string& bytes) {
  if (tables_.contains(memory)) {
    std::map<Integer, char>& table = state.tables[memory];
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      table.erase(address + static_cast<Integer>(i));
      if (bytes[i] != '\0') table[address + static_cast<Integer>(i)] = bytes[i];
    }
    return;
  }
  const auto* object = object_at(state, address, static_cast<Integer>(bytes.size()));
  if (object == nullptr) return object_to("a write outside all objects");
  if (object->second.region != memory) object_to("a write to another region");
  state.objects.at(object->first)
      .bytes.replace(static_cast<std::size_t>(address - object->first), bytes.size(), bytes);
}

/// Nested changes, the innermost first; all that they read is as it was before.
void MachineReference::change(MachineState& state,
                              VarId memory,
                              Term value,
                              const MachineState& before) {
  if (value.is_variable()) return;
  change(state, memory, value.arg(0), before);
  Integer to = evaluate(value.arg(1), before);
  switch (value.op()) {
  case Op::Store:
    return write(state, memory, to, to_bytes(value.arg(2).type(), evaluate(value.arg(2), before)));
  case Op::MemSet: {
    auto length = static_cast<std::size_t>(evaluate(value.arg(3), before));
    auto byte = static_cast<char>(static_cast<unsigned char>(evaluate(value.arg(2), before)));
    return write(state, memory, to, std::string(length, byte));
  }
  case Op::MemCopy: {
    Integer from = evaluate(value.arg(3), before);
    auto length = static_cast<std::size_t>(evaluate(value.arg(4), before));
    return write(state, memory, to, read(before, root(value.arg(2)), from, length));
  }
  default:
    KL_INVARIANT(false, "the reference should know every change of memory");
  }
}

Integer MachineReference::evaluate(Term t, const MachineState& state) {
  return wrapped(t.type(), compute(t, state));
}

Integer MachineReference::compute(Term t, const MachineState& state) {
  auto arg = [&](std::size_t i) { return evaluate(t.arg(i), state); };
  auto inside = [&](std::size_t address, std::size_t length) {
    return object_at(state, arg(address), arg(length)) != nullptr ? 1 : 0;
  };
  switch (t.op()) {
  case Op::Constant:
    return t.value();
  case Op::Variable:
    return state.values.at(t.variable());
  case Op::Address:
    return static_cast<Integer>(program_.object(t.object()).address);
  case Op::Not:
    return 1 - arg(0);
  case Op::And:
    return std::ranges::all_of(t.args(), [&](Term a) { return evaluate(a, state) != 0; }) ? 1 : 0;
  case Op::Or:
    return std::ranges::any_of(t.args(), [&](Term a) { return evaluate(a, state) != 0; }) ? 1 : 0;
  case Op::Eq:
    return arg(0) == arg(1) ? 1 : 0;
  case Op::Ite:
    return arg(arg(0) != 0 ? 1 : 2);
  case Op::Lt:
    return arg(0) < arg(1) ? 1 : 0;
  case Op::Le:
    return arg(0) <= arg(1) ? 1 : 0;
  case Op::Neg:
    return -arg(0);
  case Op::Add:
  case Op::PtrAdd:
    return arg(0) + arg(1);
  case Op::Sub:
    return arg(0) - arg(1);
  case Op::Mul:
    return arg(0) * arg(1);
  case Op::BitAnd:
    return wrapped(Type::machine(64, false), arg(0)) & wrapped(Type::machine(64, false), arg(1));
  case Op::Cast:
    return arg(0);
  case Op::Load: {
    MachineState changed = state;
    change(changed, root(t.arg(0)), t.arg(0), state);
    return from_bytes(t.type(), read(changed, root(t.arg(0)), arg(1), t.type().bytes()));
  }
  case Op::Valid:
  case Op::Writable:
    return inside(1, 2);
  case Op::Freeable: {
    auto object = state.objects.find(arg(1));
    return arg(1) == 0 || (object != state.objects.end() && object->second.heap) ? 1 : 0;
  }
  default:
    KL_INVARIANT(false, "the reference should know every operator of these programs");
  }
}

/// At the lowest address that is free.
void MachineReference::allocate(MachineState& state, const ir::Alloc& alloc) {
  Integer size = evaluate(alloc.size, state);
  auto address = static_cast<Integer>(program_.first_free_address);
  for (const auto& [at, object] : state.objects)
    if (at + static_cast<Integer>(object.bytes.size()) > address && at < address + size)
      address = (at + static_cast<Integer>(object.bytes.size()) + 15) / 16 * 16;
  bool heap = alloc.storage == ir::Storage::Heap;
  state.objects[address] = {alloc.region, heap, std::string(static_cast<std::size_t>(size), '\0')};
  if (!heap) state.own.insert(address);
  state.values[alloc.target] = address;
}

void MachineReference::release(MachineState& state, Integer address) {
  state.objects.erase(address);
  state.own.erase(address);
}

std::vector<MachineState> MachineReference::step(const MachineState& state, const ir::Edge& edge) {
  MachineState next = state;
  next.location = edge.to;
  const ir::Statement& statement = edge.statement;
  if (const auto* assume = std::get_if<ir::Assume>(&statement)) {
    if (evaluate(assume->condition, state) == 0) return {};
  } else if (const auto* assign = std::get_if<ir::Assign>(&statement)) {
    for (std::size_t i = 0; i < assign->targets.size(); ++i) {
      VarId target = assign->targets[i];
      if (program_.variable(target).type.is_memory())
        change(next, target, assign->values[i], state);
      else
        next.values[target] = evaluate(assign->values[i], state);
    }
  } else if (const auto* havoc = std::get_if<ir::Havoc>(&statement)) {
    if (!havoc->uninitialised) return spread(std::move(next), havoc->variables);
    for (VarId v : havoc->variables)
      if (is_scalar(program_.variable(v).type)) next.values[v] = 0;
  } else if (const auto* alloc = std::get_if<ir::Alloc>(&statement)) {
    allocate(next, *alloc);
  } else if (const auto* free = std::get_if<ir::Free>(&statement)) {
    release(next, evaluate(free->address, state));
  } else if (const auto* forget = std::get_if<ir::Forget>(&statement)) {
    auto length = static_cast<std::size_t>(evaluate(forget->length, state));
    write(next, forget->region, evaluate(forget->address, state), std::string(length, '\0'));
  } else if (!std::holds_alternative<ir::Skip>(statement)) {
    return {};
  }
  return {next};
}

MachineState MachineReference::enter(const MachineState& caller, const ir::Call& call) {
  const ir::Procedure& callee = program_.procedure(call.callee);
  MachineState state = caller;
  state.procedure = call.callee;
  state.location = callee.entry;
  state.own.clear();
  std::erase_if(state.values,
                [&](const auto& v) { return program_.variable(v.first).owner.valid(); });
  for (const auto* list : {&callee.locals, &callee.returns})
    for (VarId v : *list)
      state.values[v] = 0;
  for (std::size_t i = 0; i < call.arguments.size(); ++i)
    state.values[callee.parameters[i]] = evaluate(call.arguments[i], caller);
  return state;
}

MachineState MachineReference::resume(const MachineState& caller,
                                      const ir::Edge& edge,
                                      const MachineState& exit) {
  const auto& call = std::get<ir::Call>(edge.statement);
  const ir::Procedure& callee = program_.procedure(call.callee);
  MachineState after = exit;
  after.procedure = caller.procedure;
  after.location = edge.to;
  after.own = caller.own;
  after.values = caller.values;
  for (VarId g : program_.globals)
    if (exit.values.contains(g)) after.values[g] = exit.values.at(g);
  for (std::size_t i = 0; i < call.results.size(); ++i)
    after.values[call.results[i]] = exit.values.at(callee.returns[i]);
  return after;
}

bool MachineReference::explore(const MachineState& entry) {
  bool changed = false;
  std::set<MachineState> seen{entry};
  std::vector<MachineState> work{entry};
  while (!work.empty() && !too_large_) {
    MachineState state = std::move(work.back());
    work.pop_back();
    states_.insert(state);
    too_large_ = states_.size() + exits_.size() > most_states_;
    const ir::Procedure& procedure = program_.procedure(state.procedure);
    if (state.location == procedure.exit) {
      MachineState exit = state;
      for (Integer address : state.own)
        exit.objects.erase(address);
      changed |= exits_.at(entry).insert(std::move(exit)).second;
    }
    for (std::size_t e : outgoing_[state.procedure.index()][state.location.index()]) {
      std::vector<MachineState> next = step(state, procedure.edges[e]);
      if (const auto* call = std::get_if<ir::Call>(&procedure.edges[e].statement)) {
        auto [callee, is_new] = exits_.try_emplace(enter(state, *call));
        changed |= is_new;
        for (const MachineState& exit : callee->second)
          next.push_back(resume(state, procedure.edges[e], exit));
      }
      for (MachineState& s : next)
        if (seen.insert(s).second) work.push_back(std::move(s));
    }
  }
  return changed;
}

/// Calls are stepped over and into.
std::vector<MachineState> MachineReference::successors(const MachineState& state) {
  std::vector<MachineState> result;
  const ir::Procedure& procedure = program_.procedure(state.procedure);
  for (std::size_t e : outgoing_[state.procedure.index()][state.location.index()]) {
    for (MachineState& s : step(state, procedure.edges[e]))
      result.push_back(std::move(s));
    if (const auto* call = std::get_if<ir::Call>(&procedure.edges[e].statement)) {
      MachineState callee = enter(state, *call);
      for (const MachineState& exit : exits_.at(callee))
        result.push_back(resume(state, procedure.edges[e], exit));
      result.push_back(std::move(callee));
    }
  }
  return result;
}

bool MachineReference::reaches(const ir::TargetSelection& targets) const {
  return std::ranges::any_of(states_, [&](const MachineState& s) {
    return targets.selects(program_.procedure(s.procedure).locations[s.location.index()]);
  });
}

bool MachineReference::ends() const {
  if (std::ranges::any_of(starts_, [&](const MachineState& s) { return !exits_.at(s).empty(); }))
    return true;
  return std::ranges::any_of(states_, [&](const MachineState& s) {
    const ir::Procedure& procedure = program_.procedure(s.procedure);
    return std::ranges::any_of(
        outgoing_[s.procedure.index()][s.location.index()], [&](std::size_t e) {
          return std::holds_alternative<ir::Halt>(procedure.edges[e].statement);
        });
  });
}

/// States without a remaining successor are removed until nothing changes: the others can go on.
bool MachineReference::runs_for_ever() const {
  std::vector<bool> stays(graph_.size(), true);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t n = 0; n < graph_.size(); ++n) {
      bool goes_on =
          std::ranges::any_of(graph_[n], [&](std::size_t to) { return bool(stays[to]); });
      changed |= stays[n] && !goes_on;
      stays[n] = stays[n] && goes_on;
    }
  }
  for (std::size_t n = 0; n < graph_.size(); ++n)
    if (stays[n] && std::ranges::find(starts_, *numbered_[n]) != starts_.end()) return true;
  return false;
}

bool MachineReference::recurs(const std::set<std::pair<ir::ProcId, ir::LocId>>& locations) const {
  for (std::size_t n = 0; n < graph_.size(); ++n)
    if (locations.contains({numbered_[n]->procedure, numbered_[n]->location})
        && leads_to(graph_, n, n))
      return true;
  return false;
}

} // namespace kleene::reference
