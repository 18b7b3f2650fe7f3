// SPDX-License-Identifier: Apache-2.0
#include "sampling.h"

#include "kleene/support/budget.h"
#include "kleene/support/invariant.h"

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "runs.h"

namespace kleene::engine::summaries {
namespace {

using evidence::Activation;
/// Values that matter at an entry or exit, each compared with its favourite: the least key has the
/// favourites.
using Key = std::vector<bool>;

/// Values of the globals, by variable, and of the variables of one procedure, by their places in it.
struct Valuation {
  std::vector<char> globals;
  std::vector<char> own;
};

/// Someone on the way through a procedure.
struct Traveller {
  Valuation state;
  std::size_t history = 0; ///< the last step, in the frame's memory; 0: none
  double length = 0;       ///< steps so far, those of callees included
};

/// A procedure that travellers are on their way through.
struct SampledProcedure {
  struct Memory {
    Activation::Step step;
    std::size_t before = 0;
  };
  struct Caller {
    Traveller traveller;
    Key key;
  };
  /// Travellers who stand before a call.
  struct Calls {
    std::size_t edge = 0;
    std::vector<Caller> callers;
    Key under_way; ///< what the callee was entered with
  };
  ir::ProcId procedure;
  std::map<VarId, bool> entry;
  std::map<std::size_t, std::pair<Node, std::vector<Traveller>>> waiting; ///< most urgent first
  std::vector<Calls> calls;
  std::vector<Memory> memory{1};
  std::size_t travellers = 1;
  bool waited = false; ///< for a run that is not finished
  std::size_t steps = 0;
};

class Sampler {
public:
  Sampler(const domain::BooleanScope& scope,
          const ControlFlow& flow,
          const std::vector<bool>& goal,
          Budget& budget)
      : scope_(scope), program_(scope.program()), flow_(flow), goal_(goal), budget_(budget) {
    places_.resize(program_.variables.size(), 0);
    for (const ir::Procedure& p : program_.procedures) {
      std::size_t next = 0;
      for (const auto* list : {&p.parameters, &p.returns, &p.locals})
        for (VarId v : *list)
          places_[v.index()] = next++;
      own_.push_back(next);
      most_travellers_.push_back(few_travellers);
    }
    for (Node n = 0; n < flow.size(); ++n)
      if (goal[n]) most_travellers_[flow.procedure(n).index()] = many_travellers;
  }

  std::optional<evidence::Activations> run(std::size_t steps) {
    const std::size_t most = deepest();
    for (; steps_ < steps && stack_.size() < most; ++steps_) {
      if (stack_.empty() && !begin()) return std::nullopt;
      budget_.check();
      SampledProcedure& top = stack_.back();
      if (select_call()) {
        pass_call();
      } else if (top.waiting.empty()) {
        give_up();
      } else {
        auto next = top.waiting.begin();
        auto [node, travellers] = std::move(next->second);
        top.waiting.erase(next);
        if (goal_[node]) return found(travellers.front());
        if (node == flow_.exit(top.procedure))
          leave(travellers);
        else
          advance(node, std::move(travellers));
      }
    }
    return std::nullopt;
  }

private:
  /// In one procedure; more where there is a target.
  static constexpr std::size_t few_travellers = 8;
  static constexpr std::size_t many_travellers = 256;
  /// Inside one procedure: a counter of 16 bits can go round.
  static constexpr std::size_t most_steps = 400'000;
  /// What needs deeper recursion is not for chance to find. As much memory as there is for it is for values.
  std::size_t deepest() const {
    return std::clamp<std::size_t>(4'000'000 / (1 + program_.variables.size()), 20'000, 150'000);
  }

  std::size_t most_travellers() const { return most_travellers_[stack_.back().procedure.index()]; }
  bool is_global(VarId v) const { return !program_.variable(v).owner.valid(); }
  char& place(Valuation& state, VarId v) const {
    return is_global(v) ? state.globals[v.index()] : state.own[places_[v.index()]];
  }
  bool value(const Valuation& state, VarId v) const {
    return (is_global(v) ? state.globals[v.index()] : state.own[places_[v.index()]]) != 0;
  }
  std::size_t pick(std::size_t count) {
    chose_ |= count > 1;
    return random_() % count;
  }
  bool flip() { return pick(2) != 0; }

