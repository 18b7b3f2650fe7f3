// SPDX-License-Identifier: Apache-2.0
// Sets from which a program must go on, and ranks: right ones are accepted, and each condition of the judges has
// a program that it keeps from a wrong answer.
#include "kleene/evidence/must.h"
#include "kleene/evidence/ranking.h"
#include "kleene/evidence/recurrent.h"

#include "judge_support.h"

namespace kleene::evidence {
namespace {

using testing_support::formula;
using testing_support::location;
using testing_support::problem;
using testing_support::program;

Term rank_term(const ir::Program& p, const std::string& text) {
  ir::Program names = with_entry_copies(p);
  Result<Term> term = ir::parse_term(text, names, Type::integer());
  EXPECT_TRUE(term.ok()) << text << ": " << (term.ok() ? "" : render(term.error()));
  return term.ok() ? *term : p.terms->constant(Type::integer(), 0);
}

struct Said {
  std::string procedure;
  std::string location;
  std::string states;
  std::vector<std::string> rank;
};

std::vector<MustLayer> layers(const ir::Program& p, const std::vector<Said>& said) {
  std::vector<MustLayer> result;
  for (const Said& s : said) {
    MustLayer layer{*p.find_procedure(s.procedure),
                    location(p, s.procedure, s.location),
                    formula(p, s.states),
                    {}};
    for (const std::string& r : s.rank)
      layer.rank.push_back(rank_term(p, r));
    result.push_back(std::move(layer));
  }
  return result;
}

MustReach sets(const ir::Program& p,
               const std::vector<Said>& leads,
               const std::vector<Said>& calls = {},
               const std::map<std::string, std::string>& summaries = {}) {
  MustReach result;
  result.layers = layers(p, leads);
  result.calls = layers(p, calls);
  result.summaries.resize(p.procedures.size());
  for (const auto& [name, text] : summaries)
    result.summaries[p.find_procedure(name)->index()] = formula(p, text);
  result.procedure = p.entry;
  result.location = p.procedure(p.entry).entry;
  return result;
}

std::string objection(const ir::Program& p,
                      const MustReach& reach,
                      IntegerModel integers = IntegerModel::Math) {
  smt::Cvc5 solver;
  Budget budget;
  return judge(problem(p, integers), reach, solver, budget).objection;
}

/// Counts to ten million, and fails.
const char* const counts = R"(
proc main() {
  local x: int;
  exit E;
  L0 -> L1: x := 0;
  L1 -> L2: assume x < 10000000;
  L2 -> L1: x := x + 1;
  L1 -> L3: assume !(x < 10000000);
  location L3 target call reach_error;
  L3 -> E: skip;
}
)";
const std::vector<Said> counts_to_the_end{{"main", "L3", "true", {"0", "0"}},
                                          {"main", "L1", "x <= 10000000", {"10000001 - x", "1"}},
                                          {"main", "L2", "x < 10000000", {"10000001 - x", "0"}},
                                          {"main", "L0", "true", {"20000000", "0"}}};

TEST(MustSets, LoopIsPassedByRank) {
  ir::Program p = program(counts);
  EXPECT_EQ(objection(p, sets(p, counts_to_the_end)), "");
}

TEST(MustSets, RankMustBecomeLess) {
  ir::Program p = program(counts);
  std::vector<Said> said = counts_to_the_end;
  said[1].rank = said[2].rank = {"5", "1"};
  EXPECT_NE(objection(p, sets(p, said)), "");
}

TEST(MustSets, RankMustNotBeNegative) {
  ir::Program p = program(R"(
proc main() {
  local x: int;
  exit E;
  L0 -> L1: x := 0;
  L1 -> L1: x := x - 1;
  L2 -> E: skip;
  location L2 target call reach_error;
}
)");
  std::vector<Said> said{{"main", "L1", "x <= 0", {"x"}}, {"main", "L0", "true", {"10"}}};
  EXPECT_NE(objection(p, sets(p, said)), "") << "x becomes less for ever";
}

TEST(MustSets, StemMustEndInThem) {
  ir::Program p = program(counts);
  std::vector<Said> said = counts_to_the_end;
  said.pop_back();
  EXPECT_NE(objection(p, sets(p, said)), "");
}

TEST(MustSets, OnlyTargetsNeedNoStep) {
  ir::Program p = program(counts);
  std::vector<Said> said = counts_to_the_end;
  said[0].location = "E";
  EXPECT_NE(objection(p, sets(p, said)), "");
}

/// Not merely undecided.
bool refuted(const std::string& objection) {
  return objection.find("refutes") != std::string::npos;
}

/// Counts down from 7 to -8 in these steps, and fails.
std::string counts_down_by(int step) {
  return R"(
proc main() {
  local x: i4;
  exit E;
  L0 -> L1: x := 7;
  L1 -> L2: assume x > -8;
  L2 -> L1: x := x - )"
         + std::to_string(step) + R"(;
  L1 -> L3: assume !(x > -8);
  location L3 target call reach_error;
  L3 -> E: skip;
}
)";
}

