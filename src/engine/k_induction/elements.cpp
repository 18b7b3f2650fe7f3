// SPDX-License-Identifier: Apache-2.0
#include "kleene/engine/k_induction/elements.h"

#include "kleene/evidence/inductive.h"
#include "kleene/logic/substitute.h"

#include <algorithm>
#include <unordered_set>

#include "flags.h"

namespace kleene::engine::k_induction {
namespace {

constexpr std::size_t most_types = 2;
constexpr std::size_t most_properties = 16;
constexpr std::size_t most_bounds = 6;

/// Visits the offsets in the addresses of a term: what is added to pointers.
void for_each_offset(Term t, const std::function<void(Term)>& visit) {
  for_each_subterm(t, [&](Term s) {
    if (s.op() == Op::PtrAdd) visit(s.arg(1));
  });
}

/// What is computed with before it becomes a number of bytes: the largest terms of one type.
void for_each_index(Term offset, Type type, const std::function<void(Term)>& visit) {
  if (offset.type() == type && !offset.is_constant())
    visit(offset);
  else
    for (Term part : offset.args())
      for_each_index(part, type, visit);
}

std::vector<VarId> integer_variables(Term t) {
  std::vector<VarId> result;
  for_each_subterm(t, [&](Term s) {
    if (s.is_variable() && s.type().is_integer()) result.push_back(s.variable());
  });
  return result;
}

class Elements {
public:
  Elements(const ir::Program& program, const ir::Procedure& procedure, const Cut& cut, Type type)
      : program_(program), terms_(*program.terms), procedure_(procedure), cut_(cut), type_(type) {}

  ElementGuesses guess(Term parameter) {
    for_each_term([&](Term t) { look_at(t); });
    if (index_variables_.empty()) return {};
    for (const symbolic::Block& block : cut_.blocks)
      for (const auto& [variable, value] : block.after.values())
        if (value.type().is_memory())
          stores(value, terms_.truth(true));
        else if (value.is_constant() && value.type() == type_
                 && index_variables_.contains(variable))
          add(lower_, value);
    for_each_term([&](Term t) { conditions(t); });
    ElementGuesses result{
        {}, ranges(parameter), flags(program_, cut_, index_variables_), indices_, {}};
    for (const Property& p : properties_) {
      Substitution put(terms_);
      put.add(p.index, parameter);
      Term property = put(p.formula);
      auto said = [&](Term t) {
        return std::ranges::find(result.properties, t) != result.properties.end();
      };
      if (!said(property) && !said(mirror(property))) result.properties.push_back(property);
    }
    return result;
  }

private:
  /// What may hold of an element, said with an index variable.
  struct Property {
    VarId index;
    Term formula;
    bool operator==(const Property&) const = default;
  };

  void for_each_term(const std::function<void(Term)>& visit) const {
    for (const symbolic::Block& block : cut_.blocks) {
      visit(block.condition);
      for (const auto& [variable, value] : block.after.values())
        visit(value);
    }
    for (const ir::Edge& edge : procedure_.edges)
      if (const auto* call = std::get_if<ir::Call>(&edge.statement))
        for (Term argument : call->arguments)
          visit(argument);
  }

  static void add(std::vector<Term>& list, Term t) {
    if (std::ranges::find(list, t) == list.end() && list.size() < most_bounds) list.push_back(t);
  }

  /// Only of variables that the program has.
  bool sayable(Term t) const { return is_of_program(program_, t); }

  void look_at(Term t) {
    for_each_offset(t, [&](Term offset) {
      for_each_index(offset, type_, [&](Term index) {
        if (!sayable(index)) return;
        add(indices_, index);
        for (VarId v : integer_variables(index))
          index_variables_.insert(v);
      });
    });
  }

  /// The one index variable that addresses in the term are computed from; invalid if there are more.
  VarId index_of(Term t) const {
    std::set<VarId> found;
    for_each_offset(t, [&](Term offset) {
      for (VarId v : integer_variables(offset))
        found.insert(v);
    });
    if (found.size() != 1 || !index_variables_.contains(*found.begin())) return VarId();
    return program_.variable(*found.begin()).type == type_ ? *found.begin() : VarId();
  }

  /// With loads from the memory as it is where this is said.
  Term of_now(Term t) const {
    std::unordered_map<Term, Term> done;
    for_each_subterm(t, [&](Term s) {
      std::vector<Term> args;
      for (Term arg : s.args())
        args.push_back(done.at(arg));
      if (s.op() == Op::Load)
        done[s] = terms_.load(s.type(), memory_below(args[0]), args[1]);
      else
        done[s] = s.arity() == 0 ? s : terms_.rebuild(s, args);
    });
    return done.at(t);
  }

