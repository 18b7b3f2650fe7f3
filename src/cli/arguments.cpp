// SPDX-License-Identifier: Apache-2.0
#include "arguments.h"

#include "kleene/logic/floats.h"
#include "kleene/property/property.h"
#include "kleene/support/work.h"
#include "kleene/verify/registry.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <map>

#include "version.h"

namespace kleene::cli {
namespace {

constexpr const char* description =
    "kleene - a software model checker for recursive programs.\n"
    "It answers true with a proof, false with an execution, unknown with the obstacle.\n"
    "FILE is C (.c .i), a Boolean program (.bp), a Linear Program (.lin), the program model as\n"
    "text (.ir), or an SV-COMP task (.yml).";

constexpr const char* footer =
    "Examples:\n"
    "  kleene check examples/boundary.c\n"
    "  kleene check --property no-overflow --data-model ILP32 examples/overflow.c\n"
    "  kleene check --json - --time-limit 60 task.yml\n"
    "  kleene check -p build --each-function\n"
    "  kleene check --evidence e.txt examples/boundary.c; kleene validate examples/boundary.c "
    "e.txt\n"
    "  kleene check --witness w.yml task.yml; kleene validate task.c w.yml\n"
    "  kleene run --input 3,-1 --trace examples/recursion.c\n"
    "  kleene run program.c -- -v name < input.txt\n"
    "  kleene fix ef --program examples/recursion.bp\n"
    "  kleene show --as svg examples/recursion.c > recursion.svg\n"
    "  kleene batch --out results --jobs 2 examples/*.c\n"
    "\n"
    "Exit codes of check: 0 true, 10 false, 5 unknown, 1 wrong command line, 2 parse error,\n"
    "3 unsupported construct, 4 limit of time or memory, 6 internal error. The last line on\n"
    "stdout is `VERDICT: ...`.\n"
    "Exit codes of run: 0 the program ended, 10 it reached a target or failed an assertion,\n"
    "11 undefined behaviour, 5 it was blocked or had no more input, 4 a limit; 1, 2, 3, 6 as\n"
    "for check.";

/// What CLI11 fills in; turned into Arguments afterwards.
struct Raw {
  Arguments arguments;
  std::string data_model;
  std::string integers;
  std::string missing_bodies;
  std::string uninit;
  std::string native;
  std::string volatiles;
  std::string entry_globals;
  std::string inputs;
  double megabytes = 0;
  double seconds = 0;
  bool quiet = false;
  bool deterministic = false; ///< limits count work in place of time
  bool list_engines = false;
  std::string expected;
  batch::SlurmOptions slurm;
  bool on_cluster = false;
  bool no_wait = false;
};

void add_input_options(CLI::App& command, Raw& raw) {
  InputArguments& input = raw.arguments.input;
  command.add_option("FILE", input.files, "the program; several C files form one program");
  command
      .add_option("-p,--project",
                  input.project,
                  "a folder with a compile_commands.json, or such a file: it says how each FILE is "
                  "compiled; without FILE, all its C files form the program")
      ->allow_extra_args(false);
  command
      .add_option("--data-model", raw.data_model, "ILP32 or LP64 (default; tasks: what they say)")
      ->check(CLI::IsMember({"ILP32", "LP64"}));
  command.add_option("-I", input.include_dirs, "folder for #include")->allow_extra_args(false);
  command.add_option("-D", input.defines, "NAME or NAME=VALUE: define a macro")
      ->allow_extra_args(false);
  command.add_option("--include", input.forced_includes, "(also -include) read this file first")
      ->allow_extra_args(false);
  command.add_option("--std", input.standard, "(also -std=) version of C")->capture_default_str();
  command
      .add_option("--integers", raw.integers, "machine (default; Linear Programs: math) or math")
      ->check(CLI::IsMember({"machine", "math"}));
  command
      .add_option(
          "--missing-bodies",
          raw.missing_bodies,
          "functions without body: `reachable` (default), unknown code that may write, free and "
          "call what is exported or has escaped, end the program or run for ever; or `nondet` "
          "(also `pure`; default for tasks): it returns an input and does nothing else")
      ->check(CLI::IsMember({"reachable", "nondet", "pure"}));
  command
      .add_option(
          "--uninit",
          raw.uninit,
          "uninitialised variables and memory: `unknown` (default), no counterexample depends "
          "on them; or `nondet` (default for tasks): the environment chooses")
      ->check(CLI::IsMember({"unknown", "nondet"}));
  command
      .add_option(
          "--volatile",
          raw.volatiles,
          "reads of volatile objects: `input` (default), a new value each time; or `memory` "
          "(default for tasks): what was written last")
      ->check(CLI::IsMember({"input", "memory"}));
  command.add_flag("--mmio",
                   input.devices,
                   "where the program makes a pointer of a constant lies a device: every read "
                   "there is an input, not only those "
                   "of volatile objects");
  command.add_option("--entry,--function",
                     input.entry,
                     "the function that runs first, whose parameters are inputs (default: main, or "
                     "without one `harness` or the only function that ends in `_harness`)");
  command
      .add_option(
          "--arguments",
          input.most_arguments,
          "assume that main gets at most so many arguments, its name included, of at most 16 "
          "characters (otherwise there may be any; counterexamples have up to 4)")
      ->check(CLI::Range(0, 64));
  command
      .add_option("--entry-pointers",
                  input.entry_pointers,
                  "pointers that the entry function is given are null or lead to so many elements")
      ->check(CLI::Range(1, 4096))
      ->capture_default_str();
  command
      .add_option("--entry-globals",
                  raw.entry_globals,
                  "variables of the entry function's file: `initial` (default) values, or `nondet`")
      ->check(CLI::IsMember({"initial", "nondet"}));
  command
      .add_option("--remove-body",
                  input.removed_bodies,
                  "NAME or FILE:NAME: do not look at the body of this function")
      ->allow_extra_args(false);
  command.add_flag(
      "--malloc-may-fail", input.malloc_may_fail, "each request of memory may give null");
  command.add_flag("--svcomp",
                   input.svcomp,
                   "read the program as competition tasks are read, which .yml and .prp files also "
                   "bring about");
  command.add_option("--dialect", input.dialect, "of Boolean programs: getafix or satabs")
      ->check(CLI::IsMember({"getafix", "satabs"}))
      ->capture_default_str();
}

void add_limits(CLI::App& command, Raw& raw) {
  command.add_option("--time-limit", raw.seconds, "seconds, then a clean `unknown`")
      ->check(CLI::PositiveNumber);
  command.add_option("--memory-limit", raw.megabytes, "megabytes, then a clean `unknown`")
      ->check(CLI::PositiveNumber);
  command.add_flag("--quiet", raw.quiet, "nothing but the answer, and errors");
  command.add_option("--verbosity", raw.arguments.verbosity, "0 errors, 1 warnings, 2 phases")
      ->capture_default_str();
  command.footer(footer);
}

void add_common_options(CLI::App& command, Raw& raw) {
  add_input_options(command, raw);
  add_limits(command, raw);
}

void add_json_option(CLI::App& command, Raw& raw) {
  command.add_option(
      "--json", raw.arguments.json, "write one JSON document here on every exit; - is stdout");
}

void add_statistics_option(CLI::App& command, Raw& raw) {
  command.add_option("--statistics",
                     raw.arguments.statistics,
                     "write the sizes of fixed points, round by round: tuples, nodes of decision "
                     "diagrams, seconds; CSV if the name ends in .csv, else text; - is stdout");
}

void add_native_option(CLI::App& command, Raw& raw) {
  command
      .add_option("--native",
                  raw.native,
                  "how the compiled program is run to confirm an answer: `caged` (default), it can "
                  "touch nothing outside, and does not run where the kernel grants no cage; "
                  "`unsafe`, with all your rights; or `off`, not at all")
      ->check(CLI::IsMember({"caged", "unsafe", "off"}));
}

void add_demanded(CLI::App& command, CheckArguments& arguments) {
  command.add_option("--check",
                     arguments.demanded,
                     "check this as well, although C defines it: " + names_on_demand()
                         + "; several: `a,b`");
}

void add_check(CLI::App& app, Raw& raw) {
  CLI::App& check = *app.add_subcommand("check", "decide a property of a program");
  CheckArguments& arguments = raw.arguments.check;
  add_common_options(check, raw);
  add_json_option(check, raw);
  add_native_option(check, raw);
  check.add_option(
      "--property",
      arguments.property,
      property_names()
          + "; several: `a,b` or `safety,-b`; or a .prp file; if nothing is said, safety "
            "for C files and unreach-call otherwise");
  check.add_flag(
      "--deterministic",
      raw.deterministic,
      "limits count work (steps, conflicts, units of solvers) in place of seconds: the same "
      "answer, execution and proof however busy the machine is; takes longer");
  add_demanded(check, arguments);
  check.add_option("--label",
                   arguments.label,
                   "the label that must not be reached; replaces every other target");
  check
      .add_option("--spec",
                  arguments.spec,
                  "a CTL formula over labels: EF, EG, AG or AF, as in `EF label(ERROR)`")
      ->excludes("--property")
      ->excludes("--label");
  check
      .add_option(
          "--ltl",
          arguments.ltl,
          "a formula of linear temporal logic over label(NAME), in(FUNCTION) and conditions "
          "over global variables: ! && || -> <-> F G U R W, and X for Boolean programs, as "
          "in `G (label(REQ) -> F label(ACK))`")
      ->excludes("--property")
      ->excludes("--spec")
      ->excludes("--label");
  check.add_option("--engine", arguments.engine, "auto, or one engine by name")
      ->capture_default_str();
  check
      .add_option("--algorithm",
                  arguments.algorithm,
                  "a formula file (.fix) that decides a Boolean program by its query `reachable`; "
                  "its relation is the evidence (see doc/calculus.md); -D gives its constants")
      ->check(CLI::ExistingFile)
      ->excludes("--engine");
  add_statistics_option(check, raw);
  check.add_flag("--list-engines", raw.list_engines, "name the engines and end");
  check.add_flag(
      "--stop-at-first",
      arguments.stop_at_first,
      "answer as soon as one check is violated (default for tasks, and with --evidence, "
      "--witness, --certificate, --harness, --replay and --explain); otherwise every check of a C "
      "program gets "
      "its own answer");
  check
      .add_option(
          "--contracts",
          arguments.contracts,
          "a file with contracts of functions (`function f`, below it `requires x > 0`, `ensures "
          "\\result >= 0`): every call and every return is checked against them, and proofs may "
          "use them")
      ->check(CLI::ExistingFile)
      ->excludes("--spec", "--ltl", "--label");
  check.add_flag("--each-function",
                 arguments.each_function,
                 "check every function of the files as an entry (see --entry), and give a table");
  check
      .add_option("--function-limit",
                  arguments.function_seconds,
                  "seconds for each function of --each-function")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  check.add_option("--harness",
                   arguments.harness,
                   "write a C file that replays the execution behind the verdict; - is stdout");
  check.add_option("--replay",
                   arguments.replay,
                   "write a folder with what the execution behind the verdict needs: input.bin, "
                   "harness.c, and replay.sh, which builds and runs it");
  check.add_option(
      "--evidence", arguments.evidence, "write what stands behind the verdict; - is stdout");
  check.add_flag(
      "--explain",
      arguments.explain,
      "say how the answer was found: steps, predicates, and all invariants, summaries or "
      "recurrent sets at their source lines");
  check
      .add_option("--witness",
                  arguments.witness,
                  "write an SV-COMP witness (YAML 2.x) of the verdict on a C program; - is stdout")
      ->excludes("--spec")
      ->excludes("--ltl");
  check
      .add_option("--certificate",
                  arguments.certificate,
                  "write a folder with all that is needed to check the answer again without kleene")
      ->excludes("--spec")
      ->excludes("--ltl");
  check.add_option("--report",
                   raw.arguments.report,
                   "write the answer as one HTML file: source with its checks, execution to step "
                   "through, proof");
  check.add_option("--sarif",
                   raw.arguments.sarif,
                   "write one SARIF 2.1.0 document here on every exit; - is stdout");
  check.add_option("--context-switches",
                   arguments.context_switches,
                   "of concurrent programs: look only at executions with at most so many");
  check
      .add_option("--rounds",
                  arguments.rounds,
                  "of concurrent programs: let the threads run in turn, so many times")
      ->check(CLI::PositiveNumber)
      ->excludes("--context-switches");
}

void add_validate(CLI::App& app, Raw& raw) {
  CLI::App& validate = *app.add_subcommand(
      "validate", "check evidence, or a witness, again: validate FILE EVIDENCE");
  add_common_options(validate, raw);
  add_json_option(validate, raw);
  add_native_option(validate, raw);
  validate.add_option("--property", raw.arguments.check.property, "as it was given to check");
  add_demanded(validate, raw.arguments.check);
  validate.add_option("--label", raw.arguments.check.label, "as it was given to check");
  validate.add_option("--spec", raw.arguments.check.spec, "as it was given to check")
      ->excludes("--property")
      ->excludes("--label");
  validate.add_option("--ltl", raw.arguments.check.ltl, "as it was given to check")
      ->excludes("--property")
      ->excludes("--spec")
      ->excludes("--label");
}

void add_run(CLI::App& app, Raw& raw) {
  CLI::App& run = *app.add_subcommand(
      "run", "execute a program; it reads the real standard input; its arguments stand behind --");
  add_common_options(run, raw);
  add_json_option(run, raw);
  run.add_option("--input", raw.inputs, "values for the nondeterministic reads: v,v,...");
  run.add_flag("--trace", raw.arguments.run.trace, "print every step to stderr");
  run.add_option("--steps", raw.arguments.run.steps, "stop after so many steps")
      ->check(CLI::NonNegativeNumber);
}

void add_show(CLI::App& app, Raw& raw) {
  CLI::App& show = *app.add_subcommand("show", "print the program model");
  add_common_options(show, raw);
  show.add_option(
          "--as",
          raw.arguments.show_as,
          "ir (can be read back), cfg, dot, svg, smt2 (Horn clauses), or fix (relations of a "
          "Boolean program)")
      ->check(CLI::IsMember({"ir", "cfg", "dot", "svg", "smt2", "fix"}))
      ->capture_default_str();
  show.add_option("--only", raw.arguments.show_only, "with dot and svg: draw this function only");
  show.add_option("--input",
                  raw.inputs,
                  "with dot and svg: highlight the execution on these inputs, as check names them");
}

void add_fix(CLI::App& app, Raw& raw) {
  CLI::App& fix = *app.add_subcommand("fix", "evaluate formulas of the fixed-point calculus");
  fix.add_option("FILE",
                 raw.arguments.input.files,
                 "a formula file (.fix, .mu), or the name of a shipped algorithm");
  fix.add_option("--program",
                 raw.arguments.fix.program,
                 "a Boolean program (.bp), or its relations as calculus text (.fix)");
  fix.add_option("-D", raw.arguments.input.defines, "NAME=NUMBER: the value of a constant")
      ->allow_extra_args(false);
  fix.add_option("--dialect", raw.arguments.input.dialect, "of Boolean programs: getafix or satabs")
      ->check(CLI::IsMember({"getafix", "satabs"}))
      ->capture_default_str();
  add_statistics_option(fix, raw);
  add_limits(fix, raw);
  add_json_option(fix, raw);
}

void add_batch(CLI::App& app, Raw& raw) {
  CLI::App& batch = *app.add_subcommand(
      "batch", "check many programs: batch TASKS --out DIR [-- options of check]");
  batch::Options& b = raw.arguments.batch;
  batch.add_option(
      "TASKS",
      b.inputs,
      "programs, task files (.yml), task sets (.set), tables (.tsv with columns task or "
      "file, and set, property, expected, model, sub, label)");
  batch.add_option("--out", b.out, "the folder for results, made if it is missing")->required();
  batch.add_option("--property",
                   b.property,
                   "of tasks that have several: only this one; of programs: what is asked");
  batch.add_option("--expected", raw.expected, "the verdict expected where no task says it")
      ->check(CLI::IsMember({"true", "false"}));
  batch.add_option("--time-limit", b.check.seconds, "seconds for each task")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  batch.add_option("--memory-limit", b.check.megabytes, "megabytes for each task")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  batch.add_option("--jobs", b.jobs, "tasks at a time (engines of one task use several processes)")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  batch.add_flag("--resume", b.resume, "go on with the results that --out has");
  batch.add_option(
      "--cache", b.cache, "a folder of results, by what they depend on; batches may share it");
  batch.add_option("--compare", b.compare, "the --out of an earlier batch: say what is different");
  batch.add_flag("--slurm", raw.on_cluster, "have Slurm run the tasks, as job arrays");
  batch.add_option("--chunk", raw.slurm.chunk, "with --slurm: tasks for each element of an array")
      ->check(CLI::Range(1, 1000000))
      ->capture_default_str();
  batch
      .add_option("--sbatch",
                  raw.slurm.more,
                  "with --slurm: one more option of sbatch, as --sbatch=--partition=p")
      ->allow_extra_args(false);
  batch.add_flag("--no-wait", raw.no_wait, "with --slurm: do not wait for the jobs");
  batch.add_option("--plan", b.plan, "of an element of a job array: its work")->group("");
  batch.add_flag("--quiet", b.quiet, "no line for each task");
  batch.footer(
      "Exit codes: 0 all tasks have a result and none contradicts what is expected, 10 some "
      "does, 4 some\nhave no result (the work was stopped), 1 wrong command line.");
}

void add_cover(CLI::App& app, Raw& raw) {
  CLI::App& cover = *app.add_subcommand(
      "cover", "for each branch of a C program an input that takes it, or a proof that none does");
  add_common_options(cover, raw);
  add_json_option(cover, raw);
  add_native_option(cover, raw);
  cover.add_option("--out",
                   raw.arguments.cover_out,
                   "a folder for the tests: testcase-N.xml (Test-Comp), test-N.c (harness), and "
                   "command lines of programs that read their arguments or standard input");
  cover.add_option("--engine", raw.arguments.check.engine, "auto, or one engine by name")
      ->capture_default_str();
  cover.footer(
      "Exit codes: 0 every branch has an answer, 5 some have none, 4 a limit; 1, 2, 3, 6 as "
      "for check.");
}

std::string engine_list() {
  std::string text;
  for (const auto& [e, turns] : verify::registry())
    text += fmt::format("{:<14} {}\n", e->name, e->description);
  return text;
}

/// Takes what stands behind `--` of `run` away from its words: it is for the program that is run.
std::optional<std::vector<std::string>> take_program_arguments(std::vector<std::string>& words) {
  auto end = std::ranges::find(words, "--");
  if (words.empty() || words.front() != "run" || end == words.end()) return std::nullopt;
  std::vector<std::string> result(end + 1, words.end());
  words.erase(end, words.end());
  return result;
}

/// A compiler's spellings of options, as CLI11 can read them.
std::vector<std::string> normalised(int argc, const char* const* argv) {
  std::vector<std::string> result;
  bool options = true;
  for (int i = 1; i < argc; ++i) {
    std::string word = argv[i];
    if (word == "--") options = false;
    if (options && word.starts_with("-std=")) word.insert(0, "-");
    if (options && word == "-include") word = "--include";
    result.push_back(std::move(word));
  }
  return result;
}

/// Moves what follows `--`.
void split_off(std::vector<std::string>& words, std::vector<std::string>& rest) {
  auto dashes = std::ranges::find(words, "--");
  if (dashes == words.end()) return;
  rest.assign(dashes + 1, words.end());
  words.erase(dashes, words.end());
}

/// A floating-point number as C writes it: `0.75` is a double, `0x1.8p-1f` a float.
std::optional<Integer> parse_float_input(std::string word) {
  bool single = word.size() > 1 && word.ends_with('f') && !word.ends_with("inf");
  if (single) word.pop_back();
  std::optional<std::uint64_t> pattern = parse_float(single ? float_type() : double_type(), word);
  if (!pattern) return std::nullopt;
  return Integer(*pattern);
}

/// Fills the inputs of a run; a message if the text is no list of numbers.
std::optional<std::string> parse_inputs(const std::string& text, RunArguments& run) {
  std::size_t begin = 0;
  while (begin < text.size()) {
    std::size_t end = std::min(text.find(',', begin), text.size());
    std::string word = text.substr(begin, end - begin);
    std::size_t first = word.find_first_not_of(' ');
    std::size_t last = word.find_last_not_of(' ');
    std::optional<Integer> value;
    if (first != std::string::npos) value = parse_integer(word.substr(first, last - first + 1));
    if (first != std::string::npos && !value)
      value = parse_float_input(word.substr(first, last - first + 1));
    if (!value) return fmt::format("'{}' in --input is no number", word);
    run.inputs.push_back(*value);
    run.input_words.push_back(word.substr(first, last - first + 1));
    begin = end + 1;
  }
  return std::nullopt;
}

/// Fills `constants` from NAME=NUMBER; a message if that is wrong.
std::optional<std::string> parse_constants(const std::vector<std::string>& defines,
                                           std::map<std::string, long>& constants) {
  for (const std::string& define : defines) {
    std::size_t equals = define.find('=');
    std::optional<Integer> value;
    if (equals != std::string::npos) value = parse_integer(define.substr(equals + 1));
    if (!value || *value < -999'999'999 || *value > 999'999'999)
      return fmt::format("-D{} should be NAME=NUMBER", define);
    constants[define.substr(0, equals)] = static_cast<long>(*value);
  }
  return std::nullopt;
}

/// What a wrong command line still tells about how to answer.
UsageError usage_error(const std::vector<std::string>& words, std::string message) {
  UsageError error;
  error.message = std::move(message);
  error.is_check = !words.empty() && (words.front() == "check" || words.front() == "validate");
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].starts_with("--json=")) error.json = words[i].substr(7);
    if (words[i] == "--json" && i + 1 < words.size()) error.json = words[i + 1];
  }
  return error;
}

