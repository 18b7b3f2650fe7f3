// SPDX-License-Identifier: Apache-2.0
// Oracle O2: the sets of the engine, location by location, against an explicit model of the same equations
// (minterm_model.h), on random programs over integers of a few bits.
// Where the program chooses, the model tries the same values as the engine does; and all values, which may only
// find more.
#include <gtest/gtest.h>

#include <cstdlib>

#include "minterm_model.h"
#include "random_small.h"

namespace kleene::engine::exact {
namespace {

/// KLEENE_RANDOM_PROGRAMS: how many; 40 unless set.
std::uint64_t count() {
  const char* text = std::getenv("KLEENE_RANDOM_PROGRAMS");
  return text == nullptr ? 40 : std::strtoull(text, nullptr, 10);
}

void compare(Solved& solved, const MintermModel& model) {
  for (const Procedure& p : solved.program().procedures())
    for (ir::LocId l : p.cuts) {
      const domain::Belnap& nonterm = solved.nonterm().states(p.id, l);
      Term reached = solved.domain().formula(solved.forward().states(p.id, l));
      Term may = solved.domain().formula(nonterm.may);
      Term must = solved.domain().formula(nonterm.must);
      ir::ProgramPoint at{p.id, l};
      model.for_each_state(at, [&](const Concrete& values) {
        MintermModel::Minterm m = model.minterm(at, values);
        EXPECT_EQ(holds(reached, values), model.reached(at, m)) << "at " << l.index();
        EXPECT_EQ(holds(may, values), model.may(at, m)) << "at " << l.index();
        EXPECT_EQ(holds(must, values), model.must_by_options(at, m)) << "at " << l.index();
        EXPECT_LE(holds(must, values), model.must(at, m)) << "at " << l.index();
      });
    }
}

TEST(OracleO2, SameSetsAsTheExplicitModel) {
  std::size_t compared = 0;
  for (std::uint64_t seed = 1; seed <= count() && !testing::Test::HasFailure(); ++seed) {
    std::string text = to_ir(reference::random_small_program(seed, 2));
    Solved solved(text, {.integers = IntegerModel::Machine, .seeds = 6});
    solved.solve();
    MintermModel model(solved.abstract(),
                       [&](ir::ProcId f, ir::LocId l) { return solved.choices(f, l); });
    // With too many valuations the engine takes a larger set.
    if (solved.domain().alpha().statistics().fallbacks > 0 || !model.solve()) continue;
    ++compared;
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
    compare(solved, model);
  }
  EXPECT_GT(compared * 4, count()) << "many of these programs should be small enough";
}

} // namespace
} // namespace kleene::engine::exact
