// SPDX-License-Identifier: Apache-2.0
// Input that no compiler accepts ends in a clear error with its place.
#include <fstream>
#include <gmock/gmock.h>
#include <random>

#include "lower.h"

namespace kleene::frontend::c {
namespace {

TEST(BadInputTest, SyntaxErrorShowsPlaceAndLine) {
  Diagnostic error = error_of("int main(void) {\n  return 1 +;\n}\n");
  EXPECT_EQ(error.kind, ErrorKind::Parse);
  EXPECT_EQ(error.begin, (SourcePoint{2, 13}));
  EXPECT_EQ(error.source_line, "  return 1 +;");
  EXPECT_THAT(error.message, testing::HasSubstr("expected expression"));
}

TEST(BadInputTest, LineMarkersDoNotMovePlaces) {
  Diagnostic error = error_of("# 100 \"other.c\"\nint main(void) {\n  return undeclared;\n}\n");
  EXPECT_EQ(error.begin, (SourcePoint{3, 10}));
  EXPECT_THAT(error.file, testing::EndsWith("a.c"));
}

TEST(BadInputTest, TruncatedFiles) {
  const std::string text =
      "struct s { int a[3]; };\nint main(void) { struct s x = {{1, 2}}; return x.a[1]; }";
  for (std::size_t length = 0; length < text.size(); length += 3) {
    Result<CProgram> result = lower(text.substr(0, length));
    ASSERT_FALSE(result.ok()) << text.substr(0, length);
    EXPECT_EQ(result.error().kind, ErrorKind::Parse);
    EXPECT_FALSE(result.error().message.empty());
  }
}

TEST(BadInputTest, BinaryFiles) {
  std::mt19937 random(1);
  for (int i = 0; i < 20; ++i) {
    std::string text;
    for (int k = 0; k < 500; ++k)
      text.push_back(static_cast<char>(random()));
    EXPECT_EQ(error_of(text).kind, ErrorKind::Parse);
  }
}

TEST(BadInputTest, MutatedFilesNeverCrash) {
  const std::string text = R"(
    struct s { int a : 3; unsigned b[2]; } g = {1, {2}};
    int f(int x, ...) { return x ? f(x - 1, 2) : g.b[x]; }
    int main(int c, char **v) {
      int a[c], *p = &a[0];
      for (int i = 0; i < c; i++) { switch (i) { case 1: continue; default: *p++ = v[0][i]; } }
      return (int)sizeof a + f(c, "s") + (c ? 1 : g.a);
    })";
  std::mt19937 random(2);
  for (int i = 0; i < 60; ++i) {
    std::string mutant = text;
    for (int k = 0; k < 3; ++k) {
      std::size_t at = random() % mutant.size();
      if (random() % 2 == 0) {
        mutant.erase(at, 1 + random() % 4);
      } else {
        mutant.insert(at, 1, "(){};*&,=+-1a\"'#["[random() % 17]);
      }
    }
    Result<CProgram> result = lower(mutant);
    if (!result.ok()) {
      EXPECT_FALSE(result.error().message.empty());
    }
  }
}

TEST(BadInputTest, MissingFileAndDirectory) {
  Result<CProgram> missing = read_c({"/nonexistent/file.c"}, {});
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().kind, ErrorKind::Parse);
  EXPECT_THAT(render(missing.error()), testing::HasSubstr("/nonexistent/file.c"));
  TempDir folder;
  Result<CProgram> directory = read_c({folder.path().string()}, {});
  ASSERT_FALSE(directory.ok());
  EXPECT_THAT(directory.error().message, testing::HasSubstr("directory"));
}

TEST(BadInputTest, MissingAndCyclicIncludes) {
  Diagnostic missing = error_of("#include \"nowhere.h\"\nint main(void) {}\n");
  EXPECT_EQ(missing.begin, (SourcePoint{1, 10}));
  EXPECT_THAT(missing.message, testing::HasSubstr("nowhere.h"));
  Diagnostic cyclic = error_of("#include \"a.c\"\nint main(void) {}\n");
  EXPECT_THAT(cyclic.message, testing::HasSubstr("nested too deeply"));
}

TEST(BadInputTest, NoEntryFunction) {
  EXPECT_THAT(error_of("int f(void) { return 1; }").message, testing::HasSubstr("main"));
  Options options;
  options.entry = "start";
  EXPECT_THAT(error_of("int main(void) { return 1; }", options).message,
              testing::HasSubstr("start"));
}

TEST(BadInputTest, DeepNestingIsRefusedOrLowered) {
  auto nested = [](std::size_t depth) {
    return "int main(void) { return " + std::string(depth, '(') + "1" + std::string(depth, ')')
           + "; }";
  };
  EXPECT_EQ(execute(program_of(nested(1000))).result.status, 1);
  EXPECT_EQ(error_of(nested(10'000)).kind, ErrorKind::Parse);
  EXPECT_EQ(error_of("int main(void) " + std::string(10'000, '{')).kind, ErrorKind::Parse);
}

TEST(BadInputTest, LongChainsAreLowered) {
  std::string sum = "int main(void) { int x = 1; return x";
  for (int i = 0; i < 5000; ++i)
    sum += " + x";
  EXPECT_EQ(execute(program_of(sum + "; }")).result.status, 5001);
  std::string chain = "int main(void) { int x = 1;";
  for (int i = 2; i < 3000; ++i)
    chain += " if (x == " + std::to_string(i) + ") return 1; else";
  EXPECT_EQ(execute(program_of(chain + " return 9; }")).result.status, 9);
}

} // namespace
} // namespace kleene::frontend::c
