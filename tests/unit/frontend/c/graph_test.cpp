// SPDX-License-Identifier: Apache-2.0
// The graphs are small, and places, names and ranges are those of the source.
#include <gmock/gmock.h>

#include "lower.h"

namespace kleene::frontend::c {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(GraphTest, ALoopTakesThreeEdgesPerIteration) {
  auto steps = [](int n) {
    std::string text = "int main(void) { int s = 0; int n = " + std::to_string(n)
                       + "; for (int i = 0; i < n; i++) s += i; return s; }";
    return execute(program_of(text)).result.steps;
  };
  EXPECT_EQ(steps(11) - steps(10), 3u);
}

TEST(GraphTest, PlainCodeNeedsNoTemporaries) {
  ir::Program program = program_of(R"(
    int f(int x) { return x + 1; }
    int main(void) {
      int a = f(1), b;
      b = f(a);
      a = b > 2 ? f(b) : 7;
      a++;
      return a;
    })");
  EXPECT_THAT(procedure(program, "main").locals, testing::SizeIs(2));
  EXPECT_FALSE(program.allocation.valid());
  EXPECT_THAT(program.globals, IsEmpty());
}

TEST(GraphTest, PureConditionsAreOneBranch) {
  ir::Program program = program_of(R"(
    int main(void) {
      unsigned a = 1, b = 2;
      if ((a == 1 && b + 1 > 2) || !(a < b) || (a ? b : a)) return 1;
      return 0;
    })");
  std::size_t guards = 0;
  for (const ir::Assume& assume : statements<ir::Assume>(procedure(program, "main")))
    guards += assume.kind == ir::AssumeKind::Guard ? 1 : 0;
  EXPECT_EQ(guards, 2u);
}

TEST(GraphTest, OverflowIsNotEvaluatedAheadOfTime) {
  ir::Program program = program_of(R"(
    int __VERIFIER_nondet_int(void);
    int main(void) {
      int x = __VERIFIER_nondet_int();
      return x < 1000 && x + 1 > x;
    })");
  EXPECT_FALSE(execute(program, {2147483647}).result.overflow);
  EXPECT_EQ(execute(program, {5}).result.status, 1);
}

TEST(GraphTest, RecordsOfScalarsAreSplit) {
  ir::Program program = program_of(R"(
    struct p { int x; struct { char c; long *q; } in; } g;
    int main(void) { struct p a = {1}, b; b = a; g = b; b.in.c = 3; return b.in.c + g.x; })");
  EXPECT_FALSE(program.allocation.valid());
  EXPECT_TRUE(program.find_variable("g.in.q").has_value());
  EXPECT_TRUE(program.find_variable("main.b.in.c").has_value());
  EXPECT_EQ(execute(program).result.status, 4);
}

TEST(GraphTest, NamesAndDisplayNames) {
  ir::Program program = program_of(R"(
    int x;
    static int f(int x) { static int x2; { int x = 3; return x + x2; } }
    int main(void) { x = f(1); return x; })");
  for (const char* name : {"x", "f.x", "f.x.1", "f.x2", "f.return", "main.return"})
    EXPECT_TRUE(program.find_variable(name).has_value()) << name;
  EXPECT_EQ(program.variable(*program.find_variable("f.x.1")).display, "x");
  EXPECT_EQ(program.variable(*program.find_variable("f.x2")).display, "x2");
  EXPECT_FALSE(program.variable(*program.find_variable("f.x2")).owner.valid());
}

TEST(GraphTest, EdgesCarryTheirPlaces) {
  ir::Program program = program_of("int main(void) {\n"
                                   "  int a = 3,\n"
                                   "      b;\n"
                                   "  b = a +\n"
                                   "      1;\n"
                                   "  return b;\n"
                                   "}\n");
  const ir::Procedure& main = procedure(program, "main");
  std::vector<std::pair<SourcePoint, SourcePoint>> ranges;
  for (const ir::Edge& edge : main.edges)
    ranges.emplace_back(edge.range.begin, edge.range.end);
  using Pair = std::pair<SourcePoint, SourcePoint>;
  EXPECT_THAT(ranges,
              ElementsAre(Pair{{2, 3}, {2, 12}},
                          Pair{{2, 3}, {3, 8}},
                          Pair{{4, 3}, {5, 8}},
                          Pair{{6, 3}, {6, 11}}));
  EXPECT_EQ(main.range.begin, (SourcePoint{1, 1}));
  EXPECT_EQ(main.range.end, (SourcePoint{7, 2}));
}

TEST(GraphTest, MacrosAreWhereTheyAreUsed) {
  ir::Program program = program_of("#define DOUBLE(x) ((x) * 2)\n"
                                   "int main(void) {\n"
                                   "  return DOUBLE(4 + 1);\n"
                                   "}\n");
  const ir::Procedure& main = procedure(program, "main");
  ASSERT_THAT(main.edges, testing::SizeIs(1));
  EXPECT_EQ(main.edges[0].range.begin, (SourcePoint{3, 3}));
  EXPECT_EQ(main.edges[0].range.end, (SourcePoint{3, 23}));
}

TEST(GraphTest, EveryLabelIsRecordedOnItsOwnPlace) {
  ir::Program program = program_of(R"(
    int main(void) {
      int x = 0;
      goto ERROR;
      x = 5;
    ERROR:
    SECOND:
      x++;
      if (x < 3) goto SECOND;
      return x;
    LAST: ;
    })");
  std::vector<std::string> labels;
  for (const ir::Location& location : procedure(program, "main").locations)
    labels.insert(labels.end(), location.labels.begin(), location.labels.end());
  EXPECT_THAT(labels, testing::UnorderedElementsAre("ERROR", "SECOND"));
  for (const char* label : {"ERROR", "SECOND"}) {
    ir::TargetSelection targets;
    targets.labels.insert(label);
    EXPECT_EQ(execute(program, {}, targets).result.ending, ir::Ending::TargetReached) << label;
  }
}

TEST(GraphTest, ALabelBeforeTheEndIsNotReachedByOtherReturns) {
  ir::Program program = program_of(R"(
    int __VERIFIER_nondet_int(void);
    void f(int x) {
      if (x) return;
      goto END;
    END: ;
    }
    int main(void) { f(__VERIFIER_nondet_int()); return 0; })");
  ir::TargetSelection targets;
  targets.labels.insert("END");
  EXPECT_EQ(execute(program, {1}, targets).result.ending, ir::Ending::Returned);
  EXPECT_EQ(execute(program, {0}, targets).result.ending, ir::Ending::TargetReached);
}

TEST(GraphTest, EmptyInfiniteLoopsStay) {
  for (const char* text : {"int main(void) { while (1); }",
                           "int main(void) { for (;;) {} }",
                           "int main(void) { L: goto L; }",
                           "int main(void) { do ; while (1); }"}) {
    ir::Program program = program_of(text);
    EXPECT_EQ(execute(program).result.ending, ir::Ending::StepLimit) << text;
  }
}

TEST(GraphTest, NothingComesBackToTheEntry) {
  for (const char* text : {"int main(void) { for (;;) __VERIFIER_nondet_int(); }",
                           "int main(void) { L: if (__VERIFIER_nondet_int()) goto L; return 0; }",
                           "int main(void) { do ; while (__VERIFIER_nondet_int()); return 0; }",
                           "int main(void) { while (1); }"}) {
    ir::Program program = program_of(text);
    const ir::Procedure& main = program.procedure(program.entry);
    for (const ir::Edge& edge : main.edges)
      EXPECT_NE(edge.to, main.entry) << text;
  }
}

TEST(GraphTest, AnEntryThatIsCalledToo) {
  ir::Program program = program_of(R"(
    int depth;
    int main(int argc, char **argv) {
      if (argc == 1 && argv[0][0] == 'p') return main(5, argv) + 1;
      return argc * 2;
    })");
  EXPECT_EQ(execute(program).result.status, 11);
}

TEST(GraphTest, AnotherEntryGetsAnyArguments) {
  Options options;
  options.entry = "check";
  ir::Program program = program_of("int check(int a, char b) { return a + b; }", options);
  EXPECT_EQ(execute(program, {40, 2}).result.status, 42);
}

TEST(GraphTest, OptionsReachThePreprocessor) {
  Sources sources({"#include \"value.h\"\nint main(void) { return VALUE + EXTRA + FORCED; }",
                   "#define FORCED 5\n"});
  std::filesystem::create_directory(sources.folder() / "include");
  std::filesystem::copy_file(sources.files()[1], sources.folder() / "include" / "value.h");
  Options options;
  options.include_dirs = {(sources.folder() / "include").string()};
  options.defines = {"VALUE=30", "EXTRA"};
  options.forced_includes = {sources.files()[1]};
  Result<CProgram> program = read_c({sources.files()[0]}, options);
  ASSERT_TRUE(program.ok()) << render(program.error());
  EXPECT_EQ(execute(program->program).result.status, 36);
}

} // namespace
} // namespace kleene::frontend::c
