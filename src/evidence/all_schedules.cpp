// SPDX-License-Identifier: Apache-2.0
#include "kleene/evidence/admission.h"
#include "kleene/evidence/threads.h"

#include <fmt/core.h>

#include <set>
#include <tuple>
#include <unordered_set>
#include <vector>

#include "address_check.h"
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

/// Every value that the environment may choose; nothing if there are too many.
std::optional<std::vector<Integer>> choices(const ir::InputRequest& request) {
  constexpr unsigned widest = 8;
  Integer first = 0;
  Integer count = static_cast<Integer>(request.choices);
  if (request.kind == ir::InputKind::Value) {
    bool small =
        request.type.is_bool() || (request.type.is_machine() && request.type.width() <= widest);
    if (!small) return std::nullopt;
    first = request.type.is_bool() ? Integer(0) : min_value(request.type);
    count = request.type.is_bool() ? Integer(2) : Integer(1) << request.type.width();
  }
  std::vector<Integer> result;
  for (Integer i = 0; i < count; ++i)
    result.push_back(first + i);
  return result;
}

/// Who touched what: to find accesses that are one step here and several in a processor.
class Touched {
public:
  void add(std::size_t thread, const std::vector<ir::SharedAccess>& accesses) {
    std::size_t outside = 0;
    for (const ir::SharedAccess& a : accesses)
      outside += a.atomic ? 0 : 1;
    for (const ir::SharedAccess& a : accesses) {
      Key key{thread, a.variable, a.address, a.address + a.length, a.write, a.atomic};
      bool several = !a.atomic && (a.bulk || outside > 1);
      if (several) torn_.emplace(key, a.range);
      all_.insert(key);
    }
  }

  std::string objection(const SourceFiles& files) const {
    for (const auto& [torn, range] : torn_)
      for (const Key& other : all_)
        if (clash(torn, other))
          return fmt::format("the statement at {} touches memory in several steps, and another "
                             "thread touches the same",
                             files.describe(range));
    return {};
  }

private:
  using Key = std::tuple<std::size_t, VarId, std::uint64_t, std::uint64_t, bool, bool>;

  static bool clash(const Key& a, const Key& b) {
    if (std::get<0>(a) == std::get<0>(b) || std::get<1>(a) != std::get<1>(b)) return false;
    if (!std::get<4>(a) && !std::get<4>(b)) return false;
    return std::get<1>(a).valid()
           || (std::get<2>(a) < std::get<3>(b) && std::get<2>(b) < std::get<3>(a));
  }

  std::map<Key, SourceRange> torn_;
  std::set<Key> all_;
};

/// Depth first through all states. A run cannot go back: where it has to, the way there is run once more.
class Exploration {
public:
  Exploration(const Problem& problem,
              const ir::Program& program,
              const AllRuns& bounds,
              Budget& budget)
      : problem_(problem), program_(program), bounds_(bounds), budget_(budget) {
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
      if (open_.back().empty()) {
        open_.pop_back();
        if (!way_.empty()) way_.pop_back();
        here_ = false;
        continue;
      }
      Move move = std::move(open_.back().back());
      open_.back().pop_back();
      if (!here_) go_back();
      attempt(std::move(move));
    }
    if (judgement_.accepted()) judgement_.objection = touched_.objection(program_.files);
    return judgement_;
  }

private:
  void restart() { run_ = threads_.start(inputs_, options_); }

  void go_back() {
    restart();
    for (const Move& move : way_) {
      inputs_.begin(move.inputs);
      run_->take(move.thread);
    }
    here_ = true;
  }

  /// In a state that may be new: who can go on from here?
  bool arrive() {
    std::string state = run_->state();
    bytes_ += state.size();
    if (!seen_.insert(std::move(state)).second) return false;
    if (seen_.size() > bounds_.max_runs || bytes_ > most_bytes)
      judgement_.objection = "there are more states";
    std::vector<Move>& moves = open_.emplace_back();
    for (std::size_t t = run_->threads(); t-- > 0;)
      if (run_->may_run(t)) moves.push_back({t, {}});
    return true;
  }

  void attempt(Move move) {
    budget_.check();
    ++judgement_.questions;
    inputs_.begin(move.inputs);
    ir::Turn turn = run_->take(move.thread);
    judgement_.objection = objection_to(turn);
    if (!judgement_.accepted() || turn == ir::Turn::Waits) return;
    here_ = false;
    if (turn == ir::Turn::WaitsLate) return;
    if (turn == ir::Turn::NeedsInput) {
      std::optional<std::vector<Integer>> values = choices(*inputs_.missing);
      if (!values) judgement_.objection = "an input has too many values to try them all";
      for (Integer value : values.value_or(std::vector<Integer>{})) {
        Move longer = move;
        longer.inputs.push_back(value);
        open_.back().push_back(std::move(longer));
      }
      return;
    }
    if (run_->threads() > 1) touched_.add(move.thread, run_->accesses());
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
  const AllRuns& bounds_; ///< states and turns
  Budget& budget_;
  ir::ThreadedProgram threads_{program_};
  ir::RunOptions options_;
  TurnInputs inputs_;
  std::unique_ptr<ir::ThreadedRun> run_;
  bool here_ = true; ///< the run is at the end of the way
  std::vector<Move> way_;
  std::vector<std::vector<Move>> open_; ///< moves left to try, for each state on the way
  std::unordered_set<std::string> seen_;
  std::uint64_t bytes_ = 0;
  Touched touched_;
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
  if (judgement.accepted()) judgement.objection = objection_to_validity(problem);
  if (!judgement.accepted()) return judgement;
  CheckedComparisons checked(problem);
  judgement.objection = checked.objection;
  if (!judgement.accepted()) return judgement;
  const ir::Program& program = checked.program ? *checked.program : problem.program;
  return Exploration(problem, program, states, budget).run();
}

} // namespace kleene::evidence
