// SPDX-License-Identifier: Apache-2.0
#include "kleene/evidence/boolean.h"

#include "kleene/evidence/admission.h"

#include <fmt/core.h>

#include <algorithm>

#include "boolean_encoding.h"

namespace kleene::evidence {
namespace {

/// Thrown where the proof has a gap; becomes the objection.
struct Gap {
  std::string text;
};

/// Why the evidence is not about this program; empty if it is.
std::string misfit(const ir::Program& program, const InductiveProof& proof) {
  if (proof.procedures.size() != program.procedures.size())
    return "the proof is about another program";
  if (proof.live_objects || proof.known_objects || !proof.parameters.empty())
    return "invariants of Boolean programs have no parameters and no objects";
  for (std::size_t f = 0; f < proof.procedures.size(); ++f) {
    std::size_t invariants = proof.procedures[f].invariants.size();
    if (invariants != 0 && invariants != program.procedures[f].locations.size())
      return "the proof is about another program";
  }
  return {};
}

class Judge {
public:
  Judge(const Problem& problem, const InductiveProof& proof, BddManager& manager)
      : program_(problem.program), problem_(problem), encoding_(program_, proof.order, manager) {
    for (std::size_t f = 0; f < program_.procedures.size(); ++f) {
      const auto& claims = proof.procedures[f];
      invariants_.emplace_back();
      for (Term claim : claims.invariants)
        invariants_.back().push_back(encoding_.formula(claim));
      if (claims.invariants.empty())
        invariants_.back().resize(program_.procedures[f].locations.size());
      summaries_.push_back(encoding_.formula(claims.summary));
      ir::LocId entry = program_.procedures[f].entry;
      outside_.push_back(encoding_.entries_outside(ir::ProcId(f), invariant(f, entry)));
    }
  }

  std::size_t questions() const { return questions_; }

  void check_invariants() {
    demand(!encoding_.initial().intersects(outside_[program_.entry.index()]), "at the start");
    for (std::size_t f = 0; f < program_.procedures.size(); ++f) {
      const ir::Procedure& p = program_.procedures[f];
      for (const ir::Edge& edge : p.edges)
        if (const Bdd& before = invariant(f, edge.from); !before.is_false())
          check_edge(ir::ProcId(f), edge, before);
      demand(invariant(f, p.exit).subset_of(summaries_[f]),
             fmt::format("the summary of {}", p.name));
    }
  }

  void check_targets() {
    for (std::size_t f = 0; f < program_.procedures.size(); ++f)
      for (std::size_t l = 0; l < program_.procedures[f].locations.size(); ++l)
        if (problem_.targets.selects(program_.procedures[f].locations[l]))
          demand(invariant(f, ir::LocId(l)).is_false(),
                 fmt::format("a target in {}", program_.procedures[f].name));
  }

  void check_ranks(const std::vector<RankedProof::Layer>& layers) {
    std::vector<std::vector<Bdd>> lower;
    Outgoing outgoing;
    for (const ir::Procedure& p : program_.procedures) {
      lower.emplace_back(p.locations.size());
      outgoing.push_back(p.outgoing());
    }
    std::vector<Ranked> together; // layers at places that are not accepting, one behind the other
    auto settle = [&] {
      for (const Ranked& r : together)
        lower[r.procedure.index()][r.location.index()] |= r.states;
      for (const Ranked& r : together)
        check_descent(r, outgoing, lower);
      together.clear();
    };
    for (const RankedProof::Layer& layer : layers) {
      std::size_t f = layer.procedure.index();
      if (f >= lower.size() || layer.location.index() >= lower[f].size())
        throw Gap{"a layer of another program"};
      Bdd states = encoding_.formula(layer.states);
      Bdd here = encoding_.forget_entry(states & invariant(f, layer.location));
      Ranked ranked{layer.procedure, layer.location, here};
      if (!must_go_down(program_.procedures[f].locations[layer.location.index()])) {
        together.push_back(std::move(ranked));
        continue;
      }
      settle();
      check_descent(ranked, outgoing, lower);
      // Only states whose steps were looked at count as ranked.
      lower[f][layer.location.index()] |= here;
    }
    settle();
    const ir::Procedure& main = program_.procedure(program_.entry);
    Bdd unranked = encoding_.entries_outside(program_.entry,
                                             lower[program_.entry.index()][main.entry.index()]);
    demand(!encoding_.initial().intersects(unranked), "an initial state without rank");
  }

private:
  using Outgoing = std::vector<std::vector<std::vector<std::size_t>>>;
  struct Ranked {
    ir::ProcId procedure;
    ir::LocId location;
    Bdd states;
  };

