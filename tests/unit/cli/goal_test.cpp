// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>

#include "goal.h"

namespace kleene::cli {
namespace {

using evidence::Property;
using testing::ElementsAre;
using testing::IsEmpty;

class GoalTest : public testing::Test {
protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ =
        std::filesystem::path(testing::TempDir()) / (std::string("kleene_goal_") + test->name());
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }

  Goal chosen() {
    Result<Goal> goal = choose_goal(arguments_, input_);
    EXPECT_TRUE(goal.ok()) << (goal.ok() ? "" : render(goal.error()));
    return goal.ok() ? *goal : Goal();
  }
  ErrorKind refused() {
    Result<Goal> goal = choose_goal(arguments_, input_);
    EXPECT_FALSE(goal.ok());
    return goal.ok() ? ErrorKind::Usage : goal.error().kind;
  }

  std::filesystem::path folder_;
  CheckArguments arguments_;
  Input input_;
};

TEST_F(GoalTest, WithoutAPropertyACProgramIsAskedAboutSafety) {
  EXPECT_EQ(chosen().property, Property::Safety);
  EXPECT_FALSE(chosen().targets.checks.empty());
}

TEST_F(GoalTest, WithoutAPropertyOfOtherLanguagesEverythingCounts) {
  input_.language = Language::Boolean;
  Goal goal = chosen();
  EXPECT_EQ(goal.property, Property::UnreachCall);
  EXPECT_THAT(goal.targets.functions, ElementsAre("__VERIFIER_error", "reach_error"));
  EXPECT_TRUE(goal.targets.assertions);
  EXPECT_THAT(goal.targets.labels, ElementsAre("ERROR", "SLIC_ERROR"));
}

TEST_F(GoalTest, UnreachCallMeansTheFunctionsOnlyToTasks) {
  arguments_.property = "unreach-call";
  EXPECT_TRUE(chosen().targets.assertions);
  EXPECT_TRUE(chosen().needs_target);
  input_.reading.task = true;
  EXPECT_FALSE(chosen().targets.assertions);
  EXPECT_THAT(chosen().targets.labels, IsEmpty());
  EXPECT_FALSE(chosen().needs_target);
}

TEST(ReadingTest, OptionsWinOverTheReadingOfTasks) {
  InputArguments arguments;
  EXPECT_FALSE(reading_of(arguments, false).pure_missing_bodies);
  EXPECT_TRUE(reading_of(arguments, false).volatile_changes);
  EXPECT_TRUE(reading_of(arguments, true).pure_missing_bodies);
  EXPECT_TRUE(reading_of(arguments, true).free_uninitialised);
  EXPECT_FALSE(reading_of(arguments, true).volatile_changes);
  arguments.pure_missing_bodies = false;
  arguments.free_uninitialised = false;
  arguments.volatile_changes = true;
  arguments.svcomp = true;
  Reading reading = reading_of(arguments, false);
  EXPECT_TRUE(reading.task);
  EXPECT_FALSE(reading.pure_missing_bodies);
  EXPECT_FALSE(reading.free_uninitialised);
  EXPECT_TRUE(reading.volatile_changes);
}

TEST_F(GoalTest, APropertyFileMeansExactlyWhatItNames) {
  arguments_.property = write("p.prp", "CHECK( init(start()), LTL(G ! call(bad())) )");
  Goal goal = chosen();
  EXPECT_THAT(goal.targets.functions, ElementsAre("bad"));
  EXPECT_FALSE(goal.targets.assertions);
  EXPECT_THAT(goal.targets.labels, IsEmpty());
  EXPECT_EQ(goal.entry, "start");
  arguments_.property = write("q.prp", "CHECK( init(main()), LTL(G ! overflow) )");
  EXPECT_EQ(chosen().property, Property::NoOverflow);
}

TEST_F(GoalTest, ALabelReplacesEveryOtherTarget) {
  arguments_.label = "BAD";
  Goal goal = chosen();
  EXPECT_THAT(goal.targets.labels, ElementsAre("BAD"));
  EXPECT_THAT(goal.targets.functions, IsEmpty());
  EXPECT_FALSE(goal.targets.assertions);
  arguments_.property = "termination";
  EXPECT_EQ(refused(), ErrorKind::Usage);
}

TEST_F(GoalTest, UnknownAndUncoveredPropertiesDiffer) {
  arguments_.property = "no-such-thing";
  EXPECT_EQ(refused(), ErrorKind::Usage);
  arguments_.property = write("c.prp", "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )\n");
  EXPECT_EQ(refused(), ErrorKind::Unsupported);
  arguments_.property = write("m.prp",
                              "CHECK( init(main()), LTL(G valid-free) )\n"
                              "CHECK( init(main()), LTL(F end) )\n");
  EXPECT_EQ(refused(), ErrorKind::Unsupported);
  arguments_.property = (folder_ / "missing.prp").string();
  EXPECT_EQ(refused(), ErrorKind::Parse);
}

TEST_F(GoalTest, PropertiesOfMemoryAreAskedTogether) {
  arguments_.property = write("m.prp",
                              "CHECK( init(main()), LTL(G valid-free) )\n"
                              "CHECK( init(main()), LTL(G valid-deref) )\n"
                              "CHECK( init(main()), LTL(G valid-memtrack) )\n");
  Goal goal = chosen();
  EXPECT_EQ(goal.property, Property::ValidMemsafety);
  EXPECT_THAT(goal.targets.checks,
              ElementsAre(Property::ValidDeref, Property::ValidFree, Property::ValidMemtrack));
  EXPECT_THAT(goal.targets.functions, IsEmpty());
}

TEST_F(GoalTest, ListsOfPropertiesAddAndLeaveOut) {
  arguments_.property = "valid-deref,no-overflow";
  EXPECT_THAT(chosen().targets.checks, ElementsAre(Property::NoOverflow, Property::ValidDeref));
  EXPECT_THAT(chosen().targets.functions, IsEmpty());
  arguments_.property = "safety,-no-overflow,-unreach-call";
  EXPECT_FALSE(chosen().targets.checks.contains(Property::NoOverflow));
  EXPECT_TRUE(chosen().targets.checks.contains(Property::DefBehavior));
  EXPECT_THAT(chosen().targets.functions, IsEmpty());
  arguments_.property = "no-overflow";
  EXPECT_THAT(chosen().targets.checks, IsEmpty()) << "overflow alone is an event of its own";
  arguments_.property = "termination,no-overflow";
  EXPECT_EQ(refused(), ErrorKind::Usage);
  arguments_.property = "safety,-safety";
  EXPECT_EQ(refused(), ErrorKind::Usage);
}

TEST_F(GoalTest, OfATaskTheFirstPropertyThatIsCovered) {
  input_.task = frontend::task::Task();
  input_.task->properties.push_back(
      {write("c.prp", "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )"), {}, {}, 1});
  input_.task->properties.push_back(
      {write("unreach-call.prp", "CHECK( init(main()), LTL(G ! call(__VERIFIER_error())) )"),
       {},
       {},
       2});
  input_.task->properties.push_back(
      {write("no-overflow.prp", "CHECK( init(main()), LTL(G ! overflow) )"), {}, {}, 3});
  Goal goal = chosen();
  EXPECT_THAT(goal.targets.functions, ElementsAre("__VERIFIER_error"));
  EXPECT_EQ(goal.notes.size(), 1U);
  arguments_.property = "no-overflow";
  EXPECT_EQ(chosen().property, Property::NoOverflow);
  arguments_.property = "unreach-call";
  EXPECT_THAT(chosen().targets.functions, ElementsAre("__VERIFIER_error")) << "the task's own file";
  arguments_.property.reset();
  input_.task->properties.resize(1);
  EXPECT_EQ(refused(), ErrorKind::Unsupported);
}

} // namespace
} // namespace kleene::cli
