// SPDX-License-Identifier: Apache-2.0
#include "kleene/witness/export.h"
#include "kleene/witness/follow.h"
#include "kleene/witness/scope.h"

#include <set>

#include "program.h"

namespace kleene::witness {
namespace {

using frontend::task::Segment;
using frontend::task::ViolationSequence;
using frontend::task::Waypoint;
using frontend::task::WaypointAction;
using frontend::task::WaypointType;

const ir::TargetSelection errors{{"reach_error"}, false, {}};

const char* const two_values = R"(int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0;
  while (y < 3)
    y += __VERIFIER_nondet_int();
  if (x == 7) {
    if (y == 5)
      reach_error();
  }
  return 0;
})";

evidence::Replay
replay_of(const ir::Program& program, const std::vector<Integer>& values, evidence::Trace& trace) {
  evidence::Execution execution{{}, UINT64_MAX};
  for (Integer value : values) {
    evidence::Input input;
    input.value = value;
    execution.inputs.push_back(input);
  }
  Budget budget;
  return evidence::replay(
      {program, evidence::Property::UnreachCall, errors}, execution, budget, trace);
}

TEST(Export, AnExecutionIsItsValuesAndItsTarget) {
  ir::Program program = program_of(two_values);
  evidence::Trace trace;
  evidence::Replay replay = replay_of(program, {7, 1, 4}, trace);
  ASSERT_TRUE(replay.accepted()) << replay.objection;
  ViolationSequence sequence =
      violation({program, evidence::Property::UnreachCall, errors}, replay, trace);
  std::string types;
  std::vector<Waypoint> values;
  for (const Segment& segment : sequence.segments) {
    ASSERT_EQ(segment.size(), 1U);
    const Waypoint& w = segment.front();
    if (w.type == WaypointType::FunctionReturn) values.push_back(w);
    if (w.type == WaypointType::Branching) types += w.value == "true" ? "t" : "f";
    if (w.type == WaypointType::FunctionReturn) types += "v";
    if (w.type == WaypointType::Target) types += "!";
  }
  EXPECT_EQ(types, "vtvtvftt!") << "x, two rounds of the loop, its end, two conditions, the call";
  ASSERT_EQ(values.size(), 3U);
  const Waypoint& first = values[0];
  EXPECT_EQ(first.type, WaypointType::FunctionReturn);
  EXPECT_EQ(first.value, "\\result == 7");
  EXPECT_EQ(first.place.line, 4U);
  EXPECT_EQ(first.place.column, 33U) << "the closing parenthesis";
  EXPECT_EQ(first.place.function, "main");
  EXPECT_EQ(values[2].value, "\\result == 4");
  EXPECT_EQ(values[2].place.line, 6U);
  const Waypoint& last = sequence.segments.back().front();
  EXPECT_EQ(last.type, WaypointType::Target);
  EXPECT_EQ(last.place.line, 9U);
  EXPECT_EQ(last.place.column, 7U);
}

TEST(Follow, ValuesOfAWitnessReplay) {
  ir::Program program = program_of(two_values);
  evidence::Trace trace;
  evidence::Replay replay = replay_of(program, {7, 1, 1, 3}, trace);
  ViolationSequence sequence =
      violation({program, evidence::Property::UnreachCall, errors}, replay, trace);
  WitnessInputs inputs(program, sequence);
  ir::RunOptions options;
  options.targets = errors;
  EXPECT_EQ(ir::Interpreter(program).run(inputs, options).ending, ir::Ending::TargetReached);
}

TEST(Follow, AnExecutionPassesItsOwnWaypointsAndNoOthers) {
  ir::Program program = program_of(two_values);
  evidence::Problem problem{program, evidence::Property::UnreachCall, errors};
  Budget budget;
  std::vector<evidence::Replay> replays;
  std::vector<evidence::Trace> traces;
  for (std::vector<Integer> values : {std::vector<Integer>{7, 1, 4}, {7, 5}, {7, 1, 1, 3}})
    replays.push_back(replay_of(program, values, traces.emplace_back()));
  for (std::size_t i = 0; i < replays.size(); ++i) {
    ASSERT_TRUE(replays[i].accepted());
    ViolationSequence own = violation(problem, replays[i], traces[i]);
    for (std::size_t k = 0; k < replays.size(); ++k) {
      evidence::Execution other{replays[k].inputs, replays[k].run.steps};
      EXPECT_EQ(passes(problem, other, own, budget), i == k) << i << ", " << k;
    }
  }
}

