// SPDX-License-Identifier: Apache-2.0
#include "ranking.h"

#include "kleene/domain/atoms.h"
#include "kleene/fixpoint/order.h"
#include "kleene/logic/variable_space.h"

#include <algorithm>
#include <set>

namespace kleene::engine::exact {
namespace {

constexpr std::size_t max_depth = 6;
constexpr std::size_t max_sums = 10; ///< guesses of which pairs are added
constexpr std::size_t max_measures = 200;
constexpr unsigned width = 64; ///< of ranks of machine integers

} // namespace

Ranking::Ranking(const BlockProgram& program,
                 smt::Session& session,
                 IntegerModel model,
                 Budget& budget)
    : program_(program),
      terms_(program.terms()),
      session_(session),
      budget_(budget),
      type_(type(model)) {}

Type Ranking::type(IntegerModel model) {
  return model == IntegerModel::Math ? Type::integer() : Type::machine(width, true);
}

std::size_t Ranking::add_place(ir::ProcId f, Term known) {
  places_.push_back({f, known, {}});
  return places_.size() - 1;
}

void Ranking::add_step(std::size_t from, std::size_t to, Move move, bool enters) {
  steps_.push_back({from, to, std::move(move), enters});
}

Term Ranking::number(Integer value) const {
  return terms_.constant(type_, value);
}

std::optional<std::vector<std::vector<Term>>> Ranking::find() {
  Numbers places;
  Numbers steps;
  for (std::size_t i = 0; i < places_.size(); ++i)
    places.push_back(i);
  for (std::size_t i = 0; i < steps_.size(); ++i)
    steps.push_back(i);
  if (!rank(places, steps, 0)) return std::nullopt;
  std::size_t length = 0;
  for (const RankedPoint& p : places_)
    length = std::max(length, p.rank.size());
  std::vector<std::vector<Term>> result;
  for (RankedPoint& p : places_) {
    p.rank.resize(length, number(0));
    result.push_back(p.rank);
  }
  return result;
}

/// Between parts of the graph steps lead down anyway; inside a part some measure must become less.
bool Ranking::rank(const Numbers& places, const Numbers& steps, std::size_t depth) {
  std::map<std::size_t, std::size_t> position;
  for (std::size_t p : places)
    position.emplace(p, position.size());
  fixpoint::Graph graph(places.size());
  for (std::size_t s : steps)
    graph[position.at(steps_[s].from)].push_back(position.at(steps_[s].to));
  std::vector<std::size_t> part = fixpoint::component_ranks(graph);
  std::map<std::size_t, Numbers> places_of;
  std::map<std::size_t, Numbers> steps_of;
  for (std::size_t p : places) {
    std::size_t own = part[position.at(p)];
    places_of[own].push_back(p);
    places_[p].rank.push_back(number(static_cast<Integer>(own)));
  }
  for (std::size_t s : steps)
    if (std::size_t own = part[position.at(steps_[s].from)]; own == part[position.at(steps_[s].to)])
      steps_of[own].push_back(s);
  if (!steps_of.empty() && depth == max_depth) {
    without_rank_ = places;
    return false;
  }
  for (const auto& [own, inside] : steps_of) {
    bool found = false;
    for (const Measure& measure : measures(places_of[own], inside)) {
      std::optional<Numbers> left = left_by(measure, inside);
      if (!left) continue;
      for (std::size_t p : places_of[own])
        places_[p].rank.push_back(measure.at(places_[p].procedure));
      found = rank(places_of[own], *left, depth + 1);
      break;
    }
    if (!found && without_rank_.empty()) without_rank_ = places_of[own];
    if (!found) return false;
  }
  return true;
}

std::optional<Ranking::Numbers> Ranking::left_by(const Measure& measure, const Numbers& steps) {
  Numbers left;
  for (std::size_t s : steps) {
    const Step& step = steps_[s];
    Substitution behind(terms_);
    for (const auto& [v, t] : step.move.values)
      behind.add(v, t);
    Term before = measure.at(places_[step.from].procedure);
    Term after = behind(measure.at(places_[step.to].procedure));
    if (after == before)
      left.push_back(s);
    else if (!holds(step, terms_.le(after, before)))
      return std::nullopt;
    else if (!holds(step, terms_.conj(terms_.le(number(0), before), terms_.lt(after, before))))
      left.push_back(s);
  }
  if (left.size() == steps.size()) return std::nullopt;
  return left;
}

bool Ranking::holds(const Step& step, Term condition) {
  budget_.check();
  smt::Scope scope(session_);
  session_.assume(places_[step.from].known);
  for (Term t : step.move.condition)
    session_.assume(t);
  return session_.check({terms_.negate(condition)}) == smt::Answer::Unsat;
}

/// A part with calls in it is a recursion: the measure is about how procedures were entered, and stays
/// the same within them.
std::vector<Ranking::Measure> Ranking::measures(const Numbers& places, const Numbers& steps) const {
  bool recursion = std::ranges::any_of(steps, [&](std::size_t s) { return steps_[s].enters; });
  std::set<ir::ProcId> procedures;
  for (std::size_t p : places)
    procedures.insert(places_[p].procedure);
  std::vector<Measure> result{{}};
  for (ir::ProcId f : procedures) {
    std::vector<Measure> extended;
    for (const Measure& before : result)
      for (Term t : guesses(f, recursion)) {
        if (extended.size() >= max_measures) break;
        extended.push_back(before);
        extended.back()[f] = t;
      }
    result = std::move(extended);
  }
  return result;
}

std::vector<Term> Ranking::guesses(ir::ProcId f, bool about_entry) const {
  std::vector<Term> result;
  std::set<std::uint32_t> seen;
  Substitution entry(terms_);
  const ir::Procedure& p = program_.program().procedure(f);
  if (about_entry) {
    for (VarId v : p.parameters)
      entry.add(v, program_.entry_copy(v));
    for (VarId g : program_.program().globals)
      entry.add(g, program_.entry_copy(g));
  }
  auto add = [&](Term t) {
    t = program_.in_own_words(f, entry(t));
    bool fits = std::ranges::all_of(variables_of(t), [&](VarId v) {
      return !about_entry || program_.is_entry_copy(v)
             || !program_.program().variable(v).owner.valid();
    });
    if (fits && seen.insert(t.id()).second) result.push_back(t);
  };
  for (Term t : comparisons(f))
    add(t);
  auto variables = [&](const std::vector<VarId>& list) {
    for (VarId v : list)
      if (program_.program().variable(v).type.is_integer())
        for (Term t :
             {wide(program_.variable(v)), terms_.unary(Op::Neg, wide(program_.variable(v)))})
          add(t);
  };
  variables(p.parameters);
  if (!about_entry) variables(p.locals);
  variables(program_.mod_ref().used(f));
  std::size_t singles = std::min(result.size(), max_sums);
  for (std::size_t i = 0; i < singles; ++i)
    for (std::size_t k = i + 1; k < singles; ++k)
      add(terms_.binary(Op::Add, result[i], result[k]));
  return result;
}

/// The distances between both sides of the comparisons that a procedure makes.
std::vector<Term> Ranking::comparisons(ir::ProcId f) const {
  std::vector<Term> result;
  std::set<std::uint32_t> seen;
  const VariableSpace space(program_.program().variables.size());
  auto note = [&](Term condition) {
    for_each_subterm(condition, [&](Term t) {
      if ((t.op() != Op::Lt && t.op() != Op::Le && t.op() != Op::Eq)
          || !t.arg(0).type().is_integer() || !seen.insert(t.id()).second)
        return;
      bool current = std::ranges::all_of(variables_of(t), [&](VarId v) {
        return space.variable(v)
               && !(space.is_current(v) && program_.program().variable(v).type.is_memory());
      });
      if (!current) return;
      for (auto [a, b] : {std::pair(t.arg(0), t.arg(1)), std::pair(t.arg(1), t.arg(0))})
        result.push_back(terms_.binary(Op::Sub, wide(b), wide(a)));
    });
  };
  for (const Block& block : program_.procedure(f).blocks)
    for (Term condition : block.move.condition)
      note(condition);
  return result;
}

/// The term in the type of ranks, computed there as far as it is linear.
Term Ranking::wide(Term t) const {
  if (t.is_constant()) return number(t.value());
  switch (t.op()) {
  case Op::Add:
  case Op::Sub:
  case Op::Mul:
    return terms_.binary(t.op(), wide(t.arg(0)), wide(t.arg(1)));
  case Op::Neg:
    return terms_.unary(Op::Neg, wide(t.arg(0)));
  default:
    return terms_.cast(type_, t);
  }
}

} // namespace kleene::engine::exact
