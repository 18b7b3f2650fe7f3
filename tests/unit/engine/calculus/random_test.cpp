// SPDX-License-Identifier: Apache-2.0
// Oracle O3. Random recursive programs: the shipped algorithms against the explicit reference, and so against
// each other.
#include "kleene/engine/calculus/calculus.h"
#include "kleene/frontend/boolean/boolean_frontend.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "explicit_reference.h"
#include "random_boolean.h"

namespace kleene::engine::calculus {
namespace {

/// KLEENE_RANDOM_PROGRAMS: how many; 200 unless set.
std::uint64_t count() {
  const char* text = std::getenv("KLEENE_RANDOM_PROGRAMS");
  return text == nullptr ? 200 : std::strtoull(text, nullptr, 10);
}

class CalculusOnRandomPrograms : public testing::TestWithParam<const char*> {};

TEST_P(CalculusOnRandomPrograms, AgreesWithTheReference) {
  std::string algorithm = GetParam();
  bool reachability = algorithm != "nonterm";
  for (std::uint64_t seed = 1; seed <= count(); ++seed) {
    std::string text = reference::random_boolean_program(seed);
    auto read = frontend::boolean::read_boolean_text("random.bp", text, {});
    ASSERT_TRUE(read.ok()) << text;
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
    evidence::Problem problem{read->program,
                              reachability ? evidence::Property::UnreachCall
                                           : evidence::Property::Termination,
                              frontend::boolean::default_targets(),
                              IntegerModel::Machine};
    reference::ExplicitReference truth(read->program);
    Budget budget;
    Result<bool> answer = decide(algorithm, problem, budget, silent_observer());
    ASSERT_TRUE(answer.ok()) << answer.error().message;
    ASSERT_EQ(*answer, reachability ? truth.reaches(problem.targets) : truth.runs_for_ever());
  }
}

INSTANTIATE_TEST_SUITE_P(All,
                         CalculusOnRandomPrograms,
                         testing::Values("simple", "ef", "ef-opt", "backward", "nonterm"),
                         [](const auto& info) {
                           return info.param == std::string("ef-opt") ? std::string("ef_opt")
                                                                      : std::string(info.param);
                         });

} // namespace
} // namespace kleene::engine::calculus
