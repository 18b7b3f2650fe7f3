// SPDX-License-Identifier: Apache-2.0
// Random systems with nested and alternating fixed points have the values that the defining procedure
// gives by enumeration.
#include <gtest/gtest.h>

#include <cstdlib>

#include "explicit_calculus.h"
#include "run_text.h"

namespace kleene::calculus {
namespace {

using reference::System;
using reference::Table;

int rounds() {
  return std::getenv("KLEENE_LONG") != nullptr ? 20'000 : 400;
}

/// A query for each tuple of a relation.
std::string queries(const System& system, std::size_t relation) {
  std::string text;
  const auto& formals = system.equations[relation].formals;
  std::size_t count = 1;
  for (auto type : formals)
    count *= type == 0 ? 2 : 3;
  for (std::size_t tuple = 0; tuple < count; ++tuple) {
    std::size_t rest = tuple;
    std::string arguments;
    for (auto type : formals) {
      std::size_t size = type == 0 ? 2 : 3;
      std::size_t value = rest % size;
      rest /= size;
      arguments += arguments.empty() ? "" : ", ";
      arguments += type == 0 ? std::to_string(value)
                             : std::string(1, static_cast<char>('a' + static_cast<char>(value)));
    }
    text += "R" + std::to_string(relation) + "(" + arguments + ");\n";
  }
  return text;
}

std::string letters(const Table& table) {
  std::string text;
  for (bool value : table)
    text += value ? "T" : "F";
  return text;
}

/// Returns how many relations had a value on both sides.
int compare(const System& system) {
  int compared = 0;
  for (std::size_t i = 0; i < system.equations.size(); ++i) {
    auto expected = reference::value_of(system, i);
    std::string text = system.text() + queries(system, i);
    TextRun run = run_text(text);
    // Where an iteration never settles, it depends on the order of evaluation whether anyone notices.
    if (!expected || !run.error.empty()) continue;
    EXPECT_EQ(run.truths, letters(*expected)) << text;
    ++compared;
  }
  return compared;
}

TEST(RandomFormulas, PositiveSystems) {
  std::mt19937 random(20261115);
  int compared = 0;
  int relations = 0;
  for (int round = 0; round < rounds() && !::testing::Test::HasFailure(); ++round) {
    System system = reference::random_system(random, true);
    relations += static_cast<int>(system.equations.size());
    compared += compare(system);
  }
  EXPECT_EQ(compared, relations);
}

TEST(RandomFormulas, SystemsWithNegativeRecursion) {
  std::mt19937 random(4711);
  int compared = 0;
  int relations = 0;
  for (int round = 0; round < rounds() && !::testing::Test::HasFailure(); ++round) {
    System system = reference::random_system(random, false);
    relations += static_cast<int>(system.equations.size());
    compared += compare(system);
  }
  EXPECT_GT(compared, relations / 2);
}

} // namespace
} // namespace kleene::calculus
