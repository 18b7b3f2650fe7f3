// SPDX-License-Identifier: Apache-2.0
#include "kleene/engine/k_induction/contracts.h"

#include "kleene/evidence/inductive.h"

#include <algorithm>

namespace kleene::engine::k_induction {
namespace {

/// Formulas that are too large to be repeated at every call are not stated.
constexpr std::size_t largest_formula = 5000;

std::size_t size_of(Term t) {
  std::size_t result = 0;
  for_each_subterm(t, [&](Term) { ++result; });
  return result;
}

class ExactContract {
public:
  ExactContract(const evidence::Problem& problem, ir::ProcId f)
      : program_(problem.program), terms_(*program_.terms), procedure_(program_.procedure(f)) {
    for (const auto* list : {&program_.globals, &procedure_.parameters})
      for (VarId v : *list)
        to_exit_[v] = terms_.variable(evidence::entry_copy(program_, v), program_.variable(v).type);
  }

  Term required(const Unfolded& ways) {
    std::vector<Term> parts;
    for (const Danger& danger : ways.dangers)
      if (known(danger.condition) && size_of(danger.condition) <= largest_formula)
        parts.push_back(terms_.negate(danger.condition));
    return terms_.conj(std::move(parts));
  }

  Term ensured(const Unfolded& ways) {
    if (ways.exits.empty()) return terms_.truth(false);
    const Arrival& exit = ways.exits.front();
    for (VarId v : outputs(exit.state))
      see_through(exit.state.value(program_, v), v);
    Substitution close(terms_, to_exit_);
    std::vector<Term> parts;
    auto add = [&](Term before, Term part) {
      if (known(before) && size_of(part) <= largest_formula) parts.push_back(part);
    };
    for (Term condition : exit.path.conditions())
      add(condition, close(condition));
    for (VarId v : outputs(exit.state)) {
      Term value = exit.state.value(program_, v);
      if (!value.type().is_memory()) add(value, terms_.eq(var(v), close(value)));
    }
    return terms_.conj(std::move(parts));
  }

private:
  Term var(VarId v) { return terms_.variable(v, program_.variable(v).type); }

  /// Is every variable of the term one that the caller knows, before or after the call?
  bool known(Term t) const {
    return std::ranges::all_of(variables_of(t), [&](VarId v) { return to_exit_.contains(v); });
  }

  std::vector<VarId> outputs(const symbolic::State& state) const {
    std::vector<VarId> result = procedure_.returns;
    for (VarId g : program_.globals)
      if (state.values().contains(g)) result.push_back(g);
    return result;
  }

  /// A value that came into being inside and is given back is known by the variable that has it.
  void see_through(Term value, VarId output) {
    if (value.is_variable() && !value.type().is_memory())
      to_exit_.try_emplace(value.variable(), var(output));
  }

  const ir::Program& program_;
  TermManager& terms_;
  const ir::Procedure& procedure_;
  std::unordered_map<VarId, Term> to_exit_; ///< values, as they are called at the exit
};

} // namespace

Contract contract_of_facts(const evidence::Problem& problem,
                           ir::ProcId f,
                           const std::vector<analysis::Facts>& facts) {
  const ir::Program& program = problem.program;
  const ir::Procedure& p = program.procedure(f);
  analysis::Facts at_entry = facts[p.entry.index()];
  analysis::Facts at_exit = facts[p.exit.index()];
  auto keep = [&](analysis::Facts& known, const std::vector<VarId>& own) {
    known.keep([&](VarId v) {
      return !program.variable(v).owner.valid() || std::ranges::find(own, v) != own.end();
    });
  };
  keep(at_entry, p.parameters);
  keep(at_exit, p.returns);
  return {analysis::formula(program, problem.integers, at_entry),
          analysis::formula(program, problem.integers, at_exit),
          facts[p.entry.index()].reachable};
}

Contract exact_contract(const evidence::Problem& problem,
                        ir::ProcId f,
                        const Contract& of_facts,
                        Unfolder& unfolder) {
  TermManager& terms = *problem.program.terms;
  Unfolded ways = unfolder.unfold(
      f, problem.program.procedure(f).entry, unfolder.at_entry(), 1, [&](ir::LocId) {
        return terms.truth(true);
      });
  ExactContract exact(problem, f);
  Term required = exact.required(ways);
  return {terms.conj(of_facts.required, required), exact.ensured(ways), of_facts.called};
}

} // namespace kleene::engine::k_induction
