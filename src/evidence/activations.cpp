// SPDX-License-Identifier: Apache-2.0
#include "kleene/evidence/activations.h"

#include "kleene/bdd/cubes.h"
#include "kleene/evidence/admission.h"
#include "kleene/support/invariant.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <set>

#include "effect.h"
#include "questions.h"

namespace kleene::evidence {
namespace {

/// Thrown where a run is none of the program; becomes the objection.
struct Wrong {
  std::string text;
};

/// Nothing: nobody gave it a value, so it may have any.
using Value = std::optional<bool>;

Value evaluate(Term term, const std::map<VarId, Value>& values) {
  auto arg = [&](std::size_t i) { return evaluate(term.arg(i), values); };
  switch (term.op()) {
  case Op::Constant:
    return term.is_true();
  case Op::Variable: {
    auto found = values.find(term.variable());
    return found == values.end() ? std::nullopt : found->second;
  }
  case Op::Not: {
    Value inner = arg(0);
    return inner ? Value(!*inner) : std::nullopt;
  }
  case Op::And:
  case Op::Or: {
    // One argument with the absorbing value decides, whatever the others are.
    bool absorbing = term.op() == Op::Or;
    bool open = false;
    for (std::size_t i = 0; i < term.arity(); ++i) {
      Value inner = arg(i);
      if (inner == absorbing) return absorbing;
      open |= !inner.has_value();
    }
    return open ? std::nullopt : Value(!absorbing);
  }
  case Op::Eq: {
    Value left = arg(0);
    Value right = arg(1);
    return left && right ? Value(*left == *right) : std::nullopt;
  }
  case Op::Ite: {
    Value condition = arg(0);
    if (condition) return arg(*condition ? 1 : 2);
    Value yes = arg(1);
    return yes == arg(2) ? yes : std::nullopt;
  }
  default:
    throw Wrong{"a term is not about Booleans"};
  }
}

/// What callers see of a finished run.
struct Return {
  std::vector<Value> results;
  std::map<VarId, Value> globals; ///< those that were written
  BigNatural steps;
};

/// A run under way.
class Walk {
public:
  Walk(const ir::Program& program, const Activation& run)
      : program_(program), run_(run), procedure_(program.procedure(run.procedure)) {
    location_ = procedure_.entry;
    for (auto [v, value] : run.entry) {
      if (!is_global(v)
          && std::ranges::find(procedure_.parameters, v) == procedure_.parameters.end())
        throw wrong("begins with a value of something that is not handed over");
      values_[v] = value;
    }
  }

  /// The entry procedure also begins with what the globals are initialised with.
  void begin_program() {
    for (VarId g : program_.globals) {
      if (!program_.variable(g).initial) continue;
      bool initial = program_.variable(g).initial->is_true();
      if (auto given = values_.find(g); given != values_.end() && given->second != initial)
        throw wrong("begins with another value than the program");
      values_[g] = initial;
    }
  }

  const Activation& run() const { return run_; }
  ir::LocId location() const { return location_; }
  bool at_exit() const { return location_ == procedure_.exit; }
  bool done() const { return next_ == run_.steps.size(); }
  const Activation::Step& next() const { return run_.steps[next_]; }

  const ir::Edge& edge() const {
    std::size_t e = next().edge;
    if (e >= procedure_.edges.size() || procedure_.edges[e].from != location_)
      throw wrong("takes an edge that does not begin where it is");
    return procedure_.edges[e];
  }
  /// The call that the next step is; null if it is none.
  const ir::Call* call() const { return std::get_if<ir::Call>(&edge().statement); }

  /// Takes the next step, which is no call. Gives what it wrote.
  std::vector<VarId> step() {
    const ir::Edge& taken = edge();
    Effect made = effect_of(taken.statement);
    if (made.condition.is_false())
      throw wrong("takes an edge that no run of a Boolean program takes");
    if (evaluate(made.condition, values_) != true) throw wrong("passes a guard that is not true");
    std::size_t choices = 0;
    std::vector<Value> values;
    for (const Effect::Change& change : made.changes)
      values.push_back(value_after(change, choices));
    if (choices != next().chosen.size()) throw wrong("chooses where there is no choice");
    std::vector<VarId> written;
    for (std::size_t i = 0; i < values.size(); ++i) {
      write(made.changes[i].variable, values[i]);
      written.push_back(made.changes[i].variable);
    }
    location_ = taken.to;
    ++next_;
    return written;
  }

