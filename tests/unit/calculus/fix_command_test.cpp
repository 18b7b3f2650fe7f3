// SPDX-License-Identifier: Apache-2.0
#include "kleene/calculus/fix_command.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <sstream>
#include <unistd.h>

namespace kleene::calculus {
namespace {

class FixCommand : public ::testing::Test {
protected:
  FixCommand()
      : folder_(std::filesystem::temp_directory_path()
                / ("kleene_fix_" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(folder_);
    options_.file = (folder_ / "f.fix").string();
  }
  ~FixCommand() override { std::filesystem::remove_all(folder_); }

  int run(const std::string& text) {
    std::ofstream(options_.file) << text;
    out_.str("");
    err_.str("");
    return run_fix(options_, budget_, silent_observer(), out_, err_);
  }
  /// Output without the name of the folder.
  std::string out() const {
    std::string text = out_.str();
    std::string prefix = folder_.string() + "/";
    for (auto at = text.find(prefix); at != std::string::npos; at = text.find(prefix))
      text.erase(at, prefix.size());
    return text;
  }

  std::filesystem::path folder_;
  FixOptions options_;
  Budget budget_;
  std::ostringstream out_;
  std::ostringstream err_;
};

TEST_F(FixCommand, OneLinePerResultWithItsPlace) {
  EXPECT_EQ(run("bool x;\n1;\nquery named: 0;\nbool F(bool a) a;\n#ons F;\nx;\n"), 0);
  EXPECT_EQ(out(),
            "f.fix:2:1: true\nf.fix:3:1: named: false\nf.fix:5:1: F = 1\n"
            "f.fix:6:1: 1 satisfying assignment:\n  (x = true)\n");
  EXPECT_EQ(err_.str(), "");
}

TEST_F(FixCommand, OnlyQueriesEndInATruthValue) {
  EXPECT_EQ(run("#print \"this is true\nand that is false\"; bool x; x; #wit 1; #cex 0;"), 0);
  std::istringstream lines(out());
  for (std::string line; std::getline(lines, line);)
    EXPECT_FALSE(line.ends_with("true") || line.ends_with("false")) << line;
}

TEST_F(FixCommand, ThePreludeComesFirst) {
  options_.prelude = "bool R(bool x) x;";
  options_.prelude_name = "p.bp";
  EXPECT_EQ(run("input R(bool x); R(1);"), 0);
  EXPECT_EQ(out(), "f.fix:1:18: true\n");
}

TEST_F(FixCommand, ConstantsFromOutside) {
  options_.constants["K"] = 2;
  EXPECT_EQ(run("const K = 1; K = 2;"), 0);
  EXPECT_EQ(out(), "f.fix:1:14: true\n");
}

TEST_F(FixCommand, ExitCodes) {
  EXPECT_EQ(run("1 &;"), 2);
  EXPECT_THAT(err_.str(), ::testing::HasSubstr("f.fix:1:4: error: expected a formula"));
  EXPECT_EQ(run("input R(bool x); R(1);"), 3);
  budget_ = Budget(std::chrono::seconds(0), std::nullopt);
  EXPECT_EQ(run("exists bool x. x;"), 4);
  EXPECT_THAT(err_.str(), ::testing::HasSubstr("time limit"));
  options_.file = (folder_ / "missing.fix").string();
  std::ostringstream out;
  EXPECT_EQ(run_fix(options_, budget_, silent_observer(), out, out), 2);
}

TEST_F(FixCommand, JsonIsAllOfStdout) {
  options_.json = "-";
  EXPECT_EQ(run("query q: 1; bool F(bool a[70]) 1; #ons F; #print \"x\";"), 0);
  auto document = nlohmann::json::parse(out_.str());
  EXPECT_EQ(document["status"], "ok");
  ASSERT_EQ(document["results"].size(), 3U);
  EXPECT_EQ(document["results"][0]["name"], "q");
  EXPECT_EQ(document["results"][0]["value"], true);
  EXPECT_EQ(document["results"][1]["count"], "1180591620717411303424");
  EXPECT_EQ(run("1 +"), 2);
  EXPECT_EQ(nlohmann::json::parse(out_.str())["status"], "error");
}

TEST_F(FixCommand, JsonIntoAFile) {
  options_.json = (folder_ / "r.json").string();
  EXPECT_EQ(run("1;"), 0);
  EXPECT_EQ(out(), "f.fix:1:1: true\n");
  auto document = nlohmann::json::parse(std::ifstream(*options_.json));
  EXPECT_EQ(document["results"][0]["value"], true);
}

} // namespace
} // namespace kleene::calculus
