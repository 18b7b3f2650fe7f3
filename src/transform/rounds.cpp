// SPDX-License-Identifier: Apache-2.0
#include "kleene/transform/rounds.h"

#include <fmt/core.h>

#include <algorithm>

namespace kleene::transform {
namespace {

constexpr std::string_view goal_label = "error_in_rounds";

class Sequentialiser {
public:
  Sequentialiser(const ir::Program& program, const ir::TargetSelection& targets, std::size_t rounds)
      : original_(program),
        targets_(targets),
        rounds_(rounds),
        result_{{program, Back(program)}, {}, {}, {}, {}, {}} {
    result_.program.threads.clear();
    result_.program.atomic = {};
    result_.targets.labels.insert(std::string(goal_label));
  }

  Result<Sequentialised> run() {
    for (const ir::Variable& v : original_.variables)
      if (!v.type.is_bool()) return obstacle(fmt::format("{} is not Boolean", v.display));
    for (const ir::Procedure& p : original_.procedures)
      for (const ir::Edge& e : p.edges)
        if (std::holds_alternative<ir::Spawn>(e.statement))
          return obstacle("rounds need threads that are all there from the beginning");
    add_variables();
    for (std::size_t p = 0; p < original_.procedures.size(); ++p)
      rewrite(ir::ProcId(p));
    add_entry();
    return std::move(result_);
  }

private:
  static Diagnostic obstacle(std::string message) {
    return Diagnostic::error(ErrorKind::Unsupported, std::move(message));
  }

  ir::Program& program() { return result_.program; }
  TermManager& terms() { return *result_.program.terms; }
  Term var(VarId v) { return program().var(v); }
  Term truth(bool value) { return terms().truth(value); }

  // Variables

  VarId add_global(const std::string& name) {
    ir::Variable v{
        .name = program().fresh_name("rounds." + name), .display = {}, .type = Type::boolean()};
    v.display = v.name;
    v.initial = truth(false);
    v.temporary = true;
    return program().add_variable(std::move(v));
  }

  void add_variables() {
    threads_run_ = add_global("threads");
    stopped_ = add_global("stopped");
    hit_ = add_global("error");
    later_.emplace_back();
    for (std::size_t r = 1; r < rounds_; ++r)
      later_.push_back(add_global(fmt::format("in{}", r)));
    for (std::size_t r = 0; r < rounds_; ++r) {
      saved_.emplace_back();
      guessed_.emplace_back();
      for (VarId g : original_.globals) {
        const std::string& name = original_.variable(g).name;
        saved_.back().push_back(add_global(fmt::format("{}.{}", name, r)));
        if (r > 0) guessed_.back().push_back(add_global(fmt::format("{}.guess{}", name, r)));
      }
    }
  }

  /// The active thread is in this round.
  Term in_round(std::size_t r) {
    Term begun = r == 0 ? truth(true) : var(later_[r]);
    return r + 1 < rounds_ ? terms().conj(begun, terms().negate(var(later_[r + 1]))) : begun;
  }

  Term may_switch() {
    return original_.atomic.valid() ? terms().negate(var(original_.atomic)) : truth(true);
  }

  /// What the active thread leaves in its round is kept there.
  void save(ir::Assign& assign) {
    for (std::size_t r = 0; r < rounds_; ++r)
      for (std::size_t i = 0; i < original_.globals.size(); ++i) {
        assign.targets.push_back(saved_[r][i]);
        assign.values.push_back(
            terms().ite(in_round(r), var(original_.globals[i]), var(saved_[r][i])));
      }
  }

  /// Keeps what is there and takes over what the threads before have left in the next round.
  ir::Assign go_to_next_round() {
    ir::Assign assign;
    save(assign);
    for (std::size_t i = 0; i < original_.globals.size(); ++i) {
      Term value = var(original_.globals[i]);
      for (std::size_t r = 0; r + 1 < rounds_; ++r)
        value = terms().ite(in_round(r), var(saved_[r + 1][i]), value);
      assign.targets.push_back(original_.globals[i]);
      assign.values.push_back(value);
    }
    for (std::size_t r = 0; r + 1 < rounds_; ++r) {
      assign.targets.push_back(later_[r + 1]);
      assign.values.push_back(terms().disj(in_round(r), var(later_[r + 1])));
    }
    return assign;
  }

  // Procedures

  static bool concerns_others(const ir::Program& program, const ir::Statement& statement) {
    if (std::holds_alternative<ir::Call>(statement)) return true;
    auto global = [&](VarId v) { return !program.variable(v).owner.valid(); };
    if (std::ranges::any_of(ir::written_variables(statement), global)) return true;
    return std::ranges::any_of(ir::evaluated_terms(statement), [&](Term t) {
      return std::ranges::any_of(variables_of(t), global);
    });
  }

