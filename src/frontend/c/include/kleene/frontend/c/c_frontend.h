// SPDX-License-Identifier: Apache-2.0
// C to ir::Program, on the Clang libraries.
#pragma once
#include "kleene/ir/program.h"
#include "kleene/support/result.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace kleene::frontend::c {

enum class DataModel { Ilp32, Lp64 };

struct Options {
  DataModel data_model = DataModel::Lp64;
  std::vector<std::string> include_dirs;    ///< -I
  std::vector<std::string> defines;         ///< -D, `NAME` or `NAME=VALUE`
  std::vector<std::string> forced_includes; ///< -include
  std::string standard = "gnu11";           ///< -std=
  /// What is said about single files of a project.
  struct File {
    std::string standard;
    std::vector<std::string> flags; ///< as gcc and Clang take them
  };
  std::vector<File> per_file; ///< empty, or one per file
  /// Without one it is main, or the harness of a file that has no main.
  std::string entry;
  /// An entry function other than main gets inputs as arguments: pointers among them are null or lead to objects
  /// of so many elements, and what is in these likewise, to a depth.
  unsigned long entry_pointers = 1;
  unsigned entry_depth = 3;
  /// Variables begin with arbitrary values where the entry is another function than main.
  bool entry_globals = false;
  /// Functions whose bodies are not looked at: `NAME`, or `FILE:NAME` for the one in a file.
  std::set<std::string> removed_bodies;
  /// Each request of memory may fail.
  bool malloc_may_fail = false;
  /// Calls of these functions are targets, whether they have a body or not.
  std::set<std::string> target_functions{"reach_error", "__VERIFIER_error"};
  /// Those of them whose calls are the last thing of interest: without body, they are not unknown code.
  std::set<std::string> final_functions{"reach_error", "__VERIFIER_error"};
  /// A function without body writes nothing, returns, and its result is an input.
  bool pure_missing_bodies = false;
  /// Calls of the final functions end the program where these have no body.
  bool final_functions_abort = false;
  /// A request of memory that no machine could grant ends the execution; otherwise it gives null.
  bool huge_requests_end = false;
  /// Which threads wait for a condition, and whom a signal wakes, matters (models/threads.c).
  bool deadlocks_count = false;
  /// Each read of a volatile object is an input.
  bool volatile_changes = false;
  /// At addresses that the program makes of constants lie devices, for all accesses; otherwise for volatile ones.
  bool devices = false;
  /// main gets arguments that nobody knows; otherwise it is started without any.
  bool unknown_arguments = false;
  /// Up to a number and a length, the arguments of main are inputs.
  struct Arguments {
    unsigned count = 4;     ///< the name of the program included
    unsigned length = 4096; ///< of each
    bool only = false;      ///< there are no others: an assumption
  };
  std::optional<Arguments> arguments = std::nullopt;
  /// The question is about overflows: those that only another library would meet count, too.
  bool overflows_count = false;
  /// The question is about accesses: what library functions and jumps do to them is told, or opaque.
  bool memory_checks = false;
  /// What is defined, and asked about (property/property.h).
  std::set<Property> events;
  /// What depends on how far a compiler optimises (__builtin_constant_p) is open; otherwise it is gcc's at -O0.
  bool open_optimisation = false;
};

struct CProgram {
  ir::Program program;
  std::vector<Diagnostic> warnings;
  std::string entry; ///< the function that runs first
  /// The files name a function whose calls are targets or a failing assertion, reached or not.
  bool names_targets = false;
  /// Text that was read behind each file, so that the entry gets its arguments; compilers need it, too.
  std::vector<std::string> appended;
};

/// Reads several files as one program. The error is of kind Parse (what a compiler would refuse,
/// unreadable files, no entry function) or Unsupported (a construct that is not covered and can be
/// reached from the entry), with its place.
Result<CProgram> read_c(const std::vector<std::string>& files, const Options& options);

/// Models of functions that ask the world, as C for compilers that define KLEENE_NATIVE, and what they define.
struct WorldModels {
  std::string text;
  std::vector<std::string> functions;
};
WorldModels world_models();

/// A function that could be the entry.
struct DefinedFunction {
  std::string name;
  std::string file;
  unsigned line = 0;
};

/// The functions that the files themselves define, headers apart, in the order of the source. Of static functions with one
/// name none is among them: the name does not tell which is meant.
Result<std::vector<DefinedFunction>> defined_functions(const std::vector<std::string>& files,
                                                       const Options& options);

} // namespace kleene::frontend::c
