// SPDX-License-Identifier: Apache-2.0
// Invariants of degree two: the algebra that finds them, and programs that need them.
#include <algorithm>
#include <random>

#include "equalities.h"
#include "helpers.h"
#include "samples.h"

namespace kleene::engine::linear::test {
namespace {

using presburger::Point;

/// Is `wanted` zero wherever all equations are? Tried on many points of a small cube.
bool imply(const std::vector<Equation>& equations, std::size_t dims, auto wanted) {
  std::mt19937 random(3);
  std::size_t solutions = 0;
  for (int i = 0; i < 400'000; ++i) {
    Point p;
    for (std::size_t d = 0; d < dims; ++d)
      p.push_back(static_cast<Integer>(random() % 31) - 10);
    bool solves =
        std::ranges::all_of(equations, [&](const Equation& e) { return e.value(p) == 0; });
    if (solves && wanted(p) != 0) return false;
    solutions += solves ? 1 : 0;
  }
  return solutions > 0;
}

TEST(Equations, TriangularNumbersAreFound) {
  std::vector<Point> points;
  for (Integer i = -20; i < 20; ++i)
    for (Integer n = 0; n < 3; ++n)
      points.push_back({i, i * (i + 1) / 2, n});
  std::vector<Equation> found = equations_of(points);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].degree(), 2U);
  EXPECT_TRUE(imply(found, 3, [](const Point& p) { return 2 * p[1] - p[0] * (p[0] + 1); }));
}

TEST(Equations, ConsequencesOfLinearOnesAreLeftOut) {
  std::vector<Point> points;
  for (Integer i = -20; i < 20; ++i)
    for (Integer n = 0; n < 5; ++n)
      points.push_back({i, n, 3 * i - 2 * n + 7});
  std::vector<Equation> found = equations_of(points);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].degree(), 1U);
  EXPECT_TRUE(imply(found, 3, [](const Point& p) { return p[2] - 3 * p[0] + 2 * p[1] - 7; }));
}

TEST(Equations, FewPointsAndPointsInGeneralPositionSayNothing) {
  EXPECT_TRUE(equations_of({{1, 1}, {2, 4}, {3, 9}}).empty());
  std::mt19937 random(5);
  std::vector<Point> points;
  for (int i = 0; i < 100; ++i)
    points.push_back(
        {static_cast<Integer>(random() % 1000), static_cast<Integer>(random() % 1000)});
  EXPECT_TRUE(equations_of(points).empty());
}

TEST(Equations, FractionsBecomeWholeNumbers) {
  std::vector<Point> points;
  for (Integer i = 0; i < 60; ++i)
    points.push_back({6 * i, 4 * i * i - 3 * i});
  std::vector<Equation> found = equations_of(points);
  ASSERT_EQ(found.size(), 1U);
  for (const Point& p : points)
    EXPECT_EQ(found[0].value(p), 0);
  EXPECT_NE(found[0].value({6, 2}), 0);
}

TEST(Samples, PairsOfEntryAndStateOfEveryActivation) {
  ir::Program program = read("int g; f(n) { if (n > 0) { f(n - 1); g = g + n; } }"
                             "main() { int k; assume(k >= 0 && k < 9); g = 5; f(k); }");
  Budget budget;
  presburger::Context context(budget);
  domain::PresburgerDomain domain(program, context);
  std::vector<Samples> samples = sample_executions(domain, budget);
  ir::ProcId f = *program.find_procedure("f");
  const std::vector<Point>& at_exit = samples[f.index()][program.procedure(f).exit.index()];
  EXPECT_GE(at_exit.size(), 8U);
  for (const Point& p : at_exit) // g and n at the entry, g and n at the exit
    EXPECT_EQ(p[2], p[0] + p[1] * (p[1] + 1) / 2) << "the sum is made on the way back";
}

TEST(QuadraticInvariants, ProveSumsForAnyBound) {
  std::string text = "int s, t; main() { int i, n; assume(n >= 0); s = 0; i = 1;"
                     "while (i <= n) { s = s + i; i = i + 1; } t = 0; i = n;"
                     "while (i > 0) { t = t + i; i = i - 1; } ";
  EXPECT_EQ(verdict(text + "assert(s = t); }"), "true");
  EXPECT_EQ(verdict(text + "assert(s != t); }"), "false");
  EXPECT_EQ(verdict(text + "assert(s = t && s != 66); }"), "false") << "66 = 11 * 12 / 2";
}

TEST(QuadraticInvariants, ProveSumsByRecursion) {
  EXPECT_EQ(verdict("int s, t; down(k) { if (k > 0) { s = s + k; down(k - 1); } }"
                    "main() { int i, n; assume(n >= 0); i = 0; s = 0; t = 0; down(n);"
                    "while (i < n) { i = i + 1; t = t + i; } assert(s = t); }"),
            "true");
}

TEST(QuadraticInvariants, WhatIsCubicIsUnknownAndSaysSo) {
  ir::Program program = read("main() { int i, n, s, t; assume(n >= 0); i = 0; s = 0; t = 0;"
                             "while (i < n) { i = i + 1; s = s + i; t = t + s; }"
                             "assert(6 * t != 6 * n + 24 * s + 6); }");
  Budget budget(std::chrono::duration<double>(60), std::nullopt);
  evidence::Problem p = problem(program);
  Answer candidate = engine.solve(p, budget, silent_observer());
  ASSERT_TRUE(std::holds_alternative<Unknown>(candidate));
  EXPECT_NE(std::get<Unknown>(candidate).reason.find("quadratic"), std::string::npos)
      << std::get<Unknown>(candidate).reason;
}

} // namespace
} // namespace kleene::engine::linear::test
