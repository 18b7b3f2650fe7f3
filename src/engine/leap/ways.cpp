// SPDX-License-Identifier: Apache-2.0
#include "ways.h"

#include "kleene/facts/call_graph.h"
#include "kleene/facts/loops.h"
#include "kleene/fixpoint/order.h"

#include <algorithm>
#include <deque>

namespace kleene::engine::leap {
namespace {

constexpr std::size_t most_nodes = 20'000;
constexpr std::size_t most_skeletons = 48;
constexpr std::size_t most_stems = 12;
constexpr std::size_t most_steps = 48;
constexpr std::size_t most_inner_leaps = 6;
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

/// The heads of the loops in a part of the graph, outer ones first.
std::vector<ir::LocId> heads_of(const ir::Procedure& p, const Locations& inside) {
  fixpoint::WeakTopologicalOrder order = facts::location_order(p);
  std::vector<ir::LocId> heads;
  for (std::size_t l : order.order)
    if (order.head[l] && inside[l]) heads.emplace_back(l);
  return heads;
}

/// Where an edge leads, returns included.
void arrive(const ir::Program& program, Spot& at) {
  while (!at.frames.empty() && at.location == program.procedure(at.procedure).exit) {
    OpenCall frame = at.frames.back();
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
         || std::ranges::any_of(at.frames, [&](const OpenCall& x) { return x.caller == f; });
}

} // namespace

struct Ways::Node {
  Spot at;
  Skeleton skeleton;
  std::vector<std::pair<Site, std::vector<OpenCall>>> used;
  bool leapt = false; ///< the last thing was a leap
};

Ways::Ways(const evidence::Problem& problem, Nesting nesting, Budget& budget)
    : problem_(problem), program_(problem.program), nesting_(nesting), budget_(budget) {
  for (std::size_t f = 0; f < program_.procedures.size(); ++f) {
    outgoing_.push_back(program_.procedures[f].outgoing());
    components_.emplace_back();
    find_components(ir::ProcId(f), Locations(program_.procedures[f].locations.size(), true));
  }
  find_recursion();
}

void Ways::find_components(ir::ProcId f, Locations among) {
  const ir::Procedure& p = program_.procedure(f);
  fixpoint::Graph graph = graph_of(p, among);
  std::vector<std::size_t> rank = fixpoint::component_ranks(graph);
  std::map<std::size_t, Locations> members;
  for (std::size_t l = 0; l < rank.size(); ++l)
    if (among[l]) members.try_emplace(rank[l], Locations(rank.size())).first->second[l] = true;
  for (const auto& [number, inside] : members) {
    if (!has_cycle(graph_of(p, inside))) continue;
    std::vector<ir::LocId> heads = heads_of(p, inside);
    has_inner_loops_ |= heads.size() > 1;
    most_heads_ = std::max(most_heads_, heads.size());
    if (nesting_ == Nesting::Flat) {
      components_[f.index()].push_back({{f, cut(f, inside), false}, inside});
      continue;
    }
    components_[f.index()].push_back({{f, {heads.front()}, false}, inside});
    Locations rest = inside;
    rest[heads.front().index()] = false;
    find_components(f, rest);
  }
}

/// One place if that is enough, of an inner loop rather than an outer one: then whole rounds of both are
/// steps from that place to itself. Otherwise the heads of all loops inside.
std::vector<ir::LocId> Ways::cut(ir::ProcId f, const Locations& inside) const {
  const ir::Procedure& p = program_.procedure(f);
  std::vector<ir::LocId> heads = heads_of(p, inside);
  for (auto head = heads.rbegin(); head != heads.rend(); ++head) {
    Locations rest = inside;
    rest[head->index()] = false;
    if (!has_cycle(graph_of(p, rest))) return {*head};
  }
  return heads;
}

void Ways::find_recursion() {
  facts::CallGraph calls(program_);
  for (std::size_t f = 0; f < program_.procedures.size(); ++f) {
    std::vector<ir::LocId> places{program_.procedures[f].entry};
    for (const Component& c : components_[f])
      for (ir::LocId l : c.site.places)
        if (l != places[0]) places.push_back(l);
    recursion_.push_back(calls.recursive(ir::ProcId(f))
                             ? std::optional(Site{ir::ProcId(f), places, true})
                             : std::nullopt);
  }
}

void Ways::mark_reach(const Goal& goal) {
  to_goal_.clear();
  to_exit_.clear();
  for (std::size_t f = 0; f < program_.procedures.size(); ++f) {
    const ir::Procedure& p = program_.procedures[f];
    to_goal_.emplace_back(p.locations.size());
    to_exit_.emplace_back(p.locations.size());
    to_exit_.back()[p.exit.index()] = true;
    for (std::size_t l = 0; l < p.locations.size(); ++l)
      to_goal_.back()[l] = goal({ir::ProcId(f), ir::LocId(l), {}});
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
          set(to_goal_[f][e.from.index()], to_goal_[g][entry]);
          through = to_exit_[g][entry];
        }
        set(to_goal_[f][e.from.index()], through && to_goal_[f][e.to.index()]);
        set(to_exit_[f][e.from.index()], through && to_exit_[f][e.to.index()]);
      }
  }
}

