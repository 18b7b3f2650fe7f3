// SPDX-License-Identifier: Apache-2.0
// Each rule about ranks has a proof that only this rule refuses.
#include "kleene/evidence/ranking.h"

#include <gmock/gmock.h>

#include "judge_support.h"

namespace kleene::evidence {
namespace {

using namespace testing_support;
using testing::HasSubstr;

/// A place `procedure:location`, what holds there, and its rank.
struct Stated {
  std::string invariant;
  std::vector<std::string> rank;
};
using StatedRanks = std::map<std::string, Stated>;

/// A term of a type over variables and their copies at the entry.
Term term(const ir::Program& p, const std::string& text, Type type) {
  ir::Program names = with_entry_copies(p);
  Result<Term> parsed = ir::parse_term(text, names, type);
  EXPECT_TRUE(parsed.ok()) << text << ": " << (parsed.ok() ? "" : render(parsed.error()));
  return parsed.ok() ? *parsed : p.terms->constant(type, 0);
}

TerminationProof ranked(const ir::Program& p, const StatedRanks& stated, Type type) {
  std::map<std::string, std::string> invariants;
  for (const auto& [place, said] : stated)
    invariants[place] = said.invariant;
  TerminationProof proof{sparse_proof(p, invariants), {}};
  for (const ir::Procedure& f : p.procedures)
    proof.ranks.emplace_back(f.locations.size());
  for (const auto& [place, said] : stated) {
    std::size_t colon = place.find(':');
    std::string name = place.substr(0, colon);
    std::vector<Term>& rank = proof.ranks[p.find_procedure(name)->index()]
                                         [location(p, name, place.substr(colon + 1)).index()];
    for (const std::string& text : said.rank)
      rank.push_back(term(p, text, type));
  }
  return proof;
}

std::string objection(const std::string& text,
                      const StatedRanks& stated,
                      Type type = Type::machine(64, true),
                      IntegerModel integers = IntegerModel::Machine) {
  ir::Program p = program(text);
  smt::Cvc5 solver;
  Budget budget;
  return judge(problem(p, integers, Property::Termination), ranked(p, stated, type), solver, budget)
      .objection;
}

constexpr const char* down = R"(proc main() {
  local x, y: i32;
  start -> head:   havoc x, y from "any";
  head -> body:    assume x > 0;
  head -> exit:    assume !(x > 0);
  body -> head:    x := x - 1;
})";

TEST(Ranking, LessEachTimeAndNotNegativeBefore) {
  auto with = [](const std::string& rank) {
    return objection(down,
                     {{"main:start", {"true", {"4294967296"}}}, {"main:head", {"true", {rank}}}});
  };
  EXPECT_EQ(with("cast[i64](x)"), "");
  EXPECT_EQ(with("cast[i64](x) * 3 + 5"), "");
  EXPECT_THAT(with("7"), HasSubstr("refutes the ranks")) << "stays";
  EXPECT_THAT(with("0 - cast[i64](x)"), HasSubstr("refutes the ranks")) << "grows";
  EXPECT_THAT(with("cast[i64](y)"), HasSubstr("refutes the ranks")) << "is about another variable";
  EXPECT_THAT(with("cast[i64](x) - 2"), HasSubstr("refutes the ranks")) << "was negative before";
}

TEST(Ranking, WhatLeadsToTheLoopCountsToo) {
  EXPECT_THAT(
      objection(down, {{"main:start", {"true", {"0"}}}, {"main:head", {"true", {"cast[i64](x)"}}}}),
      HasSubstr("refutes the ranks"));
  EXPECT_EQ(objection(down,
                      {{"main:start", {"true", {"1", "0"}}},
                       {"main:head", {"true", {"0", "cast[i64](x)"}}}}),
            "");
}

TEST(Ranking, EveryLoopAndEveryEntryIsStated) {
  EXPECT_NE(objection(down, {{"main:start", {"true", {"1"}}}}), "");
  EXPECT_NE(objection(down, {{"main:head", {"true", {"cast[i64](x)"}}}}), "");
}

