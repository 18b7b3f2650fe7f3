// SPDX-License-Identifier: Apache-2.0
#include "kleene/evidence/tried.h"

#include <gtest/gtest.h>

#include <gmock/gmock.h>

namespace kleene::evidence {
namespace {

using testing::ElementsAre;
using Values = TriedInputs::Values;

class Listener : public Observer {
public:
  void tried(std::string_view inputs) override { inputs_.add(inputs); }
  const std::deque<Values>& lists() const { return inputs_.lists(); }

private:
  TriedInputs inputs_;
};

Input asked(Integer value, Type type = Type::machine(32, true)) {
  return {value, ir::InputKind::Value, type, "__VERIFIER_nondet_int", {}};
}

TEST(TriedInputs, ValuesArriveInTheirOrder) {
  Listener listener;
  tell_tried(listener,
             {asked(3), asked(-1), asked((Integer(1) << 64) - 1, Type::machine(64, false))});
  EXPECT_THAT(listener.lists(), ElementsAre(Values{3, -1, -1}));
}

TEST(TriedInputs, OnlyWhatTheProgramAsksFor) {
  Listener listener;
  Input edge{1, ir::InputKind::Edge, Type::machine(32, true), "", {}};
  Input parameter{5, ir::InputKind::Value, Type::machine(32, true), "argc", {}};
  tell_tried(listener, {edge, asked(7), parameter});
  tell_tried(listener, {edge, parameter});
  tell_tried(listener, {});
  EXPECT_THAT(listener.lists(), ElementsAre(Values{7}));
}

TEST(TriedInputs, WhatIsNoListOfNumbersIsIgnored) {
  TriedInputs tried;
  for (const char* text : {"", "x", "1 x", "1,2", " 1", "99999999999999999999", "1  2", "-"})
    tried.add(text);
  EXPECT_TRUE(tried.lists().empty());
}

TEST(TriedInputs, TheNewestStayEachOnce) {
  TriedInputs tried;
  for (std::size_t i = 0; i < TriedInputs::most + 5; ++i)
    tried.add(std::to_string(i));
  EXPECT_EQ(tried.lists().size(), TriedInputs::most);
  EXPECT_EQ(tried.lists().front(), Values{5});
  tried.add("7");
  EXPECT_EQ(tried.lists().size(), TriedInputs::most);
  EXPECT_EQ(tried.lists().back(), Values{7});
}

} // namespace
} // namespace kleene::evidence
