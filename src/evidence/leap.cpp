// SPDX-License-Identifier: Apache-2.0
#include "kleene/evidence/leap.h"

#include "kleene/evidence/admission.h"

#include <fmt/core.h>

#include <algorithm>

#include "leap_questions.h"
#include "questions.h"

namespace kleene::evidence {
namespace {

/// Says what does not fit the program; judges then need not look at it again.
class Fit {
public:
  explicit Fit(const ir::Program& program) : program_(program) {}

  void check(const LeapChain& chain) const {
    for (const Leap& leap : chain.leaps) {
      for (const Port& p : leap.region)
        check(p);
      check(leap.entry);
      check(leap.exit);
      for (const Leap::Bound& b : leap.bounds)
        for (Term t : {b.low, b.high})
          check(t, variable(b.variable).type);
      for (VarId v : leap.hidden)
        variable(v);
      for (const Way& w : leap.steps)
        check(w);
    }
    for (const LeapChain::Reached& r : chain.reached) {
      check(r.port);
      for (const Way& w : r.ways)
        check(w);
    }
    check(chain.way);
    for (const auto& [v, value] : chain.values)
      if (Type type = variable(v).type; !type.is_bool() && !type.is_integer())
        throw NotCheckable("a value is given for something that is no number");
    if (chain.round) {
      check(chain.round->port);
      check(chain.round->way);
    }
  }

private:
  const ir::Variable& variable(VarId v) const {
    if (v.index() >= program_.variables.size()) throw NotCheckable("there is no such variable");
    return program_.variable(v);
  }
  void check(Term t, Type type) const {
    if (t.null() || t.type() != type) throw NotCheckable("a formula has the wrong type");
    for_each_subterm(t, [&](Term part) {
      if (part.is_variable()) variable(part.variable());
      if (!part.type().is_bool() && !part.type().is_integer())
        throw NotCheckable("a formula speaks of memory");
    });
  }
  void check(const Port& port) const {
    bool exists = port.procedure.index() < program_.procedures.size()
                  && port.location.index() < program_.procedure(port.procedure).locations.size();
    if (!exists) throw NotCheckable("there is no such place");
    check(port.states, Type::boolean());
  }
  void check(const Way& way) const {
    for (const Way::Item& item : way.items)
      if (item.leap == Way::no_leap && item.procedure.index() >= program_.procedures.size())
        throw NotCheckable("there is no such procedure");
    for (Term t : way.choices) {
      if (t.null()) throw NotCheckable("a choice is missing");
      check(t, t.type());
    }
  }

  const ir::Program& program_;
};

class ChainQuestions {
public:
  ChainQuestions(const Problem& problem, const LeapChain& chain)
      : problem_(problem),
        program_(problem.program),
        terms_(*program_.terms),
        chain_(chain),
        effects_(chain.leaps.size()),
        passages_(problem, effects_),
        script_(problem, passages_) {}

  smt::Script run() {
    Fit(program_).check(chain_);
    for (std::size_t i = 0; i < chain_.leaps.size(); ++i)
      effects_[i] = question_leap(
          problem_, chain_.leaps[i], fmt::format("leap {}", i + 1), passages_, script_);
    at_ = {program_.entry, program_.procedure(program_.entry).entry, {}};
    for (std::size_t i = 0; i < chain_.reached.size(); ++i)
      reached(i);
    Passage passage = passages_.run(chain_.way, at_, start(), Passages::Inputs::AsChosen);
    if (problem_.events().no_end)
      for_ever(passage);
    else
      at_target(passage);
    return script_.finish();
  }

private:
  Term number(VarId v, Integer value) const {
    Type type = program_.variable(v).type;
    if (type.is_bool() ? value != 0 && value != 1 : type.is_machine() && !fits(type, value))
      throw NotCheckable("a value does not fit its variable");
    return type.is_bool() ? terms_.truth(value != 0) : terms_.constant(type, value);
  }

  /// The environment may choose the value at the start of the program.
  bool free_at_start(VarId v) const {
    const std::vector<VarId>& parameters = program_.procedure(program_.entry).parameters;
    const ir::Variable& variable = program_.variable(v);
    return variable.owner.valid() ? std::ranges::find(parameters, v) != parameters.end()
                                  : !variable.initial;
  }

  std::map<VarId, Term> initial() const {
    std::map<VarId, Term> values;
    for (VarId g : program_.globals)
      if (const ir::Variable& v = program_.variable(g); v.initial) values[g] = *v.initial;
    return values;
  }

