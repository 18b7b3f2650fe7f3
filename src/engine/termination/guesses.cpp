// SPDX-License-Identifier: Apache-2.0
#include "guesses.h"

#include "kleene/evidence/inductive.h"

#include <algorithm>
#include <set>

namespace kleene::engine::termination {
namespace {

constexpr std::size_t most_numbers = 8;
constexpr std::size_t most_variables = 10;
constexpr std::size_t most_guesses = 400;
constexpr std::size_t most_flags = 24;
constexpr std::size_t most_states = 10;
constexpr std::size_t most_comparisons = 16;
constexpr Integer beyond = 16; ///< how much a sum may become larger than it was at first

class Guesser {
public:
  Guesser(const evidence::Problem& problem, ir::ProcId f)
      : program_(problem.program),
        terms_(*program_.terms),
        model_(problem.integers),
        procedure_(program_.procedure(f)) {
    for (const ir::Edge& edge : procedure_.edges) {
      for (VarId v : ir::written_variables(edge.statement))
        note(v);
      for (Term t : ir::evaluated_terms(edge.statement))
        for_each_subterm(t, [&](Term s) {
          if (s.is_variable()) note(s.variable());
          if (s.is_constant() && s.type().is_integer() && numbers_.size() < most_numbers)
            numbers_.insert(s.value() < 0 ? -s.value() : s.value());
        });
    }
  }

  /// Between what the program has as numbers.
  void bound(const std::vector<VarId>& variables) {
    for (VarId v : variables) {
      Term value = variable(v);
      if (value.type().is_machine()) {
        Type type = value.type();
        result_.push_back(terms_.lt(value, terms_.constant(type, max_value(type))));
        result_.push_back(terms_.lt(terms_.constant(type, min_value(type)), value));
      }
      for (Integer n : numbers_)
        for (Integer signed_n : {n, -n}) {
          if (!value.type().is_math() && !fits(value.type(), signed_n)) continue;
          Term number = terms_.constant(value.type(), signed_n);
          result_.push_back(terms_.le(number, value));
          result_.push_back(terms_.le(value, number));
        }
    }
  }

  /// What was stored once is still there: the end of a string, for example.
  void stored() {
    for (const ir::Edge& edge : procedure_.edges) {
      const auto* assign = std::get_if<ir::Assign>(&edge.statement);
      if (assign == nullptr) continue;
      for (std::size_t i = 0; i < assign->targets.size(); ++i) {
        Term memory = assign->values[i];
        if (memory.op() != Op::Store || !memory.arg(2).is_constant()) continue;
        bool fits = std::ranges::all_of(variables_of(memory.arg(1)), [&](VarId v) {
          return program_.variable(v).type.is_integer();
        });
        if (!fits || result_.size() > most_guesses) continue;
        Term now = terms_.variable(assign->targets[i], Type::memory());
        result_.push_back(
            terms_.eq(terms_.load(memory.arg(2).type(), now, memory.arg(1)), memory.arg(2)));
      }
    }
  }

  /// a - b at least some number, for all values of both lists.
  void distances(const std::vector<Term>& as, const std::vector<Term>& bs) {
    Type wide = wide_type(model_);
    for (Term a : as)
      for (Term b : bs) {
        if (a == b) continue;
        Term distance =
            terms_.binary(Op::Sub, widened(terms_, model_, a), widened(terms_, model_, b));
        for (Integer n : numbers_)
          for (Integer signed_n : {n, -n})
            result_.push_back(terms_.le(terms_.constant(wide, signed_n), distance));
      }
  }

  Term variable(VarId v) const { return terms_.variable(v, program_.variable(v).type); }
  Term at_entry(VarId v) const {
    return terms_.variable(evidence::entry_copy(program_, v), program_.variable(v).type);
  }
  /// Integers that the procedure uses, of this list.
  std::vector<VarId> used(const std::vector<VarId>& list) const {
    std::vector<VarId> result;
    for (VarId v : list)
      if (used_.contains(v) && result.size() < most_variables) result.push_back(v);
    return result;
  }
  const ir::Procedure& procedure() const { return procedure_; }
  std::vector<Term> take() { return std::move(result_); }

private:
  void note(VarId v) {
    const ir::Variable& variable = program_.variable(v);
    if (variable.type.is_integer() && !variable.temporary) used_.insert(v);
  }

