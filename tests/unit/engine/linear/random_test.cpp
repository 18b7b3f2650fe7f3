// SPDX-License-Identifier: Apache-2.0
// Random programs: the engine against all executions of the interpreter.
#include <cstdlib>

#include "executions.h"
#include "helpers.h"
#include "random_program.h"

namespace kleene::engine::linear::test {
namespace {

constexpr int parts = 8;

int programs() {
  if (const char* wanted = std::getenv("KLEENE_RANDOM_PROGRAMS")) return std::atoi(wanted);
  return std::getenv("KLEENE_LONG") == nullptr ? 80 : 1000;
}

class RandomLinear : public ::testing::TestWithParam<int> {};

TEST_P(RandomLinear, VerdictsAgreeWithAllExecutions) {
  for (const Engine& tried : {engine, backward_engine}) {
    int known = 0;
    int decided = 0;
    for (int seed = GetParam(); seed < programs(); seed += parts) {
      std::string text = random_program(static_cast<std::uint32_t>(seed));
      ir::Program program = read(text);
      std::optional<bool> reached = reaches_target(problem(program));
      if (!reached) continue;
      ++known;
      std::string answer = verdict(program, 5, tried);
      EXPECT_TRUE(answer == "unknown" || answer == (*reached ? "false" : "true"))
          << tried.name << ", seed " << seed << ": " << answer << "\n"
          << text;
      if (answer != "unknown") ++decided;
    }
    EXPECT_GE(decided * 2, known) << tried.name << ": most of these programs are finite and easy";
  }
}

INSTANTIATE_TEST_SUITE_P(Parts, RandomLinear, ::testing::Range(0, parts));

} // namespace
} // namespace kleene::engine::linear::test