Waypoint waypoint(WaypointType type,
                  unsigned line,
                  unsigned column,
                  std::string value,
                  WaypointAction action = WaypointAction::Follow) {
  return {type, action, {"test.c", line, column, ""}, std::move(value), ""};
}

/// How the restricted program ends on these values.
ir::Ending end_of(const ViolationSequence& sequence, std::vector<Integer> values) {
  ir::Program program = program_of(two_values);
  Followed followed = follow(program, errors, sequence);
  EXPECT_TRUE(followed.ignored.empty());
  ir::InputList inputs(std::move(values));
  ir::RunOptions options;
  options.targets = errors;
  return ir::Interpreter(followed.program).run(inputs, options).ending;
}

TEST(Follow, OnlyExecutionsThatPassTheWaypointsReachTheTarget) {
  ViolationSequence rounds; // the loop is entered twice
  rounds.segments = {{waypoint(WaypointType::Branching, 5, 3, "true")},
                     {waypoint(WaypointType::Branching, 5, 3, "true")}};
  EXPECT_EQ(end_of(rounds, {7, 1, 4}), ir::Ending::TargetReached);
  EXPECT_EQ(end_of(rounds, {7, 5}), ir::Ending::Blocked) << "only one round";

  ViolationSequence assumed;
  assumed.segments = {{waypoint(WaypointType::Assumption, 7, 3, "y == 5 && x == 7")}};
  EXPECT_EQ(end_of(assumed, {7, 5}), ir::Ending::TargetReached);

  ViolationSequence wrong;
  wrong.segments = {{waypoint(WaypointType::Assumption, 7, 3, "y == 6")}};
  EXPECT_EQ(end_of(wrong, {7, 5}), ir::Ending::Blocked);

  ViolationSequence avoided;
  avoided.segments = {
      {waypoint(WaypointType::FunctionReturn, 6, 0, "\\result < 2", WaypointAction::Avoid),
       waypoint(WaypointType::Branching, 7, 3, "true")}};
  EXPECT_EQ(end_of(avoided, {7, 5}), ir::Ending::TargetReached);
  EXPECT_EQ(end_of(avoided, {7, 1, 4}), ir::Ending::Blocked) << "1 was to be avoided";

  ViolationSequence left; // the loop is left, then the branch taken
  left.segments = {{waypoint(WaypointType::Branching, 5, 3, "false")},
                   {waypoint(WaypointType::Branching, 7, 3, "true")}};
  EXPECT_EQ(end_of(left, {7, 5}), ir::Ending::TargetReached);
}

const char* const for_ever = R"(int __VERIFIER_nondet_int(void);
int down(int n) {
  if (n == 0) return 0;
  return down(n);
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  while (x > 3) {
    x = __VERIFIER_nondet_int();
  }
  return down(x);
})";

/// An infinite execution with these inputs: as many steps as the program model needs for them.
evidence::Lasso
lasso_of(const evidence::Problem& problem, std::vector<Integer> stem, std::vector<Integer> loop) {
  evidence::Lasso lasso;
  for (Integer value : stem)
    lasso.stem.push_back({.value = value});
  for (Integer value : loop)
    lasso.loop.push_back({.value = value});
  Budget budget;
  for (lasso.stem_steps = 1; lasso.stem_steps < 30; ++lasso.stem_steps)
    for (lasso.loop_steps = 1; lasso.loop_steps < 10; ++lasso.loop_steps)
      if (evidence::judge(problem, lasso, budget).accepted()) return lasso;
  ADD_FAILURE() << "no infinite execution";
  return lasso;
}

TEST(Follow, InfiniteExecutionsPassTheirCyclesAgainAndAgain) {
  ir::Program program = program_of(for_ever);
  evidence::Problem problem{program, evidence::Property::Termination, {}};
  Budget budget;
  ViolationSequence loop;
  loop.segments = {{waypoint(WaypointType::Branching, 8, 3, "true", WaypointAction::Cycle)}};
  ViolationSequence recursion;
  recursion.segments = {{waypoint(WaypointType::Branching, 8, 3, "false")},
                        {waypoint(WaypointType::FunctionEnter, 4, 16, "", WaypointAction::Cycle)}};
  evidence::Lasso around = lasso_of(problem, {5}, {5});
  EXPECT_TRUE(passes(problem, around, loop, budget));
  EXPECT_FALSE(passes(problem, around, recursion, budget));
  for (std::vector<Integer> stem : {std::vector<Integer>{2}, {5, 2}, {5, 5, 5, 5, 5, 5, 2}}) {
    evidence::Lasso deeper = lasso_of(problem, stem, {});
    EXPECT_FALSE(passes(problem, deeper, loop, budget)) << "not for ever";
    EXPECT_TRUE(passes(problem, deeper, recursion, budget));
  }
}

