// SPDX-License-Identifier: Apache-2.0
#include "kleene/engine/explicit_value/explicit_value.h"
#include "kleene/ir/text.h"

#include <gtest/gtest.h>

namespace kleene::engine::explicit_value {
namespace {

enum class Found { Proof, Violation, Nothing };

/// What the engine proposes; a judge must accept it.
Found found(const std::string& text,
            evidence::Property property = evidence::Property::UnreachCall) {
  Result<ir::Program> parsed = ir::parse(text, "test.ir");
  EXPECT_TRUE(parsed.ok()) << (parsed.ok() ? "" : render(parsed.error()));
  Budget budget;
  evidence::Problem problem{
      parsed.value(), property, {{"reach_error"}, false, {}}, IntegerModel::Machine};
  Answer candidate = solve(problem, budget, silent_observer());
  if (const auto* proved = std::get_if<evidence::InductiveProof>(&candidate)) {
    smt::Cvc5 solver;
    evidence::Judgement judgement = evidence::judge(problem, *proved, solver, budget);
    EXPECT_TRUE(judgement.accepted()) << judgement.objection;
    return Found::Proof;
  }
  if (const auto* violated = std::get_if<evidence::Execution>(&candidate)) {
    evidence::Replay replay = evidence::replay(problem, *violated, budget);
    EXPECT_TRUE(replay.accepted()) << replay.objection;
    return Found::Violation;
  }
  return Found::Nothing;
}

/// A machine of three states; `seen` has to be set on the way through the second.
std::string machine(const std::string& in_second) {
  return R"(global state: i32 = 0;
global seen: i32 = 0;
proc step(in: i32) {
  start -> a:     assume state == 0 && in > 5;
  start -> b:     assume state == 1;
  start -> c:     assume state == 2;
  start -> exit:  assume state > 2 || state < 0 || (state == 0 && in <= 5);
  a -> exit:      state := 1;
  b -> exit:      state := 2, seen := )"
         + in_second + R"(;
  c -> bad:       assume seen == 0;
  c -> d:         assume seen != 0;
  d -> exit:      state := 0, seen := 0;
  location bad target call reach_error;
}
proc main() {
  local in: i32;
  start -> got:   havoc in from "__VERIFIER_nondet_int";
  got -> start:   call step(in);
})";
}

TEST(ExplicitValue, TellTheStatesOfAMachineApart) {
  EXPECT_EQ(found(machine("1")), Found::Proof);
  EXPECT_EQ(found(machine("in")), Found::Violation) << "the second input may be 0";
}

TEST(ExplicitValue, AVariableOfManyValuesIsGivenUp) {
  std::string text = R"(proc main() {
  local i, mode: i32;
  start -> loop:  i := 0, mode := 0;
  loop -> body:   assume i < 100000;
  body -> loop:   i := i + 1, mode := 1 - mode;
  loop -> done:   assume i >= 100000;
  done -> bad:    assume mode != 0 && mode != 1 && i > 5;
  done -> exit:   assume !(mode != 0 && mode != 1 && i > 5);
  location bad target call reach_error;
})";
  EXPECT_EQ(found(text), Found::Proof);
}

/// The result depends on the argument, which is known at one call and unknown at another.
TEST(ExplicitValue, ContextsOfACallExcludeEachOther) {
  std::string callee = R"(proc invert(x: i32) returns (r: i32) {
  start -> zero:  assume x == 0;
  start -> other: assume x != 0;
  zero -> exit:   r := 1;
  other -> exit:  r := 0;
}
)";
  EXPECT_EQ(found(callee + R"(proc main() {
  local a, b: i32;
  start -> one:   call a := invert(0);
  one -> two:     call b := invert(7);
  two -> bad:     assume a != 1 || b != 0;
  two -> exit:    assume a == 1 && b == 0;
  location bad target call reach_error;
})"),
            Found::Proof);
  EXPECT_EQ(found(callee + R"(proc main() {
  local a, b, c, in: i32;
  start -> one:   call a := invert(0);
  one -> got:     havoc in from "__VERIFIER_nondet_int";
  got -> two:     call c := invert(in);
  two -> three:   call b := invert(a);
  three -> bad:   assume c < 0 || c > 1;
  three -> exit:  assume c >= 0 && c <= 1;
  location bad target call reach_error;
})"),
            Found::Proof);
}

TEST(ExplicitValue, RecursionIsCutByWidening) {
  std::string text = R"(global depth: i32 = 0;
proc down(n: i32) {
  start -> stop:  assume n <= 0;
  start -> more:  assume n > 0;
  more -> back:   call down(n - 1);
  back -> exit:   depth := 1;
  stop -> exit:   skip;
}
proc main() {
  local n: i32;
  start -> got:   havoc n from "__VERIFIER_nondet_int";
  got -> out:     call down(n);
  out -> bad:     assume depth != 0 && depth != 1;
  out -> exit:    assume depth == 0 || depth == 1;
  location bad target call reach_error;
})";
  EXPECT_EQ(found(text), Found::Proof);
}

TEST(ExplicitValue, OverflowIsFoundAndExcluded) {
  auto text = [](const std::string& limit) {
    return R"(proc main() {
  local n, mode: i32;
  start -> got:   havoc n from "__VERIFIER_nondet_int";
  got -> small:   assume n < )"
           + limit + R"( && n > 0;
  got -> large:   assume n >= )"
           + limit + R"( || n <= 0;
  small -> met:   mode := 1;
  large -> met:   n := 0, mode := 0;
  met -> exit:    n := n + n;
})";
  };
  EXPECT_EQ(found(text("1000"), evidence::Property::NoOverflow), Found::Proof);
  EXPECT_EQ(found(text("2000000000"), evidence::Property::NoOverflow), Found::Violation);
}

} // namespace
} // namespace kleene::engine::explicit_value