/// From 7 in steps of two, -7 is followed by 7 again: the rank seems to become less and does not.
TEST(MustSets, RankThatWrapsDoesNotBecomeLess) {
  const std::vector<Said> said{{"main", "L3", "true", {"0", "0"}},
                               {"main", "L1", "cast[int](x) >= -9", {"cast[int](x) + 10", "1"}},
                               {"main", "L2", "x > -8", {"cast[int](x) + 10", "0"}},
                               {"main", "L0", "true", {"100", "0"}}};
  ir::Program twos = program(counts_down_by(2));
  EXPECT_EQ(objection(twos, sets(twos, said), IntegerModel::Math), "");
  EXPECT_TRUE(refuted(objection(twos, sets(twos, said), IntegerModel::Machine)));
  ir::Program ones = program(counts_down_by(1));
  EXPECT_EQ(objection(ones, sets(ones, said), IntegerModel::Machine), "");
}

/// What the environment chooses may be chosen, what nobody knows not.
std::string needs_seven(const std::string& kind) {
  return R"(
proc main() {
  local x: int;
  exit E;
  L0 -> L1: havoc )"
         + kind + R"( x;
  L1 -> L2: assume x == 7;
  L1 -> E: assume !(x == 7);
  location L2 target call reach_error;
  L2 -> E: skip;
}
)";
}
const std::vector<Said> seven{
    {"main", "L2", "true", {"0"}}, {"main", "L1", "x == 7", {"1"}}, {"main", "L0", "true", {"2"}}};

TEST(MustSets, EnvironmentChooses) {
  ir::Program p = program(needs_seven(""));
  EXPECT_EQ(objection(p, sets(p, seven)), "");
  MustReach reach = sets(p, seven);
  reach.choices.push_back({p.entry, 0, {rank_term(p, "7")}});
  EXPECT_EQ(objection(p, reach), "");
  reach.choices.front().values = {rank_term(p, "8")};
  EXPECT_NE(objection(p, reach), "") << "another choice leads elsewhere";
}

TEST(MustSets, WhatNobodyKnowsIsNotChosen) {
  ir::Program p = program(needs_seven("unknown"));
  EXPECT_NE(objection(p, sets(p, seven)), "");
  MustReach reach = sets(p, seven);
  reach.choices.push_back({p.entry, 0, {rank_term(p, "7")}});
  EXPECT_NE(objection(p, reach), "");
}

TEST(MustSets, LocalsOfACalleeAreNotChosen) {
  ir::Program p = program(R"(
proc main() {
  exit E;
  L0 -> E: call f();
}
proc f() {
  local x: int;
  exit E;
  L0 -> L1: assume x == 7;
  L0 -> E: assume !(x == 7);
  location L1 target call reach_error;
  L1 -> E: skip;
}
)");
  EXPECT_NE(objection(p,
                      sets(p,
                           {{"f", "L1", "true", {"0"}},
                            {"f", "L0", "x == 7", {"1"}},
                            {"main", "L0", "true", {"2"}}})),
            "");
}

/// The call returns its argument after as many calls as it says.
const char* const deep = R"(
proc main() {
  local m: int;
  exit E;
  L0 -> L1: call m := f(10000000);
  L1 -> L2: assume m == 3;
  L1 -> E: assume !(m == 3);
  location L2 target call reach_error;
  L2 -> E: skip;
}
proc f(n: int) returns (r: int) {
  exit E;
  L0 -> L1: assume n > 0;
  L1 -> E: call r := f(n - 1);
  L0 -> L2: assume !(n > 0);
  L2 -> E: r := 3;
}
)";
const std::vector<Said> deep_leads{
    {"main", "L2", "true", {"0"}}, {"main", "L1", "m == 3", {"1"}}, {"main", "L0", "true", {"2"}}};
std::vector<Said> deep_returns(const std::string& rank) {
  return {{"f", "E", "r == 3", {"0", "0"}},
          {"f", "L2", "true", {"1", "0"}},
          {"f", "L1", "n > 0 && n == n$entry", {"ite(n > 0, n + 1, 1)", "1"}},
          {"f", "L0", "n == n$entry", {rank, "2"}}};
}

