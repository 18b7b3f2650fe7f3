// SPDX-License-Identifier: Apache-2.0
#include "kleene/domain/near_guards.h"

#include "kleene/domain/data_flow.h"
#include "kleene/logic/substitute.h"

#include <algorithm>

namespace kleene::domain {
namespace {

/// The variables of the guards that an execution passes last before a target.
class LastGuards {
public:
  LastGuards(const ir::Program& program, const ir::TargetSelection& targets) : program_(program) {
    for (const ir::Procedure& p : program.procedures) {
      seen_.emplace_back(p.locations.size(), false);
      incoming_.emplace_back(p.locations.size());
      for (const ir::Edge& edge : p.edges)
        incoming_.back()[edge.to.index()].push_back(&edge);
    }
    callers_.resize(program.procedures.size());
    for (std::size_t p = 0; p < program.procedures.size(); ++p)
      for (const ir::Edge& edge : program.procedures[p].edges)
        if (const auto* call = std::get_if<ir::Call>(&edge.statement))
          callers_[call->callee.index()].push_back({ir::ProcId(p), edge.from});
    for (std::size_t p = 0; p < program.procedures.size(); ++p)
      for (std::size_t l = 0; l < program.procedures[p].locations.size(); ++l)
        if (targets.selects(program.procedures[p].locations[l]))
          visit({ir::ProcId(p), ir::LocId(l)});
    while (!work_.empty()) {
      Place place = work_.back();
      work_.pop_back();
      go_back_from(place);
    }
  }

  const std::vector<VarId>& variables() const { return variables_; }

private:
  struct Place {
    ir::ProcId procedure;
    ir::LocId location;
  };

  void visit(Place place) {
    auto seen = seen_[place.procedure.index()].begin() + std::ptrdiff_t(place.location.index());
    if (!*seen) work_.push_back(place);
    *seen = true;
  }

  void go_back_from(Place place) {
    for (const ir::Edge* edge : incoming_[place.procedure.index()][place.location.index()]) {
      const auto* assume = std::get_if<ir::Assume>(&edge->statement);
      if (assume == nullptr) {
        visit({place.procedure, edge->from});
        continue;
      }
      std::vector<VarId> read = variables_of(assume->condition);
      variables_.insert(variables_.end(), read.begin(), read.end());
    }
    if (place.location == program_.procedure(place.procedure).entry)
      std::ranges::for_each(callers_[place.procedure.index()], [&](Place p) { visit(p); });
  }

  const ir::Program& program_;
  std::vector<std::vector<bool>> seen_;
  std::vector<std::vector<std::vector<const ir::Edge*>>> incoming_;
  std::vector<std::vector<Place>> callers_;
  std::vector<Place> work_;
  std::vector<VarId> variables_;
};

/// What a condition says about the kept variables: it holds for some values of the others.
Term weakened(TermManager& terms, Term condition, const std::vector<bool>& kept) {
  constexpr std::size_t too_many = 8; // the text may double with each
  std::vector<VarId> others = variables_of(condition);
  std::erase_if(others, [&](VarId v) { return bool(kept[v.index()]); });
  if (others.size() > too_many) return terms.truth(true);
  for (VarId v : others) {
    Term yes = Substitution(terms, {{v, terms.truth(true)}})(condition);
    Term no = Substitution(terms, {{v, terms.truth(false)}})(condition);
    condition = terms.disj(yes, no);
  }
  return condition;
}

} // namespace

std::optional<ir::Program> with_near_guards_only(const ir::Program& program,
                                                 const ir::TargetSelection& targets) {
  DataFlow flow(program, std::vector<bool>(program.procedures.size(), true));
  std::vector<bool> kept = flow.sources(LastGuards(program, targets).variables());
  auto is_weaker = [&](Term condition) {
    return std::ranges::any_of(variables_of(condition), [&](VarId v) { return !kept[v.index()]; });
  };
  std::optional<ir::Program> result;
  for (std::size_t p = 0; p < program.procedures.size(); ++p)
    for (std::size_t e = 0; e < program.procedures[p].edges.size(); ++e) {
      const auto* assume = std::get_if<ir::Assume>(&program.procedures[p].edges[e].statement);
      if (assume == nullptr || !is_weaker(assume->condition)) continue;
      if (!result) result = program;
      std::get<ir::Assume>(result->procedures[p].edges[e].statement).condition =
          weakened(*program.terms, assume->condition, kept);
    }
  return result;
}

} // namespace kleene::domain
