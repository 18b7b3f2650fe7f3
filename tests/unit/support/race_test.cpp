// SPDX-License-Identifier: Apache-2.0
#include "kleene/support/race.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <gmock/gmock.h>
#include <map>
#include <sched.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace kleene {
namespace {

using testing::HasSubstr;

std::string wait_for_ever(Observer& /*observer*/) {
  while (true)
    ::pause();
}

Entrant quick(const std::string& name, const std::string& result) {
  return {name, [result](Observer&) { return result; }};
}

/// All finishes by name; the race ends when `winner` has finished.
std::map<std::string, Finish> run(const std::vector<Entrant>& entrants,
                                  const std::string& winner = "",
                                  RaceOptions options = {}) {
  std::map<std::string, Finish> finishes;
  RaceWatcher watcher;
  watcher.finished = [&](std::size_t i, const Finish& finish) {
    finishes[entrants[i].name] = finish;
    return entrants[i].name == winner;
  };
  race(entrants, options, watcher);
  return finishes;
}

bool has_children() {
  return ::waitpid(-1, nullptr, WNOHANG) >= 0;
}

TEST(Race, EveryoneGetsToTheEndIfNobodyWins) {
  auto finishes = run({quick("a", "1"), quick("b", "2"), quick("c", "3")});
  EXPECT_EQ(finishes.size(), 3U);
  EXPECT_EQ(finishes["c"].result, "3");
  EXPECT_FALSE(has_children());
}

TEST(Race, TheOthersAreGoneWhenOneHasWon) {
  auto finishes = run({{"slow", wait_for_ever}, quick("fast", "here")}, "fast");
  EXPECT_EQ(finishes.size(), 1U);
  EXPECT_EQ(finishes["fast"].result, "here");
  EXPECT_FALSE(has_children());
}

TEST(Race, WhoeverWaitsStartsWhenPatienceEnds) {
  RaceOptions options;
  options.at_once = 1;
  options.patience = 0;
  auto finishes = run({{"slow", wait_for_ever}, quick("late", "here")}, "late", options);
  EXPECT_EQ(finishes["late"].result, "here");
}

TEST(Race, TheOthersGiveWayToWhoIsUrgent) {
  constexpr int lowest = 19;
  int before = ::getpriority(PRIO_PROCESS, 0);
  Entrant urgent{"urgent", [](Observer& observer) {
                   observer.phase("nearly there");
                   return wait_for_ever(observer);
                 }};
  Entrant polite{"polite", [before](Observer&) {
                   while (before < lowest && ::getpriority(PRIO_PROCESS, 0) == before)
                     ::sched_yield();
                   return std::string("gave way");
                 }};
  RaceWatcher watcher;
  watcher.urgent = [](std::size_t, std::string_view text) { return text == "nearly there"; };
  std::string result;
  watcher.finished = [&](std::size_t, const Finish& finish) {
    result = finish.result;
    return true;
  };
  race({urgent, polite}, {.at_once = 2}, watcher);
  EXPECT_EQ(result, "gave way");
}

TEST(Race, SoAreTheProcessesTheyStarted) {
  Entrant starts_another{"starter", [](Observer& observer) {
                           observer.phase("ready");
                           run_process({"sleep", "1000"}, {.seconds = 1000});
                           return std::string();
                         }};
  bool over = false;
  RaceWatcher watcher;
  watcher.progress = [&](std::size_t, std::string_view text) { over |= text == "ready"; };
  watcher.finished = [&](std::size_t i, const Finish&) { return i == 1; };
  // The second ends only after the first has begun: both wait for the same token.
  race({starts_another, quick("fast", "")}, {.at_once = 2}, watcher);
  EXPECT_FALSE(has_children());
}

TEST(Race, InputsThatWereTriedAreHandedOnAndAreNoProgress) {
  Entrant tries{"tries", [](Observer& observer) {
                  observer.tried("1 2 3");
                  observer.phase("ready");
                  observer.tried("4");
                  return std::string();
                }};
  std::vector<std::string> seen;
  RaceWatcher watcher;
  watcher.progress = [&](std::size_t, std::string_view text) {
    seen.push_back("p " + std::string(text));
  };
  watcher.tried = [&](std::size_t i, std::string_view text) {
    seen.push_back(std::to_string(i) + " " + std::string(text));
  };
  race({tries}, {}, watcher);
  EXPECT_EQ(seen, (std::vector<std::string>{"0 1 2 3", "p ready", "0 4"}));
}

TEST(Race, ACrashCostsOnlyTheOneThatCrashed) {
  auto finishes = run({{"crash",
                        [](Observer&) -> std::string {
                          ::raise(SIGSEGV);
                          return "not reached";
                        }},
                       {"throws", [](Observer&) -> std::string { throw ResourceOut("too much"); }},
                       quick("good", "fine")});
  EXPECT_THAT(finishes["crash"].failure, HasSubstr("crashed"));
  EXPECT_THAT(finishes["throws"].failure, HasSubstr("too much"));
  EXPECT_EQ(finishes["good"].result, "fine");
  EXPECT_TRUE(finishes["good"].failure.empty());
}

TEST(Race, AResultIsWholeOrNone) {
  RaceOptions options;
  options.longest_result = 100'000;
  std::map<std::string, Finish> finishes = run({quick("short", std::string(100'000, 'a')),
                                                quick("long", std::string(100'001, 'b')),
                                                quick("longer", std::string(5'000'000, 'c'))},
                                               "",
                                               options);
  EXPECT_EQ(finishes["short"].result.size(), 100'000U);
  for (const char* name : {"long", "longer"}) {
    EXPECT_EQ(finishes[name].result, "");
    EXPECT_THAT(finishes[name].failure, HasSubstr("too long"));
  }
}

TEST(Race, TimeAndMemoryHoldForEachOfThem) {
  Entrant hungry{"hungry", [](Observer& o) {
                   std::vector<char> memory(std::size_t(200) << 20, 'x');
                   return wait_for_ever(o) + memory[7];
                 }};
  auto finishes = run({hungry, {"slow", wait_for_ever, 0.05}},
                      "",
                      {.at_once = 2, .memory = std::size_t(100) << 20});
  EXPECT_THAT(finishes["hungry"].failure, HasSubstr("memory"));
  EXPECT_THAT(finishes["slow"].failure, HasSubstr("time"));
}

TEST(Race, AnExhaustedBudgetEndsIt) {
  Budget budget(std::chrono::duration<double>(0.05), std::nullopt);
  EXPECT_THROW(run({{"slow", wait_for_ever}}, "", {.budget = &budget}), ResourceOut);
  EXPECT_FALSE(has_children());
}

TEST(Race, TemporaryFilesOfTheKilledAreRemoved) {
  std::string folder;
  Entrant leaves_files{"files",
                       [](Observer& observer) {
                         TempDir mine;
                         observer.phase(mine.path().string());
                         return wait_for_ever(observer);
                       },
                       0.3};
  RaceWatcher watcher;
  watcher.progress = [&](std::size_t, std::string_view text) { folder = text; };
  race({leaves_files}, {}, watcher);
  ASSERT_FALSE(folder.empty());
  EXPECT_FALSE(std::filesystem::exists(folder));
}

} // namespace
} // namespace kleene
