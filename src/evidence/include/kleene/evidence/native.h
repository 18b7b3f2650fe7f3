// SPDX-License-Identifier: Apache-2.0
// The second judge of an execution of a C program: gcc. The program is compiled together with a
// generated harness that feeds the inputs, and run; the violation must really happen.
//
// How it is compiled, in this order, the next one only if the one before cannot be built or breaks
// without a word:
//   1. with the undefined-behaviour sanitizer (any report but the expected one refutes the execution)
//   2. without it
// Signed overflow wraps (-fwrapv), except for the property no-overflow, where it is what the
// sanitizer has to report: that of gcc, which folds some overflows away, or then that of clang.
#pragma once
#include "kleene/evidence/execution.h"

#include <cstdint>
#include <string>
#include <vector>

namespace kleene::evidence {

/// How compiled programs are run.
enum class NativeMode : std::uint8_t {
  Caged,  ///< see kleene/cage/cage.h; where there is no cage nothing runs
  Unsafe, ///< with all rights of the user
  Off,    ///< not at all
};

/// Why nothing runs natively; empty if something can.
std::string obstacle_to_native_runs(NativeMode mode);

/// The program as a compiler gets it.
struct NativeProgram {
  std::vector<std::string> files;
  std::vector<std::string> include_dirs;
  std::vector<std::string> defines;
  std::vector<std::string> forced_includes;
  std::string standard;
  /// What is said about single files of a project.
  struct File {
    std::string standard;
    std::vector<std::string> flags;
  };
  std::vector<File> per_file; ///< empty, or one per file
  unsigned bits = 64;         ///< 32 or 64
  std::string entry = "main";
  /// What is compiled behind each file: a function that gives the entry its arguments. Empty, or one per file.
  std::vector<std::string> appended;
  NativeMode mode = NativeMode::Caged;
  /// C that stands in for functions which ask the world, where the world cannot be made to answer; and their names.
  std::string world;
  std::vector<std::string> world_functions;
};

struct NativeReplay {
  /// Why the violation was not confirmed; empty if it was, or if nothing was run.
  std::string objection;
  /// Why nothing was compiled and run; empty if it was.
  std::string not_run;
  /// The compiler call that was used for the program, for people.
  std::string command;
  /// A C file with which anybody can repeat the replay.
  std::string harness;
  /// Commands that build it, as ./replay, in any folder where it is harness.c; empty if the program has to be changed first.
  std::vector<std::string> script;
  /// What ./replay says of the violation: a regular expression.
  std::string sign;

  bool accepted() const { return objection.empty(); }
};

/// Requires: `replay` accepted `execution` and gave `accepted`; or it is a run that reaches no target and ended by
/// itself, or for lack of inputs: the native one has to end in the same way.
NativeReplay replay_natively(const Problem& problem,
                             const Replay& accepted,
                             const NativeProgram& program,
                             Budget& budget);

} // namespace kleene::evidence
