// SPDX-License-Identifier: Apache-2.0
#include "kleene/evidence/stacks.h"

#include "kleene/evidence/admission.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace kleene::evidence {
namespace {

using ir::PushdownThreads;
using Shared = PushdownThreads::Shared;
using Symbol = PushdownThreads::Symbol;
using Word = PushdownThreads::Word;

/// All words `front` followed by a word accepted from a state of an automaton.
struct Stacks {
  Word front;
  std::size_t automaton = 0;
  std::optional<std::size_t> state; ///< nothing: `front` is all
};

class StackJudge {
public:
  StackJudge(PushdownThreads threads, const StackProof& proof, Budget& budget)
      : threads_(std::move(threads)), proof_(proof), budget_(budget) {}

  Judgement run() {
    if (!threads_.complete()) object("the program may start more threads than were considered");
    if (judgement_.accepted() && well_formed()) {
      translate();
      start();
      for (std::size_t s = 0; s < proof_.sets.size() && judgement_.accepted(); ++s)
        stays_inside(proof_.sets[s]);
    }
    return std::move(judgement_);
  }

private:
  void object(std::string why) {
    if (judgement_.objection.empty()) judgement_.objection = std::move(why);
  }
  void require(bool condition, const char* what, std::size_t thread) {
    ++judgement_.questions;
    if (!condition)
      object(fmt::format("{} fails in the thread {}", what, threads_.threads()[thread].name));
  }

  // The proof in the numbers of this judge

  bool well_formed() {
    for (const StackAutomaton& a : proof_.automata)
      for (const StackAutomaton::Node& state : a.states) {
        for (std::size_t i = 0; i < state.next.size(); ++i) {
          auto [symbol, to] = state.next[i];
          if (symbol >= proof_.symbols.size() || to >= a.states.size()
              || (i > 0 && state.next[i - 1].first >= symbol))
            object("an automaton makes no sense");
        }
      }
    for (const StackProof::Set& set : proof_.sets) {
      bool fits = set.thread < threads_.threads().size() && set.shared < proof_.shared.size()
                  && set.stacks.size() == threads_.threads().size();
      for (std::size_t a : set.stacks)
        fits = fits && a < proof_.automata.size();
      if (!fits) object("a set does not fit the program");
    }
    for (const ir::SharedState& state : proof_.shared)
      if (state.births.size() != threads_.threads().size()) object("a shared state is incomplete");
    std::set<ir::StackSymbol> different(proof_.symbols.begin(), proof_.symbols.end());
    if (different.size() != proof_.symbols.size()) object("a symbol occurs twice");
    if (!std::ranges::all_of(proof_.symbols, [&](const auto& s) { return threads_.has_place(s); }))
      object("a symbol does not fit the program");
    return judgement_.accepted();
  }

  void translate() {
    for (const ir::StackSymbol& s : proof_.symbols)
      symbols_.push_back(threads_.number(s));
    for (std::size_t s = 0; s < symbols_.size(); ++s)
      numbers_[symbols_[s]] = s;
    for (const ir::SharedState& s : proof_.shared)
      shared_.push_back(threads_.number(s));
    for (std::size_t s = 0; s < proof_.sets.size(); ++s)
      sets_[{proof_.sets[s].thread, shared_[proof_.sets[s].shared]}].push_back(s);
    for (const StackAutomaton& a : proof_.automata)
      fruitful_.push_back(leads_to_acceptance(a));
  }

  /// Per state, whether some word is accepted from it.
  static std::vector<bool> leads_to_acceptance(const StackAutomaton& a) {
    std::vector<bool> result;
    for (const StackAutomaton::Node& state : a.states)
      result.push_back(state.accepting);
    bool changed = true;
    while (changed) {
      changed = false;
      for (std::size_t q = 0; q < a.states.size(); ++q)
        for (auto [symbol, to] : a.states[q].next)
          if (result[to] && !result[q]) result[q] = changed = true;
    }
    return result;
  }

  // Languages

  std::optional<std::size_t> follow(std::size_t automaton, std::size_t state, Symbol symbol) const {
    auto number = numbers_.find(symbol);
    if (number == numbers_.end()) return std::nullopt;
    const auto& next = proof_.automata[automaton].states[state].next;
    auto found = std::ranges::lower_bound(
        next, number->second, {}, [](const auto& edge) { return edge.first; });
    if (found == next.end() || found->first != number->second) return std::nullopt;
    return found->second;
  }

  /// What is accepted from one state is accepted from the other.
  bool included(std::size_t a, std::size_t p, std::size_t b, std::size_t q) {
    if (a == b && p == q) return true;
    auto known = included_.find({a, p, b, q});
    if (known != included_.end()) return known->second;
    bool result = true;
    std::set<std::pair<std::size_t, std::size_t>> seen{{p, q}};
    std::vector<std::pair<std::size_t, std::size_t>> work{{p, q}};
    while (!work.empty() && result) {
      auto [x, y] = work.back();
      work.pop_back();
      const StackAutomaton::Node& state = proof_.automata[a].states[x];
      if (state.accepting && !proof_.automata[b].states[y].accepting) result = false;
      for (auto [symbol, to] : state.next) {
        if (!fruitful_[a][to]) continue;
        std::optional<std::size_t> other = follow(b, y, symbols_[symbol]);
        if (!other)
          result = false;
        else if (seen.emplace(to, *other).second)
          work.emplace_back(to, *other);
      }
    }
    included_[{a, p, b, q}] = result;
    return result;
  }

