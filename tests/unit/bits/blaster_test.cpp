// SPDX-License-Identifier: Apache-2.0
// Random terms of every operator and width: what the interpreter computes, what the circuit computes, and what a solver says
// of its clauses must be the same.
#include "kleene/bits/blaster.h"
#include "kleene/bits/refutation.h"
#include "kleene/ir/interpreter.h"

#include <gtest/gtest.h>

#include <random>

namespace kleene::bits {
namespace {

class RandomTerms {
public:
  RandomTerms(ir::Program& program, unsigned seed)
      : p_(program), t_(*program.terms), random_(seed) {
    for (unsigned width : {1U, 3U, 8U, 13U, 16U, 32U, 64U})
      for (bool is_signed : {false, true})
        for (int i = 0; i < 2; ++i) {
          Type type = Type::machine(width, is_signed);
          variables_.push_back(
              p_.add_variable({.name = to_string(type) + "_" + std::to_string(i), .type = type}));
        }
  }

  Term term(Type type, unsigned depth) {
    if (depth == 0) return leaf(type);
    switch (pick(16)) {
    case 0:
      return t_.unary(Op::Neg, term(type, depth - 1));
    case 1:
      return t_.unary(Op::BitNot, term(type, depth - 1));
    case 2:
    case 3:
      return t_.cast(type, pick(4) == 0 ? condition(depth - 1) : term(any_type(), depth - 1));
    case 4:
      return t_.ite(condition(depth - 1), term(type, depth - 1), term(type, depth - 1));
    case 5:
    case 6:
      return t_.binary(
          pick(2) == 0 ? Op::Shl : Op::Shr, term(type, depth - 1), term(any_type(), depth - 1));
    default: {
      constexpr std::array ops{Op::Add,
                               Op::Sub,
                               Op::Mul,
                               Op::Div,
                               Op::Rem,
                               Op::BitAnd,
                               Op::BitOr,
                               Op::BitXor,
                               Op::Div,
                               Op::Rem};
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
  Type any_type() { return p_.variable(variables_[pick(variables_.size())]).type; }
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
  Term leaf(Type type) {
    if (pick(4) == 0) return t_.constant(type, value(type));
    std::vector<VarId> fitting;
    for (VarId v : variables_)
      if (p_.variable(v).type == type) fitting.push_back(v);
    return p_.var(fitting[pick(fitting.size())]);
  }

  ir::Program& p_;
  TermManager& t_;
  std::mt19937_64 random_;
  std::vector<VarId> variables_;
};

class LastValue : public ir::Tracer {
public:
  void step(const Step& step) override {
    for (auto [variable, written] : step.written)
      value = written;
  }
  std::optional<Integer> value;
};

struct Computed {
  std::optional<Integer> value; ///< none if an operator has no value
  bool overflow = false;
};

Computed interpreted(ir::Program program, const std::map<VarId, Integer>& values, Term term) {
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
  options.integers = IntegerModel::Machine;
  LastValue last;
  ir::RunResult run = ir::Interpreter(program).run(inputs, options, &last);
  if (run.ending != ir::Ending::Returned) return {};
  return {last.value, run.overflow.has_value()};
}

bool may_overflow(Term t) {
  if (!t.type().is_machine() || !t.type().is_signed()) return false;
  switch (t.op()) {
  case Op::Neg:
  case Op::Add:
  case Op::Sub:
  case Op::Mul:
  case Op::Div:
  case Op::Rem:
  case Op::Shl:
    return true;
  default:
    return false;
  }
}

class Inputs {
public:
  Inputs(Blaster& blaster, const ir::Program& program, const std::vector<VarId>& variables) {
    for (VarId v : variables) {
      words_[v] = blaster.values.words.input(program.variable(v).type.width());
      blaster.define(v, blaster.values.plain(words_[v]));
    }
  }
  std::map<std::uint32_t, bool> gates(const std::map<VarId, Integer>& values) const {
    std::map<std::uint32_t, bool> result;
    for (const auto& [v, word] : words_)
      for (std::size_t i = 0; i < word.size(); ++i)
        result[word[i].gate()] = ((values.at(v) >> i) & 1) != 0;
    return result;
  }
  const Word& word(VarId v) const { return words_.at(v); }

private:
  std::map<VarId, Word> words_;
};

TEST(Blaster, CircuitsComputeWhatTheInterpreterDoes) {
  ir::Program program;
  RandomTerms random(program, 7);
  std::map<Op, int> seen;
  int overflows = 0;
  for (int round = 0; round < 1500; ++round) {
    Term term = random.term(random.any_type(), 1 + round % 3);
    Circuit circuit;
    Blaster blaster(circuit);
    Inputs inputs(blaster, program, random.variables());
    Word result = blaster.word(term);
    Lit overflow = no;
    for_each_subterm(term, [&](Term s) {
      if (may_overflow(s)) overflow = circuit.disj(overflow, blaster.overflow(s));
    });
    for (int example = 0; example < 3; ++example) {
      std::map<VarId, Integer> values;
      for (VarId v : random.variables())
        values[v] = random.value(program.variable(v).type);
      Computed expected = interpreted(program, values, term);
      if (!expected.value) continue;
      std::map<std::uint32_t, bool> gates = inputs.gates(values);
      auto input = [&](std::uint32_t gate) { return gates.at(gate); };
      Integer computed = 0;
      for (std::size_t i = 0; i < result.size(); ++i)
        if (circuit.value(result[i], input)) computed += Integer(1) << i;
      EXPECT_EQ(to_string(wrap(term.type(), computed)), to_string(*expected.value));
      EXPECT_EQ(circuit.value(overflow, input), expected.overflow);
      if (expected.overflow) ++overflows;
      for_each_subterm(term, [&](Term s) { ++seen[s.op()]; });
    }
  }
  EXPECT_GT(overflows, 100);
  for (Op op : {Op::Not,    Op::And,   Op::Or,     Op::Eq,  Op::Ite, Op::Lt,  Op::Le,
                Op::Neg,    Op::Add,   Op::Sub,    Op::Mul, Op::Div, Op::Rem, Op::BitNot,
                Op::BitAnd, Op::BitOr, Op::BitXor, Op::Shl, Op::Shr, Op::Cast})
    EXPECT_GT(seen[op], 20) << name(op);
}

/// With the inputs fixed by clauses, the value is forced: it is possible, and no other is.
TEST(Blaster, ClausesForceTheValue) {
  ir::Program program;
  RandomTerms random(program, 11);
  int asked = 0;
  for (int round = 0; asked < 60; ++round) {
    Term term = random.term(random.any_type(), 2);
    std::map<VarId, Integer> values;
    for (VarId v : random.variables())
      values[v] = random.value(program.variable(v).type);
    Computed expected = interpreted(program, values, term);
    if (!expected.value) continue;
    ++asked;
    Circuit circuit;
    Blaster blaster(circuit);
    Inputs inputs(blaster, program, random.variables());
    Word result = blaster.word(term);
    Words& words = blaster.values.words;
    std::vector<Lit> fixed;
    for (VarId v : random.variables())
      fixed.push_back(
          words.equal(inputs.word(v), Words::constant(values[v], inputs.word(v).size())));
    Lit right = words.equal(result, Words::constant(*expected.value, result.size()));
    Budget budget;
    std::vector<Lit> possible = fixed;
    possible.push_back(right);
    EXPECT_EQ(solve(circuit.cnf(possible), {}, budget).answer, SatAnswer::Satisfiable);
    std::vector<Lit> other = fixed;
    other.push_back(!right);
    EXPECT_EQ(solve(circuit.cnf(other), {}, budget).answer, SatAnswer::Refuted);
  }
}

/// What SMT-LIB says where C says nothing.
TEST(Blaster, OperatorsWithoutAValue) {
  TermManager t;
  Type u8 = Type::machine(8, false);
  Type i8 = Type::machine(8, true);
  Circuit circuit;
  Blaster blaster(circuit);
  auto number = [&](Op op, Type type, Integer a, Integer b) {
    return Words::value(blaster.word(t.binary(op, t.constant(type, a), t.constant(type, b))));
  };
  EXPECT_EQ(number(Op::Div, u8, 7, 0), Integer(255));
  EXPECT_EQ(number(Op::Rem, u8, 7, 0), Integer(7));
  EXPECT_EQ(number(Op::Div, i8, 7, 0), Integer(255));
  EXPECT_EQ(number(Op::Div, i8, -7, 0), Integer(1));
  EXPECT_EQ(number(Op::Rem, i8, -7, 0), Integer(256 - 7));
  EXPECT_EQ(number(Op::Shl, u8, 7, 8), Integer(0));
  EXPECT_EQ(number(Op::Shr, u8, 200, 9), Integer(0));
  EXPECT_EQ(number(Op::Shr, i8, -7, 100), Integer(255));
}

TEST(Blaster, RefusesWhatHasNoBits) {
  TermManager t;
  Circuit circuit;
  Blaster blaster(circuit);
  EXPECT_THROW(blaster.value(t.constant(Type::integer(), 5)), NotBits);
  EXPECT_THROW(blaster.value(t.variable(VarId(3), Type::machine(8, false))), NotBits);
}

} // namespace
} // namespace kleene::bits
