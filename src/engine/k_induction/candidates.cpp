// SPDX-License-Identifier: Apache-2.0
#include "kleene/engine/k_induction/candidates.h"

#include "kleene/evidence/inductive.h"

#include <algorithm>
#include <set>

namespace kleene::engine::k_induction {
namespace {

constexpr std::size_t most_in_pairs = 10;
constexpr std::size_t most_in_triples = 6;
constexpr std::size_t most_factors = 4;
constexpr std::size_t most_numbers = 8;

class Guesses {
public:
  Guesses(const evidence::Problem& problem, ir::ProcId f)
      : program_(problem.program), terms_(*program_.terms), procedure_(program_.procedure(f)) {
    for (const ir::Edge& edge : procedure_.edges) {
      for (VarId v : ir::written_variables(edge.statement))
        used_.insert(v);
      for (Term t : ir::evaluated_terms(edge.statement))
        look_at(t);
    }
    is_start_ = f == program_.entry;
  }

  void add_facts(const std::vector<Term>& parts) {
    for (Term part : parts)
      add(part);
  }

  void relate_variables(const std::vector<VarId>& variables) {
    std::vector<Term> values;
    for (VarId v : variables)
      if (interesting(v)) values.push_back(terms_.variable(v, program_.variable(v).type));
    relate(values);
    if (is_start_) return;
    for (VarId v : inputs())
      for (Term value : values)
        if (value.type() == program_.variable(v).type) compare(value, entry_copy(v));
  }

  void relate_parameters() {
    std::vector<Term> values;
    for (VarId v : procedure_.parameters)
      if (interesting(v)) values.push_back(terms_.variable(v, program_.variable(v).type));
    relate(values);
  }

  /// Conditions of branches over these variables, and what is a little weaker.
  void add_conditions(const std::vector<VarId>& variables) {
    std::set<VarId> allowed(variables.begin(), variables.end());
    for (Term t : conditions_) {
      if (!std::ranges::all_of(variables_of(t), [&](VarId v) { return allowed.contains(v); }))
        continue;
      add(t);
      add(terms_.negate(t));
      if (t.op() != Op::Lt) continue;
      add(terms_.le(t.arg(0), t.arg(1)));
      add(terms_.le(t.arg(1), t.arg(0)));
    }
  }

  /// Zero, one, and what the program compares with, as bounds.
  void bound(const std::vector<VarId>& variables) {
    std::set<Integer> numbers{0, 1};
    for (const ir::Procedure& p : program_.procedures)
      for (const ir::Edge& edge : p.edges)
        for (Term t : ir::evaluated_terms(edge.statement))
          for_each_subterm(t, [&](Term s) {
            if (s.op() != Op::Lt && s.op() != Op::Le && s.op() != Op::Eq) return;
            for (Term side : s.args())
              if (side.is_constant() && numbers.size() < most_numbers) numbers.insert(side.value());
          });
    for (VarId v : variables) {
      if (!interesting(v)) continue;
      Term value = terms_.variable(v, program_.variable(v).type);
      for (Integer n : numbers) {
        if (!fits(value.type(), n)) continue;
        add(terms_.le(terms_.constant(value.type(), n), value));
        add(terms_.le(value, terms_.constant(value.type(), n)));
      }
    }
  }

  std::vector<VarId> inputs() const {
    std::vector<VarId> result;
    for (const auto* list : {&procedure_.parameters, &program_.globals})
      std::ranges::copy_if(
          *list, std::back_inserter(result), [&](VarId v) { return interesting(v); });
    return result;
  }

  std::vector<Term> take() { return std::move(guesses_); }

private:
  bool interesting(VarId v) const {
    const ir::Variable& variable = program_.variable(v);
    return variable.type.is_integer() && !variable.temporary && used_.contains(v);
  }

  Term entry_copy(VarId v) {
    return terms_.variable(evidence::entry_copy(program_, v), program_.variable(v).type);
  }

