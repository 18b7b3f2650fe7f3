// SPDX-License-Identifier: Apache-2.0
// The second judge is independent of the first: here it gets claims about C programs that are right
// or wrong, and has to tell them apart.
#include "kleene/evidence/native.h"
#include "kleene/support/process.h"

#include <gtest/gtest.h>

#include <fstream>
#include <gmock/gmock.h>

namespace kleene::evidence {
namespace {

using testing::HasSubstr;

class Native : public testing::Test {
protected:
  std::string write(const std::string& name, const std::string& text) {
    std::filesystem::path path = folder_.path() / name;
    std::ofstream(path) << text;
    return path.string();
  }

  /// Claims that the program, given these results of __VERIFIER_nondet_int, does what `claim_` says.
  NativeReplay judge(const std::string& source, const std::vector<Integer>& inputs = {}) {
    native_.files = {write("program.c", source)};
    native_.standard = "gnu11";
    for (Integer value : inputs)
      claim_.inputs.push_back(
          {value, ir::InputKind::Value, Type::machine(32, true), "__VERIFIER_nondet_int", {}});
    return judge();
  }
  NativeReplay judge() {
    Problem problem{program_, property_, {}, IntegerModel::Machine};
    return replay_natively(problem, claim_, native_, budget_);
  }

  void claim_call(const std::string& function) {
    claim_.run.ending = ir::Ending::TargetReached;
    claim_.run.target = ir::Target{ir::TargetKind::Call, function};
  }
  void claim_assertion() {
    claim_.run.ending = ir::Ending::TargetReached;
    claim_.run.target = ir::Target{ir::TargetKind::Assertion, {}};
  }
  void claim_label(const std::string& label) {
    claim_.run.ending = ir::Ending::TargetReached;
    claim_.run.label = label;
  }

  TempDir folder_;
  ir::Program program_;
  Property property_ = Property::UnreachCall;
  Replay claim_;
  NativeProgram native_;
  Budget budget_;
};

constexpr const char* guarded =
    "extern int __VERIFIER_nondet_int(void);\n"
    "int main(void) { if (__VERIFIER_nondet_int() == 7) reach_error(); return 0; }\n";

TEST_F(Native, SeesACallOfAFunctionWithoutBody) {
  claim_call("reach_error");
  NativeReplay r = judge(std::string("extern void reach_error(void);\n") + guarded, {7});
  EXPECT_EQ(r.objection, "");
  EXPECT_THAT(r.command, HasSubstr("-fsanitize=undefined"));
}

TEST_F(Native, SeesACallOfAFunctionWithBody) {
  claim_call("reach_error");
  EXPECT_EQ(judge(std::string("void reach_error(void) {}\n") + guarded, {7}).objection, "");
}

TEST_F(Native, SeesACallOfAStaticFunction) {
  claim_call("reach_error");
  EXPECT_EQ(judge(std::string("static void reach_error(void) {}\n") + guarded, {7}).objection, "");
}

TEST_F(Native, AnotherPathIsNoConfirmation) {
  for (const char* definition :
       {"extern void reach_error(void);\n", "void reach_error(void) {}\n"}) {
    claim_.inputs.clear();
    claim_call("reach_error");
    EXPECT_THAT(judge(std::string(definition) + guarded, {8}).objection,
                HasSubstr("does not show"));
  }
}

TEST_F(Native, TooFewInputsAreNoConfirmation) {
  claim_call("reach_error");
  EXPECT_THAT(judge(std::string("void reach_error(void) {}\n") + guarded).objection,
              HasSubstr("exhausted"));
}

TEST_F(Native, SeesAFailingAssertion) {
  claim_assertion();
  EXPECT_EQ(judge("#include <assert.h>\nint main(void) { assert(1 > 2); return 0; }\n").objection,
            "");
  EXPECT_NE(judge("#include <assert.h>\nint main(void) { assert(2 > 1); return 0; }\n").objection,
            "");
}

TEST_F(Native, SeesLabels) {
  claim_label("ERROR");
  EXPECT_EQ(judge("int main(void) { goto ERROR; ERROR: return 0; }\n").objection, "");
  EXPECT_EQ(judge("int main(void) { goto ERROR; ERROR: ; }\n").objection, "");
  EXPECT_EQ(
      judge("int main(void) { int x = 1; if (x) ERROR: x = 2; else x = 3; return x; }\n").objection,
      "");
}

TEST_F(Native, AnUnreachedLabelIsNoConfirmation) {
  claim_label("ERROR");
  EXPECT_NE(
      judge("int main(void) { int x = 0; if (x) ERROR: x = 2; else x = 3; return x; }\n").objection,
      "");
  EXPECT_NE(judge("int main(void) { return 0; ERROR: return 1; }\n").objection, "");
  EXPECT_THAT(judge("int main(void) { return 0; }\n").objection, HasSubstr("not found"));
}

constexpr const char* filled = R"(
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  int *zero = calloc(4, sizeof(int));
  int *a = malloc(4 * sizeof(int)), *b = malloc(8);
  if (zero[0] == 0 && a[1] == 0 && a[3] == -9 && b[0] == 258 && b[1] == 0) reach_error();
  return 0;
})";

