// SPDX-License-Identifier: Apache-2.0
// Threads take turns on one machine: see threads.h.
#include "kleene/ir/liveness.h"
#include "kleene/support/invariant.h"

#include <algorithm>
#include <utility>

#include "interpreter_compiler.h"
#include "interpreter_machine.h"

namespace kleene::ir {

std::string_view describe(Turn turn) {
  switch (turn) {
  case Turn::Moved:
    return "the thread moved";
  case Turn::Waits:
  case Turn::WaitsLate:
    return "the thread waits";
  case Turn::ThreadEnded:
    return "the thread ended";
  case Turn::Stuck:
    return "the thread cannot go on";
  case Turn::Target:
    return "a target is reached";
  case Turn::NeedsInput:
    return "inputs exhausted";
  case Turn::Limit:
    return "a limit is reached";
  case Turn::ProgramEnded:
    return "the program ends";
  }
  return "?";
}

namespace vm {

template <class V>
void Machine<V>::begin_threads() {
  if (auto self = program_.find_variable(self_variable))
    if (!program_.variable(*self).owner.valid()) self_ = code_.variables[self->index()].value;
  spurious_ = program_.find_variable(spurious_variable).value_or(VarId());
  Thread first;
  first.pc = code_.insns.data() + code_.procedures[program_.entry.index()].entry;
  first.procedure = static_cast<std::uint32_t>(program_.entry.index());
  KL_INVARIANT(memory_.make_arena(0, first.arena), "the first thread should have room");
  memory_.exchange(first.arena);
  threads_.push_back(std::move(first));
  alive_ = 1;
  keep_frame();
}

template <class V>
bool Machine<V>::in_atomic_section() const {
  if (!program_.atomic.valid()) return false;
  Slot s = code_.variables[program_.atomic.index()].value;
  return *(globals_.data() + globals_.size() + s) != 0;
}

template <class V>
bool Machine<V>::may_run(std::size_t thread) const {
  if (thread >= threads_.size() || threads_[thread].status != Thread::Status::Ready) return false;
  return thread == active_ || !in_atomic_section();
}

template <class V>
void Machine<V>::activate(std::size_t thread) {
  if (thread == active_) return;
  Thread& old = threads_[active_];
  keep_frame();
  std::swap(old.slots, slots_);
  std::swap(old.activations, activations_);
  memory_.exchange(old.arena);
  Thread& next = threads_[thread];
  std::swap(next.slots, slots_);
  std::swap(next.activations, activations_);
  memory_.exchange(next.arena);
  active_ = thread;
  frame_ = slots_.data() + next.base;
  if (self_) globals_[globals_.size() + static_cast<std::size_t>(*self_)] = static_cast<V>(thread);
}

template <class V>
void Machine<V>::release_retired() {
  std::vector<MemoryObject*>& retired = threads_[active_].retired;
  wrote_ = !retired.empty();
  std::ranges::sort(retired, std::ranges::greater{}, &MemoryObject::base);
  for (MemoryObject* object : retired)
    memory_.release(*object);
  retired.clear();
}

template <class V>
Turn Machine<V>::take(std::size_t thread) {
  KL_INVARIANT(may_run(thread), "a thread that takes a turn should be able to run");
  activate(thread);
  keep_frame();
  Thread& record = threads_[thread];
  const Insn* begin = record.pc;
  std::vector<V> globals = globals_;
  std::vector<V> slots = slots_;
  std::vector<Activation> activations = activations_;
  std::size_t base = record.base;
  resuming_ = record.at_shared_step;
  turn_granted_ = false;
  looked_at_number_ = false;
  release_retired();
  accesses_.clear();
  result_.undefined.reset();
  result_.target.reset();
  granted_ -= execute(begin);
  Turn turn = after_turn(begin);
  if (turn == Turn::Waits && wrote_) return Turn::WaitsLate;
  if (turn != Turn::Waits) return turn;
  globals_ = std::move(globals);
  slots_ = std::move(slots);
  activations_ = std::move(activations);
  frame_ = slots_.data() + base;
  threads_[thread].pc = begin;
  return turn;
}

/// What the end of execute() means. `threads_` may have grown.
template <class V>
Turn Machine<V>::after_turn(const Insn* begin) {
  Thread& record = threads_[active_];
  auto leave_with = [&](typename Thread::Status status, Turn turn) {
    record.status = status;
    record.pc = begin;
    return turn;
  };
  result_.range = range(end_);
  switch (result_.ending) {
  case Ending::StepLimit: // also where a turn ends
    record.at_shared_step = end_->code() == OpCode::Yield && !turn_granted_;
    if (granted_ >= options_.max_steps) return Turn::Limit;
    record.pc = end_;
    return Turn::Moved;
  case Ending::TargetReached:
    return Turn::Target;
  case Ending::InputsExhausted:
    return Turn::NeedsInput;
  case Ending::Blocked: {
    bool waits = end_->code() != OpCode::Block
                 || (end_->extra != static_cast<std::uint8_t>(AssumeKind::Assumption)
                     && end_->extra != no_step);
    return waits ? Turn::Waits : leave_with(Thread::Status::Stuck, Turn::Stuck);
  }
  case Ending::UndefinedBehaviour:
    return leave_with(Thread::Status::Stuck, Turn::Stuck);
  case Ending::Returned:
    if (active_ == 0 && !ended_by_itself_)
      return leave_with(Thread::Status::Stuck, Turn::ProgramEnded);
    ended_by_itself_ = false;
    release_retired();
    --alive_;
    return leave_with(Thread::Status::Ended, Turn::ThreadEnded);
  case Ending::Exited:
  case Ending::Aborted:
  case Ending::AssertionFailed:
    return leave_with(Thread::Status::Stuck, Turn::ProgramEnded);
  default:
    return Turn::Limit;
  }
}

template <class V>
const Insn* Machine<V>::yield(const Insn* pc) {
  const YieldSite& site = code_.yields[static_cast<std::size_t>(pc->a)];
  bool stays = !site.switches || alive_ < 2 || in_atomic_section();
  if (!threads_.empty() && !resuming_ && !stays) {
    turn_granted_ = false; // tells the end of a turn from a limit
    return stop(pc, Ending::StepLimit);
  }
  resuming_ = false;
  looked_at_number_ |= site.number;
  for (VarId v : site.writes)
    if (alive_ < 2 && v == spurious_) accesses_.push_back({v, 0, 0, true, true, false, range(pc)});
  if (alive_ < 2) return pc + 1;
  bool atomic = in_atomic_section();
  for (VarId v : site.reads)
    accesses_.push_back({v, 0, 0, false, atomic, false, range(pc)});
  for (VarId v : site.writes)
    accesses_.push_back({v, 0, 0, true, atomic, false, range(pc)});
  return pc + 1;
}

template <class V>
void Machine<V>::note(const Insn* pc, std::uint64_t address, std::uint64_t length) {
  if (threads_.empty()) return;
  bool write = (pc->extra & noted::write) != 0;
  wrote_ = wrote_ || write;
  if (alive_ < 2) return;
  if ((pc->extra & noted::object) != 0) {
    const MemoryObject* object = address == 0 ? nullptr : memory_.find(address);
    if (object == nullptr) return;
    length = object->size;
  }
  bool bulk = (pc->extra & (noted::bulk | noted::object)) != 0;
  accesses_.push_back({VarId(), address, length, write, in_atomic_section(), bulk, range(pc)});
}

template <class V>
const Insn* Machine<V>::spawn(const Insn* pc, V* fp) {
  Thread fresh;
  if (threads_.empty() || !memory_.make_arena(threads_.size(), fresh.arena))
    return stop(pc, Ending::MemoryLimit);
  const ProcedureCode& code = code_.procedures[static_cast<std::size_t>(pc->a)];
  const ProcedureCode& here = code_.procedures[activations_.back().procedure];
  std::size_t parameters = program_.procedures[static_cast<std::size_t>(pc->a)].parameters.size();
  fresh.procedure = static_cast<std::uint32_t>(pc->a);
  fresh.pc = code_.insns.data() + code.entry;
  fresh.slots.resize(code.need);
  std::copy_n(fp + here.frame, parameters, fresh.slots.begin());
  fresh.activations.push_back({nullptr, 0, 0, fresh.procedure});
  if (parameters > 0)
    for (const Object& object : program_.objects)
      if (object.kind == ObjectKind::Function && object.procedure.valid()
          && object.address == static_cast<std::uint64_t>(fresh.slots.front()))
        fresh.name = object.procedure;
  keep_frame();
  threads_.push_back(std::move(fresh));
  ++alive_;
  wrote_ = true;
  return pc + 1;
}

template <class V>
const Insn* Machine<V>::end_thread(const Insn* pc) {
  memory_.release_stack(0);
  release_retired();
  ended_by_itself_ = true;
  return stop(pc, Ending::Returned);
}

template <class V>
void Machine<V>::add_thread(std::string& to,
                            const Thread& thread,
                            const LiveVariables& live) const {
  auto number = [&](std::int64_t n) { to.append(reinterpret_cast<const char*>(&n), sizeof n); };
  number(static_cast<std::int64_t>(thread.status));
  if (thread.status == Thread::Status::Ended) return;
  bool active = &thread == &threads_[active_];
  const std::vector<Activation>& frames = active ? activations_ : thread.activations;
  const std::vector<V>& slots = active ? slots_ : thread.slots;
  std::size_t top = active ? static_cast<std::size_t>(frame_ - slots_.data()) : thread.base;
  number(thread.pc - code_.insns.data());
  number(thread.at_shared_step ? 1 : 0);
  for (const MemoryObject* object : thread.retired)
    number(static_cast<std::int64_t>(object->base));
  number(static_cast<std::int64_t>(frames.size()));
  for (std::size_t i = 0; i < frames.size(); ++i) {
    bool last = i + 1 == frames.size();
    std::size_t base = last ? top : frames[i + 1].base;
    const Insn* at = last ? thread.pc : frames[i + 1].call;
    const InsnOrigin& where = place(at);
    number(at - code_.insns.data());
    number(static_cast<std::int64_t>(frames[i].stack_mark));
    const Procedure& procedure = program_.procedures[frames[i].procedure];
    LocId location = procedure.entry;
    if (where.edge != InsnOrigin::no_edge)
      location = last ? procedure.edges[where.edge].from : procedure.edges[where.edge].to;
    bool exact = where.edge != InsnOrigin::no_edge && where.procedure == frames[i].procedure;
    auto add = [&](VarId v) {
      const VariableSlot& s = code_.variables[v.index()];
      number(static_cast<std::int64_t>(slots[base + static_cast<std::size_t>(s.value)]));
      if (s.flag != 0)
        number(static_cast<std::int64_t>(slots[base + static_cast<std::size_t>(s.flag)]));
    };
    if (exact) {
      for (VarId v : live[frames[i].procedure][location.index()])
        add(v);
    } else {
      for (const auto* list : {&procedure.parameters, &procedure.returns, &procedure.locals})
        for (VarId v : *list)
          add(v);
    }
  }
}

template <class V>
void Machine<V>::add_shared(std::string& result) {
  for (VarId g : program_.globals) {
    const VariableSlot& s = code_.variables[g.index()];
    Type type = program_.variable(g).type;
    if ((!type.is_bool() && !type.is_integer()) || (self_ && s.value == *self_)) continue;
    for (Slot at : {s.value, s.flag})
      if (at != 0) {
        auto n =
            static_cast<std::int64_t>(globals_[globals_.size() + static_cast<std::size_t>(at)]);
        result.append(reinterpret_cast<const char*>(&n), sizeof n);
      }
  }
}

template <class V>
std::string Machine<V>::state(const LiveVariables& live) {
  std::string result;
  add_shared(result);
  if (in_atomic_section()) result.push_back(static_cast<char>(active_));
  for (const Thread& thread : threads_)
    add_thread(result, thread, live);
  memory_.add_state(result);
  return result;
}

/// The state at the instruction that asks, with all that the turn may still use: temporaries of expressions are not
/// known to be dead there.
template <class V>
std::string Machine<V>::inside_turn(const LiveVariables& live) {
  KL_INVARIANT(result_.ending == Ending::InputsExhausted, "the turn should need an input");
  Thread& thread = threads_[active_];
  const Insn* begin = std::exchange(thread.pc, end_);
  std::string result = state(live);
  thread.pc = begin;
  auto number = [&](std::int64_t n) { result.append(reinterpret_cast<const char*>(&n), sizeof n); };
  number(frame_ - slots_.data());
  for (const V& value : slots_)
    number(static_cast<std::int64_t>(value));
  for (const Activation& activation : activations_)
    number(activation.call == nullptr ? -1 : activation.call - code_.insns.data());
  for (const SharedAccess& a : accesses_) {
    number(a.variable.valid() ? static_cast<std::int64_t>(a.variable.index()) : -1);
    number(static_cast<std::int64_t>(a.address));
    number(static_cast<std::int64_t>(a.length));
    number((a.write ? 4 : 0) + (a.atomic ? 2 : 0) + (a.bulk ? 1 : 0));
  }
  number((wrote_ ? 2 : 0) + (looked_at_number_ ? 1 : 0));
  return result;
}

template <class V>
ThreadedRun::Parts Machine<V>::parts(const LiveVariables& live) {
  ThreadedRun::Parts result;
  result.section = in_atomic_section();
  activate(0);
  keep_frame();
  add_shared(result.shared);
  memory_.add_state(result.shared);
  for (const Thread& thread : threads_) {
    add_thread(result.threads.emplace_back(), thread, live);
    bool first = &thread == &threads_.front();
    result.plain = result.plain && thread.retired.empty() && (first || thread.arena.stack.empty());
    Arena fresh;
    auto index = static_cast<std::size_t>(&thread - threads_.data());
    if (!first)
      result.plain &= memory_.make_arena(index, fresh) && fresh.next_heap == thread.arena.next_heap;
  }
  return result;
}

template <class V>
void Machine<V>::combine(const Snapshot& shared, const Snapshot& first, const Snapshot* second) {
  restore(shared);
  slots_ = first.slots;
  frame_ = slots_.data() + first.frame;
  activations_ = first.activations;
  threads_.assign(1, first.threads[0]);
  if (second != nullptr) threads_.push_back(second->threads[1]);
  constexpr std::size_t more = 3;
  alive_ = more;
}

#define KL_VM_INSTANTIATE(V)                                                                       \
  template void Machine<V>::begin_threads();                                                       \
  template bool Machine<V>::in_atomic_section() const;                                             \
  template void Machine<V>::activate(std::size_t);                                                 \
  template void Machine<V>::release_retired();                                                     \
  template Turn Machine<V>::after_turn(const Insn*);                                               \
  template void Machine<V>::add_thread(std::string&, const Thread&, const LiveVariables&) const;   \
  template bool Machine<V>::may_run(std::size_t) const;                                            \
  template Turn Machine<V>::take(std::size_t);                                                     \
  template const Insn* Machine<V>::yield(const Insn*);                                             \
  template void Machine<V>::note(const Insn*, std::uint64_t, std::uint64_t);                       \
  template const Insn* Machine<V>::spawn(const Insn*, V*);                                         \
  template const Insn* Machine<V>::end_thread(const Insn*);                                        \
  template std::string Machine<V>::state(const LiveVariables&);                                    \
  template std::string Machine<V>::inside_turn(const LiveVariables&);                              \
  template void Machine<V>::add_shared(std::string&);                                              \
  template ThreadedRun::Parts Machine<V>::parts(const LiveVariables&);                             \
  template void Machine<V>::combine(const Snapshot&, const Snapshot&, const Snapshot*);
KL_VM_INSTANTIATE(std::int64_t)
KL_VM_INSTANTIATE(Integer)
#undef KL_VM_INSTANTIATE

} // namespace vm

struct ThreadedProgram::Code {
  Code(const Program& p, Reading reading)
      : program(p),
        plain(vm::compile(p, IntegerModel::Machine, false, reading)),
        reading_(reading) {
    for (const Procedure& procedure : p.procedures) {
      std::vector<VarId> tracked;
      for (const auto* list : {&procedure.parameters, &procedure.returns, &procedure.locals})
        tracked.insert(tracked.end(), list->begin(), list->end());
      Liveness liveness(procedure, tracked, procedure.returns);
      auto& here = live.emplace_back();
      for (std::size_t l = 0; l < procedure.locations.size(); ++l)
        here.push_back(liveness.live_at(LocId(l)));
    }
  }

