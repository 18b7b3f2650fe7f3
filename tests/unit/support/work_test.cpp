// SPDX-License-Identifier: Apache-2.0
#include "kleene/support/budget.h"
#include "kleene/support/process.h"
#include "kleene/support/race.h"
#include "kleene/support/work.h"

#include <gtest/gtest.h>

namespace kleene {
namespace {

using Seconds = std::chrono::duration<double>;

/// Work is counted by a copy of this process, for the rest of its life.
std::string counting(const std::function<std::string()>& test) {
  ProcessResult result = run_in_child([&] {
    work::count();
    return test();
  });
  return result.succeeded() ? result.output : "failed: " + result.errors;
}

TEST(Work, ABudgetEndsWithTheWorkAndNotWithTheTime) {
  EXPECT_EQ(counting([] {
              Budget b(Seconds(5), std::nullopt);
              work::add(4.5);
              b.check();
              if (*b.seconds_left() > 0.6 || *b.seconds_left() < 0.4) return "wrong";
              work::add(0.6);
              return b.exhausted() ? "ended" : "goes on";
            }),
            "ended");
}

TEST(Work, ChecksAreWork) {
  EXPECT_EQ(counting([] {
              Budget b(Seconds(0.001), std::nullopt);
              for (int i = 0; i < 100'000; ++i)
                if (b.exhausted()) return "ended";
              return "goes on";
            }),
            "ended");
}

TEST(Work, ASliceIsOneOfWork) {
  EXPECT_EQ(counting([] {
              work::add(100);
              Budget slice = Budget(Seconds(50), std::nullopt).slice(3);
              work::add(2);
              if (slice.exhausted()) return "too early";
              work::add(2);
              return slice.exhausted() ? "ended" : "goes on";
            }),
            "ended");
}

TEST(Work, ARaceTellsHowMuchEachWorked) {
  EXPECT_EQ(counting([] {
              work::add(7);
              auto works = [](double seconds) {
                return [seconds](Observer&) {
                  work::add(seconds);
                  return std::string("done");
                };
              };
              std::vector<double> worked(2);
              RaceWatcher watcher;
              watcher.finished = [&](std::size_t i, const Finish& finish) {
                worked[i] = finish.work;
                return false;
              };
              race({{"short", works(1)}, {"long", works(20)}}, {}, watcher);
              bool right =
                  worked[0] > 0.9 && worked[0] < 1.1 && worked[1] > 19.9 && worked[1] < 20.1;
              return right ? "right" : "wrong";
            }),
            "right");
}

TEST(Work, WithoutCountingTimeIsTime) {
  Budget b(Seconds(1000), std::nullopt);
  work::add(2000);
  EXPECT_FALSE(b.exhausted());
}

} // namespace
} // namespace kleene
