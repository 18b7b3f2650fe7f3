// SPDX-License-Identifier: Apache-2.0
// What is not covered is named with its place, if it can be reached, and ignored if it cannot.
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

  Diagnostic error = error_of(text);
  EXPECT_EQ(error.kind, ErrorKind::Unsupported);
  EXPECT_THAT(error.message, testing::HasSubstr(GetParam().message));
  EXPECT_EQ(error.begin.line, line) << render(error);
  EXPECT_EQ(error.begin.column, column) << render(error);
  EXPECT_THAT(error.file, testing::EndsWith("a.c"));
  EXPECT_FALSE(error.source_line.empty());
}

const Refused refused[] = {
    {"FloatLiteral",
     "int main(void) {\n  double d = ⟦1.5;\n  return 0;\n}",
     "floating-point type double"},
    {"FloatArithmetic",
     "float f;\nint main(void) { return (int)(⟦f * 2); }",
     "floating-point type float"},
    {"FloatArgument", "void g(double);\nint main(void) { float x; g(⟦x); }", "floating-point type"},
    {"FloatReturned",
     "double f(void) { return 2; }\nint main(void) { return ⟦f() > 1; }",
     "floating-point"},
    {"Int128",
     "int main(void) {\n  __int128 x = ⟦1;\n  return (int)x;\n}",
     "wide integer type __int128"},
    {"Complex", "_Complex double z;\nint main(void) { z = ⟦z; }", "complex type"},
    {"Vector",
     "typedef int v4 __attribute__((vector_size(16)));\nv4 a, b;\nint main(void) { a = ⟦b; }",
     "vector type"},
    {"Assembly",
     "int main(void) {\n  int x;\n  ⟦asm(\"mov $1, %0\" : \"=r\"(x));\n}",
     "inline assembly"},
    {"ComputedGoto",
     "int main(void) {\n  void *p = ⟦&&end;\n  goto *p;\nend:\n  return 0;\n}",
     "address of a label"},
    {"Setjmp",
     "#include <setjmp.h>\njmp_buf b;\nint main(void) { return ⟦setjmp(b); }",
     "non-local jumps (_setjmp)"},
    {"Threads",
     "#include <pthread.h>\npthread_t t;\nvoid *f(void *p) { return p; }\n"
     "int main(void) { return ⟦pthread_create(&t, 0, f, 0); }",
     "threads (pthread_create)"},
    {"C11Threads",
     "#include <threads.h>\nthrd_t t;\nint f(void *p) { return 0; }\n"
     "int main(void) { return ⟦thrd_create(&t, f, 0); }",
     "threads (thrd_create)"},
    {"Atexit",
     "#include <stdlib.h>\nvoid f(void) {}\nint main(void) { ⟦atexit(f); }",
     "functions that run at exit (atexit)"},
    {"Constructor",
     "__attribute__((constructor)) ⟦void f(int argc) {}\nint main(void) {}",
     "runs before or after main"},
    {"Cleanup",
     "void f(int *p) {}\nint main(void) { ⟦int x __attribute__((cleanup(f))) = 1; }",
     "cleanup"},
    {"AtomicBuiltin",
     "int x;\nint main(void) { return ⟦__sync_fetch_and_add(&x, 1); }",
     "compiler built-in"},
    {"UnknownSize", "⟦extern int a[];\nint main(void) { return a[1]; }", "unknown size"},
    {"NondetFloat",
     "float __VERIFIER_nondet_float(void);\nint main(void) { return ⟦__VERIFIER_nondet_float() > "
     "0; }",
     "floating-point type float"},
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
  Diagnostic error = error_of(R"(
    int main(void) {
      goto inside;
      while (1.5 > 0) {
      inside:
        return 3;
      }
    })");
  EXPECT_EQ(error.kind, ErrorKind::Unsupported);
}

TEST(EmptyAssemblyTest, IsABarrierWithoutEffect) {
  EXPECT_EQ(execute(program_of("int main(void) { asm volatile(\"\" ::: \"memory\"); return 2; }"))
                .result.status,
            2);
}

} // namespace
} // namespace kleene::frontend::c
