// SPDX-License-Identifier: Apache-2.0
#include "kleene/support/process.h"

#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace kleene {
namespace {

TEST(Process, KeepsBothStreamsAndTheExitCode) {
  ProcessResult r = run_process({"sh", "-c", "echo out; echo err >&2; exit 7"});
  EXPECT_EQ(r.failure, "");
  EXPECT_EQ(r.output, "out\n");
  EXPECT_EQ(r.errors, "err\n");
  EXPECT_EQ(r.exit_code, 7);
  EXPECT_FALSE(r.succeeded());
}

TEST(Process, FeedsInputLargerThanAPipe) {
  std::string text(200'000, 'x');
  ProcessResult r = run_process({"cat"}, {.input = text});
  EXPECT_EQ(r.output, text);
  EXPECT_TRUE(r.succeeded());
}

TEST(Process, CutsWhatIsTooLong) {
  ProcessResult r = run_process({"head", "-c", "3000000", "/dev/zero"});
  EXPECT_EQ(r.output.size(), max_process_output);
  EXPECT_EQ(r.exit_code, 0);
}

TEST(Process, NamesAProgramThatIsNotThere) {
  ProcessResult r = run_process({"/no/such/program"});
  EXPECT_NE(r.failure.find("/no/such/program"), std::string::npos);
  EXPECT_FALSE(r.succeeded());
}

TEST(Process, PassesTheEnvironmentAndTheFolder) {
  TempDir folder;
  ProcessResult r =
      run_process({"sh", "-c", "echo $KLEENE_TEST; pwd"},
                  {.directory = folder.path().string(), .environment = {{"KLEENE_TEST", "a=b"}}});
  EXPECT_EQ(r.output, "a=b\n" + std::filesystem::canonical(folder.path()).string() + "\n");
}

TEST(Process, KillsTheWholeGroupWhenTimeIsOver) {
  ProcessResult r = run_process({"sh", "-c", "sleep 1000 & echo $!; sleep 1000"}, {.seconds = 0.3});
  EXPECT_TRUE(r.timed_out);
  std::string stat = "/proc/" + r.output.substr(0, r.output.find('\n')) + "/stat";
  std::string gone = "while [ -e " + stat + " ] && ! grep -q ') Z' " + stat + "; do :; done";
  EXPECT_FALSE(run_process({"sh", "-c", gone}, {.seconds = 5}).timed_out)
      << "the grandchild should be gone";
}

TEST(Process, AnExhaustedBudgetEndsIt) {
  Budget budget(std::chrono::duration<double>(0.1), std::nullopt);
  EXPECT_THROW(run_process({"sleep", "1000"}, {.budget = &budget}), ResourceOut);
}

TEST(Child, ReturnsWhatTheWorkReturned) {
  std::string text(300'000, 'x');
  ProcessResult r = run_in_child([&] { return text; });
  EXPECT_TRUE(r.succeeded());
  EXPECT_EQ(r.output, text);
}

TEST(Child, CannotHurtItsParent) {
  int mine = 1;
  ProcessResult thrown = run_in_child([&]() -> std::string {
    mine = 2;
    throw std::runtime_error("no way");
  });
  EXPECT_EQ(mine, 1);
  EXPECT_EQ(thrown.exit_code, 1);
  EXPECT_EQ(thrown.errors, "no way");
  ProcessResult killed = run_in_child([]() -> std::string { std::abort(); });
  EXPECT_EQ(killed.signal, SIGABRT);
  EXPECT_FALSE(killed.succeeded());
}

TEST(Child, IsEndedWhenItsTimeIsOver) {
  ProcessResult r = run_in_child(
      []() -> std::string {
        while (true)
          ::pause();
      },
      {.seconds = 0.2});
  EXPECT_TRUE(r.timed_out);
}

TEST(Child, MayHaveChildrenAndFoldersOfItsOwn) {
  TempDir ours;
  ProcessResult r = run_in_child([] {
    TempDir folder;
    abandon_helpers();
    return run_process({"echo", "hello"}).output;
  });
  EXPECT_EQ(r.output, "hello\n");
  EXPECT_TRUE(std::filesystem::exists(ours.path()));
}

TEST(TempDir, IsRemovedWithItsContents) {
  std::filesystem::path path;
  {
    TempDir folder;
    path = folder.path();
    std::ofstream(path / "file") << "x";
    EXPECT_TRUE(std::filesystem::exists(path / "file"));
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

} // namespace
} // namespace kleene