  /// Whether the call hands over the values that a run of the callee begins with.
  void enter(const Activation& callee) const {
    const ir::Call& call = *this->call();
    if (call.callee != callee.procedure)
      throw wrong("calls something else than the run it refers to");
    if (!next().chosen.empty()) throw wrong("chooses where there is no choice");
    for (auto [v, value] : callee.entry)
      if (handed_over(call, v) != value)
        throw wrong("calls with other values than the run it refers to begins with");
  }

  /// Steps over the call. Gives what it wrote.
  std::vector<VarId> step_over(const Return& callee) {
    const ir::Call& call = *this->call();
    for (auto [g, value] : callee.globals)
      write(g, value);
    for (std::size_t i = 0; i < call.results.size(); ++i)
      write(call.results[i], callee.results[i]);
    location_ = edge().to;
    ++next_;
    return call.results;
  }

  Value handed_over(const ir::Call& call, VarId v) const {
    const std::vector<VarId>& parameters = program_.procedure(call.callee).parameters;
    auto found = std::ranges::find(parameters, v);
    if (found == parameters.end()) return value(v);
    return evaluate(call.arguments[static_cast<std::size_t>(found - parameters.begin())], values_);
  }

  Return result() const {
    Return result;
    for (VarId v : procedure_.returns)
      result.results.push_back(value(v));
    for (VarId g : written_globals_)
      result.globals[g] = value(g);
    return result;
  }

  Value value(VarId v) const {
    auto found = values_.find(v);
    return found == values_.end() ? std::nullopt : found->second;
  }

  Wrong wrong(const std::string& text) const {
    return Wrong{fmt::format("a run of {} {}", procedure_.name, text)};
  }

private:
  bool is_global(VarId v) const {
    return std::ranges::find(program_.globals, v) != program_.globals.end();
  }

  void write(VarId v, Value value) {
    values_[v] = value;
    if (is_global(v)) written_globals_.insert(v);
  }

  Effect effect_of(const ir::Statement& statement) const {
    try {
      return effect(program_, statement, Bound::Exact);
    } catch (const NotCheckable&) {
      throw wrong("takes an edge that no run of a Boolean program takes");
    }
  }

  /// Counts the choices that the step makes.
  Value value_after(const Effect::Change& change, std::size_t& choices) const {
    switch (change.to) {
    case Effect::Change::To::Value:
      return evaluate(change.value, values_);
    case Effect::Change::To::Input:
      if (choices == next().chosen.size())
        throw wrong("does not choose what the environment chooses");
      return next().chosen[choices++];
    case Effect::Change::To::Unknown:
      break;
    }
    return std::nullopt;
  }

  const ir::Program& program_;
  const Activation& run_;
  const ir::Procedure& procedure_;
  ir::LocId location_;
  std::size_t next_ = 0;
  std::map<VarId, Value> values_;
  std::set<VarId> written_globals_;
};

class Judge {
public:
  Judge(const Problem& problem, const Activations& runs, Budget& budget)
      : problem_(problem), program_(problem.program), runs_(runs), budget_(budget) {}

  void check() {
    for (const Activation& run : runs_.finished) {
      Walk walk = begin(run);
      BigNatural steps = go(walk);
      if (!walk.done()) throw walk.wrong("calls and does not return");
      if (!walk.at_exit()) throw walk.wrong("does not reach the exit");
      returns_.push_back(walk.result());
      returns_.back().steps = std::move(steps);
    }
    if (runs_.stack.empty() || runs_.stack.front().procedure != program_.entry)
      throw Wrong{"nothing begins where the program does"};
    for (std::size_t i = 0; i < runs_.stack.size(); ++i) {
      Walk walk = begin(runs_.stack[i]);
      if (i == 0) walk.begin_program();
      steps_ = steps_ + go(walk);
      if (i + 1 < runs_.stack.size())
        call_last(walk, runs_.stack[i + 1]);
      else if (!walk.done() || !problem_.targets.selects(location(walk)))
        throw walk.wrong("does not end at a target");
    }
  }

  std::size_t walked() const { return walked_; }
  std::string steps() const { return steps_.to_string(); }

private:
  Walk begin(const Activation& run) const {
    if (run.procedure.index() >= program_.procedures.size())
      throw Wrong{"a run is one of another program"};
    return {program_, run};
  }

  const ir::Location& location(const Walk& walk) const {
    return program_.procedure(walk.run().procedure).locations[walk.location().index()];
  }