  void may_hold(Term formula) {
    formula = of_now(formula);
    VarId index = index_of(formula);
    if (!index.valid() || !sayable(formula) || formula.is_constant()) return;
    Property p{index, formula};
    bool is_new = std::ranges::find(properties_, p) == properties_.end();
    if (is_new && properties_.size() < most_properties) properties_.push_back(p);
  }

  /// The other way to say the same.
  Term mirror(Term t) const {
    if (t.op() == Op::Not) return terms_.negate(mirror(t.arg(0)));
    return t.op() == Op::Eq ? terms_.eq(t.arg(1), t.arg(0)) : t;
  }

  /// What was stored is there, where the way to it was taken.
  void stores(Term memory, Term condition) {
    if (memory.op() == Op::Ite) {
      stores(memory.arg(1), terms_.conj(condition, memory.arg(0)));
      stores(memory.arg(2), terms_.conj(condition, terms_.negate(memory.arg(0))));
    } else if (memory.op() == Op::Store) {
      Term element = terms_.load(memory.arg(2).type(), memory_below(memory), memory.arg(1));
      Term stored = terms_.eq(element, memory.arg(2));
      may_hold(stored);
      if (!condition.is_true()) may_hold(terms_.disj(terms_.negate(condition), stored));
      stores(memory.arg(0), condition);
    }
  }

  /// What is asked about elements, and what indices are compared with.
  void conditions(Term t) {
    std::unordered_set<Term> loading;
    for_each_subterm(t, [&](Term s) {
      std::vector<Term> args = s.args();
      auto loads = [&](Term arg) { return loading.contains(arg); };
      bool connects = s.op() == Op::And || s.op() == Op::Or;
      if (s.op() == Op::Load
          || (connects ? std::ranges::all_of(args, loads) : std::ranges::any_of(args, loads)))
        loading.insert(s);
      if (!s.type().is_bool()) return;
      if (loads(s)) {
        may_hold(s);
        may_hold(terms_.negate(s));
      } else if (compares(s) && s.arg(0).type() == type_ && sayable(s)) {
        for (std::size_t side : {0, 1})
          if (s.arg(side).is_variable() && index_variables_.contains(s.arg(side).variable()))
            add(upper_, s.arg(1 - side));
      }
    });
  }

  std::vector<Term> ranges(Term k) const {
    std::vector<Term> result;
    auto range = [&](Term low, Term high, bool strictly) {
      if (low == high || certainly_less(high, low)) return;
      Term inside =
          terms_.conj(strictly ? terms_.lt(low, k) : terms_.le(low, k), terms_.lt(k, high));
      if (std::ranges::find(result, inside) == result.end()) result.push_back(inside);
    };
    std::vector<Term> lower = lower_;
    add(lower, terms_.constant(type_, 0));
    std::vector<Term> variables;
    for (VarId v : index_variables_)
      if (program_.variable(v).type == type_) add(variables, terms_.variable(v, type_));
    std::vector<Term> upper = variables;
    upper.insert(upper.end(), upper_.begin(), upper_.end());
    for (Term high : upper)
      for (Term low : lower)
        range(low, high, false);
    for (Term low : variables)
      for (Term high : upper_)
        for (bool strictly : {false, true})
          if (!high.is_constant() || high.value() > 0) range(low, high, strictly);
    return result;
  }

  static bool certainly_less(Term a, Term b) {
    return a.is_constant() && b.is_constant() && a.value() < b.value();
  }

