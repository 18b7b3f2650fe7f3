// SPDX-License-Identifier: Apache-2.0
#include "kleene/evidence/boolean.h"

#include <gtest/gtest.h>

#include "judge_support.h"

namespace kleene::evidence {
namespace {

using namespace testing_support;

TEST(BooleanJudge, ObjectsToFormulasThatAreNotBoolean) {
  ir::Program p = program(R"(proc main() {
  local b: bool;
  start -> exit: b := true;
})");
  Term one = p.terms->constant(Type::integer(), 1);
  Term arithmetic = p.terms->le(one, one);
  InductiveProof proof;
  proof.procedures.push_back(
      {std::vector<Term>(p.procedures[0].locations.size(), p.terms->truth(true)),
       p.terms->truth(true)});
  Budget budget;
  Problem question = problem(p, IntegerModel::Machine, Property::UnreachCall);
  EXPECT_EQ(judge_boolean(question, proof, budget).objection, "");
  proof.procedures[0].summary = arithmetic;
  EXPECT_NE(judge_boolean(question, proof, budget).objection, "");
}

} // namespace
} // namespace kleene::evidence
