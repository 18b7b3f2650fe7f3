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

TEST(MissingBodyTest, WritesWhatItCanReach) {
  ir::Program program = program_of(R"(
    int open, *pointer;
    static int closed;
    int array[4];
    int unknown(int *p, int n);
    void unused(void);
    int main(void) { int local = 1, other = 2; open = closed = 3; return unknown(&local, other); })");
  EXPECT_THAT(program.missing_bodies, ElementsAre("unknown"));
  std::vector<ir::Havoc> unknown;
  for (const ir::Havoc& havoc : statements<ir::Havoc>(procedure(program, "main"))) {
    if (havoc.origin == "unknown") unknown.push_back(havoc);
  }
  ASSERT_THAT(unknown, testing::SizeIs(2));
  EXPECT_EQ(unknown[0].choice, ir::Choice::Demonic);
  EXPECT_EQ(unknown[1].choice, ir::Choice::Demonic);
  EXPECT_THAT(names(program, unknown[0].variables), testing::Contains("open"));
  EXPECT_THAT(names(program, unknown[0].variables), testing::Not(testing::Contains("closed")));
  EXPECT_THAT(names(program, unknown[0].variables), testing::Not(testing::Contains("other")));
  EXPECT_THAT(unknown[0].escaping, testing::Not(IsEmpty()));
  EXPECT_THAT(unknown[1].variables, testing::SizeIs(1));
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

TEST(MissingBodyTest, PureOnesWriteNothing) {
  Options options;
  options.pure_missing_bodies = true;
  ir::Program program = program_of(
      "int open; int unknown(void); int main(void) { unknown(); return unknown(); }", options);
  auto havocs = statements<ir::Havoc>(procedure(program, "main"));
  ASSERT_THAT(havocs, testing::SizeIs(1));
  EXPECT_THAT(havocs[0].variables, testing::SizeIs(1));
  EXPECT_THAT(program.missing_bodies, ElementsAre("unknown"));
}

TEST(MissingBodyTest, UndefinedVariablesAreUnknown) {
  Result<CProgram> result = lower("extern int x; extern struct { int a[2]; } y;\n"
                                  "int main(void) { return x + y.a[1]; }");
  ASSERT_TRUE(result.ok());
  EXPECT_THAT(result->warnings, testing::SizeIs(2));
  Execution execution = execute(result->program);
  EXPECT_TRUE(execution.result.indeterminate.has_value());
}

TEST(MissingBodyTest, NondeterminismIsAngelicAndTyped) {
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
    EXPECT_EQ(havoc.choice, ir::Choice::Angelic);
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
