// SPDX-License-Identifier: Apache-2.0
// Recursion with whole stacks: what no bounded depth of the stack decides, the judge of such proofs, and
// random programs against the explicit scheduler and the formula.
#include "kleene/engine/concurrent/concurrent.h"
#include "kleene/engine/concurrent/relations.h"
#include "kleene/frontend/boolean/boolean_frontend.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "explicit_scheduler.h"
#include "random_concurrent.h"

namespace kleene::engine::concurrent {
namespace {

class Checked {
public:
  explicit Checked(const std::string& text)
      : read_(frontend::boolean::read_boolean_text("stacks.bp", text, {})) {
    EXPECT_TRUE(read_.ok()) << render(read_.error());
  }

  evidence::Problem problem(std::optional<std::size_t> switches = {}) const {
    return {read_->program,
            evidence::Property::UnreachCall,
            frontend::boolean::default_targets(),
            IntegerModel::Machine,
            switches,
            {}};
  }

private:
  Result<frontend::boolean::BooleanProgram> read_;
};

Answer answer(const evidence::Problem& problem) {
  Budget budget;
  return solve(problem, budget, silent_observer());
}

Answer answer_with_stacks(const evidence::Problem& problem) {
  Budget budget;
  return solve_with_stacks(problem, budget, silent_observer());
}

/// Every activation of f has the same argument, however many there are. What a deep stack holds must
/// not be forgotten.
const char* const same_all_the_way = R"(
decl x, y; init !y;
thread A begin
  void f(b) begin
    if (*) then f(b); fi
    assert(b = x);
  end
  void main() begin decl c; c := x; f(c); end
end
thread B begin void main() begin while (*) do y := !y; od end end)";

TEST(WholeStacks, ProveWhatForgettingCannot) {
  Checked checked(same_all_the_way);
  Answer found = answer(checked.problem());
  const auto* proved = std::get_if<evidence::StackProof>(&found);
  ASSERT_NE(proved, nullptr);
  Budget budget;
  EXPECT_EQ(evidence::judge(checked.problem(), *proved, budget).objection, "");
}

TEST(WholeStacks, NoProofIsClaimedWithABound) {
  Answer found = answer(Checked(same_all_the_way).problem(2));
  const auto* unknown = std::get_if<Unknown>(&found);
  ASSERT_NE(unknown, nullptr);
  EXPECT_EQ(unknown->reason, "no error within 2 context switches");
}

/// The error needs eleven activations of f at once, and the other thread in between.
const char* const deep_error = R"(
decl c3, c2, c1, c0, go; init !c3 & !c2 & !c1 & !c0 & !go;
thread A begin
  void f() begin
    c3, c2, c1, c0 := c3 != (c2 & c1 & c0), c2 != (c1 & c0), c1 != c0, !c0;
    if (c3 & !c2 & c1 & c0) then
      assume(go);
      ERROR: skip;
    else
      f();
      c3, c2, c1, c0 := F, F, F, F;
    fi
  end
  void main() begin f(); end
end
thread B begin void main() begin assume(c3 & !c2 & c1 & c0); go := T; end end)";

TEST(WholeStacks, FindErrorsBeneathManyCalls) {
  Checked checked(deep_error);
  Answer found = answer(checked.problem());
  const auto* violated = std::get_if<evidence::Schedule>(&found);
  ASSERT_NE(violated, nullptr);
  Budget budget;
  evidence::ScheduleReplay replay = evidence::replay(checked.problem(), *violated, budget);
  EXPECT_EQ(replay.objection, "");
  EXPECT_EQ(replay.run.switches, 2U);
  EXPECT_EQ(replay.run.run.stack.size(), 12U);
}

/// The stacks of A grow by one with each turn of B, so the sets of stacks never stop growing; what
/// is on top stops at once, which proves nothing.
const char* const one_more_each_time = R"(
decl turn, wrong; init !turn & !wrong;
thread A begin
  void f() begin
    assume(!turn); turn := T;
    if (*) then f(); fi
    if (wrong) then ERROR: skip; fi
  end
  void main() begin f(); end
end
thread B begin void main() begin while (*) do assume(turn); turn := F; od end end)";

TEST(WholeStacks, AreForgottenWhereTheyGrowForEver) {
  Checked checked(one_more_each_time);
  Answer found = answer(checked.problem());
  const auto* proved = std::get_if<evidence::InterleavingProof>(&found);
  ASSERT_NE(proved, nullptr);
  Budget budget;
  EXPECT_EQ(evidence::judge(checked.problem(), *proved, budget).objection, "");
}

TEST(StackJudge, EverySetAndEveryEdgeIsNeeded) {
  Checked checked(same_all_the_way);
  Answer found = answer_with_stacks(checked.problem());
  const auto* proved = std::get_if<evidence::StackProof>(&found);
  ASSERT_NE(proved, nullptr);
  Budget budget;
  const evidence::StackProof& proof = *proved;
  for (std::size_t s = 0; s < proof.sets.size(); ++s) {
    evidence::StackProof broken = proof;
    broken.sets.erase(broken.sets.begin() + static_cast<std::ptrdiff_t>(s));
    EXPECT_NE(evidence::judge(checked.problem(), broken, budget).objection, "") << "set " << s;
  }
  for (std::size_t a = 0; a < proof.automata.size(); ++a)
    for (std::size_t q = 0; q < proof.automata[a].states.size(); ++q)
      for (std::size_t e = 0; e < proof.automata[a].states[q].next.size(); ++e) {
        evidence::StackProof broken = proof;
        auto& next = broken.automata[a].states[q].next;
        next.erase(next.begin() + static_cast<std::ptrdiff_t>(e));
        EXPECT_NE(evidence::judge(checked.problem(), broken, budget).objection, "")
            << "automaton " << a << ", state " << q << ", edge " << e;
      }
}

