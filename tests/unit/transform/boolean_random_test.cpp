// SPDX-License-Identifier: Apache-2.0
// Transformations for Boolean programs on random ones, against the explicit references.
#include "kleene/frontend/boolean/boolean_frontend.h"
#include "kleene/ir/text.h"
#include "kleene/ir/validate.h"
#include "kleene/transform/ctl.h"
#include "kleene/transform/guard_slicing.h"
#include "kleene/transform/rounds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <random>

#include "explicit_reference.h"
#include "explicit_scheduler.h"
#include "random_boolean.h"
#include "random_concurrent.h"

namespace kleene::transform {
namespace {

std::uint64_t count() {
  return std::getenv("KLEENE_LONG") != nullptr ? 3'000 : 80;
}

ir::Program read(const std::string& text) {
  auto result = frontend::boolean::read_boolean_text("random.bp", text, {});
  EXPECT_TRUE(result.ok()) << text;
  return std::move(result->program);
}

/// With the labels A and END anywhere.
ir::Program labelled(std::uint64_t seed) {
  reference::RandomShape small{1, 2, 1, 1, 1, 3, 2};
  ir::Program program = read(reference::random_boolean_program(seed, small));
  std::mt19937_64 random(seed);
  for (ir::Procedure& p : program.procedures)
    for (ir::Location& l : p.locations) {
      if (random() % 4 == 0) l.labels.emplace_back("A");
      if (random() % 6 == 0) l.labels.emplace_back("END");
    }
  return program;
}

TEST(Ctl, RandomProgramsAgreeWithTheReference) {
  auto has = [](const std::vector<std::string>& labels, const char* label) {
    return std::ranges::find(labels, label) != labels.end();
  };
  const std::vector<PlaceFormula> formulas{
      [&](const auto& l) { return has(l, "A"); },
      [&](const auto& l) { return !has(l, "A"); },
      [&](const auto& l) { return has(l, "END"); },
      [&](const auto& l) { return has(l, "A") || !has(l, "END"); },
  };
  std::size_t stay = 0;
  std::size_t reach = 0;
  for (std::uint64_t seed = 1; seed <= count(); ++seed) {
    ir::Program program = labelled(seed);
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + ir::print(program));
    for (const PlaceFormula& formula : formulas) {
      auto here = [&](ir::ProcId, const ir::Location* l) {
        return formula(l == nullptr ? std::vector<std::string>{"END"} : l->labels);
      };
      auto inside = [&](ir::ProcId p, const ir::Location* l) { return l != nullptr && here(p, l); };
      reference::ExplicitReference truth(program);
      Result<Marked> marked = mark_places(program, formula);
      ASSERT_TRUE(marked.ok());
      ASSERT_EQ(ir::validate(marked->program), std::vector<std::string>{});
      bool reached = truth.reaches(here);
      ASSERT_EQ(reference::ExplicitReference(marked->program).reaches(marked->targets), reached);
      Transformed restricted = restrict_to(program, formula);
      ASSERT_EQ(ir::validate(restricted.program), std::vector<std::string>{});
      bool stays = truth.stays(inside);
      ASSERT_EQ(reference::ExplicitReference(restricted.program).runs_for_ever(), stays);
      if (formula({"END"})) {
        Result<Marked> ends = mark_end(restricted.program);
        ASSERT_TRUE(ends.ok());
        ASSERT_EQ(truth.stays(here),
                  stays || reference::ExplicitReference(ends->program).reaches(ends->targets));
      }
      stay += stays ? 1 : 0;
      reach += reached ? 1 : 0;
    }
  }
  EXPECT_GT(stay, count() / 20);
  EXPECT_GT(reach, count() / 2);
}

/// It has all executions, and perhaps more; wherever it says that there are none, there are none.
TEST(GuardSlicing, RandomProgramsHaveNoFewerExecutions) {
  ir::TargetSelection targets = frontend::boolean::default_targets();
  std::size_t infinite = 0;
  std::size_t proved = 0;
  for (std::uint64_t seed = 1; seed <= 2 * count(); ++seed) {
    ir::Program program = read(reference::random_boolean_program(seed, {2, 2, 1, 1, 1, 4, 2}));
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + ir::print(program));
    reference::ExplicitReference truth(program);
    bool reached = truth.reaches(targets);
    bool forever = truth.runs_for_ever();
    for (const Transformed& easier : easier_programs(program, targets)) {
      ASSERT_EQ(easier.program.variables.size(), easier.back.variables());
      reference::ExplicitReference other(easier.program);
      bool more = other.reaches(targets);
      ASSERT_TRUE(more || !reached);
      ASSERT_TRUE(!forever || other.runs_for_ever());
      infinite += forever ? 1 : 0;
      proved += more ? 0 : 1;
    }
  }
  EXPECT_GT(infinite, 0U);
  EXPECT_GT(proved, 0U);
}

/// With r rounds, every execution with fewer than r switches is there, and nothing that no schedule does.
TEST(Rounds, RandomConcurrentProgramsAgreeWithTheScheduler) {
  ir::TargetSelection targets = frontend::boolean::default_targets();
  reference::ConcurrentShape small{2, 2, 3, false};
  std::size_t compared = 0;
  std::size_t reached = 0;
  for (std::uint64_t seed = 1; compared < count() / 4; ++seed) {
    ir::Program program = read(reference::random_concurrent_program(seed, small));
    if (program.threads.empty()) continue;
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + ir::print(program));
    reference::Scheduled truth =
        reference::schedule_explicitly(program, targets, {.switches = 8, .depth = 4});
    if (truth.too_large) continue;
    Result<Sequentialised> rounds = sequentialise(program, targets, 2);
    ASSERT_TRUE(rounds.ok());
    ASSERT_EQ(ir::validate(rounds->program), std::vector<std::string>{});
    bool found = reference::ExplicitReference(rounds->program).reaches(rounds->targets);
    if (truth.switches && *truth.switches < 2) {
      ASSERT_TRUE(found);
    }
    if (found && !truth.cut_off) {
      ASSERT_TRUE(truth.switches.has_value());
    }
    ++compared;
    reached += found ? 1 : 0;
  }
  EXPECT_GT(reached, compared / 10);
  EXPECT_LT(reached, compared);
}

} // namespace
} // namespace kleene::transform
