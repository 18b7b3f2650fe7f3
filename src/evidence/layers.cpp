// SPDX-License-Identifier: Apache-2.0
#include "kleene/evidence/layers.h"

#include "kleene/evidence/admission.h"

#include <fmt/core.h>

#include "boolean_encoding.h"

namespace kleene::evidence {
namespace {

/// What follows from the layers so far, extended with each of them.
class Consequences {
public:
  Consequences(const ir::Program& program, BooleanEncoding& encoding)
      : program_(program), encoding_(encoding) {
    for (const ir::Procedure& p : program.procedures) {
      known_.emplace_back(p.locations.size());
      follows_.emplace_back(p.locations.size());
      outgoing_.push_back(p.outgoing());
    }
    summaries_.resize(program.procedures.size());
    callers_.resize(program.procedures.size());
    for (std::size_t f = 0; f < program.procedures.size(); ++f)
      for (std::size_t e = 0; e < program.procedures[f].edges.size(); ++e)
        if (const auto* call = std::get_if<ir::Call>(&program.procedures[f].edges[e].statement))
          callers_[call->callee.index()].emplace_back(f, e);
    enter(program.entry, encoding.initial());
  }

  bool has(std::size_t f, ir::LocId l, const Bdd& pairs) const {
    return pairs.subset_of(follows_[f][l.index()]);
  }

  /// What a procedure can do from its entry to its exit.
  const Bdd& summary(ir::ProcId p) const { return summaries_[p.index()]; }

  void add(std::size_t f, ir::LocId l, const Bdd& pairs) {
    known_[f][l.index()] |= pairs;
    for (std::size_t e : outgoing_[f][l.index()]) {
      const ir::Edge& edge = program_.procedures[f].edges[e];
      if (std::holds_alternative<ir::Halt>(edge.statement)) continue;
      Bdd& after = follows_[f][edge.to.index()];
      if (const auto* call = std::get_if<ir::Call>(&edge.statement)) {
        enter(call->callee, encoding_.handed_over(*call, pairs));
        after |= encoding_.after_call(*call, pairs, summaries_[call->callee.index()]);
      } else {
        after |= encoding_.step(edge, pairs);
      }
    }
    if (l == program_.procedures[f].exit) leave(f, pairs);
  }

private:
  void enter(ir::ProcId p, const Bdd& entries) {
    ir::LocId entry = program_.procedure(p).entry;
    follows_[p.index()][entry.index()] |= encoding_.start(p, entries);
  }

  void leave(std::size_t f, const Bdd& pairs) {
    Bdd gained = encoding_.without_locals(ir::ProcId(f), pairs);
    summaries_[f] |= gained;
    for (auto [caller, e] : callers_[f]) {
      const ir::Edge& edge = program_.procedures[caller].edges[e];
      follows_[caller][edge.to.index()] |= encoding_.after_call(
          std::get<ir::Call>(edge.statement), known_[caller][edge.from.index()], gained);
    }
  }

  const ir::Program& program_;
  BooleanEncoding& encoding_;
  std::vector<std::vector<Bdd>> known_;   ///< the layers
  std::vector<std::vector<Bdd>> follows_; ///< what follows from them in one step
  std::vector<Bdd> summaries_;
  std::vector<std::vector<std::vector<std::size_t>>> outgoing_;
  std::vector<std::vector<std::pair<std::size_t, std::size_t>>> callers_; ///< procedure and edge
};

/// Adds the layers to the consequences as long as they have a reason.
void check_layers(const ir::Program& program,
                  const LayeredReach& reach,
                  BooleanEncoding& encoding,
                  Consequences& consequences,
                  Judgement& judgement) {
  for (const LayeredReach::Layer& layer : reach.layers) {
    std::size_t f = layer.procedure.index();
    if (f >= program.procedures.size()
        || layer.location.index() >= program.procedures[f].locations.size()) {
      judgement.objection = "a layer of another program";
      return;
    }
    Bdd pairs = encoding.formula(layer.pairs);
    ++judgement.questions;
    if (!consequences.has(f, layer.location, pairs)) {
      judgement.objection = fmt::format(
          "layer {}, in {}, has no reason", judgement.questions, program.procedures[f].name);
      return;
    }
    consequences.add(f, layer.location, pairs);
  }
}

/// Sets of states per location, and which states have a step into one of them.
class Sets {
public:
  Sets(const ir::Program& program,
       const std::vector<std::vector<Term>>& states,
       BooleanEncoding& encoding,
       const Consequences& consequences)
      : program_(program), encoding_(encoding), consequences_(consequences) {
    for (const std::vector<Term>& procedure : states) {
      sets_.emplace_back();
      for (Term set : procedure)
        sets_.back().push_back(encoding.forget_entry(encoding.formula(set)));
    }
  }

