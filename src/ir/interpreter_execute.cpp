// SPDX-License-Identifier: Apache-2.0
// How a run goes.
//
// Start. The globals get their initial values; those without one are asked of the inputs, in the
// order of Program::globals, and then the parameters of the entry procedure. The entry location is
// arrived at.
//
// Location. On arrival a selected target ends the run. At the exit of a procedure control returns,
// without a step: the stack objects of the activation die, the results are copied to the caller.
// Otherwise one edge is taken, and that is one step. Before it the step limit is checked, so that a
// run that ends by itself after exactly max_steps is no StepLimit. The guards of a location are
// evaluated in the same state; one candidate is taken, of several the inputs choose, none is
// Blocked. An Assume of undefined behaviour is a candidate, and ends the run if it is false.
//
// Edge. The terms are evaluated completely, whatever their operators; then the effect happens. An
// edge that ends the run is counted as a step only if it is a Halt. Signed overflow, reads of
// indeterminate values, and unknown writes are noted once each, and the run goes on: with the low
// bits, with zero, with memory as it is. Reads of variables are checked only where the analysis of
// definite_assignment.h cannot exclude that they are indeterminate.
//
// Undefined operations that no Assume guards end the run just the same: access outside the live
// objects, division by zero, shifts too far.
//
// Calls. An activation is a frame in `slots_`, and a record in `activations_`; the native stack is
// not used.
#include "interpreter_memory_ops.h"
#include "interpreter_value_ops.h"

namespace kleene::ir::vm {
namespace {

template <class V>
struct Ops : ValueOps<V>, MemoryOps<V> {
  using C = const Context<V>&;
  static const Insn* nop(C x) { return x.next(); }
  static const Insn* jump(C x) { return x.pc + x.pc->dst; }
  static const Insn* arrive(C x) { return x.m.arrive(x.pc); }
  static const Insn* choose(C x) { return x.m.choose(x.pc, x.fp); }
  static const Insn* select_case(C x) { return x.m.select_case(x.pc, x.a()); }
  static const Insn* block(C x) { return x.m.stop(x.pc, Ending::Blocked); }
  static const Insn* fault(C x) { return x.m.fault(x.pc, static_cast<AssumeKind>(x.pc->extra)); }
  static const Insn* halt(C x) { return x.m.halt(x.pc, x.a()); }
  static const Insn* call(C x) { return x.m.call(x.pc, x.fp); }
  static const Insn* leave(C x) { return x.m.leave(x.pc, x.fp); }
  static const Insn* yield(C x) { return x.m.yield(x.pc); }
  static const Insn* spawn(C x) { return x.m.spawn(x.pc, x.fp); }
  static const Insn* end_thread(C x) { return x.m.end_thread(x.pc); }
  static const Insn* trace(C x) {
    x.m.trace(x.pc, x.fp);
    return x.next();
  }
};

} // namespace

/// The loop: computed jumps, one per instruction, so that the processor predicts each apart. Each
/// handler stands here twice, without and with the count of a step. Gives the steps not used.
template <class V>
[[gnu::flatten]] std::uint64_t Machine<V>::execute(const Insn* pc) {
#define KL_VM_LABELS(operation, handler) &&plain_##handler, &&step_##handler,
  static const void* const labels[] = {
      KL_VM_OPS(KL_VM_LABELS) KL_VM_FRAME_OPS(KL_VM_LABELS) && stopped, &&stopped};
#undef KL_VM_LABELS
#define KL_VM_NEXT goto* labels[pc->op]
#define KL_VM_CASE(handler, after)                                                                 \
  step_##handler : if (fuel == 0) goto empty;                                                      \
  --fuel;                                                                                          \
  plain_##handler : pc = Ops<V>::handler({pc, fp, gp, *this});                                     \
  after;                                                                                           \
  KL_VM_NEXT;
#define KL_VM_PLAIN_CASE(operation, handler) KL_VM_CASE(handler, )
#define KL_VM_FRAME_CASE(operation, handler) KL_VM_CASE(handler, fp = frame_)

  std::uint64_t fuel = 0;
  V* fp = frame_;
  V* gp = globals_.data() + globals_.size();
  KL_VM_NEXT;
empty:
  fuel = refill();
  if (fuel == 0) pc = stop(pc, Ending::StepLimit);
  KL_VM_NEXT;
  KL_VM_OPS(KL_VM_PLAIN_CASE)
  KL_VM_FRAME_OPS(KL_VM_FRAME_CASE)
stopped:
  return fuel;
#undef KL_VM_FRAME_CASE
#undef KL_VM_PLAIN_CASE
#undef KL_VM_CASE
#undef KL_VM_NEXT
}

template std::uint64_t Machine<std::int64_t>::execute(const Insn* pc);
template std::uint64_t Machine<Integer>::execute(const Insn* pc);

} // namespace kleene::ir::vm