  const vm::Code& form(bool traced) {
    if (!traced) return plain;
    if (!traced_) traced_ = vm::compile(program, IntegerModel::Machine, true, reading_);
    return *traced_;
  }

  const Program& program;
  vm::Code plain;
  vm::LiveVariables live;

private:
  Reading reading_;
  std::optional<vm::Code> traced_;
};

namespace {

using Machine = vm::Machine<std::int64_t>;

struct SavedMoment final : Moment {
  explicit SavedMoment(Machine::Snapshot s) : snapshot(std::move(s)) {}
  Machine::Snapshot snapshot;
};

class Run final : public ThreadedRun {
public:
  Run(const Program& program,
      const vm::Code& code,
      const vm::LiveVariables& live,
      InputSource& inputs,
      const RunOptions& options,
      Tracer* tracer)
      : program_(program), live_(live), machine_(program, code, inputs, options, tracer) {}

  bool begin() {
    if (!machine_.start()) return false;
    machine_.begin_threads();
    return true;
  }
  std::size_t threads() const override { return machine_.threads(); }
  bool may_run(std::size_t thread) const override { return machine_.may_run(thread); }
  bool has_ended(std::size_t thread) const override { return machine_.has_ended(thread); }
  Turn take(std::size_t thread) override { return machine_.take(thread); }
  const std::vector<SharedAccess>& accesses() const override { return machine_.accesses(); }
  std::string state() override { return machine_.state(live_); }
  std::string inside_turn() override { return machine_.inside_turn(live_); }
  std::unique_ptr<Moment> save() override {
    constexpr std::uint64_t most = std::uint64_t(1) << 16;
    if (machine_.live_bytes() > most) return nullptr;
    return std::make_unique<SavedMoment>(machine_.save());
  }
  void restore(const Moment& then) override {
    machine_.restore(dynamic_cast<const SavedMoment&>(then).snapshot);
  }
  Parts parts() override { return machine_.parts(live_); }
  void combine(const Moment& shared, const Moment& first, const Moment* second) override {
    auto snapshot = [](const Moment& m) -> const Machine::Snapshot& {
      return dynamic_cast<const SavedMoment&>(m).snapshot;
    };
    machine_.combine(
        snapshot(shared), snapshot(first), second == nullptr ? nullptr : &snapshot(*second));
  }
  bool looked_at_number() const override { return machine_.looked_at_number(); }
  const RunResult& result() const override { return machine_.result(); }
  RunResult finish() override { return machine_.finished(); }
  std::string name(std::size_t thread) const override {
    return program_.procedure(machine_.name(thread)).name;
  }

private:
  const Program& program_;
  const vm::LiveVariables& live_;
  Machine machine_;
};

} // namespace

ThreadedProgram::ThreadedProgram(const Program& program, Reading reading)
    : code_(std::make_unique<Code>(program, reading)) {}

ThreadedProgram::~ThreadedProgram() = default;

std::unique_ptr<ThreadedRun>
ThreadedProgram::start(InputSource& inputs, const RunOptions& options, Tracer* tracer) const {
  const vm::Code& code = code_->form(tracer != nullptr);
  KL_INVARIANT(!code.wide, "threads should have machine integers");
  auto run = std::make_unique<Run>(code_->program, code, code_->live, inputs, options, tracer);
  if (!run->begin()) return nullptr;
  return run;
}

ScheduledRun run_turns(const Program& program,
                       Reading reading,
                       const std::vector<Slice>& schedule,
                       InputSource& inputs,
                       const RunOptions& options,
                       Tracer* tracer) {
  ThreadedProgram threads(program, reading);
  std::unique_ptr<ThreadedRun> run = threads.start(inputs, options, tracer);
  ScheduledRun result;
  if (run == nullptr) {
    result.objection = "there are no inputs for the beginning";
    return result;
  }
  Turn last = Turn::Moved;
  auto goes_on = [&] {
    return last == Turn::Moved || last == Turn::ThreadEnded || last == Turn::Stuck
           || last == Turn::ProgramEnded;
  };
  for (const Slice& slice : schedule) {
    if (slice.thread != result.active) ++result.switches;
    result.active = slice.thread;
    for (std::uint64_t i = 0; i < slice.steps && goes_on(); ++i) {
      if (!run->may_run(slice.thread)) {
        result.objection = "there is a turn of a thread that cannot run";
        return result;
      }
      last = run->take(slice.thread);
    }
  }
  for (std::size_t t = 0; t < run->threads(); ++t)
    result.threads.push_back(run->name(t));
  result.run = run->finish();
  if (last == Turn::Waits || last == Turn::WaitsLate)
    result.objection = "there is a turn of a thread that has to wait";
  if (last != Turn::Target && result.run.ending == Ending::TargetReached)
    result.run.ending = Ending::StepLimit;
  return result;
}

} // namespace kleene::ir
