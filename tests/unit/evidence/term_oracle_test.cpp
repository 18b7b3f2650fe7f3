// SPDX-License-Identifier: Apache-2.0
// Random terms: what the interpreter computes, what the judges compute at once, and what a solver
// says of their text must be the same.
#include "kleene/ir/interpreter.h"
#include "kleene/smt/smtlib.h"
#include "kleene/smt/solver.h"

#include <gtest/gtest.h>

#include <random>

#include "fold.h"

namespace kleene::evidence {
namespace {

class RandomTerms {
public:
  RandomTerms(ir::Program& program, unsigned seed)
      : p_(program), t_(*program.terms), random_(seed) {
    for (unsigned width : {8U, 32U, 64U})
      for (bool is_signed : {false, true}) {
        Type type = Type::machine(width, is_signed);
        types_.push_back(type);
        for (int i = 0; i < 2; ++i)
          variables_.push_back(add(fmt_name(type, i), type));
      }
  }

  Term term(Type type, unsigned depth) {
    if (depth == 0 || pick(6) == 0) return leaf(type);
    switch (pick(15)) {
    case 0:
      return t_.unary(Op::Neg, term(type, depth - 1));
    case 1:
      return t_.unary(Op::BitNot, term(type, depth - 1));
    case 2:
    case 3:
      return t_.cast(type, term(any_type(), depth - 1));
    case 4:
      return t_.ite(condition(depth - 1), term(type, depth - 1), term(type, depth - 1));
    case 5:
    case 6:
      return t_.binary(pick(2) == 0 ? Op::Shl : Op::Shr,
                       term(type, depth - 1),
                       t_.constant(any_type(), static_cast<Integer>(pick(type.width()))));
    default: {
      constexpr std::array ops{
          Op::Add, Op::Sub, Op::Mul, Op::Div, Op::Rem, Op::BitAnd, Op::BitOr, Op::BitXor};
      return t_.binary(ops[pick(ops.size())], term(type, depth - 1), term(type, depth - 1));
    }
    }
  }

  Term condition(unsigned depth) {
    Type type = any_type();
    Term a = term(type, depth);
    Term b = term(type, depth);
    switch (pick(4)) {
    case 0:
      return t_.lt(a, b);
    case 1:
      return t_.le(a, b);
    case 2:
      return t_.negate(t_.eq(a, b));
    default:
      return t_.conj(t_.lt(a, b), t_.disj(t_.eq(a, b), t_.le(b, a)));
    }
  }

  Type any_type() { return types_[pick(types_.size())]; }
  std::size_t pick(std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_);
  }
  const std::vector<VarId>& variables() const { return variables_; }

  Integer value(Type type) {
    switch (pick(5)) {
    case 0:
      return min_value(type);
    case 1:
      return max_value(type);
    case 2:
      return wrap(type, static_cast<Integer>(random_()));
    default:
      return wrap(type, static_cast<Integer>(pick(9)) - 4);
    }
  }

private:
  static std::string fmt_name(Type type, int i) {
    return to_string(type) + "_" + std::to_string(i);
  }
  VarId add(const std::string& name, Type type) {
    return p_.add_variable({.name = name, .type = type});
  }
  Term leaf(Type type) {
    std::vector<VarId> fitting;
    for (VarId v : variables_)
      if (p_.variable(v).type == type) fitting.push_back(v);
    if (pick(3) == 0) return t_.constant(type, value(type));
    return p_.var(fitting[pick(fitting.size())]);
  }

