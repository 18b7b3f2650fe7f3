// SPDX-License-Identifier: Apache-2.0
// Walks a derivation backwards, from one state at the target to the start, and picks a state before
// each step. A step over a call is walked through the callee's own derivation.
#include "concrete.h"

#include "choices.h"

namespace kleene::engine::linear {
namespace {

using domain::PresburgerDomain;
using domain::Relation;
using ir::ProcId;
using presburger::Map;
using presburger::Point;
using presburger::Set;

constexpr std::size_t max_nesting = 20'000;

class Walker {
public:
  Walker(const PresburgerDomain& domain, PathEdges& paths)
      : domain_(domain), paths_(paths), choices_(domain) {}

  /// The answers up to `target`, last question first.
  Answers run(std::size_t target) {
    Answers answers;
    std::size_t index = target;
    Point pair = some(paths_.edges()[target].pairs.as_set());
    while (true) {
      auto [entry, state] = parts(paths_.edges()[index].procedure, pair);
      std::size_t root = back_to_entry(index, entry, state, answers, 0);
      const auto& entered = std::get<PathEdge::Entered>(paths_.edges()[root].origin);
      if (entered.caller == PathEdge::none) {
        choices_.start(state, answers);
        return answers;
      }
      // Into the caller: some pair of it that passes this entry.
      index = entered.caller;
      const PathEdge& caller = paths_.edges()[index];
      const auto& call = std::get<ir::Call>(edge(caller.procedure, entered.edge).statement);
      Set before = point(entry).apply(domain_.pass(caller.procedure, call).map.reverse());
      pair = some(caller.pairs.restrict_range(before).as_set());
      choices_.follow(
          caller.procedure, entered.edge, parts(caller.procedure, pair).second, {}, answers);
    }
  }

private:
  const ir::Edge& edge(ProcId f, std::size_t e) const {
    return domain_.program().procedure(f).edges[e];
  }
  Set point(const Point& p) const { return Set::point(domain_.context(), p); }

  std::pair<Point, Point> parts(ProcId f, const Point& pair) const {
    auto middle = pair.begin() + static_cast<std::ptrdiff_t>(domain_.layout(f).entry.size());
    return {Point(pair.begin(), middle), Point(middle, pair.end())};
  }

  /// Walks to the entry of the procedure; returns that path edge, `state` becomes the first state.
  std::size_t back_to_entry(
      std::size_t index, const Point& entry, Point& state, Answers& answers, std::size_t nesting) {
    if (nesting > max_nesting)
      throw presburger::Failure("the counterexample found nests too many calls");
    Set from = point(entry);
    while (true) {
      const PathEdge& at = paths_.edges()[index];
      if (std::holds_alternative<PathEdge::Entered>(at.origin)) return index;
      if (const auto* stepped = std::get_if<PathEdge::Stepped>(&at.origin)) {
        Set before = from.apply(paths_.edges()[stepped->before].pairs);
        const Map& step = paths_.step(at.procedure, stepped->edge).map;
        Point previous = some(before & point(state).apply(step.reverse()));
        choices_.follow(at.procedure, stepped->edge, previous, state, answers);
        state = std::move(previous);
        index = stepped->before;
      } else {
        const auto& returned = std::get<PathEdge::Returned>(at.origin);
        over_call(at.procedure, returned, from, state, answers, nesting);
        index = returned.caller;
      }
    }
  }

  /// Walks back over a call; `state` becomes the one before it.
  void over_call(ProcId f,
                 const PathEdge::Returned& returned,
                 const Set& from,
                 Point& state,
                 Answers& answers,
                 std::size_t nesting) {
    const auto& call = std::get<ir::Call>(edge(f, returned.edge).statement);
    const Map& inside = paths_.edges()[returned.exit].pairs;
    Map leave = domain_.leave(call.callee).map;
    Map over = domain_.step_over(f, call, Relation{inside.then(leave)}).map;
    Set after = point(state);
    Point before =
        some(from.apply(paths_.edges()[returned.caller].pairs) & after.apply(over.reverse()));
    Set at_call = point(before);
    Set inner_entries = at_call.apply(domain_.pass(f, call).map);
    // Results of the callee with which the caller goes on as it did.
    Map resume = domain_.resume(f, call).map.restrict_range(after);
    Set results = resume.domain().as_map(before.size()).restrict_domain(at_call).range();
    Point inner_entry = some(inner_entries);
    Point inner_state = some(inner_entries.apply(inside) & results.apply(leave.reverse()));
    answers.append(inside_call(returned.exit, inner_entry, inner_state, nesting));
    choices_.follow(f, returned.edge, before, {}, answers);
    state = std::move(before);
  }

  /// The answers inside a call that ends with this pair; equal calls have equal answers.
  const Answers&
  inside_call(std::size_t exit, const Point& entry, const Point& state, std::size_t nesting) {
    Point key{static_cast<Integer>(exit)};
    key.insert(key.end(), entry.begin(), entry.end());
    key.insert(key.end(), state.begin(), state.end());
    if (auto known = calls_.find(key); known != calls_.end()) return known->second;
    Answers answers;
    Point first = state;
    back_to_entry(exit, entry, first, answers, nesting + 1);
    return calls_.emplace(std::move(key), std::move(answers)).first->second;
  }

  const PresburgerDomain& domain_;
  PathEdges& paths_;
  Choices choices_;
  std::map<Point, Answers> calls_;
};

} // namespace

evidence::Execution
concrete_execution(const PresburgerDomain& domain, PathEdges& paths, std::size_t target) {
  return Walker(domain, paths).run(target).execution();
}

} // namespace kleene::engine::linear
