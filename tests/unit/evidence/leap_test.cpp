// SPDX-License-Identifier: Apache-2.0
// The judge of leaps: the examples of Ball, Kupferman and Sagiv, with which theorem holds for which of
// them and what stops the other one, and the rules without which leaps would prove too much.
#include "kleene/evidence/file.h"

#include <gmock/gmock.h>

#include "judge_support.h"

namespace kleene::evidence {
namespace {

using namespace testing_support;
using testing::HasSubstr;

std::string objection(const ir::Program& p,
                      const LeapChain& chain,
                      IntegerModel integers = IntegerModel::Math,
                      Property property = Property::UnreachCall) {
  smt::Cvc5 solver;
  Budget budget;
  return judge(problem(p, integers, property), chain, solver, budget).objection;
}

Way way(const ir::Program& p, const std::vector<std::size_t>& edges) {
  Way result;
  for (std::size_t e : edges)
    result.items.push_back({p.entry, e, Way::no_leap});
  return result;
}

Port port(const ir::Program& p, const std::string& place, const std::string& states) {
  return {p.entry, location(p, "main", place), formula(p, states)};
}

/// A number of the type `int` over the variables of a program.
Term number(const ir::Program& p, const std::string& text) {
  ir::Program names = p;
  Result<Term> term = ir::parse_term(text, names, Type::integer());
  EXPECT_TRUE(term.ok()) << text;
  return *term;
}

struct Branch {
  std::string guard;
  std::string updates;
};

/// A loop over x, y, t with the parameter n, a region with ports, and what becomes of both theorems: empty
/// if it holds, otherwise the condition that does not.
struct Row {
  std::string name;
  std::vector<Branch> branches;
  std::string region;
  std::string entry;
  std::string exit;
  std::string backward;
  std::string forward;
};

void PrintTo(const Row& row, std::ostream* out) {
  *out << row.name;
}

class Table : public ::testing::TestWithParam<Row> {
protected:
  /// The target can be reached without the loop: so only the leap is judged.
  ir::Program loop = program([] {
    std::string text =
        "proc main(n: int) { local x, y, t: int; start -> bad: skip; start -> head: skip;\n";
    for (std::size_t i = 0; i < GetParam().branches.size(); ++i) {
      std::string middle = "b" + std::to_string(i);
      text += "head -> " + middle + ": assume " + GetParam().branches[i].guard + ";\n";
      text += middle + " -> head: " + GetParam().branches[i].updates + ";\n";
    }
    return text + "location bad target call reach_error; }";
  }());

