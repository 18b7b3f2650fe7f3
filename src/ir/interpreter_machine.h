// SPDX-License-Identifier: Apache-2.0
// The state of one run, and what the handlers of interpreter_ops.h need that is not on the fast path.
#pragma once
#include "kleene/ir/threads.h"

#include "interpreter_code.h"
#include "interpreter_memory.h"

namespace kleene::ir::vm {

/// By procedure and location: the variables of the procedure that are still read.
using LiveVariables = std::vector<std::vector<std::vector<VarId>>>;

/// V is the type of a slot: std::int64_t, or Integer where 64 bits do not do.
template <class V>
class Machine {
public:
  Machine(const Program& program,
          const Code& code,
          InputSource& inputs,
          const RunOptions& options,
          Tracer* tracer,
          bool reuse_addresses = false);

  RunResult run();
  /// Globals and the arguments of the entry procedure get their values; false: inputs are missing.
  bool start();

  // What the handlers use. `pc` is the instruction that asks.
  const Insn* stop(const Insn* pc, Ending ending);
  const Insn* fault(const Insn* pc, AssumeKind kind);
  void overflow(const Insn* pc, std::string_view symbol, const V& a, const V& b);
  void overflow(const Insn* pc, std::string_view symbol, const V& a);
  void indeterminate_variable(const Insn* pc, VarId variable);
  void indeterminate_bytes(const Insn* pc, const MemoryObject& object, std::uint64_t offset);
  void assumed(const Insn* pc);
  void look_into_frames(std::vector<std::uint64_t>& numbers) const;
  void look_for_lost(const Insn* pc);
  const Insn* arrive(const Insn* pc);
  const Insn* choose(const Insn* pc, const V* fp);
  const Insn* select_case(const Insn* pc, const V& value);
  const Insn* halt(const Insn* pc, V status);
  const Insn* input(const Insn* pc, V& target);
  const Insn* output(const Insn* pc, V* fp);
  void trace(const Insn* pc, const V* fp);

  const Insn* call(const Insn* pc, V* fp);
  const Insn* leave(const Insn* pc, V* fp);

  /// The object with these bytes for a read or write at `pc` of the region; null if the access is
  /// invalid. So is one to another region (RunResult::foreign).
  MemoryObject*
  access(const Insn* pc, VarId region, std::uint64_t address, std::uint64_t length, bool write);
  MemoryObject*& hint(const Insn* pc) {
    return hints_[static_cast<std::size_t>(pc - code_.insns.data()) % hints_.size()];
  }
  const Insn* mem_copy(const Insn* pc, std::uint64_t to, std::uint64_t from, std::uint64_t length);
  const Insn* copy_out(const Insn* pc, std::uint64_t from, std::uint64_t length);
  const Insn* copy_in(const Insn* pc, std::uint64_t to, std::uint64_t length);
  /// Bytes that are changed only for the time being, and their way back.
  const Insn* remember(const Insn* pc, std::uint64_t address, std::uint64_t length);
  void rollback();
  const Insn* mem_set(const Insn* pc, std::uint64_t to, std::uint8_t byte, std::uint64_t length);
  bool valid(const Insn* pc, std::uint64_t address, std::uint64_t length, bool write);
  bool freeable(std::uint64_t address);
  std::uint64_t size_of(std::uint64_t address);
  const Insn* alloc(const Insn* pc, V& target, std::uint64_t size);
  /// At most 8 bytes of the object that came to life last, which were not written since.
  std::uint64_t newborn(std::uint64_t offset, std::uint64_t length) const;
  const Insn* free(const Insn* pc, std::uint64_t address);
  const Insn* forget(const Insn* pc, std::uint64_t address, std::uint64_t length);

  // Threads (interpreter_threads.cpp). Without any, all these do nothing.
  void begin_threads();
  std::size_t threads() const { return threads_.size(); }
  bool may_run(std::size_t thread) const;
  bool has_ended(std::size_t thread) const {
    return threads_[thread].status == Thread::Status::Ended;
  }
  Turn take(std::size_t thread);
  const std::vector<SharedAccess>& accesses() const { return accesses_; }
  std::string state(const LiveVariables& live);
  std::string inside_turn(const LiveVariables& live);
  ThreadedRun::Parts parts(const LiveVariables& live);
  std::uint64_t live_bytes() const { return memory_.live_bytes(); }
  struct Snapshot;
  Snapshot save();
  /// Back to a moment between two turns of the same run.
  void restore(const Snapshot& then);
  /// See ThreadedRun.
  void combine(const Snapshot& shared, const Snapshot& first, const Snapshot* second);
  bool looked_at_number() const { return looked_at_number_; }
  const RunResult& result() const { return result_; }
  RunResult finished() {
    finish(granted_);
    return std::move(result_);
  }
  /// The procedure that it begins with, or that its first one is told to call.
  ProcId name(std::size_t thread) const {
    const Thread& t = threads_[thread];
    return t.name.valid() ? t.name : ProcId(t.procedure);
  }
  const Insn* yield(const Insn* pc);
  const Insn* spawn(const Insn* pc, V* fp);
  const Insn* end_thread(const Insn* pc);
  void note(const Insn* pc, std::uint64_t address, std::uint64_t length);

