// SPDX-License-Identifier: Apache-2.0
#include "cells.h"

#include "kleene/support/budget.h"

#include <algorithm>

namespace kleene::engine::termination {
namespace {

constexpr std::size_t most_cells = 10; ///< of a place
constexpr std::size_t most_steps = 120;

class Division {
public:
  Division(const evidence::Problem& problem,
           const System& system,
           const smt::SessionOptions& options,
           Budget& budget)
      : problem_(problem),
        terms_(*problem.program.terms),
        system_(system),
        options_(options),
        budget_(budget),
        cases_(system.places.size()) {}

  std::optional<Cells> run() {
    for (std::size_t p = 0; p < system_.places.size(); ++p)
      take_apart(p);
    if (std::ranges::all_of(cases_, [](const auto& list) { return list.size() == 1; }))
      return std::nullopt;
    for (std::size_t p = 0; p < system_.places.size(); ++p) {
      first_.push_back(result_.origin.size());
      for (Term when : cases_[p]) {
        result_.system.places.push_back(system_.places[p]);
        result_.origin.push_back(p);
        result_.when.push_back(when);
      }
    }
    for (const Step& step : system_.steps)
      if (!add(step)) return std::nullopt;
    return std::move(result_);
  }

private:
  /// Only heads of loops that can be gone round without a call to an entry.
  std::vector<Term> conditions(std::size_t place) const {
    ir::ProcId f = system_.places[place].procedure;
    Numbers places;
    Numbers steps;
    for (std::size_t p = 0; p < system_.places.size(); ++p)
      if (system_.places[p].procedure == f) places.push_back(p);
    bool is_head = false;
    for (std::size_t s = 0; s < system_.steps.size(); ++s) {
      const Step& step = system_.steps[s];
      if (step.enters || system_.places[step.from].procedure != f) continue;
      steps.push_back(s);
      is_head |= step.to == place;
    }
    if (!is_head) return {};
    return Vocabulary(problem_, system_, places, steps).flags();
  }

  void take_apart(std::size_t place) {
    cases_[place] = {terms_.truth(true)};
    auto step = std::ranges::find(system_.steps, place, &Step::from);
    if (step == system_.steps.end()) return;
    // Where no step can be taken there is nothing to tell apart.
    std::vector<Term> ways;
    for (const Step& other : system_.steps)
      if (other.from == place) ways.push_back(other.condition);
    auto session = smt::z3_session(options_, budget_);
    session->assume(step->known);
    session->assume(terms_.disj(std::move(ways)));
    for (Term condition : conditions(place)) {
      std::vector<Term> finer;
      for (Term one : cases_[place]) {
        budget_.check();
        Term with = terms_.conj(one, condition);
        Term without = terms_.conj(one, terms_.negate(condition));
        bool both = finer.size() + 1 < most_cells && session->check({with}) != smt::Answer::Unsat
                    && session->check({without}) != smt::Answer::Unsat;
        if (both) finer.push_back(with);
        finer.push_back(both ? without : one);
      }
      cases_[place] = std::move(finer);
    }
  }

  bool add(const Step& step) {
    const std::vector<Term>& from = cases_[step.from];
    const std::vector<Term>& to = cases_[step.to];
    auto session = smt::z3_session(options_, budget_);
    session->assume(step.known);
    session->assume(step.condition);
    for (std::size_t i = 0; i < from.size(); ++i)
      for (std::size_t k = 0; k < to.size(); ++k) {
        budget_.check();
        Term here = terms_.conj(step.before.apply(problem_.program, from[i]),
                                step.after.apply(problem_.program, to[k]));
        if (from.size() * to.size() > 1 && session->check({here}) == smt::Answer::Unsat) continue;
        Step& added = result_.system.steps.emplace_back(step);
        added.from = first_[step.from] + i;
        added.to = first_[step.to] + k;
        added.condition = terms_.conj(step.condition, here);
        if (result_.system.steps.size() > most_steps) return false;
      }
    return true;
  }

  const evidence::Problem& problem_;
  TermManager& terms_;
  const System& system_;
  smt::SessionOptions options_;
  Budget& budget_;
  std::vector<std::vector<Term>> cases_; ///< by place
  Numbers first_;                        ///< by place: its first case
  Cells result_;
};

} // namespace

namespace {

/// The values of the cases as one term: the most frequent one is what it is elsewhere.
Term put_together(TermManager& terms, const std::vector<std::pair<Term, Term>>& values_and_cases) {
  std::vector<std::pair<Term, std::vector<Term>>> cases;
  for (const auto& [value, when] : values_and_cases) {
    auto same = std::ranges::find(cases, value, &std::pair<Term, std::vector<Term>>::first);
    if (same == cases.end())
      cases.push_back({value, {when}});
    else
      same->second.push_back(when);
  }
  std::ranges::stable_sort(cases, {}, [](const auto& one) { return one.second.size(); });
  Term result = cases.back().first;
  cases.pop_back();
  for (auto& [value, when] : cases)
    result = terms.ite(terms.disj(std::move(when)), value, result);
  return result;
}

} // namespace

std::vector<std::vector<Term>> Cells::together(TermManager& terms,
                                               const std::vector<std::vector<Term>>& ranks) const {
  std::vector<std::vector<Term>> result(origin.back() + 1);
  for (std::size_t p = 0; p < result.size(); ++p)
    for (std::size_t i = 0; i < ranks.front().size(); ++i) {
      std::vector<std::pair<Term, Term>> parts;
      for (std::size_t c = 0; c < origin.size(); ++c)
        if (origin[c] == p) parts.emplace_back(ranks[c][i], when[c]);
      result[p].push_back(put_together(terms, parts));
    }
  return result;
}

std::optional<Cells> cells_of(const evidence::Problem& problem,
                              const System& system,
                              const smt::SessionOptions& options,
                              Budget& budget) {
  return Division(problem, system, options, budget).run();
}

} // namespace kleene::engine::termination