/// A batch has limits for each task, not for itself.
std::optional<std::string> complete_batch(Raw& raw) {
  batch::Options& b = raw.arguments.batch;
  if (b.inputs.empty() && !b.plan) return "no TASKS given";
  if (!raw.expected.empty()) b.expected = raw.expected == "true";
  raw.slurm.wait = !raw.no_wait;
  if (raw.on_cluster) b.slurm = raw.slurm;
  b.version = version_line;
  if (b.quiet) raw.arguments.verbosity = 0;
  return std::nullopt;
}

bool is_yaml(const std::string& file) {
  return file.ends_with(".yml") || file.ends_with(".yaml");
}

/// The part that CLI11 does not check; a message if something is wrong.
std::optional<std::string> complete(const CLI::App& app, Raw& raw) {
  Arguments& a = raw.arguments;
  a.command = app.got_subcommand("run")        ? Command::Run
              : app.got_subcommand("show")     ? Command::Show
              : app.got_subcommand("fix")      ? Command::Fix
              : app.got_subcommand("validate") ? Command::Validate
              : app.got_subcommand("batch")    ? Command::Batch
              : app.got_subcommand("cover")    ? Command::Cover
                                               : Command::Check;
  if (a.command == Command::Batch) return complete_batch(raw);
  if (a.input.files.empty() && !(a.input.project && a.command != Command::Validate))
    return "no FILE given";
  if (a.check.each_function && !a.input.entry.empty())
    return "--each-function and --entry exclude each other";
  if (a.command == Command::Validate) {
    if (a.input.files.size() < 2) return "validate needs the program and then the evidence";
    // SV-COMP's validators are given the witness first.
    bool witness_first = !is_yaml(a.input.files.back()) && is_yaml(a.input.files.front());
    auto evidence = witness_first ? a.input.files.begin() : a.input.files.end() - 1;
    a.evidence_file = *evidence;
    a.input.files.erase(evidence);
  }
  if (!raw.data_model.empty()) a.input.pointer_bits = raw.data_model == "ILP32" ? 32 : 64;
  if (!raw.integers.empty())
    a.input.integers = raw.integers == "math" ? IntegerModel::Math : IntegerModel::Machine;
  if (!raw.missing_bodies.empty()) a.input.pure_missing_bodies = raw.missing_bodies != "reachable";
  a.input.entry_globals = raw.entry_globals == "nondet";
  if (!raw.volatiles.empty()) a.input.volatile_changes = raw.volatiles == "input";
  if (!raw.uninit.empty()) a.input.free_uninitialised = raw.uninit == "nondet";
  if (raw.native == "unsafe") a.input.native = evidence::NativeMode::Unsafe;
  if (raw.native == "off") a.input.native = evidence::NativeMode::Off;
  if (raw.seconds > 0) a.seconds = raw.seconds;
  if (raw.megabytes > 0) a.memory_bytes = static_cast<std::size_t>(raw.megabytes * 1024 * 1024);
  if (raw.quiet) a.verbosity = 0;
  if (raw.deterministic) work::count(); // for the whole process, from now on
  if (a.check.engine != "auto" && verify::find_engine(a.check.engine) == nullptr)
    return fmt::format("there is no engine '{}'; --list-engines names them", a.check.engine);
  int on_stdout = 0;
  for (const auto* path :
       {&a.json, &a.sarif, &a.check.evidence, &a.check.harness, &a.check.witness})
    on_stdout += *path == "-" ? 1 : 0;
  if (on_stdout > 1)
    return "only one of --json, --sarif, --evidence, --harness and --witness can go to stdout";
  if (a.check.algorithm) a.check.engine = "algorithm";
  if (a.check.engine == "algorithm" && !a.check.algorithm)
    return "the engine 'algorithm' needs --algorithm FILE";
  if (a.command == Command::Check && a.statistics && !a.check.algorithm)
    return "--statistics needs --algorithm FILE";
  if (a.command == Command::Fix || a.check.algorithm)
    if (auto message = parse_constants(a.input.defines, a.fix.constants)) return message;
  return parse_inputs(raw.inputs, a.run);
}

} // namespace

