// SPDX-License-Identifier: Apache-2.0
#include "kleene/ltl/word.h"

#include <gtest/gtest.h>

#include "random_formula.h"

namespace kleene::ltl {
namespace {

bool holds(const char* formula, const Word& word) {
  Result<Formula> parsed = parse(formula);
  EXPECT_TRUE(parsed.ok()) << formula;
  return holds(*parsed, word);
}

const Letter a{"a"};
const Letter b{"b"};
const Letter none;

TEST(Word, OperatorsMeanWhatTheirDefinitionsSay) {
  EXPECT_TRUE(holds("a U b", {{a, a, b}, {none}}));
  EXPECT_FALSE(holds("a U b", {{}, {a}}));
  EXPECT_TRUE(holds("a W b", {{}, {a}}));
  EXPECT_FALSE(holds("a W b", {{a, none, b}, {none}}));
  EXPECT_TRUE(holds("a R b", {{b, Letter{"a", "b"}}, {none}}));
  EXPECT_FALSE(holds("a R b", {{b, a}, {none}}));
  EXPECT_TRUE(holds("G F a", {{none}, {none, a}}));
  EXPECT_FALSE(holds("F G a", {{a}, {none, a}}));
  EXPECT_TRUE(holds("F G a", {{none, none}, {a}}));
  EXPECT_TRUE(holds("X X a", {{none}, {none, a}}));
  EXPECT_FALSE(holds("X X a", {{none, none}, {none, a}}));
  EXPECT_TRUE(holds("G (a -> F b)", {{a, none}, {a, b}}));
  EXPECT_FALSE(holds("G (a -> F b)", {{b}, {a}}));
}

TEST(Word, NegationNormalFormMeansTheSame) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 500; ++i) {
    Formula formula = random_formula(random, {"a", "b"}, 4, true);
    Word word = random_word(random, {"a", "b"});
    bool truth = holds(formula, word);
    ASSERT_EQ(holds(positive(formula), word), truth) << to_string(formula);
    ASSERT_EQ(holds(positive(formula, true), word), !truth) << to_string(formula);
  }
}

} // namespace
} // namespace kleene::ltl
