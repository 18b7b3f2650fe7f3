// SPDX-License-Identifier: Apache-2.0
// Proofs of the engine, and what becomes of them when someone tampers with them.
#include "helpers.h"

namespace kleene::engine::linear::test {
namespace {

const char* const program_text = "int g; add(n) { if (n > 0) { add(n - 1); g = g + 1; } }"
                                 "main() { int i; g = 0; i = 0;"
                                 "while (i < 5) { add(i); i = i + 1; } assert(g >= i - 1); }";

class Tampering : public ::testing::Test {
protected:
  ir::Program program = read(program_text);
  evidence::Problem p = problem(program);
  Budget budget;
  evidence::InductiveProof proof;

  void SetUp() override {
    Answer candidate = solve(p, budget, silent_observer());
    ASSERT_TRUE(std::holds_alternative<evidence::InductiveProof>(candidate));
    proof = std::get<evidence::InductiveProof>(candidate);
  }
  std::string objection(const evidence::InductiveProof& changed) {
    smt::Cvc5 solver;
    return evidence::judge(p, changed, solver, budget).objection;
  }
};

TEST_F(Tampering, TheProofAsItIsIsAccepted) {
  EXPECT_EQ(objection(proof), "");
}

TEST_F(Tampering, EveryInvariantThatIsDroppedIsMissed) {
  for (std::size_t f = 0; f < proof.procedures.size(); ++f)
    for (std::size_t l = 0; l < proof.procedures[f].invariants.size(); ++l) {
      if (proof.procedures[f].invariants[l].null()) continue;
      evidence::InductiveProof changed = proof;
      changed.procedures[f].invariants[l] = Term();
      EXPECT_NE(objection(changed), "") << program.procedures[f].name << " location " << l;
    }
}

TEST_F(Tampering, EveryInvariantThatClaimsTooMuchIsRefuted) {
  TermManager& t = *program.terms;
  Term g = program.var(*program.find_variable("g"));
  Term extra = t.lt(g, t.constant(Type::integer(), 0));
  for (std::size_t f = 0; f < proof.procedures.size(); ++f)
    for (std::size_t l = 1; l < proof.procedures[f].invariants.size(); ++l) {
      Term& own = proof.procedures[f].invariants[l];
      if (own.null()) continue;
      evidence::InductiveProof changed = proof;
      changed.procedures[f].invariants[l] = t.conj(own, extra);
      EXPECT_NE(objection(changed), "") << program.procedures[f].name << " location " << l;
    }
}

TEST_F(Tampering, ASummaryThatIsMissingOrTooStrongIsRefuted) {
  TermManager& t = *program.terms;
  std::size_t add = 0;
  evidence::InductiveProof changed = proof;
  changed.procedures[add].summary = Term();
  EXPECT_NE(objection(changed), "");
  Term g = program.var(*program.find_variable("g"));
  changed.procedures[add].summary =
      t.conj(proof.procedures[add].summary, t.eq(g, t.constant(Type::integer(), 0)));
  EXPECT_NE(objection(changed), "");
}

TEST_F(Tampering, ATrivialInvariantAtTheTargetIsNoProof) {
  for (std::size_t f = 0; f < proof.procedures.size(); ++f)
    for (std::size_t l = 0; l < proof.procedures[f].invariants.size(); ++l)
      if (p.targets.selects(program.procedures[f].locations[l])) {
        evidence::InductiveProof changed = proof;
        changed.procedures[f].invariants[l] = program.terms->truth(true);
        EXPECT_NE(objection(changed), "");
      }
}

TEST_F(Tampering, AProcedureDeclaredUncalledIsMissed) {
  for (std::size_t f = 0; f < proof.procedures.size(); ++f) {
    evidence::InductiveProof changed = proof;
    changed.procedures[f] = {};
    EXPECT_NE(objection(changed), "");
  }
}

TEST_F(Tampering, FormulasMayNotSpeakOfForeignVariables) {
  TermManager& t = *program.terms;
  Term i = program.var(*program.find_variable("i"));
  Term odd = t.le(i, i);
  evidence::InductiveProof changed = proof;
  Term& at_entry = changed.procedures[0].invariants[program.procedures[0].entry.index()];
  at_entry = t.conj(at_entry, odd);
  EXPECT_NE(objection(changed), "") << "main's variable in a formula of add";
  changed = proof;
  changed.procedures[1].summary = odd;
  EXPECT_NE(objection(changed), "") << "a local variable in a summary";
}

TEST_F(Tampering, ItDoesNotFitAnotherQuestion) {
  ir::Program other = read("int g; add(n) { if (n > 0) { add(n - 1); g = g - 1; } }"
                           "main() { int i; g = 0; i = 0;"
                           "while (i < 5) { add(i); i = i + 1; } assert(g >= i - 1); }");
  smt::Cvc5 solver;
  evidence::Problem q = problem(other);
  EXPECT_NE(evidence::judge(q, proof, solver, budget).objection, "");
  evidence::Problem termination = p;
  termination.property = evidence::Property::Termination;
  EXPECT_NE(evidence::judge(termination, proof, solver, budget).objection, "");
}

/// A solver that never knows.
class Silent : public smt::Solver {
public:
  std::string name() const override { return "silent"; }
  std::vector<smt::Answer> check(const smt::Script& script, Budget& /*budget*/) override {
    return std::vector<smt::Answer>(script.questions.size(), smt::Answer::Unknown);
  }
};

TEST_F(Tampering, ASolverThatDoesNotAnswerIsNoWitness) {
  Silent solver;
  EXPECT_NE(evidence::judge(p, proof, solver, budget).objection, "");
}

} // namespace
} // namespace kleene::engine::linear::test