  void look_at(Term t) {
    for_each_subterm(t, [&](Term s) {
      if (s.is_variable()) used_.insert(s.variable());
      bool compares = s.op() == Op::Lt || s.op() == Op::Le || s.op() == Op::Eq;
      if (compares && !variables_of(s).empty() && !reads_memory(s)) conditions_.insert(s);
      if (s.op() == Op::Add && s.arg(1).is_constant() && s.arg(1).value() > 1
          && factors_.size() < most_factors)
        factors_.insert(s.arg(1).value());
    });
  }

  static bool reads_memory(Term t) {
    bool result = false;
    for_each_subterm(t, [&](Term s) { result |= s.type().is_memory(); });
    return result;
  }

  void add(Term t) {
    if (!t.is_true() && seen_.insert(t).second) guesses_.push_back(t);
  }

  void compare(Term x, Term y) {
    add(terms_.eq(x, y));
    add(terms_.le(x, y));
    add(terms_.le(y, x));
  }

  void relate(std::vector<Term> values) {
    if (values.size() > most_in_pairs) values.resize(most_in_pairs);
    for (std::size_t i = 0; i < values.size(); ++i)
      for (std::size_t j = 0; j < values.size(); ++j) {
        if (i == j || values[i].type() != values[j].type()) continue;
        if (i < j) compare(values[i], values[j]);
        for (Integer factor : factors_)
          if (fits(values[i].type(), factor))
            add(terms_.eq(
                values[i],
                terms_.binary(Op::Mul, terms_.constant(values[i].type(), factor), values[j])));
        if (values.size() > most_in_triples) continue;
        for (std::size_t k = 0; i < j && k < values.size(); ++k)
          if (k != i && k != j && values[k].type() == values[i].type())
            add(terms_.eq(values[k], terms_.binary(Op::Add, values[i], values[j])));
      }
  }

  const ir::Program& program_;
  TermManager& terms_;
  const ir::Procedure& procedure_;
  bool is_start_ = false;
  std::set<VarId> used_;
  struct ById {
    bool operator()(Term a, Term b) const { return a.id() < b.id(); }
  };
  std::set<Term, ById> conditions_;
  std::set<Integer> factors_;
  std::set<Term, ById> seen_;
  std::vector<Term> guesses_;
};

std::vector<Term> parts_of(const evidence::Problem& problem, const analysis::Facts& facts) {
  Term formula = analysis::formula(problem.program, problem.integers, facts);
  return formula.op() == Op::And ? formula.args() : std::vector<Term>{formula};
}

} // namespace

std::vector<Term>
head_candidates(const evidence::Problem& problem, ir::ProcId f, const analysis::Facts& facts) {
  const ir::Procedure& p = problem.program.procedure(f);
  Guesses guesses(problem, f);
  guesses.add_facts(parts_of(problem, facts));
  std::vector<VarId> variables = p.locals;
  for (const auto* list : {&p.parameters, &p.returns, &problem.program.globals})
    variables.insert(variables.end(), list->begin(), list->end());
  guesses.add_conditions(variables);
  guesses.relate_variables(variables);
  return guesses.take();
}

std::vector<Term> exit_candidates(const evidence::Problem& problem,
                                  ir::ProcId f,
                                  const analysis::Facts& facts,
                                  bool recursive) {
  const ir::Procedure& p = problem.program.procedure(f);
  Guesses guesses(problem, f);
  analysis::Facts visible = facts;
  visible.keep([&](VarId v) {
    return !problem.program.variable(v).owner.valid()
           || std::ranges::find(p.returns, v) != p.returns.end();
  });
  guesses.add_facts(parts_of(problem, visible));
  std::vector<VarId> variables = p.returns;
  variables.insert(variables.end(), problem.program.globals.begin(), problem.program.globals.end());
  guesses.relate_variables(variables);
  if (recursive) guesses.bound(p.returns);
  return guesses.take();
}

std::vector<Term> entry_candidates(const evidence::Problem& problem, ir::ProcId f) {
  const ir::Procedure& p = problem.program.procedure(f);
  Guesses guesses(problem, f);
  guesses.add_conditions(p.parameters);
  guesses.relate_parameters();
  guesses.bound(p.parameters);
  return guesses.take();
}

} // namespace kleene::engine::k_induction
