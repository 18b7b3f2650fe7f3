// SPDX-License-Identifier: Apache-2.0
#include "forward.h"

#include "kleene/equations/natural.h"
#include "kleene/support/invariant.h"

#include <algorithm>

namespace kleene::engine::exact {

namespace {

Sets nothing(const ir::Program& program) {
  Sets sets;
  for (const ir::Procedure& p : program.procedures)
    sets.emplace_back(p.locations.size());
  return sets;
}

} // namespace

/// The operators of the equations, with relations made for the states they are applied to.
struct Forward::Relations : PlaceSets {
  struct Step {
    ir::ProcId procedure;
    bool call = false;
    std::size_t index = 0; ///< of the block or call
  };
  const AbstractProgram& abstract;
  const Forward& forward;

  const Procedure& procedure(const Step& s) const {
    return abstract.program().procedure(s.procedure);
  }
  const CallStep& call(const Step& s) const { return procedure(s).calls[s.index]; }

  std::vector<Step> outgoing(const ir::ProgramPoint& k) const {
    std::vector<Step> steps;
    for (std::size_t b : abstract.blocks_from(k.procedure, k.location))
      steps.push_back({k.procedure, false, b});
    for (std::size_t c : abstract.calls_from(k.procedure, k.location))
      steps.push_back({k.procedure, true, c});
    return steps;
  }
  std::vector<Step> callers(const ir::ProgramPoint& exit) const {
    std::vector<Step> calls;
    for (const AbstractProgram::Site& site : abstract.sites(exit.procedure))
      calls.push_back({site.caller, true, site.call});
    return calls;
  }
  static bool is_call(const Step& s) { return s.call; }
  ir::ProgramPoint to(const Step& s) const {
    return {s.procedure, s.call ? call(s).to : procedure(s).blocks[s.index].to};
  }
  ir::ProgramPoint entry(const Step& s) const {
    return {call(s).callee, abstract.entry(call(s).callee)};
  }
  bool is_exit(const ir::ProgramPoint& k) const { return k.location == abstract.exit(k.procedure); }

  Bdd post(const Step& s, const Bdd& fresh) const {
    return abstract.domain().post(fresh, abstract.block(s.procedure, s.index, fresh));
  }
  Bdd into(const Step& s, const Bdd& fresh) const {
    return abstract.domain().post(fresh, abstract.into(s.procedure, s.index, fresh));
  }
  Bdd over(const Step& s, const Bdd& fresh) const {
    ir::ProcId callee = call(s).callee;
    return over(s, fresh, forward.states(callee, abstract.exit(callee)));
  }
  static const Bdd& summary(const ir::ProgramPoint&, const Bdd& fresh) { return fresh; }
  Bdd resume(const Step& s, const Bdd& gained) const {
    return over(s, forward.states(s.procedure, call(s).from), gained);
  }

private:
  Bdd over(const Step& s, const Bdd& before, const Bdd& exits) const {
    if (before.is_false() || exits.is_false()) return Bdd();
    return abstract.domain().post(
        before, exits, abstract.over(s.procedure, s.index, before, exits));
  }
};

Forward::Forward(const AbstractProgram& abstract, Budget& budget)
    : abstract_(abstract), budget_(budget), reached_(nothing(abstract.program().program()), {}) {}

bool Forward::run() {
  ir::ProcId main = abstract_.program().program().entry;
  add({main, abstract_.entry(main)}, abstract_.initial());
  solve(false);
  return !target_;
}

void Forward::finish() {
  run();
  solve(true);
}

void Forward::solve(bool beyond_targets) {
  Relations relations{{}, abstract_, *this};
  while (!reached_.settled() && (beyond_targets || !target_)) {
    budget_.check();
    ir::ProgramPoint k = reached_.next();
    equations::follow(
        relations,
        k,
        reached_.take(k),
        [&](const ir::ProgramPoint& to, const Bdd& states, equations::Rule) { add(to, states); });
  }
}

void Forward::add(const ir::ProgramPoint& place, const Bdd& states) {
  Bdd fresh = reached_.add(place, states);
  if (fresh.is_false()) return;
  increments_[place].push_back({++clock_, fresh});
  auto [f, l] = place;
  if (abstract_.program().procedure(f).is_target[l.index()] && !target_)
    target_ = At{f, l, fresh, clock_ + 1};
}

Bdd Forward::known(ir::ProcId f, ir::LocId l, std::size_t before) const {
  Bdd result;
  auto found = increments_.find({f, l});
  if (found == increments_.end()) return result;
  for (const Increment& i : found->second) {
    if (i.moment >= before) break;
    result |= i.states;
  }
  return result;
}

/// The first increment that has some of the states.
Forward::At Forward::earliest(At at) const {
  for (const Increment& i : increments_.at({at.procedure, at.location}))
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
