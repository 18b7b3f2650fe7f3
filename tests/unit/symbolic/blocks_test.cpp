// SPDX-License-Identifier: Apache-2.0
// The oracle of blocks: the interpreter. On the same inputs a program without loops takes the block to
// the target, to the exit or to overflow exactly if the interpreted one gets there.
#include "kleene/ir/interpreter.h"
#include "kleene/ir/text.h"
#include "kleene/symbolic/blocks.h"
#include "kleene/symbolic/evaluate.h"

#include <gtest/gtest.h>

#include "random_program.h"

namespace kleene::symbolic {
namespace {

/// The value of the block's condition if the environment gives these inputs.
bool takes(const ir::Program& program, const Block& block, const std::vector<Integer>& inputs) {
  std::unordered_map<Term, Integer> values;
  for (VarId global : program.globals)
    if (const auto& initial = program.variable(global).initial)
      values[program.terms->variable(global, initial->type())] = initial->value();
  std::size_t next = 0;
  for (const FreshValue& fresh : block.fresh) {
    Evaluator value(IntegerModel::Machine, [&](Term t) { return values[t]; });
    if (fresh.choice == ir::Choice::Unknown || value(fresh.when) == 0) continue;
    values[fresh.variable] = inputs.at(next++);
  }
  return Evaluator(IntegerModel::Machine, [&](Term t) { return values[t]; })(block.condition) != 0;
}

void check_program(const ir::Program& program, unsigned seed, bool overflows, unsigned& hits) {
  BlockOptions options{{{}, false, {"ERROR"}}, overflows, {}};
  FreshVariables fresh(*program.terms, first_fresh(program));
  std::vector<Block> all = blocks(program, program.entry, options, fresh);
  const ir::Procedure& main = program.procedure(program.entry);
  std::mt19937 random(seed);
  for (int run = 0; run < 10; ++run) {
    std::vector<Integer> inputs(64);
    for (Integer& input : inputs)
      input = static_cast<std::int32_t>(random() % 3 == 0 ? random() : random() % 9 - 4);
    ir::InputList list(inputs);
    ir::RunOptions run_options;
    run_options.targets = options.targets;
    ir::RunResult result = ir::Interpreter(program).run(list, run_options);
    bool overflow = overflows && result.overflow;
    for (const Block& block : all) {
      if (block.from != main.entry) continue;
      bool expected = !block.to.valid() ? overflow
                      : block.to == main.exit
                          ? !overflow && result.ending == ir::Ending::Returned
                          : !overflow && result.ending == ir::Ending::TargetReached;
      ASSERT_EQ(takes(program, block, inputs), expected) << "run " << run;
      hits += expected && block.to != main.exit ? 1 : 0;
    }
  }
}

TEST(Blocks, AgreeWithTheInterpreter) {
  for (bool overflows : {false, true}) {
    unsigned hits = 0;
    for (unsigned seed = 0; seed < 150 && !testing::Test::HasFailure(); ++seed) {
      std::string text = test::RandomProgram(seed).simple_text();
      Result<ir::Program> program = ir::parse(text, "random.ir");
      ASSERT_TRUE(program.ok()) << render(program.error()) << text;
      check_program(*program, seed, overflows, hits);
      if (testing::Test::HasFailure()) ADD_FAILURE() << "seed " << seed << "\n" << text;
    }
    EXPECT_GT(hits, 200U);
  }
}

TEST(Blocks, CutLoopsAndCalls) {
  Result<ir::Program> program = ir::parse(R"(proc main() {
    local x: i32;
    a -> head: x := 0;
    head -> in: assume x < 10;
    head -> out: assume !(x < 10);
    in -> head: x := x + 1;
    out -> back: call x := f(x);
    back -> exit: skip;
  }
  proc f(n: i32) returns (r: i32) { a -> exit: r := n; })",
                                          "test.ir");
  ASSERT_TRUE(program.ok());
  FreshVariables fresh(*program->terms, first_fresh(*program));
  std::vector<Block> all = blocks(*program, program->entry, {}, fresh);
  // a-head, head-head, head-out, back-exit
  EXPECT_EQ(all.size(), 4U);
}

} // namespace
} // namespace kleene::symbolic
