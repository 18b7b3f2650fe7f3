// SPDX-License-Identifier: Apache-2.0
#include "must_reach.h"

#include "kleene/equations/reach.h"
#include "kleene/equations/solve.h"
#include "kleene/fixpoint/order.h"
#include "kleene/fixpoint/worklist.h"

#include <algorithm>
#include <set>

#include "counterexample.h"
#include "evidence_writer.h"
#include "proof.h"

namespace kleene::engine::exact {
namespace {

constexpr double seconds_per_question = 1;
constexpr std::size_t max_attempts = 10; ///< to find ranks for what is left
constexpr std::size_t max_layers = 4000;

Sets nothing(const BlockProgram& program) {
  Sets sets;
  for (const ir::Procedure& p : program.program().procedures)
    sets.emplace_back(p.locations.size());
  return sets;
}

} // namespace

MustReachability::MustReachability(const AbstractProgram& abstract,
                                   const Forward& reached,
                                   IntegerModel model,
                                   Budget& budget)
    : abstract_(abstract),
      program_(abstract.program()),
      reached_(reached),
      model_(model),
      budget_(budget),
      must_(abstract, reached),
      session_(session_for(program_, model, seconds_per_question, budget)) {}

void MustReachability::solve() {
  returns();
  leads_ = nothing(program_);
  Members all(program_.procedures().size(), true);
  least(leads_, all, 0, leading_);
  ir::ProcId main = program_.program().entry;
  Bdd start = reached_.states(main, abstract_.entry(main));
  if ((start & leads(main, abstract_.entry(main))).is_false()) ranked(leads_, all, 0, leading_);
}

/// Callees first: the rank of a call that returns is below that of whoever makes it.
void MustReachability::returns() {
  returns_ = nothing(program_);
  fixpoint::Graph calls(program_.procedures().size());
  for (const Procedure& p : program_.procedures())
    for (const CallStep& call : p.calls)
      calls[p.id.index()].push_back(call.callee.index());
  std::vector<std::size_t> part = fixpoint::component_ranks(calls);
  for (std::size_t number = 0; number < part.size(); ++number) {
    Members members;
    for (std::size_t own : part)
      members.push_back(own == number);
    if (std::ranges::find(members, true) == members.end()) continue;
    least(returns_, members, number + 1, returning_);
    ranked(returns_, members, number + 1, returning_);
  }
}

bool MustReachability::is_goal(const ir::ProgramPoint& k, bool to_exit) const {
  auto [f, l] = k;
  return to_exit ? l == abstract_.exit(f) : program_.procedure(f).is_target[l.index()];
}

/// Of T if it leads to the exit, otherwise of G.
Bdd MustReachability::right_side(const ir::ProgramPoint& k, const Sets& sets, bool to_exit) {
  MustRelations relations(abstract_, must_, to_exit ? sets : returns_);
  return to_exit ? equations::returns(relations, k, sets)
                 : equations::reach(relations, k, sets, is_goal(k, to_exit));
}

/// States are added in an order in which each has its step to those that were there before. Part 0 leads
/// to targets, the others return.
void MustReachability::least(Sets& sets,
                             const Members& members,
                             std::size_t number,
                             std::vector<Layer>& layers) {
  bool to_exit = number != 0;
  fixpoint::Line<ir::ProgramPoint> work;
  for (const Procedure& p : program_.procedures())
    for (ir::LocId l : p.cuts)
      if (members[p.id.index()] && is_goal({p.id, l}, to_exit)) work.push({p.id, l});
  // What calls another part that returns may have its step at once.
  for (const Procedure& p : program_.procedures())
    for (const CallStep& call : p.calls)
      if (members[p.id.index()]) work.push({p.id, call.from});
  Relations relations(abstract_, must_);
  auto inside = [&](const ir::ProgramPoint& k) {
    budget_.check();
    if (!members[k.procedure.index()]) return Bdd();
    return must_.care(k.procedure, k.location) & right_side(k, sets, to_exit);
  };
  std::size_t moment = 0;
  equations::least(relations, sets, work, inside, [&](const ir::ProgramPoint& k, const Bdd& fresh) {
    layers.push_back({k.procedure,
                      k.location,
                      fresh,
                      {this->number(number), this->number(0), this->number(++moment)}});
  });
}

/// Removes what cannot go on within the sets.
void MustReachability::greatest(Sets& sets,
                                const Sets& least,
                                const Members& members,
                                bool to_exit) {
  fixpoint::Line<ir::ProgramPoint> work;
  for (const Procedure& p : program_.procedures())
    for (ir::LocId l : p.cuts)
      if (members[p.id.index()]) work.push({p.id, l});
  Relations relations(abstract_, must_);
  auto inside = [&](const ir::ProgramPoint& k) {
    budget_.check();
    if (!members[k.procedure.index()]) return Bdd(true);
    return right_side(k, sets, to_exit) | PlaceSets::set(least, k);
  };
  equations::greatest(relations, sets, work, inside, [](const ir::ProgramPoint&, const Bdd&) {});
}

void MustReachability::ranked(Sets& sets,
                              const Members& members,
                              std::size_t number,
                              std::vector<Layer>& layers) {
  bool to_exit = number != 0;
  Sets more = sets;
  for (const Procedure& p : program_.procedures())
    for (ir::LocId l : p.cuts)
      if (members[p.id.index()]) more[p.id.index()][l.index()] = must_.care(p.id, l);
  for (std::size_t attempt = 0; attempt < max_attempts; ++attempt) {
    greatest(more, sets, members, to_exit);
    Ranking ranking(program_, *session_, model_, budget_);
    std::map<ir::ProgramPoint, std::size_t> places;
    std::vector<Layer> found;
    for (const Procedure& p : program_.procedures())
      for (ir::LocId l : p.cuts) {
        Bdd rest = more[p.id.index()][l.index()] - sets[p.id.index()][l.index()];
        if (!members[p.id.index()] || rest.is_false()) continue;
        places[{p.id, l}] = ranking.add_place(p.id, known_at(abstract_, p.id, l, rest));
        found.push_back({p.id, l, rest, {this->number(number), this->number(1)}});
      }
    if (found.empty()) return;
    for (const Procedure& p : program_.procedures())
      add_steps(ranking, places, p.id);
    if (std::optional<std::vector<std::vector<Term>>> ranks = ranking.find()) {
      for (std::size_t i = 0; i < found.size(); ++i)
        found[i].rank.insert(found[i].rank.end(), (*ranks)[i].begin(), (*ranks)[i].end());
      layers.insert(layers.end(), found.begin(), found.end());
      sets = std::move(more);
      return;
    }
    for (std::size_t place : ranking.without_rank())
      more[found[place].procedure.index()][found[place].location.index()] =
          sets[found[place].procedure.index()][found[place].location.index()];
  }
}

void MustReachability::add_steps(Ranking& ranking,
                                 const std::map<ir::ProgramPoint, std::size_t>& places,
                                 ir::ProcId f) const {
  const Procedure& p = program_.procedure(f);
  auto add = [&](ir::LocId from, ir::ProgramPoint to, const Move& move, bool enters) {
    auto first = places.find({f, from});
    auto last = places.find(to);
    if (first != places.end() && last != places.end())
      ranking.add_step(first->second, last->second, move, enters);
  };
  for (const Block& block : p.blocks)
    add(block.from, {f, block.to}, block.move, false);
  for (const CallStep& call : p.calls) {
    add(call.from, {call.callee, abstract_.entry(call.callee)}, call.enter, true);
    add(call.from, {f, call.to}, step_over(abstract_, call, must_.exits(call.callee)), false);
  }
}

Term MustReachability::number(std::size_t value) const {
  return program_.terms().constant(Ranking::type(model_), static_cast<Integer>(value));
}

std::optional<evidence::MustReach> MustReachability::evidence() const {
  EvidenceWriter sets(abstract_);
  evidence::MustReach result;
  auto layers = written(leading_, false);
  auto calls = written(returning_, true);
  if (!layers || !calls) return std::nullopt;
  result.layers = std::move(*layers);
  result.calls = std::move(*calls);
  for (const Procedure& p : program_.procedures()) {
    Bdd exits = must_.exits(p.id);
    result.summaries.push_back(exits.is_false() ? program_.terms().truth(false)
                                                : sets.summary(p.id, exits));
  }
  result.choices = sets.choices(must_);
  result.procedure = program_.program().entry;
  result.location = abstract_.entry(result.procedure);
  return result;
}

/// Between cut points: what leads into a layer has its rank there, and a last component that says how far
/// away it is.
std::optional<std::vector<evidence::MustLayer>>
MustReachability::written(const std::vector<Layer>& layers, bool pairs) const {
  EvidenceWriter sets(abstract_);
  std::size_t length = 0;
  for (const Layer& layer : layers)
    length = std::max(length, layer.rank.size());
  std::vector<evidence::MustLayer> result;
  for (const Layer& layer : layers) {
    evidence::MustLayer own{layer.procedure, layer.location, {}, {}};
    own.states = pairs ? sets.pairs(layer.procedure, layer.location, layer.states)
                       : sets.states(layer.procedure, layer.location, layer.states);
    for (Term t : layer.rank)
      own.rank.push_back(pairs ? t : sets.current(layer.procedure, t));
    own.rank.resize(length + 1, number(0));
    result.push_back(std::move(own));
  }
  std::vector<std::set<ir::LocId>> cuts;
  std::vector<std::vector<std::vector<std::size_t>>> incoming;
  for (const Procedure& p : program_.procedures()) {
    cuts.emplace_back(p.cuts.begin(), p.cuts.end());
    const ir::Procedure& cfg = program_.program().procedure(p.id);
    incoming.emplace_back(cfg.locations.size());
    for (std::size_t e = 0; e < cfg.edges.size(); ++e)
      incoming.back()[cfg.edges[e].to.index()].push_back(e);
  }
  for (std::size_t i = 0; i < result.size(); ++i) {
    if (result.size() > max_layers) return std::nullopt;
    evidence::MustLayer behind = result[i];
    std::size_t f = behind.procedure.index();
    for (std::size_t e : incoming[f][behind.location.index()]) {
      const ir::Edge& edge = program_.program().procedure(behind.procedure).edges[e];
      if (cuts[f].contains(edge.from)) continue;
      evidence::MustLayer own{behind.procedure, edge.from, sets.before(edge, behind.states), {}};
      if (own.states.null()) continue;
      for (Term t : behind.rank)
        own.rank.push_back(sets.value_before(edge, t));
      if (std::ranges::any_of(own.rank, [](Term t) { return t.null(); })) continue;
      own.rank.back() = number(static_cast<std::size_t>(behind.rank.back().value()) + 1);
      result.push_back(std::move(own));
    }
  }
  return result;
}

} // namespace kleene::engine::exact
