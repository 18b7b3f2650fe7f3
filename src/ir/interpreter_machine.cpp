// SPDX-License-Identifier: Apache-2.0
// The start and end of a run, calls, choices, inputs and events.
#include "interpreter_machine.h"

#include "kleene/ir/object_cells.h"
#include "kleene/ir/overflow_tracer.h"
#include "kleene/support/invariant.h"
#include "kleene/support/work.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>

namespace kleene::ir::vm {

template <class V>
Machine<V>::Machine(const Program& program,
                    const Code& code,
                    InputSource& inputs,
                    const RunOptions& options,
                    Tracer* tracer,
                    bool reuse_addresses)
    : program_(program),
      code_(code),
      inputs_(inputs),
      options_(options),
      tracer_(tracer),
      memory_(program, reuse_addresses),
      globals_(code.globals.size()),
      selected_(code.markers.size(), -1) {
  std::ranges::transform(
      code.globals, globals_.begin(), [](Integer value) { return static_cast<V>(value); });
  hints_.fill(&nothing_);
  stop_.op = static_cast<std::uint16_t>(2 * static_cast<unsigned>(OpCode::Stop));
}

template <class V>
const Edge* Machine<V>::edge(const Insn* pc) const {
  const InsnOrigin& at = place(pc);
  return at.edge == InsnOrigin::no_edge ? nullptr
                                        : &program_.procedures[at.procedure].edges[at.edge];
}

template <class V>
SourceRange Machine<V>::range(const Insn* pc) const {
  const Edge* e = edge(pc);
  return e != nullptr ? e->range : program_.procedures[place(pc).procedure].range;
}

template <class V>
std::optional<V> Machine<V>::ask(const InputRequest& request) {
  std::optional<Integer> value = inputs_.next(request);
  if (!value) return std::nullopt;
  if (request.kind == InputKind::Edge) return static_cast<V>(*value);
  if (request.type.is_bool()) return *value != 0;
  // Also where arithmetic is unbounded: what comes from outside is a value of its type.
  return static_cast<V>(request.type.is_math() ? *value : wrap(request.type, *value));
}

template <class V>
bool Machine<V>::start() {
  const Procedure& entry = program_.procedure(program_.entry);
  const ProcedureCode& code = code_.procedures[program_.entry.index()];
  activations_.push_back({nullptr, 0, 0, static_cast<std::uint32_t>(program_.entry.index())});
  slots_.resize(std::max<std::size_t>(code.need, 256));
  frame_ = slots_.data();
  auto fill = [&](VarId id) {
    const Variable& v = program_.variable(id);
    if (!v.type.is_bool() && !v.type.is_integer()) return true;
    std::optional<V> value = ask({InputKind::Value, v.type, 0, v.display, v.range});
    if (!value) {
      result_.ending = Ending::InputsExhausted;
      result_.range = v.range;
      return false;
    }
    *slot(frame_, code_.variables[id.index()].value) = *value;
    return true;
  };
  return std::ranges::all_of(program_.globals,
                             [&](VarId g) { return program_.variable(g).initial || fill(g); })
         && std::ranges::all_of(entry.parameters, fill);
}

template <class V>
RunResult Machine<V>::run() {
  if (auto* observer = dynamic_cast<MemoryTracer*>(tracer_)) observer->begin(memory_);
  if (start()) {
    const Insn* entry = code_.insns.data() + code_.procedures[program_.entry.index()].entry;
    std::uint64_t unused = execute(entry);
    finish(granted_ - unused);
  }
  return std::move(result_);
}

template <class V>
void Machine<V>::finish(std::uint64_t taken) {
  switch (result_.ending) {
  case Ending::Returned:
  case Ending::Exited:
  case Ending::Aborted:
  case Ending::AssertionFailed:
  case Ending::TargetReached:
  case Ending::StepLimit:
    break;
  default: // the edge was not completed
    if (end_->code() != OpCode::Block || end_->extra != no_step) --taken;
  }
  constexpr unsigned long nanoseconds_per_step = 20;
  work::add_nanoseconds(nanoseconds_per_step * taken);
  result_.steps = taken;
  result_.range = range(end_);
  for (std::size_t i = 0; i < activations_.size(); ++i) {
    const Insn* at = i + 1 < activations_.size() ? activations_[i + 1].call : end_;
    result_.stack.push_back({ProcId(activations_[i].procedure), range(at)});
  }
}

template <class V>
std::uint64_t Machine<V>::refill() {
  if (options_.budget != nullptr) options_.budget->check();
  std::uint64_t grant = std::min(steps_between_checks, options_.max_steps - granted_);
  if (!threads_.empty()) {
    if (turn_granted_) return 0;
    turn_granted_ = true;
    grant = std::min(steps_per_turn, grant);
  }
  granted_ += grant;
  return grant;
}

template <class V>
const Insn* Machine<V>::stop(const Insn* pc, Ending ending) {
  result_.ending = ending;
  end_ = pc;
  return &stop_;
}

template <class V>
const Insn* Machine<V>::fault(const Insn* pc, AssumeKind kind) {
  result_.undefined = kind;
  return stop(pc, Ending::UndefinedBehaviour);
}

template <class V>
void Machine<V>::overflow(const Insn* pc, std::string_view symbol, const V& a, const V& b) {
  if (result_.overflow) return;
  if (auto* told = dynamic_cast<OverflowTracer*>(tracer_)) told->overflow();
  result_.overflow = Event{
      range(pc),
      fmt::format("{} {} {} does not fit i{}", to_string(a), symbol, to_string(b), pc->width)};
}

template <class V>
void Machine<V>::overflow(const Insn* pc, std::string_view symbol, const V& a) {
  if (result_.overflow) return;
  if (auto* told = dynamic_cast<OverflowTracer*>(tracer_)) told->overflow();
  result_.overflow =
      Event{range(pc), fmt::format("{}({}) does not fit i{}", symbol, to_string(a), pc->width)};
}

template <class V>
void Machine<V>::indeterminate_variable(const Insn* pc, VarId variable) {
  if (result_.indeterminate) return;
  result_.indeterminate =
      Event{range(pc),
            fmt::format("the value of {} is not known here", program_.variable(variable).display)};
}

template <class V>
void Machine<V>::indeterminate_bytes(const Insn* pc,
                                     const MemoryObject& object,
                                     std::uint64_t offset) {
  if (result_.indeterminate) return;
  result_.indeterminate = Event{
      range(pc), fmt::format("{} is read before it is written, at byte {}", *object.name, offset)};
}

template <class V>
void Machine<V>::assumed(const Insn* pc) {
  if (result_.assumed) return;
  const auto& havoc = std::get<Havoc>(edge(pc)->statement);
  result_.assumed = Event{range(pc), fmt::format("{} may have written memory", havoc.origin)};
}

/// What variables of open procedures hold; what is left of finished expressions leads nowhere.
template <class V>
void Machine<V>::look_into_frames(std::vector<std::uint64_t>& numbers) const {
  for (std::size_t i = 0; i < activations_.size(); ++i) {
    bool last = i + 1 == activations_.size();
    const V* frame = last ? frame_ : slots_.data() + activations_[i + 1].base;
    const Procedure& p = program_.procedures[activations_[i].procedure];
    for (const auto* list : {&p.parameters, &p.returns, &p.locals})
      for (VarId v : *list)
        if (!program_.variable(v).temporary)
          numbers.push_back(static_cast<std::uint64_t>(frame[code_.variables[v.index()].value]));
  }
}

template <class V>
void Machine<V>::look_for_lost(const Insn* pc) {
  bool returns = result_.target->function == lost_at_return;
  // What cells hold is in their objects.
  Memory::Numbers inside;
  std::set<std::size_t> cells;
  for (const auto& [alloc, variables] : object_cells(program_))
    for (VarId v : variables) {
      std::size_t at =
          globals_.size() - static_cast<std::size_t>(-code_.variables[v.index()].value);
      cells.insert(at);
      inside[&alloc->name].push_back(static_cast<std::uint64_t>(globals_[at]));
    }
  std::vector<std::uint64_t> numbers;
  for (std::size_t i = 0; i < globals_.size(); ++i)
    if (!cells.contains(i)) numbers.push_back(static_cast<std::uint64_t>(globals_[i]));
  if (!returns) look_into_frames(numbers);
  const MemoryObject* lost =
      memory_.lost(std::move(numbers), inside, !returns, program_.pointer_width / 8);
  if (lost == nullptr) return;
  result_.lost = Event{
      range(pc), fmt::format("{} bytes of {} that nothing leads to", lost->size, *lost->name)};
}

template <class V>
const Insn* Machine<V>::arrive(const Insn* pc) {
  auto marker = static_cast<std::size_t>(pc->a);
  const Location& location = *code_.markers[marker];
  std::int8_t& selected = selected_[marker];
  if (selected < 0) selected = options_.targets.selects(location) ? 1 : 0;
  if (selected == 0) return pc + 1;
  TargetSelection calls_and_assertions{.functions = options_.targets.functions,
                                       .assertions = options_.targets.assertions,
                                       .checks = options_.targets.checks};
  Location without_labels{.target = location.target};
  if (calls_and_assertions.selects(without_labels)) {
    result_.target = location.target;
  } else {
    auto named = std::ranges::find_if(
        location.labels, [&](const std::string& l) { return options_.targets.labels.contains(l); });
    if (named != location.labels.end()) result_.label = *named;
  }
  if (result_.target && result_.target->property == Property::ValidMemtrack) look_for_lost(pc);
  const Procedure& procedure = program_.procedures[activations_.back().procedure];
  result_.location = LocId(static_cast<std::size_t>(&location - procedure.locations.data()));
  return stop(pc, Ending::TargetReached);
}

template <class V>
const Insn* Machine<V>::choose(const Insn* pc, const V* fp) {
  const ChoiceSite& site = code_.choices[static_cast<std::size_t>(pc->a)];
  const V* gp = globals_.data() + globals_.size();
  auto candidate = [&](const auto& edge) { return (edge.first < 0 ? gp : fp)[edge.first] != 0; };
  auto count = static_cast<std::size_t>(std::ranges::count_if(site.edges, candidate));
  if (count == 0) return stop(pc, Ending::Blocked);
  std::size_t chosen = 0;
  if (count > 1) {
    std::optional<V> answer = ask({InputKind::Edge, {}, count, "", range(pc)});
    if (!answer) return stop(pc, Ending::InputsExhausted);
    wrote_ = true;
    chosen = static_cast<std::size_t>(static_cast<std::uint64_t>(*answer) % count);
  }
  for (const auto& edge : site.edges)
    if (candidate(edge) && chosen-- == 0) return pc + edge.second;
  return stop(pc, Ending::Blocked);
}

template <class V>
const Insn* Machine<V>::select_case(const Insn* pc, const V& value) {
  const SwitchSite& site = code_.switches[static_cast<std::size_t>(pc->b)];
  auto found = std::ranges::lower_bound(
      site.cases, Integer(value), {}, [](const auto& c) { return c.first; });
  if (found != site.cases.end() && found->first == value) return pc + found->second;
  return pc + site.otherwise;
}

template <class V>
const Insn* Machine<V>::halt(const Insn* pc, V status) {
  const auto& statement = std::get<Halt>(edge(pc)->statement);
  switch (statement.kind) {
  case HaltKind::Exit:
    if (!statement.status.null()) result_.status = to_integer(statement.status.type(), status);
    return stop(pc, Ending::Exited);
  case HaltKind::Abort:
    return stop(pc, Ending::Aborted);
  case HaltKind::AssertionFailure:
    break;
  }
  return stop(pc, Ending::AssertionFailed);
}

template <class V>
const Insn* Machine<V>::input(const Insn* pc, V& target) {
  const InputSite& site = code_.inputs[static_cast<std::size_t>(pc->a)];
  std::optional<V> value = ask({InputKind::Value, site.type, 0, site.origin, range(pc)});
  if (!value) return stop(pc, Ending::InputsExhausted);
  wrote_ = true;
  target = *value;
  return pc + 1;
}

template <class V>
bool Machine<V>::grow(std::size_t slots) {
  std::size_t wanted = std::max(slots, 2 * slots_.size());
  std::uint64_t room = options_.max_memory - std::min(options_.max_memory, memory_.live_bytes());
  std::uint64_t most = room / sizeof(V);
  if (slots > most) return false;
  slots_.resize(std::min<std::uint64_t>(wanted, most));
  return true;
}

template <class V>
const Insn* Machine<V>::call(const Insn* pc, V* fp) {
  const CallSite& site = code_.calls[static_cast<std::size_t>(pc->a)];
  if (activations_.size() >= options_.max_depth) return stop(pc, Ending::StackOverflow);
  auto base = static_cast<std::size_t>(fp - slots_.data());
  std::size_t callee = base + site.frame;
  if (callee + site.need > slots_.size() && !grow(callee + site.need))
    return stop(pc, Ending::MemoryLimit);
  activations_.push_back({pc, base, memory_.stack_mark(), site.callee});
  frame_ = slots_.data() + callee;
  return code_.insns.data() + site.entry;
}

template <class V>
const Insn* Machine<V>::leave(const Insn* pc, V* fp) {
  const Activation top = activations_.back();
  if (top.call == nullptr && active_ == 0 && alive_ > 0) return stop(pc, Ending::Returned);
  if (memory_.stack_mark() != top.stack_mark) {
    if (alive_ > 1)
      memory_.retire_stack(top.stack_mark, threads_[active_].retired);
    else
      memory_.release_stack(top.stack_mark);
    wrote_ = true;
  }
  if (top.call == nullptr) {
    if (active_ != 0) return stop(pc, Ending::Returned);
    const Procedure& entry = program_.procedure(program_.entry);
    if (!entry.returns.empty()) {
      VarId status = entry.returns[0];
      const VariableSlot& at = code_.variables[status.index()];
      if (at.flag != 0 && fp[at.flag] != 0) indeterminate_variable(pc, status);
      result_.status = to_integer(program_.variable(status).type, fp[at.value]);
    }
    return stop(pc, Ending::Returned);
  }
  activations_.pop_back();
  frame_ = slots_.data() + top.base;
  const CallSite& site = code_.calls[static_cast<std::size_t>(top.call->a)];
  for (auto [from, to] : site.results)
    *slot(frame_, to) = fp[from];
  return top.call + 1;
}

template <class V>
void Machine<V>::trace(const Insn* pc, const V* fp) {
  const InsnOrigin& at = place(pc);
  Tracer::Step step;
  step.procedure = ProcId(at.procedure);
  step.edge = edge(pc);
  step.depth = activations_.size();
  step.returned = pc->extra == 1;
  step.thread = active_;
  const auto* call = std::get_if<Call>(&step.edge->statement);
  bool entered = call != nullptr && !step.returned;
  const V* frame = fp;
  if (entered) frame += code_.procedures[at.procedure].frame;
  const V* gp = globals_.data() + globals_.size();
  for (VarId v : entered ? program_.procedure(call->callee).parameters
                         : written_variables(step.edge->statement)) {
    Type type = program_.variable(v).type;
    if (!type.is_bool() && !type.is_integer()) continue;
    Slot s = code_.variables[v.index()].value;
    step.written.emplace_back(v, to_integer(type, (s < 0 ? gp : frame)[s]));
  }
  tracer_->step(step);
}

template class Machine<std::int64_t>;
template class Machine<Integer>;

} // namespace kleene::ir::vm
