// SPDX-License-Identifier: Apache-2.0
// From FILE arguments to a program: which language, which data model, and the front end that reads it.
#pragma once
#include "kleene/evidence/native.h"
#include "kleene/frontend/c/c_frontend.h"
#include "kleene/frontend/project/project.h"
#include "kleene/frontend/task/task.h"
#include "kleene/ir/program.h"
#include "kleene/report/assumptions.h"
#include "kleene/support/result.h"
#include "kleene/verify/asked.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "reading.h"

namespace kleene::cli {

using verify::Language;

/// What the FILE arguments stand for.
struct Input {
  Language language = Language::C;
  std::vector<std::string> files;
  unsigned pointer_bits = 64; ///< C only
  /// How each file of a project is compiled; empty without a project.
  std::vector<frontend::project::Unit> units;
  std::vector<report::ShownAssumption> assumptions; ///< that the project brings
  std::vector<Diagnostic> notes;                    ///< about the project
  IntegerModel integers = IntegerModel::Machine;
  std::optional<frontend::task::Task> task;
  Reading reading;                   ///< C only
  std::vector<std::string> appended; ///< to each file, once the program is loaded
};

/// Tells the language by the ending; reads a task file. `property` as it was given, if it was.
Result<Input> resolve_input(const InputArguments& arguments,
                            const std::optional<std::string>& property = std::nullopt);

/// What a property adds to the reading of a program.
struct ReadingOptions {
  std::string entry = "main";
  std::set<std::string> target_functions;
  /// The program is to be decided upon: whatever is open stays open. Otherwise it is to be run, or shown.
  bool decided = false;
  /// The question is about overflows.
  bool overflows_count = false;
  /// Of a run: the arguments of the program, its name included; none if nothing is said about them.
  std::vector<std::string> arguments = {};
  /// Properties whose checks are targets (ir::TargetKind::Check).
  std::set<Property> checks = {};
  /// Boolean programs: the locations where statements begin are marked.
  bool mark_statements = false;
};

/// What the front end for C is told.
frontend::c::Options
c_options(const Input& input, const InputArguments& arguments, const ReadingOptions& reading);

struct LoadedProgram {
  ir::Program program;
  std::vector<Diagnostic> warnings;
  std::string entry = {};                 ///< C only: the function that runs first
  std::vector<std::string> appended = {}; ///< C only: text that was read behind each file
  bool names_targets = false; ///< C only: some target stands in the files, reached or not
};

Result<LoadedProgram>
load_program(const Input& input, const InputArguments& arguments, const ReadingOptions& options);

/// The C program as gcc gets it.
evidence::NativeProgram
native_program(const Input& input, const InputArguments& arguments, const std::string& entry);

report::ProgramSource source_of(const Input& input);

/// `ILP32`, `LP64`; empty for languages without one.
std::string data_model_name(const Input& input);
std::string_view name(IntegerModel integers);

} // namespace kleene::cli
