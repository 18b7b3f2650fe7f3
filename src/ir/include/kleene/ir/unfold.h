// SPDX-License-Identifier: Apache-2.0
// The threads of a concurrent program, each as one graph: calls are unfolded, every thread has
// variables of its own, and starting a thread is a flag that becomes true. What remains is a transition
// system of known size, for engines and judges that look at all interleavings. Recursion is unfolded up
// to a depth; beyond it there are two ways to go on, which bound the program from below and from above.
#pragma once
#include "kleene/ir/program.h"
#include "kleene/support/result.h"

#include <optional>
#include <string>
#include <vector>

namespace kleene::ir {

/// A location of a procedure together with the calls that led there.
struct ThreadPoint {
  ProcId procedure;
  LocId location;
  bool interior = false;
  bool target = false; ///< no steps leave it
};

/// Where `guard` holds, the targets get their values and the chosen variables any value. At every
/// point, variables of the thread that are not live are false.
struct ThreadStep {
  std::size_t from = 0;
  std::size_t to = 0;
  Term guard; ///< null: always
  std::vector<VarId> targets;
  std::vector<Term> values;
  std::vector<VarId> chosen;
  std::vector<VarId> asked;          ///< a Havoc: its variables in their order, live or not
  std::optional<std::size_t> edge;   ///< of the procedure at `from`; nothing: it returns
  std::optional<std::size_t> starts; ///< the thread that comes to life
  bool spawns = false;               ///< a thread comes to life, here or beyond the copies
};

struct UnfoldedThread {
  std::string name;
  ProcId procedure;
  VarId started; ///< steps from the entry need it; invalid: the thread lives from the beginning
  std::vector<VarId> variables;
  std::vector<VarId> originals; ///< what these are copies of
  std::vector<VarId> arbitrary; ///< of its variables: those with any value at the start
  std::vector<ThreadPoint> points;
  std::vector<ThreadStep> steps;

  static constexpr std::size_t entry = 0; ///< among the points
  static constexpr std::size_t end = 1;   ///< the thread has ended, no steps leave it
};

struct Unfolding {
  Program program; ///< the given one, with the variables of all threads
  std::vector<UnfoldedThread> threads;
  /// Thread 0 is the entry procedure; the others begin when it has ended.
  bool init_first = false;
  /// The program may start more threads than there are copies: those are lost, so that this
  /// unfolding has fewer executions than the program.
  bool complete = true;
  /// Deep stacks were forgotten: this unfolding may have executions that the program does not have.
  bool exact = true;
};

/// What happens where a procedure is active too often in one thread.
enum class DeepCalls {
  Cut,    ///< the call is not made: executions are lost
  Forget, ///< the frames in between are forgotten: a return leads to any place it could lead to, with
          ///< any values of the variables there. Stacks are kept as regular languages, so to say.
};

struct UnfoldOptions {
  TargetSelection targets;
  std::size_t copies = 1; ///< of a thread that may be started without end
  std::size_t depth = 1;  ///< activations of a procedure in one thread
  DeepCalls deep = DeepCalls::Cut;
  std::size_t max_points = 200'000;
};

/// The error says what is in the way: values that are not Boolean, too many points.
Result<Unfolding> unfold_threads(const Program& program, const UnfoldOptions& options);

/// Per thread and point, whether others have to be considered there: at the entry, and where the
/// thread has just touched something that another thread looks at. Elsewhere it only did what
/// concerns nobody else, which can as well be done later, when the thread is active again; so no
/// execution to a target is lost, and none needs more switches.
std::vector<std::vector<bool>> switch_points(const Unfolding& unfolding);

} // namespace kleene::ir
