// SPDX-License-Identifier: Apache-2.0
// Two comparisons on random terms: the values of operators with those the interpreter computes, and
// simplified terms with the terms they come from.
#include "kleene/ir/interpreter.h"
#include "kleene/symbolic/evaluate.h"
#include "kleene/symbolic/simplifier.h"

#include <gtest/gtest.h>

#include <random>

namespace kleene::symbolic {
namespace {

Type machine(unsigned width, bool is_signed) {
  return Type::machine(width, is_signed);
}

class RandomTerms {
public:
  RandomTerms(ir::Program& program, unsigned seed) : terms_(*program.terms), random_(seed) {
    for (Type type : {machine(8, true), machine(8, false), machine(32, true), machine(64, false)})
      for (const char* name : {"a", "b"})
        variables_.push_back(terms_.variable(program.add_variable({.name = program.fresh_name(name),
                                                                   .display = {},
                                                                   .type = type,
                                                                   .owner = ir::ProcId(0)}),
                                             type));
  }

  const std::vector<Term>& variables() const { return variables_; }
  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }
  Type type() { return variables_[below(unsigned(variables_.size()))].type(); }

  Integer value(Type type) {
    static constexpr int few[] = {0, 1, -1, 2, 3, 7, 127, -128, 255};
    if (below(3) != 0) return wrap(type, few[below(9)]);
    return wrap(type, Integer(random_()) * 0x1234567 + Integer(random_()));
  }

  Term term(Type type, int depth) {
    if (depth == 0 || below(5) == 0) return leaf(type);
    auto sub = [&] { return term(type, depth - 1); };
    static constexpr Op operators[] = {
        Op::Add, Op::Sub, Op::Mul, Op::BitAnd, Op::BitOr, Op::BitXor};
    switch (below(12)) {
    case 0:
    case 1:
      return terms_.ite(condition(depth - 1), sub(), sub());
    case 2:
    case 3:
      return terms_.cast(type, term(this->type(), depth - 1));
    case 4:
      return terms_.unary(below(2) == 0 ? Op::Neg : Op::BitNot, sub());
    case 5: {
      Term divisor = terms_.constant(type, 1 + below(5));
      return terms_.binary(below(2) == 0 ? Op::Div : Op::Rem, sub(), divisor);
    }
    case 6: {
      Term amount = terms_.constant(machine(32, true), below(8));
      return terms_.binary(below(2) == 0 ? Op::Shl : Op::Shr, sub(), amount);
    }
    case 7:
      return type == machine(64, false) ? terms_.binary(Op::PtrAdd, sub(), sub()) : sub();
    default:
      return terms_.binary(operators[below(6)], sub(), sub());
    }
  }

  Term condition(int depth) {
    Type type = this->type();
    auto sub = [&] { return term(type, std::max(0, depth - 1)); };
    switch (below(depth <= 0 ? 3 : 6)) {
    case 0:
      return terms_.lt(sub(), sub());
    case 1:
      return terms_.le(sub(), sub());
    case 2:
      return terms_.eq(sub(), sub());
    case 3:
      return terms_.negate(condition(depth - 1));
    case 4:
      return terms_.conj(condition(depth - 1), condition(depth - 1));
    default:
      return terms_.disj(condition(depth - 1), condition(depth - 1));
    }
  }

private:
  Term leaf(Type type) {
    if (below(2) == 0) return terms_.constant(type, value(type));
    for (;;) {
      Term v = variables_[below(unsigned(variables_.size()))];
      if (v.type() == type) return v;
    }
  }

  TermManager& terms_;
  std::mt19937 random_;
  std::vector<Term> variables_;
};

/// Built again, from the inside out, by the simplifier.
Term simplified(Simplifier& simplify, Term t) {
  std::unordered_map<Term, Term> done;
  for_each_subterm(t, [&](Term sub) {
    std::vector<Term> args;
    for (Term arg : sub.args())
      args.push_back(done.at(arg));
    done[sub] = simplify.rebuild(sub, args);
  });
  return done.at(t);
}

TEST(Simplifier, KeepsTheValueOfEveryTerm) {
  unsigned smaller = 0;
  for (IntegerModel model : {IntegerModel::Machine, IntegerModel::Math}) {
    for (unsigned seed = 0; seed < 1500; ++seed) {
      ir::Program program;
      RandomTerms random(program, seed);
      Simplifier simplify(*program.terms, model);
      // Deep products of unbounded integers leave what an Integer can hold.
      Term t = random.term(random.type(), model == IntegerModel::Math ? 2 : 5);
      Term s = simplified(simplify, t);
      if (s != t) ++smaller;
      for (int round = 0; round < 6; ++round) {
        std::unordered_map<Term, Integer> values;
        for (Term v : random.variables())
          values[v] = random.value(v.type());
        auto value_of = [&](Term v) { return values.at(v); };
        ASSERT_TRUE(Evaluator(model, value_of)(t) == Evaluator(model, value_of)(s))
            << "seed " << seed << (model == IntegerModel::Math ? ", math" : ", machine");
      }
    }
  }
  EXPECT_GT(smaller, 1000U);
}

TEST(Fold, ComputesWhatTheInterpreterDoes) {
  for (unsigned seed = 0; seed < 500; ++seed) {
    ir::Program program;
    RandomTerms random(program, seed);
    Type type = random.type();
    Term t = random.term(type, 4);
    ir::Procedure main;
    main.name = "main";
    for (Term v : random.variables())
      main.parameters.push_back(v.variable());
    VarId result = program.add_variable(
        {.name = "result", .display = {}, .type = type, .owner = ir::ProcId(0)});
    main.returns = {result};
    main.entry = main.add_location();
    main.exit = main.add_location();
    main.add_edge(main.entry, main.exit, ir::Assign{{result}, {t}});
    program.entry = program.add_procedure(std::move(main));
    ir::Interpreter interpreter(program);
    for (int round = 0; round < 4; ++round) {
      std::unordered_map<Term, Integer> values;
      std::vector<Integer> inputs;
      for (Term v : random.variables())
        inputs.push_back(values[v] = random.value(v.type()));
      ir::InputList list(inputs);
      ir::RunResult run = interpreter.run(list, {});
      ASSERT_EQ(run.ending, ir::Ending::Returned) << "seed " << seed;
      Evaluator value(IntegerModel::Machine, [&](Term v) { return values.at(v); });
      ASSERT_TRUE(run.status == value(t)) << "seed " << seed;
    }
  }
}

TEST(Simplifier, DecidesComparisonsOfChosenConstants) {
  TermManager terms;
  Simplifier simplify(terms, IntegerModel::Machine);
  Type pointer = machine(64, false);
  Term c = terms.variable(VarId(0), Type::boolean());
  Term p = simplify.ite(c, simplify.constant(pointer, 0x1000), simplify.constant(pointer, 0x2000));
  Term next = simplify.binary(Op::PtrAdd, p, simplify.constant(pointer, 8));
  EXPECT_TRUE(simplify.eq(next, simplify.constant(pointer, 0x1008)) == c);
  EXPECT_TRUE(simplify.eq(p, simplify.constant(pointer, 0)).is_false());
  EXPECT_TRUE(simplify.lt(p, simplify.constant(pointer, 0x3000)).is_true());
}

} // namespace
} // namespace kleene::symbolic