  std::string objection_to(Leap::Theorem theorem) {
    const Row& row = GetParam();
    LeapChain chain;
    chain.values = {{*loop.find_variable("n"), 0}};
    chain.way = way(loop, {0});
    Leap& leap = chain.leaps.emplace_back();
    leap.theorem = theorem;
    leap.region = {port(loop, "head", row.region)};
    leap.entry = port(loop, "head", row.region + " && " + row.entry);
    leap.exit = port(loop, "head", row.region + " && " + row.exit);
    for (std::size_t i = 0; i < row.branches.size(); ++i)
      leap.steps.push_back(way(loop, {2 + 2 * i, 3 + 2 * i}));
    for (const char* v : {"x", "y", "t"})
      leap.bounds.push_back(
          {*loop.find_variable(v), number(loop, "-10"), number(loop, "3 * n + 10")});
    return objection(loop, chain);
  }
};

TEST_P(Table, Backward) {
  EXPECT_THAT(objection_to(Leap::Theorem::Backward), HasSubstr(GetParam().backward));
  EXPECT_EQ(objection_to(Leap::Theorem::Backward).empty(), GetParam().backward.empty());
}

TEST_P(Table, Forward) {
  EXPECT_THAT(objection_to(Leap::Theorem::Forward), HasSubstr(GetParam().forward));
  EXPECT_EQ(objection_to(Leap::Theorem::Forward).empty(), GetParam().forward.empty());
}

const std::vector<Branch> less_simple{
    {"x >= y + 2", "y := x"}, {"x < y + 2", "x := x + 1"}, {"x < y + 2", "y := x + 1"}};
const std::string less_simple_region = "3 <= n && 0 < x && x < n && y <= x && x <= y + 2";
const std::vector<Branch> jump{{"x < n && x % 2 == 1", "x := x - 1"},
                               {"x < n && x % 4 == 0", "x := x + 5"},
                               {"x < n && x % 4 == 2", "x := x + 1"}};
const std::string jump_exit = "(x % 4 == 0 && x + 5 >= n || x % 4 == 2 && x + 1 >= n)";
const std::vector<Branch> flip{{"t == -1", "t := 1, x := x + 1"},
                               {"t == 1", "t := -1, x := x + 1"}};
const std::string flip_region = "1 <= n && 0 <= x && x < n && (t == 1 || t == -1)";

std::vector<Branch> with(std::vector<Branch> branches, const std::vector<Branch>& more) {
  branches.insert(branches.end(), more.begin(), more.end());
  return branches;
}

INSTANTIATE_TEST_SUITE_P(
    Paper,
    Table,
    ::testing::Values(
        Row{"simple, first loop",
            {{"true", "x := x + 1"}},
            "2 <= n && 0 <= x && x < n",
            "x == 0",
            "x == n - 1",
            "",
            ""},
        Row{"simple, second loop",
            {{"true", "x := x + 2"}},
            "2 <= n && n <= x && x < 2 * n",
            "x == n",
            "2 * n - 2 <= x",
            "backward",
            ""},
        Row{"simple, second loop, with parity",
            {{"true", "x := x + 2"}},
            "2 <= n && n <= x && x < 2 * n && (x - n) % 2 == 0",
            "x == n",
            "2 * n - 2 <= x",
            "",
            ""},
        Row{"simple, third loop",
            {{"true", "x := x + 3"}},
            "2 <= n && 2 * n <= x && x < 3 * n",
            "x <= 2 * n + 1",
            "3 * n - 3 <= x",
            "backward",
            ""},
        Row{"less_simple as printed",
            less_simple,
            less_simple_region,
            "x == 1",
            "x == n - 1",
            "leap 1",
            "forward"},
        Row{"less_simple, corrected",
            less_simple,
            less_simple_region + " && 0 <= y",
            "x == 1 && y <= 1",
            "x == n - 1 && x <= y + 1",
            "",
            ""},
        Row{"nested, flat",
            {{"y < n", "y := y + 1"}, {"y == n && x < n", "x := x + 1, y := 0"}},
            "1 <= n && 0 <= x && x <= n && 0 <= y && y <= n",
            "x == 0 && y == 0",
            "x == n && y == n",
            "",
            ""},
        Row{"jump, both branches",
            with(jump, {{"x < n && x % 2 == 1", "x := x - 3"}}),
            "6 <= n && 0 < x && x < n",
            "x == 5",
            jump_exit,
            "one successor",
            "leap 1"},
        Row{"jump, one branch disabled",
            jump,
            "6 <= n && 2 <= x && x < n",
            "x == 5",
            jump_exit,
            "backward",
            ""},
        Row{"flip, unscheduled",
            {{"t == 1 || t == -1", "t := -t, x := x - t"},
             {"t == 1 || t == -1", "t := -t, x := x + t"}},
            flip_region,
            "x == 0 && t == 1",
            "x == n - 1",
            "leap 1",
            "leap 1"},
        Row{"flip, scheduled", flip, flip_region, "x == 0 && t == 1", "x == n - 1", "backward", ""},
        Row{"flip, scheduled, with parity",
            flip,
            flip_region + " && (t == 1) == (x % 2 == 0)",
            "x == 0 && t == 1",
            "x == n - 1",
            "",
            ""}));

/// `while (x < n) x++;` from 0, and the target behind it.
class LeapRules : public ::testing::Test {
protected:
  ir::Program p = program(R"(proc main(n: int) { local x, h: int;
    start -> head:  x := 0;
    head -> body:   assume x < n;
    body -> head:   x := x + 1;
    head -> bad:    assume x >= n;
    head -> fuel:   assume x < n && h > 0;
    fuel -> head:   x := x + 1, h := h - 1;
    location bad target call reach_error; })");

