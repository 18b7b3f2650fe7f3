// SPDX-License-Identifier: Apache-2.0
// The command line as data.
#pragma once
#include "kleene/batch/batch.h"
#include "kleene/evidence/native.h"
#include "kleene/logic/integer.h"
#include "kleene/verify/asked.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace kleene::cli {

enum class Command { Check, Run, Show, Fix, Validate, Batch, Cover };
std::string_view name(Command command);

/// What describes the input: the same for every command.
struct InputArguments {
  std::vector<std::string> files;
  std::optional<std::string> project;   ///< -p: a folder with compile_commands.json, or the file
  std::optional<unsigned> pointer_bits; ///< --data-model: 32 or 64
  std::vector<std::string> include_dirs;
  std::vector<std::string> defines;
  std::vector<std::string> forced_includes;
  std::string standard = "gnu11";
  std::optional<IntegerModel> integers;
  bool svcomp = false; ///< --svcomp: the reading of competition tasks, see reading.h
  std::optional<bool> pure_missing_bodies;                   ///< --missing-bodies nondet
  std::optional<bool> free_uninitialised;                    ///< --uninit nondet
  std::optional<bool> volatile_changes;                      ///< --volatile input
  std::string entry;                                         ///< --entry
  std::optional<unsigned> most_arguments;                    ///< --arguments
  unsigned long entry_pointers = 1;                          ///< --entry-pointers
  bool entry_globals = false;                                ///< --entry-globals nondet
  std::vector<std::string> removed_bodies;                   ///< --remove-body
  bool malloc_may_fail = false;                              ///< --malloc-may-fail
  bool devices = false;                                      ///< --mmio
  std::string dialect = "getafix";                           ///< of Boolean programs
  evidence::NativeMode native = evidence::NativeMode::Caged; ///< --native
};

struct CheckArguments : verify::Asked {
  std::string engine = "auto";
  std::optional<std::string> algorithm; ///< a formula file
  std::optional<std::string> contracts; ///< a file with contracts of functions
  std::optional<std::string> harness;   ///< a file, or `-`
  std::optional<std::string> replay;    ///< a folder
  std::optional<std::string> evidence;  ///< likewise
  bool explain = false;
  bool stop_at_first = false;             ///< violated check
  bool each_function = false;             ///< every function is an entry
  double function_seconds = 10;           ///< --function-limit
  std::optional<std::string> witness;     ///< likewise
  std::optional<std::string> certificate; ///< a folder
  std::optional<std::size_t> context_switches;
  std::optional<std::size_t> rounds;
};

struct RunArguments {
  std::vector<Integer> inputs;
  std::vector<std::string> input_words;                      ///< the same as they were written
  std::optional<std::vector<std::string>> program_arguments; ///< behind `--`
  bool trace = false;
  std::uint64_t steps = UINT64_MAX;
};

struct FixArguments {
  std::optional<std::string> program; ///< a Boolean program, or its relations as calculus text
  std::map<std::string, long> constants;
};

struct Arguments {
  Command command = Command::Check;
  InputArguments input;
  CheckArguments check;
  RunArguments run;
  FixArguments fix;
  batch::Options batch;
  std::string show_as = "ir";
  std::string show_only;                ///< of dot and svg: one function
  std::optional<std::string> cover_out; ///< a folder
  std::string evidence_file;            ///< of validate
  std::optional<double> seconds;
  std::optional<std::size_t> memory_bytes;
  std::optional<std::string> json;   ///< a file, or `-`
  std::optional<std::string> sarif;  ///< likewise
  std::optional<std::string> report; ///< an HTML file
  /// Of rounds of fixed points: a file, or `-`.
  std::optional<std::string> statistics;
  unsigned verbosity = 1; ///< 0: errors only, 1: warnings, 2: phases
};

/// The command line asked for a text (help, version, list of engines), and nothing else.
struct TextRequest {
  std::string text;
};

/// The command line is wrong. What could be understood of it says how to answer.
struct UsageError {
  std::string message;
  bool is_check = false;
  std::optional<std::string> json;
};

std::variant<Arguments, TextRequest, UsageError> parse_arguments(int argc, const char* const* argv);

} // namespace kleene::cli
