// SPDX-License-Identifier: Apache-2.0
#include "kleene/evidence/second_look.h"

#include "kleene/ir/environment.h"
#include "kleene/support/work.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "watched.h"

namespace kleene::evidence {
namespace {

constexpr double seconds_of_a_run = 0.25;
constexpr std::uint64_t most_steps = 20'000'000;

/// Constants that the program compares or computes with, and their neighbours.
std::set<std::int64_t> constants_of(const ir::Program& program) {
  constexpr std::size_t enough = 36;
  std::set<std::int64_t> result;
  auto look = [&](Term t) {
    for_each_subterm(t, [&](Term s) {
      if (!s.is_constant() || !s.type().is_machine() || result.size() > enough) return;
      Integer value = s.value();
      for (Integer near : {value - 1, value, value + 1})
        result.insert(static_cast<std::int64_t>(static_cast<std::uint64_t>(near)));
    });
  };
  for (const ir::Procedure& p : program.procedures)
    for (const ir::Edge& e : p.edges) {
      if (const auto* assume = std::get_if<ir::Assume>(&e.statement)) look(assume->condition);
    }
  return result;
}

/// The first two stand for the smallest and the largest of each type.
std::vector<std::int64_t> interesting_values(const ir::Program& program) {
  std::vector<std::int64_t> values{0, 0, 0, 1, -1, 2, 3, 10, 100};
  for (std::int64_t value : constants_of(program))
    if (values.size() < Tape::most_values
        && std::find(values.begin() + 2, values.end(), value) == values.end())
      values.push_back(value);
  return values;
}

struct Plan {
  InputPlan inputs;
  bool tried = false; ///< by an engine
};

void add_tried(std::vector<Plan>& plans, const TriedInputs& tried) {
  for (auto values = tried.lists().rbegin(); values != tried.lists().rend(); ++values)
    plans.push_back({{InputPlan::Kind::Begin, 0, *values}, true});
}

/// In the order of their worth: there may be time for the first only.
std::vector<Plan> plans(const ir::Program& program, bool asks, const TriedInputs& tried) {
  using Kind = InputPlan::Kind;
  std::vector<std::int64_t> values = interesting_values(program);
  std::vector<Plan> result;
  auto add = [&](Kind kind, std::uint64_t seed) { result.push_back({{kind, seed, values}}); };
  if (!asks) return {{{Kind::Constant, 0, values}}};
  auto seed = [](std::uint64_t n) { return n * 0x9E3779B97F4A7C15ULL; };
  add(Kind::Random, seed(1));
  add_tried(result, tried);
  for (std::size_t i : {2, 0, 1, 3, 4})
    add(Kind::Constant, i);
  for (std::uint64_t n = 2; n < 6; ++n)
    add(Kind::Random, seed(n));
  for (std::size_t i = 5; i < values.size(); ++i)
    add(Kind::Constant, i);
  for (std::size_t i = 0; i < values.size(); ++i)
    add(Kind::Cycle, i);
  for (std::uint64_t n = 6; n < 40; ++n)
    add(Kind::Random, seed(n));
  return result;
}

std::string describe_inputs(const std::vector<Input>& inputs) {
  constexpr std::size_t shown = 20;
  if (inputs.empty()) return "without inputs";
  std::string text = "on the inputs ";
  for (std::size_t i = 0; i < std::min(shown, inputs.size()); ++i)
    text += (i == 0 ? "" : ", ") + to_string(inputs[i].value);
  return inputs.size() > shown ? text + ", ..." : text;
}

/// Did the run end before the entry function was called, on arguments that its contract excludes?
bool is_excluded(const ir::Program& program, const ir::RunResult& run) {
  return run.ending == ir::Ending::Blocked && !run.stack.empty()
         && program.procedure(run.stack.back().procedure).name == ir::made_entry;
}

/// What the interpreter says to a violation that compiled code shows; empty if it does not count.
std::string contradiction(const Problem& problem,
                          const WatchedRun& seen,
                          const std::string& compiler,
                          Budget& budget) {
  Replay run = replay(problem, {seen.inputs, most_steps}, budget);
  if (run.run.indeterminate || run.run.assumed || run.run.foreign) return {};
  if (is_excluded(problem.program, run.run)) return {};
  switch (run.run.ending) {
  case ir::Ending::UndefinedBehaviour:
  case ir::Ending::InputsExhausted:
  case ir::Ending::StepLimit:
  case ir::Ending::StackOverflow:
  case ir::Ending::MemoryLimit:
  case ir::Ending::OutOfRange:
    return {};
  default:
    break;
  }
  std::string interpreter = run.accepted()
                                ? "the interpreter sees the violation, too"
                                : fmt::format("the interpreter does not see it: {}", run.objection);
  return fmt::format("the program as {} compiles it violates the property {} ({}); {}",
                     compiler,
                     describe_inputs(seen.inputs),
                     seen.said,
                     interpreter);
}

class LookBeforeTrue {
public:
  LookBeforeTrue(const Problem& problem,
                 const NativeProgram& program,
                 const TriedInputs& tried,
                 Budget& budget)
      : problem_(problem), program_(program), tried_(tried), budget_(budget) {}

