// SPDX-License-Identifier: Apache-2.0
#include "ranker.h"

#include "kleene/fixpoint/order.h"

#include <fmt/core.h>

#include <algorithm>

#include "guesses.h"
#include "synthesis.h"

namespace kleene::engine::termination {
namespace {

constexpr std::size_t most_levels = 8;
constexpr std::size_t most_branches = 3; ///< of a step, that are taken apart
constexpr double seconds_per_question = 3;

} // namespace

Change change(const ir::Program& program, const Step& step, const Measure& measure) {
  return {step.before.apply(program, measure.at(step.from)),
          step.after.apply(program, measure.at(step.to))};
}

Ranker::Ranker(const evidence::Problem& problem,
               System system,
               k_induction::Unfolder& unfolder,
               Budget& budget,
               Observer& observer)
    : problem_(problem),
      system_(std::move(system)),
      terms_(*problem.program.terms),
      unfolder_(unfolder),
      budget_(budget),
      observer_(observer),
      wide_(wide_type(problem.integers)),
      sessions_(system_.steps.size()),
      restrictions_(system_.steps.size()),
      alive_(system_.steps.size(), true),
      ranks_(system_.places.size()) {}

smt::Session& Ranker::session(std::size_t step) {
  if (!sessions_[step]) {
    sessions_[step] = smt::z3_session(
        {problem_.integers, unfolder_.layout(), seconds_per_question, false}, budget_);
    sessions_[step]->assume(system_.steps[step].known);
    sessions_[step]->assume(system_.steps[step].condition);
    for (Term t : restrictions_[step])
      sessions_[step]->assume(t);
  }
  return *sessions_[step];
}

bool Ranker::is_possible(std::size_t step) {
  return session(step).check() != smt::Answer::Unsat;
}

std::optional<std::vector<std::vector<Term>>> Ranker::find(Effort effort) {
  effort_ = effort;
  drop_impossible();
  for (std::size_t level = 0; level <= most_levels; ++level) {
    budget_.check();
    std::vector<Part> parts = split();
    if (parts.empty()) return ranks_;
    observer_.progress(
        fmt::format("ranks: level {}, {} loops or recursions", level + 1, parts.size()));
    if (level == most_levels) without_rank_ = parts.front().places;
    if (level == most_levels || !add_level(parts)) return std::nullopt;
  }
  return std::nullopt;
}

/// Of the steps that go round; what others do does not matter.
void Ranker::drop_impossible() {
  std::vector<Part> parts = split();
  alive_.assign(alive_.size(), true);
  for (const Part& part : parts)
    for (std::size_t s : part.steps)
      alive_[s] = is_possible(s);
  for (std::vector<Term>& rank : ranks_)
    rank.clear();
}

/// Numbers the strongly connected parts, as a component of the ranks: steps between them lead down.
std::vector<Ranker::Part> Ranker::split() {
  fixpoint::Graph graph(system_.places.size());
  for (std::size_t s = 0; s < system_.steps.size(); ++s)
    if (alive_[s]) graph[system_.steps[s].from].push_back(system_.steps[s].to);
  std::vector<std::size_t> numbers = fixpoint::component_ranks(graph);
  for (std::size_t p = 0; p < system_.places.size(); ++p)
    ranks_[p].push_back(terms_.constant(wide_, static_cast<Integer>(numbers[p])));
  std::map<std::size_t, Part> parts;
  for (std::size_t s = 0; s < system_.steps.size(); ++s) {
    if (!alive_[s]) continue;
    const Step& step = system_.steps[s];
    if (numbers[step.from] == numbers[step.to])
      parts[numbers[step.from]].steps.push_back(s);
    else
      alive_[s] = false;
  }
  std::vector<Part> result;
  for (auto& [number, part] : parts) {
    for (std::size_t p = 0; p < system_.places.size(); ++p)
      if (numbers[p] == number) part.places.push_back(p);
    result.push_back(std::move(part));
  }
  return result;
}

bool Ranker::add_level(std::vector<Part>& parts) {
  std::vector<Measure> found;
  for (Part& part : parts) {
    std::optional<Measure> measure = find_measure(part);
    if (!measure) {
      without_rank_ = part.places;
      return false;
    }
    for (std::size_t s : part.steps)
      restrict(s, *measure);
    found.push_back(std::move(*measure));
  }
  // One component for each type that occurs.
  std::vector<Type> types;
  for (const Measure& measure : found)
    if (Type type = measure.begin()->second.type(); std::ranges::find(types, type) == types.end())
      types.push_back(type);
  for (Type type : types) {
    for (std::vector<Term>& rank : ranks_)
      rank.push_back(terms_.constant(type, 0));
    for (const Measure& measure : found)
      if (measure.begin()->second.type() == type)
        for (const auto& [place, term] : measure)
          ranks_[place].back() = term;
  }
  return true;
}

/// Less than before, and not negative before.
Term Ranker::goes_down(const Change& c) const {
  Term zero = terms_.constant(c.before.type(), 0);
  return terms_.conj(terms_.le(zero, c.before), terms_.lt(c.after, c.before));
}

void Ranker::restrict(std::size_t s, const Measure& measure) {
  Change c = change(problem_.program, system_.steps[s], measure);
  if (c.before == c.after) return;
  restrictions_[s].push_back(terms_.eq(c.before, c.after));
  session(s).assume(restrictions_[s].back());
  alive_[s] = is_possible(s);
}

std::optional<Measure> Ranker::find_measure(Part& part) {
  std::optional<Measure> partial;
  if (auto measure = searched(part, partial)) return measure;
  if (effort_ == Effort::Synthesis && take_apart(part))
    if (auto measure = searched(part, partial)) return measure;
  return partial;
}

std::optional<Measure> Ranker::searched(const Part& part, std::optional<Measure>& partial) {
  std::vector<Measure> open = Vocabulary(problem_, system_, part.places, part.steps).measures();
  add_clamped(part, open);
  if (auto measure = guessed(part, open, partial)) return measure;
  if (effort_ == Effort::Synthesis) return synthesised(part);
  return std::nullopt;
}

/// By the conditions on which the values behind a step depend.
bool Ranker::take_apart(Part& part) {
  Numbers steps;
  for (std::size_t s : part.steps) {
    std::vector<Term> conditions;
    for (const auto& [v, value] : system_.steps[s].after.values())
      for_each_subterm(value, [&](Term t) {
        if (t.op() == Op::Ite && std::ranges::find(conditions, t.arg(0)) == conditions.end()
            && conditions.size() < most_branches)
          conditions.push_back(t.arg(0));
      });
    std::vector<std::vector<Term>> cases{restrictions_[s]};
    for (Term condition : conditions) {
      std::vector<std::vector<Term>> both;
      for (const std::vector<Term>& one : cases)
        for (Term side : {condition, terms_.negate(condition)}) {
          both.push_back(one);
          both.back().push_back(side);
        }
      cases = std::move(both);
    }
    if (cases.size() == 1) {
      steps.push_back(s);
      continue;
    }
    alive_[s] = false;
    for (std::vector<Term>& one : cases)
      if (std::optional<std::size_t> added = add_case(s, std::move(one))) steps.push_back(*added);
  }
  bool changed = steps != part.steps;
  part.steps = std::move(steps);
  return changed;
}

std::optional<std::size_t> Ranker::add_case(std::size_t step, std::vector<Term> restrictions) {
  std::size_t added = system_.steps.size();
  system_.steps.push_back(Step(system_.steps[step]));
  sessions_.emplace_back();
  alive_.push_back(true);
  restrictions_.push_back(std::move(restrictions));
  alive_[added] = is_possible(added);
  if (!alive_[added]) return std::nullopt;
  return added;
}

/// Variants that stay the same once they are negative, or once no step of the part can be taken: with several
/// levels, one phase after the other.
void Ranker::add_clamped(const Part& part, std::vector<Measure>& measures) const {
  std::map<std::size_t, Term> guards;
  for (std::size_t place : part.places)
    guards[place] = guard(part, place);
  std::size_t n = measures.size();
  for (std::size_t i = 0; i < n; ++i) {
    Type type = measures[i].begin()->second.type();
    if (type != wide_ && !type.is_math()) continue;
    Measure clamped;
    for (const auto& [place, t] : measures[i]) {
      Term counts = terms_.conj(guards.at(place), terms_.le(terms_.constant(type, 0), t));
      clamped[place] = terms_.ite(counts, t, terms_.constant(type, -1));
    }
    measures.push_back(std::move(clamped));
  }
}

Term Ranker::guard(const Part& part, std::size_t place) const {
  std::vector<Term> ways;
  for (std::size_t s : part.steps) {
    const Step& step = system_.steps[s];
    if (step.enters) return terms_.truth(true); // there, measures speak of entry copies
    if (step.from != place) continue;
    std::vector<Term> known;
    for (Term t : step.condition.op() == Op::And ? step.condition.args()
                                                 : std::vector<Term>{step.condition}) {
      bool of_state = std::ranges::all_of(
          variables_of(t), [&](VarId v) { return v.index() < problem_.program.variables.size(); });
      bool asks = false;
      for_each_subterm(t, [&](Term part_of) {
        asks |= part_of.op() == Op::Valid || part_of.op() == Op::Writable
                || part_of.op() == Op::Freeable || part_of.op() == Op::SizeOf
                || part_of.type().kind() == TypeKind::Allocation;
      });
      if (of_state && !asks) known.push_back(t);
    }
    ways.push_back(terms_.conj(std::move(known)));
  }
  return terms_.disj(std::move(ways));
}

/// A measure that every step keeps or brings down, and that some step always brings down. `partial` gets one that
/// some step brings down at times. Every model that refutes one guess is held against all others.
std::optional<Measure> Ranker::guessed(const Part& part,
                                       const std::vector<Measure>& open,
                                       std::optional<Measure>& partial) {
  std::vector<bool> refuted(open.size(), false);
  auto blame = [&](std::size_t s) {
    for (std::size_t i = 0; i < open.size(); ++i) {
      if (refuted[i]) continue;
      Change c = change(problem_.program, system_.steps[s], open[i]);
      if (c.before == c.after) continue;
      std::optional<Integer> before = session(s).value(c.before);
      std::optional<Integer> after = session(s).value(c.after);
      if (before && after && *after != *before && (*before < 0 || *after > *before))
        refuted[i] = true;
    }
  };
  for (std::size_t i = 0; i < open.size(); ++i) {
    budget_.check();
    std::size_t strict = 0;
    bool useful = false;
    for (std::size_t s : part.steps) {
      if (refuted[i]) break;
      Change c = change(problem_.program, system_.steps[s], open[i]);
      if (c.before == c.after) continue;
      Term down = goes_down(c);
      Term same = terms_.eq(c.before, c.after);
      smt::Answer answer = session(s).check({terms_.negate(terms_.disj(down, same))});
      if (answer == smt::Answer::Sat) blame(s);
      if (answer != smt::Answer::Unsat) refuted[i] = true;
      if (refuted[i]) break;
      if (session(s).check({same}) == smt::Answer::Unsat)
        ++strict;
      else if (!partial && session(s).check({down}) == smt::Answer::Sat)
        useful = true;
    }
    if (refuted[i]) continue;
    if (strict == 0 && useful && !partial) partial = open[i];
    if (strict > 0) return open[i];
  }
  return std::nullopt;
}

std::optional<Measure> Ranker::synthesised(const Part& part) {
  Synthesis synthesis(
      problem_,
      system_,
      part.places,
      part.steps,
      [this](std::size_t s) -> smt::Session& { return session(s); },
      unfolder_.fresh(),
      budget_);
  return synthesis.find();
}

} // namespace kleene::engine::termination