TEST(Export, AnInfiniteExecutionHasACycle) {
  ir::Program program = program_of(for_ever);
  evidence::Problem problem{program, evidence::Property::Termination, {}};
  Budget budget;
  auto written = [&](const evidence::Lasso& lasso) {
    evidence::Trace trace;
    evidence::LassoJudgement judgement = evidence::judge(problem, lasso, budget, trace);
    ViolationSequence sequence = violation(problem, lasso, judgement, trace);
    EXPECT_TRUE(passes(problem, lasso, sequence, budget));
    return sequence;
  };
  ViolationSequence loop = written(lasso_of(problem, {5}, {5}));
  bool cycle = false;
  std::set<WaypointType> types;
  for (const Segment& segment : loop.segments) {
    const Waypoint& w = segment.front();
    EXPECT_TRUE(!cycle || w.action == WaypointAction::Cycle) << "the cycle comes last";
    cycle |= w.action == WaypointAction::Cycle;
    if (cycle) types.insert(w.type);
  }
  EXPECT_EQ(types, (std::set{WaypointType::FunctionReturn, WaypointType::Branching}));
  EXPECT_EQ(written(lasso_of(problem, {2}, {})).segments.back().front().action,
            WaypointAction::Cycle);
}

TEST(Follow, InvariantsBecomeAssertions) {
  ir::Program program = program_of(two_values);
  frontend::task::InvariantSet set;
  set.invariants = {{true, {"test.c", 5, 3, "main"}, "y <= 4"},
                    {false, {"test.c", 7, 3, "main"}, "y >= 3"},
                    {true, {"test.c", 5, 3, "main"}, "z == 1"}};
  Asserted asserted = assert_invariants(program, set);
  EXPECT_EQ(asserted.invariants, 2U);
  ASSERT_EQ(asserted.ignored.size(), 1U);
  auto ends_at = [&](std::vector<Integer> values) {
    ir::InputList inputs(std::move(values));
    ir::RunOptions options;
    options.targets = {{"reach_error"}, false, {std::string(refuted_label)}};
    return ir::Interpreter(asserted.program).run(inputs, options).label;
  };
  EXPECT_EQ(ends_at({7, 3}), "");
  EXPECT_EQ(ends_at({7, 5}), refuted_label) << "y becomes 5";
}

TEST(Export, AProofSaysWhatHoldsAtLoops) {
  ir::Program program = program_of(R"(int main(void) {
  int i = 0;
  for (i = 0; i < 10; i++) { }
  do { int k = i; i -= k; } while (i > 0);
  return i;
})");
  TermManager& terms = *program.terms;
  const ir::Procedure& p = program.procedure(program.entry);
  evidence::InductiveProof proof;
  proof.sparse = true;
  proof.procedures.resize(program.procedures.size());
  auto& own = proof.procedures[program.entry.index()];
  own.invariants.resize(p.locations.size());
  Scope scope(program, program.entry, FileId(0), point_of(program, "for"));
  Term i = program.var(*scope.find("i"));
  Term bound = terms.le(i, terms.constant(i.type(), 10));
  std::size_t tmp = program.variables.size(); // an entry copy: C has no name for it
  Term unnamed = terms.eq(i, terms.variable(VarId(tmp), i.type()));
  for (const ir::Location& l : p.locations)
    for (const ir::SourceMark& mark : l.marks)
      if (mark.kind == ir::SourceMark::Kind::Loop)
        own.invariants[static_cast<std::size_t>(&l - p.locations.data())] =
            terms.conj(bound, unnamed);
  auto set = invariants({program, evidence::Property::UnreachCall, errors}, proof);
  ASSERT_EQ(set.invariants.size(), 2U);
  EXPECT_EQ(set.invariants[0].value, "i <= 10");
  EXPECT_EQ(set.invariants[0].place.line, 3U);
  EXPECT_EQ(set.invariants[0].place.column, 3U);
  EXPECT_EQ(set.invariants[1].place.line, 4U);
}

TEST(Places, ColumnsCountCharacters) {
  ir::Program program = program_of("int main(void) { /* \xc3\xa4\xc3\xb6 */ while (1) { } }");
  auto found = marked(program, ir::SourceMark::Kind::Loop, {"test.c", 1, 27, ""});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(to_place(program, found[0].file, found[0].at, "").column, 27U);
}

} // namespace
} // namespace kleene::witness
