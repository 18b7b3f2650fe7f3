// SPDX-License-Identifier: Apache-2.0
#include "kleene/ir/draw.h"
#include "kleene/ir/text.h"
#include "kleene/support/process.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <gmock/gmock.h>

#include "random_program.h"

namespace kleene::ir {
namespace {

using testing::HasSubstr;
using testing::Not;

Program example() {
  Result<Program> program = parse(R"(
    file "a.c";
    proc main() @ 1:1-9:2 {
      local x: i32;
      start -> loop: x := 0 @ 2:3-2:9;
      loop -> loop: x := x + 1 @ 3:3-3:9;
      loop -> out: assume x > 3 @ 3:3-3:9;
      out -> bad: call x := f(x);
      out -> exit;
      location bad label ERROR target call reach_error;
      location island;
    }
    library proc f(n: i32) returns (r: i32) {
      L0 -> exit: r := n;
    })",
                                  "a.ir");
  EXPECT_TRUE(program) << render(program.error());
  return std::move(program).value();
}

bool has_graphviz() {
  return run_process({"dot", "-V"}).succeeded();
}

TEST(Draw, DotHasAClusterPerProcedureAndMarksTargets) {
  std::string dot = to_dot(example());
  EXPECT_THAT(dot, HasSubstr("subgraph cluster_0"));
  EXPECT_THAT(dot, HasSubstr("subgraph cluster_1"));
  EXPECT_THAT(dot, HasSubstr("f(n: i32) returns r: i32"));
  EXPECT_THAT(dot, HasSubstr(R"(label="bad\nERROR:\ncall of reach_error", fillcolor="#e5484d")"));
  EXPECT_THAT(dot, HasSubstr(R"(label="x := f(x)\l", fontcolor="#2f6fb3")"));
  EXPECT_THAT(dot, HasSubstr("tooltip=\"a.c:3:3\""));
  EXPECT_THAT(dot, HasSubstr(R"(label="3: x := x + 1\l")"));
  EXPECT_THAT(dot, HasSubstr("legend"));
}

TEST(Draw, AnExecutionIsHighlighted) {
  std::string dot = to_dot(example(), {}, {{0, 1}});
  EXPECT_THAT(dot, HasSubstr("e0_1 [shape=plaintext, style=\"filled\", fillcolor="));
  EXPECT_THAT(dot, Not(HasSubstr("e0_0 [shape=plaintext, style=\"filled\"")));
  EXPECT_THAT(dot, HasSubstr("on the execution"));
  EXPECT_THAT(to_dot(example()), Not(HasSubstr("on the execution")));
}

TEST(Draw, OneProcedureAlone) {
  std::string dot = to_dot(example(), ProcId(1));
  EXPECT_THAT(dot, Not(HasSubstr("subgraph cluster_0")));
  EXPECT_THAT(dot, HasSubstr("subgraph cluster_1"));
}

TEST(Draw, DotEscapesText) {
  Result<Program> program = parse(R"(
    global `a"b\\c&lt;` : bool = true;
    proc main() { a -> exit: assume `a"b\\c&lt;`; })",
                                  "a.ir");
  ASSERT_TRUE(program) << render(program.error());
  EXPECT_THAT(to_dot(*program), HasSubstr(R"([a\"b\\c&amp;lt;]\l)"));
}

TEST(Draw, DotWrapsLongStatements) {
  std::string sum = "x";
  for (int i = 0; i < 1000; ++i)
    sum += " + x";
  Result<Program> program =
      parse("global x: int = 0; proc main() { a -> exit: x := " + sum + "; }", "a.ir");
  ASSERT_TRUE(program) << render(program.error());
  std::string dot = to_dot(*program);
  EXPECT_THAT(dot, HasSubstr("…"));
  EXPECT_LT(dot.size(), 5000U);
}

TEST(Draw, GraphvizAcceptsEveryGraph) {
  if (!has_graphviz()) GTEST_SKIP() << "graphviz is not installed";
  for (std::uint32_t seed = 1; seed <= 10; ++seed) {
    Result<std::string> svg = to_svg(random_program(seed));
    ASSERT_TRUE(svg) << "seed " << seed << ": " << svg.error().message;
    EXPECT_THAT(*svg, testing::StartsWith("<?xml"));
    EXPECT_THAT(*svg, testing::EndsWith("</svg>\n"));
  }
}

TEST(Draw, SvgShowsStatementsAsTheyAre) {
  if (!has_graphviz()) GTEST_SKIP() << "graphviz is not installed";
  Result<std::string> svg = to_svg(example());
  ASSERT_TRUE(svg) << svg.error().message;
  EXPECT_THAT(*svg, HasSubstr("[x &gt; 3]"));
  EXPECT_THAT(*svg, HasSubstr("call of reach_error"));
}

TEST(Draw, SvgSaysWhatIsWrong) {
  std::string path = std::getenv("PATH");
  ::setenv("PATH", "/nowhere", 1);
  Result<std::string> missing = to_svg(example());
  ::setenv("PATH", path.c_str(), 1);
  ASSERT_FALSE(missing);
  EXPECT_THAT(missing.error().message, HasSubstr("install the package graphviz"));

  if (!has_graphviz()) GTEST_SKIP() << "graphviz is not installed";
  Result<std::string> slow = to_svg(example(), 0);
  ASSERT_FALSE(slow);
  EXPECT_THAT(slow.error().message, HasSubstr("it has 6 edges"));
}

TEST(Draw, ListingGivesLocationsInReadingOrderWithSourceLines) {
  Program program = example();
  SourceFiles files;
  files.add("a.c", "int main() {\n  int x = 0;\n  while (x <= 3) x++;\n}\n");
  program.files = files;
  EXPECT_EQ(to_cfg(program), R"(main()  a.c:1:1
  locals: x: i32
  start  entry
      // a.c:2: int x = 0;
    -> loop   x := 0
  loop
      // a.c:3: while (x <= 3) x++;
    -> loop   x := x + 1
    -> out    [x > 3]
  out
    -> bad    x := f(x)
    -> exit   skip
  bad  label ERROR  TARGET: call of reach_error
  exit  exit
  island

f(n: i32) returns r: i32  (library)
  L0  entry
    -> exit   r := n
  exit  exit

)");
}

TEST(Draw, ListingsOfOddProgramsArePrintable) {
  for (std::uint32_t seed = 1; seed <= 50; ++seed) {
    std::string text = to_cfg(random_program(seed));
    EXPECT_EQ(text.find('\0'), std::string::npos);
    EXPECT_THAT(text, Not(HasSubstr("\xff")));
  }
}

} // namespace
} // namespace kleene::ir