  const ir::Program& program_;
  TermManager& terms_;
  const ir::Procedure& procedure_;
  const Cut& cut_;
  Type type_;
  std::vector<Term> indices_;
  std::set<VarId> index_variables_;
  std::vector<Term> lower_;
  std::vector<Term> upper_;
  std::vector<Property> properties_;
};

/// What is true of addresses in a term and hard to find out for solvers: they are different if the
/// parameter and the other value are, unless a product wraps.
std::vector<Term> distinct_addresses(TermManager& terms, Term t, Term parameter, Term other) {
  Substitution put(terms);
  put.add(parameter.variable(), other);
  std::vector<Term> result;
  for_each_subterm(t, [&](Term s) {
    if (s.op() != Op::PtrAdd || s.arg(1).op() != Op::Mul || !s.arg(1).arg(1).is_constant()) return;
    Term index = s.arg(1).arg(0);
    Integer size = s.arg(1).arg(1).value();
    if (index.op() == Op::Cast) index = index.arg(0);
    if (index != parameter || size <= 0) return;
    Integer least = 0;
    Integer end = (Integer(1) << (s.type().width() - 1)) / size;
    if (max_value(parameter.type()) < end) {
      least = min_value(parameter.type());
      end = max_value(parameter.type());
    }
    auto within = [&](Term x) {
      Type type = parameter.type();
      return terms.conj(terms.le(terms.constant(type, least), x),
                        terms.le(x, terms.constant(type, end)));
    };
    result.push_back(terms.disj({terms.eq(parameter, other),
                                 terms.negate(terms.eq(s, put(s))),
                                 terms.negate(within(parameter)),
                                 terms.negate(within(other))}));
  });
  return result;
}

} // namespace

Term memory_below(Term memory) {
  while (!memory.is_variable())
    memory = memory.arg(memory.op() == Op::Ite ? 2 : 0);
  return memory;
}

std::vector<Type> index_types(const ir::Program& program) {
  std::vector<Type> result;
  for (const ir::Procedure& p : program.procedures)
    for (const ir::Edge& edge : p.edges)
      for (Term t : ir::evaluated_terms(edge.statement))
        for_each_offset(t, [&](Term offset) {
          for (VarId v : integer_variables(offset)) {
            Type type = program.variable(v).type;
            if (std::ranges::find(result, type) == result.end() && result.size() < most_types)
              result.push_back(type);
          }
        });
  return result;
}

ElementGuesses
element_guesses(const ir::Program& program, ir::ProcId f, const Cut& cut, Term parameter) {
  return Elements(program, program.procedure(f), cut, parameter.type()).guess(parameter);
}

void add_at_head(TermManager& terms,
                 const ElementGuesses& elements,
                 Term parameter,
                 smt::Session& session,
                 FreshVariables& fresh,
                 std::vector<Guess>& here) {
  Substitution constants(terms);
  for (const Guess& g : here) {
    session.assume(g.formula);
    if (g.formula.op() == Op::Eq && g.formula.arg(0).is_variable()
        && g.formula.arg(1).is_constant())
      constants.add(g.formula.arg(0).variable(), g.formula.arg(1));
  }
  auto possible = [&](const std::vector<Term>& list) {
    std::vector<Term> result;
    for (Term t : list) {
      t = constants(t);
      if (std::ranges::find(result, t) == result.end() && session.check({t}) != smt::Answer::Unsat
          && session.check({terms.negate(t)}) != smt::Answer::Unsat)
        result.push_back(t);
    }
    return result;
  };
  std::vector<Term> flags = possible(elements.flags);
  std::vector<Term> ranges = possible(elements.ranges);
  std::vector<Term> others = flags;
  others.insert(others.end(), elements.others.begin(), elements.others.end());
  for (Term t : others)
    here.push_back({t, t, fresh(Type::boolean())});
  flags.push_back(terms.truth(true));
  for (Term property : elements.properties)
    for (Term range : ranges)
      for (Term flag : flags) {
        Term formula = terms.disj(terms.negate(terms.conj(flag, range)), property);
        std::vector<Term> known{formula};
        for (Term instance : elements.instances) {
          Substitution put(terms);
          put.add(parameter.variable(), instance);
          known.push_back(put(formula));
          for (Term t : distinct_addresses(terms, property, parameter, instance))
            known.push_back(t);
        }
        here.push_back({formula, terms.conj(std::move(known)), fresh(Type::boolean())});
      }
}

void add_at_exit(const ir::Program& program,
                 ir::ProcId f,
                 const ElementGuesses& elements,
                 FreshVariables& fresh,
                 std::vector<Guess>& here) {
  const ir::Procedure& procedure = program.procedure(f);
  TermManager& terms = *program.terms;
  Substitution passed(terms);
  for (VarId v : procedure.parameters)
    passed.add(v, terms.variable(evidence::entry_copy(program, v), program.variable(v).type));
  auto visible = [&](const std::vector<Term>& list) {
    std::vector<Term> result;
    for (Term t : list) {
      t = passed(t);
      if (std::ranges::all_of(variables_of(t), [&](VarId v) {
            return v.index() >= program.variables.size() || !program.variable(v).owner.valid()
                   || std::ranges::find(procedure.returns, v) != procedure.returns.end();
          }))
        result.push_back(t);
    }
    return result;
  };
  std::vector<Term> flags = visible(elements.flags);
  flags.push_back(terms.truth(true));
  for (Term property : visible(elements.properties))
    for (Term range : visible(elements.ranges))
      for (Term flag : flags) {
        Term formula = terms.disj(terms.negate(terms.conj(flag, range)), property);
        here.push_back({formula, formula, fresh(Type::boolean())});
      }
}

} // namespace kleene::engine::k_induction
