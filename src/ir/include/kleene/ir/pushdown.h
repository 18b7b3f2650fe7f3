// SPDX-License-Identifier: Apache-2.0
// The threads of a concurrent program over Booleans as pushdown systems, with explicit values: what one
// step does to the shared state and to the top of the stack of the active thread. Recursion is kept
// exactly, for engines and judges that describe sets of stacks by automata.
//
// A stack is a word, its top first, that ends with a symbol for the bottom. A return takes two steps:
// the procedure leaves the stack, its results being part of the shared state for a moment; then its
// caller takes them. Variables that are not live are false.
#pragma once
#include "kleene/ir/program.h"
#include "kleene/support/budget.h"
#include "kleene/support/result.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kleene::ir {

/// The values of at most 64 variables.
using ValueBits = std::uint64_t;

struct SharedState {
  /// Of a thread that is there from the beginning, always Running.
  struct Birth {
    enum class Stage { Unborn, Born, Running } stage = Stage::Running;
    ValueBits arguments = 0; ///< Born only
    auto operator<=>(const Birth&) const = default;
  };
  ValueBits globals = 0;     ///< as in Program::globals
  std::vector<Birth> births; ///< per thread
  ProcId returning;          ///< has just left the stack; invalid: none
  ValueBits returned = 0;    ///< as in Procedure::returns
  auto operator<=>(const SharedState&) const = default;
};

struct StackSymbol {
  enum class Kind {
    Frame,   ///< at a location of a procedure
    Calling, ///< a call is under way: an edge
    Waiting, ///< a thread that has not begun
    Ended,   ///< the thread has ended here; what lies beneath is of no interest
    Bottom,
  };
  Kind kind = Kind::Bottom;
  ProcId procedure;       ///< Frame, Calling
  std::size_t number = 0; ///< Frame: the location; Calling: the edge; Waiting: the thread
  ValueBits values = 0;   ///< of parameters, returns and locals, in this order
  auto operator<=>(const StackSymbol&) const = default;
};

/// There are more values than can be told apart one by one.
class TooManyValues : public ResourceOut {
public:
  using ResourceOut::ResourceOut;
};

class PushdownThreads {
public:
  using Shared = std::uint32_t; ///< number of a shared state that occurred
  using Symbol = std::uint32_t;
  using Word = std::vector<Symbol>;

  struct Step {
    Shared to = 0;
    Word top; ///< what replaces the top of the stack: at most two symbols
    /// The edge taken, of the procedure on top; nothing: no edge of the program.
    std::optional<std::size_t> edge;
    bool returns = false;              ///< the caller goes on
    std::vector<bool> chosen;          ///< the values of a Havoc, in its order
    std::optional<std::size_t> starts; ///< the thread that comes to life
    bool spawns = false;               ///< a thread comes to life, here or beyond the copies
  };
  struct Thread {
    std::string name;
    ProcId procedure;
    bool spawned = false; ///< not there from the beginning
  };

  /// `copies` of threads that may be started without end. Keeps a reference to the program. The error
  /// says what is in the way.
  static Result<PushdownThreads>
  make(const Program& program, const TargetSelection& targets, std::size_t copies);

  /// Thread 0 is the entry procedure; with init_first() the others begin when it has ended.
  const std::vector<Thread>& threads() const { return threads_; }
  bool init_first() const { return !program_->threads.empty(); }
  /// No thread is started that is not among the threads.
  bool complete() const { return complete_; }

  std::vector<Shared> initial_shared();
  std::vector<Word> initial_stacks(std::size_t thread);
  /// The steps with this symbol on top; none from a target. May throw TooManyValues.
  std::vector<Step> steps(Shared shared, Symbol top);

  /// The program has such a place.
  bool has_place(const StackSymbol& symbol) const;
  bool is_target(Symbol symbol) const;
  /// Nothing is left to do: the thread has ended.
  bool has_ended(Shared shared, Symbol top) const;
  /// Another thread may become active while this symbol is on top.
  bool may_switch(Shared shared, Symbol top) const;

  const SharedState& state(Shared shared) const { return states_.values[shared]; }
  const StackSymbol& symbol(Symbol symbol) const { return symbols_.values[symbol]; }
  Shared number(const SharedState& state) { return states_.number(state); }
  Symbol number(const StackSymbol& symbol) { return symbols_.number(symbol); }

private:
  /// Values and their numbers.
  template <class T>
  struct Table {
    std::vector<T> values;
    std::map<T, std::uint32_t> numbers;
    std::uint32_t number(const T& value);
  };
  /// What is known about a procedure.
  struct Shape {
    std::vector<VarId> variables; ///< parameters, returns, locals
    std::vector<ValueBits> live;  ///< per location
    ValueBits parameters = 0;
    std::vector<std::vector<std::size_t>> outgoing;
  };
  /// Where the values of variables are.
  struct Values {
    ValueBits globals = 0;
    ValueBits locals = 0;
  };

  PushdownThreads(const Program& program, const TargetSelection& targets);
  std::optional<std::string> prepare(std::size_t copies);
  bool evaluate(Term term, const Values& values) const;
  void write(VarId v, bool value, Values& values) const;
  Symbol frame(ProcId procedure, LocId location, ValueBits values);
  std::vector<Symbol> entries(ProcId procedure, ValueBits parameters);
  std::vector<Step> returning_steps(const SharedState& state, const StackSymbol& top);
  std::vector<Step> frame_steps(const SharedState& state, const StackSymbol& top);
  void begin(const Spawn& start,
             const SharedState& state,
             const StackSymbol& top,
             std::size_t number_of_edge,
             std::vector<Step>& steps);
  void follow(const SharedState& state,
              const StackSymbol& top,
              std::size_t edge,
              std::vector<Step>& steps);
  void call(const SharedState& state,
            const StackSymbol& top,
            std::size_t edge,
            std::vector<Step>& steps);
  void
  spawn(ProcId callee, ValueBits arguments, SharedState state, Step step, std::vector<Step>& steps);

  const Program* program_;
  TargetSelection targets_;
  std::vector<Thread> threads_;
  bool complete_ = true;
  std::vector<Shape> shapes_;
  std::vector<std::size_t> positions_; ///< of each variable, among the globals or in its procedure
  Table<SharedState> states_;
  Table<StackSymbol> symbols_;
};

} // namespace kleene::ir