  bool evaluate(Term t, const Valuation& state) const {
    switch (t.op()) {
    case Op::Constant:
      return t.is_true();
    case Op::Variable:
      return value(state, t.variable());
    case Op::Not:
      return !evaluate(t.arg(0), state);
    case Op::And:
    case Op::Or: {
      bool absorbing = t.op() == Op::Or;
      for (std::size_t i = 0; i < t.arity(); ++i)
        if (evaluate(t.arg(i), state) == absorbing) return absorbing;
      return !absorbing;
    }
    case Op::Eq:
      return evaluate(t.arg(0), state) == evaluate(t.arg(1), state);
    case Op::Ite:
      return evaluate(t.arg(evaluate(t.arg(0), state) ? 1 : 2), state);
    default:
      KL_INVARIANT(false, "a Boolean program should have Boolean operators only");
    }
  }

  /// Starts the program, with new favourites; false if it has no choice but to do the same again.
  bool begin() {
    if (begun_ && !chose_) return false;
    std::size_t procedures = program_.procedures.size();
    known_.assign(procedures, {});
    entered_.assign(procedures, {});
    runs_ = {};
    favourites_.resize(program_.variables.size());
    for (char& favourite : favourites_)
      favourite = begun_ && (random_() & 1U) != 0;
    begun_ = true;
    Valuation state{std::vector<char>(program_.variables.size()),
                    std::vector<char>(own_[program_.entry.index()])};
    for (VarId g : program_.globals) {
      const auto& initial = program_.variable(g).initial;
      state.globals[g.index()] = initial ? initial->is_true() : flip();
    }
    for (VarId p : program_.procedure(program_.entry).parameters)
      place(state, p) = flip();
    enter(program_.entry, std::move(state));
    return true;
  }

  void enter(ir::ProcId p, Valuation state) {
    SampledProcedure frame;
    frame.procedure = p;
    frame.entry = entry_values(p, state);
    entered_[p.index()].insert(key(p, state));
    stack_.push_back(std::move(frame));
    arrive(flow_.entry(p), {std::move(state)});
  }

  /// The values that matter when a procedure is entered.
  std::map<VarId, bool> entry_values(ir::ProcId p, const Valuation& state) const {
    std::map<VarId, bool> result;
    const std::vector<VarId>& live = scope_.live(p, program_.procedure(p).entry);
    for (VarId v : scope_.inputs(p))
      if (std::ranges::find(live, v) != live.end()) result[v] = value(state, v);
    return result;
  }
  Key key_of(const std::map<VarId, bool>& values) const {
    Key result;
    for (auto [v, value] : values)
      result.push_back(value != (favourites_[v.index()] != 0));
    return result;
  }
  Key key(ir::ProcId p, const Valuation& state) const { return key_of(entry_values(p, state)); }

  void arrive(Node n, Traveller traveller) {
    SampledProcedure& top = stack_.back();
    bool too_long = ++top.steps > most_steps && n != flow_.exit(top.procedure);
    if (too_long && !goal_[n]) return;
    auto& [node, travellers] = top.waiting[flow_.forward_order()[n]];
    node = n;
    travellers.push_back(std::move(traveller));
  }

  /// Goes on along an edge.
  void take(Step edge, Activation::Step step, Traveller traveller, double length = 1) {
    SampledProcedure& top = stack_.back();
    top.memory.push_back({std::move(step), traveller.history});
    traveller.history = top.memory.size() - 1;
    traveller.length += length;
    ++steps_;
    arrive(flow_.to(edge), std::move(traveller));
  }

  /// Everyone at a node goes on; while there is room, along several edges at once.
  void advance(Node node, std::vector<Traveller> travellers) {
    SampledProcedure& top = stack_.back();
    std::map<std::size_t, std::vector<SampledProcedure::Caller>> callers; // by edge
    for (Traveller& traveller : travellers) {
      std::vector<Step> open;
      for (Step step : flow_.outgoing(node)) {
        const auto* assume = std::get_if<ir::Assume>(&flow_.edge(step).statement);
        bool passes = assume == nullptr || evaluate(assume->condition, traveller.state);
        if (passes && !flow_.halts(step)) open.push_back(step);
      }
      --top.travellers;
      if (open.size() > 1 && top.travellers + open.size() > most_travellers())
        open = {open[pick(open.size())]};
      chose_ |= open.size() > 1;
      top.travellers += open.size();
      for (Step step : open)
        if (const ir::Call* call = flow_.call(step))
          callers[step.edge].push_back(
              {traveller, key(call->callee, handed_over(*call, traveller.state))});
        else
          go(step, traveller);
    }
    for (auto& [edge, list] : callers)
      top.calls.push_back({edge, std::move(list), {}});
  }

