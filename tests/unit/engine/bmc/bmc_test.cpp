// SPDX-License-Identifier: Apache-2.0
// Every `Violated` is replayed, so a test here fails if the engine misses a violation or claims one
// that is not there.
#include "kleene/engine/bmc/bmc.h"
#include "kleene/ir/text.h"

#include <gtest/gtest.h>

#include <gmock/gmock.h>

namespace kleene::engine::bmc {
namespace {

using testing::HasSubstr;

class Bmc : public testing::Test {
protected:
  Answer solve_text(const std::string& text,
                    evidence::Property property = evidence::Property::UnreachCall) {
    Result<ir::Program> parsed = ir::parse(text, "test.ir");
    EXPECT_TRUE(parsed.ok()) << (parsed.ok() ? "" : render(parsed.error()));
    if (!parsed) return Unknown{"no program"};
    program_ = std::move(parsed).value();
    evidence::Problem problem{
        program_, property, {{"reach_error"}, true, {"ERROR"}}, IntegerModel::Machine};
    Budget budget;
    Answer candidate = solve(problem, budget, silent_observer());
    if (const auto* violated = std::get_if<evidence::Execution>(&candidate)) {
      evidence::Replay r = evidence::replay(problem, *violated, budget);
      EXPECT_TRUE(r.accepted()) << r.objection;
    }
    return candidate;
  }

  /// The values of the violation found; a failure if there is none.
  std::vector<Integer> violation(const std::string& text,
                                 evidence::Property property = evidence::Property::UnreachCall) {
    Answer candidate = solve_text(text, property);
    std::vector<Integer> values;
    if (const auto* violated = std::get_if<evidence::Execution>(&candidate))
      for (const evidence::Input& input : violated->inputs)
        values.push_back(input.value);
    else
      ADD_FAILURE() << "no violation found";
    return values;
  }

  ir::Program program_;
};

TEST_F(Bmc, SolvesForInputs) {
  std::vector<Integer> inputs = violation(R"(proc main() {
    local x, y: i32;
    a -> b: havoc x from "__VERIFIER_nondet_int";
    b -> c: havoc y from "__VERIFIER_nondet_int";
    c -> d: assume[assumption] x > 1 && y > 1 && x < 1000 && y < 1000;
    d -> error: assume x * y == 323;
    d -> exit: assume x * y != 323;
    location error label ERROR;
  })");
  ASSERT_EQ(inputs.size(), 2U);
  EXPECT_TRUE(inputs[0] * inputs[1] == 323);
}

TEST_F(Bmc, ChoosesEdges) {
  std::vector<Integer> inputs = violation(R"(proc main() {
    local x: i32;
    a -> b: x := 0;
    b -> c: x := 1;
    b -> c: x := 2;
    b -> c: x := 3;
    c -> error: assume x == 2;
    c -> exit: assume x != 2;
    location error label ERROR;
  })");
  ASSERT_EQ(inputs.size(), 1U);
  EXPECT_TRUE(inputs[0] == 1);
}

TEST_F(Bmc, UnrollsAsFarAsItTakes) {
  std::vector<Integer> inputs = violation(R"(proc main() {
    local n, i: i32;
    a -> head: i := 0;
    head -> in: havoc n from "__VERIFIER_nondet_int";
    in -> head: assume n > 0; 
    in -> out: assume n <= 0;
    out -> error: assume n == -7;
    out -> exit: assume n != -7;
    location error label ERROR;
  })");
  ASSERT_FALSE(inputs.empty());
  EXPECT_TRUE(inputs.back() == -7);
}

TEST_F(Bmc, FindsOverflow) {
  std::vector<Integer> inputs = violation(R"(proc main() {
    local x: i32;
    a -> b: havoc x from "__VERIFIER_nondet_int";
    b -> c: assume[assumption] x > 0;
    c -> exit: x := x + 5;
  })",
                                          evidence::Property::NoOverflow);
  ASSERT_EQ(inputs.size(), 1U);
  EXPECT_TRUE(inputs[0] > 2147483647 - 5);
}

TEST_F(Bmc, RestsOnNoUnknownValue) {
  Answer candidate = solve_text(R"(proc main() {
    local x: i32;
    a -> b: havoc unknown x from "f";
    b -> error: assume x == 7;
    b -> exit: assume x != 7;
    location error label ERROR;
  })");
  ASSERT_TRUE(std::holds_alternative<Unknown>(candidate));
  EXPECT_THAT(std::get<Unknown>(candidate).reason, HasSubstr("violations may exist"));
}

} // namespace
} // namespace kleene::engine::bmc
