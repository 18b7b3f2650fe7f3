// SPDX-License-Identifier: Apache-2.0
#include "synthesis.h"

#include <algorithm>

#include "guesses.h"
#include "ranker.h"

namespace kleene::engine::termination {
namespace {

constexpr std::size_t most_rounds = 60;
constexpr std::size_t most_unknowns = 40;
constexpr std::size_t most_single_steps = 6;
constexpr double seconds_per_proposal = 2;
constexpr Integer largest_offset = Integer(1) << 34;

} // namespace

Synthesis::Synthesis(const evidence::Problem& problem,
                     const System& system,
                     const Numbers& places,
                     const Numbers& steps,
                     std::function<smt::Session&(std::size_t)> session,
                     FreshVariables& fresh,
                     Budget& budget)
    : problem_(problem),
      terms_(*problem.program.terms),
      system_(system),
      places_(places),
      steps_(steps),
      session_(std::move(session)),
      budget_(budget),
      features_(Vocabulary(problem, system, places, steps).features()) {
  for (std::size_t p : places) {
    Coefficients& mine = unknown_[p];
    for (std::size_t i = 0; i < features_[p].size(); ++i)
      mine.factors.push_back(fresh(Type::integer()));
    mine.offset = fresh(Type::integer());
  }
}

std::optional<Measure> Synthesis::find() {
  std::size_t unknowns = 0;
  for (const auto& [p, mine] : unknown_)
    unknowns += mine.factors.size() + 1;
  if (unknowns > most_unknowns) return std::nullopt;
  for (std::size_t s : steps_)
    if (session_(s).check() == smt::Answer::Sat) see(s);
  for (Form form : {Form{1, false}, Form{1, true}, Form{32, false}}) {
    form_ = form;
    if (auto measure = find(steps_)) return measure;
    if (steps_.size() == 1) continue;
    for (std::size_t i = 0; i < std::min(steps_.size(), most_single_steps); ++i)
      if (auto measure = find({steps_[i]})) return measure;
  }
  return std::nullopt;
}

std::optional<Measure> Synthesis::find(const Numbers& strict) {
  for (std::size_t round = 0; round < most_rounds; ++round) {
    budget_.check();
    std::optional<Measure> measure = propose(strict);
    if (!measure) return std::nullopt;
    bool useful = true;
    if (holds(*measure, strict, useful)) return measure;
    if (!useful) return std::nullopt;
  }
  return std::nullopt;
}

Term Synthesis::value(std::size_t place, const std::vector<Integer>& features) const {
  const Coefficients& mine = unknown_.at(place);
  Term sum = mine.offset;
  for (std::size_t i = 0; i < features.size(); ++i)
    sum = terms_.binary(
        Op::Add,
        sum,
        terms_.binary(Op::Mul, terms_.constant(Type::integer(), features[i]), mine.factors[i]));
  return sum;
}

Term Synthesis::requirement(const Example& example, bool strict) const {
  const Step& step = system_.steps[example.step];
  Term before = value(step.from, example.before);
  Term after = value(step.to, example.after);
  Term zero = terms_.constant(Type::integer(), 0);
  Term down = terms_.conj(terms_.le(zero, before), terms_.lt(after, before));
  if (strict) return down;
  Term kept = form_.clamped ? terms_.lt(after, zero) : terms_.eq(before, after);
  return terms_.disj(terms_.disj(down, kept), terms_.eq(before, after));
}

std::optional<Measure> Synthesis::propose(const Numbers& strict) {
  auto session = smt::z3_session({IntegerModel::Math, {}, seconds_per_proposal, true}, budget_);
  auto between = [&](Term t, Integer limit) {
    session->assume(terms_.le(terms_.constant(Type::integer(), -limit), t));
    session->assume(terms_.le(t, terms_.constant(Type::integer(), limit)));
  };
  for (const auto& [p, mine] : unknown_) {
    for (Term t : mine.factors)
      between(t, form_.bound);
    between(mine.offset, largest_offset);
  }
  for (const Example& e : examples_)
    session->assume(requirement(e, std::ranges::find(strict, e.step) != strict.end()));
  if (session->check() != smt::Answer::Sat) return std::nullopt;
  return measure(*session);
}

Measure Synthesis::measure(smt::Session& proposed) const {
  Type wide = wide_type(problem_.integers);
  Measure result;
  for (const auto& [p, mine] : unknown_) {
    Term sum = terms_.constant(wide, proposed.value(mine.offset).value_or(0));
    for (std::size_t i = 0; i < mine.factors.size(); ++i) {
      Integer factor = proposed.value(mine.factors[i]).value_or(0);
      if (factor == 0) continue;
      Term feature = features_.at(p)[i];
      Term part =
          factor == 1 ? feature : terms_.binary(Op::Mul, terms_.constant(wide, factor), feature);
      sum = sum.is_constant() && sum.value() == 0 ? part : terms_.binary(Op::Add, sum, part);
    }
    bool negative = form_.clamped && !sum.is_constant();
    result[p] =
        negative
            ? terms_.ite(terms_.lt(sum, terms_.constant(wide, 0)), terms_.constant(wide, -1), sum)
            : sum;
  }
  return result;
}

bool Synthesis::holds(const Measure& measure, const Numbers& strict, bool& useful) {
  for (std::size_t s : steps_) {
    Change c = change(problem_.program, system_.steps[s], measure);
    Term zero = terms_.constant(c.before.type(), 0);
    Term right = terms_.conj(terms_.le(zero, c.before), terms_.lt(c.after, c.before));
    if (std::ranges::find(strict, s) == strict.end())
      right = terms_.disj(right, terms_.eq(c.before, c.after));
    smt::Answer answer = session_(s).check({terms_.negate(right)});
    if (answer == smt::Answer::Unsat) continue;
    useful = answer == smt::Answer::Sat && see(s);
    return false;
  }
  return true;
}

/// The model that the solver has; false if some value is not known.
bool Synthesis::see(std::size_t s) {
  const Step& step = system_.steps[s];
  Example example{s, {}, {}};
  for (auto [state, place, values] : {std::tuple(&step.before, step.from, &example.before),
                                      std::tuple(&step.after, step.to, &example.after)})
    for (Term feature : features_.at(place)) {
      std::optional<Integer> found = session_(s).value(state->apply(problem_.program, feature));
      if (!found) return false;
      values->push_back(*found);
    }
  examples_.push_back(std::move(example));
  return true;
}

} // namespace kleene::engine::termination
