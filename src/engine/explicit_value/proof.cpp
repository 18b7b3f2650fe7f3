// SPDX-License-Identifier: Apache-2.0
#include "proof.h"

#include "kleene/analysis/invariants.h"
#include "kleene/facts/loops.h"
#include "kleene/logic/substitute.h"

#include <algorithm>

namespace kleene::engine::explicit_value {
namespace {

using ir::LocId;
using ir::ProcId;

class Writer {
public:
  Writer(const evidence::Problem& problem, const Reached& reached)
      : problem_(problem),
        program_(problem.program),
        terms_(*problem.program.terms),
        reached_(reached),
        contexts_of_(problem.program.procedures.size()) {
    for (const Context& c : reached.contexts())
      contexts_of_[c.procedure.index()].push_back(&c);
  }

  evidence::InductiveProof run() {
    evidence::InductiveProof proof;
    proof.sparse = true;
    for (std::size_t f = 0; f < program_.procedures.size(); ++f)
      proof.procedures.push_back(procedure(ProcId(f)));
    return proof;
  }

private:
  evidence::InductiveProof::Procedure procedure(ProcId f) {
    evidence::InductiveProof::Procedure stated;
    if (contexts_of_[f.index()].empty()) return stated;
    const ir::Procedure& p = program_.procedure(f);
    auto order = facts::location_order(p);
    for (std::size_t l = 0; l < p.locations.size(); ++l) {
      bool reachable = std::ranges::any_of(contexts_of_[f.index()],
                                           [&](const Context* c) { return !c->states[l].empty(); });
      bool says = order.head[l] || LocId(l) == p.entry || !reachable;
      stated.invariants.push_back(says ? invariant(f, LocId(l), false) : Term());
    }
    stated.summary = invariant(f, p.exit, true);
    return stated;
  }

  Term invariant(ProcId f, LocId l, bool summary) {
    std::vector<Term> cases;
    const std::vector<const Context*>& contexts = contexts_of_[f.index()];
    for (const Context* c : contexts) {
      Term entered = contexts.size() == 1 ? terms_.truth(true) : at_entry(c->entry);
      for (const auto& [key, id] : c->states[l.index()])
        cases.push_back(terms_.conj(entered, formula(known_at(f, id, summary))));
    }
    std::ranges::sort(cases, {}, &Term::id);
    cases.erase(std::ranges::unique(cases).begin(), cases.end());
    return terms_.disj(weakest(std::move(cases)));
  }

  /// Without cases that say all that another says, and more: judges need not look at them.
  static std::vector<Term> weakest(std::vector<Term> cases) {
    constexpr std::size_t most = 2000;
    if (cases.size() > most) return cases;
    std::vector<std::vector<std::uint32_t>> parts;
    for (Term t : cases) {
      parts.emplace_back();
      for (Term part : t.op() == Op::And ? t.args() : std::vector<Term>{t})
        parts.back().push_back(part.id());
      std::ranges::sort(parts.back());
    }
    std::vector<Term> result;
    for (std::size_t i = 0; i < cases.size(); ++i) {
      auto weaker = [&](const std::vector<std::uint32_t>& other) {
        return other.size() < parts[i].size() && std::ranges::includes(parts[i], other);
      };
      if (std::ranges::none_of(parts, weaker)) result.push_back(cases[i]);
    }
    return result;
  }

  Term formula(const Facts& facts) { return analysis::formula(program_, problem_.integers, facts); }

  /// In a summary, of globals and results only.
  Facts known_at(ProcId f, StateId id, bool summary) const {
    Facts facts = reached_.state(id).facts;
    const std::vector<VarId>& returns = program_.procedure(f).returns;
    if (summary)
      facts.keep([&](VarId v) {
        return !program_.variable(v).owner.valid()
               || std::ranges::find(returns, v) != returns.end();
      });
    return facts;
  }

  /// Facts about the values with which the procedure was entered.
  Term at_entry(const Facts& entry) {
    Substitution copies(terms_);
    Term known = formula(entry);
    for (VarId variable : variables_of(known))
      copies.add(variable,
                 terms_.variable(evidence::entry_copy(program_, variable),
                                 program_.variable(variable).type));
    return copies(known);
  }

  const evidence::Problem& problem_;
  const ir::Program& program_;
  TermManager& terms_;
  const Reached& reached_;
  std::vector<std::vector<const Context*>> contexts_of_;
};

} // namespace

evidence::InductiveProof proof_of(const evidence::Problem& problem, const Reached& reached) {
  return Writer(problem, reached).run();
}

} // namespace kleene::engine::explicit_value
