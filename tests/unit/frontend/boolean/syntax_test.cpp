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
    EXPECT_TRUE(result.ok()) << text << (result ? "" : render(result.error()));
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

TEST(BooleanSyntax, RefusesWhatHasNoMeaningOnlyWhereItCanBeReached) {
  expect_error(
      "void main() begin\n  skip;\n  sync e; end", ErrorKind::Unsupported, {3, 3}, "`sync`");
  expect_error("thread_local decl x; void f() begin end void main() begin start_thread f(); end",
               ErrorKind::Unsupported,
               {1, 19},
               "`thread_local`");
  expect_error(
      "decl x; void main() begin x, x$ := T, F; end", ErrorKind::Unsupported, {1, 30}, "`x$`");
  EXPECT_TRUE(read("void main() begin goto L; end_thread; L: skip; end"));
  EXPECT_TRUE(read("void f() begin sync; end void main() begin end"));
}

TEST(BooleanSyntax, ReadsThreadsInEveryForm) {
  auto blocks = read("decl s; init !s;\n"
                     "thread A begin decl p; void main() begin p := s; f(); end\n"
                     "  void f() begin p := F; end end\n"
                     "thread B begin void main() begin s := T; end end");
  ASSERT_TRUE(blocks.ok()) << render(blocks.error());
  ASSERT_EQ(blocks->program.threads.size(), 2U);
  EXPECT_EQ(blocks->program.procedure(blocks->program.threads[1]).name, "B.main");
  auto getafix = read("decl atomic, x; void init() begin x := F; endinit: skip; end\n"
                      "void t() begin f(); end void f() begin x := T; end void main() begin end");
  ASSERT_TRUE(getafix.ok()) << render(getafix.error());
  ASSERT_EQ(getafix->program.threads.size(), 2U); // t and main, but not f
  EXPECT_EQ(getafix->program.variable(getafix->program.atomic).display, "atomic");
  auto forked = read("void main() begin decl l, m; m := T; start_thread goto L; L: assert(l); end");
  ASSERT_TRUE(forked.ok()) << render(forked.error());
  auto copy = forked->program.find_procedure("main@L");
  ASSERT_TRUE(copy.has_value());
  EXPECT_EQ(forked->program.procedure(*copy).parameters.size(),
            1U); // l is handed over, m is not read
  expect_error("thread A begin decl p; end", ErrorKind::Parse, {1, 8}, "no procedure `main`");
  expect_error("void f() begin end void main() begin decl x; start_thread x := f(); end",
               ErrorKind::Parse,
               {1, 59},
               "result");
}

TEST(BooleanSyntax, StatementsAreNotInterrupted) {
  auto read_program = read("decl g, h; void main() begin g, h := *, g constrain 'g; end");
  ASSERT_TRUE(read_program.ok());
  const ir::Procedure& main = read_program->program.procedure(read_program->program.entry);
  for (std::size_t l = 0; l < main.locations.size(); ++l)
    EXPECT_EQ(main.locations[l].interior, ir::LocId(l) != main.entry && ir::LocId(l) != main.exit);
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