  LeapChain chain() {
    LeapChain result;
    result.values = {{*p.find_variable("n"), 1'000'000'000}};
    Leap& leap = result.leaps.emplace_back();
    leap.region = {port(p, "head", "0 <= x && x <= n")};
    leap.entry = port(p, "head", "x == 0 && 0 <= n");
    leap.exit = port(p, "head", "x == n && 0 <= n");
    leap.steps = {way(p, {1, 2})};
    leap.bounds = {{*p.find_variable("x"), number(p, "0"), number(p, "n")}};
    result.way = way(p, {0, 3});
    result.way.items.insert(result.way.items.begin() + 1, {{}, 0, 0});
    return result;
  }
};

TEST_F(LeapRules, ALoopIsLeaptOver) {
  EXPECT_EQ(objection(p, chain()), "");
}

TEST_F(LeapRules, TextKeepsIt) {
  std::string written = write_evidence(problem(p, IntegerModel::Math), chain());
  Result<EvidenceFile> read = read_evidence(written, p);
  ASSERT_TRUE(read.ok()) << render(read.error());
  EXPECT_EQ(objection(p, std::get<LeapChain>(read->evidence)), "");
  EXPECT_EQ(write_evidence(problem(p, IntegerModel::Math), read->evidence), written);
}

TEST_F(LeapRules, TheRegionMustBeFinite) {
  LeapChain changed = chain();
  changed.leaps[0].bounds.clear();
  EXPECT_THAT(objection(p, changed), HasSubstr("may be infinite"));
  changed = chain();
  changed.leaps[0].bounds[0].high = number(p, "x");
  EXPECT_THAT(objection(p, changed), HasSubstr("may be infinite"));
  changed = chain();
  changed.leaps[0].bounds[0].high = number(p, "n - 1");
  EXPECT_THAT(objection(p, changed), HasSubstr("finite"));
}

TEST_F(LeapRules, TheWayMustArrive) {
  LeapChain changed = chain();
  changed.way.items.pop_back();
  EXPECT_THAT(objection(p, changed), HasSubstr("does not end at a target"));
  changed = chain();
  changed.values[0].second = -1;
  EXPECT_THAT(objection(p, changed), HasSubstr("the way to the target"));
  changed = chain();
  changed.way.items.erase(changed.way.items.begin() + 1);
  EXPECT_THAT(objection(p, changed), HasSubstr("the way to the target"));
}

/// Rule: nothing is hidden that a condition reads. With h hidden, x would reach n although the fuel ends.
TEST_F(LeapRules, WhatIsReadIsNotHidden) {
  LeapChain changed = chain();
  changed.leaps[0].steps = {way(p, {4, 5})};
  changed.leaps[0].hidden = {*p.find_variable("h")};
  EXPECT_THAT(objection(p, changed), HasSubstr("h is hidden"));
  changed.leaps[0].hidden.clear();
  changed.leaps[0].bounds.push_back({*p.find_variable("h"), number(p, "0"), number(p, "n")});
  EXPECT_NE(objection(p, changed), "");
}

/// Rule: a leap alone is no step. The region {5} with both ports {5} satisfies theorem 2, but nothing moves.
TEST_F(LeapRules, ALeapIsNoStepOfARound) {
  LeapChain still = chain();
  still.leaps[0].region = {port(p, "head", "x == 0 && n == 5")};
  still.leaps[0].entry = still.leaps[0].exit = still.leaps[0].region[0];
  still.values = {{*p.find_variable("n"), 5}};
  still.way = way(p, {0});
  still.round = LeapChain::Round{still.leaps[0].region[0], {{{{}, 0, 0}}, {}}};
  EXPECT_THAT(objection(p, still, IntegerModel::Math, Property::Termination),
              HasSubstr("takes no step"));
}

TEST_F(LeapRules, ARoundMustLeadBack) {
  LeapChain round = chain();
  round.way = way(p, {0});
  round.round = LeapChain::Round{port(p, "head", "x < n"), way(p, {1, 2})};
  EXPECT_THAT(objection(p, round, IntegerModel::Math, Property::Termination),
              HasSubstr("the round leads back"));
}

/// Rule: a leap inside a round leads where it leads. The inner loop leaves at 12 only, but its exit port allows
/// 10, from where the outer one would go on.
TEST(LeapRound, TheExitIsNotChosen) {
  ir::Program p = program(R"(proc main() { local y: int;
    start -> top:   y := 10;
    top -> zero:    assume y == 10;
    zero -> head:   y := 0;
    head -> body:   assume y < 10;
    body -> head:   y := y + 3;
    head -> top:    assume y >= 10;
    top -> end:     assume y != 10; })");
  LeapChain chain;
  Leap& leap = chain.leaps.emplace_back();
  leap.region = {port(p, "head", "0 <= y && y <= 12")};
  leap.entry = port(p, "head", "y == 0");
  leap.exit = port(p, "head", "10 <= y && y <= 12");
  leap.steps = {way(p, {3, 4})};
  leap.bounds = {{*p.find_variable("y"), number(p, "0"), number(p, "12")}};
  chain.way = way(p, {0});
  chain.round = LeapChain::Round{port(p, "top", "y == 10"), way(p, {1, 2, 5})};
  chain.round->way.items.insert(chain.round->way.items.begin() + 2, {{}, 0, 0});
  EXPECT_THAT(objection(p, chain, IntegerModel::Math, Property::Termination),
              HasSubstr("the round leads back"));
  // Where the outer loop goes on from all of the exit port, the same leap is a step like others.
  ir::Program again = program(R"(proc main() { local y: int;
    start -> top:   y := 10;
    top -> zero:    assume y >= 10;
    zero -> head:   y := 0;
    head -> body:   assume y < 10;
    body -> head:   y := y + 3;
    head -> top:    assume y >= 10;
    top -> end:     assume y < 10; })");
  chain.leaps[0].region = {port(again, "head", "0 <= y && y <= 12")};
  chain.leaps[0].entry = port(again, "head", "y == 0");
  chain.leaps[0].exit = port(again, "head", "10 <= y && y <= 12");
  chain.leaps[0].bounds = {{*again.find_variable("y"), number(again, "0"), number(again, "12")}};
  chain.round->port = port(again, "top", "y >= 10");
  EXPECT_EQ(objection(again, chain, IntegerModel::Math, Property::Termination), "");
  EXPECT_NE(objection(again, chain), "") << "no target is reached";
}

/// Rule: behind a forward leap every state of the exit port has to do, not the one we like. Here y goes 0, 3,
/// 6, 9, 12, and the exit port allows 10, 11 and 12.
TEST(LeapOvershoot, TheExitIsNotChosen) {
  ir::Program p = program(R"(proc main() { local y: int;
    start -> head:  y := 0;
    head -> body:   assume y < 10;
    body -> head:   y := y + 3;
    head -> ten:    assume y >= 10;
    ten -> bad:     assume y == 10;
    ten -> fine:    assume y == 12;
    fine -> bad:    skip;
    location bad target call reach_error; })");
  LeapChain chain;
  Leap& leap = chain.leaps.emplace_back();
  leap.region = {port(p, "head", "0 <= y && y <= 12")};
  leap.entry = port(p, "head", "y == 0");
  leap.exit = port(p, "head", "10 <= y && y <= 12");
  leap.steps = {way(p, {1, 2})};
  leap.bounds = {{*p.find_variable("y"), number(p, "0"), number(p, "12")}};
  chain.way = way(p, {0, 3, 4});
  chain.way.items.insert(chain.way.items.begin() + 1, {{}, 0, 0});
  EXPECT_THAT(objection(p, chain), HasSubstr("the way to the target"));
  // The same as a step of another loop: the leap is inside a step, and its exit is not chosen either.
  ir::Program outer = program(R"(proc main() { local x, y: int;
    start -> top:   x := 0;
    top -> head:    y := 0;
    head -> body:   assume y < 10;
    body -> head:   y := y + 3;
    head -> ten:    assume y == 10;
    ten -> top:     x := x + 1;
    top -> bad:     assume x == 5;
    location bad target call reach_error; })");
  LeapChain nested;
  nested.leaps.push_back(chain.leaps[0]);
  nested.leaps[0].region = {port(outer, "head", "0 <= y && y <= 12")};
  nested.leaps[0].entry = port(outer, "head", "y == 0");
  nested.leaps[0].exit = port(outer, "head", "10 <= y && y <= 12");
  nested.leaps[0].steps = {way(outer, {2, 3})};
  nested.leaps[0].bounds = {{*outer.find_variable("y"), number(outer, "0"), number(outer, "12")}};
  Leap& rounds = nested.leaps.emplace_back();
  rounds.region = {port(outer, "top", "0 <= x && x <= 5")};
  rounds.entry = port(outer, "top", "x == 0");
  rounds.exit = port(outer, "top", "x == 5");
  rounds.steps = {way(outer, {1, 4, 5})};
  rounds.steps[0].items.insert(rounds.steps[0].items.begin() + 1, {{}, 0, 0});
  rounds.bounds = {{*outer.find_variable("x"), number(outer, "0"), number(outer, "5")}};
  rounds.hidden = {*outer.find_variable("y")};
  nested.way = way(outer, {0, 6});
  nested.way.items.insert(nested.way.items.begin() + 1, {{}, 0, 1});
  EXPECT_THAT(objection(outer, nested), HasSubstr("leap 2: forward"));
}