  /// Along an edge that is no call; while there is room, with different choices.
  void go(Step edge, Traveller traveller) {
    const ir::Statement& statement = flow_.edge(edge).statement;
    if (const auto* havoc = std::get_if<ir::Havoc>(&statement)) {
      // As many as have something different to choose.
      std::size_t ways = havoc->variables.size() < 16 ? std::size_t(1) << havoc->variables.size()
                                                      : most_travellers();
      for (; ways > 1 && stack_.back().travellers < most_travellers(); --ways) {
        ++stack_.back().travellers;
        choose(edge, *havoc, traveller);
      }
      return choose(edge, *havoc, std::move(traveller));
    }
    if (const auto* assign = std::get_if<ir::Assign>(&statement)) {
      std::vector<bool> values;
      for (Term t : assign->values)
        values.push_back(evaluate(t, traveller.state));
      for (std::size_t i = 0; i < values.size(); ++i)
        place(traveller.state, assign->targets[i]) = values[i];
    }
    take(edge, {.edge = edge.edge}, std::move(traveller));
  }

  void choose(Step edge, const ir::Havoc& havoc, Traveller traveller) {
    Activation::Step step{.edge = edge.edge};
    for (VarId v : havoc.variables) {
      step.chosen.push_back(flip());
      place(traveller.state, v) = step.chosen.back();
    }
    take(edge, std::move(step), std::move(traveller));
  }

  /// The state in which a call enters the callee.
  Valuation handed_over(const ir::Call& call, const Valuation& state) const {
    Valuation result{state.globals, std::vector<char>(own_[call.callee.index()])};
    const std::vector<VarId>& parameters = program_.procedure(call.callee).parameters;
    for (std::size_t i = 0; i < call.arguments.size(); ++i)
      result.own[places_[parameters[i].index()]] = evaluate(call.arguments[i], state);
    return result;
  }

  /// Puts a call that should be passed next behind the others, if there is one: recursive ones wait until
  /// nobody else can go on.
  bool select_call() {
    SampledProcedure& top = stack_.back();
    if (top.calls.empty()) return false;
    auto ready = std::ranges::find_if(top.calls, [&](const SampledProcedure::Calls& calls) {
      Step step{top.procedure, calls.edge};
      auto& known = known_[flow_.call(step)->callee.index()];
      return !flow_.recursive(step) || std::ranges::any_of(calls.callers, [&](const auto& caller) {
        return known.contains(caller.key);
      });
    });
    if (ready != top.calls.end())
      std::swap(*ready, top.calls.back());
    else if (!top.waiting.empty())
      return false;
    return true;
  }

  /// The travellers before a call go on by runs that are known. If there are none, one of the states
  /// they would enter is tried.
  void pass_call() {
    SampledProcedure& top = stack_.back();
    SampledProcedure::Calls& calls = top.calls.back();
    Step step{top.procedure, calls.edge};
    ir::ProcId callee = flow_.call(step)->callee;
    auto& known = known_[callee.index()];
    if (std::ranges::any_of(calls.callers, [&](const auto& c) { return known.contains(c.key); })) {
      std::vector<SampledProcedure::Caller> callers = std::move(calls.callers);
      top.calls.pop_back();
      for (SampledProcedure::Caller& caller : callers)
        if (auto found = known.find(caller.key); found != known.end())
          step_over(step, found->second, std::move(caller.traveller));
        else
          --top.travellers;
      return;
    }
    std::size_t tried = std::erase_if(
        calls.callers, [&](const auto& c) { return entered_[callee.index()].contains(c.key); });
    top.travellers -= tried;
    top.waited |= tried > 0 && flow_.recursive(step);
    if (calls.callers.empty()) {
      top.calls.pop_back();
      return;
    }
    // Always the least, so that calls elsewhere tend to need the same.
    const SampledProcedure::Caller& chosen =
        *std::ranges::min_element(calls.callers, {}, &SampledProcedure::Caller::key);
    calls.under_way = chosen.key;
    enter(callee, handed_over(*flow_.call(step), chosen.traveller.state));
  }

  /// A finished run.
  struct Known {
    std::size_t number = 0;
    std::map<VarId, bool> outputs; ///< the results and the globals that were written
    double length = 0;
  };

