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

  /// Of a region whose cells are changed one by one.
  std::map<VarId, Term> cells(const Unfolded& ways, Term parameter) {
    std::map<VarId, Term> result;
    if (ways.exits.empty()) return result;
    const Arrival& exit = ways.exits.front();
    Substitution close(terms_, to_exit_);
    for (VarId v : outputs(exit.state)) {
      std::optional<Type> cell = program_.variable(v).cell;
      Term memory = exit.state.value(program_, v);
      if (!cell || !memory.type().is_memory()) continue;
      steps_ = 0;
      Term value = cell_at(memory, parameter, *cell);
      if (value.null() || !known_but(value, parameter) || size_of(value) > largest_formula)
        continue;
      result[v] = terms_.eq(terms_.load(*cell, var(v), parameter), close(value));
    }
    return result;
  }

private:
  /// What the memory holds there; null if that cannot be said.
  Term cell_at(Term memory, Term address, Type cell) {
    constexpr std::size_t most_steps = 64;
    if (++steps_ > most_steps) return {};
    switch (memory.op()) {
    case Op::Variable:
      return terms_.load(cell, memory, address);
    case Op::Store: {
      if (memory.arg(2).type().bytes() != cell.bytes()) return {};
      Term below = cell_at(memory.arg(0), address, cell);
      if (below.null()) return {};
      return terms_.ite(terms_.eq(memory.arg(1), address), terms_.cast(cell, memory.arg(2)), below);
    }
    case Op::Ite: {
      Term first = cell_at(memory.arg(1), address, cell);
      Term second = cell_at(memory.arg(2), address, cell);
      if (first.null() || second.null()) return {};
      return terms_.ite(memory.arg(0), first, second);
    }
    default:
      return {};
    }
  }

  bool known_but(Term t, Term parameter) const {
    return std::ranges::all_of(variables_of(t), [&](VarId v) {
      return v == parameter.variable() || to_exit_.contains(v);
    });
  }

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
  std::size_t steps_ = 0;
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
                        Unfolder& unfolder,
                        Term parameter) {
  TermManager& terms = *problem.program.terms;
  Unfolded ways = unfolder.unfold(
      f, problem.program.procedure(f).entry, unfolder.at_entry(), 1, [&](ir::LocId) {
        return terms.truth(true);
      });
  ExactContract exact(problem, f);
  Term required = exact.required(ways);
  Contract result{terms.conj(of_facts.required, required), exact.ensured(ways), of_facts.called};
  if (!parameter.null()) result.cells = exact.cells(ways, parameter);
  return result;
}

std::vector<AccessedPlace> accessed_places(const ir::Program& program) {
  constexpr std::size_t most = 8;
  std::map<VarId, std::vector<Term>> places;
  auto look_at = [&](Term memory, Term address) {
    while (memory.op() == Op::Store)
      memory = memory.arg(0);
    bool read = false;
    for_each_subterm(address, [&](Term s) { read |= s.type().is_memory(); });
    if (!memory.is_variable() || read || address.is_constant()) return;
    std::vector<Term>& list = places[memory.variable()];
    if (list.size() < most && std::ranges::find(list, address) == list.end())
      list.push_back(address);
  };
  for (const ir::Procedure& p : program.procedures)
    for (const ir::Edge& edge : p.edges)
      for (Term t : ir::evaluated_terms(edge.statement))
        for_each_subterm(t, [&](Term s) {
          if (s.op() == Op::Load || s.op() == Op::Store) look_at(s.arg(0), s.arg(1));
        });
  std::vector<AccessedPlace> result;
  for (const auto& [region, list] : places)
    for (Term address : list)
      result.push_back({region, address});
  return result;
}

} // namespace kleene::engine::k_induction
