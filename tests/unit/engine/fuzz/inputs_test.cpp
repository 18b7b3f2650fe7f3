// SPDX-License-Identifier: Apache-2.0
#include "kleene/ir/text.h"

#include <gtest/gtest.h>

#include <gmock/gmock.h>

#include "inputs.h"

namespace kleene::engine::fuzz {
namespace {

ir::InputRequest request(Type type) {
  ir::InputRequest r;
  r.type = type;
  return r;
}

TEST(Inputs, EveryPolicyGivesValuesOfTheType) {
  Random random(7);
  std::vector<Integer> constants{-1, 0, 1, 70000, Integer(1) << 40};
  for (Type type : {Type::boolean(),
                    Type::machine(1, false),
                    Type::machine(8, true),
                    Type::machine(8, false),
                    Type::machine(32, true),
                    Type::machine(64, true),
                    Type::machine(64, false)})
    for (Policy policy : all_policies)
      for (int i = 0; i < 200; ++i) {
        Integer value = choose(policy, request(type), constants, random);
        bool fits_type = type.is_bool() ? value == 0 || value == 1 : fits(type, value);
        ASSERT_TRUE(fits_type) << to_string(type) << " " << to_string(value);
      }
}

TEST(Inputs, ChoicesOfEdgesAreInRange) {
  Random random(7);
  ir::InputRequest r;
  r.kind = ir::InputKind::Edge;
  r.choices = 3;
  for (Policy policy : all_policies)
    for (int i = 0; i < 50; ++i) {
      Integer value = choose(policy, r, {0}, random);
      ASSERT_TRUE(value >= 0 && value < 3);
    }
  SequenceSource source({-5, 100}, Policy::Zeros, 10, {}, random);
  for (int i = 0; i < 3; ++i) {
    Integer value = *source.next(r);
    ASSERT_TRUE(value >= 0 && value < 3);
  }
}

TEST(Inputs, ConstantsOfTheProgramComeWithTheirNeighbours) {
  Result<ir::Program> p =
      ir::parse("proc main() { local x: i32; start -> exit: x := x + 4711; }", "t.ir");
  ASSERT_TRUE(p.ok());
  std::vector<Integer> constants = interesting_constants(*p);
  for (Integer wanted : {4710, 4711, 4712})
    EXPECT_TRUE(std::ranges::find(constants, wanted) != constants.end()) << to_string(wanted);
}

TEST(Inputs, ASequenceIsPlayedFirstAndCut) {
  Random random(1);
  SequenceSource source({300, -2}, Policy::Zeros, 3, {}, random);
  EXPECT_EQ(source.next(request(Type::machine(8, false))), Integer(44)) << "wrapped to the type";
  EXPECT_EQ(source.next(request(Type::machine(32, true))), Integer(-2));
  EXPECT_EQ(source.next(request(Type::machine(32, true))), Integer(0));
  EXPECT_EQ(source.next(request(Type::machine(32, true))), std::nullopt);
}

TEST(Inputs, MemoryIsFilledOnlyIfThatIsWanted) {
  Random random(1);
  ir::HeapRequest request{.number = 1, .size = 64};
  SequenceSource empty({}, Policy::Ones, 3, {}, random);
  SequenceSource full({}, Policy::Ones, 3, {}, random, true);
  bool filled = false;
  for (int i = 0; i < 50; ++i) {
    EXPECT_EQ(empty.heap_bytes(request), "");
    filled |= full.heap_bytes(request).starts_with(std::string_view("\1\0\0\0\1", 5));
  }
  EXPECT_TRUE(filled);
  request.size = 1U << 20;
  EXPECT_EQ(full.heap_bytes(request), "") << "too large";
}

} // namespace
} // namespace kleene::engine::fuzz