/// A goal may still be reached, in this activation or after it.
bool Ways::promising(const Spot& at) const {
  if (to_goal_[at.procedure.index()][at.location.index()]) return true;
  ir::ProcId f = at.procedure;
  ir::LocId l = at.location;
  for (auto frame = at.frames.rbegin(); frame != at.frames.rend(); ++frame) {
    if (!to_exit_[f.index()][l.index()]) return false;
    f = frame->caller;
    l = program_.procedure(f).edges[frame->edge].to;
    if (to_goal_[f.index()][l.index()]) return true;
  }
  return false;
}

const Site* Ways::site_at(ir::ProcId f, ir::LocId l) const {
  for (const Component& c : components_[f.index()])
    if (std::ranges::find(c.site.places, l) != c.site.places.end()) return &c.site;
  return nullptr;
}

std::vector<Site> Ways::loops() const {
  std::vector<Site> result;
  for (const std::vector<Component>& list : components_)
    for (const Component& c : list)
      result.push_back(c.site);
  return result;
}

bool Ways::contains_loops(const Site& site) const {
  const auto& components = components_[site.procedure.index()];
  auto own = std::ranges::find(components, site, &Component::site);
  return std::ranges::any_of(components, [&](const Component& c) {
    return c.site != site && own->inside[c.site.places.front().index()];
  });
}

std::set<VarId> Ways::written(const Site& site) const {
  std::set<VarId> result;
  std::set<ir::ProcId> called;
  const auto& components = components_[site.procedure.index()];
  auto own = std::ranges::find(components, site, &Component::site);
  for (const ir::Edge& e : program_.procedure(site.procedure).edges)
    if (own->inside[e.from.index()] && own->inside[e.to.index()])
      add_written(site.procedure, e, called, result);
  return result;
}

void Ways::add_written(ir::ProcId f,
                       const ir::Edge& edge,
                       std::set<ir::ProcId>& called,
                       std::set<VarId>& result) const {
  if (const auto* assign = std::get_if<ir::Assign>(&edge.statement))
    result.insert(assign->targets.begin(), assign->targets.end());
  if (const auto* havoc = std::get_if<ir::Havoc>(&edge.statement))
    result.insert(havoc->variables.begin(), havoc->variables.end());
  if (const auto* output = std::get_if<ir::Output>(&edge.statement))
    if (output->result.valid()) result.insert(output->result);
  const auto* call = std::get_if<ir::Call>(&edge.statement);
  if (call == nullptr) return;
  result.insert(call->results.begin(), call->results.end());
  if (call->callee == f || !called.insert(call->callee).second) return;
  const ir::Procedure& callee = program_.procedure(call->callee);
  for (const auto* group : {&callee.parameters, &callee.returns, &callee.locals})
    result.insert(group->begin(), group->end());
  for (const ir::Edge& e : callee.edges)
    add_written(call->callee, e, called, result);
}

std::vector<Skeleton> Ways::to_targets() {
  std::vector<Skeleton> found =
      search([&](const Spot& at) { return is_target(at); }, most_skeletons);
  std::erase_if(found, [](const Skeleton& s) { return s.leaps.empty(); });
  return found;
}

std::vector<Skeleton> Ways::to_loop(const Site& site) {
  return search(
      [&](const Spot& at) {
        return at.procedure == site.procedure && at.location == site.places.front();
      },
      most_stems);
}

/// Breadth first.
std::vector<Skeleton> Ways::search(const Goal& goal, std::size_t most) {
  mark_reach(goal);
  std::vector<Skeleton> found;
  Node first;
  first.at = {program_.entry, program_.procedure(program_.entry).entry, {}};
  first.skeleton.segments.emplace_back();
  std::deque<Node> work{std::move(first)};
  for (std::size_t n = 0; n < most_nodes && !work.empty() && found.size() < most; ++n) {
    budget_.check();
    Node node = std::move(work.front());
    work.pop_front();
    if (goal(node.at)) {
      node.skeleton.end = node.at;
      found.push_back(std::move(node.skeleton));
      continue;
    }
    std::vector<Node> next;
    expand(node, next);
    for (Node& x : next)
      if (promising(x.at)) work.push_back(std::move(x));
  }
  return found;
}

