// SPDX-License-Identifier: Apache-2.0
// The forms in which Boolean programs say what their threads are.
#pragma once
#include "lower_procedure.h"

namespace kleene::frontend::boolean {

/// Recognises programs whose threads are fixed and gives the program its entry procedure and threads:
///   thread blocks, each with its own `main`; before them the shared variables satisfy `init EXPR`;
///   GETAFIX's form: the first procedure is `init`, which nobody calls and which has a label `endinit`
///   or a global `atomic` beside it; then the procedures that nobody calls are the threads, and
///   `atomic` forbids switches.
/// Other programs are left as they are. Requires that names are declared.
void find_threads(Context& context);

/// Decides which variables a procedure hands to the threads that start in the middle of it: those that
/// they read. Requires that its body is there.
void hand_over_locals(Context& context, ir::ProcId procedure);

/// Fills the procedures of threads that start in the middle of another one. Requires that all
/// procedures are lowered.
void make_forks(Context& context);

/// A variable that every thread has a copy of is refused in a program with threads.
void refuse_thread_locals(const Context& context);

} // namespace kleene::frontend::boolean