  void step_over(Step step, const Known& run, Traveller traveller) {
    const ir::Call& call = *flow_.call(step);
    const std::vector<VarId>& returns = program_.procedure(call.callee).returns;
    for (auto [v, value] : run.outputs)
      if (is_global(v)) place(traveller.state, v) = value;
    for (std::size_t i = 0; i < call.results.size(); ++i)
      if (auto found = run.outputs.find(returns[i]); found != run.outputs.end())
        place(traveller.state, call.results[i]) = found->second;
    take(step, {.edge = step.edge, .run = run.number}, std::move(traveller), 1 + run.length);
  }

  /// Nobody gets through the procedure on top. It may be tried again if that is only because a run that
  /// would have been needed is not finished yet.
  void give_up() {
    SampledProcedure frame = std::move(stack_.back());
    stack_.pop_back();
    if (stack_.empty()) return;
    SampledProcedure& caller = stack_.back();
    caller.waited |= frame.waited;
    if (frame.waited) entered_[frame.procedure.index()].erase(key_of(frame.entry));
    std::vector<SampledProcedure::Caller>& callers = caller.calls.back().callers;
    caller.travellers -= std::erase_if(
        callers, [&](const auto& c) { return c.key == caller.calls.back().under_way; });
  }

  /// One of those who reached the exit is remembered, the one with the least outputs: then the calls that
  /// follow tend to need the same, too.
  void leave(const std::vector<Traveller>& travellers) {
    SampledProcedure frame = std::move(stack_.back());
    stack_.pop_back();
    if (stack_.empty()) return; // the program has ended
    const Traveller* best = nullptr;
    std::pair<Key, double> least;
    Known known;
    for (const Traveller& traveller : travellers) {
      std::map<VarId, bool> outputs;
      for (VarId v : scope_.outputs(frame.procedure))
        outputs[v] = value(traveller.state, v);
      std::pair<Key, double> rank(key_of(outputs), traveller.length);
      if (best != nullptr && least <= rank) continue;
      best = &traveller;
      least = std::move(rank);
      known = {runs_.finished.size(), std::move(outputs), traveller.length};
    }
    known_[frame.procedure.index()].emplace(key_of(frame.entry), std::move(known));
    runs_.finished.push_back(story(frame, *best));
  }

  /// What a traveller did.
  Activation story(const SampledProcedure& frame, const Traveller& traveller) const {
    Activation run{frame.procedure, frame.entry, {}};
    for (std::size_t at = traveller.history; at != 0; at = frame.memory[at].before)
      run.steps.push_back(frame.memory[at].step);
    std::ranges::reverse(run.steps);
    return run;
  }

  evidence::Activations found(const Traveller& last) {
    for (const SampledProcedure& frame : stack_) {
      if (&frame == &stack_.back()) {
        runs_.stack.push_back(story(frame, last));
        break;
      }
      const SampledProcedure::Calls& calls = frame.calls.back();
      auto caller =
          std::ranges::find(calls.callers, calls.under_way, &SampledProcedure::Caller::key);
      runs_.stack.push_back(story(frame, caller->traveller));
      runs_.stack.back().steps.push_back({.edge = calls.edge});
    }
    return without_needless(std::move(runs_));
  }

  const domain::BooleanScope& scope_;
  const ir::Program& program_;
  const ControlFlow& flow_;
  const std::vector<bool>& goal_;
  Budget& budget_;
  std::mt19937 random_{1};
  std::vector<std::size_t> places_;          ///< per variable that is not global, in its procedure
  std::vector<std::size_t> own_;             ///< per procedure, how many these are
  std::vector<std::size_t> most_travellers_; ///< per procedure
  std::vector<SampledProcedure> stack_;
  std::vector<char> favourites_;            ///< per variable
  std::vector<std::map<Key, Known>> known_; ///< per procedure
  std::vector<std::set<Key>> entered_;      ///< per procedure: what is not tried again
  evidence::Activations runs_;
  std::size_t steps_ = 0;
  bool begun_ = false;
  bool chose_ = false; ///< there was something to choose
};

} // namespace

std::optional<evidence::Activations> sample(const domain::BooleanScope& scope,
                                            const ControlFlow& flow,
                                            const std::vector<bool>& goal,
                                            std::size_t steps,
                                            Budget& budget) {
  return Sampler(scope, flow, goal, budget).run(steps);
}

} // namespace kleene::engine::summaries
