// SPDX-License-Identifier: Apache-2.0
#include "kleene/ltl/formula.h"

#include <gtest/gtest.h>

namespace kleene::ltl {
namespace {

std::string read(const std::string& text) {
  Result<Formula> formula = parse(text);
  return formula ? to_string(*formula) : "error: " + formula.error().message;
}

TEST(Parser, OperatorsBindAsTheyShould) {
  EXPECT_EQ(read("a && b || c"), "((a && b) || c)");
  EXPECT_EQ(read("a U b && c"), "((a U b) && c)");
  EXPECT_EQ(read("a U b U c"), "(a U (b U c))");
  EXPECT_EQ(read("!a U b"), "(!(a) U b)");
  EXPECT_EQ(read("a -> b -> c"), "(!(a) || (!(b) || c))");
  EXPECT_EQ(read("G a"), "G (a)");
  EXPECT_EQ(read("F a"), "F (a)");
  EXPECT_EQ(read("GF a"), read("G F a"));
  EXPECT_EQ(read("a W b"), "(b R (a || b))");
  EXPECT_EQ(read("a <-> b"), "((a && b) || (!(a) && !(b)))");
}

TEST(Parser, AtomsArePlacesAndConditions) {
  EXPECT_EQ(read("G (label( REQ ) -> F label(ACK))"), "G ((!(label(REQ)) || F (label(ACK))))");
  EXPECT_EQ(read("in(main) U x > 0"), "(in(main) U x > 0)");
  EXPECT_EQ(read("(x + 1) * 2 == y && z"), "((x + 1) * 2 == y && z)");
  EXPECT_EQ(read("F (x < 3 && y >= x)"), "F ((x < 3 && y >= x))");
  EXPECT_EQ(read("x < -1 <-> true"), "((x < -1 && true) || (!(x < -1) && !(true)))");
  EXPECT_EQ(read("F {p->next == 0}"), "F ({p->next == 0})");
}

TEST(Parser, MistakesHaveTheirPlace) {
  EXPECT_NE(read("G (a").find("expected `)` at column"), std::string::npos);
  EXPECT_NE(read("").find("expected label(NAME)"), std::string::npos);
  EXPECT_NE(read("a && ").find("expected label(NAME)"), std::string::npos);
  EXPECT_NE(read("label()").find("the name of a label"), std::string::npos);
  EXPECT_NE(read("a)").find("the end of the formula"), std::string::npos);
  EXPECT_NE(read(std::string(100'000, '(')).find("error"), std::string::npos);
  EXPECT_NE(read(std::string(100'000, '!').append("a")).find("error"), std::string::npos);
  std::string chain = "a";
  for (int i = 0; i < 60; ++i)
    chain += " <-> a";
  EXPECT_NE(read(chain).find("too large"), std::string::npos);
}

} // namespace
} // namespace kleene::ltl
