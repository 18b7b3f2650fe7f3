// SPDX-License-Identifier: Apache-2.0
// Executes a concurrent program over Booleans under a given schedule: the ground truth for verdicts
// about threads, as the interpreter (interpreter.h) is for sequential programs.
//
// Threads are numbered in the order in which they come to life. With Program::threads, number 0 is the
// entry procedure, which runs first and alone, and 1, 2, … are the threads; otherwise 0 is the entry
// procedure and the others are spawned. A step is an edge, or the return from a procedure.
#pragma once
#include "kleene/ir/interpreter.h"

#include <string>
#include <vector>

namespace kleene::ir {

/// So many steps of one thread, one after the other.
struct Slice {
  std::size_t thread = 0;
  std::uint64_t steps = 0;
};

struct ScheduledRun {
  RunResult run;
  /// Changes of the active thread, apart from the way from the entry procedure to the first thread.
  std::size_t switches = 0;
  std::vector<std::string> threads; ///< the names of all that came to life
  std::size_t active = 0;           ///< at the end
  /// Why this is no run of the program: a switch where none may happen, a thread that does not exist
  /// or has ended. Empty if it is one.
  std::string objection;
};

/// Runs until a selected target is reached, the schedule is finished, or a step is impossible.
/// Requires a program that validates and in which all variables are Bool. Values that nobody gives are
/// false.
ScheduledRun run_schedule(const Program& program,
                          const std::vector<Slice>& schedule,
                          InputSource& inputs,
                          const RunOptions& options,
                          Tracer* tracer = nullptr);

} // namespace kleene::ir
