// SPDX-License-Identifier: Apache-2.0
#include "kleene/support/process.h"

#include <gtest/gtest.h>

#include <fstream>
#include <gmock/gmock.h>

#include "task_list.h"

namespace kleene::batch {
namespace {

using testing::ElementsAre;

class TaskList : public testing::Test {
protected:
  std::string write(const std::string& name, const std::string& text) {
    std::filesystem::create_directories((folder_.path() / name).parent_path());
    std::ofstream(folder_.path() / name) << text;
    return folder_.path() / name;
  }
  std::string path(const char* name) const { return folder_.path() / name; }
  Result<std::vector<Task>> read(const std::string& input) {
    options_.inputs = {input};
    return read_tasks(options_);
  }

  TempDir folder_;
  Options options_;
};

constexpr const char* task = "format_version: '2.0'\ninput_files: 'p.c'\nproperties:\n"
                             "  - property_file: reach.prp\n    expected_verdict: false\n"
                             "  - property_file: cover.prp\n"
                             "  - property_file: over.prp\n    expected_verdict: true\n"
                             "options:\n  language: C\n  data_model: LP64\n";

TEST_F(TaskList, ATaskFileIsATaskForEachPropertyThatCanBeDecided) {
  write("p.c", "int main(void) { return 0; }\n");
  write("reach.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n");
  write("over.prp", "CHECK( init(main()), LTL(G ! overflow) )\n");
  write("cover.prp", "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )\n");
  std::string file = write("t.yml", task);
  auto tasks = read(file);
  ASSERT_TRUE(tasks.ok());
  ASSERT_EQ(tasks->size(), 2U);
  EXPECT_EQ((*tasks)[0].property, "unreach-call");
  EXPECT_EQ((*tasks)[0].expected, false);
  EXPECT_EQ((*tasks)[1].property, "no-overflow");
  EXPECT_THAT((*tasks)[1].files, ElementsAre(file, path("p.c"), path("over.prp")));
  options_.property = "no-overflow";
  EXPECT_EQ(read(file)->size(), 1U);
}

TEST_F(TaskList, TablesNameTheirColumns) {
  write("a.bp", "");
  std::string table =
      write("x.tsv",
            "file\tkind\texpected\tlabel\r\na.bp\tseq\tfalse\tERR\r\n\r\na.bp\tseq\tfalse\tERR\n");
  auto tasks = read(table);
  ASSERT_TRUE(tasks.ok());
  ASSERT_EQ(tasks->size(), 1U) << "each task once";
  EXPECT_EQ(tasks->front().category, "x");
  EXPECT_THAT(tasks->front().arguments, ElementsAre("--label", "ERR", path("a.bp")));
  EXPECT_FALSE(read(write("y.tsv", "a\tb\n1\t2\n")).ok());
}

TEST_F(TaskList, ATaskListedTwiceHasTheExpectationOfEitherLine) {
  write("a.bp", "");
  std::string table = write("x.tsv", "file\texpected\na.bp\ttrue\n");
  options_.inputs = {path("a.bp"), table};
  auto tasks = read_tasks(options_);
  ASSERT_TRUE(tasks.ok());
  ASSERT_EQ(tasks->size(), 1U);
  EXPECT_EQ(tasks->front().expected, true);
}

TEST_F(TaskList, SetsWithoutAnyFileAreWrong) {
  EXPECT_FALSE(read(write("s.set", "nothing/*.yml\n")).ok());
  EXPECT_FALSE(read(write("e.set", "# nothing\n")).ok());
  EXPECT_FALSE(read(write("p.txt", "")).ok());
}

} // namespace
} // namespace kleene::batch
