// SPDX-License-Identifier: Apache-2.0
#include "kleene/analysis/vacuity.h"
#include "kleene/ir/text.h"

#include <gtest/gtest.h>

#include <gmock/gmock.h>

namespace kleene::analysis {
namespace {

using testing::HasSubstr;

/// The sites are the locations with the label CHECK.
std::string why(const std::string& text) {
  Result<ir::Program> parsed = ir::parse(text, "test.ir");
  EXPECT_TRUE(parsed.ok()) << (parsed.ok() ? "" : render(parsed.error()));
  if (!parsed) return "no program";
  ir::TargetSelection targets{{}, false, {"CHECK"}};
  Budget budget;
  return why_vacuous(
      *parsed,
      IntegerModel::Machine,
      [&](ir::ProcId p, ir::LocId l) {
        return targets.selects(parsed->procedure(p).locations[l.index()]);
      },
      budget);
}

/// `first` stands before the check, where x is an input.
std::string behind(const std::string& first) {
  return "proc main() {\n  local x: i32;\n  start -> a: havoc x from \"__VERIFIER_nondet_int\";\n  "
         "a -> b: "
         + first
         + ";\n  b -> bad: assume x == 1;\n  b -> exit: assume x != 1;\n  location bad label "
           "CHECK;\n"
           "  bad -> exit: skip;\n}\n";
}

TEST(Vacuity, AssumptionsThatAreNeverTrueCutOffEverything) {
  EXPECT_THAT(why(behind("assume[assumption] false")), HasSubstr("gets past the assumption"));
  EXPECT_THAT(why(behind("assume[assumption] x > 5 && x < 3")),
              HasSubstr("gets past the assumption"));
}

TEST(Vacuity, OtherAssumptionsAndBranchesDoNot) {
  EXPECT_EQ(why(behind("skip")), "");
  EXPECT_EQ(why(behind("assume[assumption] x > 5")), "")
      << "that x is not 1 then is what a proof shows";
  EXPECT_EQ(why(behind("assume x != x")), "") << "a branch";
}

TEST(Vacuity, SitesThatNoWayLeadsTo) {
  EXPECT_THAT(
      why("proc main() { location bad label CHECK; start -> exit: skip; bad -> exit: skip; }"),
      HasSubstr("no way"));
}

TEST(Vacuity, CallsComeBackOnlyIfTheyCan) {
  std::string main =
      "proc main() {\n  start -> a: call stop();\n  a -> bad: skip;\n  location bad label CHECK;\n"
      "  bad -> exit: skip;\n}\n";
  EXPECT_THAT(why("proc stop() { start -> exit: assume[assumption] false; }\n" + main),
              HasSubstr("gets past"));
  EXPECT_EQ(why("proc stop() { start -> exit: skip; }\n" + main), "");
}

} // namespace
} // namespace kleene::analysis
