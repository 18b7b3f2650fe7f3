// SPDX-License-Identifier: Apache-2.0
// The oracle of unrolling: the interpreter. On the same inputs the unrolled program reaches the target
// exactly if the interpreted one does.
#include "kleene/ir/interpreter.h"
#include "kleene/ir/text.h"
#include "kleene/ir/validate.h"
#include "kleene/symbolic/evaluate.h"
#include "kleene/symbolic/step.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "random_program.h"
#include "unroll.h"

namespace kleene::engine::bmc {
namespace {

using evidence::Property;

struct Compared {
  unsigned violations = 0;
  unsigned safe = 0;
  unsigned cut = 0;
};

/// Gives the inputs to the events of an unrolling in their order; those beyond the list are 0.
std::unordered_map<Term, Integer>
assigned(const Unrolling& unrolling, const std::vector<Integer>& inputs, TermManager& terms) {
  std::unordered_map<Term, Integer> values;
  std::size_t next = 0;
  for (const InputEvent& event : unrolling.inputs) {
    symbolic::Evaluator value(IntegerModel::Machine, [&](Term t) { return values[t]; });
    if (value(event.path.term(terms)) == 0) continue;
    values[event.value] = next < inputs.size() ? wrap(event.value.type(), inputs[next]) : 0;
    ++next;
  }
  return values;
}

void compare(const ir::Program& program, Property property, unsigned seed, Compared& counts) {
  evidence::Problem problem{program, property, {{}, false, {"ERROR"}}, IntegerModel::Machine};
  TermManager& terms = *program.terms;
  symbolic::Simplifier simplify(terms, IntegerModel::Machine);
  VariablePool pool(terms, symbolic::first_fresh(program));
  Budget budget;
  Unrolling unrolling = unroll(
      problem, {4, 5, 100'000}, simplify, pool, [](const auto&) { return true; }, budget);
  std::mt19937 random(seed);
  for (int run = 0; run < 8; ++run) {
    std::vector<Integer> inputs(64);
    for (Integer& input : inputs)
      input = static_cast<std::int32_t>(random() % 3 == 0 ? random() : random() % 9 - 4);
    std::unordered_map<Term, Integer> values = assigned(unrolling, inputs, terms);
    symbolic::Evaluator value(IntegerModel::Machine, [&](Term t) { return values[t]; });
    auto holds = [&](Term t) { return value(t) != 0; };
    ir::InputList list(inputs);
    ir::RunOptions options;
    options.max_steps = 100'000;
    options.targets = problem.targets;
    ir::RunResult result = ir::Interpreter(program).run(list, options);
    if (result.indeterminate || result.ending == ir::Ending::InputsExhausted) continue;
    bool expected = property == Property::NoOverflow ? result.overflow.has_value()
                                                     : result.ending == ir::Ending::TargetReached;
    bool found = std::ranges::any_of(unrolling.violations, holds);
    bool cut =
        std::ranges::any_of(unrolling.cuts, [&](const Cut& c) { return holds(c.condition); });
    if (cut && !found) {
      ++counts.cut;
      continue;
    }
    EXPECT_EQ(found, expected) << "run " << run << ": " << ir::describe(result.ending);
    ++(expected ? counts.violations : counts.safe);
  }
}

class Unroll : public testing::TestWithParam<Property> {};

TEST_P(Unroll, AgreesWithTheInterpreter) {
  Compared counts;
  for (unsigned seed = 0; seed < 80 && !HasFailure(); ++seed) {
    std::string text = symbolic::test::RandomProgram(seed).text();
    Result<ir::Program> program = ir::parse(text, "random.ir");
    ASSERT_TRUE(program.ok()) << render(program.error()) << text;
    ASSERT_TRUE(ir::validate(*program).empty()) << ir::validate(*program).front() << text;
    compare(*program, GetParam(), seed, counts);
    if (HasFailure()) ADD_FAILURE() << "seed " << seed << "\n" << text;
  }
  EXPECT_GT(counts.violations, 40U);
  EXPECT_GT(counts.safe, 40U);
  EXPECT_LT(counts.cut, counts.safe);
}

INSTANTIATE_TEST_SUITE_P(Properties,
                         Unroll,
                         testing::Values(Property::UnreachCall, Property::NoOverflow),
                         [](const auto& p) {
                           return p.param == Property::NoOverflow ? "Overflow" : "Reachability";
                         });

} // namespace
} // namespace kleene::engine::bmc
