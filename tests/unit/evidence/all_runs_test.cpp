// SPDX-License-Identifier: Apache-2.0
#include "kleene/evidence/all_runs.h"
#include "kleene/ir/text.h"

#include <gtest/gtest.h>

namespace kleene::evidence {
namespace {

Judgement judged(const std::string& text, AllRuns runs, Property property = Property::UnreachCall) {
  Result<ir::Program> parsed = ir::parse(text, "test.ir");
  EXPECT_TRUE(parsed.ok()) << (parsed.ok() ? "" : render(parsed.error()));
  Budget budget;
  return judge({parsed.value(), property, {{"reach_error"}, false, {}}, IntegerModel::Machine},
               runs,
               budget);
}

/// Reads one byte; the target is one value away, or not there.
std::string one_byte(const std::string& bad) {
  return R"(proc main() {
  local x: u8;
  start -> test:  havoc x from "__VERIFIER_nondet_uchar";
  test -> bad:    assume )"
         + bad + R"(;
  test -> exit:   assume !()"
         + bad + R"();
  location bad target call reach_error;
})";
}

TEST(AllRuns, TakesEveryValue) {
  EXPECT_TRUE(judged(one_byte("x != x"), {256, 10'000}).accepted());
  EXPECT_EQ(judged(one_byte("x != x"), {256, 10'000}).questions, 256U);
  EXPECT_FALSE(judged(one_byte("x == 255"), {256, 10'000}).accepted());
  EXPECT_FALSE(judged(one_byte("x == 0"), {256, 10'000}).accepted());
}

TEST(AllRuns, RefusesWhenThereIsMoreToTry) {
  EXPECT_FALSE(judged(one_byte("x != x"), {255, 10'000}).accepted());
  EXPECT_FALSE(judged(one_byte("x != x"), {256, 100}).accepted()) << "the steps do not suffice";
}

TEST(AllRuns, TakesEveryEdge) {
  std::string text = R"(proc main() {
  start -> a: skip;
  start -> b: skip;
  b -> exit: skip;
  a -> exit: skip;
  location b target call reach_error;
})";
  EXPECT_FALSE(judged(text, {10, 100}).accepted());
}

TEST(AllRuns, DoesNotTrustValuesThatNobodyKnows) {
  std::string text = R"(proc main() {
  local x: u8;
  start -> test:  skip;
  test -> bad:    assume x == 7;
  test -> exit:   assume x != 7;
  location bad target call reach_error;
})";
  EXPECT_FALSE(judged(text, {10, 100}).accepted());
  EXPECT_FALSE(judged("uninitialised free;" + text, {10, 100}).accepted())
      << "zero is not the only choice of the environment";
}

TEST(AllRuns, IsAProofOfTerminationOnlyIfAllEnd) {
  std::string counts = R"(proc main() {
  local x: u8;
  start -> loop:  x := 0;
  loop -> loop2:  assume x < 9;
  loop2 -> loop:  x := x + 1;
  loop -> exit:   assume x >= 9;
})";
  EXPECT_TRUE(judged(counts, {1, 1000}, Property::Termination).accepted());
  std::string forever = R"(proc main() {
  start -> loop:  skip;
  loop -> loop:  skip;
})";
  EXPECT_FALSE(judged(forever, {1, 1000}, Property::Termination).accepted());
}

TEST(AllRuns, SeesOverflow) {
  std::string text = R"(proc main() {
  local x: i32;
  start -> next: x := 2147483647;
  next -> exit:  x := x + 1;
})";
  EXPECT_FALSE(judged(text, {1, 100}, Property::NoOverflow).accepted());
  EXPECT_TRUE(judged(text, {1, 100}).accepted());
}

} // namespace
} // namespace kleene::evidence
