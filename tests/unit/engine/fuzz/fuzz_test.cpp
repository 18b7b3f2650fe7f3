// SPDX-License-Identifier: Apache-2.0
// Every `Violated` is replayed, so a test here fails if the fuzzer misses an easy bug or claims one
// that is not there.
#include "kleene/engine/fuzz/fuzz.h"
#include "kleene/ir/text.h"

#include <gtest/gtest.h>

#include <gmock/gmock.h>

namespace kleene::engine::fuzz {
namespace {

using testing::HasSubstr;

class Fuzz : public testing::Test {
protected:
  Answer fuzz_text(const std::string& text,
                   evidence::Property property = evidence::Property::UnreachCall) {
    Result<ir::Program> parsed = ir::parse(text, "test.ir");
    EXPECT_TRUE(parsed.ok()) << (parsed.ok() ? "" : render(parsed.error()));
    if (!parsed) return Unknown{"no program"};
    program_ = std::move(parsed).value();
    evidence::Problem problem{
        program_, property, {{"reach_error"}, true, {"ERROR"}}, IntegerModel::Machine};
    Options options;
    options.effort = 5'000'000;
    Answer candidate = fuzz(problem, options, budget_, silent_observer());
    if (const auto* violated = std::get_if<evidence::Execution>(&candidate)) {
      evidence::Replay r = evidence::replay(problem, *violated, budget_);
      EXPECT_TRUE(r.accepted()) << r.objection;
    }
    return candidate;
  }

  /// The values of the violation found; a failure if there is none.
  std::vector<Integer> violation(const std::string& text,
                                 evidence::Property property = evidence::Property::UnreachCall) {
    Answer candidate = fuzz_text(text, property);
    std::vector<Integer> values;
    if (const auto* violated = std::get_if<evidence::Execution>(&candidate))
      for (const evidence::Input& input : violated->inputs)
        values.push_back(input.value);
    else
      ADD_FAILURE() << std::get<Unknown>(candidate).reason;
    return values;
  }

  std::string reason(const std::string& text) {
    Answer candidate = fuzz_text(text);
    EXPECT_TRUE(std::holds_alternative<Unknown>(candidate));
    return std::holds_alternative<Unknown>(candidate) ? std::get<Unknown>(candidate).reason : "";
  }

  ir::Program program_;
  Budget budget_;
};

TEST_F(Fuzz, FindsAConstantOfTheProgram) {
  EXPECT_THAT(violation(R"(proc main() {
  local x: i32;
  start -> test:  havoc x;
  test -> bad:    assume x == 123456;
  test -> exit:   assume x != 123456;
  location bad target call reach_error;
})"),
              testing::ElementsAre(123456));
}

/// What leads to new places is told, although nothing came of it.
TEST_F(Fuzz, TellsWhatItTried) {
  class Listener : public Observer {
  public:
    void tried(std::string_view inputs) override { told.emplace_back(inputs); }
    std::vector<std::string> told;
  } listener;
  Result<ir::Program> program = ir::parse(R"(proc main() {
  local x: i32;
  start -> test: havoc x from "__VERIFIER_nondet_int";
  test -> there: assume x == 70707;
  test -> exit: assume x != 70707;
  there -> exit: skip;
})",
                                          "test.ir");
  ASSERT_TRUE(program.ok());
  evidence::Problem problem{*program,
                            evidence::Property::UnreachCall,
                            {{"reach_error"}, true, {}},
                            IntegerModel::Machine};
  fuzz(problem, {.effort = 1'000'000}, budget_, listener);
  EXPECT_THAT(listener.told, testing::Contains("70707"));
}

TEST_F(Fuzz, FindsBoundaryValues) {
  EXPECT_THAT(violation(R"(proc main() {
  local x: i32;
  start -> neg:   havoc x;
  neg -> test:    assume x < 0;
  neg -> exit:    assume x >= 0;
  test -> bad:    assume -x < 0;
  test -> exit:   assume -x >= 0;
  location bad target call reach_error;
})"),
              testing::ElementsAre(min_value(Type::machine(32, true))));
}

TEST_F(Fuzz, FindsACombinationStepByStep) {
  EXPECT_EQ(violation(R"(proc main() {
  local a, b, c: i32;
  start -> a1:  havoc a;
  a1 -> a2:     assume a == 4711;
  a1 -> exit:   assume a != 4711;
  a2 -> b1:     havoc b;
  b1 -> b2:     assume b == 815;
  b1 -> exit:   assume b != 815;
  b2 -> c1:     havoc c;
  c1 -> bad:    assume c == -99;
  c1 -> exit:   assume c != -99;
  location bad target call reach_error;
})"),
            (std::vector<Integer>{4711, 815, -99}));
}

TEST_F(Fuzz, FindsALabelBehindALongLoop) {
  violation(R"(proc main() {
  local i: i32;
  start -> loop:  i := 0;
  loop -> body:   assume i < 100000;
  body -> loop:   i := i + 1;
  loop -> bad:    assume i >= 100000;
  location bad label ERROR;
})" + std::string());
}

