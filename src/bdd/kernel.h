// SPDX-License-Identifier: Apache-2.0
// BuDDy's process-wide table, wrapped so that nothing goes wrong silently.
//
// Errors: BuDDy reports a full table by a hook and then returns 0, which reads as `false`. Our hook
// throws instead; the exception passes through BuDDy's C frames, which hold no resources.
//
// Interruption: one operation can run for minutes. Garbage collections check the budget, but a large
// and mostly free table is collected rarely, and an operation that only finds existing nodes never
// collects. So a timer sends this thread a signal every few milliseconds; if the budget is exhausted
// and the signal interrupted BuDDy's own code (no allocation, no hook of ours, none of the functions
// that replace the memory of the tables), the handler jumps back to `guarded`, which throws
// ResourceOut. BuDDy's table may be half updated then: from there on the kernel is `broken`, which
// permits nothing but dropping handles and shutting down, and that only returns memory.
#pragma once
#include "kleene/support/budget.h"

#include <csetjmp>
#include <csignal>
#include <cstddef>
#include <ctime>
#include <vector>

#include "buddy.h"

namespace kleene::kernel {

struct KernelState {
  Budget* budget = nullptr;
  /// Handles to inner nodes and substitutions that are alive.
  std::size_t handles = 0;
  /// The manager is gone, but handles are still alive; the last of them shuts BuDDy down.
  bool closing = false;
  /// An operation was interrupted half-way.
  bool broken = false;
  /// Errors are expected and harmless: shutting down a broken table.
  bool ignore_errors = false;
  /// Sifting moves nodes around: nothing may be thrown from hooks.
  bool reordering = false;
  bool timer_armed = false;
  timer_t timer{};
  struct sigaction old_action {};
  sigjmp_buf back{};
  /// BuDDy's code is running and may be left by the signal handler.
  volatile sig_atomic_t interruptible = 0;
  unsigned calls = 0;
};

KernelState& state();

void start(Budget& budget, std::size_t max_nodes);
/// Shuts down now, or with the last handle.
void finish();

/// Makes new variables at the bottom of the order.
void set_variable_count(int count);

/// To be called before an operation: throws if the table is broken or the budget exhausted.
void before_operation();
[[noreturn]] void throw_interrupted();
/// After an operation was left by an exception.
void forget_intermediate_results();

inline void add_handle() {
  ++state().handles;
}
void drop_handle();

/// A set of nodes for one traversal; at most one is in use at a time. Cheap to make: marks of earlier
/// traversals are told apart by their stamp.
class Visited {
public:
  Visited();
  /// Whether the node is new.
  bool insert(BDD node) {
    auto& mark = marks_[static_cast<std::size_t>(node)];
    if (mark == stamp_) return false;
    mark = stamp_;
    return true;
  }

  /// Returns the memory.
  static void forget() { marks_ = {}; }

private:
  static std::vector<unsigned char> marks_;
  static unsigned char stamp_;
};

/// Thrown by the error hook when a renaming meets a variable that is already there.
struct RenamingClash {};

/// Runs one operation of BuDDy. Nothing with a destructor may live inside `operation`.
template <class Operation>
auto guarded(Operation operation) {
  before_operation();
  KernelState& s = state();
  if (s.timer_armed) {
    if (sigsetjmp(s.back, 0) != 0) throw_interrupted();
    s.interruptible = 1;
  }
  try {
    auto result = operation();
    s.interruptible = 0;
    return result;
  } catch (...) {
    s.interruptible = 0;
    forget_intermediate_results();
    throw;
  }
}

} // namespace kleene::kernel
