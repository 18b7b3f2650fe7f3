// SPDX-License-Identifier: Apache-2.0
#include "kleene/analysis/invariants.h"
#include "kleene/ir/interpreter.h"
#include "kleene/ir/text.h"

#include <gtest/gtest.h>

#include <random>

namespace kleene::analysis {
namespace {

ir::Program program(const std::string& text) {
  Result<ir::Program> parsed = ir::parse(text, "test.ir");
  EXPECT_TRUE(parsed.ok()) << (parsed.ok() ? "" : render(parsed.error()));
  return parsed.ok() ? std::move(parsed).value() : ir::Program();
}

constexpr const char* counts_by_two = R"(proc main() {
  local i: i32;
  start -> loop:  i := 0;
  loop -> body:   assume i < 100;
  body -> loop:   i := i + 2;
  loop -> done:   assume i >= 100;
  done -> exit:   skip;
})";

constexpr const char* recursive_sum = R"(global depth: i32 = 0;
proc sum(k: i32) returns (r: i32) {
  local t: i32;
  start -> stop:  assume k <= 0;
  stop -> exit:   r := 0;
  start -> go:    assume k > 0;
  go -> deeper:   depth := depth + 1;
  deeper -> back: call t := sum(k - 1);
  back -> exit:   r := t + k;
}
proc main() {
  local n, s: i32;
  start -> read:  havoc n from "__VERIFIER_nondet_int";
  read -> small:  assume n < 50;
  small -> after: call s := sum(n);
  after -> exit:  skip;
  read -> exit:   assume n >= 50;
})";

constexpr const char* mixed = R"(proc main() {
  local x, y: i32;
  local u: u8;
  local b: bool;
  start -> a:  havoc x from "__VERIFIER_nondet_int";
  a -> b1:     havoc u from "__VERIFIER_nondet_uchar";
  b1 -> c:     y := (x % 7) * 3 + cast[i32](u);
  c -> d:      b := y > 10 && x != 4;
  d -> e:      assume b;
  d -> f:      assume !b;
  e -> loop:   x := x + y;
  f -> loop:   x := -y;
  loop -> g:   assume x > 3 && u < 200;
  g -> loop:   x := x / 2, u := u + 7;
  loop -> exit: assume !(x > 3 && u < 200);
})";

Facts at(const ir::Program& p, const Invariants& all, const std::string& f, const std::string& l) {
  ir::ProcId proc = *p.find_procedure(f);
  const ir::Procedure& procedure = p.procedure(proc);
  for (std::size_t i = 0; i < procedure.locations.size(); ++i)
    if (procedure.locations[i].name == l) return all[proc.index()][i];
  ADD_FAILURE() << "no location " << l;
  return {};
}

Range range(const ir::Program& p, const Facts& facts, const std::string& name) {
  auto found = facts.ranges.find(*p.find_variable(name));
  return found == facts.ranges.end() ? Range() : found->second;
}

TEST(Invariants, LoopsGetBoundsAndCongruences) {
  ir::Program p = program(counts_by_two);
  Budget budget;
  Invariants all = invariants(p, IntegerModel::Machine, budget);
  Range in_loop = range(p, at(p, all, "main", "loop"), "i");
  EXPECT_EQ(in_loop, Range::congruent(2, 0, 0, 100));
  EXPECT_EQ(range(p, at(p, all, "main", "done"), "i"), Range::constant(100));
}

TEST(Invariants, AFewNumbersAreNamedOneByOne) {
  ir::Program p = program(counts_by_two);
  auto said = [&](const Range& range) {
    Facts facts;
    facts.reachable = true;
    facts.ranges[*p.find_variable("i")] = range;
    return formula(p, IntegerModel::Machine, facts).op();
  };
  EXPECT_EQ(said(Range::congruent(4557, 3, 3, 4560)), Op::Or);
  EXPECT_EQ(said(Range::congruent(7, 0, -7, 14)), Op::Or);
  EXPECT_EQ(said(Range::congruent(7, 0, 0, 28)), Op::And) << "five are too many";
}

TEST(Invariants, PlacesBehindABarredDoorAreUnreachable) {
  ir::Program p = program(R"(proc main() {
  local i: i32;
  start -> a: i := 3;
  a -> never: assume i > 5;
  a -> exit:  assume i <= 5;
})");
  Budget budget;
  Invariants all = invariants(p, IntegerModel::Machine, budget);
  Facts facts = at(p, all, "main", "never");
  EXPECT_FALSE(facts.reachable);
  EXPECT_TRUE(formula(p, IntegerModel::Machine, facts).is_false());
}

TEST(Invariants, TheIntegerModelDecidesWhatWraps) {
  const char* text = R"(proc main() {
  local x, y: i32;
  start -> a: havoc x from "__VERIFIER_nondet_int";
  a -> b:     assume x > 0;
  b -> exit:  y := x + 1;
})";
  ir::Program p = program(text);
  Budget budget;
  Facts machine = at(p, invariants(p, IntegerModel::Machine, budget), "main", "exit");
  Facts math = at(p, invariants(p, IntegerModel::Math, budget), "main", "exit");
  EXPECT_EQ(range(p, math, "y").low(), 2);
  EXPECT_FALSE(range(p, machine, "y").has_low());
}

/// Follows a run and checks every value that is written against the facts at the place it leads to.
class Checker : public ir::Tracer {
public:
  Checker(const ir::Program& p, const Invariants& all) : program_(p), all_(all) {}
  void step(const Step& step) override {
    const auto* call = std::get_if<ir::Call>(&step.edge->statement);
    bool enters = call != nullptr && !step.returned; // the parameters are written
    ir::ProcId f = enters ? call->callee : step.procedure;
    ir::LocId l = enters ? program_.procedure(f).entry : step.edge->to;
    const Facts& facts = all_[f.index()][l.index()];
    EXPECT_TRUE(facts.reachable);
    for (auto [variable, value] : step.written)
      if (auto found = facts.ranges.find(variable); found != facts.ranges.end()) {
        EXPECT_TRUE(found->second.contains(value)) << program_.variable(variable).name;
        ++checked;
      }
  }
  std::size_t checked = 0;

private:
  const ir::Program& program_;
  const Invariants& all_;
};

class AgainstRuns : public testing::TestWithParam<const char*> {};

TEST_P(AgainstRuns, EveryValueOfARunIsInItsRange) {
  ir::Program p = program(GetParam());
  std::mt19937 random(3);
  Budget budget;
  for (IntegerModel integers : {IntegerModel::Machine, IntegerModel::Math}) {
    Invariants all = invariants(p, integers, budget);
    Checker checker(p, all);
    ir::Interpreter interpreter(p);
    for (int run = 0; run < 300; ++run) {
      std::vector<Integer> inputs;
      for (int i = 0; i < 40; ++i)
        inputs.push_back(run % 3 == 0 ? Integer(random() % 60) : Integer(std::int32_t(random())));
      ir::InputList list(inputs);
      ir::RunOptions options;
      options.integers = integers;
      options.max_steps = 5000;
      interpreter.run(list, options, &checker);
    }
    EXPECT_GT(checker.checked, 0U) << "nothing was known at all";
  }
}

INSTANTIATE_TEST_SUITE_P(Programs,
                         AgainstRuns,
                         testing::Values(counts_by_two, recursive_sum, mixed));

} // namespace
} // namespace kleene::analysis