  /// The state in which the way begins: one state is enough, but it must be one that is reached.
  std::map<VarId, Term> start() {
    std::map<VarId, Term> values = chain_.reached.empty() ? initial() : std::map<VarId, Term>();
    for (const auto& [v, value] : chain_.values) {
      if (chain_.reached.empty() ? !free_at_start(v) : !known_.contains(v))
        throw NotCheckable("a value is given that the environment cannot choose");
      values[v] = number(v, value);
    }
    if (chain_.reached.empty()) return values;
    Substitution chosen(terms_);
    for (const auto& [v, value] : values)
      chosen.add(v, value);
    script_.exclude("the state where the way begins is reached",
                    terms_.negate(chosen(chain_.reached.back().port.states)));
    return values;
  }

  void at_target(const Passage& passage) {
    const ir::Procedure& f = program_.procedure(passage.end.procedure);
    if (!problem_.targets.selects(f.locations[passage.end.location.index()]))
      throw NotCheckable("the way does not end at a target");
    script_.exclude("the way to the target",
                    terms_.negate(along(terms_, passage, terms_.truth(true))));
  }

  /// A leap may have nothing to do, so it does not count as a step of a round.
  void for_ever(const Passage& passage) {
    if (!chain_.round) throw NotCheckable("the way ends");
    const Port& port = chain_.round->port;
    if (passage.end.procedure != port.procedure || passage.end.location != port.location)
      throw NotCheckable("the way ends somewhere else than the round begins");
    script_.exclude("the way to the round",
                    terms_.negate(along(terms_, passage, at_end(terms_, passage, port.states))));
    Position begin{port.procedure, port.location, {}};
    Passage round = passages_.run(chain_.round->way, begin, {}, Passages::Inputs::AsChosen);
    if (round.end.procedure != port.procedure || round.end.location != port.location)
      throw NotCheckable("the round does not lead back");
    if (round.edges == 0) throw NotCheckable("the round takes no step");
    for (VarId v : variables_of(port.states))
      if (ir::ProcId owner = program_.variable(v).owner;
          owner.valid() && owner != port.procedure && round.after.contains(v))
        throw NotCheckable("the round changes what another procedure knows");
    script_.exclude(
        "the round leads back",
        terms_.conj(port.states,
                    terms_.negate(along(terms_, round, at_end(terms_, round, port.states)))));
  }

  /// Every state of the port has a predecessor in the one before it.
  void reached(std::size_t index) {
    const LeapChain::Reached& now = chain_.reached[index];
    Term before = index == 0 ? known_at_start() : chain_.reached[index - 1].port.states;
    if (now.leap != Way::no_leap)
      reached_by_leap(now, before);
    else
      reached_by_ways(now, before, index == 0);
    for (VarId v : variables_of(now.port.states))
      if (!known_.contains(v))
        throw NotCheckable(fmt::format("a set of reached states speaks of {}, which is not known",
                                       program_.variable(v).name));
  }

  /// Fills in `known_`; gives what holds of the values at the start.
  Term known_at_start() {
    std::vector<Term> ranges;
    for (std::size_t i = 0; i < program_.variables.size(); ++i) {
      const ir::Variable& v = program_.variables[i];
      bool scalar = v.type.is_bool() || v.type.is_integer();
      if (!scalar || (v.owner.valid() && !free_at_start(VarId(i)))) continue;
      known_.insert(VarId(i));
      if (free_at_start(VarId(i)) && v.type.is_machine())
        ranges.push_back(passages_.in_range(terms_.variable(VarId(i), v.type)));
    }
    return terms_.conj(ranges);
  }

  void reached_by_leap(const LeapChain::Reached& now, Term before) {
    if (now.leap >= chain_.leaps.size()
        || chain_.leaps[now.leap].theorem != Leap::Theorem::Backward)
      throw NotCheckable("a set is reached by a leap that says nothing about what is reached");
    const Leap& leap = chain_.leaps[now.leap];
    if (leap.entry.procedure != at_.procedure || leap.entry.location != at_.location
        || leap.exit.procedure != now.port.procedure || leap.exit.location != now.port.location)
      throw NotCheckable("a leap is used where it is not");
    if (effects_[now.leap].enters) at_.calls.clear();
    entry_is_reached(now.leap, before);
    script_.exclude("the set is in the exit port",
                    terms_.conj(now.port.states, terms_.negate(leap.exit.states)));
    const ir::Procedure& f = program_.procedure(now.port.procedure);
    bool entered = effects_[now.leap].enters && now.port.location == f.entry;
    for (VarId v : effects_[now.leap].changed) {
      ir::ProcId owner = program_.variable(v).owner;
      bool visible = !owner.valid()
                     || (owner == now.port.procedure
                         && (!entered || std::ranges::find(f.parameters, v) != f.parameters.end()));
      if (!visible || std::ranges::find(leap.hidden, v) != leap.hidden.end()) known_.erase(v);
    }
    at_.procedure = now.port.procedure;
    at_.location = now.port.location;
  }