  ir::Program& p_;
  TermManager& t_;
  std::mt19937_64 random_;
  std::vector<Type> types_;
  std::vector<VarId> variables_;
};

/// The last value written.
class LastValue : public ir::Tracer {
public:
  void step(const Step& step) override {
    for (auto [variable, written] : step.written)
      value = written;
  }
  std::optional<Integer> value;
};

struct Computed {
  std::optional<Integer> value;
  bool overflow = false;
};

Computed interpreted(ir::Program program,
                     const std::map<VarId, Integer>& values,
                     Term term,
                     IntegerModel integers) {
  for (auto [v, value] : values)
    program.variable(v).initial = program.terms->constant(program.variable(v).type, value);
  VarId result = program.add_variable({.name = "result", .type = term.type()});
  program.variable(result).initial = program.terms->constant(term.type(), 0);
  ir::Procedure main;
  main.name = "main";
  main.entry = main.add_location();
  main.exit = main.add_location();
  main.add_edge(main.entry, main.exit, ir::Assign{{result}, {term}});
  program.entry = program.add_procedure(std::move(main));
  ir::InputList inputs({});
  ir::RunOptions options;
  options.integers = integers;
  LastValue last;
  ir::RunResult run = ir::Interpreter(program).run(inputs, options, &last);
  if (run.ending != ir::Ending::Returned) return {};
  return {last.value, run.overflow.has_value()};
}

class TermOracle : public ::testing::TestWithParam<IntegerModel> {
protected:
  ir::Program program_;
};

TEST_P(TermOracle, InterpreterJudgeAndSolverAgree) {
  IntegerModel model = GetParam();
  RandomTerms random(program_, 42);
  Folder folder(program_, model, [](Term t) { return t; });
  smt::Script script;
  smt::Encoding encoding;
  encoding.integers = model;
  encoding.variable = [&](VarId v) { return program_.variable(v).name; };
  std::string declarations;
  for (VarId v : random.variables())
    declarations += "(declare-const " + program_.variable(v).name + " "
                    + smt::sort_text(program_.variable(v).type, std::nullopt, encoding) + ")\n";
  script.preamble = declarations;
  TermManager& t = *program_.terms;
  auto number = [&](Type type, Integer value) {
    return model == IntegerModel::Machine ? smt::bits_text(value, type.width()) : smt::text(value);
  };
  std::size_t folded = 0;
  for (int round = 0; round < 400; ++round) {
    Term term = random.term(random.any_type(), 3);
    std::map<VarId, Integer> values;
    std::string assertions;
    for (VarId v : random.variables()) {
      Type type = program_.variable(v).type;
      values[v] = random.value(type);
      assertions +=
          "(assert (= " + program_.variable(v).name + " " + number(type, values[v]) + "))\n";
    }
    Computed expected = interpreted(program_, values, term, model);
    if (!expected.value) continue;
    Term result =
        folder(term, [&](VarId v) { return t.constant(program_.variable(v).type, values[v]); });
    if (result.is_constant()) {
      ++folded;
      EXPECT_EQ(to_string(result.value()), to_string(*expected.value));
    }
    try {
      std::string claim =
          "(= " + smt::text(term, encoding) + " " + number(term.type(), *expected.value) + ")";
      if (model == IntegerModel::Machine) {
        std::string any = "(or false";
        for_each_subterm(term, [&](Term s) {
          if (smt::may_overflow(s)) any += " " + smt::overflow_text(s, encoding);
        });
        claim =
            "(and " + claim + " (= " + (expected.overflow ? "true" : "false") + " " + any + ")))";
      }
      script.questions.push_back({"round", assertions + "(assert (not " + claim + "))\n"});
    } catch (const smt::NotExpressible&) {
      EXPECT_EQ(model, IntegerModel::Math);
    }
  }
  EXPECT_GT(folded, 100U);
  EXPECT_GT(script.questions.size(), model == IntegerModel::Machine ? 200U : 60U);
  smt::Cvc5 solver;
  Budget budget;
  std::vector<smt::Answer> answers = solver.check(script, budget);
  for (std::size_t i = 0; i < answers.size(); ++i)
    EXPECT_EQ(answers[i], smt::Answer::Unsat) << solver.problem() << script.questions[i].commands;
}

INSTANTIATE_TEST_SUITE_P(Models,
                         TermOracle,
                         ::testing::Values(IntegerModel::Machine, IntegerModel::Math),
                         [](const auto& info) {
                           return info.param == IntegerModel::Machine ? "Machine" : "Math";
                         });

} // namespace
} // namespace kleene::evidence
