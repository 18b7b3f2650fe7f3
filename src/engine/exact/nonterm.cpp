// SPDX-License-Identifier: Apache-2.0
#include "nonterm.h"

#include "kleene/domain/atoms.h"

#include <algorithm>
#include <set>

namespace kleene::engine::exact {
namespace {

constexpr std::size_t max_choices = 12;

} // namespace

NonTermination::NonTermination(const AbstractProgram& abstract,
                               const Forward& reached,
                               Budget& budget,
                               Conditions conditions)
    : abstract_(abstract), reached_(reached), budget_(budget), conditions_(conditions) {}

Bdd NonTermination::care(ir::ProcId f, ir::LocId l) const {
  return conditions_.consistent ? reached_.states(f, l) : Bdd(true);
}

Bdd NonTermination::exits(ir::ProcId f) const {
  return conditions_.summaries_first ? reached_.states(f, abstract_.exit(f)) : Bdd(false);
}

NonTermination::Sets NonTermination::everything() const {
  Sets sets;
  for (const Procedure& p : abstract_.program().procedures()) {
    std::vector<Bdd>& mine =
        sets.emplace_back(abstract_.program().program().procedure(p.id).locations.size());
    for (ir::LocId l : p.cuts)
      mine[l.index()] = care(p.id, l);
  }
  return sets;
}

void NonTermination::solve() {
  Sets may = everything();
  greatest(may, [&](ir::ProcId f, ir::LocId l) { return step_may(f, l, may); });
  stay_ = everything();
  greatest(stay_, [&](ir::ProcId f, ir::LocId l) { return step_stay(f, l, stay_); });
  Sets must = everything();
  greatest(must, [&](ir::ProcId f, ir::LocId l) { return step_must(f, l, must); });
  nonterm_.clear();
  for (std::size_t f = 0; f < may.size(); ++f) {
    nonterm_.emplace_back();
    for (std::size_t l = 0; l < may[f].size(); ++l)
      nonterm_[f].push_back({must[f][l], may[f][l]});
  }
}

/// Removes states until every one that is left has a step; a set that shrinks is felt by its
/// predecessors.
template <class Step>
void NonTermination::greatest(Sets& sets, Step&& step) {
  std::deque<std::pair<ir::ProcId, ir::LocId>> queue;
  std::set<std::pair<ir::ProcId, ir::LocId>> waiting;
  auto push = [&](ir::ProcId f, ir::LocId l) {
    if (waiting.emplace(f, l).second) queue.emplace_back(f, l);
  };
  for (const Procedure& p : abstract_.program().procedures())
    for (ir::LocId l : p.cuts)
      if (!sets[p.id.index()][l.index()].is_false()) push(p.id, l);
  while (!queue.empty()) {
    budget_.check();
    auto [f, l] = queue.front();
    queue.pop_front();
    waiting.erase({f, l});
    Bdd& now = sets[f.index()][l.index()];
    Bdd next = now & step(f, l);
    if (next == now) continue;
    now = next;
    const Procedure& procedure = abstract_.program().procedure(f);
    for (std::size_t b : abstract_.blocks_to(f, l))
      push(f, procedure.blocks[b].from);
    for (std::size_t c : abstract_.calls_to(f, l))
      push(f, procedure.calls[c].from);
    if (l != abstract_.entry(f)) continue;
    for (const AbstractProgram::Site& site : abstract_.sites(f))
      push(site.caller, abstract_.program().procedure(site.caller).calls[site.call].from);
  }
}

Bdd NonTermination::step_may(ir::ProcId f, ir::LocId l, const Sets& nonterm) {
  const domain::ExactDomain& domain = abstract_.domain();
  const Procedure& procedure = abstract_.program().procedure(f);
  if (l == abstract_.exit(f)) return Bdd(false);
  Bdd result;
  for (std::size_t b : abstract_.blocks_from(f, l))
    result |= domain.pre(abstract_.block(f, b), nonterm[f.index()][procedure.blocks[b].to.index()]);
  for (std::size_t c : abstract_.calls_from(f, l)) {
    const CallStep& call = procedure.calls[c];
    result |= domain.pre(abstract_.into(f, c),
                         nonterm[call.callee.index()][abstract_.entry(call.callee).index()]);
    result |=
        domain.pre(abstract_.over(f, c), exits(call.callee), nonterm[f.index()][call.to.index()]);
  }
  return result;
}

Bdd NonTermination::step_must(ir::ProcId f, ir::LocId l, const Sets& nonterm) {
  const Procedure& procedure = abstract_.program().procedure(f);
  if (l == abstract_.exit(f)) return Bdd(false);
  Bdd result = must_blocks(f, l, nonterm);
  for (std::size_t c : abstract_.calls_from(f, l)) {
    const CallStep& call = procedure.calls[c];
    std::size_t entry = abstract_.entry(call.callee).index();
    result |= must_into(f, c, nonterm[call.callee.index()][entry]);
    result |=
        must_over(f, c, stay_[call.callee.index()][entry], nonterm[f.index()][call.to.index()]);
  }
  return result;
}

Bdd NonTermination::step_stay(ir::ProcId f, ir::LocId l, const Sets& stay) {
  const Procedure& procedure = abstract_.program().procedure(f);
  if (l == abstract_.exit(f)) return Bdd(true);
  Bdd result = must_blocks(f, l, stay);
  for (std::size_t c : abstract_.calls_from(f, l)) {
    const CallStep& call = procedure.calls[c];
    result |= must_over(f,
                        c,
                        stay[call.callee.index()][abstract_.entry(call.callee).index()],
                        stay[f.index()][call.to.index()]);
  }
  return result;
}

/// For some choice of the program, whatever may happen then leads on.
Bdd NonTermination::must_blocks(ir::ProcId f, ir::LocId l, const Sets& sets) {
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

Bdd NonTermination::must_into(ir::ProcId f, std::size_t call, const Bdd& inside) {
  ir::ProcId callee = abstract_.program().procedure(f).calls[call].callee;
  Bdd outside = care(callee, abstract_.entry(callee)) - inside;
  return !abstract_.domain().pre(abstract_.into(f, call), outside);
}

Bdd NonTermination::must_over(ir::ProcId f,
                              std::size_t call,
                              const Bdd& stay_inside,
                              const Bdd& behind) {
  const CallStep& step = abstract_.program().procedure(f).calls[call];
  Bdd elsewhere = care(f, step.to) - behind;
  if (!conditions_.all_exits) elsewhere = Bdd(false);
  return must_into(f, call, stay_inside)
         - abstract_.domain().pre(abstract_.over(f, call), exits(step.callee), elsewhere);
}

bool NonTermination::chooses(const symbolic::FreshValue& value) const {
  return value.choice == ir::Choice::Angelic || !conditions_.our_ignorance;
}

const std::vector<NonTermination::Option>& NonTermination::options(ir::ProcId f, ir::LocId l) {
  auto [entry, is_new] = options_.try_emplace({f, l});
  if (is_new && !abstract_.blocks_from(f, l).empty())
    for (const Values& chosen : choices(f, l))
      entry->second.push_back(option(f, l, chosen));
  return entry->second;
}

/// The blocks that leave a cut, with the program's choices made.
NonTermination::Option NonTermination::option(ir::ProcId f, ir::LocId l, const Values& chosen) {
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
Term NonTermination::in_range(const Values& chosen) const {
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

std::vector<Term> NonTermination::choice_conditions(ir::ProcId f, ir::LocId l) {
  std::vector<Term> result;
  for (const Option& option : options(f, l))
    result.push_back(option.fits);
  return result;
}

/// Values worth choosing: those at which some predicate behind the choice changes, and next to them.
std::vector<Values> NonTermination::choices(ir::ProcId f, ir::LocId l) {
  const Procedure& procedure = abstract_.program().procedure(f);
  TermManager& terms = abstract_.program().terms();
  std::vector<Values> result{{}};
  const Block& any = procedure.blocks[abstract_.blocks_from(f, l).front()];
  for (const symbolic::FreshValue& value : any.fresh) {
    if (!chooses(value)) continue;
    Type type = value.variable.type();
    std::vector<Term> worth;
    auto add = [&](Term t) {
      if (std::ranges::find(worth, t) == worth.end()) worth.push_back(t);
    };
    if (!type.is_bool() && !type.is_integer()) continue;
    if (type.is_bool()) {
      add(terms.truth(false));
      add(terms.truth(true));
    } else {
      for (Integer constant : {0, 1, -1})
        add(terms.constant(type, constant));
      for (std::size_t b : abstract_.blocks_from(f, l)) {
        const Block& block = procedure.blocks[b];
        Substitution moved(terms);
        for (const auto& [v, t] : block.move.values)
          moved.add(v, t);
        for (Term q : abstract_.predicates(f, block.to))
          for (Integer offset : {0, 1, -1})
            if (Term at = domain::solution(terms, moved(q), value.variable, offset); !at.null())
              add(at);
      }
    }
    std::vector<Values> extended;
    for (const Values& before : result)
      for (Term t : worth) {
        if (extended.size() >= max_choices) break;
        extended.push_back(before);
        extended.back()[value.variable.variable()] = t;
      }
    result = std::move(extended);
  }
  return result;
}

} // namespace kleene::engine::exact
