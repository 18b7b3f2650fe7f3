// SPDX-License-Identifier: Apache-2.0
#include "theorems.h"

#include "kleene/domain/atoms.h"

#include <algorithm>

namespace kleene::engine::leap {
namespace {

constexpr double seconds_per_question = 2;

} // namespace

Theorems::Theorems(Effects& effects, IntegerModel integers, Budget& budget)
    : effects_(effects), integers_(integers), terms_(effects.terms()) {
  smt::SessionOptions options;
  options.integers = integers;
  options.seconds_per_check = seconds_per_question;
  options.scalars_only = true;
  options.layout.pointer_width = effects.program().pointer_width;
  options.layout.address = [&program = effects.program()](ObjectId o) {
    return Integer(program.object(o).address);
  };
  session_ = smt::z3_session(options, budget);
}

bool Theorems::valid(const std::vector<Term>& known, Term goal) {
  std::vector<Term> all = known;
  all.push_back(terms_.negate(goal));
  return session_->check(all) == smt::Answer::Unsat;
}

bool Theorems::possible(const std::vector<Term>& conditions) {
  return session_->check(conditions) == smt::Answer::Sat;
}

Term Theorems::a(const Claim& claim, std::size_t place) const {
  return terms_.conj(claim.region[place]);
}
Term Theorems::e(const Claim& claim, std::size_t place) const {
  return place == claim.entry_place ? terms_.conj(claim.entry) : terms_.truth(false);
}
Term Theorems::x(const Claim& claim, std::size_t place) const {
  return place == claim.exit_place ? terms_.conj(a(claim, place), claim.exit) : terms_.truth(false);
}
Term Theorems::a_without_e(const Claim& claim, std::size_t place) const {
  return terms_.conj(a(claim, place), terms_.negate(e(claim, place)));
}
Term Theorems::a_without_x(const Claim& claim, std::size_t place) const {
  return terms_.conj(a(claim, place), terms_.negate(x(claim, place)));
}

Term Theorems::at_end(const Step& step, Term formula) const {
  return step.effect.after.apply(effects_.program(), formula);
}
Term Theorems::passes(const Step& step) const {
  return terms_.conj(together(step.effect));
}
Term Theorems::leads_to(const Step& step, Term formula) const {
  return along(terms_, step.effect, at_end(step, formula));
}

bool Theorems::theorem_1(const Loop& loop, const Claim& claim) {
  return det(loop, claim) && back(loop, claim);
}

bool Theorems::theorem_2(const Loop& loop, const Claim& claim) {
  return fwd(loop, claim) && inj(loop, claim);
}

bool Theorems::fwd(const Loop& loop, const Claim& claim) {
  for (std::size_t p = 0; p < claim.region.size(); ++p) {
    std::vector<Term> ways;
    for (const Step& s : loop.steps)
      if (s.from == p) ways.push_back(leads_to(s, a_without_e(claim, s.to)));
    if (!valid({a_without_x(claim, p)}, terms_.disj(ways))) return false;
  }
  return true;
}

bool Theorems::inj(const Loop& loop, const Claim& claim) {
  for (std::size_t i = 0; i < loop.steps.size(); ++i)
    for (std::size_t j = i; j < loop.steps.size(); ++j)
      if (!one_predecessor(loop, claim, loop.steps[i], loop.steps[j])) return false;
  return true;
}

bool Theorems::shrink_exit(Found& found, const std::vector<Term>& wanted, std::size_t most) {
  Claim& claim = found.claim;
  for (std::size_t i = 0; i < most; ++i) {
    std::vector<Term> stray{x(claim, claim.exit_place), terms_.negate(terms_.conj(wanted))};
    smt::Answer answer = session_->check(stray);
    if (answer == smt::Answer::Unsat) return theorem_2(found.loop, claim);
    if (answer == smt::Answer::Unknown) return false;
    for (Term t : wanted)
      if (session_->value(t).value_or(0) == 0) claim.exit = terms_.conj(claim.exit, t);
  }
  return false;
}

bool Theorems::one_predecessor(const Loop& loop, const Claim& claim, const Step& s, const Step& t) {
  if (s.to != t.to) return true;
  const ir::Program& program = effects_.program();
  Substitution other(terms_);
  for (VarId v : loop.changed)
    other.add(v, effects_.fresh()(program.variable(v).type));
  for (Term u : t.effect.unknowns)
    other.add(u.variable(), effects_.fresh()(u.type()));
  std::vector<Term> apart;
  std::vector<Term> all{a(claim, s.from),
                        passes(s),
                        other(a(claim, t.from)),
                        other(passes(t)),
                        at_end(s, a_without_e(claim, s.to))};
  for (VarId v : loop.kept(program, s.from))
    apart.push_back(terms_.ne(effects_.variable(v), other(effects_.variable(v))));
  for (VarId v : loop.kept(program, s.to))
    all.push_back(
        terms_.eq(s.effect.after.value(program, v), other(t.effect.after.value(program, v))));
  if (s.from == t.from) all.push_back(terms_.disj(apart));
  return session_->check(all) == smt::Answer::Unsat;
}

bool Theorems::det(const Loop& loop, const Claim& claim) {
  for (std::size_t i = 0; i < loop.steps.size(); ++i)
    for (std::size_t j = i + 1; j < loop.steps.size(); ++j)
      if (!one_successor(loop, claim, loop.steps[i], loop.steps[j])) return false;
  return true;
}

bool Theorems::back(const Loop& loop, const Claim& claim) {
  for (std::size_t p = 0; p < claim.region.size(); ++p) {
    std::vector<Term> ways;
    for (const Step& s : loop.steps)
      if (s.to == p)
        if (Term way = predecessor(loop, claim, s); !way.null()) ways.push_back(way);
    if (!valid({a_without_e(claim, p)}, terms_.disj(ways))) return false;
  }
  return true;
}

bool Theorems::one_successor(const Loop& loop, const Claim& claim, const Step& s, const Step& t) {
  if (s.from != t.from) return true;
  const ir::Program& program = effects_.program();
  std::vector<Term> all{a_without_x(claim, s.from),
                        passes(s),
                        passes(t),
                        at_end(s, a(claim, s.to)),
                        at_end(t, a(claim, t.to))};
  std::vector<Term> apart;
  for (VarId v : loop.kept(program, s.to))
    apart.push_back(terms_.ne(s.effect.after.value(program, v), t.effect.after.value(program, v)));
  if (s.to == t.to) all.push_back(terms_.disj(apart));
  return session_->check(all) == smt::Answer::Unsat;
}

/// Over the values behind the step: the ones before it are a state of the region outside the exit. Needs
/// an assignment that can be solved for the variable it changes; null if there is none.
Term Theorems::predecessor(const Loop& loop, const Claim& claim, const Step& step) {
  const ir::Program& program = effects_.program();
  Substitution fresh_before(terms_);
  std::map<VarId, Term> before;
  for (VarId v : loop.kept(program, step.from)) {
    before[v] = effects_.fresh()(program.variable(v).type);
    fresh_before.add(v, before[v]);
  }
  std::vector<Term> equations;
  for (VarId v : loop.kept(program, step.to))
    equations.push_back(
        terms_.eq(effects_.variable(v), fresh_before(step.effect.after.value(program, v))));
  Term formula = terms_.conj({fresh_before(a_without_x(claim, step.from)),
                              fresh_before(passes(step)),
                              terms_.conj(equations)});
  for (bool changed = true; changed;) {
    changed = false;
    for (auto& [v, past] : before)
      for (Term equation : equations) {
        if (past.null()) break;
        Term value = equation.type().is_bool() && equation.op() == Op::Eq
                         ? domain::solution(terms_, equation, past, 0)
                         : Term();
        if (value.null()) continue;
        Substitution solved(terms_);
        solved.add(past.variable(), value);
        formula = solved(formula);
        for (Term& e : equations)
          e = solved(e);
        past = Term();
        changed = true;
      }
  }
  bool open = std::ranges::any_of(before, [](const auto& b) { return !b.second.null(); });
  return open ? Term() : formula;
}

std::optional<std::vector<evidence::Leap::Bound>> Theorems::fin(const Loop& loop,
                                                                const Claim& claim) {
  std::vector<evidence::Leap::Bound> result;
  if (integers_ == IntegerModel::Machine) return result;
  const ir::Program& program = effects_.program();
  std::vector<Term> limits;
  for (std::size_t p = 0; p < claim.region.size(); ++p)
    for (Term atom : claim.region[p])
      for (VarId v : loop.kept(program, p)) {
        Term limit = domain::solution(terms_, atom, effects_.variable(v), 0);
        bool fixed = !limit.null() && std::ranges::none_of(variables_of(limit), [&](VarId used) {
          return loop.changed.contains(used);
        });
        if (!fixed) continue;
        for (Integer k : {0, 1, -1, 2, -2, 3, -3, 4, -4})
          limits.push_back(
              k == 0 ? limit : terms_.binary(Op::Add, limit, terms_.constant(limit.type(), k)));
      }
  std::map<VarId, std::vector<std::size_t>> places;
  for (std::size_t p = 0; p < claim.region.size(); ++p)
    for (VarId v : loop.kept(program, p))
      places[v].push_back(p);
  auto limit_of = [&](VarId v, const std::function<Term(Term)>& within) {
    for (Term limit : limits)
      if (limit.type() == program.variable(v).type
          && std::ranges::all_of(
              places[v], [&](std::size_t p) { return valid(claim.region[p], within(limit)); }))
        return limit;
    return Term();
  };
  for (const auto& [v, where] : places) {
    Type type = program.variable(v).type;
    if (type.is_bool() || (type.is_machine() && !type.is_signed())) continue;
    Term var = effects_.variable(v);
    Term low = limit_of(v, [&](Term t) { return terms_.le(t, var); });
    Term high = limit_of(v, [&](Term t) { return terms_.le(var, t); });
    if (low.null() || high.null()) return std::nullopt;
    result.push_back({v, low, high});
  }
  return result;
}

} // namespace kleene::engine::leap
