// SPDX-License-Identifier: Apache-2.0
#include "kleene/engine/k_induction/candidates.h"

#include "kleene/evidence/inductive.h"
#include "kleene/evidence/object_program.h"
#include "kleene/logic/floats.h"

#include <algorithm>
#include <set>

namespace kleene::engine::k_induction {
namespace {

constexpr std::size_t most_in_pairs = 10;
constexpr std::size_t most_in_triples = 6;
constexpr std::size_t most_factors = 4;
constexpr std::size_t most_numbers = 8;
constexpr std::size_t most_objects = 4;

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
    relate_floats(variables);
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
      if (t.op() == op(FloatOp::Lt)) add(floating(terms_, FloatOp::Le, t.arg(0), t.arg(1)));
      if (t.op() != Op::Lt) continue;
      add(terms_.le(t.arg(0), t.arg(1)));
      add(terms_.le(t.arg(1), t.arg(0)));
    }
  }

  /// What was assigned may still be so. Only where objects are remembered, whose sizes are computed somewhere.
  void add_assignments(const std::vector<VarId>& variables) {
    if (evidence::remembered_objects(program_).empty()) return;
    std::set<VarId> allowed(variables.begin(), variables.end());
    for (const ir::Edge& edge : procedure_.edges) {
      const auto* assign = std::get_if<ir::Assign>(&edge.statement);
      if (assign == nullptr) continue;
      for (std::size_t i = 0; i < assign->targets.size(); ++i) {
        Term value = assign->values[i];
        std::vector<VarId> inside = variables_of(value);
        bool fits = value.type().is_integer() && !value.is_constant() && !reads_memory(value)
                    && std::ranges::find(inside, assign->targets[i]) == inside.end()
                    && std::ranges::all_of(inside, [&](VarId v) { return allowed.contains(v); });
        if (fits) add(terms_.eq(terms_.variable(assign->targets[i], value.type()), value));
      }
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

  /// Where pointers lie in the objects that the program remembers, and how many elements these have.
  void relate_objects(const std::vector<VarId>& variables) {
    Type pointer = program_.pointer_type();
    std::vector<evidence::RememberedObject> objects = evidence::remembered_objects(program_);
    if (objects.size() > most_objects) objects.resize(most_objects);
    std::set<VarId> ours;
    for (const evidence::RememberedObject& o : objects)
      ours.insert({o.base, o.size, o.live});
    for (const evidence::RememberedObject& o : objects) {
      Term base = terms_.variable(o.base, pointer);
      Term size = terms_.variable(o.size, pointer);
      Term live = terms_.variable(o.live, Type::boolean());
      Term end = terms_.binary(Op::PtrAdd, base, size);
      for (Term t : {live, terms_.negate(live), terms_.le(base, end)})
        add(t);
      add_terminator(o.region, end);
      for (const evidence::RememberedObject& other : objects)
        if (other.base < o.base) add(terms_.ne(base, terms_.variable(other.base, pointer)));
      std::size_t related = 0;
      for (VarId v : variables) {
        const ir::Variable& variable = program_.variable(v);
        if (!variable.type.is_machine() || ours.contains(v) || !used_.contains(v)) continue;
        if (++related > most_in_pairs) break;
        Term value = terms_.variable(v, variable.type);
        if (variable.type == pointer) {
          add(terms_.le(base, value));
          add(terms_.le(value, end));
          add(terms_.lt(value, end));
          compare(value, base);
          relate_rest(variables, value, end);
        }
        for (int factor : {1, 4}) {
          Term bytes =
              terms_.binary(Op::Mul, terms_.cast(pointer, value), terms_.constant(pointer, factor));
          add(terms_.le(bytes, size));
        }
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
      bool floats = is_float(s.op());
      for (Term a : s.args())
        if (floats && a.is_variable() && is_float_pattern(a.type())) floats_.insert(a.variable());
      bool compares = s.op() == Op::Lt || s.op() == Op::Le || s.op() == Op::Eq
                      || (floats && s.type().is_bool());
      if (compares && !variables_of(s).empty() && !reads_memory(s)) conditions_.insert(s);
      if (s.op() == Op::Add && s.arg(1).is_constant() && s.arg(1).value() > 1
          && factors_.size() < most_factors)
        factors_.insert(s.arg(1).value());
    });
  }

  /// Which of two numbers is not the larger one; neither is NaN then.
  void relate_floats(const std::vector<VarId>& variables) {
    constexpr std::size_t most = 6;
    std::vector<Term> values;
    for (VarId v : variables)
      if (floats_.contains(v) && values.size() < most)
        values.push_back(terms_.variable(v, program_.variable(v).type));
    for (Term x : values)
      for (Term y : values)
        if (x != y && x.type() == y.type()) add(floating(terms_, FloatOp::Le, x, y));
  }

  /// A pointer that moves on while a number of bytes goes down.
  void relate_rest(const std::vector<VarId>& variables, Term value, Term end) {
    std::size_t related = 0;
    for (VarId v : variables) {
      bool fits =
          program_.variable(v).type == value.type() && v != value.variable() && interesting(v);
      if (!fits) continue;
      if (++related > most_in_triples) break;
      Term number = terms_.variable(v, value.type());
      add(terms_.le(number, terms_.binary(Op::Sub, end, value)));
    }
  }

  /// The last byte is zero.
  void add_terminator(VarId region, Term end) {
    constexpr unsigned byte = 8;
    std::optional<Type> cell = program_.variable(region).cell;
    if (!cell || cell->width() != byte) return;
    Term last = terms_.binary(Op::Sub, end, terms_.constant(end.type(), 1));
    Term load = terms_.load(*cell, terms_.variable(region, Type::memory()), last);
    add(terms_.eq(load, terms_.constant(*cell, 0)));
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
  std::set<VarId> floats_; ///< operands of operators on floats
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
  guesses.relate_objects(variables);
  guesses.add_assignments(variables);
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
  guesses.relate_objects(p.returns);
  if (recursive) guesses.bound(p.returns);
  return guesses.take();
}

std::vector<Term> entry_candidates(const evidence::Problem& problem, ir::ProcId f) {
  const ir::Procedure& p = problem.program.procedure(f);
  Guesses guesses(problem, f);
  guesses.add_conditions(p.parameters);
  guesses.relate_parameters();
  guesses.relate_objects(p.parameters);
  guesses.bound(p.parameters);
  return guesses.take();
}

} // namespace kleene::engine::k_induction