TEST_F(Native, MallocGivesWhatIsClaimed) {
  claim_call("reach_error");
  HeapWriter heap;
  heap.object();
  heap.part(12, Type::machine(32, true), -9);
  heap.object();
  heap.part(0, Type::machine(32, true), 258);
  claim_.heap = heap.contents();
  NativeReplay r = judge(filled);
  EXPECT_EQ(r.objection, "");
  EXPECT_THAT(r.harness, HasSubstr("kleene_malloc"));
  claim_.heap.pop_back();
  EXPECT_THAT(judge(filled).objection, HasSubstr("does not show"));
}

TEST_F(Native, UndefinedBehaviourRefutes) {
  claim_call("reach_error");
  EXPECT_THAT(judge("extern void reach_error(void); int a[4];\n"
                    "int main(void) { volatile int i = 4; a[i] = 1; reach_error(); return 0; }\n")
                  .objection,
              HasSubstr("undefined behaviour"));
}

TEST_F(Native, SignedOverflowWrapsUnlessItIsTheQuestion) {
  const char* source = "extern void reach_error(void);\n"
                       "int main(void) { volatile int x = 2147483647;\nx = x + 1;\n"
                       "if (x < 0) reach_error(); return 0; }\n";
  claim_call("reach_error");
  EXPECT_EQ(judge(source).objection, "");
  property_ = Property::NoOverflow;
  claim_ = {};
  SourceRange place;
  place.begin = {3, 1};
  claim_.run.overflow = ir::Event{place, "x + 1"};
  EXPECT_EQ(judge(source).objection, "");
  claim_.run.overflow->range.begin.line = 4;
  EXPECT_THAT(judge(source).objection, HasSubstr("elsewhere"));
  EXPECT_NE(judge("int main(void) { return 0; }\n").objection, "");
}

TEST_F(Native, HonoursTheDataModel) {
  claim_call("reach_error");
  const char* source = "extern void reach_error(void);\n"
                       "int main(void) { if (sizeof(long) == 4) reach_error(); return 0; }\n";
  EXPECT_NE(judge(source).objection, "");
  native_.bits = 32;
  EXPECT_EQ(judge(source).objection, "");
}

TEST_F(Native, WideAndNarrowInputsArriveUnchanged) {
  claim_call("reach_error");
  auto input = [&](Integer value, Type type, const char* origin) {
    claim_.inputs.push_back({value, ir::InputKind::Value, type, origin, {}});
  };
  input(min_value(Type::machine(64, true)), Type::machine(64, true), "__VERIFIER_nondet_longlong");
  input(
      max_value(Type::machine(64, false)), Type::machine(64, false), "__VERIFIER_nondet_ulonglong");
  input(-128, Type::machine(8, true), "__VERIFIER_nondet_char");
  input(1, Type::boolean(), "__VERIFIER_nondet_bool");
  for (unsigned bits : {32U, 64U}) {
    native_.bits = bits;
    EXPECT_EQ(
        judge("extern long long __VERIFIER_nondet_longlong(void);\n"
              "extern unsigned long long __VERIFIER_nondet_ulonglong(void);\n"
              "extern char __VERIFIER_nondet_char(void);\n"
              "extern _Bool __VERIFIER_nondet_bool(void);\n"
              "extern void reach_error(void);\n"
              "int main(void) { if (__VERIFIER_nondet_longlong() == -9223372036854775807LL - 1\n"
              "  && __VERIFIER_nondet_ulonglong() == 18446744073709551615ULL\n"
              "  && __VERIFIER_nondet_char() == -128 && __VERIFIER_nondet_bool() == 1)\n"
              "  reach_error(); return 0; }\n")
            .objection,
        "");
  }
}

TEST_F(Native, ABlockOfMemoryTakesAnInputPerByte) {
  claim_call("reach_error");
  for (Integer byte : {1, 200, 3})
    claim_.inputs.push_back(
        {byte, ir::InputKind::Value, Type::machine(8, false), "__VERIFIER_nondet_uchar", {}});
  EXPECT_EQ(judge("extern void __VERIFIER_nondet_memory(void *, unsigned long);\n"
                  "extern void reach_error(void);\n"
                  "int main(void) { unsigned char b[3]; __VERIFIER_nondet_memory(b, 3);\n"
                  "  if (b[0] == 1 && b[1] == 200 && b[2] == 3) reach_error(); return 0; }\n")
                .objection,
            "");
}

