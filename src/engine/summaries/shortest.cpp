// SPDX-License-Identifier: Apache-2.0
#include "shortest.h"

#include "kleene/support/invariant.h"

#include <algorithm>
#include <tuple>

namespace kleene::engine::summaries {

ShortestExecution::ShortestExecution(const domain::BooleanDomain& domain,
                                     const ControlFlow& flow,
                                     const std::vector<bool>& goal)
    : domain_(domain), flow_(flow), goal_(goal), pairs_(flow.size()) {
  std::size_t procedures = domain.scope().program().procedures.size();
  entries_.resize(procedures);
  summaries_.resize(procedures);
  calls_.resize(procedures);
}

void ShortestExecution::Discoveries::add(const Bdd& fresh, Time time) {
  sets.push_back(fresh);
  times.push_back(time);
  all |= fresh;
}

Bdd ShortestExecution::Discoveries::at(Time time, const Bdd& set) const {
  auto [first, last] = std::ranges::equal_range(times, time);
  auto end = static_cast<std::size_t>(last - times.begin());
  std::size_t i = sets.next_meeting(set, static_cast<std::size_t>(first - times.begin()), end);
  return i < end ? sets[i] & set : Bdd();
}

std::optional<Path> ShortestExecution::find(std::size_t longest, Effort most) {
  const BddManager& manager = domain_.space().manager();
  std::size_t most_nodes = manager.statistics().produced + most.nodes;
  agenda_[0].entries[domain_.scope().program().entry] = domain_.initial();
  while (!agenda_.empty() && agenda_.begin()->first <= longest) {
    // A return takes no time: the agenda of this moment may grow while it is worked off.
    Time now = agenda_.begin()->first;
    Agenda& agenda = agenda_.begin()->second;
    while (!agenda.entries.empty() || !agenda.pairs.empty()) {
      if (!agenda.entries.empty()) {
        auto next = agenda.entries.extract(agenda.entries.begin());
        enter(next.key(), next.mapped(), now);
      } else {
        auto next = agenda.pairs.extract(agenda.pairs.begin());
        arrive(next.key(), next.mapped(), now);
      }
      if (reached_) return unwind(*reached_);
      gave_up_ = work_ > most.images || manager.statistics().produced > most_nodes;
      if (gave_up_) return std::nullopt;
    }
    agenda_.erase(now);
  }
  return std::nullopt;
}

void ShortestExecution::enter(ir::ProcId p, const Bdd& entries, Time now) {
  Discoveries& known = entries_[p.index()];
  Bdd fresh = entries - known.all;
  if (fresh.is_false()) return;
  known.add(fresh, now);
  arrive(flow_.entry(p), domain_.start(p, fresh), now);
}

void ShortestExecution::arrive(Node n, const Bdd& pairs, Time now) {
  Bdd fresh = pairs - pairs_[n].all;
  if (fresh.is_false()) return;
  pairs_[n].add(fresh, now);
  if (goal_[n]) {
    reached_ = Fact{n, now, some_pair(domain_, flow_, n, fresh)};
    return;
  }
  for (Step step : flow_.outgoing(n)) {
    if (flow_.halts(step)) continue;
    ++work_;
    if (flow_.call(step) != nullptr)
      call(step, fresh, now);
    else
      agenda_[now + 1].pairs[flow_.to(step)] |= domain_.post(step, fresh);
  }
  ir::ProcId p = flow_.procedure(n);
  if (n == flow_.exit(p) && domain_.scope().called(p)) leave(p, fresh, now);
}

void ShortestExecution::call(Step step, const Bdd& pairs, Time now) {
  ir::ProcId callee = flow_.call(step)->callee;
  Bdd entries = domain_.into(step, pairs);
  calls_[step.procedure.index()][step.edge].push_back(entries);
  agenda_[now + 1].entries[callee] |= entries;
  const Discoveries& known = summaries_[callee.index()];
  known.sets.for_each_meeting(entries, [&](std::size_t i) {
    ++work_;
    Bdd across = domain_.across(step, known.sets[i]);
    agenda_[now + 1 + known.times[i]].pairs[flow_.to(step)] |= domain_.over(step, pairs, across);
    return true;
  });
}

/// At the exit: what entries of each age have found, and their callers.
void ShortestExecution::leave(ir::ProcId p, const Bdd& pairs, Time now) {
  const Discoveries& begun = entries_[p.index()];
  Bdd gained = domain_.summary(p, pairs);
  begun.sets.for_each_meeting(gained, [&](std::size_t entered) {
    Bdd found = gained & begun.sets[entered];
    Time length = now - begun.times[entered];
    summaries_[p.index()].add(found, length);
    for (Step step : flow_.call_sites(p)) {
      const Row& made = calls_[step.procedure.index()][step.edge];
      Bdd across;
      made.for_each_meeting(found, [&](std::size_t i) {
        ++work_;
        if (across.is_false()) across = domain_.across(step, found);
        const Discoveries& callers = pairs_[flow_.from(step)];
        Bdd after = domain_.over(step, callers.sets[i], across);
        agenda_[callers.times[i] + 1 + length].pairs[flow_.to(step)] |= after;
        return true;
      });
    }
    return true;
  });
}

/// Goes back from the last fact to the beginning of its activation, through complete activations of
/// callees, and on to the callers.
Path ShortestExecution::unwind(Fact end) const {
  Path path;
  std::vector<Open> open{{std::move(end), std::nullopt}};
  auto values = [&](const Fact& fact) { return values_of(domain_, flow_, fact.node, fact.pair); };
  while (true) {
    Fact at = open.back().at;
    if (!begins_activation(at)) {
      Reason why = reason(at);
      open.back().at = why.before;
      if (why.callee_exit)
        open.push_back({*why.callee_exit, why.step});
      else
        path.moves.push_back({why.step, values(at)});
      continue;
    }
    std::optional<Step> call = open.back().call;
    if (call) {
      open.pop_back();
    } else if (at.time != 0) {
      std::tie(call, open.back().at) = caller(at);
    } else {
      path.start = values(at);
      std::ranges::reverse(path.moves);
      return path;
    }
    path.moves.push_back({*call, values(at)});
  }
}

/// Whether the fact is an entry state, at the time at which it was entered first. A loop may lead
/// back to the entry, but only later.
bool ShortestExecution::begins_activation(const Fact& fact) const {
  ir::ProcId p = flow_.procedure(fact.node);
  if (fact.node != flow_.entry(p)) return false;
  if (!domain_.scope().called(p)) return fact.time == 0;
  return !entries_[p.index()].at(fact.time, fact.pair).is_false();
}

ShortestExecution::Reason ShortestExecution::reason(const Fact& after) const {
  for (Step step : flow_.incoming(after.node)) {
    if (flow_.halts(step)) continue;
    if (flow_.call(step) != nullptr) {
      if (auto why = over(step, after)) return *why;
    } else if (after.time > 0) {
      Node from = flow_.from(step);
      Bdd before = pairs_[from].at(after.time - 1, domain_.pre(step, after.pair));
      if (before.is_false()) continue;
      Bdd pair = some_pair(domain_, flow_, from, before);
      return {step, {from, after.time - 1, std::move(pair)}, std::nullopt};
    }
  }
  KL_INVARIANT(false, "a discovery should follow from earlier ones");
}

/// The caller and the length of the callee's way have to add up.
std::optional<ShortestExecution::Reason> ShortestExecution::over(Step call,
                                                                 const Fact& after) const {
  const Discoveries& callers = pairs_[flow_.from(call)];
  const Discoveries& ways = summaries_[flow_.call(call)->callee.index()];
  Bdd wanted = domain_.demand(call, after.pair);
  Bdd across = domain_.across(call, ways.sets.meeting(wanted, ways.sets.size()));
  Bdd before = domain_.pre_over(call, after.pair, across);
  std::optional<Reason> result;
  callers.sets.for_each_meeting(before, [&](std::size_t i) {
    if (callers.times[i] >= after.time) return false;
    Time length = after.time - callers.times[i] - 1;
    Bdd entries = domain_.into(call, callers.sets[i] & before);
    ways.sets.for_each_meeting(entries & wanted, [&](std::size_t way) {
      if (ways.times[way] != length) return true;
      Bdd by_this_way = domain_.across(call, ways.sets[way]);
      Bdd pairs = callers.sets[i] & domain_.pre_over(call, after.pair, by_this_way);
      if (pairs.is_false()) return true;
      Bdd pair = some_pair(domain_, flow_, flow_.from(call), pairs);
      Fact exit = callee_exit(call, domain_.into(call, pair) & wanted, length);
      result = Reason{call, {flow_.from(call), callers.times[i], std::move(pair)}, std::move(exit)};
      return false;
    });
    return !result;
  });
  return result;
}

/// The way through a callee, at the time of its first traveller.
ShortestExecution::Fact
ShortestExecution::callee_exit(Step call, const Bdd& exits, Time length) const {
  ir::ProcId callee = flow_.call(call)->callee;
  Node exit = flow_.exit(callee);
  const Discoveries& begun = entries_[callee.index()];
  Time left = begun.times[begun.sets.first_meeting(exits, begun.sets.size())] + length;
  Bdd pairs = pairs_[exit].at(left, exits);
  KL_INVARIANT(!pairs.is_false(), "a step over a call should come from a way through the callee");
  return {exit, left, some_pair(domain_, flow_, exit, pairs)};
}

/// Who made the entry state of an activation that does not return.
std::pair<Step, ShortestExecution::Fact> ShortestExecution::caller(const Fact& entry) const {
  // The entry values decide; at the entry, values of variables that are not live are free.
  Bdd states = domain_.as_states(entry.pair.exists(domain_.space().currents().set()));
  for (Step call : flow_.call_sites(flow_.procedure(entry.node))) {
    Node from = flow_.from(call);
    Bdd before = pairs_[from].at(entry.time - 1, domain_.pre_into(call, states));
    if (!before.is_false())
      return {call, {from, entry.time - 1, some_pair(domain_, flow_, from, before)}};
  }
  KL_INVARIANT(false, "an entry state should come from a call");
}

} // namespace kleene::engine::summaries
