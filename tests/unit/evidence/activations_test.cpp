// SPDX-License-Identifier: Apache-2.0
// What the judge of runs refuses. That it accepts what it should is tested with the engine that makes them.
#include "kleene/evidence/activations.h"

#include <gmock/gmock.h>

#include "judge_support.h"

namespace kleene::evidence {
namespace {

using namespace testing_support;
using testing::HasSubstr;

/// The edges of the entry procedure, one after the other, without calls and choices.
std::string objection(const ir::Program& p, std::size_t steps) {
  Activation run{p.entry, {}, {}};
  for (std::size_t e = 0; e < steps; ++e)
    run.steps.push_back({e});
  Budget budget;
  return judge(problem(p), {{}, {run}}, budget).objection;
}

TEST(Activations, RunsEndAtATarget) {
  ir::Program p = program(R"(proc main() {
  local x: bool;
  start -> set:  x := true;
  set -> bad:    assume x;
  location bad target call reach_error;
})");
  EXPECT_EQ(objection(p, 2), "");
  EXPECT_THAT(objection(p, 1), HasSubstr("target"));
}

TEST(Activations, GuardsOnTheWayAreTrue) {
  EXPECT_THAT(objection(program(R"(proc main() {
  local x: bool;
  start -> set:  x := false;
  set -> bad:    assume x;
  location bad target call reach_error;
})"),
                        2),
              HasSubstr("guard"));
}

/// Values are true and false: numbers would all look the same.
TEST(Activations, AreAboutBooleanProgramsOnly) {
  EXPECT_THAT(objection(program(R"(proc main() {
  local x: i32;
  start -> set:  x := 5;
  set -> bad:    assume x == 6;
  location bad target call reach_error;
})"),
                        2),
              HasSubstr("Booleans"));
}

} // namespace
} // namespace kleene::evidence