void Ways::expand(const Node& node, std::vector<Node>& next) const {
  const ir::Procedure& p = program_.procedure(node.at.procedure);
  const Site* loop = site_at(node.at.procedure, node.at.location);
  const std::optional<Site>& recursion = recursion_[node.at.procedure.index()];
  if (!node.leapt && node.at.location == p.entry && recursion) leap_from(node, *recursion, next);
  bool at_loop = !node.leapt && loop != nullptr;
  if (at_loop) leap_from(node, *loop, next);
  std::pair<Site, std::vector<OpenCall>> use;
  if (at_loop) {
    // What lies in an inner loop may be reached in the first round.
    if (!contains_loops(*loop)) return;
    use = {*loop, node.at.frames};
    if (std::ranges::find(node.used, use) != node.used.end()) return;
  }
  for (std::size_t e : outgoing_[node.at.procedure.index()][node.at.location.index()]) {
    const ir::Statement& statement = p.edges[e].statement;
    if (std::holds_alternative<ir::Halt>(statement)) continue;
    const auto* call = std::get_if<ir::Call>(&statement);
    if (call != nullptr && is_active(node.at, call->callee)) continue;
    Node after = node;
    after.leapt = false;
    if (at_loop) after.used.push_back(use);
    after.skeleton.segments.back().push_back({node.at.procedure, e, Way::no_leap});
    after.at = behind(program_, node.at, e);
    next.push_back(std::move(after));
  }
}

void Ways::leap_from(const Node& node, const Site& site, std::vector<Node>& next) const {
  std::pair<Site, std::vector<OpenCall>> use{site, node.at.frames};
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

std::optional<std::vector<Skeleton>> Ways::steps(const Site& site) {
  std::vector<Skeleton> found;
  for (ir::LocId place : site.places) {
    Skeleton way;
    way.segments.emplace_back();
    if (!walk(site, {site.procedure, place, {}}, way, found)) return std::nullopt;
  }
  return found;
}

/// An edge that leaves the loop.
bool Ways::leaves(const Site& site, const Spot& at, std::size_t edge) const {
  if (!at.frames.empty() || site.recursion) return false;
  const ir::Edge& e = program_.procedure(at.procedure).edges[edge];
  const auto& components = components_[site.procedure.index()];
  auto own = std::ranges::find(components, site, &Component::site);
  return !std::holds_alternative<ir::Call>(e.statement) && !own->inside[e.to.index()];
}

/// Depth first; false if the steps cannot all be found.
bool Ways::walk(const Site& site, const Spot& at, Skeleton& way, std::vector<Skeleton>& found) {
  budget_.check();
  const ir::Procedure& p = program_.procedure(at.procedure);
  for (std::size_t e : outgoing_[at.procedure.index()][at.location.index()]) {
    const ir::Statement& statement = p.edges[e].statement;
    if (std::holds_alternative<ir::Halt>(statement) || leaves(site, at, e)) continue;
    const auto* call = std::get_if<ir::Call>(&statement);
    bool again = call != nullptr && is_active(at, call->callee);
    bool closes = site.recursion && call != nullptr && call->callee == site.procedure;
    if (again && !closes) {
      if (site.recursion) continue;
      return false;
    }
    if (way.segments.back().size() >= longest_step || found.size() >= most_steps) return false;
    Spot next = behind(program_, at, e);
    if (is_target(next)) continue;
    Skeleton longer = way;
    longer.segments.back().push_back({at.procedure, e, Way::no_leap});
    longer.end = next;
    bool arrived = closes
                   || (next.frames.empty() && next.procedure == site.procedure
                       && std::ranges::find(site.places, next.location) != site.places.end());
    const Site* other = arrived ? nullptr : site_at(next.procedure, next.location);
    if (arrived) {
      found.push_back(std::move(longer));
    } else if (other == nullptr) {
      if (!walk(site, next, longer, found)) return false;
    } else if (!site.recursion) {
      has_inner_loops_ = true;
      if (nesting_ == Nesting::Flat || longer.leaps.size() >= most_inner_leaps) return false;
      bool leapt = std::ranges::any_of(longer.leaps, [&](const Skeleton::Leap& l) {
        return l.site == *other && l.at.frames == next.frames;
      });
      if (leapt) continue;
      longer.leaps.push_back({*other, next.location, next.location, next});
      longer.segments.emplace_back();
      if (!walk(site, next, longer, found)) return false;
    }
  }
  return true;
}

bool Ways::is_target(const Spot& at) const {
  return problem_.is_target(program_.procedure(at.procedure).locations[at.location.index()]);
}

} // namespace kleene::engine::leap
