// SPDX-License-Identifier: Apache-2.0
#include "ways.h"

#include "kleene/fixpoint/order.h"

#include <algorithm>
#include <deque>

namespace kleene::engine::leap {
namespace {

constexpr std::size_t most_nodes = 20'000;
constexpr std::size_t most_skeletons = 48;
constexpr std::size_t most_steps = 48;
constexpr std::size_t longest_step = 400;

using Locations = std::vector<bool>;

fixpoint::Graph graph_of(const ir::Procedure& p, const Locations& inside) {
  fixpoint::Graph graph(p.locations.size());
  for (const ir::Edge& e : p.edges)
    if (inside[e.from.index()] && inside[e.to.index()])
      graph[e.from.index()].push_back(e.to.index());
  return graph;
}

bool has_cycle(const fixpoint::Graph& graph) {
  std::vector<std::size_t> rank = fixpoint::component_ranks(graph);
  std::map<std::size_t, std::size_t> members;
  for (std::size_t n = 0; n < graph.size(); ++n) {
    if (++members[rank[n]] > 1) return true;
    if (std::ranges::find(graph[n], n) != graph[n].end()) return true;
  }
  return false;
}

/// Where an edge leads, returns included.
void arrive(const ir::Program& program, Spot& at) {
  while (!at.frames.empty() && at.location == program.procedure(at.procedure).exit) {
    Frame frame = at.frames.back();
    at.frames.pop_back();
    at.procedure = frame.caller;
    at.location = program.procedure(frame.caller).edges[frame.edge].to;
  }
}

Spot behind(const ir::Program& program, const Spot& at, std::size_t edge) {
  Spot next = at;
  const ir::Edge& e = program.procedure(at.procedure).edges[edge];
  if (const auto* call = std::get_if<ir::Call>(&e.statement)) {
    next.frames.push_back({at.procedure, edge});
    next.procedure = call->callee;
    next.location = program.procedure(call->callee).entry;
  } else {
    next.location = e.to;
  }
  arrive(program, next);
  return next;
}

bool is_active(const Spot& at, ir::ProcId f) {
  return at.procedure == f
         || std::ranges::any_of(at.frames, [&](const Frame& x) { return x.caller == f; });
}

} // namespace

struct Ways::Node {
  Spot at;
  Skeleton skeleton;
  std::vector<std::pair<Site, std::vector<Frame>>> used;
  bool leapt = false; ///< the last thing was a leap
};

Ways::Ways(const evidence::Problem& problem, Budget& budget)
    : problem_(problem), program_(problem.program), budget_(budget) {
  for (std::size_t f = 0; f < program_.procedures.size(); ++f) {
    outgoing_.push_back(program_.procedures[f].outgoing());
    components_.emplace_back();
    find_components(ir::ProcId(f));
  }
  find_recursion();
  find_reach();
}

void Ways::find_components(ir::ProcId f) {
  const ir::Procedure& p = program_.procedure(f);
  fixpoint::Graph graph = graph_of(p, Locations(p.locations.size(), true));
  std::vector<std::size_t> rank = fixpoint::component_ranks(graph);
  std::map<std::size_t, Locations> members;
  for (std::size_t l = 0; l < rank.size(); ++l)
    members.try_emplace(rank[l], Locations(rank.size())).first->second[l] = true;
  for (const auto& [number, inside] : members)
    if (has_cycle(graph_of(p, inside)))
      components_[f.index()].push_back({{f, cut(f, inside), false}, inside});
}

/// One place if that is enough, of an inner loop rather than an outer one: then whole rounds of both are
/// steps from that place to itself. Otherwise the heads of all loops inside.
std::vector<ir::LocId> Ways::cut(ir::ProcId f, const Locations& inside) const {
  const ir::Procedure& p = program_.procedure(f);
  fixpoint::Graph graph = graph_of(p, Locations(p.locations.size(), true));
  fixpoint::WeakTopologicalOrder order = fixpoint::weak_topological_order(graph, p.entry.index());
  std::vector<ir::LocId> heads;
  for (std::size_t l : order.order)
    if (order.head[l] && inside[l]) heads.emplace_back(l);
  for (auto head = heads.rbegin(); head != heads.rend(); ++head) {
    Locations rest = inside;
    rest[head->index()] = false;
    if (!has_cycle(graph_of(p, rest))) return {*head};
  }
  return heads;
}

void Ways::find_recursion() {
  fixpoint::Graph calls(program_.procedures.size());
  for (std::size_t f = 0; f < program_.procedures.size(); ++f)
    for (const ir::Edge& e : program_.procedures[f].edges)
      if (const auto* call = std::get_if<ir::Call>(&e.statement))
        calls[f].push_back(call->callee.index());
  std::vector<std::size_t> rank = fixpoint::component_ranks(calls);
  for (std::size_t f = 0; f < calls.size(); ++f) {
    bool recursive =
        std::ranges::any_of(calls[f], [&](std::size_t g) { return rank[g] == rank[f]; });
    std::vector<ir::LocId> places{program_.procedures[f].entry};
    for (const Component& c : components_[f])
      for (ir::LocId l : c.site.places)
        if (l != places[0]) places.push_back(l);
    recursion_.push_back(recursive ? std::optional(Site{ir::ProcId(f), places, true})
                                   : std::nullopt);
  }
}

void Ways::find_reach() {
  for (const ir::Procedure& p : program_.procedures) {
    to_target_.emplace_back(p.locations.size());
    to_exit_.emplace_back(p.locations.size());
    to_exit_.back()[p.exit.index()] = true;
    for (std::size_t l = 0; l < p.locations.size(); ++l)
      to_target_.back()[l] = problem_.targets.selects(p.locations[l]);
  }
  for (bool changed = true; changed;) {
    changed = false;
    auto set = [&](std::vector<bool>::reference bit, bool value) {
      if (value && !bit) bit = changed = true;
    };
    for (std::size_t f = 0; f < program_.procedures.size(); ++f)
      for (const ir::Edge& e : program_.procedures[f].edges) {
        if (std::holds_alternative<ir::Halt>(e.statement)) continue;
        bool through = true;
        if (const auto* call = std::get_if<ir::Call>(&e.statement)) {
          std::size_t g = call->callee.index();
          std::size_t entry = program_.procedures[g].entry.index();
          set(to_target_[f][e.from.index()], to_target_[g][entry]);
          through = to_exit_[g][entry];
        }
        set(to_target_[f][e.from.index()], through && to_target_[f][e.to.index()]);
        set(to_exit_[f][e.from.index()], through && to_exit_[f][e.to.index()]);
      }
  }
}

/// A target may still be reached, in this activation or after it.
bool Ways::promising(const Spot& at) const {
  if (to_target_[at.procedure.index()][at.location.index()]) return true;
  ir::ProcId f = at.procedure;
  ir::LocId l = at.location;
  for (auto frame = at.frames.rbegin(); frame != at.frames.rend(); ++frame) {
    if (!to_exit_[f.index()][l.index()]) return false;
    f = frame->caller;
    l = program_.procedure(f).edges[frame->edge].to;
    if (to_target_[f.index()][l.index()]) return true;
  }
  return false;
}

const Site* Ways::site_at(ir::ProcId f, ir::LocId l) const {
  for (const Component& c : components_[f.index()])
    if (std::ranges::find(c.site.places, l) != c.site.places.end()) return &c.site;
  return nullptr;
}

std::vector<Skeleton> Ways::skeletons() {
  std::vector<Skeleton> found;
  Node first;
  first.at = {program_.entry, program_.procedure(program_.entry).entry, {}};
  first.skeleton.segments.emplace_back();
  std::deque<Node> work{std::move(first)};
  for (std::size_t n = 0; n < most_nodes && !work.empty() && found.size() < most_skeletons; ++n) {
    budget_.check();
    Node node = std::move(work.front());
    work.pop_front();
    std::vector<Node> next;
    expand(node, next, found);
    for (Node& x : next)
      if (promising(x.at)) work.push_back(std::move(x));
  }
  return found;
}

void Ways::expand(const Node& node, std::vector<Node>& next, std::vector<Skeleton>& found) {
  const ir::Procedure& p = program_.procedure(node.at.procedure);
  if (problem_.targets.selects(p.locations[node.at.location.index()])) {
    if (!node.skeleton.leaps.empty()) found.push_back(node.skeleton);
    return;
  }
  const Site* loop = site_at(node.at.procedure, node.at.location);
  const std::optional<Site>& recursion = recursion_[node.at.procedure.index()];
  if (!node.leapt && node.at.location == p.entry && recursion) leap_from(node, *recursion, next);
  if (!node.leapt && loop != nullptr) {
    leap_from(node, *loop, next);
    return;
  }
  for (std::size_t e : outgoing_[node.at.procedure.index()][node.at.location.index()]) {
    const ir::Statement& statement = p.edges[e].statement;
    if (std::holds_alternative<ir::Halt>(statement)) continue;
    const auto* call = std::get_if<ir::Call>(&statement);
    if (call != nullptr && is_active(node.at, call->callee)) continue;
    Node after = node;
    after.leapt = false;
    after.skeleton.segments.back().push_back({node.at.procedure, e, Way::no_leap});
    after.at = behind(program_, node.at, e);
    next.push_back(std::move(after));
  }
}

void Ways::leap_from(const Node& node, const Site& site, std::vector<Node>& next) const {
  std::pair<Site, std::vector<Frame>> use{site, node.at.frames};
  if (std::ranges::find(node.used, use) != node.used.end()) return;
  for (ir::LocId exit : site.places) {
    Node after = node;
    after.used.push_back(use);
    after.leapt = true;
    after.skeleton.leaps.push_back({site, node.at.location, exit, node.at});
    after.skeleton.segments.emplace_back();
    after.at.location = exit;
    if (site.recursion) after.at.frames.clear();
    next.push_back(std::move(after));
  }
}

std::optional<std::vector<Items>> Ways::steps(const Site& site) {
  std::vector<Items> found;
  for (ir::LocId place : site.places) {
    Items way;
    if (!walk(site, {site.procedure, place, {}}, way, found)) return std::nullopt;
  }
  return found;
}

/// Depth first; false if the steps cannot all be found.
bool Ways::walk(const Site& site, const Spot& at, Items& way, std::vector<Items>& found) {
  budget_.check();
  bool outside = at.frames.empty() && !site.recursion;
  const ir::Procedure& p = program_.procedure(at.procedure);
  for (std::size_t e : outgoing_[at.procedure.index()][at.location.index()]) {
    const ir::Statement& statement = p.edges[e].statement;
    if (std::holds_alternative<ir::Halt>(statement)) continue;
    const auto* call = std::get_if<ir::Call>(&statement);
    if (outside) {
      const auto& components = components_[site.procedure.index()];
      auto own = std::ranges::find(components, site, &Component::site);
      if (call == nullptr && !own->inside[p.edges[e].to.index()]) continue;
    }
    bool again = call != nullptr && is_active(at, call->callee);
    bool closes = site.recursion && call != nullptr && call->callee == site.procedure;
    if (again && !closes) {
      if (site.recursion) continue;
      return false;
    }
    if (way.size() >= longest_step || found.size() >= most_steps) return false;
    Spot next = behind(program_, at, e);
    way.push_back({at.procedure, e, Way::no_leap});
    bool arrived = closes
                   || (next.frames.empty() && next.procedure == site.procedure
                       && std::ranges::find(site.places, next.location) != site.places.end());
    if (problem_.targets.selects(
            program_.procedure(next.procedure).locations[next.location.index()])) {
      way.pop_back();
      continue;
    }
    bool other_loop = !arrived && site_at(next.procedure, next.location) != nullptr;
    if (arrived)
      found.push_back(way);
    else if (other_loop && !site.recursion)
      return false;
    else if (!other_loop && !walk(site, next, way, found))
      return false;
    way.pop_back();
  }
  return true;
}

} // namespace kleene::engine::leap
