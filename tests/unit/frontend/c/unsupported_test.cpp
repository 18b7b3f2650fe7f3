// SPDX-License-Identifier: Apache-2.0
// What is not covered is an opaque place of the program, if it can be reached, and ignored if it cannot.
#include "kleene/ir/opaque.h"

#include <gmock/gmock.h>

#include "lower.h"

namespace kleene::frontend::c {
namespace {

struct Refused {
  const char* name;
  const char* text; ///< the construct begins at ⟦
  const char* message;
};

class UnsupportedTest : public testing::TestWithParam<Refused> {};

TEST_P(UnsupportedTest, IsNamedWithItsPlace) {
  std::string text = GetParam().text;
  const std::string mark = "⟦";
  std::size_t at = text.find(mark);
  ASSERT_NE(at, std::string::npos);
  text.erase(at, mark.size());
  auto line = static_cast<std::uint32_t>(1 + std::count(text.begin(), text.begin() + at, '\n'));
  std::size_t start = text.rfind('\n', at == 0 ? 0 : at - 1);
  auto column = static_cast<std::uint32_t>(start == std::string::npos ? at + 1 : at - start);

  ir::Program program = program_of(text);
  std::vector<ir::OpaquePlace> places = ir::opaque_places(program);
  ASSERT_FALSE(places.empty());
  EXPECT_THAT(places.front().construct, testing::HasSubstr(GetParam().message));
  EXPECT_EQ(places.front().range.begin.line, line);
  EXPECT_EQ(places.front().range.begin.column, column);
  EXPECT_THAT(program.files.name(places.front().range.file), testing::EndsWith("a.c"));
  // No execution passes it.
  ir::RunResult run = execute(program).result;
  EXPECT_EQ(run.ending, ir::Ending::TargetReached);
  ASSERT_TRUE(run.target);
  EXPECT_EQ(run.target->kind, ir::TargetKind::Opaque);
  EXPECT_TRUE(run.indeterminate) << "it must not be evidence";
}

const Refused refused[] = {
    {"FloatLiteral",
     "int main(void) {\n  long double d = ⟦1.5L;\n  return 0;\n}",
     "floating-point type long double"},
    {"FloatArithmetic",
     "long double f;\nint main(void) { return (int)(⟦f * 2); }",
     "floating-point type long double"},
    {"FloatArgument",
     "void g(long double);\nint main(void) { long double x; g(⟦x); }",
     "floating-point type"},
    {"FloatReturned",
     "long double f(void) { return 2; }\nint main(void) { return ⟦f() > 1; }",
     "floating-point"},
    {"Int128",
     "int main(void) {\n  __int128 x = ⟦1;\n  return (int)x;\n}",
     "wide integer type __int128"},
    {"Complex", "_Complex double z;\nint main(void) { z = ⟦z; }", "complex type"},
    {"Vector",
     "typedef int v4 __attribute__((vector_size(16)));\nv4 a, b;\nint main(void) { a = ⟦b; }",
     "vector type"},
    {"ComputedGoto",
     "int main(void) {\n  void *p = ⟦&&end;\n  goto *p;\nend:\n  return 0;\n}",
     "address of a label"},
    {"Setjmp",
     "#include <setjmp.h>\njmp_buf b;\nint main(void) { return ⟦setjmp(b); }",
     "non-local jumps (_setjmp)"},
    {"Threads",
     "#include <pthread.h>\npthread_t t;\nint main(void) { return ⟦pthread_cancel(t); }",
     "threads (pthread_cancel)"},
    {"C11Threads",
     "#include <threads.h>\nmtx_t m;\nint main(void) { return ⟦mtx_timedlock(&m, 0); }",
     "threads (mtx_timedlock)"},
    {"AtQuickExit",
     "#include <stdlib.h>\nvoid f(void) {}\nint main(void) { ⟦at_quick_exit(f); }",
     "functions that run at exit (at_quick_exit)"},
    {"Constructor",
     "⟦__attribute__((constructor)) void f(int argc) {}\nint main(void) {}",
     "runs before or after main"},
    {"Cleanup",
     "void f(int *p);\nint main(void) { ⟦int x __attribute__((cleanup(f))) = 1; }",
     "cleanup"},
    {"AtomicBuiltin",
     "int x;\nint main(void) { return ⟦__atomic_fetch_nand(&x, 1, 0); }",
     "the operation __atomic_fetch_nand"},
    {"NondetFloat",
     "long double nondet_x(void);\nint main(void) { return ⟦nondet_x() > 0; }",
     "floating-point type long double"},
};

INSTANTIATE_TEST_SUITE_P(Constructs,
                         UnsupportedTest,
                         testing::ValuesIn(refused),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(UnreachableConstructTest, UnusedDeclarationsAndBodiesDoNotCount) {
  ir::Program program = program_of(R"(
    double d = 1.5;
    float unused(float x) { return x * 2; }
    static void never(void) { asm("hlt"); }
    struct s { double d; int i; } g = {2.5, 7};
    int main(void) {
      float uninitialised;
      struct s copy = g;
      return copy.i;
    })");
  EXPECT_EQ(execute(program).result.status, 7);
}

TEST(UnreachableConstructTest, DeadCodeDoesNotCount) {
  ir::Program program = program_of(R"(
    double half(double x) { return x / 2; }
    int main(void) {
      if (0) return (int)half(3);
      goto end;
      asm("hlt");
    end:
      return 5;
      half(1.0);
    })");
  EXPECT_EQ(execute(program).result.status, 5);
  EXPECT_EQ(program.procedures.size(), 1u);
}

TEST(UnreachableConstructTest, ALabelInsideAnUncoveredStatementIsNotSkipped) {
  ir::Program program = program_of(R"(
    int main(void) {
      goto inside;
      while (1.5L > 0) {
      inside:
        return 3;
      }
    })");
  EXPECT_EQ(execute(program).result.ending, ir::Ending::TargetReached);
}

TEST(OpaqueTest, NoBranchOfAnUncoveredStatementIsLost) {
  // The covered branch is lowered before the other one turns out not to be: nothing may end there
  // silently.
  ir::Program program = program_of(R"(
    int __VERIFIER_nondet_int(void);
    int main(void) {
      int n = __VERIFIER_nondet_int();
      int x = n ? 1 : (int)(1.5L * n);
      return x;
    })");
  for (Integer n : {0, 1})
    EXPECT_EQ(execute(program, {n}).result.ending, ir::Ending::TargetReached) << int(n);
}

TEST(OpaqueTest, CodeBesideItIsNotTouched) {
  ir::Program program = program_of(R"(
    int __VERIFIER_nondet_int(void);
    int main(void) {
      if (__VERIFIER_nondet_int()) {
        long double d = 1.5;
        return 1;
      }
      return 2;
    })");
  EXPECT_EQ(execute(program, {1}).result.ending, ir::Ending::TargetReached);
  EXPECT_EQ(execute(program, {0}).result.status, 2);
}

TEST(EmptyAssemblyTest, IsABarrierWithoutEffect) {
  EXPECT_EQ(execute(program_of("int main(void) { asm volatile(\"\" ::: \"memory\"); return 2; }"))
                .result.status,
            2);
}

} // namespace
} // namespace kleene::frontend::c
