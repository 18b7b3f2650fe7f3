// SPDX-License-Identifier: Apache-2.0
// What parses, what does not, and where the message points.
#include "kleene/frontend/boolean/boolean_frontend.h"

#include <gtest/gtest.h>

#include <gmock/gmock.h>

namespace kleene::frontend::boolean {
namespace {

using testing::HasSubstr;

Result<BooleanProgram> read(std::string text, Dialect dialect = Dialect::Getafix) {
  return read_boolean_text("t.bp", std::move(text), {dialect, "main"});
}

void expect_error(const std::string& text,
                  ErrorKind kind,
                  SourcePoint place,
                  const std::string& message) {
  Result<BooleanProgram> result = read(text);
  ASSERT_FALSE(result.ok()) << text;
  EXPECT_EQ(result.error().kind, kind) << text;
  EXPECT_EQ(result.error().begin, place) << text << render(result.error());
  EXPECT_THAT(result.error().message, HasSubstr(message)) << text;
}

TEST(BooleanSyntax, AcceptsTheUnionOfTheDialects) {
  const char* programs[] = {
      "void main() begin end",
      "decl a, b := 1, c := *; dfs void main() begin decl l := F; skip end",
      "void main() begin decl x; if x then skip elsif *  then skip; else skip; fi; end",
      "void main() begin decl x; while (?) do x := !x; od end",
      "void main() begin decl {x == y}, c$$z; {x == y} := ~c$$z && T || F; end",
      "bool<2> f(a) begin return a, *; end void main() begin decl x; x, _ := f(T); f(F); end",
      "void main() begin decl x; 0: goto 0, L; L: M: print(x, !x); dead x; constrain(x); end",
      "void main() begin decl x, y; x, y := y, schoose[x, y] constrain ('x != x) => 'y; end",
      "void main() begin decl x; enforce x; abortif !x; x := x ? x : F; /* c */ end // end",
      "void main() begin start_thread goto L; L: atomic_begin; atomic_end; end_thread; end "
      "void unused() begin sync e; end",
  };
  for (const char* text : programs) {
    Result<BooleanProgram> result = read(text);
    bool concurrent = std::string(text).find("start_thread") != std::string::npos;
    EXPECT_EQ(result.ok(), !concurrent) << text << (result ? "" : render(result.error()));
  }
}

TEST(BooleanSyntax, PointsAtTheMistake) {
  expect_error(
      "void main() begin\n  x := T;\nend", ErrorKind::Parse, {2, 3}, "`x` is not declared");
  expect_error("void main() begin\n  goto L;\nend", ErrorKind::Parse, {2, 8}, "no label `L`");
  expect_error("void main() begin f(); end", ErrorKind::Parse, {1, 19}, "no procedure `f`");
  expect_error("void main() begin skip", ErrorKind::Parse, {1, 23}, "found the end of the file");
  expect_error("decl a;\ndecl a;\n", ErrorKind::Parse, {2, 6}, "declared twice");
  expect_error("void main() begin decl x; x := 2; end", ErrorKind::Parse, {1, 32}, "0 or 1");
  expect_error(
      "void main() begin decl x, y; x, y := T; end", ErrorKind::Parse, {1, 30}, "2 variables");
  expect_error("void main() begin decl x; x := 'x; end", ErrorKind::Parse, {1, 33}, "primed");
  expect_error("void main() begin /* skip; end", ErrorKind::Parse, {1, 19}, "comment");
  expect_error("bool f() begin return T; end void main() begin decl x, y; x, y := f(); end",
               ErrorKind::Parse,
               {1, 59},
               "1 results");
}

TEST(BooleanSyntax, WarnsWhereATextHasNoClearMeaning) {
  auto warning = [](const std::string& text) {
    Result<BooleanProgram> result = read(text);
    return !result || result->warnings.size() != 1 ? "" : result->warnings.front().message;
  };
  EXPECT_THAT(warning("void main() begin goto L; L: skip; L: skip; end"),
              testing::HasSubstr("several places"));
  EXPECT_THAT(warning("void main() begin decl x; x, x := T, F; end"),
              testing::HasSubstr("assigned twice"));
  EXPECT_THAT(warning("void main() begin decl x; x := x & ; end"), testing::HasSubstr("missing"));
  EXPECT_FALSE(read("void main() begin decl x; x := ; end"));
  EXPECT_FALSE(read("void main() begin decl x; assume(x & ); end"));
  EXPECT_FALSE(read("void main() begin decl x; x := x & , x; end"));
}

TEST(BooleanSyntax, RefusesConcurrencyOnlyWhereItCanBeReached) {
  expect_error("void main() begin\n  skip;\n  start_thread goto L; L: skip; end",
               ErrorKind::Unsupported,
               {3, 3},
               "`start_thread`");
  expect_error("void f() begin end void main() begin ASYNC_1: f(); end",
               ErrorKind::Unsupported,
               {1, 38},
               "ASYNC_1");
  expect_error(
      "decl x; void main() begin x, x$ := T, F; end", ErrorKind::Unsupported, {1, 30}, "`x$`");
  EXPECT_TRUE(read("void main() begin goto L; end_thread; L: skip; end"));
  EXPECT_TRUE(read("void f() begin atomic_begin; end void main() begin end"));
}

TEST(BooleanSyntax, WarnsExactlyWhereTheDialectsDisagree) {
  auto warnings = [](const std::string& e) {
    return read("void main() begin decl a, b, c; assume(" + e + "); end")->warnings.size();
  };
  EXPECT_EQ(warnings("a & b = c"), 1U);
  EXPECT_EQ(warnings("a | b ^ c"), 1U);
  EXPECT_EQ(warnings("a => b => c"), 1U);
  EXPECT_EQ(warnings("(a & b) = c"), 0U);
  EXPECT_EQ(warnings("a = b = c"), 0U); // both readings mean the same
  EXPECT_EQ(warnings("a = b != c"), 0U);
  EXPECT_EQ(warnings("a & b | c & a"), 0U);
}

TEST(BooleanSyntax, SurvivesDeepNesting) {
  std::string deep(100'000, '(');
  EXPECT_FALSE(read("void main() begin assume(" + deep + "T"));
  EXPECT_FALSE(read("void main() begin assume(" + std::string(100'000, '!') + "T); end"));
  std::string ifs;
  for (int i = 0; i < 10'000; ++i)
    ifs += "if T then ";
  EXPECT_FALSE(read("void main() begin " + ifs));
  std::string row = "x";
  for (int i = 0; i < 10'000; ++i)
    row += " & x";
  EXPECT_TRUE(read("decl x; void main() begin assume(" + row + "); end"));
}

} // namespace
} // namespace kleene::frontend::boolean
