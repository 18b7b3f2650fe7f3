// SPDX-License-Identifier: Apache-2.0
// Error functions, assertions, assumptions, and how programs end.
#include <gmock/gmock.h>

#include "lower.h"

namespace kleene::frontend::c {
namespace {

ir::TargetSelection functions() {
  ir::TargetSelection selection;
  selection.functions = {"reach_error", "__VERIFIER_error"};
  return selection;
}

ir::TargetSelection assertions() {
  ir::TargetSelection selection;
  selection.assertions = true;
  return selection;
}

TEST(TargetTest, ACallIsReachedBeforeTheBody) {
  ir::Program program = program_of(R"(
    #include <stdio.h>
    void reach_error(void) { printf("body"); }
    int main(void) { printf("before "); reach_error(); printf(" after"); return 0; })");
  Execution reached = execute(program, {}, functions());
  EXPECT_EQ(reached.result.ending, ir::Ending::TargetReached);
  ASSERT_TRUE(reached.result.target.has_value());
  EXPECT_EQ(reached.result.target->function, "reach_error");
  EXPECT_EQ(reached.output, "before ");
  Execution ignored = execute(program);
  EXPECT_EQ(ignored.result.ending, ir::Ending::Returned);
  EXPECT_EQ(ignored.output, "before body after");
}

TEST(TargetTest, WithoutBodyItReturns) {
  ir::Program program =
      program_of("void __VERIFIER_error(void);\nint main(void) { __VERIFIER_error(); return 4; }");
  EXPECT_EQ(execute(program).result.status, 4);
  EXPECT_EQ(execute(program, {}, functions()).result.ending, ir::Ending::TargetReached);
  EXPECT_THAT(program.missing_bodies, testing::IsEmpty());
}

TEST(TargetTest, ANoreturnFunctionWithoutBodyDoesNotReturn) {
  ir::Program program = program_of(R"(
    void __VERIFIER_error(void) __attribute__((noreturn));
    void panic(void) __attribute__((noreturn));
    int __VERIFIER_nondet_int(void);
    int main(void) {
      if (__VERIFIER_nondet_int()) __VERIFIER_error();
      panic();
      return 4;
    })");
  EXPECT_EQ(execute(program, {1}).result.ending, ir::Ending::Aborted);
  EXPECT_EQ(execute(program, {0}).result.ending, ir::Ending::Aborted);
  EXPECT_THAT(program.missing_bodies, testing::ElementsAre("panic"));
}

TEST(TargetTest, AsTheFirstStatementOfAFunction) {
  ir::Program program = program_of(R"(
    void reach_error(void);
    void fail(void) { reach_error(); }
    int main(void) { fail(); return 0; })");
  EXPECT_EQ(execute(program, {}, functions()).result.ending, ir::Ending::TargetReached);
}

TEST(TargetTest, ThroughAPointerAndAfterItsArguments) {
  ir::Program program = program_of(R"(
    #include <stdlib.h>
    void reach_error(int x) {}
    void fine(int x) {}
    int stop(void) { exit(3); return 1; }
    void (*handler)(int) = reach_error;
    int __VERIFIER_nondet_int(void);
    int main(void) {
      if (__VERIFIER_nondet_int()) handler = fine;
      handler(__VERIFIER_nondet_int() ? 1 : stop());
      return 0;
    })");
  EXPECT_EQ(execute(program, {0, 1}, functions()).result.ending, ir::Ending::TargetReached);
  EXPECT_EQ(execute(program, {0, 0}, functions()).result.ending, ir::Ending::Exited);
  EXPECT_EQ(execute(program, {1, 1}, functions()).result.ending, ir::Ending::Returned);
}

TEST(TargetTest, OnlyTheChosenFunctionsCount) {
  Options options;
  options.target_functions = {"boom"};
  ir::Program program = program_of("void boom(void);\nvoid reach_error(void) {}\n"
                                   "int main(void) { reach_error(); boom(); return 0; }",
                                   options);
  ir::TargetSelection selection;
  selection.functions = {"boom"};
  EXPECT_EQ(execute(program, {}, selection).result.ending, ir::Ending::TargetReached);
  EXPECT_EQ(execute(program, {}, functions()).result.ending, ir::Ending::Returned);
}

TEST(AssertionTest, MacroAndPlainFunction) {
  for (const char* declaration : {"#include <assert.h>\n", "void assert(int);\n", ""}) {
    ir::Program program =
        program_of(std::string(declaration)
                   + "int __VERIFIER_nondet_int(void);\n"
                     "int main(void) { assert(__VERIFIER_nondet_int() > 2); return 5; }");
    EXPECT_EQ(execute(program, {3}).result.status, 5) << declaration;
    EXPECT_EQ(execute(program, {2}).result.ending, ir::Ending::AssertionFailed) << declaration;
    Execution reached = execute(program, {2}, assertions());
    EXPECT_EQ(reached.result.ending, ir::Ending::TargetReached) << declaration;
    EXPECT_EQ(reached.result.target->kind, ir::TargetKind::Assertion);
  }
}

TEST(EndingTest, AssumeAbortExit) {
  ir::Program program = program_of(R"(
    #include <stdlib.h>
    int __VERIFIER_nondet_int(void);
    void __VERIFIER_assume(int);
    int main(void) {
      int x = __VERIFIER_nondet_int();
      __VERIFIER_assume(x > 0);
      if (x == 1) abort();
      if (x == 2) exit(9);
      if (x == 3) _Exit(8);
      if (x == 4) __builtin_unreachable();
      if (x == 5) __builtin_trap();
      return x;
    })");
  EXPECT_EQ(execute(program, {0}).result.ending, ir::Ending::Blocked);
  EXPECT_EQ(execute(program, {1}).result.ending, ir::Ending::Aborted);
  EXPECT_EQ(execute(program, {2}).result.status, 9);
  EXPECT_EQ(execute(program, {3}).result.ending, ir::Ending::Exited);
  EXPECT_EQ(execute(program, {4}).result.undefined, ir::AssumeKind::Unreachable);
  EXPECT_EQ(execute(program, {5}).result.ending, ir::Ending::Aborted);
  EXPECT_EQ(execute(program, {6}).result.status, 6);
}

} // namespace
} // namespace kleene::frontend::c
