// SPDX-License-Identifier: Apache-2.0
#include "kleene/witness/export.h"
#include "kleene/witness/follow.h"
#include "kleene/witness/scope.h"

#include "program.h"

namespace kleene::witness {
namespace {

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

evidence::Replay replay_of(const ir::Program& program, std::vector<Integer> values) {
  evidence::Execution execution{{}, UINT64_MAX};
  for (Integer value : values) {
    evidence::Input input;
    input.value = value;
    execution.inputs.push_back(input);
  }
  Budget budget;
  return evidence::replay({program, evidence::Property::UnreachCall, errors}, execution, budget);
}

TEST(Export, AnExecutionIsItsValuesAndItsTarget) {
  ir::Program program = program_of(two_values);
  evidence::Replay replay = replay_of(program, {7, 1, 4});
  ASSERT_TRUE(replay.accepted()) << replay.objection;
  ViolationSequence sequence =
      violation({program, evidence::Property::UnreachCall, errors}, replay);
  ASSERT_EQ(sequence.segments.size(), 4U);
  const Waypoint& first = sequence.segments[0].front();
  EXPECT_EQ(first.type, WaypointType::FunctionReturn);
  EXPECT_EQ(first.value, "\\result == 7");
  EXPECT_EQ(first.place.line, 4U);
  EXPECT_EQ(first.place.column, 33U) << "the closing parenthesis";
  EXPECT_EQ(first.place.function, "main");
  EXPECT_EQ(sequence.segments[2].front().value, "\\result == 4");
  EXPECT_EQ(sequence.segments[2].front().place.line, 6U);
  const Waypoint& last = sequence.segments[3].front();
  EXPECT_EQ(last.type, WaypointType::Target);
  EXPECT_EQ(last.place.line, 9U);
  EXPECT_EQ(last.place.column, 7U);
}

TEST(Follow, ValuesOfAWitnessReplay) {
  ir::Program program = program_of(two_values);
  ViolationSequence sequence = violation({program, evidence::Property::UnreachCall, errors},
                                         replay_of(program, {7, 1, 1, 3}));
  WitnessInputs inputs(program, sequence);
  ir::RunOptions options;
  options.targets = errors;
  EXPECT_EQ(ir::Interpreter(program).run(inputs, options).ending, ir::Ending::TargetReached);
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
