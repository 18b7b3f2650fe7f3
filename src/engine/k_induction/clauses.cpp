// SPDX-License-Identifier: Apache-2.0
#include "clauses.h"

#include "kleene/evidence/inductive.h"
#include "kleene/ir/contract.h"
#include "kleene/logic/substitute.h"

#include <algorithm>
#include <optional>

namespace kleene::engine::k_induction {
namespace {

using ir::LocId;

class Reader {
public:
  Reader(const ir::Program& program, ir::ProcId f)
      : program_(program),
        terms_(*program.terms),
        procedure_(program.procedure(f)),
        leaving_(procedure_.outgoing()),
        arriving_(procedure_.locations.size()) {
    for (std::size_t e = 0; e < procedure_.edges.size(); ++e)
      arriving_[procedure_.edges[e].to.index()].push_back(e);
  }

  Clauses read() {
    Clauses result;
    LocId at = procedure_.entry;
    // A loop comes back to where it has been; what stands before it does not.
    for (std::size_t steps = 0; steps < procedure_.locations.size(); ++steps) {
      std::optional<LocId> next = forward(at, result.required);
      if (!next) break;
      at = *next;
    }
    if (arriving_[procedure_.exit.index()].size() != 1) return result;
    at = procedure_.exit;
    while (std::optional<LocId> before = backward(at, result.ensured))
      at = *before;
    Substitution close(terms_, old_);
    for (Term& t : result.ensured)
      t = close(t);
    return result;
  }

private:
  const ir::Edge& edge(std::size_t e) const { return procedure_.edges[e]; }

  bool is_failure(LocId l) const {
    const std::vector<std::string>& labels = procedure_.locations[l.index()].labels;
    return std::ranges::find(labels, ir::contract_label) != labels.end();
  }
  bool is_end(LocId l) const { return leaving_[l.index()].empty() || is_failure(l); }

  /// The edge of a check that is passed; says whether it is a clause.
  std::optional<std::size_t> passed(LocId l, bool& clause) const {
    const std::vector<std::size_t>& out = leaving_[l.index()];
    if (out.size() != 2) return std::nullopt;
    for (std::size_t i : {0U, 1U}) {
      LocId other = edge(out[1 - i]).to;
      if (!is_end(other) || !std::holds_alternative<ir::Assume>(edge(out[i]).statement)) continue;
      clause = is_failure(other);
      return out[i];
    }
    return std::nullopt;
  }

  void take(std::size_t e, bool clause, std::vector<Term>& into) const {
    if (clause) into.push_back(std::get<ir::Assume>(edge(e).statement).condition);
  }

  std::optional<LocId> forward(LocId at, std::vector<Term>& into) {
    if (at == procedure_.exit) return std::nullopt;
    bool clause = false;
    if (std::optional<std::size_t> e = passed(at, clause)) {
      take(*e, clause, into);
      return edge(*e).to;
    }
    const std::vector<std::size_t>& out = leaving_[at.index()];
    if (out.size() != 1) return std::nullopt;
    const ir::Statement& statement = edge(out[0]).statement;
    if (std::holds_alternative<ir::Skip>(statement)) return edge(out[0]).to;
    if (const auto* assign = std::get_if<ir::Assign>(&statement)) keep(*assign);
    return std::nullopt;
  }

  void keep(const ir::Assign& assign) {
    for (std::size_t i = 0; i < assign.targets.size(); ++i) {
      if (!assign.values[i].is_variable()) continue;
      VarId now = assign.values[i].variable();
      old_[assign.targets[i]] =
          terms_.variable(evidence::entry_copy(program_, now), program_.variable(now).type);
    }
  }

  std::optional<LocId> backward(LocId at, std::vector<Term>& into) const {
    std::optional<std::size_t> only;
    for (std::size_t e : arriving_[at.index()]) {
      if (is_failure(edge(e).from)) continue;
      if (only) return std::nullopt;
      only = e;
    }
    if (!only) return std::nullopt;
    LocId before = edge(*only).from;
    if (std::holds_alternative<ir::Skip>(edge(*only).statement) && at == procedure_.exit)
      return before;
    bool clause = false;
    std::optional<std::size_t> e = passed(before, clause);
    if (!e || *e != *only) return std::nullopt;
    take(*e, clause, into);
    return before;
  }

  const ir::Program& program_;
  TermManager& terms_;
  const ir::Procedure& procedure_;
  std::vector<std::vector<std::size_t>> leaving_;
  std::vector<std::vector<std::size_t>> arriving_;
  std::unordered_map<VarId, Term> old_;
};

} // namespace

Clauses clauses_of(const ir::Program& program, ir::ProcId f) {
  return Reader(program, f).read();
}

} // namespace kleene::engine::k_induction
