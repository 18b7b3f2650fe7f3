// SPDX-License-Identifier: Apache-2.0
#include "kleene/evidence/admission.h"
#include "kleene/evidence/input_values.h"
#include "kleene/evidence/threads.h"
#include "kleene/property/property.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <unordered_set>
#include <vector>

#include "address_check.h"
#include "checked_moves.h"
#include "races.h"
#include "unbounded_threads.h"
#include "validity_check.h"

namespace kleene::evidence {
namespace {

/// A thread, and what the environment chooses during its turn.
struct Move {
  std::size_t thread = 0;
  std::vector<Integer> inputs;
};

/// Gives the inputs of the turn that is under way. The first one that is missing is kept.
class TurnInputs : public ir::InputSource {
public:
  void begin(const std::vector<Integer>& values) {
    values_ = &values;
    at_ = 0;
    missing.reset();
  }
  std::optional<Integer> next(const ir::InputRequest& request) override {
    if (values_ != nullptr && at_ < values_->size()) return (*values_)[at_++];
    missing = request;
    return std::nullopt;
  }
  std::optional<ir::InputRequest> missing;

private:
  const std::vector<Integer>* values_ = nullptr;
  std::size_t at_ = 0;
};

/// Is the turn one step here, but several in a processor?
bool is_torn(const std::vector<ir::SharedAccess>& accesses) {
  auto outside = [](const ir::SharedAccess& a) { return !a.atomic; };
  return std::ranges::count_if(accesses, outside) > 1
         || std::ranges::any_of(accesses, [&](const auto& a) { return outside(a) && a.bulk; });
}

/// The turns that begin in one state: those that are to be tried, and what the others did.
struct Turns {
  struct Taken {
    std::size_t thread = 0;
    std::vector<ir::SharedAccess> accesses;
  };
  std::vector<Move> open;
  std::vector<Taken> taken;
  std::set<std::pair<std::size_t, std::string>> asked; ///< by thread: where it asked for inputs
  std::unique_ptr<ir::Moment> moment;                  ///< null: the way there has to be run again
  bool blocked = true; ///< every thread that has not ended waits, as far as was tried
};

/// Depth first through all states. A run cannot go back: where it has to, the way there is run once more.
class Exploration {
public:
  Exploration(const Problem& problem,
              const ir::Program& program,
              std::uint64_t most_states,
              Budget& budget)
      : problem_(problem), program_(program), most_states_(most_states), budget_(budget) {
    // Strict whatever the environment may choose: all of its choices count, not only zero.
    options_.targets = problem.forbidden_targets();
    options_.targets.functions.insert(CheckedComparisons::target);
    options_.budget = &budget;
  }

  Judgement run() {
    restart();
    if (!run_) {
      judgement_.objection = "the program asks for inputs before it begins";
      return judgement_;
    }
    arrive();
    while (!open_.empty() && judgement_.accepted()) {
      if (open_.back().open.empty()) {
        if (is_deadlock(open_.back())) {
          judgement_.objection = "every thread waits for another one";
          break;
        }
        open_.pop_back();
        if (!way_.empty()) way_.pop_back();
        here_ = false;
        continue;
      }
      Move move = std::move(open_.back().open.back());
      open_.back().open.pop_back();
      if (!here_) go_back();
      attempt(std::move(move));
    }
    return judgement_;
  }

private:
  void restart() {
    run_ = threads_.start(inputs_, options_);
    if (run_) first_ = run_->save();
  }

  void go_back() {
    here_ = true;
    if (open_.back().moment) return run_->restore(*open_.back().moment);
    if (first_)
      run_->restore(*first_);
    else
      restart();
    for (const Move& move : way_) {
      inputs_.begin(move.inputs);
      run_->take(move.thread);
    }
  }

  /// In a state that may be new: who can go on from here?
  bool arrive() {
    std::string state = run_->state();
    bytes_ += state.size();
    if (!seen_.insert(std::move(state)).second) return false;
    if (seen_.size() > most_states_ || bytes_ > most_bytes)
      judgement_.objection = "there are more states";
    Turns& turns = open_.emplace_back();
    for (std::size_t t = run_->threads(); t-- > 0;) {
      if (run_->may_run(t)) turns.open.push_back({t, {}});
      turns.blocked = turns.blocked && (run_->may_run(t) || run_->has_ended(t));
    }
    if (turns.open.empty()) turns.blocked = false;
    if (turns.open.size() > 1 && first_) turns.moment = run_->save();
    return true;
  }

  bool is_deadlock(const Turns& turns) const {
    return site_of_threads(problem_, Property::NoDeadlock) && turns.blocked;
  }

