// SPDX-License-Identifier: Apache-2.0
// Walks a derivation backwards, from one state at the target to the start, and picks a state before
// each step. A step over a call is walked through the callee's own derivation.
#include "concrete.h"

#include "kleene/support/invariant.h"

#include <algorithm>

namespace kleene::engine::linear {
namespace {

using domain::PresburgerDomain;
using domain::Relation;
using ir::ProcId;
using presburger::Map;
using presburger::Point;
using presburger::Set;

constexpr std::size_t max_steps = 3'000'000;
constexpr std::size_t max_nesting = 20'000;

struct Step {
  ProcId procedure;
  std::size_t edge;
  Point before;
  Point after; ///< empty for calls: nothing is chosen there
};

class Walker {
public:
  Walker(const PresburgerDomain& domain, PathEdges& paths) : domain_(domain), paths_(paths) {}

  /// The steps to `target`, in the order of execution, and the initial state.
  std::vector<Step> run(std::size_t target) {
    const PathEdge* at = &paths_.edges()[target];
    Point pair = some(at->pairs.as_set());
    std::size_t index = target;
    while (true) {
      std::size_t inputs = domain_.layout(at->procedure).entry.size();
      Point entry(pair.begin(), pair.begin() + static_cast<std::ptrdiff_t>(inputs));
      Point state(pair.begin() + static_cast<std::ptrdiff_t>(inputs), pair.end());
      std::size_t root = back_to_entry(index, entry, state, 0);
      const auto& entered = std::get<PathEdge::Entered>(paths_.edges()[root].origin);
      if (entered.caller == PathEdge::none) {
        initial = state;
        break;
      }
      // Into the caller: some pair of it that passes this entry.
      index = entered.caller;
      at = &paths_.edges()[index];
      const auto& call = std::get<ir::Call>(edge(at->procedure, entered.edge).statement);
      Set before = Set::point(domain_.context(), entry)
                       .apply(domain_.pass(at->procedure, call).map.reverse());
      pair = some(at->pairs.restrict_range(before).as_set());
      std::size_t n = domain_.layout(at->procedure).entry.size();
      add({at->procedure,
           entered.edge,
           Point(pair.begin() + static_cast<std::ptrdiff_t>(n), pair.end()),
           {}});
    }
    std::ranges::reverse(steps_);
    return std::move(steps_);
  }

  Point initial;

private:
  const ir::Edge& edge(ProcId f, std::size_t e) const {
    return domain_.program().procedure(f).edges[e];
  }

  static Point some(const Set& set) {
    auto point = set.plain_point();
    if (!point) point = set.sample();
    KL_INVARIANT(point.has_value(), "a derivation should lead back to a state");
    return *point;
  }

  void add(Step step) {
    if (steps_.size() >= max_steps)
      throw presburger::Failure(
          "the shortest counterexample found is too long to be made concrete");
    steps_.push_back(std::move(step));
  }

  /// Walks to the entry of the procedure; returns that path edge, `state` becomes the first state.
  std::size_t
  back_to_entry(std::size_t index, const Point& entry, Point& state, std::size_t nesting) {
    if (nesting > max_nesting)
      throw presburger::Failure("the counterexample found nests too many calls");
    Set from = Set::point(domain_.context(), entry);
    while (true) {
      const PathEdge& at = paths_.edges()[index];
      if (std::holds_alternative<PathEdge::Entered>(at.origin)) return index;
      if (const auto* stepped = std::get_if<PathEdge::Stepped>(&at.origin)) {
        Set before = from.apply(paths_.edges()[stepped->before].pairs);
        const Map& step = paths_.step(at.procedure, stepped->edge).map;
        Point previous = some(before & Set::point(domain_.context(), state).apply(step.reverse()));
        add({at.procedure, stepped->edge, previous, std::move(state)});
        state = std::move(previous);
        index = stepped->before;
      } else {
        index =
            over_call(at.procedure, std::get<PathEdge::Returned>(at.origin), from, state, nesting);
      }
    }
  }

