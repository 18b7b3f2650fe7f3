// SPDX-License-Identifier: Apache-2.0
#include "must_side.h"

#include "kleene/domain/atoms.h"

#include <algorithm>

namespace kleene::engine::exact {
namespace {

constexpr std::size_t max_choices = 12;

} // namespace

MustSide::MustSide(const AbstractProgram& abstract, const Forward& reached, Conditions conditions)
    : abstract_(abstract), reached_(reached), conditions_(conditions) {}

Bdd MustSide::care(ir::ProcId f, ir::LocId l) const {
  return conditions_.consistent ? reached_.states(f, l) : Bdd(true);
}

Bdd MustSide::exits(ir::ProcId f) const {
  return conditions_.summaries_first ? reached_.states(f, abstract_.exit(f)) : Bdd(false);
}

Sets MustSide::everything() const {
  Sets sets;
  for (const Procedure& p : abstract_.program().procedures()) {
    std::vector<Bdd>& mine =
        sets.emplace_back(abstract_.program().program().procedure(p.id).locations.size());
    for (ir::LocId l : p.cuts)
      mine[l.index()] = care(p.id, l);
  }
  return sets;
}

/// For some choice of the program, whatever may happen then leads on.
Bdd MustSide::blocks(ir::ProcId f, ir::LocId l, const Sets& sets) {
  const domain::ExactDomain& domain = abstract_.domain();
  Bdd result;
  for (const Option& option : options(f, l)) {
    Bdd bad = option.ends;
    for (const auto& [to, relation] : option.steps)
      bad |= domain.pre(relation, care(f, to) - sets[f.index()][to.index()]);
    result |= !bad;
  }
  return result;
}

Bdd MustSide::into(ir::ProcId f, std::size_t call, const Bdd& inside) const {
  ir::ProcId callee = abstract_.program().procedure(f).calls[call].callee;
  Bdd outside = care(callee, abstract_.entry(callee)) - inside;
  return !abstract_.domain().pre(abstract_.into(f, call), outside);
}

Bdd MustSide::over(ir::ProcId f, std::size_t call, const Bdd& inside, const Bdd& behind) const {
  const CallStep& step = abstract_.program().procedure(f).calls[call];
  Bdd elsewhere = care(f, step.to) - behind;
  if (!conditions_.all_exits) elsewhere = Bdd(false);
  return into(f, call, inside)
         - abstract_.domain().pre(abstract_.over(f, call), exits(step.callee), elsewhere);
}

bool MustSide::chooses(const symbolic::FreshValue& value) const {
  return value.choice == ir::Choice::Input || !conditions_.our_ignorance;
}

const std::vector<MustSide::Option>& MustSide::options(ir::ProcId f, ir::LocId l) {
  auto [entry, is_new] = options_.try_emplace({f, l});
  if (is_new && !abstract_.blocks_from(f, l).empty())
    for (const Values& chosen : choices(f, l))
      entry->second.push_back(option(f, l, chosen));
  return entry->second;
}

/// The blocks that leave a cut, with the program's choices made.
MustSide::Option MustSide::option(ir::ProcId f, ir::LocId l, const Values& chosen) const {
  const Procedure& procedure = abstract_.program().procedure(f);
  TermManager& terms = abstract_.program().terms();
  Substitution fixed(terms);
  for (const auto& [v, t] : chosen)
    fixed.add(v, t);
  Option result;
  std::vector<Term> goes_on;
  for (std::size_t b : abstract_.blocks_from(f, l)) {
    const Block& block = procedure.blocks[b];
    Move move;
    for (Term t : block.move.condition)
      move.condition.push_back(fixed(t));
    for (const auto& [v, t] : block.move.values)
      move.values[v] = fixed(t);
    goes_on.push_back(terms.conj(move.condition));
    result.steps.emplace_back(block.to,
                              abstract_.domain().relation(abstract_.predicates(f, l),
                                                          move,
                                                          abstract_.predicates(f, block.to)));
  }
  result.fits = in_range(chosen);
  Term ends = terms.negate(terms.conj(result.fits, terms.disj(std::move(goes_on))));
  result.ends = abstract_.domain().possible(abstract_.predicates(f, l), {ends});
  return result;
}

/// Unbounded integers are not: an input fits its type all the same.
Term MustSide::in_range(const Values& chosen) const {
  TermManager& terms = abstract_.program().terms();
  std::vector<Term> parts;
  for (const auto& [v, t] : chosen) {
    Type type = t.type();
    if (t.is_constant() || !type.is_machine()) continue;
    parts.push_back(terms.le(terms.constant(type, min_value(type)), t));
    parts.push_back(terms.le(t, terms.constant(type, max_value(type))));
  }
  return terms.conj(std::move(parts));
}

std::vector<Term> MustSide::choice_conditions(ir::ProcId f, ir::LocId l) {
  std::vector<Term> result;
  for (const Option& option : options(f, l))
    result.push_back(option.fits);
  return result;
}

std::vector<Values> MustSide::choices(ir::ProcId f, ir::LocId l) const {
  const Procedure& procedure = abstract_.program().procedure(f);
  std::vector<Values> result{{}};
  const Block& any = procedure.blocks[abstract_.blocks_from(f, l).front()];
  for (const symbolic::FreshValue& value : any.fresh) {
    Type type = value.variable.type();
    if (!chooses(value) || (!type.is_bool() && !type.is_integer())) continue;
    std::vector<Values> extended;
    for (const Values& before : result)
      for (Term t : worth_choosing(f, l, value.variable)) {
        if (extended.size() >= max_choices) break;
        extended.push_back(before);
        extended.back()[value.variable.variable()] = t;
      }
    result = std::move(extended);
  }
  return result;
}

/// Those at which some predicate behind the choice changes, and next to them.
std::vector<Term> MustSide::worth_choosing(ir::ProcId f, ir::LocId l, Term variable) const {
  const Procedure& procedure = abstract_.program().procedure(f);
  TermManager& terms = abstract_.program().terms();
  Type type = variable.type();
  if (type.is_bool()) return {terms.truth(false), terms.truth(true)};
  std::vector<Term> worth;
  auto add = [&](Term t) {
    if (std::ranges::find(worth, t) == worth.end()) worth.push_back(t);
  };
  for (Integer constant : {0, 1, -1})
    add(terms.constant(type, constant));
  for (std::size_t b : abstract_.blocks_from(f, l)) {
    const Block& block = procedure.blocks[b];
    Substitution moved(terms);
    for (const auto& [v, t] : block.move.values)
      moved.add(v, t);
    for (Term q : abstract_.predicates(f, block.to))
      for (Integer offset : {0, 1, -1})
        if (Term at = domain::solution(terms, moved(q), variable, offset); !at.null()) add(at);
  }
  return worth;
}

} // namespace kleene::engine::exact