  /// Where a thread may be left: at the beginning, and where it has just touched something shared. The
  /// steps after that concern it alone and can be taken later.
  std::vector<bool> switch_locations(const ir::Procedure& p) const {
    std::vector<bool> result(p.locations.size(), false);
    result[p.entry.index()] = true;
    for (const ir::Edge& e : p.edges)
      if (concerns_others(original_, e.statement)) result[e.to.index()] = true;
    bool changed = true;
    while (changed) { // through the inside of statements
      changed = false;
      for (const ir::Edge& e : p.edges) {
        if (!p.locations[e.from.index()].interior || !result[e.from.index()]) continue;
        changed = changed || !result[e.to.index()];
        result[e.to.index()] = true;
      }
    }
    for (std::size_t l = 0; l < result.size(); ++l)
      if (p.locations[l].interior) result[l] = false;
    return result;
  }

  void rewrite(ir::ProcId id) {
    const ir::Procedure& before = original_.procedure(id);
    ir::Procedure& p = program().procedure(id);
    result_.next_round.emplace_back();
    result_.hits.emplace_back();
    result_.stops.emplace_back();
    ir::LocId stop = p.add_location();
    ir::LocId end = p.add_location();
    ir::LocId leave = p.add_location();
    p.exit = p.add_location();
    ir::Assign no_results;
    for (VarId v : p.returns) {
      no_results.targets.push_back(v);
      no_results.values.push_back(truth(false));
    }
    p.add_edge(leave, p.exit, std::move(no_results));
    for (std::size_t n = 0; n < before.edges.size(); ++n) {
      ir::Edge& e = p.edges[n];
      if (targets_.selects(before.locations[e.from.index()]))
        e.statement = ir::Assume{truth(false)};
      else if (std::holds_alternative<ir::EndThread>(e.statement))
        e.statement = ir::Skip{}, e.to = end;
    }
    // A thread that ends in an atomic section is the last one: then it may as well not run so far.
    p.add_edge(
        end, stop, ir::Assume{terms().disj(terms().negate(var(threads_run_)), may_switch())});
    for (std::size_t e = 0; e < before.edges.size(); ++e)
      if (std::holds_alternative<ir::Call>(p.edges[e].statement)) return_or_stop(p, e, leave);
    add_stop(p, stop, leave);
    std::vector<bool> switches = switch_locations(before);
    for (std::size_t l = 0; l < before.locations.size(); ++l) {
      ir::LocId at(l);
      p.locations[l].target.reset();
      p.locations[l].labels.clear();
      if (targets_.selects(before.locations[l])) {
        result_.hits.back().insert(p.edges.size());
        p.add_edge(at, stop, ir::Assign{{hit_}, {truth(true)}});
        continue;
      }
      if (at == before.exit) p.add_edge(at, p.exit, ir::Skip{});
      if (switches[l]) add_switch(p, at, stop);
    }
  }

  /// Behind a call, nothing more happens in a thread that has stopped.
  void return_or_stop(ir::Procedure& p, std::size_t call, ir::LocId leave) {
    ir::LocId to = p.edges[call].to;
    ir::LocId behind = p.add_location();
    p.edges[call].to = behind;
    p.add_edge(behind, to, ir::Assume{terms().negate(var(stopped_))});
    p.add_edge(behind, leave, ir::Assume{var(stopped_)});
  }

  /// The thread does nothing any more.
  void add_stop(ir::Procedure& p, ir::LocId stop, ir::LocId leave) {
    ir::Assign assign{{stopped_}, {truth(true)}};
    save(assign);
    result_.stops.back().insert(p.edges.size());
    p.add_edge(stop, leave, std::move(assign));
  }

  void add_switch(ir::Procedure& p, ir::LocId at, ir::LocId stop) {
    Term allowed = terms().conj(var(threads_run_), may_switch());
    p.add_edge(at, stop, ir::Assume{allowed});
    if (rounds_ > 1) add_next_round(p, at, allowed);
  }

  void add_next_round(ir::Procedure& p, ir::LocId at, Term allowed) {
    ir::LocId middle = p.add_location();
    p.add_edge(at, middle, ir::Assume{terms().conj(allowed, terms().negate(var(later_.back())))});
    result_.next_round.back().insert(p.edges.size());
    p.add_edge(middle, at, go_to_next_round());
  }

  // The new entry

