// SPDX-License-Identifier: Apache-2.0
#include "kleene/ir/program.h"

#include <gtest/gtest.h>

namespace kleene::ir {
namespace {

TEST(Program, FreshNamesAreUnique) {
  Program p;
  p.add_variable({.name = "x", .type = Type::integer()});
  std::string second = p.fresh_name("x");
  EXPECT_NE(second, "x");
  p.add_variable({.name = second, .type = Type::integer()});
  EXPECT_NE(p.fresh_name("x"), second);
  EXPECT_EQ(p.fresh_name("y"), "y");
}

TEST(TargetSelection, SelectsExactlyWhatItNames) {
  Location call{.target = Target{TargetKind::Call, "reach_error"}};
  Location assertion{.target = Target{TargetKind::Assertion, ""}};
  Location label{.labels = {"a", "ERROR"}};
  TargetSelection functions{.functions = {"reach_error"}};
  EXPECT_TRUE(functions.selects(call));
  EXPECT_FALSE(functions.selects(assertion));
  EXPECT_FALSE(functions.selects(label));
  EXPECT_FALSE((TargetSelection{.functions = {"other"}}.selects(call)));
  EXPECT_TRUE((TargetSelection{.assertions = true}.selects(assertion)));
  EXPECT_TRUE((TargetSelection{.labels = {"ERROR"}}.selects(label)));
}

} // namespace
} // namespace kleene::ir
