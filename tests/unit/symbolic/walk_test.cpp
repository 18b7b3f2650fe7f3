// SPDX-License-Identifier: Apache-2.0
#include "kleene/ir/text.h"
#include "kleene/symbolic/evaluate.h"
#include "kleene/symbolic/walk.h"

#include <gtest/gtest.h>

namespace kleene::symbolic {
namespace {

ir::Program program_of(const std::string& text) {
  Result<ir::Program> program = ir::parse(text, "walk.ir");
  EXPECT_TRUE(program);
  return std::move(*program);
}

/// The paths on which the edges of the entry are taken, and the Booleans that divide them.
std::pair<std::vector<Path>, std::vector<Term>> ways(const ir::Program& program) {
  const ir::Procedure& main = program.procedure(program.entry);
  FreshVariables fresh(*program.terms, first_fresh(program));
  std::vector<Path> paths;
  std::vector<Term> picked;
  branch(
      program,
      main,
      main.outgoing()[main.entry.index()],
      {},
      fresh,
      [&](const ir::Edge&, const Path& path) { paths.push_back(path); },
      [&](Term t, const Path&) { picked.push_back(t); });
  return {paths, picked};
}

TEST(Walk, EdgesWithoutChoiceNeedNoBooleans) {
  ir::Program program = program_of("global x: int = 0; proc main() { a -> b: assume x < 0; "
                                   "a -> exit: assume !(x < 0); b -> exit; }");
  auto [paths, picked] = ways(program);
  EXPECT_EQ(paths.size(), 2U);
  EXPECT_TRUE(picked.empty());
}

TEST(Walk, EveryExecutionTakesOneOfTheEdges) {
  ir::Program program = program_of("global x: int = 0; proc main() { a -> b; a -> c; a -> exit; "
                                   "b -> exit; c -> exit; }");
  auto [paths, picked] = ways(program);
  ASSERT_EQ(paths.size(), 3U);
  ASSERT_EQ(picked.size(), 2U);
  for (int choice = 0; choice < 4; ++choice) {
    Evaluator value(IntegerModel::Machine,
                    [&](Term t) -> Integer { return t == picked[0] ? choice % 2 : choice / 2; });
    Integer taken = 0;
    for (const Path& path : paths)
      taken += value(path.term(*program.terms));
    EXPECT_EQ(taken, 1) << choice;
  }
}

TEST(Walk, WhereWaysMeetTheValueIsThatOfTheWayTaken) {
  ir::Program program = program_of("global x: int = 0; proc main() { a -> exit; }");
  TermManager& terms = *program.terms;
  FreshVariables fresh(terms, first_fresh(program));
  Term left = fresh(Type::boolean());
  VarId x = program.globals.front();
  auto way = [&](Term condition, int number) {
    PathState result{Path().with(condition), {}};
    result.state.set(x, terms.constant(program.variable(x).type, number));
    return result;
  };
  std::optional<PathState> met;
  meet(program, met, way(left, 1));
  meet(program, met, way(terms.negate(left), 2));
  for (int side : {0, 1}) {
    Evaluator value(IntegerModel::Machine, [&](Term) -> Integer { return side; });
    EXPECT_EQ(value(met->path.term(terms)), 1);
    EXPECT_EQ(value(met->state.value(program, x)), side == 1 ? 1 : 2);
  }
}

TEST(Walk, LocationsComeInTheirOrder) {
  Frontier<int, std::vector<int>> frontier;
  frontier.at(5, ir::LocId(1)).push_back(50);
  frontier.at(2, ir::LocId(7)).push_back(20);
  frontier.at(5, ir::LocId(1)).push_back(51);
  auto first = frontier.next();
  EXPECT_EQ(first.first, ir::LocId(7));
  EXPECT_EQ(first.second, (std::vector<int>{20}));
  frontier.at(1, ir::LocId(3)).push_back(10);
  EXPECT_EQ(frontier.next().first, ir::LocId(3));
  EXPECT_EQ(frontier.next().second, (std::vector<int>{50, 51}));
  EXPECT_TRUE(frontier.empty());
}

} // namespace
} // namespace kleene::symbolic
