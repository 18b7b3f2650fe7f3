// SPDX-License-Identifier: Apache-2.0
#include "kleene/symbolic/blocks.h"

#include "kleene/facts/loops.h"
#include "kleene/fixpoint/order.h"
#include "kleene/support/invariant.h"
#include "kleene/symbolic/walk.h"

#include <algorithm>
#include <map>

namespace kleene::symbolic {
namespace {

/// The blocks that leave one cut point.
class Region {
public:
  Region(const ir::Program& program,
         const ir::Procedure& procedure,
         const BlockOptions& options,
         const std::set<ir::LocId>& cuts,
         const std::vector<std::size_t>& position,
         const std::vector<std::vector<std::size_t>>& outgoing,
         FreshVariables& fresh)
      : program_(program),
        terms_(*program.terms),
        procedure_(procedure),
        options_(options),
        cuts_(cuts),
        position_(position),
        outgoing_(outgoing),
        make_fresh_(fresh) {}

  std::vector<Block> leave(ir::LocId from) {
    overflow_ = terms_.truth(false);
    expand(from, {});
    while (!inside_.empty()) {
      auto [location, ways] = inside_.next();
      expand(location, *ways);
    }
    std::vector<Block> result;
    for (auto& [to, ways] : reached_)
      result.push_back(block(from, to, ways->path, std::move(ways->state)));
    if (!overflow_.is_false()) result.push_back(block(from, {}, Path().with(overflow_), {}));
    std::erase_if(result, [](const Block& b) { return b.condition.is_false(); });
    return result;
  }

private:
  void expand(ir::LocId location, const PathState& here) {
    branch(
        program_,
        procedure_,
        outgoing_[location.index()],
        here.path,
        make_fresh_,
        [&](const ir::Edge& edge, const Path& path) { follow(edge, here.state, path); },
        [&](Term picked, const Path& path) {
          fresh_.push_back({picked, ir::Choice::Input, "", true, path.term(terms_)});
        });
  }

  void follow(const ir::Edge& edge, const State& before, Path path) {
    if (std::holds_alternative<ir::Call>(edge.statement)) return;
    Step taken = step(program_, before, edge.statement, make_fresh_, options_.addresses);
    for (FreshValue& value : taken.fresh) {
      value.when = path.term(terms_);
      fresh_.push_back(std::move(value));
    }
    if (options_.overflows && !taken.overflow.is_false()) {
      overflow_ = terms_.disj(overflow_, terms_.conj(path.term(terms_), taken.overflow));
      path = path.with(terms_.negate(taken.overflow));
    }
    if (taken.condition.is_false()) return;
    path = path.with(taken.condition);
    auto& there = cuts_.contains(edge.to) ? reached_[edge.to]
                                          : inside_.at(position_[edge.to.index()], edge.to);
    meet(program_, there, PathState{std::move(path), std::move(taken.after)});
  }

  Block block(ir::LocId from, ir::LocId to, const Path& path, State&& state) {
    return {from, to, terms_.conj(path.conditions()), std::move(state), fresh_};
  }

  const ir::Program& program_;
  TermManager& terms_;
  const ir::Procedure& procedure_;
  const BlockOptions& options_;
  const std::set<ir::LocId>& cuts_;
  const std::vector<std::size_t>& position_;
  const std::vector<std::vector<std::size_t>>& outgoing_;
  FreshVariables& make_fresh_;
  /// By position: a location comes after all that lead to it, since no cycle is free of cut points.
  Frontier<std::size_t, std::optional<PathState>> inside_;
  std::map<ir::LocId, std::optional<PathState>> reached_;
  std::vector<FreshValue> fresh_;
  Term overflow_;
};

} // namespace

std::set<ir::LocId> cut_points(const ir::Procedure& procedure, const ir::TargetSelection& targets) {
  std::set<ir::LocId> result{procedure.entry, procedure.exit};
  fixpoint::WeakTopologicalOrder order = facts::location_order(procedure);
  for (std::size_t i = 0; i < procedure.locations.size(); ++i)
    if (order.head[i] || targets.selects(procedure.locations[i])) result.insert(ir::LocId(i));
  for (const ir::Edge& edge : procedure.edges) {
    if (!std::holds_alternative<ir::Call>(edge.statement)) continue;
    result.insert(edge.from);
    result.insert(edge.to);
  }
  return result;
}

std::vector<Block> blocks(const ir::Program& program,
                          ir::ProcId procedure_id,
                          const BlockOptions& options,
                          FreshVariables& fresh) {
  const ir::Procedure& procedure = program.procedure(procedure_id);
  std::set<ir::LocId> cuts = cut_points(procedure, options.targets);
  cuts.insert(options.more_cut_points.begin(), options.more_cut_points.end());
  fixpoint::WeakTopologicalOrder order = facts::location_order(procedure);
  std::vector<std::vector<std::size_t>> outgoing = procedure.outgoing();
  std::vector<Block> result;
  for (ir::LocId from : cuts) {
    bool reached = order.position[from.index()] < order.order.size();
    if (!reached || options.targets.selects(procedure.locations[from.index()])) continue;
    Region region(program, procedure, options, cuts, order.position, outgoing, fresh);
    std::ranges::move(region.leave(from), std::back_inserter(result));
  }
  return result;
}

Term relation(const ir::Program& program,
              const Block& block,
              const std::vector<VarId>& relevant,
              const std::function<Term(VarId)>& before,
              const std::function<Term(VarId)>& after) {
  TermManager& terms = *program.terms;
  Substitution to_before(terms);
  for (VarId variable : relevant)
    to_before.add(variable, before(variable));
  std::vector<Term> parts{to_before(block.condition)};
  for (VarId variable : relevant)
    parts.push_back(terms.eq(after(variable), to_before(block.after.value(program, variable))));
  return terms.conj(std::move(parts));
}

} // namespace kleene::symbolic
