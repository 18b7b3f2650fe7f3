// SPDX-License-Identifier: Apache-2.0
// What other engines believe to hold becomes predicates, and nothing more.
#include "kleene/engine/exact/exact.h"
#include "kleene/ir/text.h"

#include <gtest/gtest.h>

#include <gmock/gmock.h>

#include "safety.h"

namespace kleene::engine::exact {
namespace {

using testing::Contains;
using testing::Not;

class Hints : public testing::Test {
protected:
  /// `state` is believed to hold at the head of the loop.
  evidence::Problem problem(Term state) {
    auto believed = std::make_shared<evidence::InductiveProof>();
    believed->sparse = true;
    believed->procedures.resize(1);
    believed->procedures[0].invariants.resize(program_.procedures[0].locations.size());
    believed->procedures[0].invariants[loop()] = state;
    evidence::Problem result{program_,
                             evidence::Property::UnreachCall,
                             {{"reach_error"}, false, {}},
                             IntegerModel::Math};
    result.hints = std::move(believed);
    return result;
  }
  std::size_t loop() const { return program_.procedures[0].edges[0].to.index(); }
  Term var(const std::string& name) { return program_.var(*program_.find_variable(name)); }
  TermManager& terms() { return *program_.terms; }
  Term constant(Integer value) { return terms().constant(var("i").type(), value); }

  ir::Program program_ = ir::parse(R"(proc main() {
  local i, j: i32;
  start -> loop: i := 0, j := 0;
  loop -> body:  assume i < 10;
  loop -> out:   assume !(i < 10);
  body -> loop:  i := i + 1, j := j + 1;
  out -> bad:    assume j != 10;
  out -> exit:   assume j == 10;
  location bad target call reach_error;
})",
                                   "test.ir")
                             .value();
  Budget budget_;
};

TEST_F(Hints, BecomePredicates) {
  Term equal = terms().eq(var("i"), var("j"));
  evidence::Problem asked = problem(equal);
  BlockProgram blocks(asked, {});
  PredicateMap predicates(blocks);
  EXPECT_THAT(predicates.of(program_.entry), Not(Contains(equal)));
  seed_hints(blocks, predicates);
  EXPECT_THAT(predicates.of(program_.entry), Contains(equal));
}

TEST_F(Hints, ThatAreWrongChangeNoVerdict) {
  for (Term wrong :
       {terms().eq(var("j"), constant(3)), terms().lt(var("j"), var("i")), terms().truth(false)}) {
    evidence::Problem asked = problem(wrong);
    Answer answer = solve(asked, budget_, silent_observer());
    ASSERT_TRUE(std::holds_alternative<evidence::InductiveProof>(answer));
    smt::Cvc5 solver;
    EXPECT_EQ(evidence::judge(asked, std::get<evidence::InductiveProof>(answer), solver, budget_)
                  .objection,
              "");
  }
}

} // namespace
} // namespace kleene::engine::exact