TEST_F(Fuzz, GoesDeepIntoRecursion) {
  violation(R"(proc main() {
  local n, r: i32;
  start -> low:   havoc n;
  low -> call:    assume n >= 0 && n <= 2000;
  low -> exit:    assume n < 0 || n > 2000;
  call -> test:   call r := sum(n);
  test -> bad:    assume r == 2001000;
  test -> exit:   assume r != 2001000;
  location bad target call reach_error;
}
proc sum(n: i32) returns (r: i32) {
  local s: i32;
  start -> zero:  assume n <= 0;
  zero -> exit:   r := 0;
  start -> more:  assume n > 0;
  more -> add:    call s := sum(n - 1);
  add -> exit:    r := s + n;
})");
}

TEST_F(Fuzz, FindsOverflows) {
  EXPECT_THAT(violation(R"(proc main() {
  local x: i32;
  start -> add:  havoc x;
  add -> exit:   x := x + 1;
})",
                        evidence::Property::NoOverflow),
              testing::ElementsAre(2147483647));
}

TEST_F(Fuzz, SimplifiesWhatDoesNotMatter) {
  EXPECT_THAT(violation(R"(proc main() {
  local a, b: i32;
  start -> next:  havoc a;
  next -> test:   havoc b;
  test -> bad:    assume b > 1000;
  test -> exit:   assume b <= 1000;
  location bad target call reach_error;
})"),
              testing::ElementsAre(0, 1001));
}

TEST_F(Fuzz, ClaimsNothingAboutCorrectPrograms) {
  EXPECT_THAT(reason(R"(proc main() {
  local x, y: i32;
  start -> sq:    havoc x;
  sq -> test:     y := x * x;
  test -> bad:    assume y == 3;
  test -> exit:   assume y != 3;
  location bad target call reach_error;
})"),
              HasSubstr("no violation"));
}

TEST_F(Fuzz, OneRunIsEnoughWithoutInputs) {
  EXPECT_TRUE(
      std::holds_alternative<evidence::AllRuns>(fuzz_text("proc main() { start -> exit; }")));
  EXPECT_THAT(reason("proc main() { start -> start; }"), HasSubstr("step limit"));
}

/// Mutual recursion with an input each time; `argument` is what the callee calls back with.
std::string recursion(const std::string& argument) {
  return R"(proc main() { start -> exit: call even(40); }
proc even(n: i32) {
  start -> exit:  assume n <= 0;
  start -> more:  assume n > 0;
  more -> exit:   call odd(n - 1);
}
proc odd(m: i32) {
  local x: i32;
  start -> test:  havoc x;
  test -> exit:   assume x == 5;
  test -> more:   assume x != 5;
  more -> exit:   call even()"
         + argument + R"();
})";
}

TEST_F(Fuzz, FindsRecursionThatNeverEnds) {
  Answer candidate = fuzz_text(recursion("m + 1"), evidence::Property::Termination);
  ASSERT_TRUE(std::holds_alternative<evidence::Lasso>(candidate));
  const evidence::Lasso& lasso = std::get<evidence::Lasso>(candidate);
  EXPECT_EQ(lasso.loop_steps % 5, 0U) << "two calls, two tests, an input";
  EXPECT_EQ(lasso.loop.size(), lasso.loop_steps / 5);
  evidence::Problem problem{program_, evidence::Property::Termination, {}, IntegerModel::Machine};
  evidence::LassoJudgement judgement = evidence::judge(problem, lasso, budget_);
  EXPECT_EQ(judgement.objection, "");
  EXPECT_TRUE(judgement.grows);
}

TEST_F(Fuzz, RecursionThatEndsIsNoneThatNeverEnds) {
  for (const char* argument : {"m", "m - 1"})
    EXPECT_FALSE(std::holds_alternative<evidence::Lasso>(
        fuzz_text(recursion(argument), evidence::Property::Termination)));
}

TEST_F(Fuzz, FindsALoopBehindAnInput) {
  Answer candidate = fuzz_text(R"(proc main() {
  local x: i32;
  start -> loop:  havoc x;
  loop -> five:   assume x != 0;
  loop -> exit:   assume x == 0;
  five -> loop:   assume x == 500;
  five -> down:   assume x != 500;
  down -> loop:   x := x / 2;
})",
                               evidence::Property::Termination);
  ASSERT_TRUE(std::holds_alternative<evidence::Lasso>(candidate));
  EXPECT_EQ(std::get<evidence::Lasso>(candidate).loop_steps, 2U);
}

TEST_F(Fuzz, ValuesNobodyKnowsAreNoEvidence) {
  EXPECT_THAT(reason(R"(proc main() {
  local x: i32;
  start -> test:  havoc unknown x from "missing";
  test -> bad:    assume x == 0;
  test -> exit:   assume x != 0;
  location bad target call reach_error;
})"),
              HasSubstr("unknown value"));
}

TEST_F(Fuzz, TheSameSeedGivesTheSameAnswer) {
  const char* text = R"(proc main() {
  local x, y: i32;
  start -> next:  havoc x;
  next -> test:   havoc y;
  test -> bad:    assume x + y == 1000003 && x > y;
  test -> exit:   assume x + y != 1000003 || x <= y;
  location bad target call reach_error;
})";
  EXPECT_EQ(violation(text), violation(text));
}

TEST_F(Fuzz, StopsWhenTheBudgetIsUsedUp) {
  budget_ = Budget(std::chrono::duration<double>(0.0), std::nullopt);
  EXPECT_THROW(fuzz_text("proc main() { start -> start; }"), ResourceOut);
}

} // namespace
} // namespace kleene::engine::fuzz
