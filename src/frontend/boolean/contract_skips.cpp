// SPDX-License-Identifier: Apache-2.0
#include <set>

#include "lower_procedure.h"

namespace kleene::frontend::boolean {
namespace {

using ir::LocId;

bool is_skip(const ir::Edge& edge) {
  return std::holds_alternative<ir::Skip>(edge.statement);
}

/// Where each location leads by skips that may be left out. A cycle of them keeps one location.
std::vector<LocId> destinations(const ir::Procedure& procedure, const std::set<LocId>& keep) {
  std::vector<std::vector<std::size_t>> outgoing = procedure.outgoing();
  std::vector<LocId> next(procedure.locations.size());
  for (std::size_t l = 0; l < next.size(); ++l) {
    const ir::Location& location = procedure.locations[l];
    bool kept = !location.labels.empty() || location.target || LocId(l) == procedure.exit
                || keep.contains(LocId(l));
    bool only_skips = outgoing[l].size() == 1 && is_skip(procedure.edges[outgoing[l].front()]);
    next[l] = kept || !only_skips ? LocId(l) : procedure.edges[outgoing[l].front()].to;
  }
  std::vector<int> state(next.size(), 0); // 1: on the current path, 2: final
  for (std::size_t l = 0; l < next.size(); ++l) {
    std::vector<std::size_t> path;
    std::size_t at = l;
    while (state[at] == 0 && next[at].index() != at) {
      state[at] = 1;
      path.push_back(at);
      at = next[at].index();
    }
    LocId end = state[at] == 2 ? next[at] : LocId(at); // a cycle ends where it was entered
    state[at] = 2;
    next[at] = end;
    for (std::size_t p : path) {
      next[p] = end;
      state[p] = 2;
    }
  }
  return next;
}

/// Drops locations without edges, except the entry, the exit, those to keep, and labelled ones: a
/// label that cannot be reached is still known.
std::vector<LocId> drop_unused(ir::Procedure& procedure, const std::set<LocId>& keep) {
  std::vector<bool> used(procedure.locations.size(), false);
  for (LocId l : keep)
    used[l.index()] = true;
  used[procedure.exit.index()] = used[procedure.entry.index()] = true;
  for (const ir::Edge& edge : procedure.edges)
    used[edge.from.index()] = used[edge.to.index()] = true;
  for (std::size_t l = 0; l < used.size(); ++l)
    if (!procedure.locations[l].labels.empty()) used[l] = true;
  std::vector<LocId> renamed(used.size());
  std::vector<ir::Location> kept;
  for (std::size_t l = 0; l < used.size(); ++l)
    if (used[l]) {
      renamed[l] = LocId(kept.size());
      kept.push_back(std::move(procedure.locations[l]));
    }
  procedure.locations = std::move(kept);
  for (ir::Edge& edge : procedure.edges) {
    edge.from = renamed[edge.from.index()];
    edge.to = renamed[edge.to.index()];
  }
  procedure.entry = renamed[procedure.entry.index()];
  procedure.exit = renamed[procedure.exit.index()];
  return renamed;
}

} // namespace

std::vector<LocId> contract_skips(ir::Procedure& procedure, const std::set<LocId>& keep) {
  bool changed = true;
  while (changed) {
    changed = false;
    std::vector<LocId> next = destinations(procedure, keep);
    std::vector<ir::Edge> edges;
    std::set<std::pair<LocId, LocId>> skips;
    for (ir::Edge& edge : procedure.edges) {
      LocId to = next[edge.to.index()];
      bool removed_location = next[edge.from.index()] != edge.from;
      bool repeated = is_skip(edge) && !skips.insert({edge.from, to}).second;
      if (removed_location || repeated) {
        changed = true;
        continue;
      }
      edge.to = to;
      edges.push_back(std::move(edge));
    }
    procedure.edges = std::move(edges);
    procedure.entry = next[procedure.entry.index()];
  }
  return drop_unused(procedure, keep);
}

} // namespace kleene::frontend::boolean
