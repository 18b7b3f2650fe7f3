// SPDX-License-Identifier: Apache-2.0
// Evidence of every kind is judged, and what is accepted carries all that answers are made from.
#include "kleene/evidence/file.h"
#include "kleene/ir/text.h"
#include "kleene/verify/judging.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <gmock/gmock.h>

#include "judge_support.h"
#include "known_evidence.h"

namespace kleene::verify {
namespace {

using evidence::testing_support::known_evidence;
using evidence::testing_support::known_programs;
using evidence::testing_support::KnownEvidence;
using evidence::testing_support::KnownProgram;
using testing::HasSubstr;

const KnownProgram& known(const std::string& name) {
  return *std::ranges::find(known_programs(), name, &KnownProgram::name);
}

bool holds(const KnownProgram& program, Property property) {
  return property == Property::UnreachCall   ? program.unreachable
         : property == Property::Termination ? program.ends
                                             : program.no_overflow;
}

class Judging : public testing::Test {
protected:
  Question question(const ir::Program& program, Property property) {
    return {{program, property, {{"reach_error"}, true, {}}, IntegerModel::Machine}, Language::Ir};
  }
  /// Nothing if the text makes no sense for the program.
  std::optional<Judged> judged(const Question& question, const std::string& text) {
    auto read = evidence::read_evidence(text, question.problem.program);
    if (!read) return std::nullopt;
    return judge_evidence(question, std::move(read->evidence), budget_, silent_observer());
  }

