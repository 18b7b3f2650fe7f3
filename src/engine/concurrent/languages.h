// SPDX-License-Identifier: Apache-2.0
// Regular sets of stacks: each is kept once, as its smallest deterministic automaton, so that equal sets
// have equal numbers.
#pragma once
#include "kleene/evidence/stacks.h"

#include <map>

namespace kleene::engine::concurrent {

using evidence::StackAutomaton;
using ir::PushdownThreads;
using Symbol = PushdownThreads::Symbol;
using Word = PushdownThreads::Word;

/// A nondeterministic automaton.
struct Nfa {
  struct Node {
    bool accepting = false;
    std::vector<std::pair<Symbol, std::size_t>> next;
  };
  std::vector<Node> states;
  std::size_t start = 0;
};

class Languages {
public:
  using Language = std::size_t;

  Language add(const Nfa& nfa);
  Language add(const std::vector<Word>& words);
  /// Its smallest automaton, whose edges carry Symbols; every state leads to acceptance.
  const StackAutomaton& automaton(Language language) const { return *automata_[language]; }
  bool empty(Language language) const { return automaton(language).states.empty(); }
  bool included(Language a, Language b);
  /// A shortest word; requires that there is one.
  Word some_word(Language language) const;

private:
  std::map<StackAutomaton, Language> numbers_;
  std::vector<const StackAutomaton*> automata_; ///< keys of the map
  std::map<std::pair<Language, Language>, bool> included_;
};

} // namespace kleene::engine::concurrent