  bool start_inside() const {
    return !encoding_.initial().subset_of(entries_outside(program_.entry));
  }

  bool can_stay(ir::ProcId f, ir::LocId l) const {
    const Bdd& here = set(f, l);
    if (here.is_false()) return true;
    Bdd beside_themselves = encoding_.beside_themselves(f, here);
    Bdd staying;
    for (const ir::Edge& edge : program_.procedure(f).edges)
      if (edge.from == l) staying |= able(f, edge, beside_themselves);
    return here.subset_of(staying);
  }

private:
  const Bdd& set(ir::ProcId f, ir::LocId l) const { return sets_[f.index()][l.index()]; }

  Bdd entries_outside(ir::ProcId p) const {
    return encoding_.entries_outside(p, set(p, program_.procedure(p).entry));
  }

  /// The states of `before`, each beside itself, that have a step along the edge.
  Bdd able(ir::ProcId f, const ir::Edge& edge, const Bdd& before) const {
    if (std::holds_alternative<ir::Halt>(edge.statement)) return Bdd();
    const auto* call = std::get_if<ir::Call>(&edge.statement);
    if (call == nullptr)
      return encoding_.forget_current(encoding_.step(edge, before) & set(f, edge.to));
    Bdd over = encoding_.after_call(*call, before, consequences_.summary(call->callee));
    return encoding_.forget_current(over & set(f, edge.to))
           | encoding_.callers(*call, !entries_outside(call->callee));
  }

  const ir::Program& program_;
  BooleanEncoding& encoding_;
  const Consequences& consequences_;
  std::vector<std::vector<Bdd>> sets_;
};

bool has_shape_of(const ir::Program& program, const std::vector<std::vector<Term>>& states) {
  if (states.size() != program.procedures.size()) return false;
  for (std::size_t f = 0; f < states.size(); ++f)
    if (states[f].size() != program.procedures[f].locations.size()) return false;
  return true;
}

Judgement
check_recurrence(const Problem& problem, const LayeredRecurrence& recurrence, Budget& budget) {
  const ir::Program& program = problem.program;
  Judgement judgement;
  judgement.objection = refusal<LayeredRecurrence>(problem);
  if (judgement.accepted() && !has_shape_of(program, recurrence.states))
    judgement.objection = "sets of another program";
  if (!judgement.accepted()) return judgement;
  BddManager manager(budget);
  BooleanEncoding encoding(program, recurrence.calls.order, manager);
  Consequences consequences(program, encoding);
  check_layers(program, recurrence.calls, encoding, consequences, judgement);
  if (!judgement.accepted()) return judgement;
  Sets sets(program, recurrence.states, encoding, consequences);
  ++judgement.questions;
  if (!sets.start_inside()) judgement.objection = "no initial state is in the sets";
  for (std::size_t f = 0; judgement.accepted() && f < program.procedures.size(); ++f)
    for (std::size_t l = 0; judgement.accepted() && l < program.procedures[f].locations.size();
         ++l) {
      ++judgement.questions;
      if (!sets.can_stay(ir::ProcId(f), ir::LocId(l)))
        judgement.objection = "a state has no step that stays in " + program.procedures[f].name;
    }
  return judgement;
}

} // namespace

Judgement
judge_recurrence(const Problem& problem, const LayeredRecurrence& recurrence, Budget& budget) {
  return objecting_to_other_formulas([&] { return check_recurrence(problem, recurrence, budget); });
}

} // namespace kleene::evidence
