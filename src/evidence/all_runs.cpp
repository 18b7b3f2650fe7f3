// SPDX-License-Identifier: Apache-2.0
#include "kleene/evidence/all_runs.h"

#include "kleene/evidence/admission.h"
#include "kleene/evidence/objections.h"
#include "kleene/evidence/threads.h"
#include "kleene/ir/interpreter.h"

#include <fmt/core.h>

#include <vector>

#include "address_check.h"
#include "validity_check.h"

namespace kleene::evidence {
namespace {

/// Goes through all sequences of choices in the order of a depth-first search.
class Choices : public ir::InputSource {
public:
  std::optional<Integer> next(const ir::InputRequest& request) override {
    if (at_ == path_.size()) {
      std::optional<std::uint64_t> options = options_of(request);
      if (!options) {
        too_many_ = true;
        return std::nullopt;
      }
      path_.push_back({0, *options});
    }
    Choice choice = path_[at_++];
    if (request.kind == ir::InputKind::Edge || request.type.is_bool()) return choice.taken;
    return min_value(request.type) + choice.taken;
  }

  /// Moves to the next sequence; false if that was the last one.
  bool advance() {
    at_ = 0;
    while (!path_.empty() && path_.back().taken + 1 == path_.back().options)
      path_.pop_back();
    if (path_.empty()) return false;
    ++path_.back().taken;
    return true;
  }

  /// A choice with more options than anyone would try.
  bool too_many() const { return too_many_; }

private:
  struct Choice {
    std::uint64_t taken;
    std::uint64_t options;
  };

  static std::optional<std::uint64_t> options_of(const ir::InputRequest& request) {
    constexpr unsigned widest = 16;
    if (request.kind == ir::InputKind::Edge) return request.choices;
    if (request.type.is_bool()) return 2;
    if (request.type.is_machine() && request.type.width() <= widest)
      return std::uint64_t(1) << request.type.width();
    return std::nullopt;
  }

  std::vector<Choice> path_;
  std::size_t at_ = 0;
  bool too_many_ = false;
};

/// Why a run is not one more confirmation; empty if it is.
std::string objection_to_run(const Problem& problem, const ir::RunResult& run) {
  const SourceFiles& files = problem.program.files;
  if (run.target && run.target->function == CheckedComparisons::target)
    return fmt::format("an execution depends on the addresses of objects at {}",
                       files.describe(run.range));
  switch (run.ending) {
  case ir::Ending::Returned:
  case ir::Ending::Exited:
  case ir::Ending::Aborted:
  case ir::Ending::AssertionFailed:
  case ir::Ending::UndefinedBehaviour:
  case ir::Ending::Blocked:
    break;
  default:
    return fmt::format("an execution ends in another way: {}", ir::describe(run.ending));
  }
  if (problem.events().overflows && run.overflow)
    return fmt::format("an execution overflows at {}", files.describe(run.overflow->range));
  if (run.indeterminate)
    return fmt::format("an execution {} {} ({})",
                       depends_on_unknown_value,
                       files.describe(run.indeterminate->range),
                       run.indeterminate->text);
  if (run.assumed)
    return fmt::format("an execution {} {} ({})",
                       depends_on_missing_body,
                       files.describe(run.assumed->range),
                       run.assumed->text);
  if (run.foreign)
    return fmt::format("an execution follows a pointer into another object at {} ({})",
                       files.describe(run.foreign->range),
                       run.foreign->text);
  return {};
}

} // namespace

Judgement judge(const Problem& problem, const AllRuns& runs, Budget& budget) {
  if (problem.program.concurrent()) return judge_schedules(problem, runs, budget);
  Judgement judgement;
  judgement.objection = refusal<AllRuns>(problem);
  if (!judgement.accepted()) return judgement;
  judgement.objection = objection_to_validity(problem);
  if (!judgement.accepted()) return judgement;
  CheckedComparisons checked(problem);
  judgement.objection = checked.objection;
  if (!judgement.accepted()) return judgement;
  // Strict whatever the environment may choose: all of its choices count, not only zero.
  ir::Interpreter interpreter(checked.program ? *checked.program : problem.program);
  ir::RunOptions options;
  options.integers = problem.integers;
  options.targets = problem.forbidden_targets();
  options.targets.functions.insert(CheckedComparisons::target);
  options.budget = &budget;
  options.max_steps = runs.max_steps;
  Choices choices;
  do {
    if (judgement.questions++ == runs.max_runs) {
      judgement.objection = "there are more executions than the engine counted";
      break;
    }
    ir::RunResult run = interpreter.run(choices, options);
    options.max_steps -= run.steps;
    judgement.objection = choices.too_many() ? "an input has too many values to try them all"
                                             : objection_to_run(problem, run);
  } while (judgement.accepted() && choices.advance());
  return judgement;
}

} // namespace kleene::evidence
