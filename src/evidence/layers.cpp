// SPDX-License-Identifier: Apache-2.0
#include "kleene/evidence/layers.h"

#include "kleene/evidence/boolean.h"

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

/// Layers show what free choices can do, and nothing about values that nobody knows.
bool has_unknown_values(const ir::Program& program) {
  for (const ir::Procedure& p : program.procedures)
    for (const ir::Edge& edge : p.edges)
      if (const auto* havoc = std::get_if<ir::Havoc>(&edge.statement))
        if (havoc->choice == ir::Choice::Demonic) return true;
  return false;
}

} // namespace

Judgement judge_layers(const Problem& problem, const LayeredReach& reach, Budget& budget) {
  Judgement judgement;
  const ir::Program& program = problem.program;
  if (!is_boolean(program)) {
    judgement.objection = "the program is not one over Booleans";
    return judgement;
  }
  if (has_unknown_values(program)) {
    judgement.objection = "some values are unknown";
    return judgement;
  }
  BddManager manager(budget);
  BooleanEncoding encoding(program, reach.order, manager);
  Consequences consequences(program, encoding);
  bool reached = false;
  for (const LayeredReach::Layer& layer : reach.layers) {
    std::size_t f = layer.procedure.index();
    if (f >= program.procedures.size()
        || layer.location.index() >= program.procedures[f].locations.size()) {
      judgement.objection = "a layer of another program";
      return judgement;
    }
    Bdd pairs = encoding.formula(layer.pairs);
    ++judgement.questions;
    if (!consequences.has(f, layer.location, pairs)) {
      judgement.objection = fmt::format(
          "layer {}, in {}, has no reason", judgement.questions, program.procedures[f].name);
      return judgement;
    }
    consequences.add(f, layer.location, pairs);
    const ir::Location& location = program.procedures[f].locations[layer.location.index()];
    reached |= !pairs.is_false() && problem.targets.selects(location);
  }
  if (!reached) judgement.objection = "no layer is at a target";
  return judgement;
}

} // namespace kleene::evidence
