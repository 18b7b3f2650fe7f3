// SPDX-License-Identifier: Apache-2.0
// An answer that was accepted although it is wrong: here it is forged.
#include "kleene/evidence/tried.h"
#include "kleene/ir/text.h"
#include "kleene/support/process.h"

#include <gtest/gtest.h>

#include <fstream>
#include <gmock/gmock.h>

#include "goal.h"

namespace kleene::cli {
namespace {

using report::ExitCode;
using report::Verdict;
using testing::HasSubstr;

class ForgedAnswer : public testing::Test {
protected:
  /// The verdict after a look at a program that reaches its target on nearly all inputs; its model does not.
  Verdict look(const Verdict& forged, const evidence::TriedInputs& tried = {}) {
    std::filesystem::path path = folder_.path() / "program.c";
    std::ofstream(path) << "extern int __VERIFIER_nondet_int(void);\n"
                           "extern void reach_error(void);\n"
                           "int main(void) {\n"
                           "  if (__VERIFIER_nondet_int() "
                        << condition_
                        << ") reach_error();\n"
                           "  return 0;\n"
                           "}\n";
    Result<ir::Program> model = ir::parse(R"(proc main() {
  local x: i32;
  start -> test: havoc x from "__VERIFIER_nondet_int";
  test -> exit: assume x != 77;
  test -> exit: assume x == 77;
})",
                                          "test.ir");
    EXPECT_TRUE(model.ok());
    input_.files = {path.string()};
    goal_.targets.functions = {"reach_error"};
    report_.engine = "forger";
    report_.proof = report::Proof();
    report_.rendered = report::Rendered();
    Context context{arguments_, budget_, silent_observer(), report_};
    return report::after_second_look(report_,
                                     question_of(context, input_, goal_, *model),
                                     tried,
                                     forged,
                                     budget_,
                                     silent_observer());
  }

  TempDir folder_;
  std::string condition_ = "!= 77";
  Arguments arguments_;
  Input input_;
  Goal goal_;
  Budget budget_;
  report::Report report_;
};

TEST_F(ForgedAnswer, EndsAsAnError) {
  Verdict verdict = look(Verdict::holds());
  EXPECT_EQ(verdict.answer(), "ERROR");
  EXPECT_EQ(verdict.code(), ExitCode::Internal);
  EXPECT_THAT(verdict.reason(), HasSubstr("forger proved"));
  EXPECT_THAT(verdict.reason(), HasSubstr("as gcc compiles it violates"));
  EXPECT_FALSE(report_.proof || report_.rendered) << "nothing is shown as proved";
}

TEST_F(ForgedAnswer, OtherAnswersStay) {
  EXPECT_EQ(look(Verdict::unknown("x")), Verdict::unknown("x"));
  EXPECT_EQ(look(Verdict::violated("unreach-call")), Verdict::violated("unreach-call"));
  input_.integers = IntegerModel::Math;
  EXPECT_EQ(look(Verdict::holds()), Verdict::holds());
}

TEST_F(ForgedAnswer, WithoutNativeRunsThereIsNoSecondLook) {
  arguments_.input.native = evidence::NativeMode::Off;
  EXPECT_EQ(look(Verdict::holds()), Verdict::holds());
  ASSERT_TRUE(report_.second_look);
  EXPECT_THAT(report_.second_look->skipped, HasSubstr("switched off"));
  EXPECT_THAT(report_.rendered->explanation, HasSubstr("Second look: skipped"));
}

/// One engine tries an execution that comes to nothing and gives up, the other is sure: each in a process of its own.
TEST_F(ForgedAnswer, InputsThatAnotherEngineTriedGiveItAway) {
  condition_ = "== 918273";
  EXPECT_EQ(look(Verdict::holds()), Verdict::holds());
  EXPECT_EQ(report_.second_look->tried, 0U);
  engine::Engine searcher{"searcher", "", nullptr, nullptr};
  engine::Engine forger{"forger", "", nullptr, nullptr};
  verify::KeepingObserver keeping(silent_observer());
  verify::Attempt attempt =
      [&](const engine::Engine& e, Observer& observer, const auto&) -> verify::Outcome {
    if (e.name == forger.name) return verify::Told{};
    evidence::Input input{
        918273, ir::InputKind::Value, Type::machine(32, true), "__VERIFIER_nondet_int", {}};
    evidence::tell_tried(observer, {input});
    return verify::NoAnswer{"it gives up"};
  };
  verify::PortfolioOptions options{.budget = budget_, .observer = keeping};
  ASSERT_FALSE(verify::try_at_once({&searcher}, attempt, options).told);
  ASSERT_TRUE(verify::try_at_once({&forger}, attempt, options).told);
  Verdict verdict = look(Verdict::holds(), keeping.inputs());
  EXPECT_EQ(verdict.code(), ExitCode::Internal);
  EXPECT_THAT(verdict.reason(), HasSubstr("on the inputs 918273"));
}

} // namespace
} // namespace kleene::cli
