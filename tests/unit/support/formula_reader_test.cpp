// SPDX-License-Identifier: Apache-2.0
#include "kleene/support/formula_reader.h"

#include <gtest/gtest.h>

namespace kleene {
namespace {

TEST(FormulaReader, TakesSymbolsAndWords) {
  FormulaReader text("--spec", " AG !label(a.b$1) ");
  EXPECT_EQ(text.word(), "AG");
  EXPECT_FALSE(text.accept_word("A"));
  EXPECT_TRUE(text.accept_word("AG"));
  EXPECT_FALSE(text.accept("!="));
  EXPECT_TRUE(text.accept("!"));
  EXPECT_EQ(text.take_word(), "label");
  EXPECT_TRUE(text.accept("("));
  EXPECT_EQ(text.take_word(), "a.b$1");
  EXPECT_FALSE(text.at_end());
  EXPECT_TRUE(text.accept(")"));
  EXPECT_TRUE(text.at_end());
  EXPECT_EQ(text.take_word(), "");
  EXPECT_FALSE(text.error());
}

TEST(FormulaReader, TheFirstMistakeEndsTheReading) {
  FormulaReader text("--ltl", "a + b");
  EXPECT_EQ(text.take_word(), "a");
  text.skip();
  text.fail("an operator");
  EXPECT_TRUE(text.at_end());
  text.fail("something else");
  EXPECT_EQ(text.error()->message, "--ltl 'a + b': expected an operator at column 3");
}

} // namespace
} // namespace kleene
