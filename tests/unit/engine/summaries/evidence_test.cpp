// SPDX-License-Identifier: Apache-2.0
// Every answer of the engine on random programs comes with evidence that its judge accepts, and with
// the right verdict.
#include "kleene/engine/summaries/summaries.h"
#include "kleene/frontend/boolean/boolean_frontend.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "explicit_reference.h"
#include "random_boolean.h"

namespace kleene::engine::summaries {
namespace {

/// KLEENE_RANDOM_PROGRAMS: how many; 200 unless set.
std::uint64_t count() {
  const char* text = std::getenv("KLEENE_RANDOM_PROGRAMS");
  return text == nullptr ? 200 : std::strtoull(text, nullptr, 10);
}

class EvidenceOfRandomPrograms : public testing::Test {
protected:
  template <class Check>
  void for_each_program(std::uint64_t first, Check check) {
    for (std::uint64_t seed = first; seed < first + count(); ++seed) {
      std::string text = reference::random_boolean_program(seed);
      auto read = frontend::boolean::read_boolean_text("random.bp", text, {});
      ASSERT_TRUE(read.ok()) << text;
      SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
      check(read->program);
      if (HasFatalFailure()) return;
    }
  }
  Budget budget;
};

TEST_F(EvidenceOfRandomPrograms, Reachability) {
  for_each_program(1, [&](const ir::Program& program) {
    evidence::Problem problem{program,
                              evidence::Property::UnreachCall,
                              frontend::boolean::default_targets(),
                              IntegerModel::Machine};
    bool reachable = reference::ExplicitReference(program).reaches(problem.targets);
    Answer answer = solve(problem, budget, silent_observer());
    if (const auto* violated = std::get_if<evidence::Execution>(&answer)) {
      ASSERT_TRUE(reachable);
      evidence::Replay replay = evidence::replay(problem, *violated, budget);
      ASSERT_EQ(replay.objection, "");
    } else {
      ASSERT_FALSE(reachable);
      const auto& proof = std::get<evidence::InductiveProof>(answer);
      ASSERT_EQ(evidence::judge_boolean(problem, proof, budget).objection, "");
    }
  });
}

TEST_F(EvidenceOfRandomPrograms, ExecutionsAreShortest) {
  std::uint64_t compared = 0;
  std::uint64_t longest = 0;
  for_each_program(5000, [&](const ir::Program& program) {
    evidence::Problem problem{program,
                              evidence::Property::UnreachCall,
                              frontend::boolean::default_targets(),
                              IntegerModel::Machine};
    Answer answer = solve(problem, budget, silent_observer());
    const auto* violated = std::get_if<evidence::Execution>(&answer);
    if (violated == nullptr) return;
    constexpr std::size_t most_stacks = 20'000;
    auto steps = reference::ExplicitReference(program).steps_to(problem.targets, most_stacks);
    if (!steps) return;
    ASSERT_EQ(violated->steps, *steps);
    longest = std::max(longest, *steps);
    ++compared;
  });
  EXPECT_GT(compared, count() / 10);
  EXPECT_GT(longest, count() < 500 ? 5U : 15U); // long ones are rare
}

/// What a callee does may be known before its call returns: that must not make the call shorter.
TEST(EvidenceOfPrograms, AKnownCalleeTakesItsTime) {
  auto skips = [](int n) {
    std::string text;
    for (int i = 0; i < n; ++i)
      text += "x := !x; ";
    return text;
  };
  auto steps = [](const std::string& text) {
    auto read = frontend::boolean::read_boolean_text("t.bp", text, {});
    evidence::Problem problem{read->program,
                              evidence::Property::UnreachCall,
                              frontend::boolean::default_targets(),
                              IntegerModel::Machine};
    Budget budget;
    Answer answer = solve(problem, budget, silent_observer());
    auto reference = reference::ExplicitReference(read->program).steps_to(problem.targets, 20'000);
    EXPECT_EQ(std::get<evidence::Execution>(answer).steps, reference);
    return std::get<evidence::Execution>(answer).steps;
  };
  auto three_ways = [&](int detour) {
    return "decl x; void f() begin " + skips(30) + " end void main() begin goto A, B, C; A: f(); "
           + "assume(F); B: " + skips(20) + "f(); goto ERROR; C: " + skips(detour)
           + "goto ERROR; ERROR: skip; end";
  };
  auto shorter = steps(three_ways(40)); // C, although B meets a known summary at step 32
  EXPECT_EQ(steps(three_ways(41)), shorter + 1);
  auto by_call = steps(three_ways(60));
  EXPECT_EQ(steps(three_ways(61)), by_call);
}

TEST_F(EvidenceOfRandomPrograms, Recurrence) {
  int endless = 0;
  int without_calls = 0;
  for_each_program(4000, [&](const ir::Program& program) {
    evidence::Problem problem{program, evidence::Property::Termination, {}, IntegerModel::Machine};
    auto accepted = [&](const evidence::LayeredRecurrence& claim) {
      return evidence::judge_recurrence(problem, claim, budget).accepted();
    };
    evidence::LayeredRecurrence all;
    for (const ir::Procedure& p : program.procedures)
      all.states.emplace_back(p.locations.size(), program.terms->truth(true));
    // Every state can go on only where nothing ends and nothing blocks, and then it is right.
    bool runs_for_ever = reference::ExplicitReference(program).runs_for_ever();
    ASSERT_TRUE(runs_for_ever || !accepted(all));
    if (!runs_for_ever) return;
    evidence::LayeredRecurrence claim = never_ends_in_layers(problem, budget, silent_observer());
    ASSERT_EQ(evidence::judge_recurrence(problem, claim, budget).objection, "");
    // Without the start nothing is shown; the greatest sets are not closed if they grow.
    evidence::LayeredRecurrence headless = claim;
    const ir::Procedure& main = program.procedure(program.entry);
    headless.states[program.entry.index()][main.entry.index()] = Term();
    ASSERT_FALSE(accepted(headless));
    evidence::LayeredRecurrence grown = claim;
    grown.states[program.entry.index()][main.exit.index()] = program.terms->truth(true);
    ASSERT_FALSE(accepted(grown));
    evidence::LayeredRecurrence no_calls = claim;
    no_calls.calls.layers.clear();
    without_calls += accepted(no_calls) ? 0 : 1;
    ++endless;
  });
  EXPECT_GT(endless, static_cast<int>(count() / 5));
  EXPECT_GT(without_calls, endless / 20); // where a call has to be stepped over
}

TEST_F(EvidenceOfRandomPrograms, Termination) {
  for_each_program(1, [&](const ir::Program& program) {
    evidence::Problem problem{program, evidence::Property::Termination, {}, IntegerModel::Machine};
    bool endless = reference::ExplicitReference(program).runs_for_ever();
    Answer answer = solve(problem, budget, silent_observer());
    if (const auto* never = std::get_if<evidence::Lasso>(&answer)) {
      ASSERT_TRUE(endless);
      ASSERT_EQ(evidence::judge(problem, *never, budget).objection, "");
    } else {
      ASSERT_FALSE(endless);
      const auto& proof = std::get<evidence::RankedProof>(answer);
      ASSERT_EQ(evidence::judge_ranked(problem, proof, budget).objection, "");
    }
  });
}

/// Something is taken away from a proof, or added to it; what was needed must be missed.
TEST_F(EvidenceOfRandomPrograms, TamperedProofsAreRefused) {
  int refused = 0;
  int accepted = 0;
  for_each_program(1000, [&](const ir::Program& program) {
    evidence::Problem problem{program,
                              evidence::Property::UnreachCall,
                              frontend::boolean::default_targets(),
                              IntegerModel::Machine};
    Answer answer = solve(problem, budget, silent_observer());
    bool reachable = reference::ExplicitReference(program).reaches(problem.targets);
    // A proof of everything, and one of nothing, for a program where the target is reached.
    if (reachable) {
      evidence::InductiveProof nothing;
      nothing.procedures.resize(program.procedures.size());
      ASSERT_NE(evidence::judge_boolean(problem, nothing, budget).objection, "");
      evidence::InductiveProof all = nothing;
      for (std::size_t f = 0; f < program.procedures.size(); ++f) {
        all.procedures[f].invariants.assign(program.procedures[f].locations.size(),
                                            program.terms->truth(true));
        all.procedures[f].summary = program.terms->truth(true);
      }
      ASSERT_NE(evidence::judge_boolean(problem, all, budget).objection, "");
      return;
    }
    const evidence::InductiveProof& proof = std::get<evidence::InductiveProof>(answer);
    reference::ExplicitReference truth(program);
    for (std::size_t f = 0; f < proof.procedures.size(); ++f) {
      auto arrives = [&](std::size_t l) {
        const ir::Location* wanted = &program.procedures[f].locations[l];
        return truth.reaches([&](ir::ProcId, const ir::Location* at) { return at == wanted; });
      };
      // Without the invariant of a location that is reached, something reachable is missing.
      for (std::size_t l = 0; l < proof.procedures[f].invariants.size(); ++l) {
        if (proof.procedures[f].invariants[l].null() || !arrives(l)) continue;
        evidence::InductiveProof tampered = proof;
        tampered.procedures[f].invariants[l] = Term();
        ASSERT_NE(evidence::judge_boolean(problem, tampered, budget).objection, "");
        ++refused;
      }
      const auto& claims = proof.procedures[f];
      if (claims.invariants.empty() || !arrives(program.procedures[f].exit.index())) continue;
      evidence::InductiveProof tampered = proof;
      tampered.procedures[f].summary = Term();
      ASSERT_NE(evidence::judge_boolean(problem, tampered, budget).objection, "");
    }
    ++accepted;
  });
  EXPECT_GT(refused, 2 * static_cast<int>(count()));
  EXPECT_GT(accepted, static_cast<int>(count() / 10));
}

TEST_F(EvidenceOfRandomPrograms, TamperedRanksAndLassosAreRefused) {
  int lassos = 0;
  int ranks = 0;
  for_each_program(2000, [&](const ir::Program& program) {
    evidence::Problem problem{program, evidence::Property::Termination, {}, IntegerModel::Machine};
    Answer answer = solve(problem, budget, silent_observer());
    if (const auto* never = std::get_if<evidence::Lasso>(&answer)) {
      evidence::Lasso longer = *never;
      ++longer.stem_steps;
      ++longer.loop_steps;
      longer.stem.push_back({});
      EXPECT_NE(evidence::judge(problem, longer, budget).objection, "");
      ++lassos;
      return;
    }
    evidence::RankedProof proof = std::get<evidence::RankedProof>(answer);
    if (proof.layers.size() < 2) return;
    // The start leaves last; without its layer it has no rank. Before all others, nothing is below.
    evidence::RankedProof cut = proof;
    cut.layers.pop_back();
    evidence::RankedProof turned = proof;
    std::rotate(turned.layers.begin(), turned.layers.end() - 1, turned.layers.end());
    EXPECT_TRUE(!evidence::judge_ranked(problem, cut, budget).accepted()
                || !evidence::judge_ranked(problem, turned, budget).accepted());
    evidence::RankedProof reversed = proof;
    std::reverse(reversed.layers.begin(), reversed.layers.end());
    if (evidence::judge_ranked(problem, reversed, budget).accepted()) return;
    ++ranks;
  });
  EXPECT_GT(lassos, static_cast<int>(count() / 5));
  EXPECT_GT(ranks, static_cast<int>(count() / 5));
}

} // namespace
} // namespace kleene::engine::summaries
