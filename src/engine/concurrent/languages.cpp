// SPDX-License-Identifier: Apache-2.0
#include "languages.h"

#include "kleene/support/invariant.h"

#include <algorithm>
#include <optional>
#include <set>

namespace kleene::engine::concurrent {
namespace {

/// The subset construction.
StackAutomaton determinise(const Nfa& nfa) {
  StackAutomaton result;
  std::map<std::set<std::size_t>, std::size_t> numbers;
  std::vector<std::set<std::size_t>> subsets;
  auto number = [&](std::set<std::size_t> subset) {
    auto [found, fresh] = numbers.try_emplace(subset, subsets.size());
    if (fresh) subsets.push_back(std::move(subset));
    return found->second;
  };
  number({nfa.start});
  for (std::size_t q = 0; q < subsets.size(); ++q) {
    StackAutomaton::Node state;
    std::map<Symbol, std::set<std::size_t>> next;
    for (std::size_t member : subsets[q]) {
      state.accepting = state.accepting || nfa.states[member].accepting;
      for (auto [symbol, to] : nfa.states[member].next)
        next[symbol].insert(to);
    }
    for (auto& [symbol, subset] : next)
      state.next.emplace_back(symbol, number(std::move(subset)));
    result.states.push_back(std::move(state));
  }
  return result;
}

/// Removes states from which nothing is accepted; the start may go, too.
StackAutomaton trim(const StackAutomaton& a) {
  std::vector<std::vector<std::size_t>> before(a.states.size());
  std::vector<std::size_t> work;
  for (std::size_t q = 0; q < a.states.size(); ++q) {
    if (a.states[q].accepting) work.push_back(q);
    for (auto [symbol, to] : a.states[q].next)
      before[to].push_back(q);
  }
  std::vector<bool> fruitful(a.states.size(), false);
  while (!work.empty()) {
    std::size_t q = work.back();
    work.pop_back();
    if (fruitful[q]) continue;
    fruitful[q] = true;
    work.insert(work.end(), before[q].begin(), before[q].end());
  }
  if (!fruitful[0]) return {};
  StackAutomaton result = a;
  for (std::size_t q = 0; q < a.states.size(); ++q)
    std::erase_if(result.states[q].next, [&](const auto& edge) { return !fruitful[edge.second]; });
  return result;
}

/// Classes of states that accept the same words, refined until no edge tells members apart.
std::vector<std::size_t> equivalence(const StackAutomaton& a) {
  std::vector<std::size_t> classes;
  for (const StackAutomaton::Node& state : a.states)
    classes.push_back(state.accepting ? 1 : 0);
  std::size_t count = 0;
  while (true) {
    std::map<std::pair<std::size_t, std::vector<std::pair<std::size_t, std::size_t>>>, std::size_t>
        signatures;
    std::vector<std::size_t> finer;
    for (std::size_t q = 0; q < a.states.size(); ++q) {
      auto next = a.states[q].next;
      for (auto& [symbol, to] : next)
        to = classes[to];
      finer.push_back(
          signatures.try_emplace({classes[q], std::move(next)}, signatures.size()).first->second);
    }
    bool stable = signatures.size() == count;
    count = signatures.size();
    classes = std::move(finer);
    if (stable) return classes;
  }
}

/// One state per class that can be reached, numbered in the order of a breadth-first walk.
StackAutomaton minimise(const StackAutomaton& a) {
  if (a.states.empty()) return a;
  std::vector<std::size_t> classes = equivalence(a);
  std::map<std::size_t, std::size_t> numbers{{classes[0], 0}};
  std::vector<std::size_t> members{0};
  StackAutomaton result;
  for (std::size_t n = 0; n < members.size(); ++n) {
    StackAutomaton::Node state = a.states[members[n]];
    for (auto& [symbol, to] : state.next) {
      auto [found, fresh] = numbers.try_emplace(classes[to], members.size());
      if (fresh) members.push_back(to);
      to = found->second;
    }
    result.states.push_back(std::move(state));
  }
  return result;
}

} // namespace

Languages::Language Languages::add(const Nfa& nfa) {
  auto [found, fresh] = numbers_.try_emplace(minimise(trim(determinise(nfa))), automata_.size());
  if (fresh) automata_.push_back(&found->first);
  return found->second;
}

Languages::Language Languages::add(const std::vector<Word>& words) {
  Nfa nfa;
  nfa.states.resize(1);
  for (const Word& word : words) {
    std::size_t at = 0;
    for (Symbol symbol : word) {
      nfa.states[at].next.emplace_back(symbol, nfa.states.size());
      at = nfa.states.size();
      nfa.states.emplace_back();
    }
    nfa.states[at].accepting = true;
  }
  return add(nfa);
}

bool Languages::included(Language a, Language b) {
  if (a == b || empty(a)) return true;
  if (empty(b)) return false;
  auto known = included_.find({a, b});
  if (known != included_.end()) return known->second;
  const StackAutomaton& x = automaton(a);
  const StackAutomaton& y = automaton(b);
  std::set<std::pair<std::size_t, std::size_t>> seen{{0, 0}};
  std::vector<std::pair<std::size_t, std::size_t>> work{{0, 0}};
  bool result = true;
  while (!work.empty() && result) {
    auto [p, q] = work.back();
    work.pop_back();
    result = !x.states[p].accepting || y.states[q].accepting;
    auto other = y.states[q].next.begin();
    for (auto [symbol, to] : x.states[p].next) {
      while (other != y.states[q].next.end() && other->first < symbol)
        ++other;
      if (other == y.states[q].next.end() || other->first != symbol) {
        result = false;
        break;
      }
      if (seen.emplace(to, other->second).second) work.emplace_back(to, other->second);
    }
  }
  included_[{a, b}] = result;
  return result;
}

Word Languages::some_word(Language language) const {
  const StackAutomaton& a = automaton(language);
  KL_INVARIANT(!a.states.empty(), "a word should be picked from a language that has one");
  std::vector<std::optional<std::pair<std::size_t, Symbol>>> from(a.states.size());
  std::vector<std::size_t> queue{0};
  for (std::size_t i = 0;; ++i) {
    std::size_t q = queue[i];
    if (a.states[q].accepting) {
      Word word;
      for (; q != 0; q = from[q]->first)
        word.push_back(from[q]->second);
      std::ranges::reverse(word);
      return word;
    }
    for (auto [symbol, to] : a.states[q].next) {
      if (to == 0 || from[to]) continue;
      from[to] = {q, static_cast<Symbol>(symbol)};
      queue.push_back(to);
    }
  }
}

} // namespace kleene::engine::concurrent
