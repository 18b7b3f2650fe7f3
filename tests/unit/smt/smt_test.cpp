// SPDX-License-Identifier: Apache-2.0
#include "kleene/smt/smtlib.h"
#include "kleene/smt/solver.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace kleene::smt {
namespace {

class SmtTest : public ::testing::Test {
protected:
  TermManager t;
  Type i = Type::integer();
  Budget budget;
  std::string x(Term term) {
    return text(term, [](VarId v) { return "v" + std::to_string(v.index()); });
  }
  Term var(std::size_t n) { return t.variable(VarId(n), i); }
  Term num(Integer v) { return t.constant(i, v); }

  /// Asks whether each term holds for all values of v0.
  std::vector<Answer> refute(const std::vector<Term>& terms, Solver& solver) {
    Script script;
    script.preamble = "(declare-const v0 Int)\n";
    for (Term c : terms)
      script.questions.push_back({"q", "(assert (not " + x(c) + "))\n"});
    return solver.check(script, budget);
  }
};

TEST_F(SmtTest, DivisionMeansWhatTheInterpreterDoes) {
  std::vector<Term> facts;
  for (Integer a = -7; a <= 7; ++a)
    for (Integer b : {-3, -2, 2, 3}) {
      facts.push_back(t.eq(t.binary(Op::Div, num(a), num(b)), num(a / b)));
      facts.push_back(t.eq(t.binary(Op::Rem, num(a), num(b)), num(a % b)));
    }
  Cvc5 solver;
  for (Answer a : refute(facts, solver))
    EXPECT_EQ(a, Answer::Unsat) << solver.problem();
}

TEST_F(SmtTest, UnsignedWrapsAndSignedDoesNot) {
  Type u8 = Type::machine(8, false);
  Type i8 = Type::machine(8, true);
  auto sum = [&](Type type) {
    return t.cast(
        i, t.binary(Op::Add, t.constant(type, 100), t.constant(type, type == u8 ? 200 : 100)));
  };
  Cvc5 solver;
  auto answers = refute({t.eq(sum(u8), num(44)),
                         t.eq(sum(i8), num(200)),
                         t.eq(t.cast(i, t.cast(i8, num(200))), num(-56))},
                        solver);
  for (Answer a : answers)
    EXPECT_EQ(a, Answer::Unsat) << solver.problem();
}

TEST_F(SmtTest, AnswersComeInOrder) {
  Cvc5 solver;
  auto answers = refute({t.le(num(0), var(0)), t.eq(var(0), var(0)), t.lt(var(0), num(5))}, solver);
  EXPECT_EQ(answers, (std::vector{Answer::Sat, Answer::Unsat, Answer::Sat})) << solver.problem();
}

TEST_F(SmtTest, AWrongScriptIsUnknownAndNeverUnsat) {
  Script script;
  script.questions = {{"bad", "(assert (foo))\n"}, {"false", "(assert false)\n"}};
  Cvc5 solver;
  auto answers = solver.check(script, budget);
  EXPECT_EQ(answers, (std::vector{Answer::Unknown, Answer::Unknown}));
  EXPECT_FALSE(solver.problem().empty());
}

TEST_F(SmtTest, AMissingSolverIsUnknown) {
  const char* path = std::getenv("PATH");
  std::string saved = path == nullptr ? "" : path;
  setenv("PATH", "/nonexistent", 1);
  Cvc5 solver;
  auto answers = refute({t.truth(true)}, solver);
  setenv("PATH", saved.c_str(), 1);
  EXPECT_EQ(answers, std::vector{Answer::Unknown});
  EXPECT_FALSE(solver.problem().empty());
}

TEST_F(SmtTest, MemoryHasNoText) {
  Term m = t.variable(VarId(0), Type::memory());
  Term load = t.load(Type::machine(8, false), m, t.constant(Type::machine(64, false), 0));
  EXPECT_THROW((void)x(load), NotExpressible);
  EXPECT_EQ(text(Integer(-5)), "(- 5)");
  EXPECT_EQ(symbol("a|b\\c"), "|a_b_c|");
}

} // namespace
} // namespace kleene::smt