  /// Everywhere, unless accepting places are selected: then at these.
  bool must_go_down(const ir::Location& location) const {
    return !asks_for_acceptance(problem_) || problem_.targets.selects(location);
  }

  void check_descent(const Ranked& ranked,
                     const Outgoing& outgoing,
                     const std::vector<std::vector<Bdd>>& lower) {
    std::size_t f = ranked.procedure.index();
    for (std::size_t e : outgoing[f][ranked.location.index()])
      check_descent(ranked.procedure, program_.procedures[f].edges[e], ranked.states, lower);
  }

  const Bdd& invariant(std::size_t f, ir::LocId l) const { return invariants_[f][l.index()]; }

  void demand(bool holds, const std::string& where) {
    ++questions_;
    if (!holds) throw Gap{where};
  }

  std::string place(ir::ProcId f, const ir::Edge& edge) const {
    return fmt::format("{} {}", program_.procedure(f).name, program_.files.describe(edge.range));
  }

  void check_edge(ir::ProcId f, const ir::Edge& edge, const Bdd& before) {
    if (std::holds_alternative<ir::Halt>(edge.statement)) return;
    Bdd after;
    if (const auto* call = std::get_if<ir::Call>(&edge.statement)) {
      demand(!encoding_.handed_over(*call, before).intersects(outside_[call->callee.index()]),
             "entering from " + place(f, edge));
      after = encoding_.after_call(*call, before, summaries_[call->callee.index()]);
    } else {
      after = encoding_.step(edge, before);
    }
    demand(after.subset_of(invariant(f.index(), edge.to)), "the edge at " + place(f, edge));
  }

  void check_descent(ir::ProcId f,
                     const ir::Edge& edge,
                     const Bdd& here,
                     const std::vector<std::vector<Bdd>>& lower) {
    if (std::holds_alternative<ir::Halt>(edge.statement)) return;
    Bdd after;
    if (const auto* call = std::get_if<ir::Call>(&edge.statement)) {
      ir::LocId entry = program_.procedure(call->callee).entry;
      const Bdd& below = lower[call->callee.index()][entry.index()];
      Bdd above = encoding_.entries_outside(call->callee, below);
      demand(!encoding_.handed_over(*call, here).intersects(above),
             "the rank when entering from " + place(f, edge));
      after = encoding_.after_call(*call, here, summaries_[call->callee.index()]);
    } else {
      after = encoding_.step(edge, here);
    }
    demand(after.subset_of(lower[f.index()][edge.to.index()]), "the rank at " + place(f, edge));
  }

  const ir::Program& program_;
  const Problem& problem_;
  BooleanEncoding encoding_;
  std::vector<std::vector<Bdd>> invariants_;
  std::vector<Bdd> summaries_;
  std::vector<Bdd> outside_; ///< entry values that the invariant at the entry does not allow
  std::size_t questions_ = 0;
};

template <class Check>
Judgement run(const Precondition& precondition,
              const Problem& problem,
              const InductiveProof& proof,
              Budget& budget,
              Check check) {
  Judgement judgement;
  judgement.objection = refusal(precondition, problem);
  if (judgement.accepted()) judgement.objection = misfit(problem.program, proof);
  if (!judgement.accepted()) return judgement;
  BddManager manager(budget);
  Judge judge(problem, proof, manager);
  try {
    judge.check_invariants();
    check(judge);
  } catch (const Gap& gap) {
    judgement.objection = "the proof has a gap: " + gap.text;
  }
  judgement.questions = judge.questions();
  return judgement;
}

} // namespace

Judgement judge_boolean(const Problem& problem, const InductiveProof& proof, Budget& budget) {
  auto check_targets = [](Judge& judge) { judge.check_targets(); };
  return objecting_to_other_formulas(
      [&] { return run(boolean_invariants, problem, proof, budget, check_targets); });
}

Judgement judge_ranked(const Problem& problem, const RankedProof& proof, Budget& budget) {
  auto check_ranks = [&](Judge& judge) { judge.check_ranks(proof.layers); };
  return objecting_to_other_formulas([&] {
    return run(RankedProof::kind.judged, problem, proof.invariants, budget, check_ranks);
  });
}

} // namespace kleene::evidence