TEST(MustSets, DeepCallReturnsByRank) {
  ir::Program p = program(deep);
  EXPECT_EQ(
      objection(p, sets(p, deep_leads, deep_returns("ite(n > 0, n + 1, 1)"), {{"f", "r == 3"}})),
      "");
}

TEST(MustSets, CallThatReturnsBeginsLower) {
  ir::Program p = program(deep);
  EXPECT_NE(objection(p, sets(p, deep_leads, deep_returns("20000000"), {{"f", "r == 3"}})), "");
}

TEST(MustSets, EveryResultLeadsOn) {
  ir::Program p = program(deep);
  EXPECT_NE(
      objection(p, sets(p, deep_leads, deep_returns("ite(n > 0, n + 1, 1)"), {{"f", "r >= 3"}})),
      "");
}

TEST(MustSets, SummaryHoldsAtTheExit) {
  ir::Program p = program(deep);
  std::vector<Said> returns = deep_returns("ite(n > 0, n + 1, 1)");
  returns[0].states = "true";
  EXPECT_NE(objection(p, sets(p, deep_leads, returns, {{"f", "r == 3"}})), "");
}

/// The stem takes some value where nobody knows one: it proves nothing about it.
TEST(RecurrentSets, StemDoesNotKnowWhatNobodyKnows) {
  ir::Program p = program(R"(
proc main() {
  local x: int;
  exit E;
  L0 -> L1: havoc unknown x;
  L1 -> L1: assume x == 0;
  L1 -> E: assume !(x == 0);
}
)");
  RecurrentSet set;
  set.states = {{{}, formula(p, "x == 0"), {}}};
  set.stem.steps = 1;
  set.procedure = p.entry;
  set.location = location(p, "main", "L1");
  smt::Cvc5 solver;
  Budget budget;
  Problem question = problem(p, IntegerModel::Math, Property::Termination);
  EXPECT_FALSE(judge(question, set, solver, budget).accepted());
}

TEST(RecurrentSets, StemHasInputsThatFit) {
  ir::Program p = program(R"(
global g: i32 = ?;
proc main() {
  exit E;
  L0 -> L0: assume g > 2147483647;
  L0 -> E: assume !(g > 2147483647);
}
)");
  RecurrentSet set;
  set.states = {{formula(p, "g > 2147483647"), {}}};
  set.stem.inputs = {{Integer(5'000'000'000), ir::InputKind::Value, {}, {}, {}}};
  set.procedure = p.entry;
  set.location = location(p, "main", "L0");
  smt::Cvc5 solver;
  Budget budget;
  Problem question = problem(p, IntegerModel::Math, Property::Termination);
  EXPECT_FALSE(judge(question, set, solver, budget).accepted());
}

/// `procedure:location` to a formula and a rank.
struct Ranked {
  std::string where;
  std::string invariant;
  std::vector<std::string> rank;
};

std::string objection(const ir::Program& p,
                      const std::vector<Ranked>& said,
                      const std::map<std::string, std::string>& summaries = {},
                      IntegerModel integers = IntegerModel::Math) {
  std::map<std::string, std::string> facts = summaries;
  for (const Ranked& r : said)
    facts[r.where] = r.invariant;
  TerminationProof proof{testing_support::sparse_proof(p, facts), {}};
  for (const ir::Procedure& f : p.procedures)
    proof.ranks.emplace_back(f.locations.size());
  for (const Ranked& r : said) {
    std::size_t colon = r.where.find(':');
    std::string f = r.where.substr(0, colon);
    for (const std::string& t : r.rank)
      proof.ranks[p.find_procedure(f)->index()][location(p, f, r.where.substr(colon + 1)).index()]
          .push_back(rank_term(p, t));
  }
  smt::Cvc5 solver;
  Budget budget;
  return judge(problem(p, integers, Property::Termination), proof, solver, budget).objection;
}

const char* const counts_down = R"(
proc main() {
  local x: int;
  local y: int;
  exit E;
  L0 -> L1: havoc x;
  L1 -> L2: assume x > 0;
  L2 -> L3: havoc y;
  L3 -> L4: assume y > 0;
  L4 -> L3: y := y - 1;
  L3 -> L1: x := x - 1;
  L1 -> E: assume !(x > 0);
}
)";

TEST(Ranks, NestedLoops) {
  ir::Program p = program(counts_down);
  EXPECT_EQ(objection(p,
                      {{"main:L0", "true", {"1", "0", "0", "0"}},
                       {"main:L1", "true", {"0", "x", "1", "0"}},
                       {"main:L3", "x > 0", {"0", "x", "0", "y"}}}),
            "");
  EXPECT_NE(objection(p,
                      {{"main:L0", "true", {"1", "0", "0", "0"}},
                       {"main:L1", "true", {"0", "x", "1", "0"}},
                       {"main:L3", "true", {"0", "x", "0", "y"}}}),
            "")
      << "x may be negative there";
  EXPECT_NE(objection(p,
                      {{"main:L0", "true", {"1", "0", "0", "0"}},
                       {"main:L1", "true", {"0", "y", "1", "0"}},
                       {"main:L3", "x > 0", {"0", "y", "0", "x"}}}),
            "");
}

TEST(Ranks, EveryLoopIsRanked) {
  ir::Program p = program(counts_down);
  EXPECT_NE(objection(p, {{"main:L0", "true", {"1"}}, {"main:L1", "true", {"x"}}}), "");
}

TEST(Ranks, EntryIsRanked) {
  ir::Program p = program(R"(
proc main() {
  exit E;
  L0 -> E: call f();
}
proc f() {
  exit E;
  L0 -> E: call f();
}
)");
  EXPECT_NE(objection(p, {{"main:L0", "true", {"1"}}}), "");
  EXPECT_NE(objection(p, {{"main:L0", "true", {"1"}}, {"f:L0", "true", {"0"}}}), "");
}

const char* const recursion = R"(
proc main() {
  local x: int;
  exit E;
  L0 -> L1: havoc x;
  L1 -> E: call f(x);
}
proc f(n: int) {
  exit E;
  L0 -> L1: assume n > 0;
  L1 -> E: call f(n - 1);
  L0 -> E: assume !(n > 0);
}
)";

TEST(Ranks, RecursionGoesDown) {
  ir::Program p = program(recursion);
  EXPECT_EQ(objection(p, {{"main:L0", "true", {"1", "0"}}, {"f:L0", "true", {"0", "n"}}}), "");
  EXPECT_NE(objection(p, {{"main:L0", "true", {"1", "0"}}, {"f:L0", "true", {"0", "0 - n"}}}), "");
  EXPECT_NE(objection(p, {{"main:L0", "true", {"0", "0"}}, {"f:L0", "true", {"0", "n"}}}), "")
      << "the first call must be a step down as well";
}

std::string counts_from_anywhere(const std::string& guard, const std::string& next) {
  return R"(
proc main() {
  local x: i4;
  exit E;
  L0 -> L1: havoc x;
  L1 -> L2: assume )"
         + guard + R"(;
  L2 -> L1: x := )"
         + next + R"(;
  L1 -> E: assume !()"
         + guard + R"();
}
)";
}

