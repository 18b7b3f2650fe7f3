// SPDX-License-Identifier: Apache-2.0
#include "input.h"

#include "kleene/frontend/boolean/boolean_frontend.h"
#include "kleene/frontend/linear/linear_frontend.h"
#include "kleene/ir/text.h"
#include "kleene/ir/validate.h"
#include "kleene/property/property.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>

namespace kleene::cli {
namespace {

struct Ending {
  std::string_view text;
  Language language;
};
constexpr std::array endings{Ending{".c", Language::C},
                             Ending{".i", Language::C},
                             Ending{".bp", Language::Boolean},
                             Ending{".lin", Language::Linear},
                             Ending{".ir", Language::Ir}};

std::optional<Language> language_of(const std::string& file) {
  std::string ending = std::filesystem::path(file).extension().string();
  for (const Ending& e : endings)
    if (e.text == ending) return e.language;
  return std::nullopt;
}

bool is_task(const std::string& file) {
  std::string ending = std::filesystem::path(file).extension().string();
  return ending == ".yml" || ending == ".yaml";
}

Diagnostic usage(std::string message) {
  return Diagnostic::error(ErrorKind::Usage, std::move(message));
}

Diagnostic unreadable(const std::string& file, const std::string& why) {
  Diagnostic d = Diagnostic::error(ErrorKind::Parse, "cannot read the file: " + why);
  d.file = file;
  return d;
}

/// The files of a project with their flags.
std::optional<Diagnostic> add_project(const InputArguments& arguments, Input& input) {
  Result<frontend::project::Project> project =
      frontend::project::read_project(*arguments.project, input.files);
  if (!project) return project.error();
  Result<frontend::project::Machine> machine =
      frontend::project::machine_of(*project, arguments.pointer_bits);
  if (!machine) return machine.error();
  input.files.clear();
  for (const frontend::project::Unit& unit : project->units)
    input.files.push_back(unit.file);
  input.pointer_bits = machine->bits;
  for (const auto& [name, text] : machine->assumptions)
    input.assumptions.push_back({name, text});
  for (const std::string& message : machine->warnings) {
    input.notes.push_back(usage(message));
    input.notes.back().severity = Severity::Warning;
  }
  input.units = std::move(project->units);
  return std::nullopt;
}

/// All files have one language, and only C programs have several.
Result<Language> common_language(const std::vector<std::string>& files) {
  std::optional<Language> common;
  for (const std::string& file : files) {
    std::optional<Language> language = language_of(file);
    if (!language)
      return usage(fmt::format(
          "cannot tell the language of '{}': its name should end in .c .i .bp .lin .ir or .yml",
          file));
    if (common && *common != *language) return usage("the files are of different languages");
    common = language;
  }
  if (files.size() > 1 && *common != Language::C)
    return usage("only C programs may consist of several files");
  return *common;
}

Result<LoadedProgram> load_ir(const std::string& path) {
  ReadFile file = read_file(path);
  if (!file.text) return unreadable(path, file.error);
  Result<ir::Program> program = ir::parse(std::move(*file.text), path);
  if (!program) return program.error();
  std::vector<std::string> problems = ir::validate(*program);
  if (problems.empty()) return LoadedProgram{std::move(*program), {}};
  Diagnostic d = Diagnostic::error(ErrorKind::Parse, problems.front());
  d.file = path;
  return d;
}

Result<LoadedProgram> load_boolean(const std::string& path,
                                   const InputArguments& arguments,
                                   const ReadingOptions& reading) {
  frontend::boolean::Options options;
  options.entry = reading.entry;
  options.mark_statements = reading.mark_statements;
  options.dialect = frontend::boolean::parse_dialect(arguments.dialect).value_or(options.dialect);
  Result<frontend::boolean::BooleanProgram> read = frontend::boolean::read_boolean(path, options);
  if (!read) return read.error();
  return LoadedProgram{std::move(read->program), std::move(read->warnings)};
}

Result<LoadedProgram> load_linear(const std::string& path) {
  Result<ir::Program> read = frontend::linear::read_linear_file(path);
  if (!read) return read.error();
  return LoadedProgram{std::move(*read), {}};
}

Result<LoadedProgram>
load_c(const Input& input, const InputArguments& arguments, const ReadingOptions& reading) {
  const frontend::c::Options options = c_options(input, arguments, reading);
  Result<frontend::c::CProgram> read = frontend::c::read_c(input.files, options);
  if (!read) return read.error();
  read->program.free_uninitialised = input.reading.free_uninitialised;
  for (const report::ShownAssumption& assumption : input.assumptions)
    read->program.add_assumption(assumption.name, assumption.text);
  return LoadedProgram{std::move(read->program),
                       std::move(read->warnings),
                       std::move(read->entry),
                       std::move(read->appended),
                       read->names_targets};
}

} // namespace

frontend::c::Options
c_options(const Input& input, const InputArguments& arguments, const ReadingOptions& reading) {
  frontend::c::Options options;
  options.data_model =
      input.pointer_bits == 32 ? frontend::c::DataModel::Ilp32 : frontend::c::DataModel::Lp64;
  options.include_dirs = arguments.include_dirs;
  options.defines = arguments.defines;
  options.forced_includes = arguments.forced_includes;
  options.standard = arguments.standard;
  for (const frontend::project::Unit& unit : input.units)
    options.per_file.push_back({unit.standard, unit.flags});
  options.entry = !arguments.entry.empty()  ? arguments.entry
                  : reading.entry == "main" ? std::string()
                                            : reading.entry;
  options.entry_pointers = arguments.entry_pointers;
  options.entry_globals = arguments.entry_globals;
  options.removed_bodies.insert(arguments.removed_bodies.begin(), arguments.removed_bodies.end());
  options.malloc_may_fail = arguments.malloc_may_fail;
  options.target_functions.insert(reading.target_functions.begin(), reading.target_functions.end());
  // Whatever the question is, the error functions of competitions end the program.
  options.final_functions_abort = input.reading.task;
  if (reading.decided && !input.reading.task) options.final_functions.clear();
  options.final_functions.insert(reading.target_functions.begin(), reading.target_functions.end());
  options.huge_requests_end = input.reading.task;
  options.pure_missing_bodies = input.reading.pure_missing_bodies;
  options.volatile_changes = input.reading.volatile_changes && reading.decided;
  options.devices = arguments.devices && reading.decided;
  options.unknown_arguments = reading.decided;
  if (arguments.most_arguments && reading.decided)
    options.arguments = {.count = *arguments.most_arguments, .length = 16, .only = true};
  else if (reading.decided && !input.reading.task)
    options.arguments = frontend::c::Options::Arguments{};
  if (!reading.arguments.empty()) {
    std::size_t longest = 0;
    for (const std::string& argument : reading.arguments)
      longest = std::max(longest, argument.size());
    options.arguments = {.count = static_cast<unsigned>(reading.arguments.size()),
                         .length = static_cast<unsigned>(longest),
                         .only = true};
  }
  options.overflows_count = reading.overflows_count;
  options.open_optimisation = reading.decided && !input.reading.task;
  options.memory_checks = reading.checks.contains(Property::ValidDeref)
                          || reading.checks.contains(Property::DefBehavior);
  options.deadlocks_count = reading.checks.contains(Property::NoDeadlock);
  std::ranges::copy_if(
      reading.checks, std::inserter(options.events, options.events.end()), is_on_demand);
  if (reading.checks.contains(Property::DefBehavior)) options.events.insert(Property::DefBehavior);
  return options;
}

Result<Input> resolve_input(const InputArguments& arguments,
                            const std::optional<std::string>& property) {
  Input input;
  input.files = arguments.files;
  if (arguments.project)
    if (auto error = add_project(arguments, input)) return *error;
  if (input.files.size() == 1 && is_task(input.files.front())) {
    Result<frontend::task::Task> task = frontend::task::read_task(input.files.front());
    if (!task) return task.error();
    input.files = task->input_files;
    input.pointer_bits = task->data_model == frontend::task::DataModel::Ilp32 ? 32 : 64;
    input.task = std::move(*task);
  }
  Result<Language> language = common_language(input.files);
  if (!language) return language.error();
  input.language = *language;
  input.reading = reading_of(
      arguments, input.task.has_value() || (property && verify::is_property_file(*property)));
  if (arguments.pointer_bits) input.pointer_bits = *arguments.pointer_bits;
  IntegerModel usual =
      input.language == Language::Linear ? IntegerModel::Math : IntegerModel::Machine;
  input.integers = arguments.integers.value_or(usual);
  return input;
}

Result<LoadedProgram>
load_program(const Input& input, const InputArguments& arguments, const ReadingOptions& options) {
  for (const std::string& path : input.files)
    if (ReadFile file = read_file(path); !file.text) return unreadable(path, file.error);
  switch (input.language) {
  case Language::C:
    return load_c(input, arguments, options);
  case Language::Boolean:
    return load_boolean(input.files.front(), arguments, options);
  case Language::Linear:
    return load_linear(input.files.front());
  case Language::Ir:
    return load_ir(input.files.front());
  }
  return usage("unknown language");
}

evidence::NativeProgram
native_program(const Input& input, const InputArguments& arguments, const std::string& entry) {
  evidence::NativeProgram native;
  native.files = input.files;
  native.include_dirs = arguments.include_dirs;
  native.defines = arguments.defines;
  native.forced_includes = arguments.forced_includes;
  native.standard = arguments.standard;
  for (const frontend::project::Unit& unit : input.units)
    native.per_file.push_back({unit.standard, unit.flags});
  native.bits = input.pointer_bits;
  native.entry = entry;
  native.appended = input.appended;
  frontend::c::WorldModels world = frontend::c::world_models();
  native.world = std::move(world.text);
  native.world_functions = std::move(world.functions);
  native.mode = arguments.native;
  return native;
}

report::ProgramSource source_of(const Input& input) {
  return {input.language, input.integers, input.pointer_bits};
}

std::string data_model_name(const Input& input) {
  if (input.language != Language::C) return {};
  return input.pointer_bits == 32 ? "ILP32" : "LP64";
}

std::string_view name(IntegerModel integers) {
  return integers == IntegerModel::Math ? "math" : "machine";
}

} // namespace kleene::cli