  /// Walks back over a call; returns the caller's path edge before it.
  std::size_t over_call(ProcId f,
                        const PathEdge::Returned& returned,
                        const Set& from,
                        Point& state,
                        std::size_t nesting) {
    const auto& call = std::get<ir::Call>(edge(f, returned.edge).statement);
    const Map& inside = paths_.edges()[returned.exit].pairs;
    Map leave = domain_.leave(call.callee).map;
    Map over = domain_.step_over(f, call, Relation{inside.then(leave)}).map;
    Set after = Set::point(domain_.context(), state);
    Point before =
        some(from.apply(paths_.edges()[returned.caller].pairs) & after.apply(over.reverse()));
    Set at_call = Set::point(domain_.context(), before);
    Set inner_entries = at_call.apply(domain_.pass(f, call).map);
    // Results of the callee with which the caller goes on as it did.
    Map resume = domain_.resume(f, call).map.restrict_range(after);
    Set results = resume.domain().as_map(before.size()).restrict_domain(at_call).range();
    Point inner_entry = some(inner_entries);
    Point inner_state = some(inner_entries.apply(inside) & results.apply(leave.reverse()));
    back_to_entry(returned.exit, inner_entry, inner_state, nesting + 1);
    add({f, returned.edge, before, {}});
    state = std::move(before);
    return returned.caller;
  }

  const PresburgerDomain& domain_;
  PathEdges& paths_;
  std::vector<Step> steps_; ///< in reverse
};

/// The answers that lead the interpreter along the steps.
class Inputs {
public:
  explicit Inputs(const PresburgerDomain& domain) : domain_(domain) {
    for (const ir::Procedure& p : domain.program().procedures)
      outgoing_.push_back(p.outgoing());
  }

  void start(const Point& state) {
    const ir::Program& program = domain_.program();
    const domain::Layout& l = domain_.layout(program.entry);
    for (VarId g : program.globals)
      if (!program.variable(g).initial && l.position.contains(g))
        add(state[l.position.at(g)], ir::InputKind::Value);
  }

  void follow(const Step& step) {
    const ir::Procedure& p = domain_.program().procedure(step.procedure);
    const ir::Edge& taken = p.edges[step.edge];
    const auto& choices = outgoing_[step.procedure.index()][taken.from.index()];
    if (choices.size() > 1) choose(step, choices);
    if (const auto* havoc = std::get_if<ir::Havoc>(&taken.statement))
      if (havoc->choice == ir::Choice::Angelic)
        for (VarId v : havoc->variables)
          add(step.after[domain_.layout(step.procedure).position.at(v)], ir::InputKind::Value);
    ++execution.steps;
  }

  evidence::Execution execution;

private:
  void add(Integer value, ir::InputKind kind) {
    evidence::Input input;
    input.value = value;
    input.kind = kind;
    execution.inputs.push_back(std::move(input));
  }

  /// The interpreter asks only where several edges can be taken.
  void choose(const Step& step, const std::vector<std::size_t>& choices) {
    Integer candidates = 0;
    Integer answer = 0;
    for (std::size_t e : choices) {
      if (e == step.edge) answer = candidates;
      if (possible(step, e)) ++candidates;
    }
    if (candidates > 1) add(answer, ir::InputKind::Edge);
  }

  bool possible(const Step& step, std::size_t e) {
    if (e == step.edge) return true;
    const ir::Edge& other = domain_.program().procedure(step.procedure).edges[e];
    const auto* assume = std::get_if<ir::Assume>(&other.statement);
    if (assume == nullptr || is_undefined_behaviour(assume->kind)) return true;
    auto key = std::pair(step.procedure, e);
    auto known = conditions_.find(key);
    if (known == conditions_.end())
      known = conditions_.emplace(key, domain_.condition(step.procedure, assume->condition)).first;
    return known->second.contains(step.before);
  }

  const PresburgerDomain& domain_;
  std::vector<std::vector<std::vector<std::size_t>>> outgoing_;
  std::map<std::pair<ProcId, std::size_t>, Set> conditions_;
};

} // namespace

evidence::Execution
concrete_execution(const PresburgerDomain& domain, PathEdges& paths, std::size_t target) {
  Walker walker(domain, paths);
  std::vector<Step> steps = walker.run(target);
  Inputs inputs(domain);
  inputs.start(walker.initial);
  for (const Step& step : steps)
    inputs.follow(step);
  return std::move(inputs.execution);
}

} // namespace kleene::engine::linear