  void add_entry() {
    ir::Procedure fresh;
    fresh.name = "rounds.main";
    ir::ProcId id = program().add_procedure(std::move(fresh));
    result_.next_round.emplace_back();
    result_.hits.emplace_back();
    result_.stops.emplace_back();
    program().entry = id;
    ir::Call first{{}, original_.entry, {}};
    for (VarId v : original_.procedure(original_.entry).parameters) {
      ir::Variable copy = original_.variable(v);
      copy.name = program().fresh_name("rounds.main." + copy.name);
      copy.owner = id;
      VarId parameter = program().add_variable(std::move(copy));
      program().procedure(id).parameters.push_back(parameter);
      first.arguments.push_back(var(parameter));
    }
    ir::Procedure& main = program().procedure(id);
    main.entry = main.add_location();
    main.exit = main.add_location();
    ir::LocId goal = main.add_location();
    main.locations[goal.index()].labels.emplace_back(goal_label);
    ir::LocId at = run_thread(main, main.entry, 0, std::move(first));
    main.add_edge(at, goal, ir::Assume{var(hit_)});
    at = begin_threads(main, then(main, at, ir::Assume{terms().negate(var(hit_))}));
    for (std::size_t t = 0; t < original_.threads.size(); ++t) {
      ir::LocId next = main.add_location();
      main.add_edge(at, next, ir::Skip{}); // it does nothing at all
      ir::LocId ready = then(main, at, first_round());
      if (rounds_ > 1) add_next_round(main, ready, truth(true)); // it begins later
      ir::LocId end = run_thread(main, ready, t + 1, ir::Call{{}, original_.threads[t], {}});
      main.add_edge(end, next, ir::Assume{var(stopped_)});
      ir::Assign keep;
      save(keep);
      ir::LocId ended =
          then(main, end, ir::Assume{terms().conj(terms().negate(var(stopped_)), may_switch())});
      main.add_edge(ended, next, std::move(keep));
      at = next;
    }
    main.add_edge(at, goal, ir::Assume{terms().conj(var(hit_), guesses_were_right())});
    main.add_edge(goal, main.exit, ir::Skip{});
  }

  ir::LocId then(ir::Procedure& p, ir::LocId at, ir::Statement statement) {
    ir::LocId next = p.add_location();
    p.add_edge(at, next, std::move(statement));
    return next;
  }

  ir::LocId run_thread(ir::Procedure& main, ir::LocId at, std::size_t thread, ir::Call call) {
    result_.runs.emplace_back(main.edges.size(), thread);
    return then(main, at, std::move(call));
  }

  /// The first round begins as the entry procedure ends, the others with a guess.
  ir::LocId begin_threads(ir::Procedure& main, ir::LocId at) {
    ir::Assign assign{{threads_run_}, {truth(true)}};
    for (std::size_t i = 0; i < original_.globals.size(); ++i) {
      assign.targets.push_back(saved_[0][i]);
      assign.values.push_back(
          terms().ite(var(stopped_), var(saved_[0][i]), var(original_.globals[i])));
    }
    at = then(main, at, std::move(assign));
    for (std::size_t r = 1; r < rounds_; ++r) {
      if (saved_[r].empty()) continue;
      at = then(
          main, at, ir::Havoc{saved_[r], ir::Choice::Input, fmt::format("round {}", r + 1), {}});
      ir::Assign guess;
      for (std::size_t i = 0; i < saved_[r].size(); ++i) {
        guess.targets.push_back(guessed_[r][i]);
        guess.values.push_back(var(saved_[r][i]));
      }
      at = then(main, at, std::move(guess));
    }
    return at;
  }

  ir::Assign first_round() {
    ir::Assign assign{{stopped_}, {truth(false)}};
    for (std::size_t r = 1; r < rounds_; ++r) {
      assign.targets.push_back(later_[r]);
      assign.values.push_back(truth(false));
    }
    for (std::size_t i = 0; i < original_.globals.size(); ++i) {
      assign.targets.push_back(original_.globals[i]);
      assign.values.push_back(var(saved_[0][i]));
    }
    return assign;
  }

  Term guesses_were_right() {
    Term result = truth(true);
    for (std::size_t r = 1; r < rounds_; ++r)
      for (std::size_t i = 0; i < guessed_[r].size(); ++i)
        result = terms().conj(result, terms().eq(var(guessed_[r][i]), var(saved_[r - 1][i])));
    return result;
  }

  const ir::Program& original_;
  const ir::TargetSelection& targets_;
  std::size_t rounds_;
  Sequentialised result_;
  VarId threads_run_;                       ///< the entry procedure has ended
  VarId stopped_;                           ///< the active thread does nothing any more
  VarId hit_;                               ///< a target was reached
  std::vector<VarId> later_;                ///< per round but the first: it has begun
  std::vector<std::vector<VarId>> saved_;   ///< per round, the globals as they were left in it
  std::vector<std::vector<VarId>> guessed_; ///< per round but the first, as they were guessed
};

} // namespace

Result<Sequentialised>
sequentialise(const ir::Program& program, const ir::TargetSelection& targets, std::size_t rounds) {
  return Sequentialiser(program, targets, rounds).run();
}

} // namespace kleene::transform
