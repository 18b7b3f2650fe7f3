// SPDX-License-Identifier: Apache-2.0
#include "saturation.h"

#include "kleene/support/invariant.h"

#include <algorithm>

namespace kleene::engine::concurrent {
namespace {

/// Edges of one automaton.
constexpr std::size_t most_edges = 400'000;
/// Steps of one thread while it is active, in an execution that is written down.
constexpr std::size_t longest_way = 1'000'000;

} // namespace

const std::vector<ThreadMove>& StepTable::steps(Shared shared, Symbol top) {
  std::uint64_t key = (std::uint64_t(shared) << 32U) | top;
  auto found = known_.find(key);
  if (found == known_.end()) found = known_.emplace(key, threads_.steps(shared, top)).first;
  return found->second;
}

Saturation::Saturation(StepTable& steps, Shared from, const StackAutomaton& stacks, Budget& budget)
    : steps_(steps) {
  AutomatonState first = accepting_.size();
  for (const StackAutomaton::Node& state : stacks.states)
    accepting_[new_state(std::nullopt)] = state.accepting;
  auto add_given = [&](AutomatonState at, const StackAutomaton::Node& state) {
    for (auto [symbol, to] : state.next)
      add({.from = at, .symbol = static_cast<Symbol>(symbol), .to = first + to});
  };
  for (std::size_t q = 0; q < stacks.states.size(); ++q)
    add_given(first + q, stacks.states[q]);
  // Nothing may lead back to the states where stacks begin.
  if (!stacks.states.empty()) add_given(state_of(from), stacks.states[0]);
  for (EdgeId id = 0; id < edges_.size() && !target_; ++id) {
    budget.check();
    if (edges_.size() > most_edges)
      throw ir::TooManyValues("the automata of stacks grow too large");
    apply(id);
  }
}

Saturation::AutomatonState Saturation::new_state(std::optional<Shared> shared) {
  shared_.push_back(shared);
  accepting_.push_back(false);
  outgoing_.emplace_back();
  silent_into_.emplace_back();
  return shared_.size() - 1;
}

Saturation::AutomatonState Saturation::state_of(Shared shared) {
  auto [found, fresh] = begins_.try_emplace(shared);
  if (fresh) found->second = new_state(shared);
  return found->second;
}

Saturation::AutomatonState Saturation::inside(Shared shared, Symbol top) {
  auto [found, fresh] = insides_.try_emplace({shared, top});
  if (fresh) found->second = new_state(std::nullopt);
  return found->second;
}

void Saturation::add(Edge edge) {
  auto [known, fresh] = known_.try_emplace({edge.from, edge.symbol, edge.to}, edges_.size());
  if (!fresh) return;
  if (edge.symbol)
    outgoing_[edge.from].push_back(edges_.size());
  else
    silent_into_[edge.to].push_back(edges_.size());
  bool hit =
      edge.symbol && shared_[edge.from] && !target_ && steps_.threads().is_target(*edge.symbol);
  edges_.push_back(edge);
  if (!hit) return;
  target_ = StackConfiguration{*shared_[edge.from], {*edge.symbol}};
  Word rest = shortest_rest(edge.to);
  target_->stack.insert(target_->stack.end(), rest.begin(), rest.end());
}

/// What follows from an edge and those before it.
void Saturation::apply(EdgeId id) {
  const Edge edge = edges_[id];
  if (!edge.symbol) {
    for (std::size_t i = 0; i < outgoing_[edge.to].size(); ++i) {
      const Edge next = edges_[outgoing_[edge.to][i]];
      add({edge.from, next.symbol, next.to, nullptr, id, outgoing_[edge.to][i]});
    }
    return;
  }
  for (std::size_t i = 0; i < silent_into_[edge.from].size(); ++i) {
    EdgeId silent = silent_into_[edge.from][i];
    add({edges_[silent].from, edge.symbol, edge.to, nullptr, silent, id});
  }
  if (!shared_[edge.from]) return;
  for (const ThreadMove& move : steps_.steps(*shared_[edge.from], *edge.symbol)) {
    AutomatonState to = state_of(move.to);
    if (move.top.empty()) {
      add({to, std::nullopt, edge.to, &move, id, {}});
    } else if (move.top.size() == 1) {
      add({to, move.top[0], edge.to, &move, id, {}});
    } else {
      AutomatonState middle = inside(move.to, move.top[0]);
      add({middle, move.top[1], edge.to, &move, id, {}});
      add({to, move.top[0], middle, &move, id, {}});
    }
  }
}

std::vector<Shared> Saturation::reached() const {
  std::vector<Shared> result;
  for (const auto& [shared, state] : begins_)
    if (!outgoing_[state].empty()) result.push_back(shared);
  return result;
}

Nfa Saturation::stacks(Shared shared, const std::function<bool(Symbol)>& wanted) const {
  Nfa nfa;
  std::map<AutomatonState, std::size_t> numbers;
  std::vector<AutomatonState> order;
  auto number = [&](AutomatonState q) {
    auto [found, fresh] = numbers.try_emplace(q, order.size());
    if (fresh) order.push_back(q);
    return found->second;
  };
  AutomatonState begin = begins_.at(shared);
  number(begin);
  for (std::size_t n = 0; n < order.size(); ++n) {
    Nfa::Node state{accepting_[order[n]], {}};
    for (EdgeId e : outgoing_[order[n]])
      if (order[n] != begin || wanted(*edges_[e].symbol))
        state.next.emplace_back(*edges_[e].symbol, number(edges_[e].to));
    nfa.states.push_back(std::move(state));
  }
  return nfa;
}

Word Saturation::shortest_rest(AutomatonState from) const {
  std::map<AutomatonState, EdgeId> into;
  std::vector<AutomatonState> queue{from};
  for (std::size_t i = 0; i < queue.size(); ++i) {
    if (accepting_[queue[i]]) {
      Word word;
      for (AutomatonState q = queue[i]; q != from; q = edges_[into.at(q)].from)
        word.push_back(*edges_[into.at(q)].symbol);
      std::ranges::reverse(word);
      return word;
    }
    for (EdgeId e : outgoing_[queue[i]])
      if (edges_[e].to != from && into.try_emplace(edges_[e].to, e).second)
        queue.push_back(edges_[e].to);
  }
  KL_INVARIANT(false, "every stack should have a bottom");
}

/// Edges that read the stack, to acceptance.
std::vector<Saturation::EdgeId> Saturation::path(const StackConfiguration& to) const {
  std::vector<std::map<AutomatonState, EdgeId>> layers{{{begins_.at(to.shared), 0}}};
  for (Symbol symbol : to.stack) {
    std::map<AutomatonState, EdgeId> next;
    for (const auto& [state, into] : layers.back())
      for (EdgeId e : outgoing_[state])
        if (*edges_[e].symbol == symbol) next.try_emplace(edges_[e].to, e);
    layers.push_back(std::move(next));
  }
  auto end = std::ranges::find_if(layers.back(),
                                  [&](const auto& entry) { return accepting_[entry.first]; });
  KL_INVARIANT(end != layers.back().end(), "a configuration that is reached should be accepted");
  std::vector<EdgeId> result;
  AutomatonState at = end->first;
  for (std::size_t i = to.stack.size(); i > 0; --i) {
    result.push_back(layers[i].at(at));
    at = edges_[result.back()].from;
  }
  return result; // the bottom of the stack first
}

/// Undoes one move after the other. Each replaces edges by earlier ones, so that this ends.
Saturation::Way Saturation::way(const StackConfiguration& to) const {
  std::vector<EdgeId> stack = path(to);
  Way way;
  while (true) {
    const Edge& top = edges_[stack.back()];
    if (top.move == nullptr && !top.earlier) break;
    if (top.move == nullptr) {
      const Edge& silent = edges_[*top.earlier];
      way.moves.push_back(silent.move);
      stack.back() = *top.later;
      stack.push_back(*silent.earlier);
    } else if (top.move->top.size() == 2) {
      stack.pop_back(); // how the caller got there is what counts
      const Edge& caller = edges_[stack.back()];
      way.moves.push_back(caller.move);
      stack.back() = *caller.earlier;
    } else {
      way.moves.push_back(top.move);
      stack.back() = *top.earlier;
    }
    if (way.moves.size() > longest_way)
      throw ir::TooManyValues("the execution that was found is too long to write down");
  }
  std::ranges::reverse(way.moves);
  for (auto e = stack.rbegin(); e != stack.rend(); ++e)
    way.from.push_back(*edges_[*e].symbol);
  return way;
}

} // namespace kleene::engine::concurrent
