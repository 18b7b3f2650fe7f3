// SPDX-License-Identifier: Apache-2.0
// Claims about C programs whose model says something else than the text, as if the front end were wrong: the compiled
// program has to give it away.
#include "kleene/evidence/second_look.h"
#include "kleene/support/process.h"

#include <fstream>
#include <gmock/gmock.h>

#include "judge_support.h"

namespace kleene::evidence {
namespace {

using testing::HasSubstr;
using testing_support::program;

/// In this model nothing bad ever happens.
constexpr const char* innocent = R"(proc main() {
  local x: i32;
  start -> exit: havoc x from "__VERIFIER_nondet_int";
})";

constexpr const char* silent = R"(proc main() {
  start -> exit: skip;
})";

/// Here it is the constant that the model knows.
constexpr const char* knows_a_constant = R"(proc main() {
  local x: i32;
  start -> test: havoc x from "__VERIFIER_nondet_int";
  test -> exit: assume x == 70707;
  test -> exit: assume x != 70707;
})";

constexpr const char* asks =
    "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n";

class SecondLookTest : public testing::Test {
protected:
  const NativeProgram& source(const std::string& text) {
    std::filesystem::path path = folder_.path() / "program.c";
    std::ofstream(path) << asks << text;
    native_.files = {path.string()};
    native_.standard = "gnu11";
    return native_;
  }
  SecondLook
  before_true(const std::string& model, const std::string& text, const TriedInputs& tried = {}) {
    ir::Program p = program(model);
    return look_before_true(
        {p, property_, {{"reach_error"}, true, {"ERROR"}}, IntegerModel::Machine},
        source(text),
        tried,
        seconds_,
        budget_);
  }
  SecondLook before_false(const std::string& text, const Beginning& beginning) {
    ir::Program p = program(innocent);
    return look_before_false({p, property_, {{"reach_error"}, false, {}}, IntegerModel::Machine},
                             source(text),
                             beginning,
                             budget_);
  }
  static std::vector<Input> inputs(const std::vector<Integer>& values,
                                   const std::string& origin = "__VERIFIER_nondet_int") {
    std::vector<Input> result;
    for (Integer value : values)
      result.push_back({value, ir::InputKind::Value, Type::machine(32, true), origin, {}});
    return result;
  }

  TempDir folder_;
  NativeProgram native_;
  Property property_ = Property::UnreachCall;
  double seconds_ = 10;
  Budget budget_;
};

TEST_F(SecondLookTest, BoundaryValuesShowWhatAProofExcludes) {
  for (const char* condition : {"x == -2147483647 - 1", "x == 2147483647", "x == -1", "x == 0"}) {
    SecondLook look =
        before_true(innocent,
                    std::string("int main(void) { int x = __VERIFIER_nondet_int(); if (")
                        + condition + ") reach_error(); return 0; }");
    EXPECT_THAT(look.contradiction, HasSubstr("violates the property")) << condition;
    EXPECT_THAT(look.contradiction, HasSubstr("the interpreter does not see it")) << condition;
  }
}

TEST_F(SecondLookTest, ConstantsOfTheProgramAreTried) {
  const char* text =
      "int main(void) { if (__VERIFIER_nondet_int() == 70708) reach_error(); return 0; }";
  EXPECT_THAT(before_true(knows_a_constant, text).contradiction, HasSubstr("70708"));
}

/// No boundary, no constant of the model, and no neighbour of one.
constexpr const char* hidden = "int main(void) { int x = __VERIFIER_nondet_int(); int y = "
                               "__VERIFIER_nondet_int(); if (x == 918273 && y == -55443) "
                               "reach_error(); return __VERIFIER_nondet_int(); }";

TEST_F(SecondLookTest, InputsThatEnginesTriedAreRun) {
  EXPECT_EQ(before_true(innocent, hidden).contradiction, "");
  TriedInputs tried;
  tried.add("918273 -55443");
  tried.add("1 2 3");
  SecondLook look = before_true(innocent, hidden, tried);
  EXPECT_THAT(look.contradiction, HasSubstr("918273, -55443"));
  EXPECT_EQ(look.tried_runs, 2U) << "the newest first";
}

TEST_F(SecondLookTest, EveryCompilerHasItsRun) {
  seconds_ = 0;
  SecondLook look = before_true(innocent, "int main(void) { return __VERIFIER_nondet_int() & 1; }");
  EXPECT_EQ(look.runs, 2U);
  EXPECT_EQ(look.compilers, (std::vector<std::string>{"gcc", "clang-19"}));
  const char* text = "#ifdef __clang__\n#define BAD 1\n#else\n#define BAD 0\n#endif\n"
                     "int main(void) { if (BAD) reach_error(); return 0; }";
  EXPECT_THAT(before_true(silent, text).contradiction, HasSubstr("as clang-19 compiles it"));
  property_ = Property::NoOverflow;
  text = "#ifdef __clang__\n#define MORE 2147483647\n#else\n#define MORE 0\n#endif\n"
         "int main(void) { volatile int x = 1; x = x + MORE; return 0; }";
  EXPECT_THAT(before_true(silent, text).contradiction, HasSubstr("signed integer overflow"));
}

TEST_F(SecondLookTest, OneCompilerIsEnough) {
  const char* text = "#ifdef __clang__\n#error no\n#endif\nint main(void) { return 0; }";
  SecondLook look = before_true(silent, text);
  EXPECT_EQ(look.compilers, std::vector<std::string>{"gcc"});
  EXPECT_EQ(look.not_run, "");
  look = before_true(silent, "#error never\nint main(void) { return 0; }");
  EXPECT_THAT(look.not_run, HasSubstr("gcc does not compile"));
}

