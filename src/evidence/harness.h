// SPDX-License-Identifier: Apache-2.0
// The C text that stands in for the environment of a program in a native replay.
#pragma once
#include "kleene/evidence/execution.h"
#include "kleene/ir/schedule.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace kleene::evidence {

/// The call that marks a label in the copy of the source.
inline constexpr std::string_view label_function = "__kleene_label_reached";
/// The open file to which the harness and the sanitizer report; without KLEENE_REPORT it is stderr.
inline constexpr int report_file = 200;
/// The open file through which generated inputs are described and noted.
inline constexpr int tape_file = 201;
/// What the program calls instead of malloc, calloc and realloc where failures are noticed.
inline constexpr std::string_view checked_prefix = "kleene_checked_";
/// What the program calls instead of malloc.
inline constexpr std::string_view malloc_function = "kleene_malloc";
inline constexpr std::string_view tracked_prefix = "kleene_tracked_";
/// What the program calls instead of functions of a library whose results are inputs.
inline constexpr std::string_view input_function_prefix = "kleene_input_of_";
/// What the program calls instead of functions that ask the world, where models of these stand in for it.
inline constexpr std::string_view world_prefix = "kleene_world_";
/// How the outcome begins when the target was reached.
inline constexpr std::string_view reached_text = "kleene: target reached";

/// What the program calls instead of malloc, calloc and realloc where each request may fail.
inline constexpr std::string_view failing_prefix = "kleene_failing_";

/// main of the program, where the harness passes arguments on.
inline constexpr std::string_view renamed_main = "kleene_program_main";

struct Harness {
  std::vector<Input> inputs;
  std::set<std::string>
      renamed; ///< origins of inputs whose functions have the prefix in the program
  std::vector<HeapContents> heap; ///< what malloc gives to the program
  bool zero_heap = false;         ///< all that malloc gives begins as zero
  std::string target;             ///< for people: a function, `assert`, or a label
  /// Functions of the program (as the linker knows them) whose entry is the target.
  std::vector<std::string> instrumented;
  /// Functions without a body in the program whose call is the target.
  std::vector<std::string> reached_by_call;
  bool assertion = false; ///< a failing assert is the target
  bool label = false;
  /// Functions that ask for inputs but had none in this run.
  std::vector<std::string> silent_inputs;
  /// Other functions that are linked but never called in this run.
  std::vector<std::string> stubs;
  /// Functions that get generated inputs, from the tape (see tape.h); then there are no recorded ones.
  std::map<std::string, Type> stream;
  /// main of the program has another name: it is called with copies of the real arguments, and this name of the
  /// program; without any if there is none.
  bool passes_arguments = false;
  std::optional<std::string> name;
  bool far_apart = false; ///< the address sanitizer leaves much room between heap objects
  bool devices = false;   ///< inputs say what is read from volatile objects and from devices
  std::string world;      ///< models of functions that ask the world; empty if it is asked itself
  std::vector<std::string> world_functions;
  bool tracks_memory = false;        ///< what is not freed at the end is told
  bool failing_memory = false;       ///< an input says of each request of memory whether it fails
  std::vector<std::string> accesses; ///< names of functions that ask whether memory may be accessed
  bool checks_memory = false;        ///< a malloc, calloc or realloc that fails ends the run
  std::set<std::string> harmless;    ///< stubs that may be called: they do nothing
  std::set<std::string> aborting;    ///< stubs that end the program as abort does
  std::vector<std::string> assumes;  ///< names of functions that assume their argument
  std::vector<std::string> asserts;  ///< of those that assert it
  bool defines_memory = false;       ///< __VERIFIER_nondet_memory, which takes an input per byte
  std::string entry;                 ///< called by main, if it is not main itself
  std::vector<ir::Slice> schedule;   ///< of threads, if there are any
  std::vector<std::string> sections; ///< functions whose calls are atomic
  bool checks_heap = false;          ///< with threads: see thread_harness.h
  std::string appended; ///< to the program, so that its entry gets arguments; for people
  std::vector<std::string> commands; ///< how to build and run it, for the comment
  /// The same with absolute paths of the program, to be run in any folder that has harness.c; empty if the text of the
  /// program has to be changed for it.
  std::vector<std::string> script;
};

std::string to_c(const Harness& harness);

} // namespace kleene::evidence
