// SPDX-License-Identifier: Apache-2.0
// Predicates from Horn clauses: with loops and recursion restored they prove the program at once, along the
// path alone they exclude this path.
#include "kleene/ir/text.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "clauses.h"
#include "safety.h"

namespace kleene::engine::exact {
namespace {

class ClausesTest : public testing::Test {
protected:
  void read(const std::string& text) {
    ir_ = ir::parse(text, "test.ir").value();
    problem_.emplace(
        evidence::Problem{ir_, evidence::Property::UnreachCall, {{"error"}, false, {}}, model_});
    program_.emplace(*problem_, BlockOptions{});
    predicates_.emplace(*program_);
    facts_.emplace(*program_);
    session_ = session_for(*program_, model_, 5, budget_);
    domain_.emplace(program_->terms(), manager_, *session_, model_);
  }

  /// The path to a target that the present predicates allow; nothing if they prove that there is none.
  std::optional<FlatPath> impossible_path() {
    AbstractProgram abstract(*program_, *predicates_, *facts_, *domain_);
    Forward forward(abstract, budget_);
    if (forward.run()) return std::nullopt;
    Feasibility found = examine(forward, forward.counterexample(), *program_, model_, budget_);
    return std::get<Infeasible>(found).path;
  }
  std::size_t refine(const FlatPath& path, Shape shape) {
    return refine_by_clauses(*program_, path, shape, model_, 20, *predicates_, budget_);
  }
  IntegerModel model_ = IntegerModel::Math;
  Budget budget_;
  BddManager manager_{budget_};
  ir::Program ir_;
  std::optional<evidence::Problem> problem_;
  std::optional<BlockProgram> program_;
  std::optional<PredicateMap> predicates_;
  std::optional<Facts> facts_;
  std::unique_ptr<smt::Session> session_;
  std::optional<domain::ExactDomain> domain_;
};

/// Two counters stay equal.
const char* const two_counters = R"(
proc main() {
  local n: i32;
  local x: i32;
  local y: i32;
  exit E;
  location T target call error;
  L0 -> L1: havoc n;
  L1 -> L2: x := 0;
  L2 -> L3: y := 0;
  L3 -> L4: assume x < n;
  L4 -> L5: x := x + 1;
  L5 -> L3: y := y + 1;
  L3 -> L6: assume !(x < n);
  L6 -> T: assume x != y;
  L6 -> E: assume x == y;
}
)";

/// A result is said through the argument.
const char* const identity = R"(
proc main() {
  local n: i32;
  local r: i32;
  exit E;
  location T target call error;
  L0 -> L1: havoc n;
  L1 -> L2: call r := f(n);
  L2 -> T: assume r != n;
  L2 -> E: assume r == n;
}
proc f(x: i32) returns (r: i32) {
  local s: i32;
  exit E;
  L0 -> L1: assume x == 0;
  L0 -> L2: assume x != 0;
  L1 -> E: r := 0;
  L2 -> L3: call s := f(x - 1);
  L3 -> E: r := s + 1;
}
)";

/// The same over mathematical integers.
std::string unbounded(std::string text) {
  for (std::size_t at = 0; (at = text.find("i32", at)) != std::string::npos;)
    text.replace(at, 3, "int");
  return text;
}

TEST_F(ClausesTest, InterpolantsExcludeThePath) {
  for (const std::string& text :
       {std::string(two_counters), std::string(identity), unbounded(two_counters)}) {
    read(text);
    std::optional<FlatPath> path = impossible_path();
    ASSERT_TRUE(path);
    EXPECT_GT(refine(*path, Shape::Unrolled), 0U);
    std::optional<FlatPath> next = impossible_path();
    auto same = [](const FlatStep& a, const FlatStep& b) {
      return a.kind == b.kind && a.procedure == b.procedure && a.index == b.index;
    };
    EXPECT_TRUE(!next || !std::ranges::equal(*path, *next, same)) << text;
  }
}

TEST_F(ClausesTest, InvariantsOfWhatThePathUsesProveTheProgram) {
  for (const std::string& text :
       {std::string(two_counters), std::string(identity), unbounded(two_counters)}) {
    read(text);
    ASSERT_TRUE(impossible_path());
    bool proved = false;
    for (int round = 0; round < 6 && !proved; ++round) {
      std::optional<FlatPath> path = impossible_path();
      proved = !path;
      if (path && refine(*path, Shape::Restored) == 0) break;
    }
    EXPECT_TRUE(proved) << text;
  }
}

} // namespace
} // namespace kleene::engine::exact