TEST_F(SecondLookTest, EveryTargetIsWatched) {
  EXPECT_NE(before_true(silent, "#include <assert.h>\nint main(void) { assert(0); return 0; }")
                .contradiction,
            "");
  EXPECT_NE(before_true(silent, "int main(void) { ERROR: return 0; }").contradiction, "");
  EXPECT_NE(before_true(silent, "int main(void) { ERROR: ; }").contradiction, "");
  EXPECT_NE(before_true(silent, "void reach_error(void) {} int main(void) { reach_error(); }")
                .contradiction,
            "");
}

TEST_F(SecondLookTest, HarmlessProgramsContradictNothing) {
  SecondLook look = before_true(innocent, "int main(void) { return __VERIFIER_nondet_int() & 1; }");
  EXPECT_EQ(look.contradiction, "");
  EXPECT_EQ(look.not_run, "");
  EXPECT_GT(look.runs, 5U);
}

TEST_F(SecondLookTest, OverflowsAreSeen) {
  property_ = Property::NoOverflow;
  const char* text = "int main(void) { int y = __VERIFIER_nondet_int() + 1; return y > 0; }";
  EXPECT_THAT(before_true(innocent, text).contradiction, HasSubstr("signed integer overflow"));
  EXPECT_EQ(before_true(silent, "int main(void) { return 1 << 31; }").contradiction, "");
}

TEST_F(SecondLookTest, UndefinedBehaviourBeforeItDoesNotCount) {
  const char* model = R"(proc main() {
  local x: i32;
  start -> next: havoc x from "__VERIFIER_nondet_int";
  next -> exit: assume[division_by_zero] x != x;
})";
  const char* text = "int main(void) { __VERIFIER_nondet_int(); reach_error(); return 0; }";
  EXPECT_NE(before_true(innocent, text).contradiction, "");
  EXPECT_EQ(before_true(model, text).contradiction, "");
}

TEST_F(SecondLookTest, UnknownCodeAndFailedAssumptionsEndARun) {
  EXPECT_EQ(before_true(silent, "int f(void); int main(void) { f(); reach_error(); return 0; }")
                .contradiction,
            "");
  EXPECT_EQ(before_true(silent,
                        "void __VERIFIER_assume(int); int main(void) { __VERIFIER_assume(0); "
                        "reach_error(); return 0; }")
                .contradiction,
            "");
  EXPECT_EQ(before_true(silent,
                        "#include <stdlib.h>\nint main(void) { char *volatile p = "
                        "malloc((size_t)-1 / 4); if (!p) reach_error(); return 0; }")
                .contradiction,
            "")
      << "that memory does not suffice is not what the property is about";
}

TEST_F(SecondLookTest, TheProgramCannotTakeTheTapeAway) {
  const char* text =
      "int ftruncate(int, long); int close(int);\n"
      "int main(void) { int r = ftruncate(201, 0) + ftruncate(201, 1 << 20); close(201); "
      "if (r != -2) reach_error(); __VERIFIER_nondet_int(); return 0; }";
  SecondLook look = before_true(innocent, text);
  EXPECT_EQ(look.contradiction, "");
  EXPECT_GT(look.runs, 0U);
}

TEST_F(SecondLookTest, NothingRunsWhereItMustNot) {
  native_.mode = NativeMode::Off;
  SecondLook look = before_true(innocent, "int main(void) { reach_error(); return 0; }");
  EXPECT_EQ(look.contradiction, "");
  EXPECT_THAT(look.not_run, HasSubstr("switched off"));
}

TEST_F(SecondLookTest, AnExecutionThatGoesOnForEverDoesNotEnd) {
  property_ = Property::Termination;
  const char* ends = "int main(void) { while (__VERIFIER_nondet_int() == 3) ; return 0; }";
  const char* never = "int main(void) { if (__VERIFIER_nondet_int() == 3) for (;;) ; return 0; }";
  EXPECT_THAT(before_false(ends, {inputs({4})}).contradiction, HasSubstr("ends by itself"));
  EXPECT_EQ(before_false(ends, {inputs({3}), inputs({3})}).contradiction, "");
  EXPECT_EQ(before_false(never, {inputs({3})}).contradiction, "");
  EXPECT_THAT(before_false(never, {inputs({4})}).contradiction, HasSubstr("ends by itself"));
}

TEST_F(SecondLookTest, LongLoopsAreCutShort) {
  std::string loop = "int main(void) { unsigned long long i = 0; while (i < 1000000000000ULL) i++;";
  EXPECT_THAT(before_false(loop + " if (i == 7) reach_error(); return 0; }", {}).contradiction,
              HasSubstr("ends by itself"));
  EXPECT_EQ(before_false(loop + " if (i == 1000000000000ULL) reach_error(); return 0; }", {})
                .contradiction,
            "");
}

TEST_F(SecondLookTest, OtherInputsThanThoseOfTheExecutionContradictIt) {
  property_ = Property::Termination;
  const char* text = "int main(void) { __VERIFIER_nondet_int(); for (;;) ; }";
  EXPECT_EQ(before_false(text, {inputs({1})}).contradiction, "");
  EXPECT_THAT(before_false(text, {inputs({1}, "__VERIFIER_nondet_uint")}).contradiction,
              HasSubstr("other inputs"));
}

} // namespace
} // namespace kleene::evidence
