// SPDX-License-Identifier: Apache-2.0
#include "kleene/report/report.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace kleene::report {
namespace {

using nlohmann::json;
using testing::HasSubstr;

Diagnostic diagnostic(ErrorKind kind) {
  Diagnostic d = Diagnostic::error(kind, "what is wrong");
  d.file = "a.c";
  d.begin = d.end = {3, 5};
  d.source_line = "  x = 1.5;";
  return d;
}

TEST(Verdict, LinesAndExitCodesAreThoseOfTheManual) {
  EXPECT_EQ(Verdict::holds().line(), "VERDICT: true");
  EXPECT_EQ(Verdict::holds().code(), ExitCode(0));
  EXPECT_EQ(Verdict::violated("unreach-call").line(), "VERDICT: false(unreach-call)");
  EXPECT_EQ(Verdict::violated("unreach-call").code(), ExitCode(10));
  EXPECT_EQ(Verdict::unknown("why").line(), "VERDICT: unknown (why)");
  EXPECT_EQ(Verdict::unknown("why").code(), ExitCode(5));
  EXPECT_EQ(Verdict::out_of_resources("time").line(), "VERDICT: unknown (time)");
  EXPECT_EQ(Verdict::out_of_resources("time").code(), ExitCode(4));
  EXPECT_THAT(Verdict::internal_error("bug").line(), testing::StartsWith("VERDICT: ERROR ("));
  EXPECT_EQ(Verdict::internal_error("bug").code(), ExitCode(6));
}

TEST(Verdict, RefusalsDependOnTheKindOfError) {
  Verdict usage = Verdict::refused(diagnostic(ErrorKind::Usage));
  EXPECT_THAT(usage.line(), testing::StartsWith("VERDICT: ERROR ("));
  EXPECT_EQ(usage.code(), ExitCode(1));
  Verdict parse = Verdict::refused(diagnostic(ErrorKind::Parse));
  EXPECT_THAT(parse.line(), testing::StartsWith("VERDICT: ERROR ("));
  EXPECT_EQ(parse.code(), ExitCode(2));
  Verdict unsupported = Verdict::refused(diagnostic(ErrorKind::Unsupported));
  EXPECT_THAT(unsupported.line(), testing::StartsWith("VERDICT: unknown (unsupported"));
  EXPECT_THAT(unsupported.line(), HasSubstr("a.c:3:5"));
  EXPECT_EQ(unsupported.code(), ExitCode(3));
}

TEST(Verdict, IsAlwaysOneLine) {
  EXPECT_EQ(Verdict::unknown("a\nVERDICT: true\r\x01").line().find_first_of("\n\r\x01"),
            std::string::npos);
}

Report violated() {
  Report report;
  report.version = "1.2.3";
  report.command = "check";
  report.files = {"a.c"};
  report.integers = "machine";
  report.data_model = "ILP32";
  report.verdict = Verdict::violated("unreach-call");
  report.exit_code = 10;
  Counterexample c;
  c.what = "reach_error is called";
  c.place = {"a.c", 9, 3, "  reach_error();"};
  c.inputs = {{"-7", "i32", "__VERIFIER_nondet_int", {"a.c", 4, 11, ""}}};
  c.stack = {{"main", {"a.c", 12, 3, "  f(x);"}}, {"f", {"a.c", 9, 3, "  reach_error();"}}};
  c.steps = 42;
  c.native_command = "gcc -m32";
  report.counterexample = c;
  return report;
}

/// A loop of so many lines; those with one of these numbers matter.
Report long_execution(unsigned lines, const std::vector<unsigned>& matter) {
  Report report = violated();
  for (unsigned i = 0; i < lines; ++i) {
    ShownStep step;
    step.function = "main";
    step.place = {"a.c", i + 1, 1, "step " + std::to_string(i) + ";"};
    step.matters = std::ranges::find(matter, i) != matter.end();
    report.counterexample->tree.push_back(std::move(step));
  }
  return report;
}

TEST(Text, ALongExecutionIsFoldedAroundWhatMatters) {
  std::string text = explanation(long_execution(500, {100, 102, 300}));
  for (const char* part :
       {"* step 100;", "  step 101;", "* step 102;", "* step 300;", "step 0;", "step 499;"})
    EXPECT_THAT(text, HasSubstr(part));
  EXPECT_THAT(text, testing::Not(HasSubstr("step 450;"))) << "nothing says that it matters";
  EXPECT_THAT(text, testing::Not(HasSubstr("... 1 more")));
  EXPECT_LT(std::ranges::count(text, '\n'), 40);
}

TEST(Text, WhereNothingMattersTheEndIsShown) {
  EXPECT_THAT(explanation(long_execution(500, {})), HasSubstr("step 480;"));
}

TEST(Text, ARaceIsPlacedOnce) {
  Report report = violated();
  report.counterexample->what = "thread 1 writes x at a.c:9:3, and thread 2 reads it at a.c:5:1";
  EXPECT_THAT(explanation(report), HasSubstr("at a.c:5:1.\n"));
}

TEST(Text, ACounterexampleNamesInputsCallsAndItsReplay) {
  std::string text = explanation(violated());
  for (const char* part : {"reach_error is called at a.c:9:3",
                           "__VERIFIER_nondet_int",
                           "= -7",
                           "a.c:4:11",
                           "f(x);",
                           "machine integers",
                           "ILP32",
                           "natively",
                           "gcc -m32"})
    EXPECT_THAT(text, HasSubstr(part));
}

TEST(Text, AnswersStateWhatTheyAssume) {
  Report report;
  report.verdict = Verdict::holds();
  report.proof = Proof();
  EXPECT_THAT(explanation(report), testing::Not(HasSubstr("Assumptions")));
  report.assumptions.push_back({"malloc", "malloc never fails"});
  EXPECT_THAT(explanation(report), HasSubstr("Assumptions:\n  malloc: malloc never fails"));
}

TEST(Text, ManyInputsAreCut) {
  Report report = violated();
  report.counterexample->inputs.assign(1000, report.counterexample->inputs.front());
  EXPECT_LT(explanation(report).size(), 10000U);
  EXPECT_THAT(explanation(report), HasSubstr("960 more"));
}

TEST(Text, MissingBodiesAreNamed) {
  Report report = violated();
  report.missing_bodies = {"foo", "bar"};
  EXPECT_THAT(explanation(report), HasSubstr("foo bar"));
}

TEST(Text, ARunEndsWithOneLineForPrograms) {
  RunSummary run;
  run.ending = "exited";
  run.status = "3";
  run.steps = 12;
  EXPECT_EQ(to_text(run), "run: exited 3 after 12 steps\n");
  run.status = "";
  run.ending = "undefined behaviour";
  run.detail = "division by zero";
  run.place = {"a.c", 2, 4, "x/0;"};
  run.overflow = ShownEvent{"x + 1", {"a.c", 1, 1, "y"}};
  EXPECT_THAT(to_text(run),
              testing::EndsWith("run: undefined behaviour: division by zero after 12 steps\n"));
  EXPECT_THAT(to_text(run), HasSubstr("overflow"));
  EXPECT_THAT(to_text(run), HasSubstr("a.c:2:4"));
}

TEST(Json, HoldsWhatTheTextHolds) {
  json document = json::parse(to_json(violated()));
  EXPECT_EQ(document["kleene"], "1.2.3");
  EXPECT_EQ(document["verdict"], "false(unreach-call)");
  EXPECT_EQ(document["exit_code"], 10);
  EXPECT_EQ(document["counterexample"]["inputs"][0]["value"], "-7");
  EXPECT_EQ(document["counterexample"]["inputs"][0]["place"]["line"], 4);
  EXPECT_EQ(document["counterexample"]["stack"][1]["function"], "f");
  EXPECT_EQ(document["counterexample"]["replayed"]["native"], true);
}

TEST(Json, SurvivesAnyBytes) {
  Report report = violated();
  report.files = {"\xff\xfe\"\n"};
  report.verdict = Verdict::unknown("\x80 broken");
  Diagnostic d = diagnostic(ErrorKind::Parse);
  d.source_line = "\xc3(";
  report.diagnostics = {d};
  json document = json::parse(to_json(report));
  EXPECT_EQ(document["diagnostics"][0]["place"]["line"], 3);
  EXPECT_EQ(document["diagnostics"][0]["kind"], "parse");
}

} // namespace
} // namespace kleene::report
