// SPDX-License-Identifier: Apache-2.0
#include "kleene/evidence/native.h"

#include "kleene/evidence/threads.h"
#include "kleene/evidence/world.h"
#include "kleene/ir/environment.h"
#include "kleene/ir/order_choice.h"
#include "kleene/property/property.h"

#include <fmt/core.h>

#include <algorithm>
#include <regex>

#include "address_check.h"
#include "device_harness.h"
#include "label_marker.h"
#include "native_build.h"
#include "native_run.h"
#include "thread_harness.h"

namespace kleene::evidence {
namespace {

constexpr double run_seconds = 30;
constexpr std::string_view input_prefix = "__VERIFIER_nondet_";
constexpr std::string_view short_input_prefix = "nondet_";
constexpr std::string_view exhausted_text = "kleene: inputs exhausted";
constexpr const char* unseen_arguments = "-fno-sanitize-memory-param-retval";
constexpr std::string_view memory_function = "__VERIFIER_nondet_memory";

bool gives_inputs(const std::string& symbol) {
  return symbol.starts_with(input_prefix) || symbol.starts_with(short_input_prefix);
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

/// What no sanitizer looks at: the interpreter's word has to be enough.
std::string unseen_by_tools(const Replay& accepted) {
  const std::optional<ir::Target>& target = accepted.run.target;
  if (!target || target->kind != ir::TargetKind::Check) return {};
  if (target->function == ir::describe(ir::AssumeKind::Unsequenced))
    return "no sanitizer looks for unsequenced accesses";
  if (target->property == Property::Nan) return "no sanitizer looks for NaN";
  if (target->property == Property::FloatOverflow)
    return "no sanitizer looks for the overflow of floating-point numbers";
  return {};
}

bool asks_devices(const Replay& accepted) {
  return std::ranges::any_of(accepted.inputs,
                             [](const Input& input) { return ir::is_volatile(input.origin); });
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
  std::vector<ir::Slice> schedule = {}; ///< of threads, if there are any
  /// Variables start as zero. With threads, that may be a write like any other, which no schedule knows of.
  bool zeroed = true;
  bool passed_values = true; ///< the memory sanitizer looks at what is passed to functions, too
  bool old_inline = false;   ///< functions that are only `inline` are there for the linker, too
  /// For accesses that land in another live object, which the address sanitizer takes for one of that: heap objects
  /// lie far apart, or gcc follows pointers to where they were made and compares with the size there.
  bool far_apart = false;
  bool follows_pointers = false;
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
        variant_(std::move(variant)),
        budget_(budget),
        world_(world_of(accepted.inputs)),
        compiler_(compiler()),
        build_(program, compiler_, link_flags(), budget) {}

  Outcome attempt(NativeReplay& result) {
    result.command = joined(compiler_);
    if (!prepare_sources() || !built(build_.compile()) || !rename_symbols() || !describe_harness()
        || !built(build_.link(harness_, note()))) {
      result.objection = problem_text_;
      return Outcome::Broken;
    }
    result.harness = to_c(harness_);
    result.script = harness_.script;
    result.sign = overflow() ? std::string(entry(problem_.property).confirms)
                             : fmt::format("^{}: {}$", reached_text, harness_.target);
    Outcome outcome = run();
    result.objection = problem_text_;
    return outcome;
  }

private:
  const PropertyEntry& violated() const {
    bool check = accepted_.run.target && accepted_.run.target->kind == ir::TargetKind::Check;
    return entry(check ? accepted_.run.target->property : problem_.property);
  }
  bool threads() const { return !variant_.schedule.empty(); }
  bool devices() const { return asks_devices(accepted_); }
  /// A sanitizer has to report it.
  bool reported() const { return violated().native == NativeSign::Sanitizer; }
  bool overflow() const { return violated().property == Property::NoOverflow; }
  bool memory() const { return reported() && !overflow(); }
  /// Something is left at the end: the harness sees it.
  bool leak() const {
    return violated().property == Property::ValidMemtrack
           || violated().property == Property::ValidMemcleanup;
  }
  /// The harness of threads looks at what is accessed. What malloc gives must not matter, too.
  bool checks_heap() const {
    bool heap =
        violated().property == Property::ValidDeref || violated().property == Property::ValidFree;
    return threads() && heap && accepted_.heap.empty() && !may_fail();
  }
  /// What threads come to together when the schedule is over; empty if it is nothing of that kind.
  std::string_view met_by_threads() const {
    if (violated().property == Property::NoDataRace) return data_race;
    return violated().property == Property::NoDeadlock ? all_wait : std::string_view();
  }
  /// The address sanitizer does not know the threads of the harness.
  std::string_view sanitizer() const { return threads() ? "undefined" : violated().sanitizer; }
  /// Otherwise the program is to end as it did in the interpreter.
  bool targeted() const { return reported() || accepted_.run.ending == ir::Ending::TargetReached; }
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
  bool built(bool success) { return success || fail(build_.obstacle()); }

  Command compiler() const {
    Command command{variant_.compiler,
                    program_.bits == 32 ? "-m32" : "-m64",
                    "-std=" + program_.standard,
                    "-w",
                    "-g"};
    command.emplace_back("-ffp-contract=off");
    if (program_.bits == 32) command.insert(command.end(), {"-msse2", "-mfpmath=sse"});
    // With it clang looks at no pointer.
    bool pointers = violated().property == Property::PointerOverflow;
    if (!overflow() && !pointers) command.emplace_back("-fwrapv");
    if (memory()) {
      command.insert(command.end(),
                     {fmt::format("-fsanitize={}", sanitizer()),
                      "-fno-sanitize-recover=undefined",
                      "-fno-sanitize=signed-integer-overflow,alignment",
                      "-fno-omit-frame-pointer"});
      // Executions go on behind an array without elements; gcc's report of one would end the run.
      if (violated().property != Property::DefBehavior)
        command.emplace_back("-fno-sanitize=vla-bound");
    } else if (variant_.sanitize) {
      command.emplace_back("-fsanitize=undefined");
      if (!overflow()) command.emplace_back("-fno-sanitize=signed-integer-overflow");
      command.emplace_back("-fno-sanitize-recover=undefined");
    }
    if (!variant_.passed_values) command.emplace_back(unseen_arguments);
    if (variant_.follows_pointers) command.emplace_back("-O2");
    if (devices())
      for (const std::string& flag : device_flags(variant_.compiler))
        command.push_back(flag);
    if (threads())
      command.insert(command.end(),
                     {"-fsanitize=thread",
                      "-fno-builtin-memcpy",
                      "-fno-builtin-memmove",
                      "-fno-builtin-memset"});
    if (variant_.old_inline) command.emplace_back("-fgnu89-inline");
    if (!target_function().empty()) command.emplace_back("-finstrument-functions");
    // Variables start as zero, as in the accepted run.
    if (problem_.program.free_uninitialised && variant_.zeroed)
      command.emplace_back("-ftrivial-auto-var-init=zero");
    return command;
  }
  Command link_flags() const {
    if (memory()) {
      Command flags{fmt::format("-fsanitize={}", sanitizer())};
      if (!variant_.passed_values) flags.emplace_back(unseen_arguments);
      return flags;
    }
    return variant_.sanitize ? Command{"-fsanitize=undefined"} : Command{};
  }

  /// With a label as target, the files that have it are replaced by marked copies.
  bool prepare_sources() {
    if (!label()) return true;
    std::string marker = variant_.plain_marker ? fmt::format(" {}();", label_function)
                                               : fmt::format(" if ({}(), 0); else", label_function);
    bool found = false;
    for (std::size_t i = 0; i < program_.files.size(); ++i) {
      std::optional<std::string> text = build_.source(i);
      if (!text) continue;
      std::optional<std::string> marked = mark_labels(*text, accepted_.run.label, marker);
      if (!marked) continue;
      found = true;
      build_.replace_source(i, *marked);
    }
    if (!found)
      return fail(
          fmt::format("the label {} is not found in the text of the program", accepted_.run.label));
    return true;
  }
  std::string note() const {
    if (!label()) return {};
    return fmt::format(
        "(after inserting `{}();` behind the label {})", label_function, accepted_.run.label);
  }

  /// The result of a function without body, which gives inputs and does nothing else.
  bool is_library_input(const Input& input) const {
    return input.kind == ir::InputKind::Value && !input.origin.starts_with(input_prefix)
           && problem_.program.missing_bodies.contains(input.origin)
           && !problem_.program.has_unknown_code() && build_.undefined(input.origin);
  }

  /// A static target function gets a name the harness can use; a main that is not the entry steps
  /// aside; malloc is that of the harness where it matters what it gives, and so are functions of the
  /// library that give inputs: others may need the real ones.
  bool rename_symbols() {
    const std::string function = target_function();
    Command renames;
    for (std::size_t i = 0; i < build_.symbols().size(); ++i) {
      const Symbols& symbols = build_.symbols()[i];
      Command options;
      if (!function.empty() && symbols.local.contains(function)) {
        std::string visible = fmt::format("{}.static.{}", function, i);
        options.insert(options.end(),
                       {"--globalize-symbol=" + visible,
                        fmt::format("--redefine-sym={}={}", function, visible)});
        harness_.instrumented.push_back(visible);
      }
      if (program_.entry != "main" && symbols.global.contains("main"))
        options.emplace_back("--redefine-sym=main=main.unused");
      else if (world_.has_arguments && symbols.global.contains("main"))
        options.push_back(fmt::format("--redefine-sym=main={}", renamed_main));
      for (const Input& input : accepted_.inputs)
        if (is_library_input(input) && harness_.renamed.insert(input.origin).second)
          renames.push_back(
              fmt::format("--redefine-sym={0}={1}{0}", input.origin, input_function_prefix));
      options.insert(options.end(), renames.begin(), renames.end());
      for (const std::string& name : program_.world_functions)
        for (const char* prefix : {"", "__isoc99_", "__isoc23_"})
          if (world_.others && build_.undefined(prefix + name))
            options.push_back(
                fmt::format("--redefine-sym={0}{1}={2}{1}", prefix, name, world_prefix));
      for (const char* function : {"malloc", "calloc", "realloc"})
        if (may_fail() && !leak() && build_.undefined(function)) {
          options.push_back(
              fmt::format("--redefine-sym={}={}{}", function, failing_prefix, function));
          harness_.failing_memory = true;
        }
      if (!accepted_.heap.empty() && !may_fail() && !leak())
        options.push_back(fmt::format("--redefine-sym=malloc={}", malloc_function));
      for (const char* function : {"malloc", "calloc", "realloc", "free", "strdup", "strndup"})
        if (leak() && build_.undefined(function) && symbols.undefined.contains(function))
          options.push_back(fmt::format("--redefine-sym={0}={1}{0}", function, tracked_prefix));
      if (threads() && !rename_for_threads(symbols, options)) return false;
      if (!built(build_.adjust(i, options))) return false;
    }
    return true;
  }

  bool rename_for_threads(const Symbols& symbols, Command& options) {
    harness_.checks_heap = checks_heap();
    for (const char* function : {"malloc", "calloc"})
      if (harness_.checks_heap && build_.undefined(function)
          && symbols.undefined.contains(function))
        options.push_back(fmt::format("--redefine-sym={0}={1}{0}", function, heap_prefix));
    constexpr std::string_view section = "__VERIFIER_atomic_";
    for (const std::string& function : symbols.undefined)
      if (is_replaced(function) && build_.undefined(function))
        options.push_back(fmt::format("--redefine-sym={0}={1}{0}", function, thread_prefix));
    for (const std::string& function : symbols.local)
      if (function.starts_with(section))
        return fail(fmt::format("the function {} is static", function));
    for (const std::string& function : symbols.global)
      if (function.starts_with(section)) harness_.sections.push_back(function);
    return true;
  }

  /// Where models stand in for the world, they read standard input as well.
  bool is_given_by_shell(const std::string& origin) const {
    bool argument = ir::is_argument(origin);
    return argument || (!world_.others && ir::is_on_command_line(origin));
  }

  /// Does an input say whether a request of memory fails?
  bool may_fail() const {
    return std::ranges::find(accepted_.inputs, ir::allocation_fails, &Input::origin)
           != accepted_.inputs.end();
  }

  bool describe_harness() {
    harness_.inputs = accepted_.inputs;
    std::erase_if(harness_.inputs, [this](const Input& i) {
      return i.origin == ir::order_choice || is_given_by_shell(i.origin);
    });
    if (world_.others) {
      harness_.world = program_.world;
      harness_.world_functions = program_.world_functions;
    }
    harness_.passes_arguments = world_.has_arguments;
    harness_.devices = devices();
    harness_.far_apart = variant_.far_apart;
    harness_.schedule = variant_.schedule;
    if (!world_.arguments.empty()) harness_.name = world_.arguments.front();
    harness_.heap = accepted_.heap;
    harness_.zero_heap = problem_.program.free_uninitialised;
    if (!harness_.heap.empty() && build_.defined("malloc"))
      return fail("the program has a malloc of its own, whose memory cannot be filled");
    for (const Input& input : harness_.inputs) {
      bool feedable = input.kind == ir::InputKind::Value && !build_.defined(input.origin)
                      && (gives_inputs(input.origin) || harness_.renamed.contains(input.origin)
                          || (harness_.failing_memory && input.origin == ir::allocation_fails)
                          || ir::is_volatile(input.origin)
                          || (!harness_.world.empty() && ir::is_environment(input.origin)));
      if (!feedable)
        return fail(fmt::format("the input of '{}' cannot be fed to a native run", input.origin));
    }
    harness_.defines_memory = build_.undefined(std::string(memory_function));
    for (const Symbols& symbols : build_.symbols())
      for (const std::string& symbol : symbols.undefined)
        if (gives_inputs(symbol) && symbol != memory_function && build_.undefined(symbol)
            && std::ranges::find(harness_.inputs, symbol, &Input::origin) == harness_.inputs.end()
            && std::ranges::find(harness_.silent_inputs, symbol) == harness_.silent_inputs.end())
          harness_.silent_inputs.push_back(symbol);
    for (const char* assume : {"__VERIFIER_assume", "__CPROVER_assume"})
      if (build_.undefined(assume) && !(threads() && is_replaced(assume)))
        harness_.assumes.emplace_back(assume);
    for (const char* access : {"__CPROVER_r_ok", "__CPROVER_w_ok", "__CPROVER_rw_ok"})
      if (build_.undefined(access)) harness_.accesses.emplace_back(access);
    if (program_.entry != "main") harness_.entry = program_.entry;
    // Where they are not unknown code, functions without body do nothing but give inputs.
    if (!problem_.program.has_unknown_code()) harness_.harmless = problem_.program.missing_bodies;
    return reported() || !targeted() || describe_target();
  }

  bool describe_target() {
    const std::string function = target_function();
    if (leak()) {
      harness_.target = "memory that is not freed";
      harness_.tracks_memory = true;
      harness_.aborting = {"reach_error", "__VERIFIER_error"};
    } else if (std::string_view met = met_by_threads(); !met.empty()) {
      harness_.target = met;
    } else if (label()) {
      harness_.target = "label " + accepted_.run.label;
      harness_.label = true;
    } else if (function.empty()) {
      harness_.target = "assert";
      if (build_.defined("__assert_fail")) return fail("the program defines __assert_fail itself");
      harness_.assertion = true;
      for (const char* word :
           {"__CPROVER_assert", "__CPROVER_precondition", "__CPROVER_postcondition"})
        if (build_.undefined(word)) harness_.asserts.emplace_back(word);
    } else {
      harness_.target = function;
      if (build_.defined(function)) harness_.instrumented.push_back(function);
      if (build_.undefined(function)) harness_.reached_by_call.push_back(function);
    }
    return true;
  }

  Outcome run() {
    cage::CageOptions options{.seconds = run_seconds, .budget = &budget_};
    options.input = world_.standard_input;
    for (std::size_t i = 1; i < world_.arguments.size(); ++i)
      options.arguments.push_back(world_.arguments[i]);
    NativeEnd end = run_native(build_, program_.mode, std::move(options));
    const ProcessResult& result = end.process;
    if (!result.failure.empty()) {
      fail("the native run cannot be started: " + result.failure);
      return Outcome::Broken;
    }
    if (end.sanitizer())
      return is_on_demand(violated().property) ? judge_reports(end.report)
                                               : judge_report(end.report);
    if (!targeted()) return judge_end(end);
    if (!reported() && end.report.starts_with(reached_text)) return Outcome::Confirmed;
    if (!end.report.empty()) {
      fail(fmt::format("the native run ends differently ({})", first_line(end.report)));
      return Outcome::Refuted;
    }
    std::string how = result.timed_out         ? "it takes too long"
                      : !result.excess.empty() ? "it needs too much " + result.excess
                      : result.signal != 0     ? fmt::format("signal {}", result.signal)
                                               : fmt::format("exit status {}", result.exit_code);
    fail(fmt::format("the native run does not show the violation ({})", how));
    return result.signal != 0 || reported() ? Outcome::Broken : Outcome::Refuted;
  }

  Outcome judge_end(const NativeEnd& end) {
    const ir::RunResult& run = accepted_.run;
    const ProcessResult& result = end.process;
    bool as_expected = false;
    if (run.ending == ir::Ending::Returned || run.ending == ir::Ending::Exited)
      as_expected = end.report.empty() && !result.timed_out && result.signal == 0
                    && result.exit_code == static_cast<int>(run.status & 0xff);
    else if (run.ending == ir::Ending::InputsExhausted)
      as_expected = end.report.starts_with(exhausted_text);
    else if (run.ending == ir::Ending::Aborted || run.ending == ir::Ending::AssertionFailed)
      as_expected = end.report.empty() && !result.timed_out && result.excess.empty()
                    && (result.signal != 0 || result.exit_code != 0);
    if (as_expected) return Outcome::Confirmed;
    fail(fmt::format(
        "the native run ends differently: {}",
        !end.report.empty() ? first_line(end.report)
        : result.timed_out
            ? "it takes too long"
            : fmt::format("signal {}, exit status {}", result.signal, result.exit_code)));
    return Outcome::Refuted;
  }

  /// Where the interpreter saw the violation: in the innermost function of the program.
  SourceRange place() const {
    if (accepted_.run.overflow && !accepted_.run.target) return accepted_.run.overflow->range;
    for (auto frame = accepted_.run.stack.rbegin(); frame != accepted_.run.stack.rend(); ++frame)
      if (!problem_.program.procedure(frame->procedure).library) return frame->range;
    return accepted_.run.range;
  }

  bool fails_at_call() const {
    return accepted_.run.target
           && accepted_.run.target->function.starts_with(ir::describe(ir::AssumeKind::InvalidCall));
  }

  /// Executions go on behind what is defined: the report that counts may be any of them.
  Outcome judge_reports(const std::string& whole) {
    Outcome outcome = Outcome::Refuted;
    for (std::size_t at = 0; at < whole.size() && outcome != Outcome::Confirmed;) {
      std::size_t end = std::min(whole.find('\n', at), whole.size());
      std::string line = whole.substr(at, end - at);
      at = end + 1;
      if (line.find(": runtime error: ") != std::string::npos) outcome = judge_report(line);
    }
    return outcome;
  }

  /// The report has to be of the right kind, on the line that the interpreter saw.
  Outcome judge_report(const std::string& whole) {
    SanitizerReport report = read_report(whole, build_.executable().string(), budget_);
    const std::regex confirms(std::string(violated().confirms));
    if (!reported() || !std::regex_search(report.text, confirms)) {
      fail("the native run has undefined behaviour: " + report.text);
      return Outcome::Refuted;
    }
    SourceRange range = place();
    if (report.calls_null && fails_at_call()) return Outcome::Confirmed;
    if (report.line >= range.begin.line
        && report.line <= std::max(range.begin.line, range.end.line))
      return Outcome::Confirmed;
    fail(fmt::format("the native run fails elsewhere, in line {}: {}", report.line, report.text));
    return Outcome::Refuted;
  }

  const Problem& problem_;
  const Replay& accepted_;
  const NativeProgram& program_;
  Variant variant_;
  Budget& budget_;
  World world_;
  Command compiler_;
  NativeBuild build_;
  Harness harness_;
  std::string problem_text_;
};

/// The ways to build, in their order; see native.h.
std::vector<Variant> variants(const Problem& problem, const Replay& accepted) {
  bool check = accepted.run.target && accepted.run.target->kind == ir::TargetKind::Check;
  Property violated = check ? accepted.run.target->property : problem.property;
  if (violated == Property::Uninit)
    return {{.compiler = "clang-19", .passed_values = false}, {.compiler = "clang-19"}};
  // gcc has no instrumentation for devices together with that of the address sanitizer.
  if (entry(violated).native == NativeSign::Sanitizer && asks_devices(accepted)
      && violated != Property::NoOverflow)
    return {{.compiler = "clang-19"}};
  if (is_on_demand(violated)) return {{.compiler = "clang-19"}};
  if (violated == Property::ValidDeref)
    return {{.compiler = "gcc"},
            {.compiler = "clang-19"},
            {.compiler = "gcc", .far_apart = true},
            {.compiler = "gcc", .follows_pointers = true}};
  if (entry(violated).native == NativeSign::Sanitizer)
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
  result.not_run = obstacle_to_native_runs(program.mode);
  if (result.not_run.empty()) result.not_run = unseen_by_tools(accepted);
  if (!result.not_run.empty()) return result;
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

NativeReplay replay_natively(const Problem& problem,
                             const Schedule& schedule,
                             const ScheduleReplay& accepted,
                             const NativeProgram& program,
                             Budget& budget) {
  NativeReplay result;
  result.not_run = obstacle_to_native_runs(program.mode);
  if (!result.not_run.empty()) {
    CheckedComparisons checked(problem);
    if (checked.program || !checked.objection.empty())
      result.objection = "nothing runs, and the program may notice where its objects lie";
    return result;
  }
  Replay run{accepted.run.run, accepted.inputs, {}, {}};
  bool check = run.run.target && run.run.target->kind == ir::TargetKind::Check;
  Property violated = check ? run.run.target->property : problem.property;
  if (entry(violated).native == NativeSign::Sanitizer && violated != Property::NoOverflow
      && violated != Property::DefBehavior && violated != Property::ValidDeref
      && violated != Property::ValidFree) {
    result.objection =
        fmt::format("violations of {} are not replayed with threads", entry(violated).name);
    return result;
  }
  Variant variant{.sanitize = entry(violated).native == NativeSign::Sanitizer,
                  .schedule = schedule.slices};
  for (int way = 0; way < 4; ++way) {
    variant.old_inline = way >= 2;
    variant.zeroed = way % 2 == 1;
    if (variant.zeroed && !problem.program.free_uninitialised) continue;
    Outcome outcome = NativeRun(problem, run, program, variant, budget).attempt(result);
    if (outcome != Outcome::Confirmed) continue;
    result.objection.clear();
    break;
  }
  return result;
}

} // namespace kleene::evidence
