// SPDX-License-Identifier: Apache-2.0
#include "closed_form.h"

#include "kleene/evidence/inductive.h"
#include "kleene/logic/variable_space.h"

#include <algorithm>

namespace kleene::engine::chc {
namespace {

constexpr std::size_t most_choices = 3; ///< free Bools that are written out

/// Eliminates values that are neither inputs nor outputs from ∃ free. parts.
class Elimination {
public:
  Elimination(TermManager& terms, std::function<bool(VarId)> is_free)
      : terms_(terms), is_free_(std::move(is_free)) {}

  /// Nothing if free values remain.
  std::optional<Term> operator()(std::vector<Term> parts) {
    solve_equations(parts);
    drop_ranges(parts);
    Term whole = terms_.conj(parts);
    std::vector<Term> choices;
    for_each_subterm(whole, [&](Term t) {
      if (t.is_variable() && is_free_(t.variable())) choices.push_back(t);
    });
    if (choices.size() > most_choices) return std::nullopt;
    for (Term choice : choices) {
      if (!choice.type().is_bool()) return std::nullopt;
      whole = terms_.disj(with(whole, choice, terms_.truth(true)),
                          with(whole, choice, terms_.truth(false)));
    }
    return whole;
  }

private:
  Term with(Term t, Term variable, Term value) {
    return Substitution(terms_, {{variable.variable(), value}})(t);
  }
  bool is_free(Term t) const { return t.is_variable() && is_free_(t.variable()); }

  /// ∃ x. r = x ∧ φ(x) is φ(r).
  void solve_equations(std::vector<Term>& parts) {
    for (std::size_t i = 0; i < parts.size(); ++i) {
      Term e = parts[i];
      if (e.op() != Op::Eq || !is_free(e.arg(1)) || !e.arg(0).is_variable()) continue;
      parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(i));
      for (Term& part : parts)
        part = with(part, e.arg(1), e.arg(0));
      i = static_cast<std::size_t>(-1);
    }
  }

  /// Bounds by constants on a free value that nothing else mentions.
  void drop_ranges(std::vector<Term>& parts) {
    auto bounded = [&](Term part) {
      if (part.op() != Op::Le) return Term();
      if (part.arg(0).is_constant() && is_free(part.arg(1))) return part.arg(1);
      return part.arg(1).is_constant() && is_free(part.arg(0)) ? part.arg(0) : Term();
    };
    std::set<VarId> needed;
    for (Term part : parts)
      if (bounded(part).null())
        for (VarId v : variables_of(part))
          needed.insert(v);
    std::erase_if(parts, [&](Term part) {
      Term x = bounded(part);
      return !x.null() && !needed.contains(x.variable());
    });
  }

  TermManager& terms_;
  std::function<bool(VarId)> is_free_;
};

class Former {
public:
  Former(const ir::Program& program, const ProcedureView& view)
      : program_(program), terms_(*program.terms), view_(view), copies_(terms_) {
    for (VarId v : view.inputs)
      copies_.add(v, copy(v));
  }

  std::optional<Term> precondition(const std::vector<RegionState>& failures) {
    std::vector<Term> safe;
    for (const RegionState& failure : failures) {
      std::optional<Term> condition = Elimination(terms_, [&](VarId v) {
        return std::ranges::count(view_.inputs, v) == 0;
      })(failure.path.conditions());
      if (!condition) return std::nullopt;
      safe.push_back(terms_.negate(*condition));
    }
    return terms_.conj(safe);
  }

  std::optional<Term> summary(const std::vector<RegionState>& exits) {
    if (exits.empty()) return terms_.truth(false);
    const RegionState& exit = exits.front();
    std::vector<Term> parts;
    for (Term condition : exit.path.conditions())
      parts.push_back(copies_(condition));
    for (VarId v : view_.outputs) {
      Term value = exit.state.value(program_, v);
      if (value.type().is_memory()) return std::nullopt;
      // A result that was never assigned is any value.
      if (value == var(v) && std::ranges::count(view_.inputs, v) == 0) continue;
      parts.push_back(terms_.eq(var(v), copies_(value)));
    }
    return Elimination(terms_, [&](VarId v) { return !is_known(v); })(parts);
  }

private:
  Term var(VarId v) { return terms_.variable(v, program_.variable(v).type); }
  Term copy(VarId v) {
    return terms_.variable(evidence::entry_copy(program_, v), program_.variable(v).type);
  }
  bool is_known(VarId v) const {
    const VariableSpace space(program_.variables.size());
    std::optional<VarId> own = space.variable(v);
    return own && std::ranges::count(space.is_current(v) ? view_.outputs : view_.inputs, *own) > 0;
  }

  const ir::Program& program_;
  TermManager& terms_;
  const ProcedureView& view_;
  Substitution copies_;
};

} // namespace

std::optional<ClosedForm> closed_form(const ir::Program& program,
                                      ir::ProcId procedure,
                                      const ProcedureView& view,
                                      const Outcome& outcome) {
  Former former(program, view);
  std::optional<Term> precondition = former.precondition(outcome.failures);
  ir::LocId exit = program.procedure(procedure).exit;
  auto exits = outcome.arrivals.find(exit);
  // Nobody asks what happens after a return that does not matter: ways to it were not followed.
  std::optional<Term> summary = program.terms->truth(true);
  if (view.useful[exit.index()])
    summary = former.summary(exits == outcome.arrivals.end() ? std::vector<RegionState>()
                                                             : exits->second);
  if (!precondition || !summary) return std::nullopt;
  return ClosedForm{*precondition, *summary};
}

} // namespace kleene::engine::chc
