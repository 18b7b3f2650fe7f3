// SPDX-License-Identifier: Apache-2.0
// Formulas as algorithms of their own: on random programs what they computed is evidence that the judges accept, and
// formulas that are wrong get no answer through.
#include "kleene/calculus/algorithms.h"
#include "kleene/engine/calculus/calculus.h"
#include "kleene/evidence/activations.h"
#include "kleene/evidence/boolean.h"
#include "kleene/evidence/execution.h"
#include "kleene/frontend/boolean/boolean_frontend.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "explicit_reference.h"
#include "random_boolean.h"

namespace kleene::engine::calculus {
namespace {

/// KLEENE_RANDOM_PROGRAMS: how many; 60 unless set.
std::uint64_t count() {
  const char* text = std::getenv("KLEENE_RANDOM_PROGRAMS");
  return text == nullptr ? 60 : std::strtoull(text, nullptr, 10);
}

evidence::Problem problem_of(const ir::Program& program) {
  return {program,
          evidence::Property::UnreachCall,
          frontend::boolean::default_targets(),
          IntegerModel::Machine};
}

/// Why the judge of its kind does not accept an answer; empty if it does.
std::string objection_to(const evidence::Problem& problem, const Answer& answer) {
  Budget budget;
  if (const auto* found = std::get_if<evidence::Execution>(&answer))
    return evidence::replay(problem, *found, budget).objection;
  if (const auto* runs = std::get_if<evidence::Activations>(&answer))
    return evidence::judge(problem, *runs, budget).objection;
  if (const auto* proof = std::get_if<evidence::InductiveProof>(&answer))
    return evidence::judge_boolean(problem, *proof, budget).objection;
  return std::get<Unknown>(answer).reason;
}

class OwnFormula : public testing::TestWithParam<const char*> {};

TEST_P(OwnFormula, IsEvidence) {
  Formula formula{
      GetParam(), std::string(*kleene::calculus::shipped_algorithm(GetParam())), {}, {}};
  for (std::uint64_t seed = 1; seed <= count(); ++seed) {
    std::string text = reference::random_boolean_program(seed);
    auto read = frontend::boolean::read_boolean_text("random.bp", text, {});
    ASSERT_TRUE(read.ok()) << text;
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
    evidence::Problem problem = problem_of(read->program);
    Budget budget;
    Answer answer = solve_by(formula, problem, budget, silent_observer());
    ASSERT_EQ(objection_to(problem, answer), "");
    ASSERT_EQ(engine::violated(answer),
              reference::ExplicitReference(read->program).reaches(problem.targets));
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, OwnFormula, testing::Values("simple", "ef", "ef-opt"), [](const auto& info) {
      return info.param == std::string("ef-opt") ? std::string("ef_opt") : std::string(info.param);
    });

const char* const inputs = R"(
input ProgramInt(State u, State v);
input Init(State u);
input Target(State u);
)";
const char* const two_steps = R"(
decl a;
void main() begin
  a := T;
  if (a) then ERROR: skip; fi
end
)";

Answer answer_of(const std::string& formula, const std::string& program) {
  auto read = frontend::boolean::read_boolean_text("p.bp", program, {});
  EXPECT_TRUE(read.ok());
  Budget budget;
  Answer answer = solve_by(
      {"own.fix", inputs + formula, {}, {}}, problem_of(read->program), budget, silent_observer());
  if (std::holds_alternative<Unknown>(answer)) return answer;
  std::string objection = objection_to(problem_of(read->program), answer);
  if (!objection.empty()) return Unknown{"objection: " + objection};
  return answer;
}

TEST(OwnFormulas, AWrongProofIsNotAccepted) {
  // Steps are forgotten, so that nothing is reached.
  Answer answer = answer_of(R"(
mu bool Summary(State u, State v) Init(u) & u = v;
query reachable: exists State u, State v. Summary(u, v) & Target(v);
)",
                            two_steps);
  EXPECT_EQ(engine::violated(answer), std::nullopt);
}

TEST(OwnFormulas, AWrongViolationIsNotAccepted) {
  Answer answer = answer_of(R"(
mu bool Summary(State u, State v) Init(u) & u = v;
query reachable: exists State u. Init(u);
)",
                            two_steps);
  EXPECT_EQ(engine::violated(answer), std::nullopt);
}

TEST(OwnFormulas, TheRelationProofComesBeforeOthers) {
  Answer answer = answer_of(R"(
mu bool Nonsense(State u, State v) ProgramInt(u, v);
mu bool Proof(State u, State v) Init(u) & u = v | (exists State x. Proof(u, x) & ProgramInt(x, v));
query reachable: exists State u, State v. Proof(u, v) & Target(v);
)",
                            two_steps);
  EXPECT_EQ(engine::violated(answer), true);
}

TEST(OwnFormulas, WithoutPairsThereIsNoAnswer) {
  Answer answer = answer_of(R"(
mu bool Seen(State v) Init(v) | (exists State x. Seen(x) & ProgramInt(x, v));
query reachable: exists State v. Seen(v) & Target(v);
)",
                            two_steps);
  ASSERT_TRUE(std::holds_alternative<Unknown>(answer));
  EXPECT_NE(std::get<Unknown>(answer).reason.find("no relation over two states"),
            std::string::npos);
}

TEST(OwnFormulas, RoundsGrow) {
  auto read = frontend::boolean::read_boolean_text("p.bp", two_steps, {});
  ASSERT_TRUE(read.ok());
  std::vector<kleene::calculus::Round> rounds;
  Formula formula{"ef",
                  std::string(*kleene::calculus::shipped_algorithm("ef")),
                  {},
                  [&](const kleene::calculus::Round& round) { rounds.push_back(round); }};
  Budget budget;
  solve_by(formula, problem_of(read->program), budget, silent_observer());
  ASSERT_GE(rounds.size(), 2U);
  EXPECT_EQ(rounds.front().relation, "Summary");
  for (std::size_t i = 1; i < rounds.size(); ++i) {
    EXPECT_GT(rounds[i].number, rounds[i - 1].number);
    EXPECT_GE(*rounds[i].tuples.small(), *rounds[i - 1].tuples.small());
  }
}

} // namespace
} // namespace kleene::engine::calculus
