// SPDX-License-Identifier: Apache-2.0
// Functions without body, undefined variables, and models of libc functions.
#include <algorithm>
#include <gmock/gmock.h>

#include "lower.h"

namespace kleene::frontend::c {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> names(const ir::Program& program, const std::vector<VarId>& ids) {
  std::vector<std::string> result;
  for (VarId id : ids)
    result.push_back(program.variable(id).display);
  std::ranges::sort(result);
  return result;
}

/// The effect of code that we do not see on what it can get at.
ir::Havoc unknown_effect(const ir::Program& program) {
  std::vector<ir::Havoc> havocs = statements<ir::Havoc>(procedure(program, "unknown.code"));
  EXPECT_THAT(havocs, testing::Not(IsEmpty()));
  return havocs.at(0);
}

std::vector<std::string> callees(const ir::Program& program, const std::string& caller) {
  std::vector<std::string> result;
  for (const ir::Call& call : statements<ir::Call>(procedure(program, caller)))
    result.push_back(program.procedure(call.callee).name);
  std::ranges::sort(result);
  return result;
}

TEST(MissingBodyTest, WritesWhatIsExported) {
  ir::Program program = program_of(R"(
    int open;
    static int closed;
    int unknown(int n);
    void unused(void);
    int main(void) { int other = 2; open = closed = 3; return unknown(other); })");
  EXPECT_THAT(program.missing_bodies, ElementsAre("unknown"));
  ir::Havoc effect = unknown_effect(program);
  EXPECT_EQ(effect.choice, ir::Choice::Unknown);
  EXPECT_THAT(names(program, effect.variables), testing::Contains("open"));
  EXPECT_THAT(names(program, effect.variables), testing::Not(testing::Contains("closed")));
  EXPECT_THAT(names(program, effect.variables), testing::Not(testing::Contains("other")));
}

TEST(MissingBodyTest, CallsWhatIsExportedOrHasEscaped) {
  ir::Program program = program_of(R"(
    void unknown(void (*f)(void));
    void exported(int n, char *p) {}
    static void passed(void) {}
    static void kept(void) {}
    static void inside(void) {}
    void (*table[1])(void) = {inside};
    int main(void) { unknown(passed); kept(); return 0; })");
  EXPECT_THAT(callees(program, "unknown.code"),
              ElementsAre("exported", "inside", "main", "passed"));
  EXPECT_THAT(statements<ir::Halt>(procedure(program, "unknown.code")), testing::SizeIs(1));
}

TEST(MissingBodyTest, PointersFromOutsideLeadToExportedObjects) {
  ir::Program program = program_of(R"(
    int open;
    static int closed;
    int *unknown(void);
    int main(void) { *unknown() = 1; open = closed = 2; return open; })");
  auto object = std::ranges::find(program.objects, "open", &ir::Object::name);
  ASSERT_NE(object, program.objects.end());
  EXPECT_THAT(unknown_effect(program).variables, testing::Contains(object->region));
  EXPECT_EQ(std::ranges::find(program.objects, "closed", &ir::Object::name), program.objects.end());
}

TEST(MissingBodyTest, ACallThroughAPointerMayLeadElsewhere) {
  ir::Program program = program_of(R"(
    void (*unknown(void))(void);
    static void known(void) {}
    static void (*volatile choice)(void) = known;
    int main(void) { choice(); unknown()(); return 0; })");
  EXPECT_THAT(callees(program, "main"), testing::Contains("unknown.code").Times(testing::Ge(2)));
}

TEST(MissingBodyTest, RecordsItReturnsMayPointToWhatItKnows) {
  ir::Program program = program_of(R"(
    struct box { int *p[2]; };
    struct box fetch(int *p);
    int main(void) { int known = 1, other = 2, *q = &other; *q = 3; *fetch(&known).p[1] = 5; })");
  const ir::Procedure& main = procedure(program, "main");
  VarId region;
  for (const ir::Alloc& alloc : statements<ir::Alloc>(main))
    if (alloc.name == "known") region = alloc.region;
  VarId written;
  for (const ir::Assign& assign : statements<ir::Assign>(main)) {
    Term value = assign.values[0];
    if (value.op() == Op::Store && value.arg(2).is_constant() && value.arg(2).value() == 5)
      written = assign.targets[0];
  }
  ASSERT_TRUE(region.valid());
  EXPECT_EQ(written, region);
}

TEST(MissingBodyTest, PureOnesGiveInputsAndWriteNothing) {
  Options options;
  options.pure_missing_bodies = true;
  ir::Program program = program_of(
      "int open; int unknown(void); int main(void) { unknown(); return unknown(); }", options);
  auto havocs = statements<ir::Havoc>(procedure(program, "main"));
  ASSERT_THAT(havocs, testing::SizeIs(2));
  for (const ir::Havoc& havoc : havocs) {
    EXPECT_THAT(havoc.variables, testing::SizeIs(1));
    EXPECT_EQ(havoc.choice, ir::Choice::Input);
  }
  EXPECT_THAT(program.missing_bodies, ElementsAre("unknown"));
  EXPECT_EQ(execute(program, {3, 4}).result.status, 4);
  EXPECT_EQ(program.assumptions.size(), 1u);
}

TEST(MissingBodyTest, UndefinedVariablesAreUnknown) {
  Result<CProgram> result = lower("extern int x; extern struct { int a[2]; } y;\n"
                                  "int main(void) { return x + y.a[1]; }");
  ASSERT_TRUE(result.ok());
  EXPECT_THAT(result->warnings, testing::SizeIs(2));
  Execution execution = execute(result->program);
  EXPECT_TRUE(execution.result.indeterminate.has_value());
}

TEST(MissingBodyTest, NondeterminismIsAnInputAndTyped) {
  ir::Program program = program_of(R"(
    unsigned char __VERIFIER_nondet_uchar(void);
    _Bool __VERIFIER_nondet_bool(void);
    long long __VERIFIER_nondet_longlong(void);
    void *__VERIFIER_nondet_pointer(void);
    int main(void) {
      unsigned char c = __VERIFIER_nondet_uchar();
      _Bool b = __VERIFIER_nondet_bool();
      long long l = __VERIFIER_nondet_longlong();
      void *p = __VERIFIER_nondet_pointer();
      return c + b + (l < 0) + (p == 0);
    })");
  std::vector<std::string> types;
  for (const ir::Havoc& havoc : statements<ir::Havoc>(procedure(program, "main"))) {
    EXPECT_EQ(havoc.choice, ir::Choice::Input);
    types.push_back(to_string(program.variable(havoc.variables.at(0)).type));
  }
  EXPECT_THAT(types, ElementsAre("u8", "bool", "i64", "u64"));
  EXPECT_THAT(program.missing_bodies, IsEmpty());
  EXPECT_EQ(execute(program, {255, 1, -1, 0}).result.status, 258);
}

TEST(MissingBodyTest, ABodyInTheProgramWins) {
  ir::Program program = program_of(R"(
    unsigned long strlen(const char *s) { return 77; }
    void abort(void) {}
    int __VERIFIER_nondet_int(void) { return 3; }
    int main(void) { abort(); return (int)strlen("x") + __VERIFIER_nondet_int(); })");
  EXPECT_EQ(execute(program).result.status, 80);
}

TEST(ModelTest, IsUsedAndMarkedAsLibrary) {
  ir::Program program = program_of(
      "#include <string.h>\nint main(void) { return (int)strlen(\"four\") + __builtin_abs(-3); }");
  EXPECT_TRUE(procedure(program, "strlen").library);
  EXPECT_FALSE(procedure(program, "main").library);
  EXPECT_THAT(program.missing_bodies, IsEmpty());
  EXPECT_EQ(execute(program).result.status, 7);
}

TEST(ModelTest, IsNotReadWithoutNeed) {
  ir::Program program = program_of("int main(void) { return 0; }");
  EXPECT_EQ(program.procedures.size(), 1u);
  EXPECT_EQ(program.files.size(), 1u);
}

} // namespace
} // namespace kleene::frontend::c
