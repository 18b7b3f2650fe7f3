// SPDX-License-Identifier: Apache-2.0
// Undefined behaviour ends an execution, with the right kind at the right place; its neighbours in
// value do not.
#include <gmock/gmock.h>

#include "lower.h"

namespace kleene::frontend::c {
namespace {

using ir::AssumeKind;

struct Undefined {
  const char* name;
  const char* body; ///< uses the input `n`
  std::vector<int> defined;
  std::vector<int> undefined;
  AssumeKind kind;
};

class UndefinedTest : public testing::TestWithParam<Undefined> {};

TEST_P(UndefinedTest, IsFoundExactly) {
  std::string text = "#include <stdlib.h>\n#include <string.h>\nint __VERIFIER_nondet_int(void);\n"
                     "int g[4]; struct s { int a[3]; int b; } gs;\n"
                     "int one(int x) { return x; }\nint two(int x, int y) { return x + y; }\n"
                     "int main(void) {\n  int n = __VERIFIER_nondet_int();\n"
                     + std::string(GetParam().body) + "\n  return 0;\n}\n";
  for (DataModel model : {DataModel::Ilp32, DataModel::Lp64}) {
    Options options;
    options.data_model = model;
    ir::Program program = program_of(text, options);
    for (int n : GetParam().defined) {
      ir::RunResult result = execute(program, {n}).result;
      EXPECT_EQ(result.ending, ir::Ending::Returned) << n;
    }
    for (int n : GetParam().undefined) {
      ir::RunResult result = execute(program, {n}).result;
      EXPECT_EQ(result.ending, ir::Ending::UndefinedBehaviour) << n;
      EXPECT_EQ(result.undefined, GetParam().kind) << n;
      EXPECT_EQ(result.range.begin.line, 9u) << n;
    }
  }
}

const Undefined cases[] = {
    {"Division", "int x = 7 / n;", {1, -1}, {0}, AssumeKind::DivisionByZero},
    {"Remainder", "int x = 7; x %= n;", {3}, {0}, AssumeKind::DivisionByZero},
    {"GuardedDivision", "int x = n != 0 && 7 / n > 1;", {0, 1}, {}, AssumeKind::DivisionByZero},
    {"ShiftLeft", "unsigned x = 1u << n;", {0, 31}, {-1, 32}, AssumeKind::ShiftRange},
    {"ShiftRight", "long long x = -1; x >>= n;", {0, 63}, {-1, 64}, AssumeKind::ShiftRange},
    {"ReadArray", "int x = g[n];", {0, 3}, {-1, 4, 100000}, AssumeKind::InvalidDereference},
    {"WriteArray", "int a[5]; a[n] = 1;", {0, 4}, {-1, 5}, AssumeKind::InvalidDereference},
    {"InnerArray", "gs.a[n] = 1;", {2}, {3}, AssumeKind::ArrayBound},
    {"Matrix", "int a[2][3]; a[1][n] = 2;", {2}, {3, -1}, AssumeKind::ArrayBound},
    {"Unsigned",
     "unsigned char c = n; g[c] = 1;",
     {3, 256},
     {4, -1},
     AssumeKind::InvalidDereference},
    {"Null", "int *p = n ? g : 0; *p = 1;", {1}, {0}, AssumeKind::InvalidDereference},
    {"Arrow", "struct s *p = n ? &gs : 0; p->b++;", {1}, {0}, AssumeKind::InvalidDereference},
    {"Pointer", "int *p = g + 1; p[n] = 1;", {-1, 2}, {-2, 3}, AssumeKind::InvalidDereference},
    {"PastTheEnd", "int *p = &g[n], x = p == &g[4];", {4, 5}, {}, AssumeKind::InvalidDereference},
    {"Heap", "char *p = malloc(3); p[n] = 1;", {0, 2}, {3, -1}, AssumeKind::InvalidDereference},
    {"Freed",
     "char *p = malloc(3); if (n) free(p); *p = 1;",
     {0},
     {1},
     AssumeKind::InvalidDereference},
    {"DoubleFree",
     "char *p = malloc(3); if (n) free(p); free(p);",
     {0},
     {1},
     AssumeKind::InvalidFree},
    {"FreeInside", "char *p = malloc(3); free(p + n);", {0}, {1}, AssumeKind::InvalidFree},
    {"FreeLocal", "int x; free(n ? (void *)&x : 0);", {0}, {1}, AssumeKind::InvalidFree},
    {"WriteString",
     "char *s = \"ab\"; char c = s[n], *t = n > 2 ? s : &c; *t = 1;",
     {0, 2},
     {3},
     AssumeKind::InvalidDereference},
    {"Memcpy", "char a[4]; memcpy(a, \"abc\", n);", {0, 4}, {5}, AssumeKind::InvalidDereference},
    {"Memset", "memset(g, 0, n);", {0, 16}, {17}, AssumeKind::InvalidDereference},
    {"MemcpyNothing", "memcpy(0, 0, n);", {0}, {1}, AssumeKind::InvalidDereference},
    {"CallNull", "int (*f)(int) = n ? one : 0; f(1);", {1}, {0}, AssumeKind::InvalidCall},
    {"CallOther",
     "int (*f)(int) = n ? one : (int (*)(int))two; f(1);",
     {1},
     {0},
     AssumeKind::InvalidCall},
    {"Variable", "int a[n > 0 ? n : 1]; a[2] = 1;", {3}, {2, 1}, AssumeKind::InvalidDereference},
};

INSTANTIATE_TEST_SUITE_P(Kinds, UndefinedTest, testing::ValuesIn(cases), [](const auto& info) {
  return std::string(info.param.name);
});

TEST(DanglingTest, ALocalDiesWithItsFunction) {
  ir::Program program = program_of(R"(
    int *leak(void) { int x = 3; int *p = &x; return p; }
    int main(void) { return *leak(); })");
  EXPECT_EQ(execute(program).result.undefined, AssumeKind::InvalidDereference);
}

TEST(OverflowTest, IsReportedAndWraps) {
  ir::Program program = program_of(R"(
    int __VERIFIER_nondet_int(void);
    int main(void) { int x = __VERIFIER_nondet_int(); short s = 32767; s++; x++; return x < 0 && s < 0; })");
  ir::RunResult wrapped = execute(program, {2147483647}).result;
  EXPECT_TRUE(wrapped.overflow.has_value());
  EXPECT_EQ(wrapped.status, 1);
  EXPECT_FALSE(execute(program, {5}).result.overflow);
}

TEST(IndeterminateTest, UninitialisedLocalsAreNoticed) {
  EXPECT_TRUE(execute(program_of("int main(void) { int x; return x; }")).result.indeterminate);
  EXPECT_TRUE(
      execute(program_of("int main(void) { int x[2]; return x[1]; }")).result.indeterminate);
  EXPECT_TRUE(execute(program_of(R"(
    int main(void) {
      int s = 0;
      for (int i = 0; i < 2; i++) { int x, *p = &x; if (i == 0) *p = 1; s += *p; }
      return s;
    })"))
                  .result.indeterminate);
  EXPECT_FALSE(execute(program_of("int main(void) { int x; int *p = &x; *p = 1; return x; }"))
                   .result.indeterminate);
  EXPECT_TRUE(
      execute(program_of("int f(void) {}\nint main(void) { return f(); }")).result.indeterminate);
  EXPECT_FALSE(execute(program_of("int f(void) {}\nint main(void) { f(); return 0; }"))
                   .result.indeterminate);
}

} // namespace
} // namespace kleene::frontend::c
