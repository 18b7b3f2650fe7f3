// SPDX-License-Identifier: Apache-2.0
// Executes a program with threads, turn by turn: the ground truth for verdicts about threads over memory and
// machine integers, as schedule.h is for threads over Booleans.
//
// Threads are numbered in the order in which they come to life; the entry procedure is number 0. A step that
// touches what threads share (memory, global variables) is a *shared step*. A turn of a thread begins at a
// shared step, or at its beginning, and lasts until the thread arrives at the next one; while Program::atomic
// is true, and while no other thread is alive, it lasts longer. Every interleaving of steps is equivalent to
// one of turns: the steps between shared steps concern nobody else. A turn that comes to a Guard that does not
// hold is not possible now: the thread waits. An assumption that fails, undefined behaviour and the end of the
// program are never executed: the thread stays there, and the others go on.
#pragma once
#include "kleene/ir/schedule.h"

#include <memory>
#include <string>
#include <vector>

namespace kleene::ir {

/// An integer global of this name has the number of the active thread.
inline constexpr std::string_view self_variable = "__kleene_self";
/// A turn that writes a global of this name wakes up without a reason: nobody can rely on that.
inline constexpr std::string_view spurious_variable = "__kleene_spurious";

/// What a turn touched while other threads were alive.
struct SharedAccess {
  VarId variable; ///< a global; invalid: memory
  std::uint64_t address = 0;
  std::uint64_t length = 0;
  bool write = false;
  bool atomic = false; ///< in an atomic section
  bool bulk = false;   ///< more than a scalar, in one step
  SourceRange range;
};

enum class Turn {
  Moved,
  Waits,        ///< nothing has happened
  WaitsLate,    ///< the turn is not possible, but has changed the memory: the run cannot go on
  ThreadEnded,  ///< after what it did
  Stuck,        ///< after what it did, the thread came to where it cannot go on
  Target,       ///< a selected target is reached
  NeedsInput,   ///< the run cannot go on
  Limit,        ///< steps, depth, memory: the run cannot go on
  ProgramEnded, ///< the thread is about to end the program: it stays there
};
std::string_view describe(Turn turn);

/// A moment of a run, between two turns.
class Moment {
public:
  virtual ~Moment() = default;
};

class ThreadedRun {
public:
  virtual ~ThreadedRun() = default;
  virtual std::size_t threads() const = 0;
  /// Neither ended nor stuck, and no other thread is inside an atomic section.
  virtual bool may_run(std::size_t thread) const = 0;
  /// It did all that it had to do. A thread that is stuck has not ended.
  virtual bool has_ended(std::size_t thread) const = 0;
  virtual Turn take(std::size_t thread) = 0;
  /// Of the last turn.
  virtual const std::vector<SharedAccess>& accesses() const = 0;
  /// Two moments with equal states have the same future. Variables that are not read any more do not count.
  virtual std::string state() = 0;
  /// After a turn that needs an input: where a turn with other inputs, begun in the same state, needs one with an equal
  /// text, both have the same future, and touched the same so far.
  virtual std::string inside_turn() = 0;
  /// Null if the run would have to keep too much.
  virtual std::unique_ptr<Moment> save() = 0;
  /// Back to a moment of this very run.
  virtual void restore(const Moment& then) = 0;
  /// state(), taken apart: two moments with equal `shared` differ in what threads have of their own only.
  struct Parts {
    std::string shared;
    std::vector<std::string> threads;
    bool section = false; ///< a thread is in an atomic section
    bool plain = true;    ///< no thread but the first has objects on its stack
  };
  /// Makes the first thread the active one, so that a moment can be combined with others.
  virtual Parts parts() = 0;
  /// What is shared at one moment, with the first thread of another one and, if there is one, the second thread of a
  /// third. Each moment was saved after parts() with plain threads. Turns are as if there were more threads.
  virtual void combine(const Moment& shared, const Moment& first, const Moment* second) = 0;
  /// Did the last turn look at the number of its thread?
  virtual bool looked_at_number() const = 0;
  /// What was seen so far; after a target, which one.
  virtual const RunResult& result() const = 0;
  /// The same with the stack of the active thread, at the end of the run.
  virtual RunResult finish() = 0;
  virtual std::string name(std::size_t thread) const = 0;
};

/// A program prepared for execution; may be run many times.
class ThreadedProgram {
public:
  /// Requires a program that validates, without Program::threads; keeps a reference to it.
  explicit ThreadedProgram(const Program& program, Reading reading = {});
  ~ThreadedProgram();
  ThreadedProgram(const ThreadedProgram&) = delete;
  ThreadedProgram& operator=(const ThreadedProgram&) = delete;

  /// Machine integers only. Null if the inputs end before anything begins.
  std::unique_ptr<ThreadedRun>
  start(InputSource& inputs, const RunOptions& options, Tracer* tracer = nullptr) const;

private:
  struct Code;
  std::unique_ptr<Code> code_;
};

/// Runs the program under a schedule whose slices count turns, until it is finished, a target is reached, or a
/// turn is impossible.
ScheduledRun run_turns(const Program& program,
                       Reading reading,
                       const std::vector<Slice>& schedule,
                       InputSource& inputs,
                       const RunOptions& options,
                       Tracer* tracer = nullptr);

} // namespace kleene::ir
