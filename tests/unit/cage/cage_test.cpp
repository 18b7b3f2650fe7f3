// SPDX-License-Identifier: Apache-2.0
// A program that tries every way out (prisoner.c), and what it meets.
#include "kleene/cage/cage.h"

#include <gtest/gtest.h>

#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <gmock/gmock.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace kleene::cage {
namespace {

namespace fs = std::filesystem;
using testing::AnyOf;
using testing::Eq;
using testing::HasSubstr;

/// Compiled once for all tests, for 64 and 32 bits.
const fs::path& prisoner(unsigned bits) {
  static const TempDir folder;
  static const std::map<unsigned, fs::path> built = [] {
    ::chmod(folder.path().c_str(), 0755);
    std::map<unsigned, fs::path> result;
    for (unsigned b : {64U, 32U}) {
      fs::path file = folder.path() / ("prisoner" + std::to_string(b));
      ProcessResult r = run_process(
          {"gcc", "-w", "-m" + std::to_string(b), PRISONER, "-lpthread", "-o", file.string()});
      EXPECT_TRUE(r.succeeded()) << r.errors;
      result[b] = file;
    }
    return result;
  }();
  return built.at(bits);
}

ProcessResult
attempt(const std::vector<std::string>& words, CageOptions options = {}, unsigned bits = 64) {
  options.arguments = words;
  return run_caged(prisoner(bits), options);
}

/// Whether this machine grants a cage is told by the tests, not skipped: the tool's default needs it.
TEST(Cage, CanBeBuiltHere) {
  EXPECT_EQ(obstacle(), "");
}

TEST(Cage, TheProgramRuns) {
  for (unsigned bits : {64U, 32U}) {
    ProcessResult r = attempt({"return", "7"}, {}, bits);
    EXPECT_EQ(r.failure, "");
    EXPECT_EQ(r.exit_code, 7);
    EXPECT_EQ(attempt({"cat"}, {.input = "fed"}, bits).output, "fed");
    EXPECT_EQ(attempt({"thread"}, {}, bits).exit_code, 0) << "threads are allowed";
    EXPECT_NE(attempt({"abort"}, {}, bits).signal, 0);
  }
}

TEST(Cage, FolderEnvironmentProcessesAndFilesAreItsOwn) {
  int stray = ::open("/dev/null", O_RDONLY); // inherited without O_CLOEXEC
  int far = ::fcntl(stray, F_DUPFD, 777);
  EXPECT_EQ(attempt({"look"}).output, "/scratch - 1 -1\n");
  EXPECT_EQ(attempt({"files"}).output, "");
  EXPECT_EQ(attempt({"files"}, {.files = {{stray, 200}}}).output, "200 ");
  ::close(stray);
  ::close(far);
  ::setenv("KLEENE_SECRET", "x", 1);
  EXPECT_EQ(attempt({"read-all", "/proc/self/environ"}).output, "");
  ::unsetenv("KLEENE_SECRET");
}

TEST(Cage, GivenFilesAreOpen) {
  TempDir folder;
  fs::path path = folder.path() / "said";
  int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  EXPECT_EQ(attempt({"tell", "200"}, {.files = {{file, 200}}}).exit_code, 0);
  ::close(file);
  std::string text;
  std::ifstream(path) >> text;
  EXPECT_EQ(text, "told");
}

/// A file that everybody may do everything with.
class Victim {
public:
  Victim() {
    std::ofstream(path()) << "precious";
    ::chmod(folder_.path().c_str(), 0777);
    ::chmod(path().c_str(), 0666);
    ::stat(path().c_str(), &before_);
  }
  fs::path folder() const { return folder_.path(); }
  fs::path path() const { return folder_.path() / "victim"; }
  void expect_untouched(const std::string& by) const {
    struct stat now {};
    ASSERT_EQ(::stat(path().c_str(), &now), 0) << by;
    EXPECT_EQ(now.st_ino, before_.st_ino) << by;
    EXPECT_EQ(now.st_mode, before_.st_mode) << by;
    EXPECT_EQ(now.st_ctim.tv_nsec, before_.st_ctim.tv_nsec) << by;
    EXPECT_EQ(std::distance(fs::directory_iterator(folder()), {}), 1) << by;
  }

private:
  TempDir folder_;
  struct stat before_ {};
};

TEST(Cage, NothingOutsideIsTouched) {
  Victim victim;
  for (unsigned bits : {64U, 32U})
    for (const char* deed :
         {"open", "create", "delete", "chmod", "rename", "link", "touch", "read"}) {
      EXPECT_EQ(attempt({deed, victim.path().string()}, {}, bits).exit_code, 1) << deed;
      victim.expect_untouched(deed);
    }
  std::string beside = (victim.folder() / "more").string();
  EXPECT_EQ(attempt({"create", beside}).exit_code, 1);
  EXPECT_EQ(attempt({"mkdir", beside}).exit_code, 1);
  victim.expect_untouched("create");
}

TEST(Cage, NoWayRoundLeadsOut) {
  Victim victim;
  std::string path = victim.path().string();
  EXPECT_EQ(attempt({"symlink", path}).exit_code, 1);
  for (const char* way :
       {"/proc/self/root", "/proc/1/root", "/proc/self/cwd/../..", "/scratch/..", "/.."})
    EXPECT_EQ(attempt({"open", way + path}).exit_code, 1) << way;
  victim.expect_untouched("another way");
  for (const char* file : {"/proc/sysrq-trigger",
                           "/proc/sys/kernel/core_pattern",
                           "/proc/self/uid_map",
                           "/proc/self/attr/current",
                           "/dev/shm/kleene",
                           "/dev/mqueue/kleene",
                           "/tmp/kleene",
                           "/etc/passwd"})
    EXPECT_EQ(attempt({"create", file}).exit_code, 1) << file;
}

TEST(Cage, NoOtherCallExists) {
  for (unsigned bits : {64U, 32U}) {
    ProcessResult r = attempt({"calls"}, {}, bits);
    EXPECT_EQ(r.output, "") << bits;
    EXPECT_EQ(r.exit_code, 1) << bits;
  }
}

TEST(Cage, ThreadsAreLimitedAndEndWithTheRun) {
  EXPECT_EQ(attempt({"threads"}).output, "0");
  EXPECT_TRUE(attempt({"linger"}, {.seconds = 0.3}).timed_out);
}

TEST(Cage, LibrariesAndDevicesCannotBeChanged) {
  EXPECT_EQ(attempt({"create", "/usr/lib/kleene-was-here"}).exit_code, 1);
  EXPECT_EQ(attempt({"create", "/program"}).exit_code, 1);
  EXPECT_EQ(attempt({"create", "/file"}).exit_code, 1);
  EXPECT_EQ(attempt({"chmod", "/dev/null"}).exit_code, 1);
  EXPECT_EQ(attempt({"open", "/proc/sys/kernel/hostname"}).exit_code, 1);
  EXPECT_EQ(attempt({"open", "/dev/null"}).exit_code, 0);
  EXPECT_EQ(attempt({"create", "/scratch/file"}).exit_code, 0);
}

TEST(Cage, SystemCallsThatLeadOutDoNotExist) {
  for (unsigned bits : {64U, 32U})
    for (const char* deed :
         {"fork",     "vfork",  "clone3", "daemon", "exec-again", "move-page", "socket",
          "abstract", "pair",   "shm",    "ptrace", "mount",      "unshare",   "setuid",
          "io_uring", "keyctl", "bpf",    "memfd",  "pdeathsig",  "more-time", "larger-files"}) {
      ProcessResult r = attempt({deed}, {}, bits);
      EXPECT_EQ(r.exit_code, 1) << deed << " with " << bits << " bits: " << r.output;
    }
  EXPECT_EQ(attempt({"exec", "/program"}).exit_code, 1);
  EXPECT_EQ(attempt({"exec", "/lib64/ld-linux-x86-64.so.2"}).exit_code, 1);
  EXPECT_EQ(attempt({"system", "true"}).exit_code, 1);
}

TEST(Cage, NobodyOutsideIsSignalled) {
  std::string us = std::to_string(::getpid());
  std::string parent = std::to_string(::getppid());
  for (const std::string& whom : {us, parent, std::string("0"), std::string("-1")})
    attempt({"kill", whom}); // we are still here
  EXPECT_EQ(attempt({"kill", us}).exit_code, 1);
}

TEST(Cage, LimitsAreKept) {
  ProcessResult memory = attempt({"fill-memory"}, {.resident_bytes = std::size_t(200) << 20});
  EXPECT_EQ(memory.excess, "memory");
  ProcessResult output = attempt({"chatter"}, {.output_bytes = std::size_t(3) << 20});
  EXPECT_EQ(output.excess, "output");
  ProcessResult files = attempt({"fill-folder"}, {.file_bytes = std::size_t(8) << 20});
  EXPECT_EQ(files.output, "No space left on device\n");
  EXPECT_TRUE(attempt({"sleep"}, {.seconds = 0.2}).timed_out);
  EXPECT_TRUE(attempt({"compute"}, {.seconds = 0.2}).timed_out);
}

TEST(Cage, NothingIsLeftBehind) {
  auto folders = [] {
    std::size_t n = 0;
    for (const auto& entry : fs::directory_iterator(fs::temp_directory_path()))
      n += entry.path().filename().string().starts_with("kleene-") ? 1 : 0;
    return n;
  };
  prisoner(64);
  TempDir ours;
  ::setenv("TMPDIR", ours.path().c_str(), 1);
  attempt({"create", "/scratch/file"});
  EXPECT_TRUE(attempt({"sleep"}, {.seconds = 0.1}).timed_out);
  EXPECT_EQ(folders(), 0U);
  EXPECT_TRUE(fs::is_empty(ours.path()));
  ::unsetenv("TMPDIR");
}

/// The same as an ordinary user.
TEST(Cage, HoldsForOrdinaryUsers) {
  if (::geteuid() != 0) return; // then all the other tests were about that
  prisoner(64);
  prisoner(32);
  Victim victim;
  ProcessResult r = run_in_child([&]() -> std::string {
    if (::setgid(1234) != 0 || ::setuid(1234) != 0) return "still root";
    ::prctl(PR_SET_DUMPABLE, 1); // as it is for a program that a user started
    std::string said;
    for (unsigned bits : {64U, 32U}) {
      ProcessResult look = attempt({"look"}, {}, bits);
      said += look.failure + look.output;
      for (const char* deed :
           {"open", "create", "delete", "chmod", "rename", "link", "touch", "read"})
        said += std::to_string(attempt({deed, victim.path().string()}, {}, bits).exit_code);
      for (const char* deed : {"fork", "exec-again", "mount", "unshare", "setuid", "socket"})
        said += std::to_string(attempt({deed}, {}, bits).exit_code);
      said += std::to_string(attempt({"create", "/usr/lib/kleene-was-here"}, {}, bits).exit_code);
      said += std::to_string(attempt({"create", "/scratch/file"}, {}, bits).exit_code);
    }
    return said;
  });
  std::string expected = "/scratch - 1 -1\n1111111111111110";
  EXPECT_EQ(r.output, expected + expected) << r.errors;
  victim.expect_untouched("an ordinary user");
}

TEST(Cage, WithoutItNothingRuns) {
  TempDir folder;
  ::setenv("KLEENE_NO_CAGE", "1", 1);
  ProcessResult r = attempt({"return", "7"});
  ::unsetenv("KLEENE_NO_CAGE");
  EXPECT_THAT(r.failure, HasSubstr("KLEENE_NO_CAGE"));
  EXPECT_EQ(r.exit_code, -1);
}

TEST(Cage, AProgramThatIsNoneIsAFailure) {
  TempDir folder;
  fs::path text = folder.path() / "text";
  std::ofstream(text) << "not a program";
  EXPECT_NE(run_caged(text, {}).failure, "");
  EXPECT_NE(run_caged(folder.path() / "nothing", {}).failure, "");
}

TEST(Cage, UnsafeRunsHaveAnEmptyFolderAndEnvironment) {
  ProcessResult r = run_unsafe(prisoner(64), {.arguments = {"look"}});
  EXPECT_THAT(r.output, AnyOf(HasSubstr("/kleene-")));
  EXPECT_THAT(r.output, HasSubstr(" - "));
  EXPECT_TRUE(run_unsafe(prisoner(64), {.seconds = 0.1, .arguments = {"sleep"}}).timed_out);
}

} // namespace
} // namespace kleene::cage