  /// Whether there is any point in going on.
  bool look(const std::string& compiler, double seconds) {
    WatchedProgram watched(problem_, program_, {.compiler = compiler}, budget_);
    if (!watched.build()) {
      if (result_.not_run.empty()) result_.not_run = watched.obstacle();
      return true;
    }
    result_.compilers.push_back(compiler);
    constexpr double seconds_each = 0.01; // where work is counted
    Budget time(std::nullopt, std::nullopt);
    bool first = true;
    for (const Plan& plan : plans(problem_.program, watched.asks_for_inputs(), tried_)) {
      if (!first && time.seconds_used() > seconds) break;
      first = false;
      WatchedRun run = watched.run(plan.inputs, seconds_of_a_run);
      work::add(seconds_each);
      ++result_.runs;
      result_.tried_runs += plan.tried ? 1 : 0;
      if (run.end != WatchedEnd::Violation) continue;
      result_.contradiction = contradiction(problem_, run, compiler, budget_);
      if (!result_.contradiction.empty()) return false;
    }
    return true;
  }

  SecondLook result() && {
    if (!result_.compilers.empty()) result_.not_run.clear();
    return std::move(result_);
  }

private:
  const Problem& problem_;
  const NativeProgram& program_;
  const TriedInputs& tried_;
  Budget& budget_;
  SecondLook result_;
};

} // namespace

namespace {

/// For more than arguments: without any, the program runs as well.
bool asks_the_world(const ir::Program& program) {
  for (const ir::Procedure& p : program.procedures)
    for (const ir::Edge& e : p.edges)
      if (const auto* havoc = std::get_if<ir::Havoc>(&e.statement))
        if (havoc->choice == ir::Choice::Input && ir::is_environment(havoc->origin)
            && !ir::is_argument(havoc->origin))
          return true;
  return false;
}

} // namespace

SecondLook look_before_true(const Problem& problem,
                            const NativeProgram& program,
                            const TriedInputs& tried,
                            double seconds,
                            Budget& budget) {
  constexpr double slow = 1; // another compiler would be as slow
  if (asks_the_world(problem.program)) {
    SecondLook none;
    none.not_run = "the program asks for standard input, files, the time or devices";
    return none;
  }
  LookBeforeTrue look(problem, program, tried, budget);
  Budget time(std::nullopt, std::nullopt);
  if (look.look("gcc", seconds / 2) && time.seconds_used() < std::max(slow, 2 * seconds))
    look.look("clang-19", seconds / 2);
  return std::move(look).result();
}

namespace {

/// Whether these inputs are what a harness can feed, in so many values.
bool feedable(const Beginning& beginning) {
  auto plain = [](const Input& input) {
    return input.kind == ir::InputKind::Value && input.origin.starts_with("__VERIFIER_nondet_");
  };
  return beginning.inputs.size() <= Tape::most_values
         && std::ranges::all_of(beginning.inputs, plain)
         && std::ranges::all_of(beginning.loop, plain);
}

/// The inputs, and the loop as often as there is room for.
InputPlan plan_of(const Beginning& beginning) {
  InputPlan plan{InputPlan::Kind::List, 0, {}};
  auto add = [&](const Input& input) {
    plan.values.push_back(static_cast<std::int64_t>(static_cast<std::uint64_t>(input.value)));
  };
  std::ranges::for_each(beginning.inputs, add);
  while (!beginning.loop.empty() && plan.values.size() + beginning.loop.size() <= Tape::most_values)
    std::ranges::for_each(beginning.loop, add);
  return plan;
}

bool same_functions(const Beginning& beginning, const std::vector<Input>& asked) {
  for (std::size_t i = 0; i < std::min(asked.size(), beginning.inputs.size()); ++i)
    if (asked[i].origin != beginning.inputs[i].origin) return false;
  return true;
}

} // namespace

SecondLook look_before_false(const Problem& problem,
                             const NativeProgram& program,
                             const Beginning& beginning,
                             Budget& budget) {
  constexpr double longest = 1;
  SecondLook result;
  if (!feedable(beginning)) {
    result.not_run = "its inputs cannot be fed to a native run";
    return result;
  }
  // Optimised code gets further in the time, but an optimiser may take it that recursion without effect ends.
  WatchedCode code{.optimise = !problem.events().no_end};
  WatchedProgram watched(problem, program, code, budget);
  if (!watched.build()) {
    result.not_run = watched.obstacle();
    return result;
  }
  WatchedRun run = watched.run(plan_of(beginning), longest);
  result.runs = 1;
  result.compilers = {code.compiler};
  if (!same_functions(beginning, run.inputs))
    result.contradiction = "the native run asks for other inputs than the execution";
  else if (run.end == WatchedEnd::Ended)
    result.contradiction = fmt::format("the native run ends by itself {}, without a violation",
                                       describe_inputs(run.inputs));
  return result;
}

} // namespace kleene::evidence
