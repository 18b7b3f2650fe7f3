// SPDX-License-Identifier: Apache-2.0
#include "unbounded_threads.h"

#include "kleene/evidence/input_values.h"
#include "kleene/evidence/threads.h"
#include "kleene/property/property.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <set>
#include <unordered_map>

#include "address_check.h"
#include "races.h"
#include "validity_check.h"

namespace kleene::evidence {
namespace {

using Id = std::uint32_t;
constexpr Id nobody = 0; ///< in the place of another thread

struct Inputs : ir::InputSource {
  std::vector<Integer> values;
  std::size_t at = 0;
  std::optional<ir::InputRequest> missing;

  std::optional<Integer> next(const ir::InputRequest& request) override {
    if (at < values.size()) return values[at++];
    missing = request;
    return std::nullopt;
  }
};

/// Parts of states by number, with a moment in which each was seen.
struct Known {
  std::unordered_map<std::string, Id> numbers;
  std::vector<std::shared_ptr<const ir::Moment>> moments{nullptr}; ///< number 0 is nobody

  bool find(const std::string& text, Id& id) {
    auto [at, fresh] = numbers.emplace(text, static_cast<Id>(moments.size()));
    id = at->second;
    return !fresh;
  }
};

/// What one turn leads to, for all inputs.
struct Step {
  struct Outcome {
    Id shared = nobody;
    Id own = nobody;
    Id created = nobody;
  };
  std::vector<Outcome> outcomes;
  std::vector<std::vector<ir::SharedAccess>> accesses;
  std::vector<Id> changes; ///< what is shared afterwards, where that differs from what was
};

struct Pair {
  Id shared, first;
  std::array<Id, 2> others;
  auto operator<=>(const Pair&) const = default;
};

bool is_one_access(const std::vector<ir::SharedAccess>& accesses) {
  std::size_t plain = 0;
  for (const ir::SharedAccess& a : accesses) {
    if (a.atomic) continue;
    if (a.bulk || ++plain > 1) return false;
  }
  return true;
}

class Closure {
public:
  Closure(const Problem& problem, const ir::Program& program, std::uint64_t most, Budget& budget)
      : problem_(problem),
        program_(program),
        most_(most),
        budget_(budget),
        threads_(program, reading_for(problem)),
        values_(problem) {
    options_.targets = problem.forbidden_targets();
    options_.targets.functions.insert(CheckedComparisons::target);
    options_.budget = &budget;
  }

  Judgement run() {
    begin();
    while (!open_.empty() && judgement_.accepted()) {
      Pair pair = open_.front();
      open_.pop_front();
      move(pair);
    }
    return judgement_;
  }

private:
  void object(std::string why) {
    if (judgement_.accepted()) judgement_.objection = std::move(why);
  }

  /// Takes the turn with all inputs; `arrange` brings the run to where it begins.
  template <typename Arrange>
  Step take(std::size_t thread, const Arrange& arrange) {
    Step result;
    std::vector<std::vector<Integer>> untried{{}};
    std::set<std::string> asked; // where inputs were asked for: elsewhere they may come to the same
    while (!untried.empty() && judgement_.accepted()) {
      budget_.check();
      inputs_.values = std::move(untried.back());
      inputs_.at = 0;
      untried.pop_back();
      arrange();
      if (!run_->may_run(thread)) continue;
      ++judgement_.questions;
      ir::Turn turn = run_->take(thread);
      object(objection_to(turn));
      if (turn == ir::Turn::Waits || turn == ir::Turn::WaitsLate) continue;
      if (thread != 0 && run_->looked_at_number())
        object("a thread looks at its number, where there are any number of threads");
      result.accesses.push_back(run_->accesses());
      if (turn == ir::Turn::NeedsInput) {
        if (inputs_.missing->kind == ir::InputKind::Value
            && !asked.insert(run_->inside_turn()).second)
          continue;
        std::optional<std::vector<Integer>> choices = values_.of(*inputs_.missing);
        if (!choices) object("an input has too many values to try them all");
        for (const Integer& value : choices.value_or(std::vector<Integer>{})) {
          untried.push_back(inputs_.values);
          untried.back().push_back(value);
        }
      } else if (judgement_.accepted()) {
        if (auto outcome = look(thread)) result.outcomes.push_back(*outcome);
      }
    }
    return result;
  }