std::string
objection_to_rank(const ir::Program& p, const std::string& rank, IntegerModel integers) {
  return objection(
      p, {{"main:L0", "true", {"1", "0"}}, {"main:L1", "true", {"0", rank}}}, {}, integers);
}

/// In steps of two, odd values pass over the lowest one and come again from the highest.
TEST(Ranks, StepThatWrapsDoesNotGoDown) {
  ir::Program twos = program(counts_from_anywhere("x > -8", "x - 2"));
  EXPECT_EQ(objection_to_rank(twos, "cast[int](x) + 8", IntegerModel::Math), "");
  EXPECT_TRUE(refuted(objection_to_rank(twos, "cast[int](x) + 8", IntegerModel::Machine)));
  ir::Program ones = program(counts_from_anywhere("x > -8", "x - 1"));
  EXPECT_EQ(objection_to_rank(ones, "cast[int](x) + 8", IntegerModel::Machine), "");
}

/// The negation of the lowest value is itself.
TEST(Ranks, RankThatWrapsItselfIsNegative) {
  ir::Program p = program(counts_from_anywhere("x < 0", "x + 1"));
  EXPECT_EQ(objection_to_rank(p, "cast[int](-x)", IntegerModel::Math), "");
  EXPECT_TRUE(refuted(objection_to_rank(p, "cast[int](-x)", IntegerModel::Machine)));
  EXPECT_EQ(objection_to_rank(p, "-cast[int](x)", IntegerModel::Machine), "");
}

/// Until it is 0: of unbounded integers only positive ones get there, of machine integers all.
TEST(Ranks, MustBeBoundedBelow) {
  ir::Program p = program(counts_from_anywhere("x != 0", "x - 1"));
  EXPECT_TRUE(refuted(objection_to_rank(p, "cast[int](x)", IntegerModel::Math)));
  EXPECT_TRUE(refuted(objection_to_rank(p, "cast[int](x)", IntegerModel::Machine)));
  EXPECT_EQ(
      objection_to_rank(p, "ite(x < 0, cast[int](x) + 16, cast[int](x))", IntegerModel::Machine),
      "");
}

} // namespace
} // namespace kleene::evidence
