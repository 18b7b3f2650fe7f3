// SPDX-License-Identifier: Apache-2.0
// Several files form one program, as with a linker.
#include "kleene/ir/validate.h"

#include <gmock/gmock.h>

#include "lower.h"

namespace kleene::frontend::c {
namespace {

Result<CProgram> link(const std::vector<std::string>& texts) {
  Sources sources(texts);
  return read_c(sources.files(), {});
}

TEST(SeveralFilesTest, NamesWithExternalLinkageAreShared) {
  Result<CProgram> result = link({R"(
    int shared = 4;
    extern int tentative;
    extern int array[];
    int twice(int);
    int main(void) { tentative += 2; return twice(shared) + array[2] + tentative; })",
                                  R"(
    extern int shared;
    int tentative;
    int array[3] = {1, 2, 3};
    int twice(int x) { shared++; tentative++; return 2 * x + shared; })"});
  ASSERT_TRUE(result.ok()) << render(result.error());
  EXPECT_THAT(ir::validate(result->program), testing::IsEmpty());
  EXPECT_EQ(execute(result->program).result.status, 8 + 5 + 3 + 3);
}

TEST(SeveralFilesTest, NamesWithInternalLinkageAreNot) {
  Result<CProgram> result = link({R"(
    static int x = 1;
    static int f(void) { static int calls; return ++calls + x; }
    int other(void);
    int main(void) { f(); return f() * 100 + other(); })",
                                  R"(
    static int x = 20;
    static int f(void) { static int calls; return ++calls + x; }
    int other(void) { return f(); })"});
  ASSERT_TRUE(result.ok()) << render(result.error());
  EXPECT_THAT(ir::validate(result->program), testing::IsEmpty());
  EXPECT_EQ(execute(result->program).result.status, 321);
}

TEST(SeveralFilesTest, RecordsAndAddressesCrossFiles) {
  Result<CProgram> result = link({R"(
    struct p { int a[2]; char c; };
    struct p make(int);
    int apply(int (*)(int), struct p *);
    static int local(int x) { return x + 1; }
    int main(void) { struct p v = make(5); return apply(local, &v) + v.c; })",
                                  R"(
    struct p { int a[2]; char c; };
    struct p make(int n) { struct p r = {{n, n * 2}, 1}; return r; }
    int apply(int (*f)(int), struct p *v) { v->c = 7; return f(v->a[1]); })"});
  ASSERT_TRUE(result.ok()) << render(result.error());
  EXPECT_EQ(execute(result->program).result.status, 11 + 7);
}

TEST(SeveralFilesTest, TwoDefinitionsAreAnError) {
  Result<CProgram> functions = link(
      {"int f(void) { return 1; }\nint main(void) { return f(); }", "int f(void) { return 2; }"});
  ASSERT_FALSE(functions.ok());
  EXPECT_EQ(functions.error().kind, ErrorKind::Parse);
  EXPECT_THAT(functions.error().message, testing::HasSubstr("f is defined in more than one file"));
  EXPECT_THAT(functions.error().file, testing::EndsWith("b.c"));
  EXPECT_EQ(functions.error().begin, (SourcePoint{1, 5}));
  EXPECT_FALSE(link({"int x = 1;\nint main(void) { return x; }", "int x = 1;"}).ok());
}

TEST(SeveralFilesTest, AnErrorInTheSecondFileIsReportedThere) {
  Result<CProgram> result = link({"int main(void) { return 0; }", "int f(void) { return }"});
  ASSERT_FALSE(result.ok());
  EXPECT_THAT(result.error().file, testing::EndsWith("b.c"));
}

} // namespace
} // namespace kleene::frontend::c
