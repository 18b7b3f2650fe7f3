// SPDX-License-Identifier: Apache-2.0
#include "meaning.h"

#include "kleene/logic/variable_space.h"
#include "kleene/support/overloaded.h"

#include "inductive_questions.h"

namespace kleene::evidence {

Meaning::Meaning(Formula& formula,
                 const ir::Program& program,
                 const InductiveProof& proof,
                 ir::ProcId f)
    : formula_(formula), program_(program), proof_(proof) {
  for (Type type : proof.parameters)
    any_.push_back(formula.fresh("any", type, std::nullopt, Formula::Range::Computed));
  for (Term t : proof.instances)
    if (is_about(program, f, t, false)) advised_.push_back(t);
}

Term Meaning::known(Term t, const Valuation& values, const Valuation& here) {
  std::vector<std::size_t> used = parameters_of(t);
  if (used.empty()) return apply(t, values, any_);
  constexpr std::size_t most = 400;
  std::vector<std::vector<Term>> choices{any_};
  for (std::size_t i : used) {
    std::vector<std::vector<Term>> longer;
    for (Term value : values_of(i, here))
      for (std::vector<Term> choice : choices) {
        choice[i] = value;
        longer.push_back(std::move(choice));
      }
    choices = std::move(longer);
    if (choices.size() > most) throw NotCheckable("too many values are advised for parameters");
  }
  std::vector<Term> all;
  for (const std::vector<Term>& choice : choices)
    all.push_back(apply(t, values, choice));
  return formula_.terms().conj(std::move(all));
}

std::vector<std::size_t> Meaning::parameters_of(Term t) const {
  std::vector<std::size_t> result;
  for (VarId v : variables_of(t))
    for (std::size_t i = 0; i < any_.size(); ++i)
      if (v == parameter(program_, i)) result.push_back(i);
  return result;
}

std::vector<Term> Meaning::values_of(std::size_t i, const Valuation& here) {
  std::vector<Term> result;
  for (std::size_t j = 0; j < any_.size(); ++j)
    if (proof_.parameters[j] == proof_.parameters[i]) result.push_back(any_[j]);
  for (Term t : advised_)
    if (t.type() == proof_.parameters[i])
      result.push_back(formula_.named("instance", apply(t, here, any_)));
  return result;
}

Term Meaning::apply(Term t, const Valuation& values, const std::vector<Term>& parameters) {
  const VariableSpace space(program_.variables.size());
  return formula_.fold(t, [&](VarId v) {
    return std::visit(
        Overloaded{
            [&](VariableSpace::Current c) { return values.now(c.variable); },
            [&](VariableSpace::Entry e) { return values.entry(e.variable); },
            [&](VariableSpace::Parameter p) { return parameters.at(p.number); },
            [&](VariableSpace::Fresh) -> Term { throw NotCheckable("an unknown variable"); }},
        space.role(v));
  });
}

} // namespace kleene::evidence