  std::string objection_to(ir::Turn turn) const {
    const ir::RunResult& seen = run_->result();
    std::string where = program_.files.describe(seen.range);
    if (turn == ir::Turn::Limit) return "a run does not end within the limits";
    if (turn == ir::Turn::Target) return "a target may be reached at " + where;
    if (problem_.events().overflows && seen.overflow) return "a run may overflow at " + where;
    if (seen.indeterminate || seen.assumed || seen.foreign)
      return "an execution depends on an unknown value, near " + where;
    return {};
  }

  /// Nothing if nobody moves from there.
  std::optional<Step::Outcome> look(std::size_t thread) {
    bool ended = run_->has_ended(thread) || !run_->may_run(thread);
    ir::ThreadedRun::Parts parts = run_->parts();
    if (!parts.plain) object("a thread has objects of its own between two turns");
    if (parts.threads.size() > 2) object("threads create threads, or several at once");
    if (parts.section || !judgement_.accepted()) return std::nullopt;
    std::shared_ptr<const ir::Moment> moment;
    auto number = [&](Known& known, const std::string& text) {
      Id id = nobody;
      if (known.find(text, id)) return id;
      if (!moment) moment = run_->save();
      if (!moment) object("objects are too large");
      known.moments.push_back(moment);
      return id;
    };
    Step::Outcome result;
    result.shared = number(shared_, parts.shared);
    if (thread == 0) {
      result.own = number(first_, parts.threads[0]);
      if (parts.threads.size() > 1) result.created = number(other_, parts.threads[1]);
    } else if (!ended) {
      result.own = number(other_, parts.threads[1]);
    }
    return result;
  }

  void begin() {
    run_ = threads_.start(inputs_, options_);
    std::unique_ptr<ir::Moment> start = run_ ? run_->save() : nullptr;
    if (!start) return object("the beginning cannot be kept");
    for (const Step::Outcome& o : take(0, [&] { run_->restore(*start); }).outcomes)
      for (Id other : {nobody, o.created})
        add({o.shared, o.own, {other, nobody}});
  }

  const Step& step_of_first(const Pair& p) {
    auto [at, fresh] = first_steps_.try_emplace({p.shared, p.first});
    if (fresh)
      at->second = take(
          0, [&] { run_->combine(*shared_.moments[p.shared], *first_.moments[p.first], nullptr); });
    return at->second;
  }

  const Step& step_of(const Pair& p, Id own) {
    auto [at, fresh] = other_steps_.try_emplace({p.shared, own});
    if (fresh && own != nobody)
      at->second = take(1, [&] {
        run_->combine(
            *shared_.moments[p.shared], *first_.moments[p.first], other_.moments[own].get());
      });
    if (!fresh) return at->second;
    std::set<Id> changes;
    for (const Step::Outcome& o : at->second.outcomes)
      if (o.shared != p.shared) changes.insert(o.shared);
    at->second.changes.assign(changes.begin(), changes.end());
    return at->second;
  }

  void add(Pair pair) {
    std::ranges::sort(pair.others);
    if (!seen_.insert(pair).second) return;
    if (seen_.size() > most_) object("there are more states");
    auto& together = together_[{pair.shared, pair.first}];
    together[pair.others[0]].insert(pair.others[1]);
    together[pair.others[1]].insert(pair.others[0]);
    open_.push_back(pair);
  }