/// Rule: with theorem 1 all of the entry port must be reached, not just some of it.
TEST(LeapBackward, TheWholeEntryIsReached) {
  ir::Program p = program(R"(proc main() { local x: int;
    start -> head:  x := 0;
    head -> body:   assume x < 10;
    body -> head:   x := x + 1;
    head -> bad:    assume x == 12;
    head -> ten:    assume x == 10;
    ten -> bad:     skip;
    location bad target call reach_error; })");
  auto chain = [&](const std::string& entry,
                   const std::string& region,
                   int end,
                   std::vector<std::size_t> last) {
    LeapChain result;
    Leap& leap = result.leaps.emplace_back();
    leap.theorem = Leap::Theorem::Backward;
    leap.region = {port(p, "head", region)};
    leap.entry = port(p, "head", entry);
    leap.exit = port(p, "head", "x == " + std::to_string(end));
    leap.steps = {way(p, {1, 2})};
    leap.bounds = {{*p.find_variable("x"), number(p, "0"), number(p, "12")}};
    result.reached.push_back({port(p, "head", "x == 0"), {way(p, {0})}, Way::no_leap});
    result.reached.push_back({leap.exit, {}, 0});
    result.values = {{*p.find_variable("x"), end}};
    result.way = way(p, last);
    return result;
  };
  EXPECT_EQ(objection(p, chain("x == 0", "0 <= x && x <= 10", 10, {4, 5})), "");
  EXPECT_THAT(objection(p, chain("x == 0 || x == 11 || x == 12", "0 <= x && x <= 12", 12, {3})),
              HasSubstr("the entry port is reached"));
}

