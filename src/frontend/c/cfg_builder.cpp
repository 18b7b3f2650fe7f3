// SPDX-License-Identifier: Apache-2.0
#include "cfg_builder.h"

#include "kleene/support/invariant.h"

#include <algorithm>

namespace kleene::frontend::c {

using ir::LocId;

namespace {

/// Older facts are rarely asked for.
constexpr std::size_t most_known = 16;

} // namespace

CfgBuilder::CfgBuilder() {
  procedure_.entry = fresh();
  procedure_.exit = fresh_head();
  body_ = fresh();
  here_ = body_;
}

LocId CfgBuilder::fresh() {
  growth_.emplace_back();
  return procedure_.add_location();
}

LocId CfgBuilder::fresh_head() {
  LocId place = fresh();
  growth_[place.index()].head = true;
  return place;
}

void CfgBuilder::mark(LocId place, ir::SourceMark::Kind kind, SourceRange range) {
  if (range.known()) location(place).marks.push_back({kind, range.file, range.begin});
}

void CfgBuilder::connect(LocId place, ir::Statement statement, SourceRange range) {
  procedure_.add_edge(here_, place, std::move(statement), range);
  Growth& growth = growth_[place.index()];
  if (growth.head) return;
  KL_INVARIANT(!growth.passed, "edges to a place should be made before it is passed");
  if (!growth.known) {
    growth.known = known_;
  } else {
    std::erase_if(*growth.known, [&](Term condition) { return !knows(condition); });
  }
}

void CfgBuilder::emit(ir::Statement statement, SourceRange range) {
  forget(statement);
  LocId next = fresh();
  procedure_.add_edge(here_, next, std::move(statement), range);
  here_ = next;
  growth_[next.index()].passed = true;
}

void CfgBuilder::move_to(LocId place) {
  Growth& growth = growth_[place.index()];
  growth.passed = true;
  known_ = growth.known.value_or(std::vector<Term>());
  here_ = place;
}

bool CfgBuilder::knows(Term condition) const {
  return std::ranges::find(known_, condition) != known_.end();
}

void CfgBuilder::know(Term condition) {
  if (knows(condition)) return;
  if (known_.size() == most_known) known_.erase(known_.begin());
  known_.push_back(condition);
}

// Drops what the statement may make false.
void CfgBuilder::forget(const ir::Statement& statement) {
  if (known_.empty()) return;
  if (std::holds_alternative<ir::Call>(statement) || std::holds_alternative<ir::Free>(statement)) {
    known_.clear();
    return;
  }
  std::vector<VarId> written = ir::written_variables(statement);
  if (written.empty()) return;
  std::erase_if(known_, [&](Term condition) {
    return std::ranges::any_of(variables_of(condition), [&](VarId id) {
      return std::ranges::find(written, id) != written.end();
    });
  });
}

void CfgBuilder::jump(LocId place, SourceRange range) {
  connect(place, ir::Skip{}, range);
  move_to(fresh());
}

void CfgBuilder::join(LocId place, SourceRange range) {
  connect(place, ir::Skip{}, range);
  move_to(place);
}

void CfgBuilder::guard(Term condition, LocId place, SourceRange range) {
  if (condition.is_false()) return;
  if (condition.is_true()) {
    connect(place, ir::Skip{}, range);
  } else {
    connect(place, ir::Assume{condition, ir::AssumeKind::Guard}, range);
  }
}

void CfgBuilder::end(ir::Statement statement, SourceRange range) {
  emit(std::move(statement), range);
  // A Halt needs a place to lead to; nothing continues from it.
  move_to(fresh());
}

CfgBuilder::Checkpoint CfgBuilder::checkpoint() const {
  return {here_, procedure_.edges.size(), procedure_.locations[here_.index()].target};
}

void CfgBuilder::roll_back(const Checkpoint& checkpoint) {
  procedure_.edges.resize(checkpoint.edges);
  location(checkpoint.here).target = checkpoint.target;
  here_ = checkpoint.here;
  known_.clear();
}

void CfgBuilder::prologue(ir::Statement statement, SourceRange range) {
  prologue_.emplace_back(std::move(statement), range);
}

void CfgBuilder::finish(ir::Procedure& procedure) {
  LocId at = procedure_.entry;
  for (auto& [statement, range] : prologue_) {
    LocId next = fresh();
    procedure_.add_edge(at, next, std::move(statement), range);
    at = next;
  }
  procedure_.add_edge(at, body_, ir::Skip{}, {});
  drop_unreachable();
  merge_skips();
  compact();
  procedure.locations = std::move(procedure_.locations);
  procedure.edges = std::move(procedure_.edges);
  procedure.entry = procedure_.entry;
  procedure.exit = procedure_.exit;
}

void CfgBuilder::drop_unreachable() {
  std::vector<bool> seen(procedure_.locations.size(), false);
  auto outgoing = procedure_.outgoing();
  std::vector<LocId> work{procedure_.entry};
  seen[procedure_.entry.index()] = true;
  while (!work.empty()) {
    LocId at = work.back();
    work.pop_back();
    for (std::size_t e : outgoing[at.index()]) {
      LocId to = procedure_.edges[e].to;
      if (seen[to.index()]) continue;
      seen[to.index()] = true;
      work.push_back(to);
    }
  }
  std::erase_if(procedure_.edges, [&](const ir::Edge& e) { return !seen[e.from.index()]; });
}

namespace {

bool is_marked(const ir::Location& location) {
  return !location.labels.empty() || location.target.has_value();
}

/// Follows the merged locations to the one that stays.
LocId representative(std::vector<LocId>& merged_into, LocId at) {
  while (merged_into[at.index()] != at) {
    merged_into[at.index()] = merged_into[merged_into[at.index()].index()];
    at = merged_into[at.index()];
  }
  return at;
}

} // namespace

// A location whose only edge is a skip is the same as the one behind it, provided that the marks of
// the first are not put on the way of executions that reach only the second.
void CfgBuilder::merge_skips() {
  std::vector<LocId> merged_into;
  for (std::size_t i = 0; i < procedure_.locations.size(); ++i)
    merged_into.emplace_back(i);
  std::vector<std::size_t> in_degree(procedure_.locations.size(), 0);
  for (const ir::Edge& e : procedure_.edges)
    ++in_degree[e.to.index()];
  in_degree[procedure_.entry.index()] += 1;
  in_degree[procedure_.exit.index()] += 1;
  auto outgoing = procedure_.outgoing();
  std::vector<bool> removed(procedure_.edges.size(), false);
  for (std::size_t e = 0; e < procedure_.edges.size(); ++e) {
    const ir::Edge& edge = procedure_.edges[e];
    if (!std::holds_alternative<ir::Skip>(edge.statement)) continue;
    LocId from = edge.from;
    if (outgoing[from.index()].size() != 1) continue;
    LocId to = representative(merged_into, edge.to);
    if (to == from || representative(merged_into, from) != from) continue;
    ir::Location& first = procedure_.locations[from.index()];
    ir::Location& second = procedure_.locations[to.index()];
    if (is_marked(first) && in_degree[to.index()] > 1) continue;
    if (first.target) continue; // the edge has the place of the call
    bool at_entry = from == procedure_.entry;
    // Nothing comes back to the entry, so that what holds there is what holds at the start.
    bool elsewhere = is_marked(second) || to == procedure_.exit || in_degree[to.index()] > 1;
    if (at_entry && elsewhere) continue;
    second.labels.insert(second.labels.begin(), first.labels.begin(), first.labels.end());
    if (in_degree[to.index()] == 1)
      second.marks.insert(second.marks.begin(), first.marks.begin(), first.marks.end());
    merged_into[from.index()] = to;
    in_degree[to.index()] += in_degree[from.index()] - 1;
    removed[e] = true;
    if (at_entry) procedure_.entry = to;
  }
  std::vector<ir::Edge> kept;
  for (std::size_t e = 0; e < procedure_.edges.size(); ++e) {
    if (removed[e]) continue;
    ir::Edge edge = std::move(procedure_.edges[e]);
    edge.from = representative(merged_into, edge.from);
    edge.to = representative(merged_into, edge.to);
    kept.push_back(std::move(edge));
  }
  procedure_.edges = std::move(kept);
}

// Numbers the locations in use in the order of a walk from the entry, with the exit last.
void CfgBuilder::compact() {
  std::vector<LocId> renamed(procedure_.locations.size());
  std::vector<LocId> order;
  auto visit = [&](LocId id) {
    if (renamed[id.index()].valid()) return;
    renamed[id.index()] = LocId(order.size());
    order.push_back(id);
  };
  visit(procedure_.entry);
  auto outgoing = procedure_.outgoing();
  std::vector<LocId> work{procedure_.entry};
  while (!work.empty()) {
    LocId at = work.back();
    work.pop_back();
    for (auto e = outgoing[at.index()].rbegin(); e != outgoing[at.index()].rend(); ++e) {
      LocId to = procedure_.edges[*e].to;
      if (to != procedure_.exit && !renamed[to.index()].valid()) work.push_back(to);
    }
    for (std::size_t e : outgoing[at.index()]) {
      if (procedure_.edges[e].to != procedure_.exit) visit(procedure_.edges[e].to);
    }
  }
  visit(procedure_.exit);
  std::vector<ir::Location> locations(order.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    locations[i] = std::move(procedure_.locations[order[i].index()]);
  for (ir::Edge& e : procedure_.edges) {
    e.from = renamed[e.from.index()];
    e.to = renamed[e.to.index()];
  }
  std::stable_sort(procedure_.edges.begin(),
                   procedure_.edges.end(),
                   [](const ir::Edge& a, const ir::Edge& b) { return a.from < b.from; });
  procedure_.locations = std::move(locations);
  procedure_.entry = renamed[procedure_.entry.index()];
  procedure_.exit = renamed[procedure_.exit.index()];
}

} // namespace kleene::frontend::c