TEST(Ranking, RanksHaveOneForm) {
  EXPECT_EQ(
      objection(down,
                {{"main:start", {"true", {"1", "0"}}}, {"main:head", {"true", {"cast[i64](x)"}}}}),
      "ranks cannot be compared");
  EXPECT_EQ(objection(down, {{"main:start", {"true", {}}}, {"main:head", {"true", {}}}}),
            "ranks cannot be compared");
}

constexpr const char* unsteady = R"(proc main() {
  local x, y: i32;
  start -> head:   havoc x, y from "any";
  head -> body:    assume x > 0 && y > 0;
  head -> exit:    assume !(x > 0 && y > 0);
  body -> again:   x := x - 1;
  again -> head:   havoc y from "any";
  body -> head:    y := y - 1;
})";

TEST(Ranking, TheFirstThatDiffersDecides) {
  auto with = [](const std::string& first, const std::string& second) {
    return objection(
        unsteady,
        {{"main:start", {"true", {"1", "0", "0"}}}, {"main:head", {"true", {"0", first, second}}}});
  };
  EXPECT_EQ(with("cast[i64](x)", "cast[i64](y)"), "");
  EXPECT_THAT(with("cast[i64](y)", "cast[i64](x)"), HasSubstr("refutes the ranks"));
}

TEST(Ranking, WrappingIsSeen) {
  constexpr const char* circle = R"(proc main() {
  local x, y: u8;
  start -> head:   havoc x, y from "any";
  head -> body:    assume x != y;
  head -> exit:    assume !(x != y);
  body -> head:    x := x + 1;
})";
  auto with = [&](const std::string& rank) {
    return objection(circle,
                     {{"main:start", {"true", {"1", "0"}}}, {"main:head", {"true", {"0", rank}}}});
  };
  EXPECT_EQ(with("cast[i64](y - x)"), "");
  EXPECT_THAT(with("cast[i64](y) - cast[i64](x)"), HasSubstr("refutes the ranks"));
}

/// f calls itself with another number.
std::string recursion(const std::string& argument) {
  return R"(proc f(n: i32) {
  start -> exit: assume n <= 0;
  start -> call: assume !(n <= 0);
  call -> exit: call f()"
         + argument + R"();
}
proc main() {
  local a: i32;
  start -> go: havoc a from "any";
  go -> exit: call f(a);
})";
}

TEST(Ranking, CallsLeadDown) {
  auto with = [](const std::string& argument, const std::string& rank) {
    return objection(recursion(argument),
                     {{"main:start", {"true", {"1", "0"}}}, {"f:start", {"true", {"0", rank}}}});
  };
  EXPECT_EQ(with("n - 1", "cast[i64](n)"), "");
  EXPECT_EQ(with("n - 1", "cast[i64](n$entry)"), "");
  EXPECT_THAT(with("n", "cast[i64](n)"), HasSubstr("rank at the call"));
  EXPECT_THAT(with("n + 1", "0 - cast[i64](n)"), HasSubstr("rank at the call"));
}

TEST(Ranking, InvariantsAreJudgedToo) {
  constexpr const char* steps = R"(proc main() {
  local x, y: i32;
  start -> set:    havoc x from "any";
  set -> head:     y := 1;
  head -> body:    assume x > 0;
  head -> exit:    assume !(x > 0);
  body -> head:    x := x - y;
})";
  auto with = [&](const std::string& invariant) {
    return objection(
        steps,
        {{"main:start", {"true", {"1", "0"}}}, {"main:head", {invariant, {"0", "cast[i64](x)"}}}});
  };
  EXPECT_EQ(with("y == 1"), "");
  EXPECT_THAT(with("true"), HasSubstr("refutes the ranks"));
  EXPECT_THAT(with("y == 2"), HasSubstr("refutes"));
}

} // namespace
} // namespace kleene::evidence
