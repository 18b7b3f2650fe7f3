// SPDX-License-Identifier: Apache-2.0
#include "kleene/calculus/fix_command.h"

#include <gtest/gtest.h>

#include <gmock/gmock.h>
#include <sstream>

namespace kleene::calculus {
namespace {

class FixCommand : public ::testing::Test {
protected:
  FixCommand() { options_.file = "f.fix"; }

  FixAnswer run(const std::string& text) {
    options_.text = text;
    out_.str("");
    return run_fix(options_, budget_, silent_observer(), out_);
  }

  FixOptions options_;
  Budget budget_;
  std::ostringstream out_;
};

TEST_F(FixCommand, OneLinePerResultWithItsPlace) {
  FixAnswer answer = run("bool x;\n1;\nquery named: 0;\nbool F(bool a) a;\n#ons F;\nx;\nx & !x;\n");
  EXPECT_EQ(out_.str(),
            "f.fix:2:1: true\nf.fix:3:1: named: false\nf.fix:5:1: F = 1\n"
            "f.fix:6:1: 1 satisfying assignment:\n  (x = true)\n"
            "f.fix:7:1: 0 satisfying assignments\n");
  EXPECT_TRUE(answer.diagnostics.empty());
  ASSERT_EQ(answer.outcomes.size(), 5U);
  EXPECT_EQ(answer.outcomes[1].outcome.name, "named");
  EXPECT_EQ(answer.outcomes[1].begin.line, 3U);
}

TEST_F(FixCommand, ManyAssignmentsAreCutOff) {
  FixAnswer answer = run("bool x[10]; x[0] | !x[0];");
  EXPECT_THAT(out_.str(), ::testing::HasSubstr("1024 satisfying assignments, the first of them:"));
  EXPECT_EQ(answer.outcomes[0].outcome.lines.size(), 20U);
}

TEST_F(FixCommand, OnlyQueriesEndInATruthValue) {
  run("#print \"this is true\nand that is false\"; bool x; x;"
      "mu bool F(bool y) y | F(!y); #wit F(1); #cex 1; #cex F(0); #wit exists bool z. F(z);");
  std::istringstream lines(out_.str());
  for (std::string line; std::getline(lines, line);)
    EXPECT_FALSE(line.ends_with("true") || line.ends_with("false")) << line;
}

TEST_F(FixCommand, ThePreludeComesFirst) {
  options_.prelude = "bool R(bool x) x;";
  options_.prelude_name = "p.bp";
  run("input R(bool x); R(1);");
  EXPECT_EQ(out_.str(), "f.fix:1:18: true\n");
}

TEST_F(FixCommand, ConstantsFromOutside) {
  options_.constants["K"] = 2;
  run("const K = 1; K = 2;");
  EXPECT_EQ(out_.str(), "f.fix:1:14: true\n");
}

TEST_F(FixCommand, FailuresKeepWhatWasFound) {
  FixAnswer answer = run("1 &;");
  ASSERT_EQ(answer.diagnostics.size(), 1U);
  EXPECT_EQ(answer.diagnostics[0].place(), "f.fix:1:4");
  EXPECT_EQ(answer.diagnostics[0].kind, ErrorKind::Parse);

  answer = run("1; input R(bool x); R(1);");
  EXPECT_EQ(answer.outcomes.size(), 1U);
  ASSERT_EQ(answer.diagnostics.size(), 1U);
  EXPECT_EQ(answer.diagnostics[0].kind, ErrorKind::Unsupported);

  budget_ = Budget(std::chrono::seconds(0), std::nullopt);
  answer = run("exists bool x. x;");
  EXPECT_THAT(answer.limit.value_or(""), ::testing::HasSubstr("time limit"));

  options_.text.reset();
  options_.file = "/no/such/file.fix";
  answer = run_fix(options_, budget_, silent_observer(), out_);
  ASSERT_EQ(answer.diagnostics.size(), 1U);
  EXPECT_EQ(answer.diagnostics[0].kind, ErrorKind::Usage);
}

} // namespace
} // namespace kleene::calculus
