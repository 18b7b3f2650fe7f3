// SPDX-License-Identifier: Apache-2.0
#include "facts.h"

#include "kleene/domain/atoms.h"

#include <algorithm>

namespace kleene::engine::leap {
namespace {

/// A comparison with the least or greatest value of a type: says nothing about a chosen value.
bool is_range_of_type(Term t) {
  while (t.op() == Op::Not)
    t = t.arg(0);
  if (t.op() != Op::Le && t.op() != Op::Lt) return false;
  return std::ranges::any_of(t.args(), [](Term side) {
    return side.is_constant() && side.type().is_machine()
           && (side.value() == min_value(side.type()) || side.value() == max_value(side.type()));
  });
}

/// Names for the values that a chain made up, as terms over the variables of the program.
class Names {
public:
  Names(const Effect& chain, Effects& effects) : effects_(effects), terms_(effects.terms()) {
    for (const auto& [v, value] : chain.after.values()) {
      if (!visible(chain, v)) continue;
      bool fresh = value.is_variable() && !names_.contains(value.variable());
      if (fresh)
        names_[value.variable()] = effects.variable(v);
      else
        equations_.emplace_back(v, value);
    }
    for (const auto& [v, value] : equations_)
      solve(v, value);
  }

  Term operator()(Term t) const { return Substitution(terms_, names_)(t); }

  /// What the variables are that have no name of their own.
  std::vector<Term> equations() const {
    std::vector<Term> result;
    for (const auto& [v, value] : equations_)
      result.push_back(terms_.eq(effects_.variable(v), (*this)(value)));
    return result;
  }

private:
  bool visible(const Effect& chain, VarId v) const {
    const ir::Variable& variable = effects_.program().variable(v);
    bool alive = !variable.owner.valid() || variable.owner == chain.end.procedure
                 || std::ranges::any_of(chain.end.frames, [&](const OpenCall& f) {
                      return f.caller == variable.owner;
                    });
    return alive && is_scalar(variable.type);
  }

  void solve(VarId v, Term value) {
    Term equation = terms_.eq(effects_.variable(v), (*this)(value));
    for (VarId used : variables_of(equation)) {
      if (effects_.is_program_variable(used) || names_.contains(used)) continue;
      Term open = terms_.variable(used, equation.arg(0).type());
      Term solved = domain::solution(terms_, equation, open, 0);
      if (solved.null()) continue;
      names_[used] = solved;
      for (auto& [name, term] : names_)
        term = Substitution(terms_, {{used, solved}})(term);
      return;
    }
  }

  Effects& effects_;
  TermManager& terms_;
  std::unordered_map<VarId, Term> names_;
  std::vector<std::pair<VarId, Term>> equations_;
};

} // namespace

Term tidy(symbolic::Simplifier& simplifier, Term root) {
  std::unordered_map<Term, Term> done;
  for_each_subterm(root, [&](Term t) {
    std::vector<Term> args;
    for (Term a : t.args())
      args.push_back(done.at(a));
    done[t] = args.empty() ? t : simplifier.rebuild(t, args);
  });
  return done.at(root);
}

bool mentions(const Effect& effect, Term t) {
  std::vector<VarId> used = variables_of(t);
  return std::ranges::any_of(
      effect.unknowns, [&](Term u) { return std::ranges::find(used, u.variable()) != used.end(); });
}

std::vector<Term> conjuncts(TermManager& terms, const std::vector<Term>& formulas) {
  std::vector<Term> result;
  std::vector<Term> work(formulas.rbegin(), formulas.rend());
  while (!work.empty()) {
    Term t = work.back();
    work.pop_back();
    bool negated_or = t.op() == Op::Not && t.arg(0).op() == Op::Or;
    if (t.op() == Op::And || negated_or) {
      std::vector<Term> parts = negated_or ? t.arg(0).args() : t.args();
      for (auto p = parts.rbegin(); p != parts.rend(); ++p)
        work.push_back(negated_or ? terms.negate(*p) : *p);
    } else if (!t.is_true() && std::ranges::find(result, t) == result.end()) {
      result.push_back(t);
    }
  }
  return result;
}

Facts facts_at(const Effect& chain, Effects& effects, IntegerModel integers) {
  TermManager& terms = effects.terms();
  Names name(chain, effects);
  std::vector<Term> all = name.equations();
  for (Term t : together(chain))
    all.push_back(name(t));
  Facts facts;
  symbolic::Simplifier simplifier(terms, integers);
  for (Term t : conjuncts(terms, all)) {
    bool known = std::ranges::all_of(variables_of(t),
                                     [&](VarId v) { return effects.is_program_variable(v); });
    if (!known) {
      facts.complete = false;
      continue;
    }
    Term simple = tidy(simplifier, t);
    if (domain::normal_atom(terms, simple, integers).atom.is_constant()) continue;
    (is_range_of_type(simple) ? facts.ranges : facts.known).push_back(simple);
  }
  return facts;
}

Effect anywhere(Effects& effects,
                Spot at,
                const std::function<bool(VarId)>& chosen,
                std::vector<std::pair<VarId, Term>>& free) {
  TermManager& terms = effects.terms();
  Effect effect;
  effect.end = std::move(at);
  for (std::size_t i = 0; i < effects.program().variables.size(); ++i) {
    Type type = effects.program().variables[i].type;
    if (!is_scalar(type)) continue;
    Term value = effects.fresh()(type);
    effect.after.set(VarId(i), value);
    if (!chosen(VarId(i))) {
      effect.unknowns.push_back(value);
      continue;
    }
    free.emplace_back(VarId(i), value);
    if (!type.is_machine() || !type.is_signed()) continue;
    effect.conditions.push_back(terms.le(terms.constant(type, min_value(type)), value));
    effect.conditions.push_back(terms.le(value, terms.constant(type, max_value(type))));
  }
  return effect;
}

} // namespace kleene::engine::leap