/// Rule: some value of what is hidden is enough, as nothing reads it; of what is not hidden, all are needed.
TEST(LeapBackward, WhatIsHiddenNeedNotBeReachedAll) {
  ir::Program p = program(R"(proc main(n: int) { local x, sum: int;
    start -> head:  x := 0, sum := 7;
    head -> body:   assume x < n;
    body -> head:   x := x + 1, sum := sum + x;
    head -> bad:    assume x == n;
    location bad target call reach_error; })");
  auto chain = [&](const std::string& reached, const std::vector<VarId>& hidden) {
    LeapChain result;
    Leap& leap = result.leaps.emplace_back();
    leap.theorem = Leap::Theorem::Backward;
    leap.region = {port(p, "head", "0 <= x && x <= n")};
    leap.entry = port(p, "head", "x == 0 && 0 <= n");
    leap.exit = port(p, "head", "x == n && 0 <= n");
    leap.steps = {way(p, {1, 2})};
    leap.bounds = {{*p.find_variable("x"), number(p, "0"), number(p, "n")}};
    leap.hidden = hidden;
    result.reached.push_back({port(p, "head", reached), {way(p, {0})}, Way::no_leap});
    result.reached.push_back({leap.exit, {}, 0});
    result.values = {{*p.find_variable("x"), 1'000'000'000},
                     {*p.find_variable("n"), 1'000'000'000}};
    result.way = way(p, {3});
    return result;
  };
  VarId sum = *p.find_variable("sum");
  VarId n = *p.find_variable("n");
  EXPECT_EQ(objection(p, chain("x == 0 && sum == 7", {sum})), "");
  EXPECT_THAT(objection(p, chain("x == 0 && sum == 7", {})), HasSubstr("may be infinite"));
  // What the loop does not change cannot be hidden away.
  EXPECT_THAT(objection(p, chain("x == 0 && sum == 7 && n == 3", {sum, n})),
              HasSubstr("the entry port is reached"));
}

/// Values that nobody initialised are not reached all.
TEST(LeapBackward, UnknownValuesAreNotChosen) {
  ir::Program p = program(R"(proc main() { local x: int;
    start -> head:  skip;
    head -> bad:    assume x == 3;
    location bad target call reach_error; })");
  LeapChain chain;
  chain.reached.push_back({port(p, "head", "x == 3"), {way(p, {0})}, Way::no_leap});
  chain.values = {{*p.find_variable("x"), 3}};
  chain.way = way(p, {1});
  EXPECT_THAT(objection(p, chain), HasSubstr("not known"));
  chain.reached.clear();
  chain.way = way(p, {0, 1});
  EXPECT_THAT(objection(p, chain), HasSubstr("the environment cannot choose"));
}

} // namespace
} // namespace kleene::evidence
