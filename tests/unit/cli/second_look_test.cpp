// SPDX-License-Identifier: Apache-2.0
// An answer that was accepted although it is wrong: here it is forged.
#include "kleene/ir/text.h"
#include "kleene/support/process.h"

#include <gtest/gtest.h>

#include <fstream>
#include <gmock/gmock.h>

#include "second_look.h"

namespace kleene::cli {
namespace {

using report::ExitCode;
using report::Verdict;
using testing::HasSubstr;

class ForgedAnswer : public testing::Test {
protected:
  /// The verdict after a look at a program that reaches its target on nearly all inputs; its model does not.
  Verdict look(const Verdict& forged) {
    std::filesystem::path path = folder_.path() / "program.c";
    std::ofstream(path) << "extern int __VERIFIER_nondet_int(void);\n"
                           "extern void reach_error(void);\n"
                           "int main(void) {\n"
                           "  if (__VERIFIER_nondet_int() != 77) reach_error();\n"
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
    evidence::Problem problem{*model, goal_.property, goal_.targets, input_.integers};
    return after_second_look(context, input_, goal_, problem, forged);
  }

  TempDir folder_;
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
}

} // namespace
} // namespace kleene::cli