  /// All that follows from the pair and what was seen before it.
  void move(const Pair& pair) {
    const auto [a, b] = pair.others;
    const Step& first = step_of_first(pair);
    for (const Step::Outcome& o : first.outcomes) {
      add({o.shared, o.own, {a, b}});
      if (o.created == nobody) continue;
      if (a == nobody) add({o.shared, o.own, {o.created, b}});
      if (b == nobody) add({o.shared, o.own, {a, o.created}});
    }
    const Step& one = step_of(pair, a);
    const Step& other = step_of(pair, b);
    for (const Step::Outcome& o : one.outcomes)
      add({o.shared, pair.first, {o.own, b}});
    for (const Step::Outcome& o : other.outcomes)
      add({o.shared, pair.first, {a, o.own}});
    meet(first, one);
    meet(first, other);
    meet(one, other);
    auto& together = together_[{pair.shared, pair.first}];
    std::vector<Id> thirds;
    std::ranges::set_intersection(together[a], together[b], std::back_inserter(thirds));
    for (Id third : thirds) {
      disturb(pair, {a, b}, step_of(pair, third));
      disturb(pair, {a, third}, other);
      disturb(pair, {b, third}, one);
    }
  }

  /// A third thread moves, and the two stay where they are.
  void disturb(const Pair& at, std::array<Id, 2> two, const Step& third) {
    for (Id shared : third.changes)
      add({shared, at.first, two});
  }

  void meet(const Step& one, const Step& other) {
    for (const auto& a : one.accesses)
      for (const auto& b : other.accesses) {
        std::optional<RacingPair> pair = racing(a, b);
        if (!pair) continue;
        bool asked = site_of_threads(problem_, Property::NoDataRace).has_value();
        if (asked || !is_one_access(a) || !is_one_access(b))
          object(fmt::format("two threads touch the same bytes at {}",
                             program_.files.describe(pair->first.range)));
      }
  }

  const Problem& problem_;
  const ir::Program& program_;
  std::uint64_t most_;
  Budget& budget_;
  ir::ThreadedProgram threads_;
  InputValues values_;
  ir::RunOptions options_;
  Inputs inputs_;
  std::unique_ptr<ir::ThreadedRun> run_;
  Known shared_;
  Known first_;
  Known other_;
  std::map<std::pair<Id, Id>, Step> first_steps_; ///< by what is shared, and the first thread
  std::map<std::pair<Id, Id>, Step> other_steps_;
  std::set<Pair> seen_;
  std::deque<Pair> open_;
  /// Who was seen together with whom.
  std::map<std::pair<Id, Id>, std::map<Id, std::set<Id>>> together_;
  Judgement judgement_;
};

/// Is there a way from the location back to it?
bool is_in_loop(const ir::Procedure& procedure, ir::LocId start) {
  std::vector<bool> seen(procedure.locations.size(), false);
  std::vector<ir::LocId> work{start};
  while (!work.empty()) {
    ir::LocId at = work.back();
    work.pop_back();
    for (const ir::Edge& e : procedure.edges) {
      if (e.from != at) continue;
      if (e.to == start) return true;
      if (!seen[e.to.index()]) work.push_back(e.to);
      seen[e.to.index()] = true;
    }
  }
  return false;
}

} // namespace

bool creates_threads_in_a_loop(const ir::Program& program) {
  std::set<std::size_t> creators; // procedures from which a Spawn is reached
  auto creates = [&](const ir::Edge& e) {
    const auto* call = std::get_if<ir::Call>(&e.statement);
    return std::holds_alternative<ir::Spawn>(e.statement)
           || (call != nullptr && creators.contains(call->callee.index()));
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t p = 0; p < program.procedures.size(); ++p)
      if (std::ranges::any_of(program.procedures[p].edges, creates))
        changed = creators.insert(p).second || changed;
  }
  return std::ranges::any_of(program.procedures, [&](const ir::Procedure& procedure) {
    return std::ranges::any_of(procedure.edges, [&](const ir::Edge& e) {
      return creates(e) && is_in_loop(procedure, e.from);
    });
  });
}

Judgement judge_any_number_of_threads(const Problem& problem, std::uint64_t most, Budget& budget) {
  Judgement judgement;
  judgement.objection = objection_to_validity(problem);
  if (site_of_threads(problem, Property::NoDeadlock))
    judgement.objection = "of any number of threads, some may always go on";
  if (!judgement.accepted()) return judgement;
  CheckedComparisons checked(problem);
  judgement.objection = checked.objection;
  if (!judgement.accepted()) return judgement;
  const ir::Program& program = checked.program ? *checked.program : problem.program;
  return Closure(problem, program, most, budget).run();
}

} // namespace kleene::evidence
