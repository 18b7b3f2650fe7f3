// SPDX-License-Identifier: Apache-2.0
#include "kleene/frontend/task/task.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>

namespace kleene::frontend::task {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Task parsed(const std::string& text) {
  Result<Task> task = parse_task("t.yml", text);
  EXPECT_TRUE(task.ok()) << (task.ok() ? "" : render(task.error()));
  return task.ok() ? *task : Task();
}

Diagnostic error(const std::string& text) {
  Result<Task> task = parse_task("t.yml", text);
  EXPECT_FALSE(task.ok()) << text;
  return task.ok() ? Diagnostic() : task.error();
}

TEST(Task, ReadsFormatTwo) {
  Task task = parsed(R"(format_version: '2.0'
input_files: 'fibo.c'
properties:
  - property_file: ../properties/unreach-call.prp
    expected_verdict: false
    subproperty: valid-deref
  - property_file: termination.prp
options:
  language: C
  data_model: LP64
)");
  EXPECT_EQ(task.format_version, "2.0");
  EXPECT_THAT(task.input_files, ElementsAre("fibo.c"));
  ASSERT_EQ(task.properties.size(), 2U);
  EXPECT_EQ(task.properties[0].property_file, "../properties/unreach-call.prp");
  EXPECT_EQ(task.properties[0].expected_verdict, false);
  EXPECT_EQ(task.properties[0].subproperty, "valid-deref");
  EXPECT_EQ(task.properties[0].line, 4U);
  EXPECT_EQ(task.properties[1].expected_verdict, std::nullopt);
  EXPECT_EQ(task.data_model, DataModel::Lp64);
}

TEST(Task, FormatOneSaysNothingOfTheDataModel) {
  Task task = parsed("format_version: '1.0'\ninput_files: [a.c, 'b*.c']\nproperties: []\n");
  EXPECT_THAT(task.input_files, ElementsAre("a.c", "b*.c"));
  EXPECT_EQ(task.data_model, DataModel::Ilp32);
  EXPECT_TRUE(task.properties.empty());
}

TEST(Task, ProblemsHaveALine) {
  Diagnostic d = error("format_version: '2.0'\ninput_files: a.c\nproperties:\n"
                       "  - property_file: p.prp\n    expected_verdict: maybe\n");
  EXPECT_EQ(d.begin.line, 5U);
  EXPECT_THAT(d.message, HasSubstr("expected_verdict"));
  EXPECT_EQ(
      error("format_version: '2.0'\ninput_files: a.c\noptions: {data_model: PDP11}\n").begin.line,
      3U);
  EXPECT_EQ(error("format_version: '2.0'\n  input_files: [a.c\n").kind, ErrorKind::Parse);
}

TEST(Task, WhatIsMissingOrMisplacedIsNamed) {
  EXPECT_THAT(error("input_files: a.c\n").message, HasSubstr("format_version"));
  EXPECT_THAT(error("format_version: '2.0'\n").message, HasSubstr("input_files"));
  EXPECT_THAT(error("format_version: '3.7'\ninput_files: a.c\n").message, HasSubstr("3.7"));
  EXPECT_THAT(error("format_version: '2.0'\ninput_files: []\n").message, HasSubstr("empty"));
  EXPECT_THAT(error("format_version: '2.0'\ninput_files: {a: b}\n").message, HasSubstr("plain"));
  EXPECT_THAT(error("format_version: '2.0'\ninput_files: a.c\nproperties: p.prp\n").message,
              HasSubstr("list"));
  EXPECT_THAT(error("format_version: '2.0'\ninput_files: a.c\nproperties: [{}]\n").message,
              HasSubstr("property_file"));
  for (const char* text : {"", "just text", "- a\n- b\n", "\x01\x02", "a: *b\n", "%YAML 9\n--- x"})
    error(text);
}

TEST(Task, DeepNestingIsRefusedNotACrash) {
  error(std::string(200'000, '['));
  std::string dashes;
  for (int i = 0; i < 100'000; ++i)
    dashes += "- ";
  error(dashes);
  error(std::string(2'000'000, ' '));
}

class TaskFolder : public testing::Test {
protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ =
        std::filesystem::path(testing::TempDir()) / (std::string("kleene_task_") + test->name());
    std::filesystem::create_directories(folder_ / "sub");
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::string write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }
  std::filesystem::path folder_;
};

TEST_F(TaskFolder, FilesAreRelativeToTheTaskAndPatternsExpand) {
  write("sub/b.c", "");
  write("sub/a.c", "");
  std::string path = write("t.yml",
                           "format_version: '2.0'\ninput_files: 'sub/*.c'\n"
                           "properties:\n  - property_file: ./sub/../p.prp\n");
  Result<Task> task = read_task(path);
  ASSERT_TRUE(task.ok()) << render(task.error());
  EXPECT_THAT(task->input_files,
              ElementsAre((folder_ / "sub/a.c").string(), (folder_ / "sub/b.c").string()));
  EXPECT_EQ(task->properties[0].property_file, (folder_ / "p.prp").string());
}

TEST_F(TaskFolder, APatternWithoutFilesIsAnError) {
  std::string path = write("t.yml", "format_version: '2.0'\ninput_files: ['nothing*.c']\n");
  Result<Task> task = read_task(path);
  ASSERT_FALSE(task.ok());
  EXPECT_THAT(task.error().message, HasSubstr("nothing*.c"));
}

} // namespace
} // namespace kleene::frontend::task
