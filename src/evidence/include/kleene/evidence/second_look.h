// SPDX-License-Identifier: Apache-2.0
// A look at what compiled code really does before an answer is given that rests on no execution: against mistakes in
// what stands before the judges (front end, transformations), which all of them share.
#pragma once
#include "kleene/evidence/native.h"
#include "kleene/evidence/tried.h"

namespace kleene::evidence {

struct SecondLook {
  /// What the compiled program did that the answer excludes; empty if it did nothing of the kind.
  std::string contradiction;
  std::size_t runs = 0;
  std::size_t tried_runs = 0;         ///< of these, on inputs that engines tried
  std::vector<std::string> compilers; ///< whose code ran
  std::string not_run;                ///< why nothing was run, if so
};

/// Before `true` for unreach-call and no-overflow: the program runs, as gcc and as clang compile it, on inputs that
/// engines tried, on boundary values of the types, on constants of its own and on pseudo-random mixtures of them,
/// all of it for at most `seconds`; but it is compiled, and run once for a moment, in any case. A violation
/// contradicts, unless the interpreter, on the same inputs, meets undefined behaviour or a value that nobody
/// knows, or cannot follow.
SecondLook look_before_true(const Problem& problem,
                            const NativeProgram& program,
                            const TriedInputs& tried,
                            double seconds,
                            Budget& budget);

/// The beginning of an execution that is too long, or endless.
struct Beginning {
  std::vector<Input> inputs;
  std::vector<Input> loop = {}; ///< again and again after that
};

/// Before a `false` that no run can show as a whole: its beginning runs, for a second, in a program that gcc made
/// quick. It contradicts if the program ends by itself, without a violation, before it asks for more
/// inputs, or if it asks for other ones.
SecondLook look_before_false(const Problem& problem,
                             const NativeProgram& program,
                             const Beginning& beginning,
                             Budget& budget);

} // namespace kleene::evidence