  /// Steps that may be taken before the next call of refill; 0: the step limit is reached.
  std::uint64_t refill();

private:
  struct Activation {
    const Insn* call = nullptr; ///< null: the entry procedure
    std::size_t base = 0;       ///< of the caller
    std::size_t stack_mark = 0;
    std::uint32_t procedure = 0;
  };
  /// While it is not active. The active one has its parts in the members of the machine.
  struct Thread {
    enum class Status : std::uint8_t { Ready, Ended, Stuck };
    Status status = Status::Ready;
    bool at_shared_step = false;
    const Insn* pc = nullptr;
    std::vector<V> slots;
    std::size_t base = 0; ///< of its frame
    std::vector<Activation> activations;
    std::uint32_t procedure = 0;
    ProcId name;
    Arena arena;
    /// Objects of its stack whose life ended in the last turn. Others may still have used them before that: they
    /// die when the next turn begins.
    std::vector<MemoryObject*> retired;
  };
  struct Remembered {
    MemoryObject* object;
    std::uint64_t offset;
    Contents contents;
  };

  void activate(std::size_t thread);
  void release_retired();
  void add_shared(std::string& to);
  void keep_frame() { threads_[active_].base = static_cast<std::size_t>(frame_ - slots_.data()); }
  bool in_atomic_section() const;
  Turn after_turn(const Insn* begin);
  void add_thread(std::string& to, const Thread& thread, const LiveVariables& live) const;
  void fill(const Insn* pc, MemoryObject& object);
  std::uint64_t execute(const Insn* pc);
  bool grow(std::size_t slots);
  V* slot(V* fp, Slot s) { return (s < 0 ? globals_.data() + globals_.size() : fp) + s; }
  std::optional<V> ask(const InputRequest& request);
  const InsnOrigin& place(const Insn* pc) const {
    return code_.places[static_cast<std::size_t>(pc - code_.insns.data())];
  }
  const Edge* edge(const Insn* pc) const;
  SourceRange range(const Insn* pc) const;
  void finish(std::uint64_t taken);

  static constexpr std::uint64_t steps_between_checks = 100'000;
  static constexpr std::uint64_t steps_per_turn =
      10'000; ///< for threads that go round by themselves

  const Program& program_;
  const Code& code_;
  InputSource& inputs_;
  const RunOptions& options_;
  Tracer* tracer_;
  Memory memory_;
  std::vector<V> globals_;
  std::vector<V> slots_;
  V* frame_ = nullptr;
  std::vector<Activation> activations_;
  std::array<MemoryObject*, 1024> hints_;
  MemoryObject nothing_;
  const MemoryObject* newborn_ = &nothing_; ///< came to life last
  std::uint64_t heap_requests_ = 0;
  std::vector<std::int8_t> selected_; ///< by marker: -1 not asked yet
  std::map<Slot, Contents> copied_;   ///< between CopyOut and CopyIn, by CopySite
  std::vector<Remembered> remembered_;
  const Insn* end_ = nullptr; ///< the instruction that ended the run
  Insn stop_;
  std::uint64_t granted_ = 0; ///< steps given out by refill
  RunResult result_;

  std::vector<Thread> threads_; ///< empty: a sequential run
  std::size_t active_ = 0;
  std::size_t alive_ = 0;
  bool resuming_ = false; ///< the shared step at which the turn begins is to be taken
  bool wrote_ = false;    ///< something happened in this turn that is not taken back
  bool turn_granted_ = false;
  bool looked_at_number_ = false;
  bool ended_by_itself_ = false; ///< by EndThread, not by returning
  std::vector<SharedAccess> accesses_;
  std::optional<Slot> self_;
  VarId spurious_; ///< see spurious_variable
};

template <class V>
struct Machine<V>::Snapshot {
  Memory::Snapshot memory;
  std::vector<V> globals;
  std::vector<V> slots;
  std::size_t frame = 0;
  std::vector<Activation> activations;
  std::vector<Thread> threads;
  std::size_t active = 0;
  std::size_t alive = 0;
  const MemoryObject* newborn = nullptr;
  std::uint64_t heap_requests = 0;
  std::uint64_t granted = 0;
  RunResult result;
};

extern template class Machine<std::int64_t>;
extern template class Machine<Integer>;

/// A slot as an exact integer: in a slot of 64 bits, large u64 values look negative.
template <class V>
Integer to_integer(Type type, const V& value) {
  if constexpr (std::is_same_v<V, std::int64_t>)
    if (type.is_machine() && !type.is_signed())
      return static_cast<Integer>(static_cast<std::uint64_t>(value));
  return value;
}

} // namespace kleene::ir::vm
