// SPDX-License-Identifier: Apache-2.0
#include "learner.h"

#include "kleene/engine/k_induction/candidates.h"
#include "kleene/engine/k_induction/elements.h"
#include "kleene/evidence/inductive.h"
#include "kleene/logic/variable_space.h"

#include <algorithm>
#include <unordered_set>

#include "guesses.h"

namespace kleene::engine::termination {

using ir::LocId;
using ir::ProcId;
using k_induction::Contract;
using k_induction::Guess;

namespace {

constexpr double seconds_per_guess = 3;
constexpr std::size_t most_in_sums = 5;

} // namespace

Learner::Learner(const evidence::Problem& problem, Budget& budget, Observer& observer)
    : problem_(problem),
      program_(problem.program),
      terms_(*program_.terms),
      budget_(budget),
      observer_(observer),
      calls_(program_),
      facts_(analysis::invariants(program_, problem.integers, budget)),
      unfolder_(problem, contracts_),
      parameters_(k_induction::index_types(program_)) {
  for (std::size_t f = 0; f < program_.procedures.size(); ++f)
    of_facts_.push_back(k_induction::contract_of_facts(problem, ProcId(f), facts_[f]));
  contracts_ = of_facts_;
  // What a procedure without loops does is known as soon as it is known of those it calls.
  for (ProcId f : calls_.callees_first())
    if (of_facts_[f.index()].called && is_simple(f) && !is_start(f))
      contracts_[f.index()] = of_facts_[f.index()] =
          k_induction::exact_contract(problem_, f, of_facts_[f.index()], unfolder_);
}

bool Learner::is_simple(ProcId f) {
  if (calls_.recursive(f) || !unfolder_.cut(f).heads.empty()) return false;
  return std::ranges::all_of(calls_.callees()[f.index()],
                             [&](std::size_t callee) { return is_simple(ProcId(callee)); });
}

bool Learner::learn(Effort effort) {
  observer_.phase("looking for invariants");
  std::map<std::pair<ProcId, LocId>, std::vector<Term>> sums;
  for (std::size_t f = 0; f < program_.procedures.size() && effort == Effort::Cases; ++f)
    if (of_facts_[f].called)
      for (LocId head : unfolder_.cut(ProcId(f)).heads)
        sums[{ProcId(f), head}] = sums_within(terms_, boxes(ProcId(f), head));
  bool more = effort != Effort::Cases
              || std::ranges::any_of(sums, [](const auto& place) { return !place.second.empty(); });
  for (std::size_t f = 0; f < program_.procedures.size() && !more; ++f)
    more = of_facts_[f].called && !unfolder_.cut(ProcId(f)).heads.empty()
           && !guesses_by_case(problem_, ProcId(f)).empty();
  if (!more) return false;
  if (effort != Effort::Cases) guesses_.at.clear();
  for (std::size_t f = 0; f < program_.procedures.size(); ++f)
    if (of_facts_[f].called) guess(ProcId(f), effort);
  for (const auto& [place, formulas] : sums)
    add(place.first, place.second, formulas);
  keep_inductive();
  for (const auto& [place, formulas] : sums)
    drop_implied(place.first, place.second, formulas);
  make_contracts(true);
  return true;
}

void Learner::drop_implied(ProcId f, LocId head, const std::vector<Term>& formulas) {
  std::vector<Guess>& here = guesses_.at[{f, head}];
  auto session = smt::z3_session(options(), budget_);
  std::vector<Term> implied(formulas.rbegin(), formulas.rend());
  for (Term formula : implied) {
    auto one = std::ranges::find(here, formula, &Guess::formula);
    if (one == here.end()) continue;
    std::vector<Term> question{terms_.negate(formula)};
    for (const Guess& other : here)
      if (other.formula != formula) question.push_back(other.formula);
    if (session->check(question) == smt::Answer::Unsat) here.erase(one);
  }
}

/// The largest value that it may have, if that is less than what the type of ranks can hold.
std::optional<Integer> Learner::most(smt::Session& session, Term value) {
  constexpr Integer limit = Integer(1) << 33;
  auto above = [&](Integer n) {
    return session.check({terms_.lt(terms_.constant(value.type(), n), value)});
  };
  if (above(limit) != smt::Answer::Unsat) return std::nullopt;
  Integer low = -limit;
  Integer high = limit;
  while (low < high) {
    Integer middle = low + (high - low) / 2;
    if (above(middle) == smt::Answer::Unsat)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

std::vector<Box> Learner::boxes(ProcId f, LocId head) {
  std::vector<Box> result;
  for (VarId v : used_integers(problem_, f)) {
    if (result.size() >= most_in_sums) break;
    Term variable =
        widened(terms_, problem_.integers, terms_.variable(v, program_.variable(v).type));
    if (variable.type() != wide_type(problem_.integers)) continue;
    Box box{variable, {}, {}};
    bool bounded = true;
    bool first = true;
    for (Beginning from : beginnings(f)) {
      if (!from.entry && from.location == head) continue;
      k_induction::Start begin = start(f, from, true);
      for (const k_induction::Arrival& a : begin.ways.heads) {
        if (a.location != head || !bounded) continue;
        auto session = smt::z3_session(options(), budget_);
        session->assume(begin.known);
        session->assume(a.path.term(terms_));
        Term value = a.state.apply(program_, variable);
        std::optional<Integer> largest = most(*session, value);
        std::optional<Integer> least = most(*session, terms_.unary(Op::Neg, value));
        bounded = largest && least;
        if (!bounded) continue;
        box.largest = first ? *largest : std::max(box.largest, *largest);
        box.least = first ? -*least : std::min(box.least, -*least);
        first = false;
      }
    }
    if (bounded && !first) result.push_back(box);
  }
  return result;
}

/// What was dropped before is tried once more: it may hold together with what is said of elements.
bool Learner::learn_about_elements() {
  observer_.phase("looking for invariants of arrays");
  bool found = false;
  for (std::size_t f = 0; f < program_.procedures.size(); ++f)
    if (of_facts_[f].called) found |= guess_elements(ProcId(f));
  if (!found) return false;
  for (std::size_t f = 0; f < program_.procedures.size(); ++f)
    if (of_facts_[f].called) guess(ProcId(f), Effort::Relations);
  keep_inductive();
  return true;
}

bool Learner::guess_elements(ProcId f) {
  const k_induction::Cut& cut = unfolder_.cut(f);
  bool found = false;
  for (std::size_t i = 0; i < parameters_.size() && !cut.heads.empty(); ++i) {
    Term parameter = terms_.variable(evidence::parameter(program_, i), parameters_[i]);
    k_induction::ElementGuesses elements =
        k_induction::element_guesses(program_, f, cut, parameter);
    if (elements.properties.empty()) continue;
    found = true;
    for (Term t : elements.instances)
      if (std::ranges::find(instances_, t) == instances_.end()) instances_.push_back(t);
    for (LocId head : cut.heads) {
      auto session = smt::z3_session(options(), budget_);
      add_at_head(terms_, elements, parameter, *session, unfolder_.fresh(), guesses_.at[{f, head}]);
    }
    if (!is_start(f))
      add_at_exit(program_, f, elements, unfolder_.fresh(), guesses_.at[{f, procedure(f).exit}]);
  }
  return found;
}

smt::SessionOptions Learner::options() const {
  return {problem_.integers, unfolder_.layout(), seconds_per_guess, false};
}

/// Drops guesses until the rest is inductive, and makes contracts of it.
void Learner::keep_inductive() {
  make_contracts(false);
  std::vector<k_induction::Start> starts;
  for (std::size_t f = 0; f < program_.procedures.size(); ++f)
    if (of_facts_[f].called)
      for (Beginning b : beginnings(ProcId(f)))
        starts.push_back(start(ProcId(f), b, false));
  if (!is_start(program_.entry) || loops_at_entry(program_.entry))
    starts.push_back(first_arrival());
  k_induction::keep_inductive(program_, guesses_, starts, options(), budget_);
  for (auto& [place, list] : guesses_.at)
    std::erase_if(list, [](const Guess& g) { return !g.alive; });
  make_contracts(true);
}

void Learner::add(ProcId f, LocId l, const std::vector<Term>& formulas) {
  std::vector<Guess>& list = guesses_.at[{f, l}];
  std::unordered_set<Term> said;
  for (const Guess& g : list)
    said.insert(g.formula);
  for (Term formula : formulas)
    if (!formula.is_true() && said.insert(formula).second)
      list.push_back({formula, formula, unfolder_.fresh()(Type::boolean())});
}

void Learner::guess(ProcId f, Effort effort) {
  const ir::Procedure& p = procedure(f);
  const std::vector<analysis::Facts>& facts = facts_[f.index()];
  auto parts = [&](LocId l) {
    Term formula = analysis::formula(program_, problem_.integers, facts[l.index()]);
    return formula.op() == Op::And ? formula.args() : std::vector<Term>{formula};
  };
  for (LocId head : unfolder_.cut(f).heads) {
    add(f, head, parts(head));
    if (effort == Effort::Ranges) continue;
    add(f, head, k_induction::head_candidates(problem_, f, facts[head.index()]));
    add(f, head, head_guesses(problem_, f));
    add(f, head, flag_guesses(problem_, f, false));
    if (effort == Effort::Cases) add(f, head, guesses_by_case(problem_, f));
  }
  if (is_start(f)) return;
  Term required = of_facts_[f.index()].required;
  add(f, p.entry, required.op() == Op::And ? required.args() : std::vector<Term>{required});
  if (!is_simple(f)) {
    Term ensured = of_facts_[f.index()].ensured;
    add(f, p.exit, ensured.op() == Op::And ? ensured.args() : std::vector<Term>{ensured});
  }
  if (effort == Effort::Ranges) return;
  add(f, p.entry, flag_guesses(problem_, f, true));
  if (!is_simple(f)) {
    add(f, p.exit, k_induction::exit_candidates(problem_, f, facts[p.exit.index()], true));
    add(f, p.exit, exit_guesses(problem_, f));
    if (f != program_.entry) add(f, p.entry, k_induction::entry_candidates(problem_, f));
  }
}

void Learner::make_contracts(bool final) {
  for (std::size_t f = 0; f < contracts_.size(); ++f) {
    ProcId id(f);
    if (!of_facts_[f].called) continue;
    auto said = [&](LocId l) {
      return final ? guesses_.invariant(terms_, id, l) : guesses_.assumed(terms_, id, l);
    };
    if (is_start(id)) {
      contracts_[f].required = loops_at_entry(id) ? said(procedure(id).entry) : start_values();
      continue;
    }
    contracts_[f].required = said(procedure(id).entry);
    if (!is_simple(id)) contracts_[f].ensured = said(procedure(id).exit);
  }
}

std::vector<Learner::Beginning> Learner::beginnings(ProcId f) {
  std::vector<Beginning> result{{procedure(f).entry, true}};
  for (LocId head : unfolder_.cut(f).heads)
    result.push_back({head, false});
  return result;
}

bool Learner::loops_at_entry(ProcId f) {
  return unfolder_.cut(f).is_head[procedure(f).entry.index()];
}

k_induction::Start Learner::start(ProcId f, Beginning from, bool final) {
  k_induction::Start result;
  symbolic::State state;
  if (from.entry) {
    state = unfolder_.at_entry();
    result.known = state.apply(program_, contracts_[f.index()].required);
  } else {
    result.known = final ? guesses_.known(terms_, f, from.location)
                         : guesses_.assumed(terms_, f, from.location);
  }
  result.ways = unfolder_.unfold(
      f, from.location, std::move(state), 1, [&](LocId) { return terms_.truth(true); });
  // Where a callee is entered its entry copies are what it gets.
  for (k_induction::Arrival& a : result.ways.calls) {
    std::map<VarId, Term> given = a.state.values();
    for (const auto& [v, value] : given)
      a.state.set(evidence::entry_copy(program_, v), value);
  }
  return result;
}

k_induction::Start Learner::first_arrival() {
  k_induction::Start result;
  k_induction::Arrival arrival{program_.entry, procedure(program_.entry).entry, 1, {}, {}};
  arrival.state = unfolder_.initial(result.known);
  result.ways.heads.push_back(std::move(arrival));
  return result;
}

Term Learner::start_values() {
  Term known;
  symbolic::State state = unfolder_.initial(known);
  std::vector<Term> parts{known};
  for (VarId g : program_.globals)
    if (program_.variable(g).initial)
      parts.push_back(
          terms_.eq(terms_.variable(g, program_.variable(g).type), state.value(program_, g)));
  return terms_.conj(std::move(parts));
}

System Learner::system() {
  System result;
  Numbering numbers;
  for (std::size_t f = 0; f < program_.procedures.size(); ++f)
    if (of_facts_[f].called)
      for (Beginning b : beginnings(ProcId(f)))
        if (numbers.try_emplace({ProcId(f), b.location}, result.places.size()).second)
          result.places.push_back({ProcId(f), b.location});
  for (std::size_t f = 0; f < program_.procedures.size(); ++f)
    if (of_facts_[f].called)
      for (Beginning b : beginnings(ProcId(f)))
        add_steps(numbers, ProcId(f), b, result);
  return result;
}

void Learner::add_steps(const Numbering& numbers, ProcId f, Beginning from, System& system) {
  k_induction::Start begin = start(f, from, true);
  symbolic::State before = from.entry ? unfolder_.at_entry() : symbolic::State();
  std::size_t place = numbers.at({f, from.location});
  auto add = [&](const k_induction::Arrival& a, bool enters) {
    auto to = numbers.find({a.procedure, a.location});
    if (to == numbers.end()) return; // a procedure that is never called, as the judge will see
    system.steps.push_back(
        {place, to->second, enters, begin.known, a.path.term(terms_), before, a.state});
  };
  for (const k_induction::Arrival& a : begin.ways.heads)
    add(a, false);
  for (const k_induction::Arrival& a : begin.ways.calls)
    add(a, true);
}

evidence::InductiveProof Learner::proof() {
  evidence::InductiveProof proof;
  proof.sparse = true;
  proof.procedures.resize(program_.procedures.size());
  for (std::size_t f = 0; f < program_.procedures.size(); ++f) {
    const Contract& contract = contracts_[f];
    if (!of_facts_[f].called) continue;
    ProcId id(f);
    const ir::Procedure& p = procedure(id);
    evidence::InductiveProof::Procedure& stated = proof.procedures[f];
    stated.invariants.resize(p.locations.size());
    for (LocId head : unfolder_.cut(id).heads)
      stated.invariants[head.index()] = guesses_.invariant(terms_, id, head);
    stated.invariants[p.entry.index()] = contract.required;
    if (!is_start(id)) stated.summary = contract.ensured;
  }
  if (speaks_of_elements(proof)) {
    proof.parameters = parameters_;
    proof.instances = instances_;
  }
  return proof;
}

bool Learner::speaks_of_elements(const evidence::InductiveProof& proof) const {
  const VariableSpace space(program_.variables.size());
  auto speaks = [&](Term t) {
    return !t.null()
           && std::ranges::any_of(variables_of(t), [&](VarId v) { return !space.variable(v); });
  };
  return std::ranges::any_of(proof.procedures, [&](const auto& p) {
    return speaks(p.summary) || std::ranges::any_of(p.invariants, speaks);
  });
}

} // namespace kleene::engine::termination
