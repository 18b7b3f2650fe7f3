// SPDX-License-Identifier: Apache-2.0
#include "kleene/engine/intervals/intervals.h"
#include "kleene/ir/text.h"

#include <gtest/gtest.h>

namespace kleene::engine::intervals {
namespace {

/// Whether the engine proposes a proof; if it does, the judge must accept it.
bool proves(const std::string& text,
            evidence::Property property = evidence::Property::UnreachCall,
            IntegerModel integers = IntegerModel::Machine) {
  Result<ir::Program> parsed = ir::parse(text, "test.ir");
  EXPECT_TRUE(parsed.ok()) << (parsed.ok() ? "" : render(parsed.error()));
  Budget budget;
  evidence::Problem problem{parsed.value(), property, {{"reach_error"}, false, {}}, integers};
  Answer candidate = solve(problem, budget, silent_observer());
  const auto* proved = std::get_if<evidence::InductiveProof>(&candidate);
  if (proved == nullptr) return false;
  smt::Cvc5 solver;
  evidence::Judgement judgement = evidence::judge(problem, *proved, solver, budget);
  EXPECT_TRUE(judgement.accepted()) << judgement.objection;
  return true;
}

std::string counter(const std::string& step, const std::string& bad) {
  return R"(proc main() {
  local i: i32;
  start -> loop:  i := 0;
  loop -> body:   assume i < 100;
  body -> loop:   i := )"
         + step + R"(;
  loop -> done:   assume i >= 100;
  done -> bad:    assume )"
         + bad + R"(;
  done -> exit:   assume !()"
         + bad + R"();
  location bad target call reach_error;
})";
}

TEST(Intervals, ProveWhatBoundsAndCongruencesShow) {
  EXPECT_TRUE(proves(counter("i + 1", "i != 100")));
  EXPECT_TRUE(proves(counter("i + 4", "i % 4 != 0")));
  EXPECT_FALSE(proves(counter("i + 3", "i != 100"))) << "it ends with 102";
}

TEST(Intervals, ProveTheAbsenceOfOverflow) {
  EXPECT_TRUE(proves(counter("i + 1", "false"), evidence::Property::NoOverflow));
  EXPECT_FALSE(
      proves(counter("i * 2 + 1", "i * i * i * i * i < 0"), evidence::Property::NoOverflow));
}

TEST(Intervals, SummariesCarryOverCalls) {
  std::string text = R"(proc clip(x: i32) returns (r: i32) {
  start -> low:  assume x < 0;
  start -> high: assume x > 9;
  start -> mid:  assume x >= 0 && x <= 9;
  low -> exit:   r := 0;
  high -> exit:  r := 9;
  mid -> exit:   r := x;
}
proc main() {
  local a, b: i32;
  start -> in:   havoc a from "__VERIFIER_nondet_int";
  in -> out:     call b := clip(a);
  out -> bad:    assume b > 9 || b < 0;
  out -> exit:   assume b <= 9 && b >= 0;
  location bad target call reach_error;
})";
  EXPECT_TRUE(proves(text));
}

} // namespace
} // namespace kleene::engine::intervals