  /// Takes all steps up to a call that does not return. Gives their number, those of calls included.
  BigNatural go(Walk& walk) {
    BigNatural steps;
    std::uint64_t own = 0;
    for (; !walk.done(); ++walked_) {
      budget_.check();
      const ir::Call* call = walk.call();
      std::size_t callee = walk.next().run;
      if (call != nullptr && callee == Activation::Step::no_run) break;
      ++own;
      if (call == nullptr) {
        if (callee != Activation::Step::no_run) throw walk.wrong("refers to a run without a call");
        walk.step();
        continue;
      }
      if (callee >= returns_.size())
        throw walk.wrong("refers to a run that does not come before it");
      walk.enter(runs_.finished[callee]);
      walk.step_over(returns_[callee]);
      steps = steps + returns_[callee].steps;
    }
    return steps + BigNatural(own);
  }

  void call_last(const Walk& walk, const Activation& callee) {
    if (walk.done() || &walk.next() != &walk.run().steps.back())
      throw walk.wrong("does not end with a call");
    walk.enter(callee);
    steps_ = steps_ + BigNatural(1);
    ++walked_;
  }

  const Problem& problem_;
  const ir::Program& program_;
  const Activations& runs_;
  Budget& budget_;
  std::vector<Return> returns_; ///< of the finished runs
  BigNatural steps_;
  std::size_t walked_ = 0;
};

/// Shows runs; those inside others are on a stack of their own, as calls may be very deep.
class Player {
public:
  Player(const ir::Program& program, const Activations& runs, ir::Tracer& tracer)
      : program_(program), runs_(runs), tracer_(tracer), returns_(runs.finished.size()) {}

  void play() {
    for (std::size_t i = 0; i < runs_.stack.size(); ++i) {
      open_.push_back({Walk(program_, runs_.stack[i]), Activation::Step::no_run});
      if (i == 0) open_.back().walk.begin_program();
      std::size_t depth = open_.size();
      while (open_.size() > depth || advances())
        if (open_.back().walk.done())
          finish();
        else
          advance();
      if (!open_.back().walk.done()) show_call();
    }
  }

private:
  struct Open {
    Walk walk;
    std::size_t number; ///< among the finished runs
  };

  /// Whether the run on top has a step that is not its last call.
  bool advances() const {
    const Walk& top = open_.back().walk;
    return !top.done() && (top.call() == nullptr || top.next().run != Activation::Step::no_run);
  }

  void advance() {
    Walk& top = open_.back().walk;
    const ir::Edge& edge = top.edge();
    if (top.call() == nullptr) return show_step(edge, top.step(), false);
    std::size_t callee = top.next().run;
    show_call();
    if (returns_[callee]) return show_step(edge, top.step_over(*returns_[callee]), true);
    open_.push_back({Walk(program_, runs_.finished[callee]), callee});
  }

  /// The run on top returns.
  void finish() {
    std::size_t number = open_.back().number;
    returns_[number] = open_.back().walk.result();
    open_.pop_back();
    Walk& caller = open_.back().walk;
    const ir::Edge& edge = caller.edge();
    show_step(edge, caller.step_over(*returns_[number]), true);
  }

  void show_call() {
    const Walk& top = open_.back().walk;
    const ir::Call& call = *top.call();
    ir::Tracer::Step shown{top.run().procedure, &top.edge(), open_.size(), false, 0, {}};
    for (VarId p : program_.procedure(call.callee).parameters)
      if (Value value = top.handed_over(call, p)) shown.written.emplace_back(p, *value ? 1 : 0);
    tracer_.step(shown);
  }

  void show_step(const ir::Edge& edge, const std::vector<VarId>& written, bool returned) {
    const Walk& top = open_.back().walk;
    ir::Tracer::Step shown{top.run().procedure, &edge, open_.size(), returned, 0, {}};
    for (VarId v : written)
      if (Value value = top.value(v)) shown.written.emplace_back(v, *value ? 1 : 0);
    tracer_.step(shown);
  }

  const ir::Program& program_;
  const Activations& runs_;
  ir::Tracer& tracer_;
  std::vector<std::optional<Return>> returns_; ///< of the finished runs that were shown
  std::vector<Open> open_;
};

} // namespace

ActivationsJudgement judge(const Problem& problem, const Activations& runs, Budget& budget) {
  ActivationsJudgement judgement;
  judgement.objection = refusal<Activations>(problem);
  if (!judgement.accepted()) return judgement;
  Judge judge(problem, runs, budget);
  try {
    judge.check();
  } catch (const Wrong& wrong) {
    judgement.objection = wrong.text;
  }
  judgement.walked = judge.walked();
  judgement.steps = judge.steps();
  return judgement;
}

void show(const ir::Program& program, const Activations& runs, ir::Tracer& tracer) {
  Player(program, runs, tracer).play();
}

} // namespace kleene::evidence
