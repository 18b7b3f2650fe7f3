// SPDX-License-Identifier: Apache-2.0
// What is said of quotients and remainders holds for all operands: cvc5 refutes the contrary on short bit-vectors,
// whatever their circuits; and it is not said of nothing, for each fact excludes some results.
#include "kleene/smt/division.h"
#include "kleene/smt/solver.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

namespace kleene::smt {
namespace {

class Division : public ::testing::TestWithParam<std::tuple<bool, Op, unsigned>> {
protected:
  Type type() const { return Type::machine(std::get<2>(GetParam()), std::get<0>(GetParam())); }
  std::string fact() {
    Term a = terms.variable(VarId(0), type());
    Term b = terms.variable(VarId(1), type());
    Encoding encoding{IntegerModel::Machine, [](VarId v) { return fmt::format("v{}", v.index()); }};
    Term t = terms.binary(std::get<1>(GetParam()), a, b);
    EXPECT_TRUE(has_division_fact(t, IntegerModel::Machine));
    EXPECT_FALSE(has_division_fact(t, IntegerModel::Math));
    return division_fact(t, encoding);
  }
  std::string declarations() const {
    std::string result;
    for (int v : {0, 1})
      result += fmt::format("(declare-const v{} (_ BitVec {}))\n", v, type().width());
    return result;
  }
  static Answer ask(const std::string& commands) {
    Budget budget;
    Script script;
    script.questions.push_back({"fact", commands});
    return Cvc5().check(script, budget).at(0);
  }

  TermManager terms;
};

TEST_P(Division, IsTrueForAllOperands) {
  EXPECT_EQ(ask(fmt::format("{}(assert (not {}))\n", declarations(), fact())), Answer::Unsat);
}

/// The operator replaced by a number that it never gives.
TEST_P(Division, ExcludesOtherResults) {
  std::string text = fact();
  std::string result = text.substr(text.find("(?r ") + 4);
  result = result.substr(0, result.find(" (?z ") - 1);
  std::string forged = text.replace(text.find(result), result.size(), "v2");
  std::string extra = fmt::format("(declare-const v2 (_ BitVec {}))\n", type().width());
  std::string operands = fmt::format("(assert (= v0 {}))\n(assert (= v1 {}))\n",
                                     bits_text(7, type().width()),
                                     bits_text(3, type().width()));
  std::string wrong = fmt::format("(assert (= v2 {}))\n", bits_text(8, type().width()));
  EXPECT_EQ(ask(declarations() + extra + operands + wrong + fmt::format("(assert {})\n", forged)),
            Answer::Unsat);
}

INSTANTIATE_TEST_SUITE_P(Operators,
                         Division,
                         ::testing::Combine(::testing::Bool(),
                                            ::testing::Values(Op::Div, Op::Rem),
                                            ::testing::Values(8U)));

} // namespace
} // namespace kleene::smt
