// SPDX-License-Identifier: Apache-2.0
#include "kleene/property/property.h"

#include <gmock/gmock.h>
#include <regex>
#include <set>

namespace kleene {
namespace {

TEST(Properties, EveryRowIsFoundByItsNameAndByItsProperty) {
  std::set<std::string_view> names;
  for (const PropertyEntry& row : properties()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_EQ(find_property(row.name), row.property);
    EXPECT_EQ(&entry(row.property), &row);
  }
  EXPECT_EQ(find_property("no-such"), std::nullopt);
}

TEST(Properties, WhatIsDecidedHasAllThatAnswersNeed) {
  for (const PropertyEntry& row : properties()) {
    if (!row.decided()) continue;
    EXPECT_TRUE(!row.formulas[0].text.empty() || row.sites || !row.parts.empty()) << row.name;
    EXPECT_FALSE(row.proved.empty()) << row.name;
    EXPECT_FALSE(row.rule.empty()) << row.name;
  }
}

TEST(Properties, ASanitizerThatGivesTheSignIsNamedWithItsWords) {
  for (const PropertyEntry& row : properties()) {
    bool sanitizer = row.native == NativeSign::Sanitizer;
    EXPECT_EQ(sanitizer, !row.sanitizer.empty()) << row.name;
    EXPECT_EQ(sanitizer, !row.reports.empty()) << row.name;
    EXPECT_EQ(sanitizer, !row.confirms.empty()) << row.name;
  }
  std::regex reports(std::string(entry(Property::NoOverflow).reports));
  EXPECT_TRUE(std::regex_search("runtime error: signed integer overflow: 1 + 2", reports));
  EXPECT_FALSE(std::regex_search("runtime error: division by zero", reports));
}

TEST(Properties, InfiniteExecutionsHaveNoNativeSign) {
  for (const PropertyEntry& row : properties())
    EXPECT_TRUE(!row.liveness() || row.native == NativeSign::None) << row.name;
}

TEST(Properties, FormulasAreWrittenAsInPropertyFiles) {
  const PropertyEntry& row = entry(Property::UnreachCall);
  EXPECT_EQ(check_text(row.formulas[0], "reach_error", "main"),
            "CHECK( init(main()), LTL(G ! call(reach_error())) )");
  EXPECT_EQ(check_text(row.formulas[1], "L", "f"), "CHECK( init(f()), LTL(G ! label(L)) )");
  EXPECT_EQ(check_text(entry(Property::Termination).formulas[0], "", "main"),
            "CHECK( init(main()), LTL(F end) )");
}

TEST(Properties, OnlyDecidedOnesAreOffered) {
  EXPECT_EQ(property_names(),
            "unreach-call, termination, no-overflow, valid-deref, valid-free, valid-memtrack, "
            "valid-memcleanup, valid-memsafety, def-behavior, no-data-race, no-deadlock, uninit or "
            "safety");
}

TEST(Properties, WhatIsDefinedIsAskedOnDemandOnly) {
  EXPECT_EQ(names_on_demand(),
            "unsigned-overflow, conversion, pointer-overflow, float-div-by-zero, nan or "
            "float-overflow");
  for (const PropertyEntry& row : properties()) {
    EXPECT_TRUE(row.sites || !is_on_demand(row.property)) << row.name;
    for (Property part : parts_of(row.property))
      EXPECT_TRUE(!is_on_demand(part) || part == row.property) << row.name;
  }
}

TEST(Properties, SomeConsistOfOthers) {
  EXPECT_THAT(
      parts_of(Property::ValidMemsafety),
      testing::ElementsAre(Property::ValidDeref, Property::ValidFree, Property::ValidMemtrack));
  EXPECT_THAT(parts_of(Property::ValidFree), testing::ElementsAre(Property::ValidFree));
  for (const PropertyEntry& row : properties())
    for (Property part : parts_of(row.property))
      EXPECT_TRUE(entry(part).parts.empty()) << row.name;
}

} // namespace
} // namespace kleene
