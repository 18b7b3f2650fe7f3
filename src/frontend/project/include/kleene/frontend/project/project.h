// SPDX-License-Identifier: Apache-2.0
// A project as its build describes it: `compile_commands.json` says of each file how it is compiled.
#pragma once
#include "kleene/support/result.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kleene::frontend::project {

/// A C file, and what of its command line matters for what it means.
struct Unit {
  std::string file; ///< usable from here
  std::string standard = "gnu17";
  /// For gcc and Clang alike; paths are absolute.
  std::vector<std::string> flags;
  std::optional<unsigned> bits; ///< -m32, -m64
  /// Options that choose the processor, which are not followed.
  std::vector<std::string> processor;
  /// The compiler, if it does not make code for this kind of machine.
  std::string other_machine;
};

struct Project {
  std::vector<Unit> units;            ///< in the order in which they were asked for, or of the file
  std::vector<std::string> left_out;  ///< files of other languages
  std::vector<std::string> ambiguous; ///< files with several commands, of which the first counts
};

/// Words of a command line, quoted as for a shell; nothing is expanded.
std::vector<std::string> split_command(const std::string& command);

/// What a command that compiles `file` in `directory` means. The error names the option that is not followed.
Result<Unit> read_flags(const std::string& file,
                        const std::string& directory,
                        const std::vector<std::string>& words);

/// Reads `path`, a folder with a compile_commands.json or such a file. With `files`, these make up the program; without,
/// all C files of the project do.
Result<Project> read_project(const std::string& path, const std::vector<std::string>& files);

/// The machine that all files of a project are made for.
struct Machine {
  unsigned bits = 64;
  std::vector<std::string> warnings; ///< what the project leaves open, for people
  /// What is taken for granted: names and texts.
  std::vector<std::pair<std::string, std::string>> assumptions;
};
/// `bits` is what the user says of the data model, if he says something: then other machines and models do not matter.
Result<Machine> machine_of(const Project& project, std::optional<unsigned> bits);

} // namespace kleene::frontend::project
