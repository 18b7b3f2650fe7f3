// SPDX-License-Identifier: Apache-2.0
#include "kleene/evidence/claims_program.h"

#include "kleene/evidence/definedness.h"

#include <fmt/core.h>

#include <optional>
#include <set>
#include <tuple>

#include "questions.h"
#include "same_program.h"

namespace kleene::evidence {
namespace {

using ir::LocId;

void demand(bool holds, const char* otherwise) {
  if (!holds) throw NotCheckable(otherwise);
}

class Ways {
public:
  Ways(const ir::Program& program, const ir::Procedure& original, const ir::Procedure& claiming)
      : program_(program),
        original_(original),
        claiming_(claiming),
        outgoing_(claiming.outgoing()),
        goes_on_(original.locations.size()) {}

  void look() {
    demand(std::tie(original_.parameters,
                    original_.returns,
                    original_.locals,
                    original_.entry,
                    original_.exit)
                   == std::tie(claiming_.parameters,
                               claiming_.returns,
                               claiming_.locals,
                               claiming_.entry,
                               claiming_.exit)
               && claiming_.locations.size() >= original_.locations.size()
               && claiming_.edges.size() >= original_.edges.size(),
           "a procedure is another one");
    for (std::size_t e = 0; e < original_.edges.size(); ++e)
      look(original_.edges[e], claiming_.edges[e]);
    for (std::size_t l = 0; l < original_.locations.size(); ++l) {
      demand(same_place(original_.locations[l], claiming_.locations[l]), "a place has other marks");
      if (goes_on_[l] && *goes_on_[l] != LocId(l))
        demand(leads(LocId(l), *goes_on_[l], std::nullopt, 0), "a way ends");
    }
  }

private:
  bool is_new(LocId l) const { return l.index() >= original_.locations.size(); }

  /// All edges that left a location leave the same one now.
  void look(const ir::Edge& before, const ir::Edge& after) {
    demand(same_statement(before.statement, after.statement) && before.to == after.to,
           "an edge is another one");
    std::optional<LocId>& from = goes_on_[before.from.index()];
    if (!from) {
      from = after.from;
      bool own = after.from == before.from
                 || (is_new(after.from) && taken_.insert(after.from.index()).second);
      demand(own, "an edge begins elsewhere");
    }
    demand(*from == after.from, "edges of one place begin at two");
  }

  /// Do all ways lead there, whatever holds? `passed` has just been true.
  bool leads(LocId at, LocId there, std::optional<Term> passed, std::size_t depth) {
    constexpr std::size_t deepest = 16;
    if (at == there) return true;
    if (depth == deepest || (depth > 0 && !is_new(at)) || taken_.contains(at.index())) return false;
    std::vector<const ir::Edge*> edges;
    for (std::size_t e : outgoing_[at.index()]) {
      if (e < original_.edges.size()) return false;
      edges.push_back(&claiming_.edges[e]);
    }
    if (edges.size() == 1)
      return std::holds_alternative<ir::Skip>(edges[0]->statement)
             && leads(edges[0]->to, there, std::nullopt, depth + 1);
    if (edges.size() != 2) return false;
    const auto* yes = std::get_if<ir::Assume>(&edges[0]->statement);
    const auto* no = std::get_if<ir::Assume>(&edges[1]->statement);
    if (yes == nullptr || no == nullptr || yes->kind != ir::AssumeKind::Guard
        || no->kind != ir::AssumeKind::Guard)
      return false;
    return no->condition == program_.terms->negate(yes->condition)
           && has_value(yes->condition, passed)
           && leads(edges[0]->to, there, yes->condition, depth + 1)
           && leads(edges[1]->to, there, std::nullopt, depth + 1);
  }

  bool has_value(Term condition, const std::optional<Term>& passed) const {
    std::optional<Term> defined = definedness(program_, condition);
    return defined && (defined->is_true() || (passed && *passed == *defined));
  }

  const ir::Program& program_;
  const ir::Procedure& original_;
  const ir::Procedure& claiming_;
  std::vector<std::vector<std::size_t>> outgoing_;
  std::vector<std::optional<LocId>> goes_on_; ///< where the edges of each location begin now
  std::set<std::size_t> taken_;
};

} // namespace

std::string objection_to_claims(const ir::Program& original, const ir::Program& claiming) {
  try {
    demand_same_data(original, claiming);
    demand(original.procedures.size() == claiming.procedures.size()
               && original.entry == claiming.entry
               && original.variables.size() == claiming.variables.size(),
           "the program starts otherwise");
    for (std::size_t p = 0; p < original.procedures.size(); ++p)
      Ways(claiming, original.procedures[p], claiming.procedures[p]).look();
  } catch (const NotCheckable& why) {
    return fmt::format("the program with claims is not the same: {}", why.what());
  }
  return {};
}

} // namespace kleene::evidence
