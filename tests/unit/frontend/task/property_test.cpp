// SPDX-License-Identifier: Apache-2.0
#include "kleene/frontend/task/property.h"

#include <gtest/gtest.h>

#include <gmock/gmock.h>

namespace kleene::frontend::task {
namespace {

using testing::HasSubstr;

PropertyLine only(std::string_view text) {
  Result<std::vector<PropertyLine>> parsed = parse_properties("p.prp", text);
  EXPECT_TRUE(parsed.ok()) << (parsed.ok() ? "" : render(parsed.error()));
  if (!parsed || parsed->size() != 1) return {};
  return parsed->front();
}

Diagnostic error(std::string_view text) {
  Result<std::vector<PropertyLine>> parsed = parse_properties("p.prp", text);
  EXPECT_FALSE(parsed.ok()) << text;
  return parsed.ok() ? Diagnostic() : parsed.error();
}

TEST(PropertyFile, NamesAreParameters) {
  PropertyLine p = only("CHECK( init(start()), LTL(G ! call(my_error())) )");
  EXPECT_EQ(p.property, Property::UnreachCall);
  EXPECT_EQ(p.names, FormulaText::Names::Function);
  EXPECT_EQ(p.entry, "start");
  EXPECT_EQ(p.argument, "my_error");
}

TEST(PropertyFile, WhitespaceDoesNotMatter) {
  for (const char* text : {"CHECK(init(main()),LTL(G!call(f())))",
                           "  CHECK ( init ( main ( ) ) , LTL ( G ! call ( f ( ) ) ) )\r\n\n"}) {
    PropertyLine p = only(text);
    EXPECT_EQ(p.property, Property::UnreachCall);
    EXPECT_EQ(p.names, FormulaText::Names::Function);
    EXPECT_EQ(p.argument, "f");
  }
}

TEST(PropertyFile, KnowsEveryFormulaOfTheCompetition) {
  auto formula = [](const char* ltl) {
    return only(std::string("CHECK( init(main()), LTL(") + ltl + ") )").property;
  };
  EXPECT_EQ(formula("F end"), Property::Termination);
  EXPECT_EQ(formula("G ! overflow"), Property::NoOverflow);
  EXPECT_EQ(formula("G ! data-race"), Property::NoDataRace);
  EXPECT_EQ(formula("G valid-free"), Property::ValidFree);
  EXPECT_EQ(formula("G valid-deref"), Property::ValidDeref);
  EXPECT_EQ(formula("G valid-memtrack"), Property::ValidMemtrack);
  EXPECT_EQ(formula("G valid-memcleanup"), Property::ValidMemcleanup);
  PropertyLine label = only("CHECK( init(main()), LTL(G ! label(ERROR)) )");
  EXPECT_EQ(label.property, Property::UnreachCall);
  EXPECT_EQ(label.names, FormulaText::Names::Label);
  EXPECT_EQ(label.argument, "ERROR");
  EXPECT_EQ(only("COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )").property, std::nullopt);
}

TEST(PropertyFile, OnePropertyPerLine) {
  Result<std::vector<PropertyLine>> parsed =
      parse_properties("m.prp",
                       "CHECK( init(main()), LTL(G valid-free) )\n\n"
                       "CHECK( init(main()), LTL(G valid-deref) )");
  ASSERT_TRUE(parsed.ok());
  ASSERT_EQ(parsed->size(), 2U);
  EXPECT_EQ(parsed->at(1).property, Property::ValidDeref);
  EXPECT_EQ(parsed->at(1).line, 3U);
}

TEST(PropertyFile, AnUnknownFormulaIsNamedAndNeverGuessed) {
  Diagnostic d = error("\nCHECK( init(main()), LTL(G ! sleeping) )");
  EXPECT_THAT(d.message, HasSubstr("G ! sleeping"));
  EXPECT_EQ(d.begin.line, 2U);
  EXPECT_EQ(d.begin.column, 26U);
  error("CHECK( init(main()), LTL(F ! call(f())) )");
  error("CHECK( init(main()), LTL(G call(f())) )");
  error("CHECK( init(main()), LTL(F end & G ! overflow) )");
}

TEST(PropertyFile, MalformedTextIsRefused) {
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

TEST(PropertyFile, AMissingFileIsNamed) {
  Result<std::vector<PropertyLine>> parsed = read_properties("/no/such/file.prp");
  ASSERT_FALSE(parsed.ok());
  EXPECT_EQ(parsed.error().file, "/no/such/file.prp");
}

} // namespace
} // namespace kleene::frontend::task