  /// What the turn has to do with others that begin in the same state.
  std::string objection_to_meeting(const Move& move, ir::Turn turn) {
    Turns& here = open_.back();
    bool waits = is_blocked(turn, run_->accesses(), program_);
    if (waits && !move.inputs.empty() && site_of_threads(problem_, Property::NoDeadlock))
      return "it depends on an input whether a thread waits";
    // A turn that asks for an input is tried again with its values.
    if (turn != ir::Turn::NeedsInput) here.blocked = here.blocked && waits;
    if (turn == ir::Turn::Waits || turn == ir::Turn::WaitsLate) return {};
    const std::vector<ir::SharedAccess>& accesses = run_->accesses();
    for (const Turns::Taken& other : here.taken) {
      if (other.thread == move.thread) continue;
      std::optional<RacingPair> pair = racing(other.accesses, accesses);
      if (!pair) continue;
      if (site_of_threads(problem_, Property::NoDataRace))
        return "there is " + describe(*pair, other.thread, move.thread, problem_);
      if (is_torn(accesses) || is_torn(other.accesses))
        return fmt::format("the statement at {} touches memory in several steps, and another "
                           "thread touches the same",
                           program_.files.describe(pair->first.range));
    }
    here.taken.push_back({move.thread, accesses});
    return {};
  }

  void attempt(Move move) {
    budget_.check();
    ++judgement_.questions;
    inputs_.begin(move.inputs);
    ir::Turn turn = run_->take(move.thread);
    judgement_.objection = objection_to(turn);
    if (judgement_.accepted()) judgement_.objection = objection_to_meeting(move, turn);
    if (!judgement_.accepted() || turn == ir::Turn::Waits) return;
    here_ = false;
    if (turn == ir::Turn::WaitsLate) return;
    if (turn == ir::Turn::NeedsInput) {
      if (inputs_.missing->kind == ir::InputKind::Value
          && !open_.back().asked.emplace(move.thread, run_->inside_turn()).second)
        return;
      std::optional<std::vector<Integer>> values = values_.of(*inputs_.missing);
      if (!values) judgement_.objection = "an input has too many values to try them all";
      for (Integer value : values.value_or(std::vector<Integer>{})) {
        Move longer = move;
        longer.inputs.push_back(value);
        open_.back().open.push_back(std::move(longer));
      }
      return;
    }
    if (!arrive()) return;
    way_.push_back(std::move(move));
    here_ = true;
  }

  std::string objection_to(ir::Turn turn) const {
    const ir::RunResult& seen = run_->result();
    const SourceFiles& files = program_.files;
    if (turn == ir::Turn::Limit) return "a run does not end within the limits";
    if (turn == ir::Turn::Target) {
      if (seen.target && seen.target->function == CheckedComparisons::target)
        return fmt::format("an execution depends on the addresses of objects, at {}",
                           files.describe(seen.range));
      return fmt::format("a run reaches a target at {}", files.describe(seen.range));
    }
    if (problem_.events().overflows && seen.overflow)
      return fmt::format("a run overflows at {}", files.describe(seen.overflow->range));
    for (const auto* event : {&seen.indeterminate, &seen.assumed, &seen.foreign})
      if (*event)
        return fmt::format("an execution depends on an unknown value, at {} ({})",
                           files.describe((*event)->range),
                           (*event)->text);
    return {};
  }

  static constexpr std::uint64_t most_bytes = std::uint64_t(2) << 30;

  const Problem& problem_;
  const ir::Program& program_;
  std::uint64_t most_states_;
  Budget& budget_;
  ir::ThreadedProgram threads_{program_};
  ir::RunOptions options_;
  InputValues values_{problem_.about(program_)};
  TurnInputs inputs_;
  std::unique_ptr<ir::ThreadedRun> run_;
  std::unique_ptr<ir::Moment> first_; ///< null if moments are too large to be kept
  bool here_ = true;                  ///< the run is at the end of the way
  std::vector<Move> way_;
  std::vector<Turns> open_; ///< for each state on the way
  std::unordered_set<std::string> seen_;
  std::uint64_t bytes_ = 0;
  Judgement judgement_;
};

} // namespace

Judgement judge_schedules(const Problem& problem, const AllRuns& states, Budget& budget) {
  Judgement judgement;
  judgement.objection = refusal(turns_of_threads, problem);
  if (judgement.accepted() && loses_memory(problem))
    judgement.objection = "memory may be lost by executions that do not end";
  if (judgement.accepted() && problem.integers != IntegerModel::Machine)
    judgement.objection = "schedules are tried with machine integers only";
  if (judgement.accepted() && (problem.context_switches || problem.rounds))
    judgement.objection = "with a bound on switches there is no proof";
  if (judgement.accepted() && !problem.program.threads.empty())
    judgement.objection = "the program has threads from the beginning";
  if (!judgement.accepted()) return judgement;
  if (states.max_steps == 0) return judge_any_number_of_threads(problem, states.max_runs, budget);
  CheckedComparisons checked(problem);
  judgement.objection = checked.objection;
  if (!judgement.accepted()) return judgement;
  const ir::Program& compared = checked.program ? *checked.program : problem.program;
  if (std::string why = objection_to_validity(problem); why.empty())
    return Exploration(problem, compared, states.max_runs, budget).run();
  else if (!compared.allocation.valid() || ir::address_use(problem.program).confuses_objects)
    judgement.objection = why;
  if (!judgement.accepted()) return judgement;
  // Checks are steps, too, so there are more states.
  constexpr std::uint64_t more = 16;
  ir::Program moved = with_checked_moves(compared, CheckedComparisons::target);
  return Exploration(problem, moved, more * states.max_runs, budget).run();
}

} // namespace kleene::evidence