  bool accepts_all(std::size_t automaton, const Stacks& stacks) {
    if (proof_.automata[automaton].states.empty()) return false;
    std::size_t state = 0;
    for (Symbol symbol : stacks.front) {
      std::optional<std::size_t> next = follow(automaton, state, symbol);
      if (!next) return false;
      state = *next;
    }
    if (!stacks.state) return proof_.automata[automaton].states[state].accepting;
    return included(stacks.automaton, *stacks.state, automaton, state);
  }

  /// Some set with this thread active has all these configurations.
  bool inside(std::size_t thread, Shared shared, const std::vector<Stacks>& stacks) {
    budget_.check();
    auto candidates = sets_.find({thread, shared});
    if (candidates == sets_.end()) return false;
    return std::ranges::any_of(candidates->second, [&](std::size_t s) {
      for (std::size_t t = 0; t < stacks.size(); ++t)
        if (!accepts_all(proof_.sets[s].stacks[t], stacks[t])) return false;
      return true;
    });
  }

  // The conditions

  void start() {
    std::vector<std::vector<Stacks>> combinations{{}};
    for (std::size_t t = 0; t < threads_.threads().size(); ++t) {
      std::vector<std::vector<Stacks>> longer;
      for (const std::vector<Stacks>& known : combinations)
        for (const Word& word : threads_.initial_stacks(t)) {
          longer.push_back(known);
          longer.back().push_back({word, 0, std::nullopt});
        }
      combinations = std::move(longer);
    }
    for (Shared shared : threads_.initial_shared())
      for (const std::vector<Stacks>& stacks : combinations)
        require(inside(0, shared, stacks), "the start", 0);
  }

  void stays_inside(const StackProof::Set& set) {
    std::vector<Stacks> stacks;
    for (std::size_t a : set.stacks) {
      const StackAutomaton& automaton = proof_.automata[a];
      if (automaton.states.empty() || !fruitful_[a][0]) return; // no configuration at all
      stacks.push_back({{}, a, 0});
    }
    const StackAutomaton& active = proof_.automata[set.stacks[set.thread]];
    if (active.states[0].accepting) object("a stack has no bottom");
    for (auto [symbol, to] : active.states[0].next) {
      if (!fruitful_[set.stacks[set.thread]][to] || !judgement_.accepted()) continue;
      Stacks rest{{}, set.stacks[set.thread], to};
      steps(set, symbols_[symbol], stacks, rest);
      switches(set, symbols_[symbol], stacks, rest);
    }
  }

  void steps(const StackProof::Set& set, Symbol top, std::vector<Stacks> stacks, Stacks rest) {
    require(!threads_.is_target(top), "a target", set.thread);
    for (const PushdownThreads::Step& step : threads_.steps(shared_[set.shared], top)) {
      if (!judgement_.accepted()) return;
      rest.front = step.top;
      stacks[set.thread] = rest;
      require(inside(set.thread, step.to, stacks), "a step", set.thread);
    }
  }

  /// The entry procedure that runs first is left only when it has ended, and for good.
  void switches(const StackProof::Set& set, Symbol top, std::vector<Stacks> stacks, Stacks rest) {
    Shared shared = shared_[set.shared];
    bool first = threads_.init_first() && set.thread == 0;
    if (first ? !threads_.has_ended(shared, top) : !threads_.may_switch(shared, top)) return;
    rest.front = {top};
    stacks[set.thread] = rest;
    for (std::size_t t = threads_.init_first() ? 1 : 0; t < stacks.size(); ++t)
      if (t != set.thread && judgement_.accepted())
        require(inside(t, shared, stacks), "a switch", t);
  }

  PushdownThreads threads_;
  const StackProof& proof_;
  Budget& budget_;
  std::vector<Symbol> symbols_; ///< by their numbers in the proof
  std::map<Symbol, std::size_t> numbers_;
  std::vector<Shared> shared_;
  std::map<std::pair<std::size_t, Shared>, std::vector<std::size_t>> sets_;
  std::vector<std::vector<bool>> fruitful_;
  std::map<std::tuple<std::size_t, std::size_t, std::size_t, std::size_t>, bool> included_;
  Judgement judgement_;
};

} // namespace

Judgement judge(const Problem& problem, const StackProof& proof, Budget& budget) {
  Judgement refused;
  refused.objection = refusal<StackProof>(problem);
  if (!refused.accepted()) return refused;
  Result<PushdownThreads> threads = PushdownThreads::make(problem.program, problem.targets, 1);
  if (!threads) {
    refused.objection = threads.error().message;
    return refused;
  }
  return StackJudge(std::move(*threads), proof, budget).run();
}

} // namespace kleene::evidence
