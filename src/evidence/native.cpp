// SPDX-License-Identifier: Apache-2.0
#include "kleene/evidence/native.h"

#include "kleene/support/process.h"

#include <fmt/core.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>

#include "harness.h"
#include "label_marker.h"

namespace kleene::evidence {
namespace {

namespace fs = std::filesystem;
using Command = std::vector<std::string>;

constexpr double compile_seconds = 60;
constexpr double run_seconds = 30;
constexpr std::string_view input_prefix = "__VERIFIER_nondet_";
constexpr std::string_view memory_function = "__VERIFIER_nondet_memory";

/// What an object file defines and needs.
struct Symbols {
  std::set<std::string> global;
  std::set<std::string> local;
  std::set<std::string> undefined;
};

std::string quoted(const std::string& word) {
  bool plain = !word.empty() && std::ranges::all_of(word, [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0
           || std::string_view("_-./=+,:%@").find(c) != std::string_view::npos;
  });
  if (plain) return word;
  std::string result = "'";
  for (char c : word)
    result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

std::string joined(const Command& command) {
  std::string result;
  for (const std::string& word : command)
    result += (result.empty() ? "" : " ") + quoted(word);
  return result;
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

/// The first line of a compiler's messages that is an error, otherwise the first one at all.
std::string first_error(const ProcessResult& result) {
  if (!result.failure.empty()) return result.failure;
  if (result.timed_out) return "it takes too long";
  std::istringstream lines(result.errors);
  for (std::string line; std::getline(lines, line);)
    if (line.find("error: ") != std::string::npos
        || line.find("undefined ref") != std::string::npos)
      return line;
  return first_line(result.errors);
}

/// How a variant of the build ended.
enum class Outcome { Confirmed, Refuted, Broken };

/// One way to compile the program; see the order in native.h.
struct Variant {
  std::string compiler = "gcc";
  bool sanitize = true;
  /// Labels: the call stands as a statement of its own. Otherwise it is folded into the statement
  /// that follows, which is right even where that is the branch of an `if`, but not before a `}`.
  bool plain_marker = false;
};

class NativeRun {
public:
  NativeRun(const Problem& problem,
            const Replay& accepted,
            const NativeProgram& program,
            Variant variant,
            Budget& budget)
      : problem_(problem),
        accepted_(accepted),
        program_(program),
        variant_(variant),
        budget_(budget) {
    choose_flags();
  }

  Outcome attempt(NativeReplay& result) {
    result.command = joined(compiler_);
    if (!prepare_sources() || !compile_program() || !read_symbols() || !rename_symbols()
        || !link_with_harness()) {
      result.objection = problem_text_;
      return Outcome::Broken;
    }
    result.harness = to_c(harness_);
    Outcome outcome = run();
    result.objection = problem_text_;
    return outcome;
  }

private:
  bool overflow() const { return problem_.property == Property::NoOverflow; }
  bool label() const { return !accepted_.run.label.empty(); }
  std::string target_function() const {
    if (accepted_.run.target && accepted_.run.target->kind == ir::TargetKind::Call)
      return accepted_.run.target->function;
    return {};
  }

  bool fail(std::string text) {
    problem_text_ = std::move(text);
    return false;
  }

  fs::path in_folder(const std::string& name) const { return folder_.path() / name; }
  fs::path object(std::size_t i) const { return in_folder(fmt::format("program.{}.o", i)); }

  ProcessResult call(const Command& command, double seconds = compile_seconds) {
    return run_process(command,
                       {.seconds = seconds, .budget = &budget_, .environment = {{"LC_ALL", "C"}}});
  }

  void choose_flags() {
    compiler_ = {variant_.compiler,
                 program_.bits == 32 ? "-m32" : "-m64",
                 "-std=" + program_.standard,
                 "-w",
                 "-g"};
    if (!overflow()) compiler_.emplace_back("-fwrapv");
    if (variant_.sanitize) {
      compiler_.emplace_back("-fsanitize=undefined");
      if (!overflow()) compiler_.emplace_back("-fno-sanitize=signed-integer-overflow");
      compiler_.emplace_back("-fno-sanitize-recover=undefined");
    }
    if (!target_function().empty()) compiler_.emplace_back("-finstrument-functions");
    if (problem_.program.free_uninitialised) choose_zero();
  }

  /// Variables start as zero, as in the accepted run.
  void choose_zero() { compiler_.emplace_back("-ftrivial-auto-var-init=zero"); }

  /// With a label as target, the files that have it are replaced by marked copies.
  bool prepare_sources() {
    sources_ = program_.files;
    if (!label()) return true;
    std::string marker = variant_.plain_marker ? fmt::format(" {}();", label_function)
                                               : fmt::format(" if ({}(), 0); else", label_function);
    bool found = false;
    for (std::size_t i = 0; i < sources_.size(); ++i) {
      ReadFile file = read_file(sources_[i]);
      if (!file.text) continue;
      std::optional<std::string> marked = mark_labels(*file.text, accepted_.run.label, marker);
      if (!marked) continue;
      found = true;
      fs::path copy = in_folder(fmt::format("marked.{}.c", i));
      std::ofstream(copy) << "#line 1 \"" << sources_[i] << "\"\n" << *marked;
      sources_[i] = copy.string();
    }
    if (!found)
      return fail(
          fmt::format("the label {} is not found in the text of the program", accepted_.run.label));
    return true;
  }

  Command
  compile_command(std::size_t i, const std::string& source, const std::string& output) const {
    Command command = compiler_;
    for (const std::string& dir : program_.include_dirs)
      command.insert(command.end(), {"-I", dir});
    for (const std::string& define : program_.defines)
      command.push_back("-D" + define);
    for (const std::string& file : program_.forced_includes)
      command.insert(command.end(), {"-include", file});
    if (source != program_.files[i]) {
      fs::path home = fs::path(program_.files[i]).parent_path();
      command.insert(command.end(), {"-iquote", home.empty() ? "." : home.string()});
    }
    command.insert(command.end(), {"-x", "c", "-c", source, "-o", output});
    return command;
  }

  bool compile_program() {
    for (std::size_t i = 0; i < sources_.size(); ++i) {
      ProcessResult result = call(compile_command(i, sources_[i], object(i).string()));
      if (!result.succeeded())
        return fail(fmt::format("{} does not compile {}: {}",
                                variant_.compiler,
                                program_.files[i],
                                first_error(result)));
    }
    return true;
  }

  bool read_symbols() {
    symbols_.assign(sources_.size(), {});
    for (std::size_t i = 0; i < sources_.size(); ++i) {
      ProcessResult result = call({"nm", "--format=posix", object(i).string()});
      if (!result.succeeded()) return fail("nm fails: " + first_error(result));
      std::istringstream lines(result.output);
      for (std::string line; std::getline(lines, line);) {
        std::istringstream fields(line);
        std::string symbol;
        char kind = ' ';
        fields >> symbol >> kind;
        if (kind == 'U' || kind == 'w')
          symbols_[i].undefined.insert(symbol);
        else if (std::islower(static_cast<unsigned char>(kind)) != 0)
          symbols_[i].local.insert(symbol);
        else
          symbols_[i].global.insert(symbol);
      }
    }
    return true;
  }

  bool defined(const std::string& symbol) const {
    return std::ranges::any_of(symbols_,
                               [&](const Symbols& s) { return s.global.contains(symbol); });
  }
  bool undefined(const std::string& symbol) const {
    return !defined(symbol) && std::ranges::any_of(symbols_, [&](const Symbols& s) {
      return s.undefined.contains(symbol);
    });
  }

  /// A static target function gets a name the harness can use; a main that is not the entry steps
  /// aside; malloc is that of the harness where it matters what it gives.
  bool rename_symbols() {
    const std::string function = target_function();
    for (std::size_t i = 0; i < sources_.size(); ++i) {
      Command command{"objcopy"};
      if (!function.empty() && symbols_[i].local.contains(function)) {
        std::string visible = fmt::format("{}.static.{}", function, i);
        command.insert(command.end(),
                       {"--globalize-symbol=" + visible,
                        fmt::format("--redefine-sym={}={}", function, visible)});
        harness_.instrumented.push_back(visible);
      }
      if (program_.entry != "main" && symbols_[i].global.contains("main"))
        command.emplace_back("--redefine-sym=main=main.unused");
      if (!accepted_.heap.empty())
        command.push_back(fmt::format("--redefine-sym=malloc={}", malloc_function));
      if (command.size() == 1) continue;
      command.push_back(object(i).string());
      ProcessResult result = call(command);
      if (!result.succeeded()) return fail("objcopy fails: " + first_error(result));
      command.back() = fmt::format("program.{}.o", i);
      adjustments_.push_back(joined(command));
    }
    return true;
  }

  bool describe_harness() {
    harness_.inputs = accepted_.inputs;
    harness_.heap = accepted_.heap;
    if (!harness_.heap.empty() && defined("malloc"))
      return fail("the program has a malloc of its own, whose memory cannot be filled");
    for (const Input& input : harness_.inputs) {
      bool feedable = input.kind == ir::InputKind::Value && input.origin.starts_with(input_prefix)
                      && !defined(input.origin);
      if (!feedable)
        return fail(fmt::format("the input of '{}' cannot be fed to a native run", input.origin));
    }
    harness_.defines_memory = undefined(std::string(memory_function));
    for (const Symbols& symbols : symbols_)
      for (const std::string& symbol : symbols.undefined)
        if (symbol.starts_with(input_prefix) && symbol != memory_function && undefined(symbol)
            && std::ranges::find(harness_.inputs, symbol, &Input::origin) == harness_.inputs.end()
            && std::ranges::find(harness_.silent_inputs, symbol) == harness_.silent_inputs.end())
          harness_.silent_inputs.push_back(symbol);
    harness_.defines_assume = undefined("__VERIFIER_assume");
    if (program_.entry != "main") harness_.entry = program_.entry;
    if (overflow()) return true;
    return describe_target();
  }

  bool describe_target() {
    const std::string function = target_function();
    if (label()) {
      harness_.target = "label " + accepted_.run.label;
      harness_.label = true;
    } else if (function.empty()) {
      harness_.target = "assert";
      if (defined("__assert_fail")) return fail("the program defines __assert_fail itself");
      harness_.assertion = true;
    } else {
      harness_.target = function;
      if (defined(function)) harness_.instrumented.push_back(function);
      if (undefined(function)) harness_.reached_by_call.push_back(function);
    }
    return true;
  }

  void describe_commands(const Command& link) {
    harness_.commands.clear();
    for (std::size_t i = 0; i < sources_.size(); ++i)
      harness_.commands.push_back(
          joined(compile_command(i, program_.files[i], fmt::format("program.{}.o", i))));
    if (label())
      harness_.commands.push_back(fmt::format(
          "(after inserting `{}();` behind the label {})", label_function, accepted_.run.label));
    harness_.commands.insert(harness_.commands.end(), adjustments_.begin(), adjustments_.end());
    Command shown(link.begin(), link.end());
    for (std::string& word : shown)
      if (word.starts_with(folder_.path().string())) word = fs::path(word).filename().string();
    harness_.commands.push_back(joined(shown));
    harness_.commands.emplace_back("./replay");
  }

  /// Compiles the harness and links; functions that nobody defines get a stub, and a second try.
  bool link_with_harness() {
    if (!describe_harness()) return false;
    Command link{variant_.compiler, program_.bits == 32 ? "-m32" : "-m64", "-w"};
    if (variant_.sanitize) link.emplace_back("-fsanitize=undefined");
    link.push_back(in_folder("harness.c").string());
    for (std::size_t i = 0; i < sources_.size(); ++i)
      link.push_back(object(i).string());
    link.insert(link.end(), {"-lm", "-lpthread", "-o", in_folder("replay").string()});
    describe_commands(link);
    for (int round = 0; round < 2; ++round) {
      std::ofstream(in_folder("harness.c")) << to_c(harness_);
      ProcessResult result = call(link);
      if (result.succeeded()) return true;
      if (round == 1 || !add_stubs(result.errors))
        return fail(variant_.compiler + " does not link the program: " + first_error(result));
    }
    return false;
  }

  bool add_stubs(const std::string& messages) {
    static const std::regex pattern("undefined reference to `([A-Za-z0-9_]+)'");
    std::set<std::string> names;
    for (std::sregex_iterator m(messages.begin(), messages.end(), pattern), end; m != end; ++m)
      names.insert((*m)[1]);
    harness_.stubs.assign(names.begin(), names.end());
    return !names.empty();
  }

  /// What the sanitizer wrote, if anything.
  std::string sanitizer_report() const {
    for (const fs::directory_entry& entry : fs::directory_iterator(folder_.path()))
      if (entry.path().filename().string().starts_with("sanitizer."))
        return read_file(entry.path().string()).text.value_or("");
    return {};
  }

  Outcome run() {
    ProcessOptions options;
    options.seconds = run_seconds;
    options.budget = &budget_;
    options.large_stack = true;
    options.directory = folder_.path().string();
    options.environment = {{std::string(outcome_variable), in_folder("outcome").string()},
                           {"UBSAN_OPTIONS", "log_path=" + in_folder("sanitizer").string()},
                           {"LC_ALL", "C"}};
    // glibc fills new blocks with the complement of this byte.
    if (problem_.program.free_uninitialised)
      options.environment.emplace_back("MALLOC_PERTURB_", "255");
    ProcessResult result = run_process({in_folder("replay").string()}, options);
    std::string report = sanitizer_report();
    if (!report.empty()) return judge_report(first_line(report));
    ReadFile outcome = read_file(in_folder("outcome").string());
    if (!overflow() && outcome.text && outcome.text->starts_with(reached_text))
      return Outcome::Confirmed;
    if (outcome.text) {
      fail(fmt::format("the native run ends differently ({})", first_line(*outcome.text)));
      return Outcome::Refuted;
    }
    std::string how = result.timed_out     ? "it takes too long"
                      : result.signal != 0 ? fmt::format("signal {}", result.signal)
                                           : fmt::format("exit status {}", result.exit_code);
    fail(fmt::format("the native run does not show the violation ({})", how));
    return result.signal != 0 || overflow() ? Outcome::Broken : Outcome::Refuted;
  }

  /// For no-overflow the report has to be of an overflow on the line the interpreter saw.
  Outcome judge_report(const std::string& report) {
    static const std::regex overflows(
        "signed integer overflow|negation of|division of|left shift of|cannot be represented");
    if (overflow() && std::regex_search(report, overflows)) {
      const SourceRange& place = accepted_.run.overflow->range;
      if (report.find(fmt::format(":{}:", place.begin.line)) != std::string::npos)
        return Outcome::Confirmed;
      fail("the native run overflows elsewhere: " + report);
      return Outcome::Refuted;
    }
    fail("the native run has undefined behaviour: " + report);
    return Outcome::Refuted;
  }

  const Problem& problem_;
  const Replay& accepted_;
  const NativeProgram& program_;
  Variant variant_;
  Budget& budget_;
  TempDir folder_;
  Command compiler_;
  std::vector<std::string> sources_;
  std::vector<Symbols> symbols_;
  std::vector<std::string> adjustments_;
  Harness harness_;
  std::string problem_text_;
};

/// The ways to build, in their order; see native.h.
std::vector<Variant> variants(const Problem& problem, const Replay& accepted) {
  if (problem.property == Property::NoOverflow)
    return {{.compiler = "gcc"}, {.compiler = "clang-19"}};
  std::vector<Variant> result;
  for (bool sanitize : {true, false}) {
    result.push_back({.sanitize = sanitize});
    if (!accepted.run.label.empty()) result.push_back({.sanitize = sanitize, .plain_marker = true});
  }
  return result;
}

} // namespace

NativeReplay replay_natively(const Problem& problem,
                             const Replay& accepted,
                             const NativeProgram& program,
                             Budget& budget) {
  NativeReplay result;
  for (const Variant& variant : variants(problem, accepted)) {
    Outcome outcome = NativeRun(problem, accepted, program, variant, budget).attempt(result);
    if (outcome == Outcome::Confirmed) {
      result.objection.clear();
      break;
    }
    if (outcome == Outcome::Refuted) break;
  }
  return result;
}

} // namespace kleene::evidence
