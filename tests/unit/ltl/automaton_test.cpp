// SPDX-License-Identifier: Apache-2.0
// Automata against the evaluation of formulas on words that repeat.
#include "kleene/logic/substitute.h"
#include "kleene/ltl/automaton.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

#include "random_formula.h"

namespace kleene::ltl {
namespace {

const std::vector<std::string> atoms{"a", "b", "c"};

/// Every run of an automaton on a word, state by state. A node is a position and the set of obligations there.
class Runs {
public:
  Runs(const Automaton& automaton, const Word& word) : automaton_(automaton), word_(word) {
    collect(node(0, 1));
    reach_.assign(nodes_.size(), std::vector<bool>(nodes_.size()));
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      reach_from(i);
  }

  /// Some node is on a circle, and for each eventuality an edge without it is on such a circle, too.
  bool accepting() const {
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      if (!reach_[n][n]) continue;
      bool all = true;
      for (std::size_t e : automaton_.eventualities())
        all = all && drops(n, e);
      if (all) return true;
    }
    return false;
  }

private:
  using Set = std::size_t; ///< of obligations, one bit each

  std::size_t node(std::size_t position, Set due) {
    auto [found, fresh] = numbers_.try_emplace({position, due}, nodes_.size());
    if (fresh) {
      nodes_.emplace_back(position, due);
      next_.emplace_back();
    }
    return found->second;
  }

  void collect(std::size_t first) {
    std::size_t positions = word_.stem.size() + word_.loop.size();
    for (std::size_t n = first; n < nodes_.size(); ++n) {
      auto [position, due] = nodes_[n];
      std::size_t after = position + 1 < positions ? position + 1 : word_.stem.size();
      for (Set next = 0; next < (Set(1) << automaton_.size()); next += 2)
        if (step(position, due, next)) {
          std::size_t to = node(after, next);
          next_[n].push_back(to);
        }
    }
  }

  bool step(std::size_t position, Set due, Set next) {
    const Letter& letter = position < word_.stem.size() ? word_.stem[position]
                                                        : word_.loop[position - word_.stem.size()];
    auto truths = [&](Set set) {
      std::vector<Term> result;
      for (std::size_t i = 0; i < automaton_.size(); ++i)
        result.push_back(terms_.truth((set >> i & 1) != 0));
      return result;
    };
    Term met = automaton_.step({terms_, truths(due), truths(next), [&](const std::string& a) {
                                  return terms_.truth(letter.contains(a));
                                }});
    EXPECT_TRUE(met.is_true() || met.is_false());
    return met.is_true();
  }

  void reach_from(std::size_t start) {
    std::vector<std::size_t> work{start};
    while (!work.empty()) {
      std::size_t n = work.back();
      work.pop_back();
      for (std::size_t to : next_[n]) {
        if (reach_[start][to]) continue;
        reach_[start][to] = true;
        work.push_back(to);
      }
    }
  }

  bool drops(std::size_t n, std::size_t obligation) const {
    for (std::size_t m = 0; m < nodes_.size(); ++m)
      if (reach_[n][m] && reach_[m][n] && (nodes_[m].second >> obligation & 1) == 0) return true;
    return false;
  }

  const Automaton& automaton_;
  const Word& word_;
  TermManager terms_;
  std::vector<std::pair<std::size_t, Set>> nodes_;
  std::map<std::pair<std::size_t, Set>, std::size_t> numbers_;
  std::vector<std::vector<std::size_t>> next_;
  std::vector<std::vector<bool>> reach_;
};

TEST(Automaton, AcceptsExactlyTheWordsThatSatisfyTheFormula) {
  const int count = std::getenv("KLEENE_LONG") != nullptr ? 6'000 : 400;
  std::mt19937_64 random(1);
  int satisfied = 0;
  int tried = 0;
  while (tried < count) {
    Formula formula = positive(random_formula(random, atoms, 3, true), random() % 2 == 0);
    Automaton automaton(formula);
    if (automaton.size() > 6) continue;
    ++tried;
    for (int i = 0; i < 3; ++i) {
      Word word = random_word(random, atoms);
      bool truth = holds(formula, word);
      satisfied += truth ? 1 : 0;
      ASSERT_EQ(Runs(automaton, word).accepting(), truth) << to_string(formula);
    }
  }
  EXPECT_GT(satisfied, count / 2);
  EXPECT_LT(satisfied, count * 5 / 2);
}

TEST(Automaton, SubformulasThatOccurTwiceHaveOneObligation) {
  Result<Formula> formula = parse("G F a && G F a && X b");
  ASSERT_TRUE(formula.ok());
  Automaton automaton(positive(*formula));
  EXPECT_EQ(automaton.size(), 4); // the formula, F a, G F a, X b
  EXPECT_EQ(automaton.eventualities().size(), 1);
}

} // namespace
} // namespace kleene::ltl