  /// All of the entry port, with some values of what the leap changes and hides: nothing reads those.
  void entry_is_reached(std::size_t index, Term before) {
    const Leap& leap = chain_.leaps[index];
    std::vector<Term> open;
    Substitution some(terms_);
    for (VarId v : effects_[index].changed) {
      if (std::ranges::find(leap.hidden, v) == leap.hidden.end()) continue;
      open.push_back(passages_.fresh(v, false));
      some.add(v, open.back());
    }
    script_.exclude("the entry port is reached", leap.entry.states, open, some(before));
  }

  void reached_by_ways(const LeapChain::Reached& now, Term before, bool from_start) {
    std::vector<Passage> passages;
    for (const Way& way : now.ways)
      passages.push_back(passages_.run(
          way, at_, from_start ? initial() : std::map<VarId, Term>(), Passages::Inputs::Any));
    if (passages.empty()) throw NotCheckable("no way leads to a set of reached states");
    std::set<VarId> changed;
    for (const Passage& p : passages) {
      bool fits = p.end.procedure == now.port.procedure && p.end.location == now.port.location
                  && p.end.calls.size() == passages.front().end.calls.size();
      if (!fits) throw NotCheckable("a way leads somewhere else");
      for (const auto& [v, value] : p.after)
        changed.insert(v);
    }
    std::set<VarId> known = known_behind(passages, changed);
    std::vector<Term> ways;
    std::vector<Term> open;
    for (const Passage& p : passages)
      ways.push_back(predecessor(p, before, known, changed, open));
    script_.exclude("a set of states is reached", now.port.states, open, terms_.disj(ways));
    known_ = std::move(known);
    at_ = passages.front().end;
  }

  /// The variables whose values behind every passage come from values that are known.
  std::set<VarId> known_behind(const std::vector<Passage>& passages,
                               const std::set<VarId>& changed) const {
    std::set<VarId> known = known_;
    for (VarId v : changed) {
      bool always = std::ranges::all_of(passages, [&](const Passage& p) {
        auto found = p.after.find(v);
        return found == p.after.end() ? known_.contains(v) : computed(found->second);
      });
      if (always)
        known.insert(v);
      else
        known.erase(v);
    }
    return known;
  }

  /// A state has a predecessor along the passage: its changed variables had the values `open`.
  Term predecessor(const Passage& p,
                   Term before,
                   const std::set<VarId>& known,
                   const std::set<VarId>& changed,
                   std::vector<Term>& open) {
    Substitution old(terms_);
    for (VarId v : changed) {
      open.push_back(passages_.fresh(v, false));
      old.add(v, open.back());
    }
    open.insert(open.end(), p.chosen.begin(), p.chosen.end());
    std::vector<Term> parts{old(before)};
    for (const Passage::Event& e : p.events) {
      if (!computed(e.condition))
        throw NotCheckable("a way to a reached set depends on unknown values");
      parts.push_back(old(e.condition));
    }
    for (VarId v : known) {
      if (!changed.contains(v)) continue;
      Term now = terms_.variable(v, program_.variable(v).type);
      auto found = p.after.find(v);
      parts.push_back(terms_.eq(now, old(found == p.after.end() ? now : found->second)));
    }
    return terms_.conj(parts);
  }

  /// Only from values that are known, and from what the environment chooses.
  bool computed(Term t) const {
    return std::ranges::all_of(variables_of(t), [&](VarId v) {
      return v.index() < program_.variables.size() ? known_.contains(v) : passages_.is_chosen(v);
    });
  }

  const Problem& problem_;
  const ir::Program& program_;
  TermManager& terms_;
  const LeapChain& chain_;
  std::vector<LeapEffect> effects_;
  Passages passages_;
  LeapScript script_;
  Position at_;
  /// Backward part: the variables of which every combination of values that the last port allows is
  /// really reached.
  std::set<VarId> known_;
};

} // namespace

Judgement
judge(const Problem& problem, const LeapChain& chain, smt::Solver& solver, Budget& budget) {
  Judgement judgement;
  judgement.objection = refusal<LeapChain>(problem);
  if (!judgement.accepted()) return judgement;
  try {
    answer(
        QuestionList(ChainQuestions(problem, chain).run()), solver, budget, "the leaps", judgement);
  } catch (const NotCheckable& why) {
    judgement.objection = fmt::format("the leaps cannot be checked: {}", why.what());
  } catch (const smt::NotExpressible& why) {
    judgement.objection = fmt::format("the leaps cannot be checked: {}", why.what());
  }
  return judgement;
}

} // namespace kleene::evidence