  const ir::Program& program_;
  TermManager& terms_;
  IntegerModel model_;
  const ir::Procedure& procedure_;
  std::set<VarId> used_;
  std::set<Integer> numbers_{0, 1};
  std::vector<Term> result_;
};

} // namespace

Type wide_type(IntegerModel model) {
  return model == IntegerModel::Math ? Type::integer() : Type::machine(64, true);
}

Term widened(TermManager& terms, IntegerModel model, Term t) {
  Type wide = wide_type(model);
  if (t.type() == wide) return t;
  if (t.is_constant()) return terms.constant(wide, t.value());
  return terms.cast(wide, t);
}

std::vector<Term> head_guesses(const evidence::Problem& problem, ir::ProcId f) {
  Guesser guesser(problem, f);
  const ir::Procedure& p = guesser.procedure();
  std::vector<VarId> variables = p.locals;
  for (const auto* list : {&p.parameters, &p.returns, &problem.program.globals})
    variables.insert(variables.end(), list->begin(), list->end());
  guesser.bound(guesser.used(variables));
  guesser.stored();
  return guesser.take();
}

std::vector<VarId> used_integers(const evidence::Problem& problem, ir::ProcId f) {
  Guesser guesser(problem, f);
  const ir::Procedure& p = guesser.procedure();
  std::vector<VarId> variables = p.locals;
  for (const auto* list : {&p.parameters, &p.returns, &problem.program.globals})
    variables.insert(variables.end(), list->begin(), list->end());
  return guesser.used(variables);
}

std::vector<Term> sums_within(TermManager& terms, const std::vector<Box>& boxes) {
  std::vector<Term> result;
  auto times = [&](Integer factor, Term t) {
    Term once = factor == 1 || factor == -1 ? t : terms.binary(Op::Add, t, t);
    return factor > 0 ? once : terms.unary(Op::Neg, once);
  };
  auto add = [&](Term sum, Integer largest) {
    for (Integer more : {Integer(0), beyond})
      result.push_back(terms.le(sum, terms.constant(sum.type(), largest + more)));
  };
  auto top = [](Integer factor, const Box& box) {
    return factor * (factor > 0 ? box.largest : box.least);
  };
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    for (Integer a : {1, -1})
      add(times(a, boxes[i].value), top(a, boxes[i]));
    for (std::size_t k = 0; k < i; ++k)
      for (Integer a : {1, 2, -1, -2})
        for (Integer b : {1, 2, -1, -2}) {
          if (a == b && (a == 2 || a == -2)) continue;
          if (a == -b && (a == 2 || a == -2)) continue;
          add(terms.binary(Op::Add, times(a, boxes[i].value), times(b, boxes[k].value)),
              top(a, boxes[i]) + top(b, boxes[k]));
        }
  }
  return result;
}

std::vector<Term> flag_guesses(const evidence::Problem& problem, ir::ProcId f, bool at_entry) {
  const ir::Program& program = problem.program;
  const ir::Procedure& p = program.procedure(f);
  std::vector<VarId> variables = program.globals;
  variables.insert(variables.end(), p.parameters.begin(), p.parameters.end());
  if (!at_entry) variables.insert(variables.end(), p.locals.begin(), p.locals.end());
  std::vector<Term> result;
  for (VarId v : variables) {
    if (!program.variable(v).type.is_bool() || result.size() >= 2 * most_flags) continue;
    Term flag = program.terms->variable(v, Type::boolean());
    result.insert(result.end(), {flag, program.terms->negate(flag)});
  }
  return result;
}

std::vector<Term> guesses_by_case(const evidence::Problem& problem, ir::ProcId f) {
  const ir::Program& program = problem.program;
  TermManager& terms = *program.terms;
  std::vector<Term> states;
  std::vector<Term> comparisons;
  std::vector<Term> flags;
  auto note = [](std::vector<Term>& list, Term t, std::size_t most) {
    if (list.size() < most && std::ranges::find(list, t) == list.end()) list.push_back(t);
  };
  std::set<VarId> chosen;
  for (const ir::Edge& edge : program.procedure(f).edges)
    if (const auto* havoc = std::get_if<ir::Havoc>(&edge.statement))
      chosen.insert(havoc->variables.begin(), havoc->variables.end());
  auto look_at = [&](Term t) {
    if (t.is_variable() && t.type().is_bool() && !chosen.contains(t.variable())) {
      for (std::vector<Term>* list : {&states, &flags}) {
        note(*list, t, most_states);
        note(*list, terms.negate(t), most_states);
      }
    }
    if (t.op() != Op::Lt && t.op() != Op::Le && t.op() != Op::Eq) return;
    std::vector<VarId> inside = variables_of(t);
    bool fits = !inside.empty() && t.arg(0).type().is_integer()
                && std::ranges::none_of(inside, [&](VarId v) {
                     return program.variable(v).temporary || program.variable(v).type.is_memory();
                   });
    if (!fits) return;
    bool constant = t.arg(0).is_constant() || t.arg(1).is_constant();
    if (t.op() == Op::Eq && constant) note(states, t, most_states);
    for (Term side : {t, terms.negate(t)})
      note(comparisons, side, most_comparisons);
  };
  for (const ir::Edge& edge : program.procedure(f).edges)
    for (Term t : ir::evaluated_terms(edge.statement))
      for_each_subterm(t, look_at);
  std::vector<Term> result;
  comparisons.insert(comparisons.end(), flags.begin(), flags.end());
  for (Term state : states)
    for (Term comparison : comparisons)
      if (comparison != state && comparison != terms.negate(state))
        result.push_back(terms.disj(terms.negate(state), comparison));
  return result;
}

std::vector<Term> exit_guesses(const evidence::Problem& problem, ir::ProcId f) {
  Guesser guesser(problem, f);
  const ir::Procedure& p = guesser.procedure();
  std::vector<Term> before;
  std::vector<Term> after;
  for (VarId v : guesser.used(p.parameters))
    before.push_back(guesser.at_entry(v));
  for (VarId v : p.returns)
    if (problem.program.variable(v).type.is_integer()) after.push_back(guesser.variable(v));
  guesser.distances(after, before);
  guesser.distances(before, after);
  return guesser.take();
}

} // namespace kleene::engine::termination
