// SPDX-License-Identifier: Apache-2.0
#include "watched.h"

#include "kleene/ir/order_choice.h"

#include <fmt/core.h>

#include <algorithm>
#include <regex>

#include "label_marker.h"
#include "native_run.h"

namespace kleene::evidence {
namespace {

constexpr std::string_view input_prefix = "__VERIFIER_nondet_";

/// The rows of what is asked, in the words of the table.
std::vector<const PropertyEntry*> asked_for(const Problem& problem) {
  std::vector<const PropertyEntry*> result{&entry(problem.property)};
  for (Property check : problem.targets.checks)
    result.push_back(&entry(check));
  return result;
}

/// Those that have to look; empty if none has to.
std::string sanitizers_for(const Problem& problem) {
  if (!problem.targets.checks.empty()) return "address,undefined";
  const PropertyEntry& asked = entry(problem.property);
  return asked.native == NativeSign::Sanitizer ? std::string(asked.sanitizer) : std::string();
}

Command
compile_flags(const Problem& problem, const NativeProgram& program, const WatchedCode& code) {
  Command command{
      code.compiler, program.bits == 32 ? "-m32" : "-m64", "-std=" + program.standard, "-w"};
  command.emplace_back("-ffp-contract=off");
  if (program.bits == 32) command.insert(command.end(), {"-msse2", "-mfpmath=sse"});
  if (code.optimise) command.emplace_back("-O2");
  bool overflows =
      problem.events().overflows || problem.targets.checks.contains(Property::NoOverflow);
  if (std::string sanitizers = sanitizers_for(problem); !sanitizers.empty())
    command.insert(command.end(),
                   {fmt::format("-fsanitize={}", sanitizers), "-fno-sanitize-recover=undefined"});
  if (!problem.targets.checks.empty())
    command.emplace_back(overflows ? "-fno-sanitize=alignment"
                                   : "-fno-sanitize=alignment,signed-integer-overflow");
  if (!overflows) command.emplace_back("-fwrapv");
  if (!problem.targets.functions.empty()) command.emplace_back("-finstrument-functions");
  if (problem.program.free_uninitialised) command.emplace_back("-ftrivial-auto-var-init=zero");
  return command;
}

Command flags_for_linking(const Problem& problem) {
  if (!problem.targets.checks.empty()) return {"-fsanitize=address,undefined"};
  bool sanitizer = entry(problem.property).native == NativeSign::Sanitizer;
  return sanitizer ? Command{"-fsanitize=undefined"} : Command{};
}

bool gives_inputs(const std::string& origin) {
  return origin.starts_with(input_prefix) || origin.starts_with("nondet_")
         || origin == ir::allocation_fails;
}

/// The functions that ask for inputs, with the types of these.
std::map<std::string, Type> input_functions(const ir::Program& program) {
  std::map<std::string, Type> result;
  for (const ir::Procedure& p : program.procedures)
    for (const ir::Edge& e : p.edges)
      if (const auto* havoc = std::get_if<ir::Havoc>(&e.statement))
        if (havoc->choice == ir::Choice::Input && gives_inputs(havoc->origin)
            && havoc->variables.size() == 1)
          result.emplace(havoc->origin, program.variable(havoc->variables.front()).type);
  return result;
}

} // namespace

WatchedProgram::WatchedProgram(const Problem& problem,
                               const NativeProgram& program,
                               const WatchedCode& code,
                               Budget& budget)
    : problem_(problem),
      program_(program),
      budget_(budget),
      compiler_(compile_flags(problem, program, code)),
      link_flags_(flags_for_linking(problem)) {}

bool WatchedProgram::build() {
  obstacle_ = obstacle_to_native_runs(program_.mode);
  if (!obstacle_.empty()) return false;
  return compile_and_link(false) || (harness_.label && compile_and_link(true));
}

bool WatchedProgram::compile_and_link(bool plain_markers) {
  harness_ = {};
  tape_.reset();
  build_ = std::make_unique<NativeBuild>(program_, compiler_, link_flags_, budget_);
  mark_all_labels(plain_markers);
  if (!build_->compile() || !rename_symbols() || !describe_harness()
      || !build_->link(harness_, "")) {
    if (obstacle_.empty()) obstacle_ = build_->obstacle();
    return false;
  }
  obstacle_.clear();
  tape_ = std::make_unique<Tape>();
  return true;
}

/// Labels that the text does not have cannot be reached in it.
bool WatchedProgram::mark_all_labels(bool plain) {
  if (!problem_.events().targets) return false;
  std::string marker = plain ? fmt::format(" {}();", label_function)
                             : fmt::format(" if ({}(), 0); else", label_function);
  for (std::size_t i = 0; i < program_.files.size(); ++i) {
    std::optional<std::string> source = build_->source(i);
    if (!source) continue;
    std::string text = *source;
    for (const std::string& label : problem_.targets.labels)
      if (std::optional<std::string> marked = mark_labels(text, label, marker)) {
        text = std::move(*marked);
        harness_.label = true;
      }
    if (text != *source) build_->replace_source(i, text);
  }
  return harness_.label;
}

/// Does an input say whether a request of memory fails?
bool WatchedProgram::may_fail() const {
  return input_functions(problem_.program).contains(std::string(ir::allocation_fails));
}

/// Static targets become visible, unknown code and memory become ours.
bool WatchedProgram::rename_symbols() {
  const bool calls = problem_.events().targets;
  for (std::size_t i = 0; i < build_->symbols().size(); ++i) {
    const Symbols& symbols = build_->symbols()[i];
    Command options;
    for (const std::string& function : problem_.targets.functions) {
      if (!calls || !symbols.local.contains(function)) continue;
      std::string visible = fmt::format("{}.static.{}", function, i);
      options.insert(options.end(),
                     {"--globalize-symbol=" + visible,
                      fmt::format("--redefine-sym={}={}", function, visible)});
      harness_.instrumented.push_back(visible);
    }
    if (program_.entry != "main" && symbols.global.contains("main"))
      options.emplace_back("--redefine-sym=main=main.unused");
    for (const char* function : {"malloc", "calloc", "realloc"})
      if (may_fail() && build_->undefined(function)) {
        options.push_back(
            fmt::format("--redefine-sym={}={}{}", function, failing_prefix, function));
        harness_.failing_memory = true;
      } else if (build_->undefined(function) && symbols.undefined.contains(function)) {
        options.push_back(
            fmt::format("--redefine-sym={}={}{}", function, checked_prefix, function));
        harness_.checks_memory = true;
      }
    for (const std::string& function : problem_.program.missing_bodies) {
      if (!build_->undefined(function) || problem_.targets.functions.contains(function)) continue;
      std::string stub = "kleene_missing_" + function;
      options.push_back(fmt::format("--redefine-sym={}={}", function, stub));
      if (std::ranges::find(harness_.stubs, stub) == harness_.stubs.end())
        harness_.stubs.push_back(stub);
    }
    if (!build_->adjust(i, options)) return false;
  }
  return true;
}

bool WatchedProgram::describe_harness() {
  // These ask for memory in their models, and not through the harness.
  for (const char* function : {"strdup", "strndup"})
    if (harness_.failing_memory && build_->undefined(function)) {
      obstacle_ = fmt::format("requests of memory by {} may fail", function);
      return false;
    }
  for (const char* access : {"__CPROVER_r_ok", "__CPROVER_w_ok", "__CPROVER_rw_ok"})
    if (build_->undefined(access)) harness_.accesses.emplace_back(access);
  for (const auto& [function, type] : input_functions(problem_.program))
    if (build_->undefined(function)
        || (function == ir::allocation_fails && harness_.failing_memory))
      harness_.stream.emplace(function, type);
  harness_.zero_heap = problem_.program.free_uninitialised;
  for (const char* assume : {"__VERIFIER_assume", "__CPROVER_assume"})
    if (build_->undefined(assume)) harness_.assumes.emplace_back(assume);
  if (program_.entry != "main") harness_.entry = program_.entry;
  if (!problem_.events().targets) return true;
  harness_.target = "a target";
  if (problem_.targets.assertions && !build_->defined("__assert_fail")) harness_.assertion = true;
  for (const char* word : {"__CPROVER_assert", "__CPROVER_precondition", "__CPROVER_postcondition"})
    if (problem_.targets.assertions && build_->undefined(word)) harness_.asserts.emplace_back(word);
  for (const std::string& function : problem_.targets.functions) {
    if (build_->defined(function)) harness_.instrumented.push_back(function);
    if (build_->undefined(function)) harness_.reached_by_call.push_back(function);
  }
  return true;
}

WatchedEnd WatchedProgram::end_of(const ProcessResult& process, const std::string& report) const {
  if (report.starts_with(reached_text)) return WatchedEnd::Violation;
  for (const PropertyEntry* asked : asked_for(problem_))
    if (asked->native == NativeSign::Sanitizer
        && std::regex_search(report, std::regex(std::string(asked->reports))))
      return WatchedEnd::Violation;
  if (report.starts_with("kleene: inputs exhausted")) return WatchedEnd::NoMoreInputs;
  if (process.timed_out) return WatchedEnd::TimeOut;
  bool by_itself = process.failure.empty() && process.signal == 0 && process.excess.empty();
  return report.empty() && by_itself ? WatchedEnd::Ended : WatchedEnd::Other;
}

WatchedRun WatchedProgram::run(const InputPlan& plan, double seconds) {
  tape_->write(plan);
  NativeEnd end =
      run_native(*build_,
                 program_.mode,
                 {.seconds = seconds, .budget = &budget_, .files = {{tape_->file(), tape_file}}});
  WatchedRun result;
  result.end = end_of(end.process, end.report);
  result.said = end.report.substr(0, end.report.find('\n'));
  std::vector<std::pair<std::string, Type>> functions(harness_.stream.begin(),
                                                      harness_.stream.end());
  for (const Tape::Noted& noted : tape_->read()) {
    if (noted.function >= functions.size()) break;
    const auto& [name, type] = functions[noted.function];
    Integer value = noted.value;
    if (type.is_machine()) value = wrap(type, value);
    result.inputs.push_back({value, ir::InputKind::Value, type, name, {}});
  }
  return result;
}

} // namespace kleene::evidence
