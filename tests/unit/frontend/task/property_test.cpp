// SPDX-License-Identifier: Apache-2.0
#include "kleene/frontend/task/property.h"

#include <gtest/gtest.h>

#include <gmock/gmock.h>

namespace kleene::frontend::task {
namespace {

using testing::HasSubstr;

Property only(std::string_view text) {
  Result<std::vector<Property>> parsed = parse_properties("p.prp", text);
  EXPECT_TRUE(parsed.ok()) << (parsed.ok() ? "" : render(parsed.error()));
  if (!parsed || parsed->size() != 1) return {};
  return parsed->front();
}

Diagnostic error(std::string_view text) {
  Result<std::vector<Property>> parsed = parse_properties("p.prp", text);
  EXPECT_FALSE(parsed.ok()) << text;
  return parsed.ok() ? Diagnostic() : parsed.error();
}

TEST(Property, NamesAreParameters) {
  Property p = only("CHECK( init(start()), LTL(G ! call(my_error())) )");
  EXPECT_EQ(p.formula, Formula::NoCall);
  EXPECT_EQ(p.entry, "start");
  EXPECT_EQ(p.argument, "my_error");
}

TEST(Property, WhitespaceDoesNotMatter) {
  for (const char* text : {"CHECK(init(main()),LTL(G!call(f())))",
                           "  CHECK ( init ( main ( ) ) , LTL ( G ! call ( f ( ) ) ) )\r\n\n"}) {
    Property p = only(text);
    EXPECT_EQ(p.formula, Formula::NoCall);
    EXPECT_EQ(p.argument, "f");
  }
}

TEST(Property, KnowsEveryFormulaOfTheCompetition) {
  auto formula = [](const char* ltl) {
    return only(std::string("CHECK( init(main()), LTL(") + ltl + ") )").formula;
  };
  EXPECT_EQ(formula("F end"), Formula::Termination);
  EXPECT_EQ(formula("G ! overflow"), Formula::NoOverflow);
  EXPECT_EQ(formula("G ! data-race"), Formula::NoDataRace);
  EXPECT_EQ(formula("G valid-free"), Formula::ValidFree);
  EXPECT_EQ(formula("G valid-deref"), Formula::ValidDeref);
  EXPECT_EQ(formula("G valid-memtrack"), Formula::ValidMemtrack);
  EXPECT_EQ(formula("G valid-memcleanup"), Formula::ValidMemcleanup);
  Property label = only("CHECK( init(main()), LTL(G ! label(ERROR)) )");
  EXPECT_EQ(label.formula, Formula::NoLabel);
  EXPECT_EQ(label.argument, "ERROR");
  EXPECT_EQ(only("COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )").formula,
            Formula::Coverage);
}

TEST(Property, OnePropertyPerLine) {
  Result<std::vector<Property>> parsed =
      parse_properties("m.prp",
                       "CHECK( init(main()), LTL(G valid-free) )\n\n"
                       "CHECK( init(main()), LTL(G valid-deref) )");
  ASSERT_TRUE(parsed.ok());
  ASSERT_EQ(parsed->size(), 2U);
  EXPECT_EQ(parsed->at(1).formula, Formula::ValidDeref);
  EXPECT_EQ(parsed->at(1).line, 3U);
}

TEST(Property, AnUnknownFormulaIsNamedAndNeverGuessed) {
  Diagnostic d = error("\nCHECK( init(main()), LTL(G ! sleeping) )");
  EXPECT_THAT(d.message, HasSubstr("G ! sleeping"));
  EXPECT_EQ(d.begin.line, 2U);
  EXPECT_EQ(d.begin.column, 26U);
  error("CHECK( init(main()), LTL(F ! call(f())) )");
  error("CHECK( init(main()), LTL(G call(f())) )");
  error("CHECK( init(main()), LTL(F end & G ! overflow) )");
}

TEST(Property, MalformedTextIsRefused) {
  for (const char* text : {"",
                           "  \n",
                           "CHEK( init(main()), LTL(F end) )",
                           "CHECK",
                           "CHECK(",
                           "CHECK( init(main()), LTL(F end)",
                           "CHECK( init(main()), LTL(F end) ) )",
                           "CHECK( init(main()), LTL(G ! call()) )",
                           "CHECK( init(()), LTL(F end) )",
                           "CHECK( init(main()), LTL(F end) ) trailing",
                           "COVER( init )",
                           "\x01\x02\x03"})
    error(text);
  EXPECT_THAT(error("CHECK( init(main()), LTL(F end)").message, HasSubstr("end of the line"));
}

TEST(Property, AMissingFileIsNamed) {
  Result<std::vector<Property>> parsed = read_properties("/no/such/file.prp");
  ASSERT_FALSE(parsed.ok());
  EXPECT_EQ(parsed.error().file, "/no/such/file.prp");
}

} // namespace
} // namespace kleene::frontend::task
