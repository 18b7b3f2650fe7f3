// SPDX-License-Identifier: Apache-2.0
#include "kleene/logic/variable_space.h"

#include <gtest/gtest.h>

#include <set>

namespace kleene {
namespace {

using Space = VariableSpace;

TEST(VariableSpace, EveryIdHasOneRoleAndTheWayBackLeadsThere) {
  const Space space(3);
  std::set<std::size_t> seen;
  auto is_new = [&](VarId v) { return seen.insert(v.index()).second; };
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_TRUE(is_new(VarId(i)));
    EXPECT_EQ(std::get<Space::Current>(space.role(VarId(i))).variable, VarId(i));
    VarId entry = space.id(Space::Entry{VarId(i)});
    EXPECT_TRUE(is_new(entry));
    EXPECT_EQ(std::get<Space::Entry>(space.role(entry)).variable, VarId(i));
    EXPECT_EQ(space.variable(entry), VarId(i));
  }
  for (std::size_t i = 0; i < Space::most_parameters; ++i) {
    VarId parameter = space.id(Space::Parameter{i});
    EXPECT_TRUE(is_new(parameter));
    EXPECT_EQ(std::get<Space::Parameter>(space.role(parameter)).number, i);
    EXPECT_EQ(space.variable(parameter), std::nullopt);
  }
  for (std::size_t i : {0U, 1U, 1000U}) {
    VarId fresh = space.id(Space::Fresh{i});
    EXPECT_TRUE(is_new(fresh));
    EXPECT_EQ(std::get<Space::Fresh>(space.role(fresh)).number, i);
    EXPECT_EQ(space.variable(fresh), std::nullopt);
  }
}

TEST(VariableSpace, AsksForOneRoleAgreeWithIt) {
  const Space space(2);
  for (std::size_t i = 0; i < space.first_fresh() + 3; ++i) {
    VarId v(i);
    EXPECT_EQ(space.is_current(v), std::holds_alternative<Space::Current>(space.role(v))) << i;
    EXPECT_EQ(space.is_entry(v), std::holds_alternative<Space::Entry>(space.role(v))) << i;
    EXPECT_EQ(space.is_parameter(v), std::holds_alternative<Space::Parameter>(space.role(v))) << i;
    EXPECT_EQ(space.is_fresh(v), std::holds_alternative<Space::Fresh>(space.role(v))) << i;
  }
}

} // namespace
} // namespace kleene