  Budget budget_;
};

/// Steps as text, to compare them.
std::string describe(const ir::Tracer::Step& step) {
  std::string text = std::to_string(step.procedure.index()) + " "
                     + std::to_string(step.edge->from.index()) + " -> "
                     + std::to_string(step.edge->to.index()) + (step.returned ? " back" : "") + " @"
                     + std::to_string(step.depth);
  for (auto [variable, value] : step.written)
    text += " " + std::to_string(variable.index()) + "=" + to_string(value);
  return text;
}

class Listing : public ir::Tracer {
public:
  void step(const Step& step) override { lines.push_back(describe(step)); }
  std::vector<std::string> lines;
};

TEST_F(Judging, EveryKindIsAcceptedForItsProgramAndSaysWhatHolds) {
  for (const KnownEvidence& e : known_evidence()) {
    ir::Program program = evidence::testing_support::program(known(e.program).text);
    std::optional<Judged> found = judged(question(program, e.property), e.text);
    ASSERT_TRUE(found && std::holds_alternative<Accepted>(*found)) << e.kind;
    const Accepted& accepted = std::get<Accepted>(*found);
    EXPECT_EQ(accepted.holds(), holds(known(e.program), e.property)) << e.kind;
    EXPECT_EQ(accepted.property, e.property) << e.kind;
  }
}

TEST_F(Judging, NoKindIsAcceptedForAProgramWithAnotherAnswer) {
  for (const KnownEvidence& e : known_evidence()) {
    ir::Program program = evidence::testing_support::program(known(e.twin).text);
    std::optional<Judged> found = judged(question(program, e.property), e.text);
    if (!found) continue;
    const auto* none = std::get_if<NoAnswer>(&*found);
    ASSERT_TRUE(none != nullptr) << e.kind;
    EXPECT_FALSE(none->reason.empty()) << e.kind;
  }
}

TEST_F(Judging, WhatWasRunIsKeptStepByStep) {
  std::size_t executions = 0;
  for (const KnownEvidence& e : known_evidence()) {
    ir::Program program = evidence::testing_support::program(known(e.program).text);
    Question asked = question(program, e.property);
    std::optional<Judged> found = judged(asked, e.text);
    ASSERT_TRUE(found && std::holds_alternative<Accepted>(*found)) << e.kind;
    const Accepted& accepted = std::get<Accepted>(*found);
    const auto* execution = std::get_if<evidence::Execution>(&accepted.evidence);
    if (execution == nullptr) continue;
    ++executions;
    ASSERT_TRUE(accepted.replay && accepted.trace.complete());
    EXPECT_EQ(accepted.trace.steps(), accepted.replay->run.steps);
    Listing again;
    ir::InputList inputs = evidence::inputs_of(*execution);
    ir::RunOptions options;
    options.targets = asked.problem.targets;
    options.max_steps = execution->steps;
    evidence::interpreter_for(asked.problem).run(inputs, options, &again);
    std::vector<std::string> kept;
    accepted.trace.show([&](const auto& step, auto) { kept.push_back(describe(step)); });
    EXPECT_EQ(kept, again.lines);
  }
  EXPECT_GT(executions, 0U);
}

TEST_F(Judging, ALassoIsKeptOnceRound) {
  for (const KnownEvidence& e : known_evidence()) {
    ir::Program program = evidence::testing_support::program(known(e.program).text);
    std::optional<Judged> found = judged(question(program, e.property), e.text);
    const Accepted& accepted = std::get<Accepted>(*found);
    const auto* lasso = std::get_if<evidence::Lasso>(&accepted.evidence);
    if (lasso == nullptr) continue;
    EXPECT_TRUE(accepted.lasso && accepted.lasso->accepted());
    EXPECT_EQ(accepted.trace.steps(), lasso->stem_steps + lasso->loop_steps);
  }
}

TEST_F(Judging, TheStepThatOverflowsIsKnown) {
  ir::Program program = evidence::testing_support::program(R"(proc main() {
  local x, y: i32;
  a -> b: havoc x from "in";
  b -> c: y := 1;
  c -> d: y := y + 1;
  d -> e: x := x + y;
  e -> f: x := x * 2;
  f -> exit: x := 0;
})");
  Question asked = question(program, Property::NoOverflow);
  evidence::Execution execution{{{2147483646, ir::InputKind::Value, {}, "in", {}}}, 6};
  Judged found = judge_evidence(asked, execution, budget_, silent_observer());
  ASSERT_TRUE(std::holds_alternative<Accepted>(found)) << std::get<NoAnswer>(found).reason;
  // The smallest number of steps with which a run overflows.
  std::uint64_t least = 0;
  for (bool overflows = false; !overflows; ++least) {
    ir::InputList inputs = evidence::inputs_of(execution);
    ir::RunOptions options;
    options.max_steps = least + 1;
    overflows = ir::Interpreter(program).run(inputs, options).overflow.has_value();
  }
  EXPECT_EQ(std::get<Accepted>(found).trace.overflow_at(), least);
}

TEST_F(Judging, UnknownStaysUnknownAndPassesOnWhatIsBelieved) {
  ir::Program program =
      evidence::testing_support::program("proc main() { local x: i32; a -> exit: x := 1; }");
  auto believed = std::make_shared<evidence::InductiveProof>(
      evidence::testing_support::sparse_proof(program, {}));
  Judged found = judge_answer(question(program, Property::UnreachCall),
                              engine::Unknown{"too hard", believed},
                              budget_,
                              silent_observer());
  ASSERT_TRUE(std::holds_alternative<NoAnswer>(found));
  EXPECT_EQ(std::get<NoAnswer>(found).reason, "too hard");
  EXPECT_TRUE(evidence::read_evidence(std::get<NoAnswer>(found).hints, program).ok());
}

TEST_F(Judging, AnAnswerIsItsEvidence) {
  ir::Program program =
      evidence::testing_support::program("proc main() { local x: i32; a -> exit: x := 1; }");
  Judged found = judge_answer(question(program, Property::UnreachCall),
                              evidence::AllRuns{1, 10},
                              budget_,
                              silent_observer());
  ASSERT_TRUE(std::holds_alternative<Accepted>(found)) << std::get<NoAnswer>(found).reason;
  EXPECT_TRUE(std::get<Accepted>(found).holds());
  EXPECT_EQ(std::get<Accepted>(found).questions, 1U);
  Judged too_few = judge_answer(question(program, Property::UnreachCall),
                                evidence::AllRuns{1, 0},
                                budget_,
                                silent_observer());
  ASSERT_TRUE(std::holds_alternative<NoAnswer>(too_few));
  EXPECT_THAT(std::get<NoAnswer>(too_few).reason,
              HasSubstr("the executions do not prove the property"));
}

} // namespace
} // namespace kleene::verify