std::variant<Arguments, TextRequest, UsageError> parse_arguments(int argc,
                                                                 const char* const* argv) {
  std::vector<std::string> words = normalised(argc, argv);
  Raw raw;
  raw.arguments.run.program_arguments = take_program_arguments(words);
  CLI::App app(description, "kleene");
  app.set_version_flag("--version", std::string(version_line));
  app.add_flag("--list-engines", raw.list_engines, "name the engines and end");
  app.footer(footer);
  app.require_subcommand(0, 1);
  add_check(app, raw);
  add_run(app, raw);
  add_validate(app, raw);
  add_show(app, raw);
  add_fix(app, raw);
  add_batch(app, raw);
  add_cover(app, raw);
  if (!words.empty() && words.front() == "batch") split_off(words, raw.arguments.batch.check.more);
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::CallForHelp&) {
    const std::vector<CLI::App*> chosen = app.get_subcommands();
    return TextRequest{chosen.empty() ? app.help() : chosen.front()->help()};
  } catch (const CLI::CallForVersion&) {
    return TextRequest{std::string(version_line) + "\n"};
  } catch (const CLI::ParseError& e) {
    return usage_error(words, e.what());
  }
  if (raw.list_engines) return TextRequest{engine_list()};
  if (app.get_subcommands().empty())
    return usage_error(words, "no command given: check, validate, run, show, fix, batch or cover");
  if (std::optional<std::string> message = complete(app, raw)) return usage_error(words, *message);
  return raw.arguments;
}

std::string_view name(Command command) {
  switch (command) {
  case Command::Check:
    return "check";
  case Command::Run:
    return "run";
  case Command::Show:
    return "show";
  case Command::Fix:
    return "fix";
  case Command::Validate:
    return "validate";
  case Command::Batch:
    return "batch";
  case Command::Cover:
    return "cover";
  }
  return "";
}

} // namespace kleene::cli