TEST_F(Native, OnlyInputsOfTheEnvironmentCanBeFed) {
  claim_call("reach_error");
  claim_.inputs.push_back({1, ir::InputKind::Value, Type::machine(32, true), "fgetc", {}});
  EXPECT_THAT(
      judge("extern void reach_error(void);\nint main(void) { reach_error(); }\n").objection,
      HasSubstr("cannot be fed"));
}

TEST_F(Native, InputsBelongToTheFunctionThatAsks) {
  claim_call("reach_error");
  claim_.inputs.push_back(
      {1, ir::InputKind::Value, Type::machine(8, true), "__VERIFIER_nondet_char", {}});
  EXPECT_THAT(
      judge("extern int __VERIFIER_nondet_int(void);\nextern char __VERIFIER_nondet_char(void);\n"
            "extern void reach_error(void);\n"
            "int main(void) { if (__VERIFIER_nondet_int()) __VERIFIER_nondet_char(); "
            "reach_error(); return 0; }\n")
          .objection,
      HasSubstr("another input"));
}

TEST_F(Native, LinksWhatIsNeverCalledAndStopsWhereItIs) {
  claim_call("reach_error");
  const char* declarations = "extern void reach_error(void); extern int missing(int); extern int "
                             "__VERIFIER_nondet_int(void);\n";
  EXPECT_EQ(judge(std::string(declarations)
                      + "int main(void) { if (__VERIFIER_nondet_int()) missing(1); reach_error(); "
                        "return 0; }\n",
                  {0})
                .objection,
            "");
  claim_.inputs.clear();
  EXPECT_THAT(judge(std::string(declarations)
                        + "int main(void) { if (__VERIFIER_nondet_int()) missing(1); "
                          "reach_error(); return 0; }\n",
                    {1})
                  .objection,
              HasSubstr("missing"));
}

TEST_F(Native, AFailedAssumptionIsNoConfirmation) {
  claim_call("reach_error");
  EXPECT_THAT(judge("extern void __VERIFIER_assume(int); extern void reach_error(void);\n"
                    "int main(void) { __VERIFIER_assume(0); reach_error(); return 0; }\n")
                  .objection,
              HasSubstr("assumption"));
}

TEST_F(Native, StartsAtTheEntryThatIsAskedFor) {
  claim_call("reach_error");
  native_.entry = "start";
  EXPECT_EQ(judge("extern void reach_error(void);\nint main(void) { return 0; }\n"
                  "int start(void) { reach_error(); return 0; }\n")
                .objection,
            "");
}

TEST_F(Native, SeveralFilesAndCompilerOptions) {
  claim_call("reach_error");
  std::filesystem::create_directory(folder_.path() / "inc");
  write("inc/limit.h", "#define LIMIT 3\n");
  write("first.h", "extern void reach_error(void);\n");
  native_.files = {write("a.c",
                         "#include \"limit.h\"\nint f(void);\n"
                         "int main(void) { if (f() == LIMIT + EXTRA) reach_error(); return 0; }\n"),
                   write("b.c", "int f(void) { return 8; }\n")};
  native_.include_dirs = {(folder_.path() / "inc").string()};
  native_.defines = {"EXTRA=5"};
  native_.forced_includes = {(folder_.path() / "first.h").string()};
  native_.standard = "gnu11";
  EXPECT_EQ(judge().objection, "");
}

TEST_F(Native, WhatDoesNotCompileIsNoConfirmation) {
  claim_call("reach_error");
  EXPECT_THAT(judge("this is no C\n").objection, HasSubstr("does not compile"));
}

TEST_F(Native, TheHarnessRepeatsTheReplay) {
  claim_call("reach_error");
  NativeReplay r = judge(std::string("void reach_error(void) {}\n") + guarded, {7});
  ASSERT_EQ(r.objection, "");
  write("harness.c", r.harness);
  std::string commands;
  std::istringstream lines(r.harness);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with(" *   ")) commands += line.substr(5) + "\n";
  ProcessResult run = run_process({"sh", "-c", commands}, {.directory = folder_.path().string()});
  EXPECT_EQ(run.exit_code, 10) << commands << run.errors;
  EXPECT_THAT(run.errors, HasSubstr("kleene: target reached: reach_error"));
}

} // namespace
} // namespace kleene::evidence
