// SPDX-License-Identifier: Apache-2.0
#include "forward.h"

#include "kleene/support/invariant.h"

#include <algorithm>

namespace kleene::engine::exact {

Forward::Forward(const AbstractProgram& abstract, Budget& budget)
    : abstract_(abstract), budget_(budget) {
  for (const ir::Procedure& p : abstract.program().program().procedures)
    places_.emplace_back(p.locations.size());
}

bool Forward::run() {
  ir::ProcId main = abstract_.program().program().entry;
  add(main, abstract_.entry(main), abstract_.initial());
  while (!queue_.empty() && !target_) {
    budget_.check();
    auto [f, l] = queue_.front();
    queue_.pop_front();
    expand(f, l);
  }
  return !target_;
}

void Forward::finish() {
  run();
  while (!queue_.empty()) {
    budget_.check();
    auto [f, l] = queue_.front();
    queue_.pop_front();
    expand(f, l);
  }
}

void Forward::add(ir::ProcId f, ir::LocId l, const Bdd& states) {
  Place& place = places_[f.index()][l.index()];
  Bdd fresh = states - place.reached;
  if (fresh.is_false()) return;
  place.reached |= fresh;
  place.increments.push_back({++clock_, fresh});
  if (abstract_.program().procedure(f).is_target[l.index()] && !target_)
    target_ = At{f, l, fresh, clock_ + 1};
  if (!place.queued) queue_.emplace_back(f, l);
  place.queued = true;
}

void Forward::expand(ir::ProcId f, ir::LocId l) {
  Place& place = places_[f.index()][l.index()];
  place.queued = false;
  Bdd fresh = place.reached - place.done;
  place.done = place.reached;
  const domain::ExactDomain& domain = abstract_.domain();
  const Procedure& procedure = abstract_.program().procedure(f);
  for (std::size_t b : abstract_.blocks_from(f, l))
    add(f, procedure.blocks[b].to, domain.post(fresh, abstract_.block(f, b, fresh)));
  for (std::size_t c : abstract_.calls_from(f, l)) {
    const CallStep& call = procedure.calls[c];
    add(call.callee, abstract_.entry(call.callee), domain.post(fresh, abstract_.into(f, c, fresh)));
    const Bdd& exits = states(call.callee, abstract_.exit(call.callee));
    if (!exits.is_false())
      add(f, call.to, domain.post(fresh, exits, abstract_.over(f, c, fresh, exits)));
  }
  if (l != abstract_.exit(f)) return;
  for (const AbstractProgram::Site& site : abstract_.sites(f)) {
    const CallStep& call = abstract_.program().procedure(site.caller).calls[site.call];
    const Bdd& before = states(site.caller, call.from);
    if (before.is_false()) continue;
    add(site.caller,
        call.to,
        domain.post(before, fresh, abstract_.over(site.caller, site.call, before, fresh)));
  }
}

Bdd Forward::known(ir::ProcId f, ir::LocId l, std::size_t before) const {
  Bdd result;
  for (const Increment& i : places_[f.index()][l.index()].increments) {
    if (i.moment >= before) break;
    result |= i.states;
  }
  return result;
}

/// The first increment that has some of the states.
Forward::At Forward::earliest(At at) const {
  for (const Increment& i : places_[at.procedure.index()][at.location.index()].increments)
    if (Bdd both = i.states & at.states; !both.is_false()) {
      at.states = abstract_.domain().pick(both, abstract_.predicates(at.procedure, at.location));
      at.moment = i.moment;
      return at;
    }
  KL_INVARIANT(false, "a reached state should have been found at some moment");
  return at;
}

/// The step that led to a state that has just been narrowed to its first moment; `at` becomes the state
/// before the step. Nothing at the entry of the procedure if no step inside it leads there.
std::optional<PathStep> Forward::step_back(At& at) const {
  const domain::ExactDomain& domain = abstract_.domain();
  ir::ProcId f = at.procedure;
  const Procedure& procedure = abstract_.program().procedure(f);
  for (std::size_t b : abstract_.blocks_to(f, at.location)) {
    ir::LocId from = procedure.blocks[b].from;
    Bdd before = domain.pre(abstract_.block(f, b), at.states) & known(f, from, at.moment);
    if (before.is_false()) continue;
    at = {f, from, before, at.moment};
    return PathStep{PathStep::Kind::Block, f, b, {}, 0};
  }
  for (std::size_t c : abstract_.calls_to(f, at.location)) {
    const CallStep& call = procedure.calls[c];
    Bdd exits = known(call.callee, abstract_.exit(call.callee), at.moment);
    if (exits.is_false()) continue;
    const Bdd& over = abstract_.over(f, c);
    Bdd before = domain.pre(over, exits, at.states) & known(f, call.from, at.moment);
    if (before.is_false()) continue;
    At there = earliest({f, call.from, before, at.moment});
    Bdd exit = domain.exits_between(there.states, at.states, over) & exits;
    PathStep step{PathStep::Kind::Over, f, c, exit, at.moment};
    at = {f, call.from, there.states, at.moment};
    return step;
  }
  return std::nullopt;
}

AbstractPath Forward::path_to(At at, bool to_entry_only) const {
  AbstractPath path;
  ir::ProcId main = abstract_.program().program().entry;
  while (true) {
    at = earliest(at);
    bool at_entry = at.location == abstract_.entry(at.procedure);
    if (std::optional<PathStep> step = step_back(at)) {
      path.push_back(*step);
      continue;
    }
    KL_INVARIANT(at_entry, "a reached state should have a reason");
    if (to_entry_only || (at.procedure == main && at.moment == 1)) break;
    bool found = false;
    for (const AbstractProgram::Site& site : abstract_.sites(at.procedure)) {
      const CallStep& call = abstract_.program().procedure(site.caller).calls[site.call];
      Bdd before = abstract_.domain().pre(abstract_.into(site.caller, site.call), at.states)
                   & known(site.caller, call.from, at.moment);
      if (before.is_false()) continue;
      path.push_back({PathStep::Kind::Enter, site.caller, site.call, {}, 0});
      at = {site.caller, call.from, before, at.moment};
      found = true;
      break;
    }
    KL_INVARIANT(found, "a procedure should be entered by a call");
  }
  std::ranges::reverse(path);
  return path;
}

AbstractPath Forward::counterexample() const {
  KL_INVARIANT(target_.has_value(), "a counterexample should be asked for after a target was met");
  return path_to(*target_, false);
}

AbstractPath Forward::inside(const PathStep& over) const {
  ir::ProcId callee = abstract_.program().procedure(over.procedure).calls[over.index].callee;
  return path_to({callee, abstract_.exit(callee), over.exit, over.moment}, true);
}

} // namespace kleene::engine::exact
