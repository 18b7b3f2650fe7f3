// SPDX-License-Identifier: Apache-2.0
// Refutations: right ones are accepted, whatever is done to them in a way that matters is not.
#include "kleene/bits/model.h"
#include "kleene/bits/refutation.h"
#include "kleene/support/process.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <fstream>
#include <random>
#include <sstream>

namespace kleene::bits {
namespace {

using Clauses = std::vector<std::vector<int>>;

std::string text(const Clauses& clauses, int variables) {
  std::string result = fmt::format("p cnf {} {}\n", variables, clauses.size());
  for (const auto& clause : clauses) {
    for (int l : clause)
      result += fmt::format("{} ", l);
    result += "0\n";
  }
  return result;
}

bool accepted(const std::string& cnf, const std::string& proof) {
  std::string why;
  int result = check_refutation(cnf, proof, {}, why);
  EXPECT_EQ(why.empty(), result == 0);
  return result == 0;
}

Clauses pigeons(int count) {
  int holes = count - 1;
  auto in = [&](int p, int h) { return p * holes + h + 1; };
  Clauses result;
  for (int p = 0; p < count; ++p) {
    result.emplace_back();
    for (int h = 0; h < holes; ++h)
      result.back().push_back(in(p, h));
  }
  for (int h = 0; h < holes; ++h)
    for (int p = 0; p < count; ++p)
      for (int q = p + 1; q < count; ++q)
        result.push_back({-in(p, h), -in(q, h)});
  return result;
}

bool satisfiable(const Clauses& clauses, int variables) {
  for (unsigned values = 0; values < (1U << unsigned(variables)); ++values) {
    bool all = true;
    for (const auto& clause : clauses) {
      bool some = false;
      for (int l : clause)
        some |= (((values >> unsigned(std::abs(l) - 1)) & 1U) != 0) == (l > 0);
      all &= some;
    }
    if (all) return true;
  }
  return false;
}

std::string refutation(const std::string& cnf, bool binary) {
  TempDir folder;
  std::string question = (folder.path() / "q.cnf").string();
  std::string proof = (folder.path() / "q.drat").string();
  std::ofstream(question) << cnf;
  std::vector<std::string> command{"cadical", "-q", question, proof};
  if (!binary) command.insert(command.begin() + 1, "--no-binary");
  EXPECT_EQ(run_process(command).exit_code, 20);
  std::ifstream file(proof, std::ios::binary);
  std::ostringstream all;
  all << file.rdbuf();
  return all.str();
}

TEST(Drat, TextAndBinary) {
  std::string cnf = text(pigeons(6), 30);
  EXPECT_TRUE(accepted(cnf, refutation(cnf, true)));
  EXPECT_TRUE(accepted(cnf, refutation(cnf, false)));
}

TEST(Drat, EmptyRefutations) {
  EXPECT_TRUE(accepted("p cnf 1 2\n1 0\n-1 0\n", ""));
  EXPECT_TRUE(accepted("p cnf 1 1\n0\n", ""));
  EXPECT_TRUE(accepted("c hello\np cnf 2 3\nc more\n1 2 0 -1 0\n-2 0\n", "c nothing\n"));
  EXPECT_FALSE(accepted("p cnf 1 1\n1 0\n", ""));
  EXPECT_FALSE(accepted("p cnf 1 1\n1 0\n", "0\n"));
  EXPECT_FALSE(accepted("p cnf 0 0\n", "0\n"));
}

TEST(Drat, MalformedFiles) {
  std::string cnf = "p cnf 1 2\n1 0\n-1 0\n";
  EXPECT_FALSE(accepted("", ""));
  EXPECT_FALSE(accepted("1 0\n-1 0\n", ""));
  EXPECT_FALSE(accepted("p cnf 1 3\n1 0\n-1 0\n", ""));
  EXPECT_FALSE(accepted("p cnf 1 2\n1 0\n-1\n", ""));
  EXPECT_FALSE(accepted("p cnf 1 2\n1 0\n-1x 0\n", ""));
  EXPECT_FALSE(accepted(cnf, "x 0\n"));
  EXPECT_FALSE(accepted(cnf, std::string("b\2\0", 3)));
  EXPECT_FALSE(accepted(cnf, std::string("a\1\0", 3)));
  EXPECT_FALSE(accepted(cnf, std::string("a\0a\2", 4)));
}

TEST(Drat, EveryLemmaThatIsNeededIsChecked) {
  // x or y, in all signs: the lemma x, then the conflict.
  std::string all = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n";
  EXPECT_TRUE(accepted(all, "1 0\n0\n"));
  EXPECT_TRUE(accepted(all, "-1 0\n"));
  EXPECT_FALSE(accepted(all, "0\n"));
  // With one clause less it is satisfiable, and no lemma follows.
  std::string three = "p cnf 2 3\n1 2 0\n1 -2 0\n-1 2 0\n";
  for (const char* proof : {"1 0\n0\n", "-1 0\n", "-2 0\n", "1 0\n-1 0\n", "-1 0\n-2 0\n0\n"})
    EXPECT_FALSE(accepted(three, proof)) << proof;
}

TEST(Drat, WhatWasDeletedIsNotUsed) {
  std::string all = "p cnf 3 6\n1 2 3 0\n1 2 -3 0\n1 -2 3 0\n1 -2 -3 0\n-1 2 0\n-1 -2 0\n";
  EXPECT_TRUE(accepted(all, "1 2 0\n1 -2 0\n1 0\n0\n"));
  EXPECT_FALSE(accepted(all, "d 1 2 3 0\n1 2 0\n1 -2 0\n1 0\n0\n"));
  // Later deletions do no harm.
  EXPECT_TRUE(accepted(all, "1 2 0\nd 3 2 1 0\n1 -2 0\n1 0\n0\n"));
  // The reason of a literal stays, and so does what is not there.
  EXPECT_TRUE(accepted("p cnf 2 3\n1 0\n-1 2 0\n-1 -2 3 0\n", "d 1 0\n0\n") == false);
  EXPECT_TRUE(accepted(all, "d 7 8 0\n1 2 0\n1 -2 0\n1 0\nd 1 0\n0\n"));
}

TEST(Drat, Rat) {
  // A definition: variable 3 is new, so it is blocked; only the first literal counts.
  std::string all = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n";
  EXPECT_TRUE(accepted(all, "3 1 0\n3 2 0\n-3 -1 -2 0\n1 0\n0\n"));
  // Without that rule nothing wrong gets in: the pivot has a resolvent that does not follow.
  std::string free = "p cnf 3 2\n1 2 0\n-1 3 0\n";
  EXPECT_FALSE(accepted(free, "1 -3 0\n-2 0\n-1 0\n0\n"));
  EXPECT_FALSE(accepted("p cnf 1 1\n1 0\n", "-1 0\n0\n"));
  // Two lemmas that are each right alone, but not one after the other.
  EXPECT_FALSE(accepted("p cnf 2 1\n1 2 0\n", "3 0\n-3 0\n0\n"));
  // An extended refutation: a RAT lemma is really needed for the conflict.
  EXPECT_TRUE(accepted("p cnf 3 8\n1 2 3 0\n1 2 -3 0\n1 -2 3 0\n1 -2 -3 0\n-1 2 3 0\n-1 2 -3 0\n-1 "
                       "-2 3 0\n-1 -2 -3 0\n",
                       "4 1 2 0\n-4 1 2 0\n1 2 0\n1 0\n2 0\n0\n"));
}

TEST(Drat, BrokenRefutations) {
  Clauses question = pigeons(5);
  std::string cnf = text(question, 20);
  std::string proof = refutation(cnf, false);
  ASSERT_TRUE(accepted(cnf, proof));
  std::vector<std::string> lines;
  std::istringstream in(proof);
  for (std::string line; std::getline(in, line);)
    lines.push_back(line);
  auto joined = [&](const std::vector<std::string>& all) {
    std::string result;
    for (const std::string& line : all)
      result += line + '\n';
    return result;
  };
  // Another question, one that is satisfiable: every refutation of it is wrong.
  for (std::size_t i = 0; i < question.size(); ++i) {
    Clauses less = question;
    less.erase(less.begin() + std::ptrdiff_t(i));
    EXPECT_FALSE(accepted(text(less, 20), proof)) << i;
  }
  // The end is missing, or all lemmas but the last.
  std::vector<std::string> end(lines.begin(), lines.begin() + 1);
  EXPECT_FALSE(accepted(cnf, joined(end)));
  EXPECT_FALSE(accepted(cnf, lines.back() + '\n'));
}

/// Whatever happens to a refutation, none of a satisfiable question is accepted; flipped literals and lost lemmas are
/// noticed somewhere.
TEST(Drat, NothingSatisfiableIsRefuted) {
  std::mt19937 random(5);
  auto pick = [&](int n) { return std::uniform_int_distribution<int>(0, n - 1)(random); };
  int refuted = 0;
  int noticed = 0;
  for (int round = 0; round < 120; ++round) {
    constexpr int variables = 9;
    Clauses clauses;
    for (int i = 0; i < 42; ++i) {
      std::vector<int> clause;
      for (int k = 0; k < 3; ++k)
        clause.push_back((pick(variables) + 1) * (pick(2) == 0 ? 1 : -1));
      clauses.push_back(clause);
    }
    std::string cnf = text(clauses, variables);
    if (satisfiable(clauses, variables)) continue;
    std::string proof = refutation(cnf, round % 2 == 0);
    EXPECT_TRUE(accepted(cnf, proof));
    ++refuted;
    for (int change = 0; change < 20; ++change) {
      std::string broken = proof;
      if (!broken.empty()) {
        auto at = static_cast<std::size_t>(pick(static_cast<int>(broken.size())));
        if (change % 2 == 0)
          broken[at] = static_cast<char>(broken[at] ^ (1 << pick(3)));
        else
          broken.resize(at);
      }
      if (!accepted(cnf, broken)) ++noticed;
      // A question with a model, under the same lemmas.
      Clauses less = clauses;
      while (!satisfiable(less, variables))
        less.erase(less.begin() + pick(static_cast<int>(less.size())));
      EXPECT_FALSE(accepted(text(less, variables), broken));
      EXPECT_FALSE(accepted(text(less, variables), proof));
    }
  }
  EXPECT_GT(refuted, 20);
  EXPECT_GT(noticed, 100);
}

TEST(Drat, StopsWhenAsked) {
  std::string cnf = text(pigeons(8), 56);
  std::string proof = refutation(cnf, true);
  std::string why;
  EXPECT_EQ(check_refutation(
                cnf, proof, [] { return true; }, why),
            2);
}

TEST(Solve, AnswersAreCheckedOrNone) {
  Budget budget;
  EXPECT_EQ(solve({1, 1, "p cnf 1 1\n1 0\n", {}}, {}, budget).answer, SatAnswer::Satisfiable);
  Cnf hard{30, 0, text(pigeons(6), 30), {}};
  EXPECT_EQ(solve(hard, {}, budget).answer, SatAnswer::Refuted);
  EXPECT_FALSE(solve(hard, {}, budget).refutation.empty());
  EXPECT_EQ(solve({1, 1, "p cnf 1 1\nx 0\n", {}}, {}, budget).answer, SatAnswer::Unknown);
  Cnf very_hard{0, 0, text(pigeons(13), 156), {}};
  EXPECT_EQ(solve(very_hard, {.seconds = 0.2}, budget).answer, SatAnswer::Unknown);
  Cnf long_check{0, 0, text(pigeons(9), 72), {}};
  EXPECT_EQ(solve(long_check, {.checker_seconds = 0}, budget).answer, SatAnswer::Unchecked);
}

TEST(FindModel, ModelsAndTheirAbsence) {
  Budget budget;
  Circuit circuit;
  Lit a = circuit.input();
  Lit b = circuit.input();
  Cnf question = circuit.cnf({circuit.exor(a, b), a});
  Model model = find_model(question, 10, budget);
  ASSERT_EQ(model.satisfiable, true);
  EXPECT_TRUE(model.value(question, a));
  EXPECT_FALSE(model.value(question, b));
  EXPECT_EQ(
      find_model(circuit.cnf({circuit.conj(a, b), circuit.exor(a, b)}), 10, budget).satisfiable,
      false);
  EXPECT_EQ(find_model({0, 0, text(pigeons(13), 156), {}}, 0.2, budget).satisfiable, std::nullopt);
}

} // namespace
} // namespace kleene::bits