TEST(StackJudge, RefusesAProofOfAnotherProgram) {
  Checked checked(same_all_the_way);
  std::string wrong = same_all_the_way;
  wrong.replace(wrong.find("assert(b = x)"), 13, "assert(b = y)");
  Checked other(wrong);
  Answer found = answer_with_stacks(checked.problem());
  const auto* proved = std::get_if<evidence::StackProof>(&found);
  ASSERT_NE(proved, nullptr);
  Budget budget;
  EXPECT_NE(evidence::judge(other.problem(), *proved, budget).objection, "");
}

TEST(StackJudge, RefusesNonsense) {
  Checked checked(same_all_the_way);
  Budget budget;
  evidence::StackProof nothing;
  EXPECT_NE(evidence::judge(checked.problem(), nothing, budget).objection, "");
  evidence::StackProof out_of_range;
  out_of_range.automata.push_back({{{true, {{7, 7}}}}});
  EXPECT_EQ(evidence::judge(checked.problem(), out_of_range, budget).objection,
            "an automaton makes no sense");
  evidence::StackProof no_place;
  no_place.symbols.push_back({ir::StackSymbol::Kind::Frame, ir::ProcId(99), 0, 0});
  EXPECT_EQ(evidence::judge(checked.problem(), no_place, budget).objection,
            "a symbol does not fit the program");
}

/// KLEENE_RANDOM_PROGRAMS: how many; 200 unless set.
std::uint64_t count() {
  const char* text = std::getenv("KLEENE_RANDOM_PROGRAMS");
  return text == nullptr ? 200 : std::strtoull(text, nullptr, 10);
}

/// Switches of an accepted violation; nothing if there is none. Proofs have to be accepted too.
std::optional<std::size_t> switches(const evidence::Problem& problem, const Answer& answer) {
  Budget budget;
  if (const auto* violated = std::get_if<evidence::Schedule>(&answer)) {
    evidence::ScheduleReplay replay = evidence::replay(problem, *violated, budget);
    EXPECT_EQ(replay.objection, "");
    return replay.run.switches;
  }
  if (const auto* proved = std::get_if<evidence::StackProof>(&answer)) {
    EXPECT_EQ(evidence::judge(problem, *proved, budget).objection, "");
  }
  return std::nullopt;
}

TEST(RandomWholeStacks, AgreeWithTheSchedulerWithoutRecursion) {
  std::size_t reached = 0;
  std::uint64_t compared = 0;
  for (std::uint64_t seed = 1; compared < count() / 2; ++seed) {
    std::string text =
        reference::random_concurrent_program(seed, {.shared = 2, .threads = 2, .statements = 3});
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
    Checked checked(text);
    evidence::Problem problem = checked.problem();
    reference::Scheduled truth =
        reference::schedule_explicitly(problem.program, problem.targets, {.switches = 20});
    if (truth.too_large) continue;
    ASSERT_FALSE(truth.cut_off);
    ++compared;
    reached += truth.switches ? 1 : 0;
    Answer found = answer_with_stacks(problem);
    ASSERT_FALSE(std::holds_alternative<Unknown>(found)) << std::get<Unknown>(found).reason;
    ASSERT_EQ(switches(problem, found), truth.switches);
  }
  EXPECT_GT(reached, compared / 20);
  EXPECT_LT(reached, compared);
}

/// The formula keeps recursion exactly; the scheduler sees stacks up to a depth.
TEST(RandomWholeStacks, AgreeWithFormulaAndSchedulerOnRecursion) {
  constexpr std::size_t bound = 2;
  std::uint64_t compared = 0;
  std::size_t reached = 0;
  for (std::uint64_t seed = 1; compared < count() / 4; ++seed) {
    std::string text = reference::random_concurrent_program(
        seed, {.shared = 2, .threads = 2, .statements = 2, .recursion = true});
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
    Checked checked(text);
    evidence::Problem problem = checked.problem(bound);
    std::optional<std::size_t> found = switches(problem, answer_with_stacks(problem));
    reference::Scheduled truth = reference::schedule_explicitly(
        problem.program, problem.targets, {.switches = bound, .depth = 4});
    if (!truth.too_large && truth.switches) {
      ASSERT_TRUE(found.has_value());
      ASSERT_LE(*found, *truth.switches);
    }
    ++compared;
    reached += found ? 1 : 0;
    for (std::size_t k = 0; k <= bound && !problem.program.threads.empty(); ++k) {
      Budget budget;
      Result<bool> formula =
          reachable_by_formula(problem.program, problem.targets, k, budget, silent_observer());
      ASSERT_TRUE(formula.ok()) << render(formula.error());
      ASSERT_EQ(*formula, found && *found <= k) << k << " switches";
    }
  }
  EXPECT_GT(reached, compared / 20);
  EXPECT_LT(reached, compared);
}

} // namespace
} // namespace kleene::engine::concurrent
