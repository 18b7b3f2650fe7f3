// SPDX-License-Identifier: Apache-2.0
#include "kleene/engine/concurrent/in_rounds.h"

#include "kleene/support/invariant.h"
#include "kleene/transform/rounds.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "thread_trace.h"

namespace kleene::engine::concurrent {
namespace {

/// Of the program without threads; the bounds are in it.
evidence::Problem sequential_problem(const evidence::Problem& problem,
                                     const transform::Sequentialised& sequential) {
  evidence::Problem result =
      problem.asking(problem.property, sequential.targets, sequential.program);
  result.context_switches.reset();
  result.rounds.reset();
  return result;
}

/// Watches an execution of the sequential program: which steps each thread takes in each round.
class RoundTracer : public ir::Tracer {
public:
  explicit RoundTracer(const transform::Sequentialised& sequential) : sequential_(sequential) {}

  void step(const Step& step) override {
    std::size_t p = step.procedure.index();
    const ir::Procedure& procedure = sequential_.program.procedure(step.procedure);
    auto edge = static_cast<std::size_t>(step.edge - procedure.edges.data());
    if (sequential_.next_round[p].contains(edge)) ++round_;
    if (sequential_.hits[p].contains(edge) && !hit_) hit_ = {round_, thread_};
    if (sequential_.stops[p].contains(edge)) stopped_ = true;
    if (step.procedure == sequential_.program.entry) {
      auto run =
          std::ranges::find(sequential_.runs, edge, &std::pair<std::size_t, std::size_t>::first);
      if (run != sequential_.runs.end()) thread_ = run->second;
      // The first round begins anew for every thread, before its run.
      bool begins = std::holds_alternative<ir::Assign>(step.edge->statement)
                    && !sequential_.next_round[p].contains(edge);
      if (begins) {
        round_ = 0;
        stopped_ = false;
      }
      return;
    }
    if (stopped_ || !sequential_.back.edge(step.procedure, edge)) return;
    ThreadTrace::Move move{.thread = thread_, .edge = {}, .chosen = {}, .starts = {}};
    if (!step.returned) move.edge = edge;
    if (const auto* havoc = std::get_if<ir::Havoc>(&step.edge->statement))
      for (VarId v : havoc->variables) {
        auto value = std::ranges::find(step.written, v, &std::pair<VarId, Integer>::first);
        move.chosen.push_back(value != step.written.end() && value->second != 0);
      }
    moves_[{round_, thread_}].push_back(std::move(move));
  }

  /// The order in which the threads take turns, up to the error. Of what comes after it in the
  /// sequential program nothing is needed.
  ThreadTrace thread_trace(std::size_t threads) {
    KL_INVARIANT(hit_.has_value(), "an execution to the target should have met an error");
    ThreadTrace trace;
    trace.spawned.assign(threads, false);
    trace.target_thread = hit_->second;
    for (const auto& [turn, moves] : moves_)
      if (turn <= *hit_) trace.moves.insert(trace.moves.end(), moves.begin(), moves.end());
    return trace;
  }

private:
  using Turn = std::pair<std::size_t, std::size_t>; ///< round and thread
  const transform::Sequentialised& sequential_;
  std::size_t round_ = 0;
  std::size_t thread_ = 0;
  bool stopped_ = false; ///< the thread; it only returns from its calls
  std::map<Turn, std::vector<ThreadTrace::Move>> moves_;
  std::optional<Turn> hit_;
};

evidence::Schedule schedule_of(const evidence::Problem& problem,
                               const transform::Sequentialised& sequential,
                               const evidence::Execution& execution,
                               Budget& budget) {
  std::vector<Integer> values;
  for (const evidence::Input& input : execution.inputs)
    values.push_back(input.value);
  std::size_t at_start = problem.program.procedure(problem.program.entry).parameters.size();
  for (VarId g : problem.program.globals)
    at_start += problem.program.variable(g).initial ? 0 : 1;
  ir::InputList list(values);
  ir::RunOptions options;
  options.targets = sequential.targets;
  options.budget = &budget;
  RoundTracer tracer(sequential);
  ir::Interpreter(sequential.program).run(list, options, &tracer);
  ThreadTrace trace = tracer.thread_trace(problem.program.threads.size() + 1);
  for (std::size_t i = 0; i < at_start; ++i)
    trace.start.push_back(i < values.size() && values[i] != 0);
  return to_schedule(problem, trace);
}

} // namespace

std::optional<std::string> obstacle_in_rounds(const Engine& sequential,
                                              const evidence::Problem& problem) {
  if (!problem.events().targets) return "of concurrent programs only reachability is decided";
  Result<transform::Sequentialised> program =
      transform::sequentialise(problem.program, problem.targets, *problem.rounds);
  if (!program) return program.error().message;
  return sequential.obstacle(sequential_problem(problem, *program));
}

Answer solve_in_rounds(const Engine& sequential,
                       const evidence::Problem& problem,
                       Budget& budget,
                       Observer& observer) {
  Result<transform::Sequentialised> program =
      transform::sequentialise(problem.program, problem.targets, *problem.rounds);
  if (!program) return Unknown{program.error().message};
  Answer answer = sequential.solve(sequential_problem(problem, *program), budget, observer);
  if (const auto* unknown = std::get_if<Unknown>(&answer)) return *unknown;
  if (const auto* found = std::get_if<evidence::Execution>(&answer))
    return schedule_of(problem, *program, *found, budget);
  if (*violated(answer)) return Unknown{"there is an error, by executions too long to write down"};
  return Unknown{
      fmt::format("no error within {} round{}", *problem.rounds, *problem.rounds == 1 ? "" : "s")};
}

} // namespace kleene::engine::concurrent
